"""All questions of the quiz over one space of gold distributions: the Atlas, with two estimators for each question.

A question is a gold, two estimators and a taught measure: which estimate does the measure prefer? A question is kept if

- both estimates are whole votes of as many people as the gold has, neither is the gold, and they differ;
- another taught measure prefers the other estimate (for a tie: prefers one);
- each of the two wrong choices is the answer of another taught measure or of a misunderstanding in `readings`;
- the measure sees a tie, or its scores differ by 0.02 or more;
- on DNKT, the numbers of class pairs in the same and in the opposite order show its preference: one estimate has no
  fewer of the former and no more of the latter, and the two differ (for a tie: have equally many of each).

Mirror images are merged. The level of a preference: where exactly one of the other taught measures answers otherwise,
one idea decides, and the question is easy where its margin is at least the median of those, else medium; where two or
three answer otherwise it is hard. A tie is easy, medium or hard where one, two or three of them answer otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import signs
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.spaces.gold_distributions import Estimator, all_distributions, check_size, shares
from ordquant_core.teaching.readings import READINGS, TAUGHT

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
CAN_TIE = ("NMD", "NVD", "DNKT")  # RNOD sees too few exact ties
ESTIMATORS = tuple(Estimator(rule) for rule in ("popularity", "uniform", "up", "down", "mirror", "median"))
MOST_GOLD = 20_000  # gold distributions; a space takes six estimates and all readings of each
SMALLEST = 0.02  # of a delta that is not a tie
PARTS = 1_000_000  # deltas are compared in millionths: the last bit of a root differs between machines


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """Every gold distribution, of two mirror images the first, with every two estimators.

    Pictures are numbered: all gold distributions with the first two estimators, then with the next two.
    """

    votes: IntArray  # (classes, gold distributions)
    pairs: tuple[tuple[Estimator, Estimator], ...]
    gold: FloatArray  # as shares
    estimates: Mapping[Estimator, FloatArray]  # of all gold distributions

    def parts(self, number: int) -> tuple[IntArray, Estimator, Estimator]:
        """Return what a picture is made of: the votes of its gold, shape (classes,), and its estimators."""
        at, gold = divmod(number, self.votes.shape[1])
        return (np.asarray(self.votes[:, gold]), *self.pairs[at])

    def deltas(self, errors: Callable[[FloatArray, FloatArray], FloatArray]) -> FloatArray:
        """Return the score of the first estimate minus that of the second: (pictures,)."""
        values = {one: errors(self.gold, estimate) for one, estimate in self.estimates.items()}
        return np.concatenate([values[a] - values[b] for a, b in self.pairs])

    def usable(self) -> NDArray[np.bool_]:
        """Leave out estimates that are no whole votes, equal ones, one that is the gold, and what occurs twice.

        Two pairs of estimators can give a gold the same two estimates. A gold that is its own mirror image occurs once,
        but two pairs of estimates on it can be mirror images.
        """
        own_mirror_image = (self.votes == self.votes[::-1]).all(axis=0)
        exact = {one: np.rint(shares * PARTS**2).astype(np.int64) for one, shares in self.estimates.items()}
        target = np.rint(self.gold * PARTS**2).astype(np.int64)
        n_votes = int(self.votes[:, 0].sum())
        counts = {one: shares * n_votes for one, shares in self.estimates.items()}
        whole = {one: (np.rint(shares) == shares.round(9)).all(axis=0) for one, shares in counts.items()}

        def equal(first: IntArray, second: IntArray) -> NDArray[np.bool_]:
            return np.asarray((first == second).all(axis=0))

        same = {(a, b): equal(exact[a], exact[b]) for a in exact for b in exact}
        mirrored = {(a, b): equal(exact[a], exact[b][::-1]) & own_mirror_image for a in exact for b in exact}
        usable_pairs: list[NDArray[np.bool_]] = []
        for place, (a, b) in enumerate(self.pairs):
            repeated = same[a, b] | equal(exact[a], target) | equal(exact[b], target)
            for first, second in self.pairs[:place]:
                for like in (same, mirrored):
                    repeated = repeated | like[a, first] & like[b, second] | like[a, second] & like[b, first]
            usable_pairs.append(~repeated & whole[a] & whole[b])
        return np.concatenate(usable_pairs)

    def shows_order(self, side: IntArray) -> NDArray[np.bool_]:
        """Return where the numbers of class pairs in the same and in the opposite order show DNKT's preferences."""

        def order(values: FloatArray) -> IntArray:
            exact = np.rint(values * PARTS).astype(np.int64)
            return np.stack([np.sign(exact[i] - exact[j]) for i, j in combinations(range(len(exact)), 2)])

        of_gold = order(self.gold)
        products = {one: of_gold * order(estimate) for one, estimate in self.estimates.items()}
        counts = [{one: (orders == sign).sum(axis=0) for one, orders in products.items()} for sign in (1, -1)]
        same, opposite = (np.concatenate([number[a] - number[b] for a, b in self.pairs]) for number in counts)
        better = (same * side <= 0) & (opposite * side >= 0) & ((same != 0) | (opposite != 0))
        return np.asarray(np.where(side == 0, (same == 0) & (opposite == 0), better))


