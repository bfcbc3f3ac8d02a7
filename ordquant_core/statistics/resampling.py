"""Which runs differ significantly by their means? The randomised Tukey HSD test and its groups.

Scores are arrays of shape (…, runs, cases), whatever they measure. Randomness enters only through a generator: equal
generators give identical results, however the work is divided into portions, threads, processes and machines.
"""

from __future__ import annotations  # help() shows types as they are written

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError, extra
from ordquant_core.glossary import in_front, of_pairs
from ordquant_core.numerals import group_letters
from ordquant_core.records import FloatArray, Shown
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.finite import ROUNDING, finite
from ordquant_core.statistics.progress import Progress

BLOCK = 128  # trials that share a stream of random numbers: part of the result, never changed to save memory
BLOCK_OF_SCORES = 2**14  # cases x runs that are summed at a time: they stay in the cache; part of the result, too
CHUNK = 2**18  # random numbers a thread holds at a time (1 MB: they stay in the cache of its core)
STEP = 8 * CHUNK  # random numbers between two calls of `progress`: a fraction of a second
FEW = 8  # trials a thread or process carries out at least: it draws those that share their stream and come before, too
THREADS = min(4, os.cpu_count() or 1)
Span = tuple[int, int]  # trials: the first, and the one after the last


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TukeyHSD(Shown):
    """The randomised Tukey HSD test of all pairs of runs, one layer per measure."""

    p_values: FloatArray  # (measures, runs, runs), symmetric, 1 on the diagonal
    differences: FloatArray  # (measures, runs, runs): mean of the row's run minus mean of the column's
    n_trials: int
    ranges: FloatArray  # (measures, trials): largest minus smallest mean of a trial, in ascending order
    smallest_p: float = 0.0  # that any scores of so many runs and cases, in so many trials, can have

    @property
    def errors(self) -> FloatArray:
        """The Monte-Carlo standard error of every p-value, sqrt(p (1 - p) / trials)."""
        return np.sqrt(self.p_values * (1 - self.p_values) / self.n_trials)

    def critical_differences(self, level: float = 0.05) -> FloatArray:
        """Return how far apart two means must lie for p < level, see `critical_differences`: (measures,)."""
        return critical_differences(self.ranges, level, smallest_p=self.smallest_p)

    @property
    def largest_error(self) -> float:
        """The standard error of a p-value of one half: no p-value has a larger one."""
        return float(0.5 / np.sqrt(self.n_trials))

    def error_at(self, level: float) -> float:
        """The standard error of a p-value that equals `level`: pairs that close to it are undecided."""
        return float(np.sqrt(level * (1 - level) / self.n_trials))

    def to_frame(self) -> pd.DataFrame:
        """Return a row per measure and pair of runs, all by their places from 0: arrays have no names."""
        n_measures, n_runs, _ = self.p_values.shape
        frame = of_pairs("run", np.arange(n_runs), {"difference": self.differences, "p": self.p_values})
        return in_front(frame, measure=np.repeat(np.arange(n_measures), n_runs * (n_runs - 1) // 2))


def randomised_tukey_hsd(
    scores: ArrayLike,
    *,
    n_trials: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> TukeyHSD:
    r"""Test every pair of runs: is the difference of their means larger than expected by chance?

    `scores` has shape (measures, runs, cases). In each of `n_trials` trials the run labels are permuted within each
    case (one set of permutations for all measures), and d is the largest minus the smallest mean of a run.

    .. math:: p_{ij} = \frac{1 + \#\{t : d_t \ge |\bar{x}_i - \bar{x}_j|\}}{1 + B}

    Means that differ by rounding only (1e-12 of the largest score) count as equal. No p-value is below
    `smallest_p_value`, which trials may fall short of by chance. `progress` is called with the trials that are done and
    their number. An `executor` carries out the trials: the result is the same to the last digit.
    Raises `OrdquantError` for another shape, for scores that are not finite, and for fewer than one trial. Reference:
    LQ 2021, section 5.2 [sakai2021lq], after Carterette (TOIS 2012).

    >>> test = randomised_tukey_hsd([[[0, 0, 0, 0], [1, 1, 1, 1]]], n_trials=999, rng=np.random.default_rng(1))
    >>> float(test.differences[0, 0, 1]), bool(test.p_values[0, 0, 1] > 0.05)  # 2 of 16 permutations differ by 1
    (-1.0, True)
    """
    values = _layers(scores, n_trials)
    work = _Ranges(_permutations(values, n_trials, rng))
    spans = work.permuted.spans()
    done = [stop for _, stop in spans]
    ranges = np.concatenate(list(carry_out(work, spans, done, progress=progress, executor=executor, threads=THREADS)))
    _, n_runs, n_cases = values.shape
    slack = ROUNDING * np.abs(values).max(axis=(1, 2))
    return _compare(values.mean(axis=2), ranges, slack, smallest_p_value(n_runs, n_cases, n_trials))


def critical_differences(ranges: ArrayLike, level: float = 0.05, *, smallest_p: float = 0.0) -> FloatArray:
    r"""Return how far apart two means must lie for the randomised Tukey HSD test to separate them: (measures,).

    `ranges` has shape (measures, trials), in ascending order. The critical difference q is the largest range that
    leaves p < `level`:

    .. math:: q = d_{(k)}, \quad k = \#\{i \ge 0 : (1 + i) / (1 + B) < \alpha\}

    with d_(k) the k-th largest of B ranges. p < `level` exactly where the difference of two means is above q, so that
    the intervals difference ± q, one for every pair of runs, exclude 0 exactly there. All of them hold the true
    differences with the confidence 1 - `level` jointly where the scores of runs differ by constants and errors of the
    same distribution; they are wider than needed where the constants differ much, as these count as errors. Infinite
    where no p-value can be below `level`: for k = 0, where `smallest_p` reaches it, and where all ranges are 0 up to
    rounding, as those of equal runs are.

    >>> critical_differences([[0.1, 0.2, 0.3, 0.4]], 0.5).tolist()  # p = (1 + 1) / 5 needs a difference above 0.3
    [0.3]
    """
    values = np.asarray(ranges, dtype=np.float64)
    n_trials = values.shape[-1]
    allowed = int(np.count_nonzero(np.arange(1, n_trials + 2) / (n_trials + 1) < level))
    if allowed == 0 or smallest_p >= level:
        return np.full(values.shape[:-1], np.inf)
    return np.where(values[..., -1] > ROUNDING, values[..., n_trials - allowed], np.inf)


def smallest_p_value(n_runs: int, n_cases: int, n_trials: int) -> float:
    r"""Return the smallest p-value of `randomised_tukey_hsd` that so many runs, cases and trials can have.

    .. math:: \max\left((m (m - 1))^{1 - n}, \frac{1}{1 + B}\right)

    The range of the means is largest where one run has the largest score of every case and another run the smallest: so
    many of all permutations do that at least, for each of m (m - 1) pairs of runs.

    >>> smallest_p_value(2, 5, 5000), smallest_p_value(3, 5, 15)
    (0.0625, 0.0625)
    """
    orders = n_runs * (n_runs - 1)
    return max(1 / (n_trials + 1), float(orders) ** (1 - n_cases) if orders else 1.0)


def permuted_labels(n_trials: int, n_cases: int, n_runs: int, rng: np.random.Generator) -> NDArray[np.uint32]:
    """Draw a permutation of the runs for every trial and case: whole numbers of shape (trials, cases, runs).

    Random numbers with the number of a run in their last bits are sorted, which is ten times faster than shuffling. (If
    the other bits of two of them are equal, the run with the smaller number comes first: with 32 bits and 22 runs, once
    in 600,000 permutations.) Every 128 trials have their own random stream, seeded by `rng`, so that threads can draw
    in parallel; a test with more trials begins with those of a test with fewer.
    """
    seeds = _seeds(n_trials, rng)
    return np.concatenate([_sorted(keys) for keys in _keys((0, n_trials), seeds, n_cases, n_runs)])


def significance_groups(means: ArrayLike, p_values: ArrayLike, level: float = 0.05) -> tuple[tuple[int, ...], ...]:
    """Return the groups of runs that do not differ significantly, the smallest means first; groups may overlap.

    `means` has shape (runs,), `p_values` (runs, runs). A group is a part of the ranking without gaps, as long as
    possible, in which no pair of runs has p < `level`. Every run is in one group at least; two runs that share no group
    differ significantly or lie on different sides of a pair that does. Equal means keep their order.

    >>> significance_groups([0.3, 0.1, 0.2], [[1, 0.01, 0.2], [0.01, 1, 0.4], [0.2, 0.4, 1]])
    ((1, 2), (2, 0))
    """
    values, p = np.asarray(means, dtype=np.float64), np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or p.shape != 2 * values.shape:
        raise ShapeMismatchError(f"Give means (runs,) and p-values (runs, runs), got {values.shape} and {p.shape}.")
    order = np.argsort(values, kind="stable")
    apart = p[np.ix_(order, order)] < level
    groups: list[tuple[int, ...]] = []
    reached = 0
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and not apart[start:end, end].any():
            end += 1
        if end > reached:  # else the part lies inside the one before
            groups.append(tuple(order[start:end].tolist()))
            reached = end
    return tuple(groups)


def letters_of_runs(groups: Sequence[Sequence[int]]) -> list[str]:
    """Return for every run the letters of its groups: a for the best one.

    >>> letters_of_runs([(1, 2), (2, 0)])
    ['b', 'a', 'ab']
    """
    n_runs = 1 + max(run for group in groups for run in group)
    return [group_letters(number for number, group in enumerate(groups) if run in group) for run in range(n_runs)]


def _layers(scores: ArrayLike, n_trials: int) -> FloatArray:
    values = finite(scores)
    if values.ndim != 3 or 0 in values.shape:
        raise ShapeMismatchError(f"Scores need the shape (measures, runs, cases), none empty; got {values.shape}.")
    if n_trials < 1:
        raise OrdquantError(f"A test needs one trial or more, got {n_trials}.")
    return values


def _compare(means: FloatArray, ranges: FloatArray, slack: FloatArray, least: float = 0.0) -> TukeyHSD:
    """Count the trials whose range (trials, measures) reaches the difference of two means, up to `slack`."""
    differences = means[:, :, None] - means[:, None, :]
    n_trials = len(ranges)
    ordered = np.sort(ranges.T, axis=1) + slack[:, None]
    reached = [n_trials - np.searchsorted(row, np.abs(gaps)) for row, gaps in zip(ordered, differences, strict=True)]
    p_values = np.maximum((np.array(reached) + 1) / (n_trials + 1), least)
    return TukeyHSD(p_values, differences, n_trials, ordered, least)


@dataclass(frozen=True, eq=False)
class _Permutations:
    """The means of runs under permuted labels: called with a span of trials it gives (trials, runs, measures).

    A permutation of labels is a matrix of zeros and ones: a row per trial and run, in it one score of every case. Rows
    are summed in the order of the cases and in the same blocks in every span, so that the sums are identical.
    """

    values: FloatArray  # (measures, runs, cases)
    n_trials: int
    seeds: NDArray[np.int64]  # of the streams of random numbers

    def spans(self) -> list[Span]:
        """Return all trials in spans of a fraction of a second each."""
        _, n_runs, n_cases = self.values.shape
        size = max(FEW, STEP // THREADS // (n_cases * n_runs))
        return [(start, min(start + size, self.n_trials)) for start in range(0, self.n_trials, size)]

    def __call__(self, span: Span) -> FloatArray:
        _, n_runs, n_cases = self.values.shape
        return np.concatenate([self._means(keys) for keys in _keys(span, self.seeds, n_cases, n_runs)])

    @cached_property
    def _scores(self) -> FloatArray:
        """The scores by cases and runs: (cases x runs, measures)."""
        n_measures = len(self.values)
        return np.ascontiguousarray(self.values.transpose(2, 1, 0)).reshape(-1, n_measures)

    def _means(self, keys: NDArray[np.uint32]) -> FloatArray:
        with extra("statistics", "The randomised Tukey HSD test"):
            from scipy.sparse import csr_array  # 0.2 s to import: only where it is needed

        n_measures, n_runs, n_cases = self.values.shape
        scores = self._scores
        block = min(n_cases, max(1, BLOCK_OF_SCORES // n_runs))
        firsts = n_runs * np.arange(block, dtype=np.int32)  # where the scores of a case begin, in its block
        n_rows = len(keys) * n_runs
        ones = np.ones(n_rows * block)
        sums = np.zeros((n_rows, n_measures))
        for start in range(0, n_cases, block):
            labels = _sorted(keys[:, start : start + block]).view(np.int32)
            size = labels.shape[1]
            chosen = np.empty((len(keys), n_runs, size), dtype=np.int32)
            np.add(labels.transpose(0, 2, 1), firsts[:size], out=chosen)
            ends = size * np.arange(n_rows + 1, dtype=np.int32)
            shape = n_rows, size * n_runs
            permutations = csr_array((ones[: chosen.size], chosen.ravel(), ends), shape=shape)
            sums += permutations @ scores[n_runs * start : n_runs * (start + size)]
        return np.asarray(sums.reshape(len(keys), n_runs, n_measures) / n_cases)


@dataclass(frozen=True, eq=False)
class _Ranges:
    """The largest minus the smallest mean in every trial of a span: (trials, measures)."""

    permuted: _Permutations

    def __call__(self, span: Span) -> FloatArray:
        means = self.permuted(span)
        return np.asarray(means.max(axis=1) - means.min(axis=1))


def _permutations(values: FloatArray, n_trials: int, rng: np.random.Generator) -> _Permutations:
    return _Permutations(values, n_trials, _seeds(n_trials, rng))


def _seeds(n_trials: int, rng: np.random.Generator) -> NDArray[np.int64]:
    if not isinstance(rng, np.random.Generator):
        raise OrdquantError(f"`rng` is {rng!r}, no generator of random numbers; give np.random.default_rng(seed).")
    """Draw a seed for every `BLOCK` trials."""
    return rng.integers(0, 2**63, size=-(-n_trials // BLOCK))


def _keys(span: Span, seeds: NDArray[np.int64], n_cases: int, n_runs: int) -> Iterator[NDArray[np.uint32]]:
    """Yield random keys, portion by portion, (trials, cases, runs), whose order within a case is a permutation."""
    n_labels, most = n_cases * n_runs, _portion(n_cases, n_runs)
    n_words = (n_labels + 1) // 2  # drawing whole words is faster than drawing halves; every trial begins a new word
    start, stop = span
    while start < stop:
        number, before = divmod(start, BLOCK)
        chance = np.random.SFC64(int(seeds[number]))
        chance.random_raw(before * n_words, output=False)  # those of the trials before
        draw = np.random.Generator(chance)
        end = min(stop, (number + 1) * BLOCK)
        for first in range(start, end, most):
            size = min(most, end - first)
            words = draw.integers(2**64 - 1, size=(size, n_words), dtype=np.uint64, endpoint=True)
            yield words.view(np.uint32)[:, :n_labels].reshape(size, n_cases, n_runs)
        start = end


def _sorted(keys: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Turn random keys into labels: they carry a run's number in their last bits and are sorted within a case."""
    n_runs = keys.shape[2]
    bits = np.uint32(2 ** max(1, (n_runs - 1).bit_length()) - 1)
    keys &= ~bits
    keys |= np.arange(n_runs, dtype=np.uint32)
    keys.sort(axis=2)
    keys &= bits
    return keys


def _portion(n_cases: int, n_runs: int) -> int:
    """Return how many trials a thread works on at a time."""
    return max(1, CHUNK // (n_cases * n_runs))
