r"""Measures as sums of terms, or as products of features: what expected scores over many vote counts are computed from.

A score that is given here in two or three words is computed for thousands of reports against thousands of vote counts
without scoring every pair (`ordquant_core.analysis.report_scores`). It is a fact about the kernel, not another
definition: tests compare both for all reports of a grid. A measure without it is scored pair by pair.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ordquant_core.records import FloatArray

Signs = NDArray[np.int8]  # (pairs of classes, n)


@dataclass(frozen=True, slots=True)
class Terms:
    """A score as terms, each of one share of the gold and the same share of the estimate.

    They are added up, or the largest is taken; then the root, and the harmonic mean with DNKT.
    """

    of: Callable[[FloatArray, FloatArray], FloatArray]  # a term, of shares of the gold and the estimate that broadcast
    weights: Callable[[FloatArray], FloatArray] | None = None  # of the terms, (L, n) or (L, 1), by the gold's shares
    of_both: bool = False  # half of each weight is by the estimate
    cumulative: bool = False  # are shares those of the classes up to each, but the last?
    largest: bool = False
    root: bool = False
    with_dnkt: bool = False

    @property
    def only_added(self) -> bool:
        """Whether the score is the sum of the terms: its expectation is then the sum of theirs."""
        return not (self.of_both or self.largest or self.root or self.with_dnkt)

    @property
    def norm(self) -> bool:
        """Whether the score is a norm of the estimate minus the gold: its expectation has one lowest stretch."""
        by_gold = not (self.of_both or self.with_dnkt)
        return by_gold and ((self.of is squares and self.root) or (self.of is differences and self.largest))


@dataclass(frozen=True, slots=True)
class Products:
    """A score that is `factor` times 1 minus the summed products of features of the gold and of the estimate."""

    features: Callable[[FloatArray], FloatArray]  # of shares (L, n): (features, n)
    factor: float = 1.0


# Terms


def differences(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return absolute differences."""
    return np.abs(estimated - gold)


def squares(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return squared differences."""
    return np.asarray((estimated - gold) ** 2)


def squares_of_roots(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return squared differences of the roots."""
    return np.asarray((np.sqrt(estimated) - np.sqrt(gold)) ** 2)


def relative(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return absolute differences as shares of the sum, 0 where both are 0."""
    both = gold + estimated
    return np.asarray(np.divide(np.abs(estimated - gold), both, out=np.zeros_like(both), where=both > 0))


def squares_of_relative(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return squares of relative differences."""
    return np.asarray(relative(gold, estimated) ** 2)


def bits(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return half of g log2(g / m) + p log2(p / m), with m the mean of g and p."""
    total = np.zeros(np.broadcast_shapes(gold.shape, estimated.shape))
    middle = np.log2(np.maximum(gold + estimated, np.finfo(float).tiny))
    for side in (gold, estimated):
        logs = np.log2(np.maximum(2 * side, np.finfo(float).tiny))
        total += side * (logs - middle)
    return np.asarray(total / 2)


# Weights


def constant(weight: Callable[[int], float]) -> Callable[[FloatArray], FloatArray]:
    """Return weights that are the same for every term: a function of their number."""
    return lambda shares: np.full((len(shares), 1), weight(len(shares)))


half = constant(lambda n_terms: 0.5)
averaged = constant(lambda n_terms: 1 / n_terms)
in_nats = constant(lambda n_terms: float(np.log(2)))


def by_most(shares: FloatArray) -> FloatArray:
    """Return 1 over the largest summed difference from each gold, for all classes: (L, n)."""
    return np.broadcast_to(1 / (2 * (1 - shares.min(axis=0))), shares.shape)


def _distances(n_classes: int) -> FloatArray:
    """Return how far classes are apart, as a share of the scale: (L, L)."""
    places = np.arange(n_classes)
    return np.asarray(np.abs(places[:, None] - places[None]) / (n_classes - 1))


def from_occurring(shares: FloatArray) -> FloatArray:
    """Return the mean distance of each class from those that occur: (L, n)."""
    occurs = (shares > 0).astype(float)
    return np.asarray(np.einsum("ij,jn->in", _distances(len(shares)), occurs) / occurs.sum(axis=0))


def from_all(shares: FloatArray) -> FloatArray:
    """Return the mean distance of each class from all: (L, 1)."""
    return np.asarray(_distances(len(shares)).mean(axis=0)[:, None])


def _ridits(shares: FloatArray, counted: FloatArray) -> FloatArray:
    """Return the mean distance of the ridit of each class from those of the classes that count: (L, n)."""
    ridits = np.cumsum(shares, axis=0) - shares / 2
    summed = np.zeros_like(shares)
    for ridit, counts in zip(ridits, counted, strict=True):
        summed += np.abs(ridits - ridit) * counts
    return np.asarray(summed / counted.sum(axis=0) / (len(shares) - 1))


def from_occurring_ridits(shares: FloatArray) -> FloatArray:
    """Return the mean distance of each class from those that occur, measured by the gold between them."""
    return _ridits(shares, (shares > 0).astype(float))


def from_all_ridits(shares: FloatArray) -> FloatArray:
    """Return the mean distance of each class from all, measured by the gold between them."""
    return _ridits(shares, np.ones_like(shares))


# Features


def on_circle(shares: FloatArray) -> FloatArray:
    """Return the shares divided by the root of their summed squares."""
    return np.asarray(shares / np.sqrt((shares**2).sum(axis=0)))


def order_signs(shares: NDArray[np.generic]) -> Signs:
    """Return, for each pair of classes, 1 where the later one has more, -1 where the earlier one has: (pairs, n)."""
    pairs = combinations(shares, 2)
    return np.stack([(later > one).view(np.int8) - (later < one).view(np.int8) for one, later in pairs])


def untied(signs: Signs) -> NDArray[np.int64]:
    """Return how many pairs of classes have different numbers, but 1 where none has: (n,)."""
    return np.asarray(np.maximum(1, np.abs(signs).sum(axis=0, dtype=np.int64)))


def order(shares: FloatArray) -> FloatArray:
    """Return the signs of the pairs of classes, divided by the root of the number of those that are not tied."""
    signs = order_signs(shares)
    return np.asarray(signs / np.sqrt(untied(signs)))
