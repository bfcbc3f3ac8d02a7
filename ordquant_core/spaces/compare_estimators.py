"""Two estimators on all possible gold distributions: the preferences of measures, and where they disagree.

A delta is the score of A minus the score of B: negative favours A. Deltas closer to zero than 1e-12 are ties. All
distributions are scored block by block; kept are counts, and the deltas of a sample.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from ordquant_core.analysis.comparison import TIE_DECIMALS, difference, disagreement, signs
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.glossary import of_pairs
from ordquant_core.measures.registry import MAIN_MEASURES, Measure, get_measures
from ordquant_core.records import FloatArray, IntArray, Preferences, Quadrants
from ordquant_core.spaces.gold_distributions import (
    MOST_DISTRIBUTIONS,
    Estimator,
    Span,
    check_size,
    distributions_at,
    distributions_to_frame,
    shares,
    spans,
)
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

KEPT = 12_000  # distributions whose deltas are kept for pictures: all of them, or an even sample
LISTED = 50  # distributions on which two measures disagree most


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The preferences of every measure on every gold distribution: exact counts; `votes`, `deltas` may be a sample."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator
    measures: tuple[str, ...]
    n_distributions: int
    joint: IntArray  # (measures, measures, 3, 3): counts by the signs (-1 A, 0 tie, 1 B) of both deltas
    mean_delta: FloatArray  # (measures,)
    votes: IntArray  # (n, classes): all gold distributions, or every k-th of them
    deltas: FloatArray  # (measures, n): the deltas on `votes`
    step: int  # k: 1 where `votes` are all

    @property
    def preferences(self) -> Preferences:
        """On how many distributions each measure prefers A, B, or neither."""
        counts = np.einsum("iijj->ij", self.joint)  # (measures, 3)
        return Preferences(self.measures, counts[:, 0], counts[:, 2], counts[:, 1], self.mean_delta)

    def quadrants(self, first: str, second: str) -> Quadrants:
        """Count the distributions in each quadrant of the plot of one measure's deltas (x) against another's (y)."""
        counts = self.joint[self.index(first), self.index(second)]
        on_axis = self.n_distributions - int(counts[::2, ::2].sum())
        return Quadrants(int(counts[2, 2]), int(counts[0, 2]), int(counts[0, 0]), int(counts[2, 0]), on_axis)

    def disagreements(self) -> IntArray:
        """Count the distributions on which two measures prefer different estimators, shape (measures, measures)."""
        return np.asarray(self.joint[..., 0, 2] + self.joint[..., 2, 0])

    def to_frame(self) -> pd.DataFrame:
        """Return a row per measure: on how many gold distributions it prefers A, B, or neither."""
        return self.preferences.to_frame().assign(estimator_a=self.a.name, estimator_b=self.b.name)

    def disagreements_to_frame(self) -> pd.DataFrame:
        """Return a row per pair of measures: on how many gold distributions they prefer different estimators."""
        frame = of_pairs("measure", self.measures, {"disagree": self.disagreements()})
        return frame.assign(distributions=self.n_distributions)

    def distributions_to_frame(self) -> pd.DataFrame:
        """Return a row per gold distribution, or per one of the sample, with the deltas of every measure."""
        deltas = zip(self.measures, self.deltas, strict=True)
        return distributions_to_frame(self.votes, {("delta", key): row for key, row in deltas})

    def farthest(self, first: str, second: str) -> IntArray:
        """Return the distributions on which the two disagree and their deltas lie farthest apart, (n, classes).

        They are the `LISTED` farthest of all, also where `votes` is a sample; equally far, in lexicographic order.
        """
        measures = get_measures([self.measures[self.index(key)] for key in (first, second)])
        votes, apart = np.zeros((self.n_classes, 0), dtype=np.int64), np.zeros(0)
        for span in spans(self.n_distributions):
            block = distributions_at(np.arange(*span), self.n_votes, self.n_classes)
            x, y = deltas_on(block, self.a, self.b, measures)
            disagree = disagreement(x, y)
            votes = np.concatenate([votes, block[:, disagree]], axis=1)
            apart = np.r_[apart, np.abs(x[disagree] - y[disagree]).round(TIE_DECIMALS)]
            order = np.argsort(-apart, kind="stable")[:LISTED]
            votes, apart = votes[:, order], apart[order]
        return votes.T

    def deltas_of(self, votes: IntArray, key: str) -> FloatArray:
        """Return the deltas of one measure on vote counts of shape (n, classes): shape (n,)."""
        return np.asarray(deltas_on(votes.T, self.a, self.b, get_measures([key]))[0])

    def index(self, key: str) -> int:
        """Return the index of a measure; raises `UnknownNameError` for one that was not compared."""
        if key not in self.measures:
            raise UnknownNameError(f"The measure {key!r} was not compared; choose from {', '.join(self.measures)}.")
        return self.measures.index(key)


def compare_estimators(
    n_votes: int,
    n_classes: int,
    a: Estimator,
    b: Estimator,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    most: int = MOST_DISTRIBUTIONS,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Comparison:
    """Score both estimators on every gold distribution of N votes over L classes by every measure.

    Memory does not grow with the number of distributions: they come in blocks. Raises `OrdquantError` where there are
    more than `most`, or on an unknown measure or estimator.

    >>> compared = compare_estimators(2, 2, Estimator("popularity"), Estimator("uniform"), ["NMD", "JSD"])
    >>> compared.preferences.prefers_a.tolist(), compared.preferences.ties.tolist()
    ([2, 2], [1, 1])
    """
    n_distributions = check_size(n_votes, n_classes, most)
    get_measures(measures)
    if len(set(measures)) != len(measures):
        raise OrdquantError("A measure was given twice; give each once.")
    size = len(measures)
    work = _Block(n_votes, n_classes, a, b, tuple(measures), -(-n_distributions // KEPT))
    joint, total = np.zeros((3 * size, 3 * size), dtype=np.int64), np.zeros(size)
    votes, deltas = [], []
    pieces = list(spans(n_distributions))
    done = [stop for _, stop in pieces]
    for part in carry_out(work, pieces, done, progress=progress, executor=executor):
        joint += part.joint
        with np.errstate(invalid="ignore"):  # KLD: +inf and -inf have no mean
            total += part.total
        votes.append(part.votes)
        deltas.append(part.deltas)
    return Comparison(
        n_votes=n_votes,
        n_classes=n_classes,
        a=a,
        b=b,
        measures=work.measures,
        n_distributions=n_distributions,
        joint=joint.reshape(3, size, 3, size).transpose(1, 3, 0, 2),
        mean_delta=total / n_distributions,
        votes=np.concatenate(votes),
        deltas=np.concatenate(deltas, axis=1),
        step=work.step,
    )


class _Part(NamedTuple):
    """What one block of gold distributions adds to a `Comparison`."""

    joint: IntArray  # (3 signs x measures, 3 signs x measures)
    total: FloatArray  # (measures,): the sum of the deltas
    votes: IntArray
    deltas: FloatArray


@dataclass(frozen=True, eq=False)
class _Block:
    """Score a block of gold distributions, given by the numbers of the first and of the one after the last."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator
    measures: tuple[str, ...]
    step: int

    def __call__(self, span: Span) -> _Part:
        votes = distributions_at(np.arange(*span), self.n_votes, self.n_classes)
        deltas = deltas_on(votes, self.a, self.b, get_measures(self.measures))
        sides = signs(deltas)
        flags = np.concatenate([sides == side for side in (-1, 0, 1)]).astype(np.float32)
        joint = np.rint(flags @ flags.T).astype(np.int64)  # exact: counts < 2**24
        with np.errstate(invalid="ignore"):  # KLD: +inf and -inf have no mean
            total = deltas.sum(axis=1)
        kept = slice(-span[0] % self.step, None, self.step)
        # copies: a view would keep the whole block alive
        return _Part(joint, total, votes[:, kept].T.copy(), deltas[:, kept].copy())


def deltas_on(votes: IntArray, a: Estimator, b: Estimator, measures: Sequence[Measure]) -> FloatArray:
    """Return score of A minus score of B for votes of shape (L, n): shape (measures, n); 0 where both are infinite."""
    gold, first, second = shares(votes), shares(a.estimate(votes)), shares(b.estimate(votes))
    values = np.empty((len(measures), votes.shape[1]))
    for row, measure in zip(values, measures, strict=True):
        row[:] = difference(measure.compute.kernel(gold, first), measure.compute.kernel(gold, second))
    return values
