"""All questions of the quiz over one space of gold distributions: the Atlas, with two estimators for each question.

A question is a gold, two estimators and a measure: which estimate does the measure prefer? Mirror images are merged,
and questions with 0 < abs(delta) < 0.02 are dropped. The difficulty of a question is

    (1 - percentile of abs(delta)) + share of the quantity measures on the other side,

with the percentile among the questions on the same measure. For a tie the percentile is 0, and every quantity measure
that sees no tie is on the other side. Preferences and ties of each measure are cut at the terciles of the difficulty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import QUANTITY, signs
from ordquant_core.analysis.spaces.estimators import Estimator, shares
from ordquant_core.analysis.spaces.gold_distributions import all_distributions, check_size
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, get_measures
from ordquant_core.records import FloatArray, IntArray

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
ASKED = ("NMD", "RNOD", "NVD", "JSD", "DNKT")
ESTIMATORS = tuple(Estimator(rule) for rule in ("popularity", "uniform", "up", "down", "smoothed", "mirror", "median"))
MOST_GOLD = 20_000  # gold distributions; a space takes seven estimates and all measures of each
SMALLEST = 0.02  # of a delta that is not a tie
PARTS = 1_000_000  # deltas are compared in millionths: the last bit of a logarithm differs between machines


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The questions of one measure, level and kind (preference or tie), by their numbers."""

    numbers: IntArray
    difficulty: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class QuizSpace:
    """The questions of a space. Numbers count the gold distributions for the first pair, then for the next."""

    n_votes: int
    n_classes: int
    votes: IntArray  # (classes, gold distributions): of every two mirror images the first
    pairs: tuple[tuple[Estimator, Estimator], ...]
    pools: Mapping[tuple[str, Level, bool], Pool]  # by measure, level and whether the measure sees a tie

    def gold(self, number: int) -> IntArray:
        """Return the votes of the gold of a question, shape (classes,)."""
        return np.asarray(self.votes[:, number % self.votes.shape[1]])

    def estimators(self, number: int) -> tuple[Estimator, Estimator]:
        """Return the estimators of a question."""
        return self.pairs[number // self.votes.shape[1]]


def quiz_space(
    n_votes: int = 20, n_classes: int = 5, measures: Sequence[str] = ASKED, estimators: Sequence[Estimator] = ESTIMATORS
) -> QuizSpace:
    """Collect all questions of a space, by difficulty. It takes a second or less: do it once, and keep the result.

    Raises `OrdquantError` where there are more than 20,000 gold distributions, or on an unknown measure.
    """
    check_size(n_votes, n_classes, MOST_GOLD)
    get_measures(list(measures))
    votes = _without_mirror_images(all_distributions(n_votes, n_classes))
    pairs = tuple(combinations(estimators, 2))
    scored = {one: shares(one.estimate(votes)) + np.zeros(votes.shape) for one in estimators}
    gold = shares(votes)
    usable = _usable(votes, gold, scored, pairs)
    quantity = [key for key in MAIN_MEASURES if MEASURES[key].family in QUANTITY]
    deltas = {}
    for key in dict.fromkeys([*quantity, *measures]):
        scores = {one: MEASURES[key].compute.kernel(gold, estimate) for one, estimate in scored.items()}
        deltas[key] = np.concatenate([scores[a] - scores[b] for a, b in pairs])
    sides = np.stack([signs(deltas[key]) for key in quantity])
    pools: dict[tuple[str, Level, bool], Pool] = {}
    for key in measures:
        own = signs(deltas[key])
        kept = usable & ((own == 0) | (np.abs(deltas[key]) >= SMALLEST))
        for tie in (False, True):
            numbers = np.flatnonzero(kept & ((own == 0) == tie))
            others = sides[:, numbers]
            against = (others != 0 if tie else others == -own[numbers]).mean(axis=0)
            difficulty = 1 - _percentiles(np.abs(deltas[key][numbers]) * (not tie)) * (not tie) + against
            for level, part in zip(LEVELS, _terciles(difficulty), strict=True):
                pools[key, level, tie] = Pool(numbers[part], difficulty[part])
    return QuizSpace(n_votes, n_classes, votes, pairs, MappingProxyType(pools))


def _without_mirror_images(votes: IntArray) -> IntArray:
    """Keep one of every two gold distributions that are mirror images: the first in lexicographic order."""
    first = np.zeros(votes.shape[1], dtype=np.int64)
    for change in votes - votes[::-1]:
        first = np.where(first == 0, np.sign(change), first)
    return np.asarray(votes[:, first <= 0])


def _usable(
    votes: IntArray,
    gold: FloatArray,
    scored: Mapping[Estimator, FloatArray],
    pairs: Sequence[tuple[Estimator, Estimator]],
) -> NDArray[np.bool_]:
    """Leave out questions with equal estimates, with an estimate that is the gold, and those that occur twice.

    Two pairs of estimators can give a gold the same two estimates. A gold that is its own mirror image occurs once,
    but two pairs of estimates on it can be mirror images.
    """
    own_mirror_image = (votes == votes[::-1]).all(axis=0)
    exact = {one: np.rint(shown * PARTS**2).astype(np.int64) for one, shown in scored.items()}
    target = np.rint(gold * PARTS**2).astype(np.int64)

    def equal(first: IntArray, second: IntArray) -> NDArray[np.bool_]:
        return np.asarray((first == second).all(axis=0))

    same = {(a, b): equal(exact[a], exact[b]) for a in scored for b in scored}
    mirrored = {(a, b): equal(exact[a], exact[b][::-1]) & own_mirror_image for a in scored for b in scored}
    found: list[NDArray[np.bool_]] = []
    for place, (a, b) in enumerate(pairs):
        repeated = same[a, b] | equal(exact[a], target) | equal(exact[b], target)
        for first, second in pairs[:place]:
            for like in (same, mirrored):
                repeated = repeated | like[a, first] & like[b, second] | like[a, second] & like[b, first]
        found.append(~repeated)
    return np.concatenate(found)


def _percentiles(sizes: FloatArray) -> FloatArray:
    """Return which share of the sizes each exceeds; equal ones count half."""
    parts = np.rint(sizes * PARTS).astype(np.int64)
    ordered = np.sort(parts)
    below, up_to = (np.searchsorted(ordered, parts, side=side) for side in ("left", "right"))
    return np.asarray((below + up_to) / 2 / max(1, len(parts)))


def _terciles(difficulty: FloatArray) -> list[IntArray]:
    """Return the places of the easiest third, of the middle and of the hardest, each in ascending order."""
    order = np.argsort(np.rint(difficulty * PARTS).astype(np.int64), kind="stable")
    return [np.sort(part) for part in np.array_split(order, len(LEVELS))]