def pictures(n_votes: int, n_classes: int) -> Pictures:
    """Return all pictures of a space."""
    votes = _without_mirror_images(all_distributions(n_votes, n_classes))
    estimates = {one: shares(one.estimate(votes)) + np.zeros(votes.shape) for one in ESTIMATORS}
    return Pictures(votes, tuple(combinations(ESTIMATORS, 2)), shares(votes), estimates)


@dataclass(frozen=True, slots=True, eq=False)
class QuizSpace:
    """The questions of a space."""

    n_votes: int
    n_classes: int
    pictures: Pictures
    pools: Mapping[tuple[str, Level, bool], IntArray]  # pictures by measure, level and whether the measure sees a tie


def quiz_space(n_votes: int = 20, n_classes: int = 5) -> QuizSpace:
    """Collect all questions of a space by level. It takes a second or less: do it once, and keep the result.

    Raises `OrdquantError` where there are more than 20,000 gold distributions.
    """
    check_size(n_votes, n_classes, MOST_GOLD)
    every = pictures(n_votes, n_classes)
    allowed = every.usable()
    deltas = {key: every.deltas(reading.errors) for key, reading in READINGS.items()}
    sides = {key: signs(delta) for key, delta in deltas.items()}
    shows_order = every.shows_order(sides["DNKT"])
    pools: dict[tuple[str, Level, bool], IntArray] = {}
    for key in TAUGHT:
        own, size = sides[key], np.rint(np.abs(deltas[key]) * PARTS).astype(np.int64)
        others = np.stack([sides[other] for other in TAUGHT if other != key])
        n_otherwise = (others != own).sum(axis=0)
        kept = allowed & _wrong_choices_are_real(key, sides) & (shows_order if key == "DNKT" else True)
        prefers = kept & (size >= SMALLEST * PARTS) & (own != 0) & (others == -own).any(axis=0)
        unanimous = prefers & (n_otherwise == 1)
        large = size >= np.median(size[unanimous]) if unanimous.any() else unanimous
        ties = kept & (own == 0) & (key in CAN_TIE)
        masks = (unanimous & large, unanimous & ~large, prefers & (n_otherwise > 1))
        for n, (level, mask) in enumerate(zip(LEVELS, masks, strict=True), start=1):
            pools[key, level, False] = np.flatnonzero(mask)
            pools[key, level, True] = np.flatnonzero(ties & (n_otherwise == n))
    return QuizSpace(n_votes, n_classes, every, pools)


def _wrong_choices_are_real(key: str, sides: Mapping[str, IntArray]) -> NDArray[np.bool_]:
    """Return where each answer that differs from a measure's is the answer of another reading."""
    others = np.stack([side for other, side in sides.items() if other != key])
    answers = [(others == answer).any(axis=0) | (sides[key] == answer) for answer in (-1, 0, 1)]
    return np.asarray(np.logical_and.reduce(answers))


def _without_mirror_images(votes: IntArray) -> IntArray:
    """Keep one of every two gold distributions that are mirror images: the first in lexicographic order."""
    first = np.zeros(votes.shape[1], dtype=np.int64)
    for change in votes - votes[::-1]:
        first = np.where(first == 0, np.sign(change), first)
    return np.asarray(votes[:, first <= 0])
