"""All pairs of vote distributions of a small size, scored to check properties; pictures of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import TIE_DECIMALS
from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.measures.registry import MEASURES, Measure
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.spaces.gold_distributions import Estimator, all_distributions, check_size, shares

POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")
MOST_IN_PAIRS = 300  # so at most 90,000 pairs and 27,000,000 triples a measure

Votes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A gold and one or two estimates, with their scores."""

    gold: Votes
    a: Votes
    b: Votes | None
    score_a: float
    score_b: float | None


class Pairs:
    """All vote distributions of a size, and the scores of all their pairs, made when they are asked for."""

    def __init__(self, n_votes: int, n_classes: int) -> None:
        """Raise `OrdquantError` where there are more than 300 distributions."""
        check_size(n_votes, n_classes, MOST_IN_PAIRS)
        self.n_classes = n_classes
        self.votes = all_distributions(n_votes, n_classes).T  # (n, L), lexicographic
        self.size = len(self.votes)
        above = np.triu_indices(n_classes, 1)
        ranks = np.sign(self.votes[:, above[0]] - self.votes[:, above[1]])
        self.rank_pattern = np.unique(ranks, axis=0, return_inverse=True)[1].ravel()
        self.certain = np.flatnonzero((self.votes == n_votes).any(axis=1))  # all votes in one class
        self.n_votes = n_votes
        self._number = {tuple(row): number for number, row in enumerate(self.votes.tolist())}
        self._scores: dict[str, FloatArray] = {}

    def scores(self, measure: Measure) -> FloatArray:
        """Return the scores of all pairs, shape (gold distributions, estimates)."""
        if measure.key not in self._scores:
            probabilities = shares(self.votes.T)
            self._scores[measure.key] = measure.compute.kernel(probabilities[:, :, None], probabilities[:, None, :])
        return self._scores[measure.key]

    @cached_property
    def concentrated(self) -> IntArray:
        """All (gold, estimate, concentrated estimate) that differ in the size of the errors alone, shape (3, n).

        Of as much probability in wrong classes, moved equally far, the concentrated estimate has its errors in fewer,
        larger parts: its k largest sum to at least as much as those of the other for every k, and to more for some k.
        """
        moved = np.rint(self.scores(MEASURES["MD"]) * self.n_votes).astype(np.int64)
        triples = []
        for gold, row in enumerate(self.votes):
            largest = np.cumsum(np.sort(np.abs(self.votes - row), axis=1)[:, ::-1], axis=1)
            alike = (largest[:, None, -1] == largest[None, :, -1]) & (moved[gold][:, None] == moved[gold][None])
            more = (largest[None] >= largest[:, None]).all(axis=2) & (largest[None] > largest[:, None]).any(axis=2)
            spread, concentrated = np.nonzero(alike & more)
            triples.append(np.stack([np.full(len(spread), gold), spread, concentrated]))
        return np.concatenate(triples, axis=1)

    @cached_property
    def seen_alike(self) -> IntArray:
        """The group of each pair, (n * n,), by what a measure with fixed distances sees.

        It sees the errors, the classes in use, and the order of the bars.
        """
        errors = (self.votes[None] - self.votes[:, None]).reshape(self.size**2, self.n_classes)  # estimate - gold
        used = (self.votes > 0) @ (2 ** np.arange(self.n_classes))
        numbers = (errors + self.n_votes) @ ((2 * self.n_votes + 1) ** np.arange(self.n_classes))
        order = np.unique(self.scores(MEASURES["DNKT"]).round(TIE_DECIMALS), return_inverse=True)[1].ravel()
        seen = np.stack([numbers, np.repeat(used, self.size), np.tile(used, self.size), order], axis=1)
        return np.asarray(np.unique(seen, axis=0, return_inverse=True)[1].ravel(), dtype=np.int64)

    def exchanged(self, first: int, second: int) -> IntArray:
        """Return the number of every distribution after two classes are exchanged."""
        turned = self.votes.copy()
        turned[:, [first, second]] = turned[:, [second, first]]
        return np.array([self._number[tuple(row)] for row in turned.tolist()])

    def number(self, votes: IntArray) -> int:
        """Return the number of a distribution."""
        return self._number[tuple(votes.tolist())]

    def example(self, measure: Measure, gold: int, a: int, b: int | None = None) -> Example:
        """Return an example of the distributions with these numbers."""
        scores = self.scores(measure)
        votes = [None if row is None else tuple(self.votes[row].tolist()) for row in (gold, a, b)]
        return Example(
            votes[0] or (),
            votes[1] or (),
            votes[2],
            float(scores[gold, a]),
            None if b is None else float(scores[gold, b]),
        )


def classes(n_classes: int) -> tuple[str, ...]:
    """Name the classes 1 … L."""
    return tuple(str(place + 1) for place in range(n_classes))


def picture(gold: Votes, a: Votes | Estimator = POPULARITY, b: Votes | Estimator | None = None) -> Picture:
    """Return a gold and two estimates as Compare draws them; baselines stay words, and B is Uniform by default."""
    (first, name_a), (second, name_b) = (_entry(gold, one or UNIFORM) for one in (a, b))
    return Picture(classes(len(gold)), tuple(map(float, gold)), first, second, name_a, name_b)


def _entry(gold: Votes, side: Votes | Estimator) -> tuple[Entry, str]:
    if not isinstance(side, Estimator):
        return tuple(map(float, side)), ""
    if side.rule in BASELINES:
        return side.rule, ""
    return tuple(map(float, side.estimate(np.array(gold)[:, None])[:, 0].tolist())), side.name
