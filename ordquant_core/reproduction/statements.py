"""What the papers state, checked on all pairs of small vote distributions or short rankings, each with a witness."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import TIE, TIE_DECIMALS
from ordquant_core.errors import extra
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.combinations import COMPONENTS
from ordquant_core.papers.statements import STATEMENTS, Statement
from ordquant_core.records import FloatArray, IntArray, TableRow
from ordquant_core.spaces.gold_distributions import all_distributions, shares

Votes = tuple[int, ...]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CheckedStatement(TableRow):
    """Whether a statement holds on all pairs that were checked; the witness violates it most, or comes closest."""

    statement: Statement
    holds: bool
    checked: int  # pairs of distributions that the statement is about
    gold: Votes
    estimate: Votes
    scores: tuple[tuple[str, float], ...]  # what the statement compares, for the witness

    COLUMNS = ("paper", "printed_in", "statement", "checked", "holds")

    def cells(self) -> tuple[object, ...]:
        """Return the values of its row in a table."""
        about = self.statement
        return about.paper, about.place, about.quote, self.checked, "yes" if self.holds else "no"


@dataclass(frozen=True, slots=True, eq=False)
class _Space:
    """All gold distributions in rows, all estimates in columns."""

    gold_rows: IntArray  # (gold distributions, classes)
    estimate_rows: IntArray  # (estimates, classes)

    def scores(self, key: str, *, swapped: bool = False) -> FloatArray:
        """Score all pairs: (gold distributions, estimates)."""
        gold, estimate = shares(self.gold_rows.T)[:, :, None], shares(self.estimate_rows.T)[:, None, :]
        kernel = MEASURES[key].compute.kernel
        return np.asarray(kernel(estimate, gold) if swapped else kernel(gold, estimate))

    def used(self) -> tuple[IntArray, IntArray]:
        """Return how many classes have votes, on both sides."""
        return (self.gold_rows > 0).sum(axis=1), (self.estimate_rows > 0).sum(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class _Outcome:
    """By how much each pair violates a statement (up to 0: not at all), and which pairs it is about."""

    excess: FloatArray
    about: Bools | None = None
    compared: tuple[tuple[str, FloatArray], ...] = ()


@cache
def checked_statements() -> tuple[CheckedStatement, ...]:
    """Check every statement; a moment's work, done once."""
    return tuple(map(check, STATEMENTS))


def check(statement: Statement) -> CheckedStatement:
    """Check one statement."""
    space = _space(statement)
    outcome = _CHECKS[statement.key](space)
    about = np.ones(outcome.excess.shape, dtype=np.bool_) if outcome.about is None else outcome.about
    excess = np.where(about, outcome.excess, -np.inf).round(TIE_DECIMALS)
    gold, estimate = divmod(int(excess.argmax()), excess.shape[1])
    return CheckedStatement(
        statement,
        bool(excess[gold, estimate] <= TIE),
        int(about.sum()),
        tuple(space.gold_rows[gold].tolist()),
        tuple(space.estimate_rows[estimate].tolist()),
        tuple((name, float(values[gold, estimate])) for name, values in outcome.compared),
    )


def _space(statement: Statement) -> _Space:
    """Return all pairs; of a statement on bounds, estimates all in one class: OD is convex in the estimate."""
    if statement.of_rankings:
        rankings = np.array(list(permutations(range(1, statement.n_classes + 1))))
        return _Space(rankings, rankings)
    votes = all_distributions(statement.n_votes, statement.n_classes).T
    at_ends = votes[(votes == statement.n_votes).any(axis=1)]
    return _Space(votes, at_ends if statement.key == "bounded" else votes)


def _bounded(space: _Space) -> _Outcome:
    scores = space.scores("NOD")
    return _Outcome(np.maximum(scores - 1, -scores), compared=(("NOD", scores),))


def _jsd(space: _Space) -> _Outcome:
    jsd, nvd = space.scores("JSD"), space.scores("NVD")
    return _Outcome(jsd - nvd, _different(space), (("JSD", jsd), ("NVD", nvd)))


def _different(space: _Space) -> Bools:
    """Leave out pairs of equal distributions: they come closest to many statements, and show nothing."""
    return np.asarray((space.gold_rows[:, None] != space.estimate_rows[None]).any(axis=2))


def _both_ways(space: _Space, key: str, about: Bools) -> _Outcome:
    scores, exchanged = space.scores(key), space.scores(key, swapped=True)
    names = (key, scores), (f"{key} with both exchanged", exchanged)
    return _Outcome(np.abs(scores - exchanged), about & _different(space), names)


