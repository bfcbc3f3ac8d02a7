"""Search backwards: from what the measures say to all golds on which they say it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.analysis.spaces.duel import deltas_on
from ordquant_core.analysis.spaces.golds import MOST_GOLDS, check_size, stream
from ordquant_core.analysis.spaces.rivals import Rival, shares
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray, IntArray

MOST_LISTED = 10_000  # golds that one answer lists; all are counted

What = Literal["a", "b", "delta"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A measure's score of A or of B, or its delta (A minus B), lies from `low` to `high`, both included."""

    measure: str
    what: What
    low: float
    high: float

    def __post_init__(self) -> None:
        get_measures([self.measure])
        if self.what not in ("a", "b", "delta"):
            raise OrdquantError(f"A condition is on 'a', 'b' or 'delta', not on {self.what!r}.")
        if not self.low <= self.high:  # NaN, too
            raise OrdquantError(f"{self.measure}: nothing lies from {self.low:g} to {self.high:g}; exchange the two.")

    def values(self, golds: IntArray, a: Rival, b: Rival) -> FloatArray:
        """Return what the condition is about for golds of shape (L, n): shape (n,)."""
        known = get_measures([self.measure])
        if self.what == "delta":
            return np.asarray(deltas_on(golds, a, b, known)[0])
        side = a if self.what == "a" else b
        return np.broadcast_to(known[0].compute.kernel(shares(golds), shares(side.estimate(golds))), golds.shape[1:])


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All golds that meet the conditions, in lexicographic order; `golds` lists the first ones of many."""

    golds: IntArray  # (n, classes)
    values: FloatArray  # (conditions, n): what the conditions are about
    n_found: int
    n_golds: int


def search(
    n_votes: int,
    n_classes: int,
    a: Rival,
    b: Rival,
    conditions: Sequence[Condition],
    *,
    mode: int | None = None,
    most: int = MOST_GOLDS,
    listed: int = MOST_LISTED,
    progress: Callable[[int, int], None] | None = None,
) -> Found:
    """Return every gold of N votes over L classes that meets all conditions.

    `mode` (counted from 0) asks that no class has more votes than this one. Scores come from whole votes, and a
    value that misses an end of its range by less than 1e-12 lies on it: what ties exactly is found by 0 to 0.
    Raises `OrdquantError` where there are more than `most` golds or the mode is no class.

    >>> p, u = Rival("popularity"), Rival("uniform")
    >>> search(2, 3, p, u, [Condition("NMD", "a", 0, 0)], mode=0).golds.tolist()
    [[1, 0, 1], [1, 1, 0], [2, 0, 0]]
    """
    count = check_size(n_votes, n_classes, most)
    if mode is not None and not 0 <= mode < n_classes:
        raise OrdquantError(f"There is no class {mode + 1}; there are {n_classes}.")
    golds_found: list[IntArray] = []
    n_found = done = kept = 0
    for golds in stream(n_votes, n_classes):
        done += golds.shape[1]
        if mode is not None:
            golds = golds[:, golds[mode] == golds.max(axis=0)]
        for condition in conditions:
            if not golds.shape[1]:
                break
            values = condition.values(golds, a, b)
            golds = golds[:, (values >= condition.low - TIE) & (values <= condition.high + TIE)]
        n_found += golds.shape[1]
        if kept < listed and golds.shape[1]:
            golds_found.append(golds[:, : listed - kept])
            kept += golds_found[-1].shape[1]
        if progress is not None:
            progress(done, count)
    found = np.concatenate(golds_found, axis=1) if golds_found else np.zeros((n_classes, 0), dtype=np.int64)
    values = np.zeros((len(conditions), found.shape[1]))
    for row, condition in zip(values, conditions, strict=True):
        row[:] = condition.values(found, a, b) if found.shape[1] else 0
    return Found(found.T, values, n_found, count)
