"""What the papers state of measures, checked on all pairs of small vote distributions, or of short rankings.

The statements are those of `papers/statements.csv`; a check has the key of its statement.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.comparison import TIE, TIE_DECIMALS
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import COMPONENTS
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import FloatArray, IntArray, TableRow
from ordquant_core.spaces.gold_distributions import all_distributions, shares
from ordquant_core.statistics.rank_correlation import kendall_taus

Votes = tuple[int, ...]
MISPRINT = "misprint"  # the key of a statement on an example that is not printed as it was meant
_FLAT, _PRINTED_Y, _RNSS_OF_Y = (
    (2, 2, 2, 2, 2),
    (3, 3, 2, 1, 1),
    (0.1732, 0.00005),
)  # in tenths; printed, and its half unit


@dataclass(frozen=True, slots=True)
class CheckedStatement(TableRow):
    """Whether a statement holds on all pairs that it is about; the witness violates it most, or comes closest."""

    key: str
    paper: str  # a key of REFERENCES
    place: str
    statement: str  # in our words
    n_votes: int  # of the distributions it is checked on; 0: on rankings of so many documents as there are classes
    n_classes: int
    cause: str  # why it does not hold
    holds: bool
    checked: int  # pairs of distributions, or of rankings
    gold: Votes
    estimate: Votes
    scores: tuple[tuple[str, float], ...]  # what the statement compares, for the witness

    COLUMNS = ("paper", "printed_in", "statement", "checked", "holds", "cause")

    def cells(self) -> tuple[object, ...]:
        """Return the values of its row in a table."""
        where = REFERENCES[self.paper].short, self.place
        return *where, self.statement, self.checked, "yes" if self.holds else "no", self.cause


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """All gold distributions in rows (gold distributions, classes), all estimates in columns."""

    gold: IntArray
    estimates: IntArray

    def scores(self, key: str, *, swapped: bool = False) -> FloatArray:
        """Score all pairs: (gold distributions, estimates)."""
        gold, estimate = shares(self.gold.T)[:, :, None], shares(self.estimates.T)[:, None, :]
        kernel = MEASURES[key].compute.kernel
        return np.asarray(kernel(estimate, gold) if swapped else kernel(gold, estimate))


@dataclass(frozen=True, slots=True, eq=False)
class _Outcome:
    """By how much each pair violates a statement (up to 0: not at all), and what it compares.

    `about`: the pairs that the statement is about; None: all but those of equal distributions, which come closest to
    many statements and show nothing.
    """

    excess: FloatArray
    compared: Mapping[str, FloatArray]
    about: NDArray[np.bool_] | None = None


@cache
def checked_statements() -> tuple[CheckedStatement, ...]:
    """Check every statement; a moment's work, done once."""
    return tuple(map(check, read_rows("statements.csv")))


def check(row: Mapping[str, str]) -> CheckedStatement:
    """Check one statement, a row of `statements.csv`."""
    key, n_votes, n_classes = row["key"], int(row["votes"] or 0), int(row["classes"])
    pairs = _pairs(key, n_votes, n_classes)
    outcome = _CHECKS[key](pairs)
    about = _different(pairs) if outcome.about is None else outcome.about
    excess = np.where(about, outcome.excess, -np.inf).round(TIE_DECIMALS)
    gold, estimate = divmod(int(excess.argmax()), excess.shape[1])
    return CheckedStatement(
        *(key, row["paper"], row["place"], row["statement"], n_votes, n_classes, row["cause"]),
        holds=bool(excess[gold, estimate] <= TIE),
        checked=int(about.sum()),
        gold=tuple(pairs.gold[gold].tolist()),
        estimate=tuple(pairs.estimates[estimate].tolist()),
        scores=tuple((name, float(values[gold, estimate])) for name, values in outcome.compared.items()),
    )


def _pairs(key: str, n_votes: int, n_classes: int) -> _Pairs:
    """Return all pairs; of the statement on bounds, estimates all in one class: OD is convex in the estimate."""
    if key == MISPRINT:
        return _Pairs(np.array([_FLAT]), np.array([_PRINTED_Y]))
    if not n_votes:
        rankings = np.array(list(permutations(range(1, n_classes + 1))))
        return _Pairs(rankings, rankings)
    votes = all_distributions(n_votes, n_classes).T
    return _Pairs(votes, votes[(votes == n_votes).any(axis=1)] if key == "bounded" else votes)


def _different(pairs: _Pairs) -> NDArray[np.bool_]:
    return np.asarray((pairs.gold[:, None] != pairs.estimates[None]).any(axis=2))


def _bounded(pairs: _Pairs) -> _Outcome:
    scores = pairs.scores("NOD")
    return _Outcome(np.maximum(scores - 1, -scores), {"NOD": scores}, np.ones(scores.shape, dtype=bool))


