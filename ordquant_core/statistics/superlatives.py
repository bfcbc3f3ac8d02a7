"""Would other cases put the same one first? How often it is first where the cases are resampled.

The largest of many noisy numbers is the largest by chance, too. A sentence that names the first one says how often it
is first: from 95% of resamples without a word, from 50% with the share, below it names none. Nor does it from a handful
of cases: of four equally good runs, one is first in 95% of resamples in 26% of simulated tasks of two cases, 15% of
three, and 3% of eight (`make simulate`, few_cases_and_ties).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordquant_core.records import FloatArray
from ordquant_core.statistics.rank_correlation import rounded

RESAMPLES = 1000
FEWEST_CASES = 8  # that are resampled; two make three different resamples, and only seven make more than RESAMPLES
EQUAL = 1e-9  # values that differ by less are equal but for rounding
GROUPS = 2000  # of cases, the most that are drawn
CHUNK = 2**22  # numbers that are held at a time


@dataclass(frozen=True, slots=True)
class First:
    """What comes first by a statistic of the cases, all of several that are equal."""

    names: tuple[str, ...]
    value: float
    share: float  # of the resamples in which exactly these are first; NaN from fewer than FEWEST_CASES
    n_cases: int  # that were resampled


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Resampled:
    """A statistic of some things, and what it is where the cases are resampled; NaN where it is not defined."""

    names: tuple[str, ...]
    values: FloatArray  # (things,)
    resampled: FloatArray  # (resamples, things)
    n_cases: int  # of the smallest task

    def first(self, *, largest: bool = False) -> First:
        """Return what has the smallest value, or the largest, and how often it has where the cases are resampled.

        Several that are equal are first only where all of them are, and no other. Undefined values are never first.
        """
        named = _first(self.values[None], largest)[0]
        share = self._share_of((_first(self.resampled, largest) == named).all(axis=1))
        names = tuple(name for name, is_named in zip(self.names, named, strict=True) if is_named)
        return First(names, float(self.values[named].mean()) if names else np.nan, float(share), self.n_cases)

    def shares(self, *, largest: bool = False) -> FloatArray:
        """Return in which share of the resamples each is first, and no other is: (things,)."""
        firsts = _first(self.resampled, largest)
        return self._share_of(firsts & (firsts.sum(axis=1, keepdims=True) == 1))

    def _share_of(self, resamples: NDArray[np.bool_]) -> FloatArray:
        shares = np.asarray(resamples.mean(axis=0))
        return shares if self.n_cases >= FEWEST_CASES else np.full_like(shares, np.nan)


def _first(values: FloatArray, largest: bool) -> NDArray[np.bool_]:
    """Return which values of each row, (rows, things), are the first."""
    ordered = np.where(np.isnan(values), np.inf, -values if largest else values)
    return np.asarray((ordered <= ordered.min(axis=1, keepdims=True) + EQUAL) & np.isfinite(ordered))


def resampled_means(values: FloatArray, *, rng: np.random.Generator, n_resamples: int = RESAMPLES) -> FloatArray:
    """Return the means of scores (..., cases) over resampled cases, rounded to 12 decimals: (resamples, ...).

    More than 2,000 cases are put into so many random groups, which are drawn in their place: means spread as much.
    """
    n_cases = values.shape[-1]
    n_groups = min(n_cases, GROUPS)
    starts = np.arange(n_groups) * n_cases // n_groups
    order = np.arange(n_cases) if n_groups == n_cases else rng.permutation(n_cases)
    sums = np.add.reduceat(values.reshape(-1, n_cases)[:, order], starts, axis=1)
    sizes = np.diff(starts, append=n_cases)
    parts = []
    for part in portions(n_resamples, n_groups):
        drawn = rng.multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=part.stop - part.start)
        parts.append(drawn @ sums.T / (drawn @ sizes)[:, None])
    return rounded(np.concatenate(parts).reshape(-1, *values.shape[:-1]))


def portions(n_rows: int, width: int) -> Iterator[slice]:
    """Yield the rows in portions that hold `CHUNK` numbers, where a row holds so many."""
    size = max(1, CHUNK // max(width, 1))
    yield from (slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size))