def _same_classes(space: _Space) -> _Outcome:
    same = ((space.gold_rows[:, None] > 0) == (space.estimate_rows[None] > 0)).all(axis=2)
    return _both_ways(space, "OD", same)


def _one_class(space: _Space) -> _Outcome:
    gold_rows, estimates = space.used()
    return _both_ways(space, "OD", (gold_rows[:, None] == 1) & (estimates[None] == 1))


def _no_zero(space: _Space) -> _Outcome:
    gold_rows, estimates = space.used()
    return _both_ways(
        space, "OD", np.broadcast_to(gold_rows[:, None] == space.gold_rows.shape[1], (len(gold_rows), len(estimates)))
    )


def _adw(space: _Space) -> _Outcome:
    return _both_ways(space, "ADW", np.ones((len(space.gold_rows), len(space.estimate_rows)), dtype=np.bool_))


def _two_classes(space: _Space) -> _Outcome:
    compared = tuple((key, space.scores(key)) for key in ("NMD", "RNOD", "RSNOD"))
    return _Outcome(np.ptp([values for _, values in compared], axis=0), _different(space), compared)


def _uniform(space: _Space) -> _Outcome:
    gold_rows, estimates = (np.ptp(side, axis=1) == 0 for side in (space.gold_rows, space.estimate_rows))
    scores = space.scores("DNKT")
    return _Outcome(np.abs(scores - 0.5), gold_rows[:, None] | estimates[None], (("DNKT", scores),))


def _between(space: _Space) -> _Outcome:
    dnkt = space.scores("DNKT")
    outside, compared = np.full(dnkt.shape, -np.inf), [("DNKT", dnkt)]
    for key in COMPONENTS:
        own, both = space.scores(key), space.scores(f"DNKT_{key}")
        outside = np.maximum(outside, np.maximum(both - np.maximum(own, dnkt), np.minimum(own, dnkt) - both))
        compared += [(key, own), (f"DNKT_{key}", both)]
    return _Outcome(outside, _different(space), tuple(compared))


def _frequencies(space: _Space) -> tuple[FloatArray, FloatArray]:
    """Return the information of the two ±1 variables of all pairs of rankings, from their joint frequencies, and τ.

    Kendall's τ comes from SciPy: the statement is checked against a calculation that does not use it.
    """
    with extra("statistics", "The check of a statement"):
        from scipy.stats import kendalltau

    ranks = space.gold_rows
    first, second = np.nonzero(~np.eye(ranks.shape[1], dtype=bool))  # ordered pairs of documents
    above = (ranks[:, first] < ranks[:, second]).astype(np.float64)
    information = np.zeros((len(ranks), len(ranks)))
    for side in (above, 1 - above):
        for other in (above, 1 - above):
            joint = side @ other.T / len(first)
            apart = side.mean(axis=1)[:, None] * other.mean(axis=1)
            information += np.where(joint > 0, joint * np.log2(np.where(joint > 0, joint, 1) / apart), 0)
    tau = np.array([[kendalltau(ranking, other).statistic for other in ranks[:1]] for ranking in ranks])[:, 0]
    number = {tuple(row): place for place, row in enumerate(ranks.tolist())}
    relative = np.array([[number[tuple(ranking[np.argsort(other)].tolist())] for other in ranks] for ranking in ranks])
    return information, tau[relative]  # τ of two rankings is that of one, its items named by the other, and 1, 2, 3, …


def _theorem(space: _Space) -> _Outcome:
    information, tau = _frequencies(space)
    parts = [np.where(x > 0, x / 2 * np.log2(np.where(x > 0, x, 1)), 0) for x in (1 + tau, 1 - tau)]
    return _Outcome(np.abs(information - parts[0] - parts[1]), None, (("information", information), ("τ", tau)))


def _corollary(space: _Space) -> _Outcome:
    information, tau = _frequencies(space)
    share = (1 - tau) / 2
    entropy = np.array([-np.where(x > 0, x * np.log2(np.where(x > 0, x, 1)), 0) for x in (share, 1 - share)]).sum(
        axis=0
    )
    return _Outcome(np.abs(information - 1 + entropy), None, (("information", information), ("K", share)))


_CHECKS: Mapping[str, Callable[[_Space], _Outcome]] = {
    "bounded": _bounded,
    "jsd": _jsd,
    "same classes": _same_classes,
    "one class": _one_class,
    "no zero": _no_zero,
    "adw": _adw,
    "two classes": _two_classes,
    "uniform": _uniform,
    "between": _between,
    "theorem 1": _theorem,
    "corollary 1": _corollary,
}
