"""The largest score of a measure, and the pairs of distributions that score exactly 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import TIE, TIE_DECIMALS
from ordquant_core.analysis.spaces.gold_distributions import count_distributions, shares
from ordquant_core.analysis.spaces.pairs import Example, Pairs
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES, Measure, get_measures
from ordquant_core.records import Framed

MANY_VOTES = 100
_BOTH_UP_TO = 7  # classes: 448 distributions, 200,704 pairs


@dataclass(frozen=True, slots=True)
class Extremes(Framed):
    """The largest score of a measure over all pairs, and the pairs that score 1."""

    measure: str
    largest: float
    bound: float  # the least upper bound for any number of votes, from the registry
    at_largest: Example
    n_one: int  # pairs that score exactly 1
    n_above: int  # pairs above 1
    at_one: Example | None
    when_one: str  # in words, where these are exactly the pairs of a simple kind
    above_one: Example | None  # of MANY_VOTES votes: one crowded class, at most one vote in each other


def extremes(n_votes: int, n_classes: int, measures: Sequence[str]) -> tuple[Extremes, ...]:
    """Find the largest score of every measure over all pairs, and the pairs that score 1.

    Raises `OrdquantError` where there are more than 300 distributions, or on an unknown measure.
    """
    pairs = Pairs(n_votes, n_classes)
    return tuple(_extremes(pairs, measure) for measure in get_measures(measures))


def _extremes(pairs: Pairs, measure: Measure) -> Extremes:
    scores = pairs.scores(measure)
    rounded = scores.round(TIE_DECIMALS)
    at_largest = divmod(int(rounded.argmax()), pairs.size)
    one = np.abs(scores - 1) < TIE
    words = next((words for words, kind in _kinds(pairs).items() if one.any() and (kind == one).all()), "")
    at_one = divmod(int(one.argmax()), pairs.size) if one.any() else None
    return Extremes(
        measure=measure.key,
        largest=float(scores[at_largest]),
        bound=measure.bounds(pairs.n_classes)[1],
        at_largest=pairs.example(measure, *at_largest),
        n_one=int(one.sum()),
        n_above=int((scores > 1 + TIE).sum()),
        at_one=None if at_one is None else pairs.example(measure, *at_one),
        when_one=words,
        above_one=_above_one(measure, pairs.n_classes),
    )


def _above_one(measure: Measure, n_classes: int) -> Example | None:
    if measure.bounds(n_classes)[1] <= 1:
        return None
    found = lonely_votes(measure, MANY_VOTES, n_classes)
    return found if found.score_a > 1 + TIE else None


def _kinds(pairs: Pairs) -> dict[str, NDArray[np.bool_]]:
    """Return simple kinds of pairs, in words, each as a mask of shape (gold distributions, estimates)."""
    occurs = pairs.votes > 0
    disjoint = ~(occurs[:, None] & occurs[None]).any(axis=2)
    certain = np.isin(np.arange(pairs.size), pairs.certain)
    both = certain[:, None] & certain[None]
    low, high = pairs.votes[:, 0] == pairs.n_votes, pairs.votes[:, -1] == pairs.n_votes
    ends = low[:, None] & high[None] | high[:, None] & low[None]
    reverse = pairs.scores(MEASURES["DNKT"]) >= 1 - TIE
    return {
        "all votes of the gold at one end of the scale, all of the estimate at the other": ends,
        "gold and estimate have no class in common": disjoint,
        "gold and estimate each all in one class, not the same": both & disjoint,
        "the bars of the estimate in exactly the opposite order": reverse,
        "no class in common, and the bars in exactly the opposite order": reverse & disjoint,
        "all votes at opposite ends, and the bars in exactly the opposite order": reverse & ends,
    }


def lonely_votes(measure: Measure, n_votes: int, n_classes: int) -> Example:
    """Return the largest score of two distributions with one crowded class and at most one vote in each other.

    From five classes on these are pairs on which RNOD and RSNOD pass 1 once there are votes enough: a lonely vote
    makes its class count as much as the crowded one. Beyond seven classes the estimate has all votes in one class.
    Raises `OrdquantError` unless there are at least as many votes as classes.
    """
    count_distributions(n_votes, n_classes)
    if n_votes < n_classes:
        raise OrdquantError(f"{n_votes} votes do not suffice for one in each of {n_classes} classes.")
    lonely = np.array(list(product((0, 1), repeat=n_classes)), dtype=np.int64)
    votes = np.concatenate([lonely[lonely[:, crowded] == 0] for crowded in range(n_classes)])
    crowded = np.repeat(np.arange(n_classes), len(votes) // n_classes)
    votes[np.arange(len(votes)), crowded] = n_votes - votes.sum(axis=1)
    estimates = votes if n_classes <= _BOTH_UP_TO else n_votes * np.eye(n_classes, dtype=np.int64)
    scores = measure.compute.kernel(shares(votes.T)[:, :, None], shares(estimates.T)[:, None, :])
    gold, estimate = divmod(int(scores.round(TIE_DECIMALS).argmax()), len(estimates))
    best = float(scores[gold, estimate])
    return Example(tuple(votes[gold].tolist()), tuple(estimates[estimate].tolist()), None, best, None)
