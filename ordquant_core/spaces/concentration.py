"""Does one large error cost more than several small ones? Decided on all pairs of estimates where only that differs.

Compared are two estimates of one gold with as much probability in a wrong class (equal NVD), moved equally far (equal
NMD), of which one has its errors in fewer, larger parts: its k largest absolute errors sum to at least as much as
those of the other, for every k, and to more for some k. A measure is taken to have the property where it scores the
concentrated estimate worse on at least three of four such pairs; RNSS does so on all, by Schur convexity.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.comparison import TIE, TIE_DECIMALS, difference
from ordquant_core.measures.registry import MEASURES, Measure, get_measures
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.spaces.pairs import Example, Pairs

USUALLY = 0.75


@dataclass(frozen=True, slots=True)
class Concentration:
    """How often a measure scores the concentrated estimate worse, the same, or better; A has the smaller errors."""

    measure: str
    worse: float  # shares of all pairs, which sum to 1
    same: float
    better: float
    checked: int
    witness: Example | None  # B, with the large error, scores worse
    counterexample: Example | None  # it does not

    @property
    def holds(self) -> bool:
        """Is the concentrated estimate usually worse?"""
        return self.worse >= USUALLY


def concentration(n_votes: int, n_classes: int, measures: Sequence[str]) -> tuple[Concentration, ...]:
    """Compare all estimates of all gold distributions of N votes over L classes that differ in nothing else.

    Examples are those with the largest difference. Raises `OrdquantError` where there are more than 300 distributions,
    or on an unknown measure.

    >>> [(one.measure, one.worse) for one in concentration(4, 3, ["RNSS", "NVD"])]
    [('RNSS', 1.0), ('NVD', 0.0)]
    """
    known, pairs = get_measures(measures), Pairs(n_votes, n_classes)
    triples = _triples(pairs)
    return tuple(_of_measure(pairs, measure, triples) for measure in known)


def _triples(pairs: Pairs) -> IntArray:
    """Return all (gold, spread estimate, concentrated estimate), shape (3, n)."""
    votes = pairs.votes
    moved = np.rint(pairs.scores(MEASURES["MD"]) * pairs.n_votes).astype(np.int64)
    triples = []
    for gold, row in enumerate(votes):
        largest = np.cumsum(np.sort(np.abs(votes - row), axis=1)[:, ::-1], axis=1)
        alike = (largest[:, None, -1] == largest[None, :, -1]) & (moved[gold][:, None] == moved[gold][None])
        more = (largest[None] >= largest[:, None]).all(axis=2) & (largest[None] > largest[:, None]).any(axis=2)
        spread, concentrated = np.nonzero(alike & more)
        triples.append(np.stack([np.full(len(spread), gold), spread, concentrated]))
    return np.concatenate(triples, axis=1)


def _of_measure(pairs: Pairs, measure: Measure, triples: IntArray) -> Concentration:
    gold, spread, concentrated = triples
    scores = pairs.scores(measure)
    rise = difference(scores[gold, concentrated], scores[gold, spread])
    worse, better = rise > TIE, rise < -TIE
    n = max(1, len(rise))

    def example(of: FloatArray, there: bool) -> Example | None:
        if not there:
            return None
        at = int(of.round(TIE_DECIMALS).argmax())
        return pairs.example(measure, int(gold[at]), int(spread[at]), int(concentrated[at]))

    return Concentration(
        measure.key,
        int(worse.sum()) / n,
        (len(rise) - int(worse.sum()) - int(better.sum())) / n,
        int(better.sum()) / n,
        len(rise),
        example(rise, bool(worse.any())),
        example(-rise, not worse.all()),
    )
