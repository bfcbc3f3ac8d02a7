"""Would other cases give the same ranking? Rankings of the runs by two disjoint sets of cases are compared.

Variants study 2022, section 5 [sakai2022], after [sakai2021ecir]: the cases are split in two halves, or two disjoint
sets of n of them are drawn, B times; the runs are ranked by their mean scores on either set, and Kendall's tau of the
two rankings measures their similarity. Which measures are more consistent is tested by resampling the cases; the test
of the study, randomised Tukey HSD with the splits as blocks, is about these cases only.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.analysis.consistency_over_cases import (
    ConsistencyTest,
    ResampledTaus,
    compare_resampled,
    resampled_shifts,
)
from ordquant_core.analysis.scoring import require_comparable
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import frame_of, of_grid, stacked
from ordquant_core.records import FloatArray, IntArray, Scores
from ordquant_core.statistics.divided_work import carry_out, within
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.rank_correlation import kendall_taus
from ordquant_core.statistics.resampling import THREADS, TukeyHSD, permuted_labels, randomised_tukey_hsd
from ordquant_core.statistics.superlatives import RESAMPLES

CHUNK = 2**17  # cases of splits held as floats at a time (1 MB)
SIZES = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Consistency:
    """The similarity of two rankings of the runs by disjoint sets of cases, for every split."""

    measures: tuple[str, ...]
    size: int | None  # cases in each set; None: halves
    n_cases: tuple[int, int]  # in the two sets
    n_splits: int  # drawn
    taus: FloatArray  # (splits on which tau is defined for every measure, measures)
    undefined: IntArray  # (measures,): splits on which all runs tie by the measure

    @property
    def means(self) -> FloatArray:
        """The mean tau of every measure."""
        return np.asarray(self.taus.mean(axis=0))

    @property
    def spread(self) -> FloatArray:
        """The standard deviation of tau over splits, for every measure; NaN for one split."""
        few = len(self.taus) < 2
        return np.full(len(self.measures), np.nan) if few else np.asarray(self.taus.std(axis=0, ddof=1))

    def to_frame(self, test: ConsistencyTest | None = None, *, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per measure: its mean tau, and how far the taus of splits spread.

        With the `test` over cases, also the measures that each one outperforms.
        """
        split = "half" if self.size is None else str(self.size)
        columns = {"measure": self.measures, "split": [split] * len(self.measures)}
        frame = frame_of({**columns, "tau": self.means, "tau_spread": self.spread})
        if test is not None:
            frame["outperforms"] = [" ".join(self.measures[n] for n in row) for row in test.outperformed(alpha)]
        return frame.assign(splits=len(self.taus))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Curve:
    """Mean consistency as a function of the number of cases in each of two disjoint sets."""

    measures: tuple[str, ...]
    sizes: tuple[int, ...]
    means: FloatArray  # (sizes, measures), NaN where tau is not defined on any split
    n_splits: int
    undefined: IntArray  # (sizes, measures): splits that are left out because all runs tie

    def to_frame(self) -> pd.DataFrame:
        """Return a row per size of the sets and measure: the mean tau."""
        frame = of_grid({"split": list(map(str, self.sizes)), "measure": self.measures}, {"tau": self.means})
        return frame[["measure", "split", "tau"]].assign(splits=self.n_splits)


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """Consistency by halves and by small sets, the tests of both, and how it grows: all on the same splits."""

    half: Consistency
    half_test: ConsistencyTest
    small: Consistency
    small_test: ConsistencyTest
    curve: Curve
    n_splits: int
    seed: int

    def by(self, sets: str) -> tuple[Consistency, ConsistencyTest]:
        """Return what the splits into "half" the cases each or into "small" sets gave, and its test over cases."""
        return {"half": (self.half, self.half_test), "small": (self.small, self.small_test)}[sets]

    def to_frame(self, *, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per measure by halves, then by small sets: its mean tau, and the measures it outperforms."""
        both = map(self.by, ("half", "small"))
        return stacked([consistency.to_frame(test, alpha=alpha) for consistency, test in both])

    def pairs_to_frame(self, *, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per pair of measures by halves, then by small sets: how their mean taus differ."""
        return stacked([test.to_frame(alpha=alpha) for test in (self.half_test, self.small_test)])


def consistency_experiment(
    scores: Scores,
    *,
    size: int,
    n_splits: int,
    seed: int,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Experiment:
    """Split the cases, rank the runs by halves, by sets of `size` (half of the cases at most) and of growing sizes.

    The splits and each of the two tests draw from generators of their own that begin with the same `seed`, so that
    every number is that of the single steps. `progress` hears of all steps together; an `executor` carries them out.
    Raises `OrdquantError` as `consistency` does.
    """
    require_comparable(scores)
    n_measures, n_cases = len(scores.measures), len(scores.cases)
    splits = draw_splits(n_cases, n_splits, np.random.default_rng(seed))
    sizes, growing = (None, min(size, n_cases // 2)), usual_sizes(n_cases)
    n_rankings = len((*sizes, *growing)) * n_splits
    total = n_rankings + 2 * n_measures
    ranked = _rankings(scores.values, splits, (*sizes, *growing), within(progress, 0, total), executor)
    half, small = (_consistency(scores, taus, n) for taus, n in zip(ranked, sizes, strict=False))
    half_test, small_test = (
        compare_over_cases(
            *(scores, splits, each),
            rng=np.random.default_rng(seed),
            progress=within(progress, n_rankings + number * n_measures, total),
            executor=executor,
        )
        for number, each in enumerate((half, small))
    )
    return Experiment(half, half_test, small, small_test, _curve(scores, ranked[2:], growing), n_splits, seed)


def halves(n_cases: int) -> tuple[int, int]:
    """Return how many cases the two halves have, the larger first.

    >>> halves(125)
    (63, 62)
    """
    larger = (n_cases + 1) // 2
    return larger, n_cases - larger


def draw_splits(n_cases: int, n_splits: int, rng: np.random.Generator) -> IntArray:
    """Put the cases into a random order, `n_splits` times: shape (splits, cases).

    The first half of an order, of n/2 cases (rounded up), is one set, the rest the other. Sets of fewer cases are the
    beginnings of the halves: growing sets are nested, so that curves over their size are smooth.
    """
    if n_splits < 1:
        raise OrdquantError(f"Consistency needs one split or more, got {n_splits}.")
    return permuted_labels(n_splits, 1, n_cases, rng)[:, 0].astype(np.int64)


def consistency(
    scores: Scores,
    splits: IntArray,
    *,
    size: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Consistency:
    """Compare the rankings by two halves of the cases, or by two disjoint sets of `size` cases: tables 25 to 28.

    `splits` are those of `draw_splits`, shared by all measures and sizes. A split on which all runs tie by one of the
    measures, so that its tau is not defined, counts for none of them: splits stay comparable. `progress` is called with
    the splits that are done and their number; an `executor` carries them out. Raises `OrdquantError` when no split is
    left, for fewer than two runs or cases, infinite scores, or sets that do not fit.
    """
    require_comparable(scores)
    n_cases = len(scores.cases)
    if size is not None and not 1 <= size <= n_cases // 2:
        raise OrdquantError(f"Two disjoint sets of {size} cases do not fit into {n_cases}; take 1 to {n_cases // 2}.")
    (taus,) = _rankings(scores.values, splits, (size,), progress, executor)
    return _consistency(scores, taus, size)


def _consistency(scores: Scores, taus: FloatArray, size: int | None) -> Consistency:
    missing = np.isnan(taus)
    if missing.any(axis=1).all():
        never = [key for key, column in zip(scores.measures, missing.T, strict=True) if column.all()]
        culprit = f"all runs tie by {', '.join(never)}" if never else "all runs tie by one measure or another"
        raise OrdquantError(f"No split can be compared: {culprit}. Leave out measures or take larger sets.")
    return Consistency(
        scores.measures,
        size,
        halves(len(scores.cases)) if size is None else (size, size),
        len(taus),
        taus[~missing.any(axis=1)],
        np.asarray(missing.sum(axis=0), dtype=np.int64),
    )


def compare_over_cases(
    scores: Scores,
    splits: IntArray,
    consistency: Consistency,
    *,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> ConsistencyTest:
    """Test which measures are more consistent than which, by resampling the cases 1,000 times; not on fewer than 12.

    `consistency` is that of these scores and splits. `progress` is called with the measures that are done and their
    number; an `executor` carries them out.
    """
    shifts = resampled_shifts(scores.values, n_resamples=RESAMPLES, rng=rng)
    work, n_measures = ResampledTaus(scores.values, _narrow(splits), shifts, consistency.size), len(scores.measures)
    done = range(1, n_measures + 1)
    parts = carry_out(work, range(n_measures), done, progress=progress, executor=executor, threads=THREADS)
    resampled, ties = zip(*parts, strict=True)
    moved = np.stack(resampled, axis=1), np.array(ties), len(scores.cases)
    return compare_resampled(scores.measures, consistency.size, consistency.taus, *moved)


def compare_over_splits(
    consistency: Consistency,
    *,
    n_trials: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> TukeyHSD:
    """Test as in the paper: randomised Tukey HSD, measures as runs, splits as cases, which is about these cases only.

    `differences[0, i, j]` is the mean tau of measure i minus that of j: positive favours i. Splits share cases: the
    more are drawn, the more differences the test finds between equally consistent measures (`make simulate`).
    """
    values = consistency.taus.T[None]
    return randomised_tukey_hsd(values, n_trials=n_trials, rng=rng, progress=progress, executor=executor)


def usual_sizes(n_cases: int) -> tuple[int, ...]:
    """Return the sizes at which a curve is drawn: 1, 2, 3, 5, 7, 10, ... up to half of the cases.

    >>> usual_sizes(25)
    (1, 2, 3, 5, 7, 10, 12)
    """
    half = n_cases // 2
    return (*(size for size in SIZES if size < half), half)


def curve(
    scores: Scores,
    splits: IntArray,
    sizes: Sequence[int],
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Curve:
    """Return the mean tau of every measure for growing sets of cases, averaged over the splits that define it.

    `progress` is called with the splits that are done, size after size, and their number; an `executor` carries them
    out. Raises `OrdquantError` as `consistency` does for scores and sizes.
    """
    require_comparable(scores)
    most = len(scores.cases) // 2
    if not sizes or min(sizes) < 1 or max(sizes) > most:
        raise OrdquantError(f"Sizes of sets lie between 1 and {most}, half of the cases; got {list(sizes)}.")
    return _curve(scores, _rankings(scores.values, splits, sizes, progress, executor), sizes)


def _curve(scores: Scores, taus_by_size: Sequence[FloatArray], sizes: Sequence[int]) -> Curve:
    taus = np.stack(taus_by_size)
    missing = np.isnan(taus)
    with np.errstate(invalid="ignore"):
        means = np.where(missing, 0, taus).sum(axis=1) / (~missing).sum(axis=1)
    return Curve(scores.measures, tuple(sizes), means, taus.shape[1], np.asarray(missing.sum(axis=1), dtype=np.int64))


def cases_needed(
    scores: Scores,
    splits: IntArray,
    curve: Curve,
    target: float,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[int | None, ...]:
    """Return how many cases the mean tau of every measure needs to reach `target`; None where half do not suffice.

    Between the two sizes of the curve where it crosses the target, halving finds a size that reaches it while one less
    does not. Cases of a set are meant: a task with that many cases ranks as consistently.
    """
    pieces = []
    for m, means in enumerate(curve.means.T):
        reached, ends = np.flatnonzero(means >= target), (0, 0)
        if len(reached):
            ends = (curve.sizes[reached[0] - 1] if reached[0] else 0), curve.sizes[reached[0]]
        pieces.append((m, *ends))
    work = _Smallest(_Taus(scores.values, _narrow(splits)), target)
    return tuple(carry_out(work, pieces, range(1, len(pieces) + 1), progress=progress, executor=executor))


def splits_of(scores: Scores, experiment: Experiment) -> IntArray:
    """Return the splits of an experiment with these scores."""
    return draw_splits(len(scores.cases), experiment.n_splits, np.random.default_rng(experiment.seed))


def _rankings(
    values: FloatArray,
    splits: IntArray,
    sizes: Sequence[int | None],
    progress: Progress | None,
    executor: Executor | None,
) -> list[FloatArray]:
    """Return tau of the rankings by the two sets of every split, for every size: of each (splits, measures)."""
    n_splits, n_cases = splits.shape
    most = max(1, CHUNK // max(n_cases, values.shape[0] * values.shape[1]))
    spans = [(first, min(first + most, n_splits)) for first in range(0, n_splits, most)]
    pieces = [(size, *span) for size in sizes for span in spans]
    done = [number * n_splits + stop for number in range(len(sizes)) for _, stop in spans]
    work = _Taus(values, _narrow(splits))
    taus = list(carry_out(work, pieces, done, progress=progress, executor=executor, threads=THREADS))
    return [np.concatenate(taus[at : at + len(spans)]) for at in range(0, len(taus), len(spans))]


@dataclass(frozen=True, eq=False)
class _Taus:
    """Tau of the rankings by the two sets of some splits, (splits, measures), given by a size and a span of splits."""

    values: FloatArray  # (measures, runs, cases)
    splits: IntArray  # (splits, cases)

    def __call__(self, chunk: tuple[int | None, int, int]) -> FloatArray:
        return self.of(self.values, *chunk)

    def of(self, values: FloatArray, size: int | None, first: int, stop: int) -> FloatArray:
        """Return them by these values."""
        n_measures, n_runs, n_cases = values.shape
        half, _ = halves(n_cases)
        rows = values.reshape(-1, n_cases)
        portion = self.splits[first:stop]
        rankings = []
        for start, end in ((0, half), (half, n_cases)):
            chosen = portion[:, start : end if size is None else start + size].astype(np.int64)
            drawn = np.zeros(portion.shape)
            np.put_along_axis(drawn, chosen, 1.0, axis=1)
            # einsum, not a matrix product: how BLAS spreads one over threads shows in its last digit
            means = np.einsum("bc,rc->br", drawn, rows) / chosen.shape[1]
            rankings.append(means.reshape(-1, n_measures, n_runs))
        return kendall_taus(*rankings)


@dataclass(frozen=True, eq=False)
class _Smallest:
    """The smallest size with a mean tau by one measure: called with its number, a size too small, and one not."""

    taus: _Taus
    target: float

    def __call__(self, chunk: tuple[int, int, int]) -> int | None:
        m, short, enough = chunk
        if not enough:
            return None
        values = self.taus.values[m : m + 1]
        n_splits, n_cases = self.taus.splits.shape
        most = max(1, CHUNK // n_cases)
        while enough - short > 1:
            middle = (short + enough) // 2
            spans = ((first, min(first + most, n_splits)) for first in range(0, n_splits, most))
            taus = np.concatenate([self.taus.of(values, middle, *span) for span in spans])
            if np.nanmean(taus) >= self.target:
                enough = middle
            else:
                short = middle
        return enough


def _narrow(splits: IntArray) -> IntArray:
    """Return the same numbers of cases in fewer bytes: they may be sent to other processes."""
    return splits.astype(np.uint16 if splits.shape[1] < 2**16 else np.uint32)