def _jsd(pairs: _Pairs) -> _Outcome:
    jsd, nvd = pairs.scores("JSD"), pairs.scores("NVD")
    return _Outcome(jsd - nvd, {"JSD": jsd, "NVD": nvd})


def _symmetric(key: str, about: Callable[[IntArray, IntArray], ArrayLike]) -> Callable[[_Pairs], _Outcome]:
    """Return the check that a measure is symmetric where `about` is true: of votes, each (gold, estimates, classes)."""

    def check_both_ways(pairs: _Pairs) -> _Outcome:
        scores, exchanged = pairs.scores(key), pairs.scores(key, swapped=True)
        compared = {key: scores, f"{key} with both exchanged": exchanged}
        gold, estimates = np.broadcast_arrays(pairs.gold[:, None], pairs.estimates[None])
        return _Outcome(np.abs(scores - exchanged), compared, np.asarray(about(gold, estimates)) & _different(pairs))

    return check_both_ways


def _two_classes(pairs: _Pairs) -> _Outcome:
    compared = {key: pairs.scores(key) for key in ("NMD", "RNOD", "RSNOD")}
    return _Outcome(np.ptp([*compared.values()], axis=0), compared)


def _uniform(pairs: _Pairs) -> _Outcome:
    scores = pairs.scores("DNKT")
    gold, estimates = (np.ptp(side, axis=1) == 0 for side in (pairs.gold, pairs.estimates))
    return _Outcome(np.abs(scores - 0.5), {"DNKT": scores}, gold[:, None] | estimates[None])


def _between(pairs: _Pairs) -> _Outcome:
    dnkt = pairs.scores("DNKT")
    outside, compared = np.full(dnkt.shape, -np.inf), {"DNKT": dnkt}
    for key in COMPONENTS:
        own, both = pairs.scores(key), pairs.scores(f"DNKT_{key}")
        outside = np.maximum(outside, np.maximum(both - np.maximum(own, dnkt), np.minimum(own, dnkt) - both))
        compared |= {key: own, f"DNKT_{key}": both}
    return _Outcome(outside, compared)


def _theorem(pairs: _Pairs) -> _Outcome:
    information, tau = _information(pairs), _taus(pairs)
    expected = sum(_x_log_x(1 + side) / 2 for side in (tau, -tau))
    return _Outcome(np.abs(information - expected), {"information": information, "τ": tau}, np.ones(tau.shape, bool))


def _corollary(pairs: _Pairs) -> _Outcome:
    information, share = _information(pairs), (1 - _taus(pairs)) / 2
    expected = 1 + _x_log_x(share) + _x_log_x(1 - share)
    return _Outcome(
        np.abs(information - expected), {"information": information, "K": share}, np.ones(share.shape, bool)
    )


def _information(pairs: _Pairs) -> FloatArray:
    """Return the information of the orders of all pairs of documents in two rankings, from their joint frequencies."""
    first, second = np.nonzero(~np.eye(pairs.gold.shape[1], dtype=bool))  # ordered pairs of documents
    above = (pairs.gold[:, first] < pairs.gold[:, second]).astype(np.float64)  # half of them, in every ranking
    joint = [side @ other.T / len(first) for side in (above, 1 - above) for other in (above, 1 - above)]
    return np.asarray(2 + sum(map(_x_log_x, joint)))


def _taus(pairs: _Pairs) -> FloatArray:
    return kendall_taus(*np.broadcast_arrays(pairs.gold[:, None], pairs.estimates[None]))


def _x_log_x(x: FloatArray) -> FloatArray:
    """Return x log2 x, which is 0 at 0."""
    return np.asarray(x * np.log2(x, where=x > 0, out=np.zeros_like(x)))


def _misprint(pairs: _Pairs) -> _Outcome:
    (printed, half_unit), scores = _RNSS_OF_Y, pairs.scores("RNSS")
    return _Outcome(np.abs(scores - printed) - half_unit, {"RNSS": scores})


_CHECKS: Mapping[str, Callable[[_Pairs], _Outcome]] = {
    "bounded": _bounded,
    "jsd": _jsd,
    "same classes": _symmetric("OD", lambda gold, estimates: ((gold > 0) == (estimates > 0)).all(axis=2)),
    "one class": _symmetric(
        "OD", lambda gold, estimates: ((gold > 0).sum(axis=2) == 1) & ((estimates > 0).sum(axis=2) == 1)
    ),
    "no zero": _symmetric("OD", lambda gold, _: (gold > 0).all(axis=2)),
    "adw": _symmetric("ADW", lambda gold, _: np.ones(gold.shape[:2], dtype=bool)),
    "two classes": _two_classes,
    "uniform": _uniform,
    "between": _between,
    "theorem 1": _theorem,
    "corollary 1": _corollary,
    MISPRINT: _misprint,
}
