"""Find gold distributions by score: all on which measures give two estimators the requested scores."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.text import numbers
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.spaces.compare_estimators import deltas_on
from ordquant_core.spaces.gold_distributions import (
    MOST_DISTRIBUTIONS,
    Estimator,
    Span,
    What,
    check_size,
    distributions_at,
    shares,
    spans,
)
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

MOST_LISTED = 10_000  # gold distributions that one answer lists; all are counted

MOST_CONDITIONS = 6
LARGEST = 100  # score that a condition names

WHATS: Mapping[str, What] = {"delta": "delta", "a": "a", "b": "b"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A measure's score of A or of B, or its delta (A minus B), lies within `margin` of `value`, both ends included."""

    measure: str
    what: What
    value: float
    margin: float

    def __post_init__(self) -> None:
        get_measures([self.measure])
        if self.what not in WHATS:
            raise OrdquantError(f"A condition is on 'a', 'b' or 'delta', not on {self.what!r}.")
        if not (abs(self.value) <= LARGEST and 0 <= self.margin <= LARGEST):  # NaN, too
            raise OrdquantError(
                f"{self.measure}: nothing lies within {setting(self.margin)} of {setting(self.value)}; give a value "
                f"from -{LARGEST} to {LARGEST}, and a margin from 0 to {LARGEST}."
            )

    def values(self, votes: IntArray, a: Estimator, b: Estimator) -> FloatArray:
        """Return what the condition is about for vote counts of shape (L, n): shape (n,)."""
        known = get_measures([self.measure])
        if self.what == "delta":
            return np.asarray(deltas_on(votes, a, b, known)[0])
        side = a if self.what == "a" else b
        return np.broadcast_to(known[0].compute.kernel(shares(votes), shares(side.estimate(votes))), votes.shape[1:])


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The gold distributions that meet all conditions, in lexicographic order; of many, `votes` lists the first."""

    votes: IntArray  # (n, classes)
    values: FloatArray  # (conditions, n): what the conditions are about
    n_found: int
    n_distributions: int


def search_by_score(
    n_votes: int,
    n_classes: int,
    a: Estimator,
    b: Estimator,
    conditions: Sequence[Condition],
    *,
    mode: int | None = None,
    most: int = MOST_DISTRIBUTIONS,
    listed: int = MOST_LISTED,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Matches:
    """Every gold distribution of N votes over L classes that meets all conditions.

    `mode` (counted from 0) asks that no class has more votes than this one. Scores come from whole votes, and a value
    that misses an end of its range by less than 1e-12 lies on it: what ties exactly is found by 0 ± 0. Raises
    `OrdquantError` where there are more than `most` distributions or the mode is no class.

    >>> p, u = Estimator("popularity"), Estimator("uniform")
    >>> search_by_score(2, 3, p, u, [Condition("NMD", "a", 0, 0)], mode=0).votes.tolist()
    [[1, 0, 1], [1, 1, 0], [2, 0, 0]]
    """
    n_distributions = check_size(n_votes, n_classes, most)
    if mode is not None and not 0 <= mode < n_classes:
        raise OrdquantError(f"There is no class {mode + 1}; there are {n_classes}.")
    work = _Block(n_votes, n_classes, a, b, tuple(conditions), mode, listed)
    pieces = list(spans(n_distributions))
    done = [stop for _, stop in pieces]
    n_found, kept = 0, np.zeros((n_classes, 0), dtype=np.int64)
    for n_there, votes in carry_out(work, pieces, done, progress=progress, executor=executor):
        n_found += n_there
        if votes.shape[1] and kept.shape[1] < listed:
            kept = np.concatenate([kept, votes[:, : listed - kept.shape[1]]], axis=1)
    values = np.zeros((len(work.conditions), kept.shape[1]))
    for row, condition in zip(values, work.conditions, strict=True):
        row[:] = condition.values(kept, a, b) if kept.shape[1] else 0
    return Matches(kept.T, values, n_found, n_distributions)


@dataclass(frozen=True, eq=False)
class _Block:
    """How many gold distributions of a block, given by their numbers, meet all conditions, and those to be listed."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator
    conditions: tuple[Condition, ...]
    mode: int | None
    listed: int

    def __call__(self, span: Span) -> tuple[int, IntArray]:
        votes = distributions_at(np.arange(*span), self.n_votes, self.n_classes)
        if self.mode is not None:
            votes = votes[:, votes[self.mode] == votes.max(axis=0)]
        for condition in self.conditions:
            if not votes.shape[1]:
                break
            values = condition.values(votes, self.a, self.b)
            votes = votes[:, np.abs(values - condition.value) <= condition.margin + TIE]
        return votes.shape[1], votes[:, : self.listed].copy()


def parse_conditions(text: str) -> tuple[Condition, ...]:
    """Read conditions in one line. Raises `OrdquantError`.

    >>> parse_conditions("NMD:delta:-0.15:0.0005;JSD:a:0.2:0")[1]
    Condition(measure='JSD', what='a', value=0.2, margin=0.0)
    """
    conditions: list[Condition] = []
    for row in [] if text == "none" else text.split(";", MOST_CONDITIONS):
        cells = row.split(":")
        known = len(cells) == 4 and cells[0] in MEASURES and cells[1] in WHATS
        read = numbers(cells[2:]) if known else None
        if read is None or len(conditions) == MOST_CONDITIONS:
            raise OrdquantError(
                "write measure:what:value:margin, such as NMD:delta:0:0.0005, with a, b or delta for what, and at most "
                f"{MOST_CONDITIONS} of them"
            )
        conditions.append(Condition(cells[0], WHATS[cells[1]], float(read[0]), float(read[1])))
    return tuple(conditions)


def write_conditions(conditions: Sequence[Condition]) -> str:
    """Write conditions as `parse_conditions` reads them."""
    rows = (f"{one.measure}:{one.what}:{one.value:.10g}:{one.margin:.10g}" for one in conditions)
    return ";".join(rows) or "none"
