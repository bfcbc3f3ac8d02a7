"""Would other cases give the same ranking? Rankings of the runs by two disjoint sets of cases are compared.

Variants study 2022, section 5 [sakai2022], after [sakai2021ecir]: the cases are split in two halves, or two disjoint
sets of n of them are drawn, B times; the runs are ranked by their mean scores on either set, and Kendall's tau of the
two rankings measures their similarity. A randomised Tukey HSD test with the splits as blocks shows which measures are
more consistent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.scoring import require_comparable
from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray, IntArray, Scores
from ordquant_core.statistics.portions import Progress
from ordquant_core.statistics.rank_correlation import kendall_taus
from ordquant_core.statistics.resampling import TukeyHSD, permuted_labels, randomised_tukey_hsd

CHUNK = 2**22  # cases of splits held as floats at a time (32 MB)
SIZES = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700)


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Mean consistency as a function of the number of cases in each of two disjoint sets."""

    measures: tuple[str, ...]
    sizes: tuple[int, ...]
    means: FloatArray  # (sizes, measures), NaN where tau is not defined on any split
    n_splits: int
    undefined: IntArray  # (sizes, measures): splits that are left out because all runs tie


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """Consistency by halves and by small sets, the tests of both, and how it grows: all on the same splits."""

    half: Consistency
    half_test: TukeyHSD
    small: Consistency
    small_test: TukeyHSD
    curve: Curve
    n_splits: int
    seed: int

    def by(self, sets: str) -> tuple[Consistency, TukeyHSD]:
        """Return what the splits into "half" the cases each or into "small" sets gave, and its test."""
        return {"half": (self.half, self.half_test), "small": (self.small, self.small_test)}[sets]


def experiment(
    scores: Scores, *, size: int, n_splits: int, n_trials: int, seed: int, progress: Progress | None = None
) -> Experiment:
    """Split the cases, rank the runs by halves, by sets of `size` (half of the cases at most) and of growing sizes.

    The splits and each of the two tests draw from generators of their own that begin with the same `seed`, so that
    every number is that of the single steps. `progress` is called with the splits that are done and their number.
    Raises `OrdquantError` as `consistency` does.
    """
    require_comparable(scores)
    n_cases = len(scores.cases)
    sizes = usual_sizes(n_cases)
    rounds = 2 + len(sizes)

    def after(before: int) -> Progress | None:
        """Count the splits of one round, so many rounds after the first, as a part of all."""
        if progress is None:
            return None
        whole = progress
        return lambda done, _: whole((before * n_splits + done) // rounds, n_splits)

    splits = draw_splits(n_cases, n_splits, np.random.default_rng(seed))
    half = consistency(scores, splits, progress=after(0))
    small = consistency(scores, splits, size=min(size, n_cases // 2), progress=after(1))
    half_test, small_test = (
        compare_measures(one, n_trials=n_trials, rng=np.random.default_rng(seed)) for one in (half, small)
    )
    grown = curve(scores, splits, sizes, progress=after(2))
    return Experiment(half, half_test, small, small_test, grown, n_splits, seed)


def cases_needed(scores: Scores, found: Experiment, target: float) -> tuple[int | None, ...]:
    """Return `smallest_sizes` on the splits of an experiment with these scores."""
    splits = draw_splits(len(scores.cases), found.n_splits, np.random.default_rng(found.seed))
    return smallest_sizes(scores, splits, found.curve, target)


def draw_splits(n_cases: int, n_splits: int, rng: np.random.Generator) -> IntArray:
    """Put the cases into a random order, `n_splits` times: shape (splits, cases).

    The first half of an order, of n/2 cases (rounded up), is one set, the rest the other. Sets of fewer cases are the
    beginnings of the halves: growing sets are nested, so that curves over their size are smooth.
    """
    if n_splits < 1:
        raise OrdquantError(f"Consistency needs one split or more, got {n_splits}.")
    return permuted_labels(n_splits, 1, n_cases, rng)[:, 0].astype(np.int64)


def consistency(
    scores: Scores, splits: IntArray, *, size: int | None = None, progress: Progress | None = None
) -> Consistency:
    """Compare the rankings by two halves of the cases, or by two disjoint sets of `size` cases: tables 25 to 28.

    `splits` are those of `draw_splits`, shared by all measures and sizes. A split on which all runs tie by one of the
    measures, so that its tau is not defined, counts for none of them: splits stay comparable. `progress` is called with
    the splits that are done and their number. Raises `OrdquantError` when no split is left, for fewer than two runs or
    cases, infinite scores, or sets that do not fit.
    """
    require_comparable(scores)
    n_cases = len(scores.cases)
    if size is not None and not 1 <= size <= n_cases // 2:
        raise OrdquantError(f"Two disjoint sets of {size} cases do not fit into {n_cases}; take 1 to {n_cases // 2}.")
    taus = _taus(scores.values, splits, size, progress)
    missing = np.isnan(taus)
    if missing.any(axis=1).all():
        never = [key for key, column in zip(scores.measures, missing.T, strict=True) if column.all()]
        culprit = f"all runs tie by {', '.join(never)}" if never else "all runs tie by one measure or another"
        raise OrdquantError(f"No split can be compared: {culprit}. Leave out measures or take larger sets.")
    half = (n_cases + 1) // 2
    return Consistency(
        scores.measures,
        size,
        (half, n_cases - half) if size is None else (size, size),
        len(splits),
        taus[~missing.any(axis=1)],
        np.asarray(missing.sum(axis=0), dtype=np.int64),
    )


def compare_measures(found: Consistency, *, n_trials: int, rng: np.random.Generator) -> TukeyHSD:
    """Test which measures are more consistent than which: randomised Tukey HSD, measures as runs, splits as cases.

    `differences[0, i, j]` is the mean tau of measure i minus that of j: positive favours i. Splits share cases, so
    so they are not an independent sample of topics: the test is about the splits of these cases, as in the paper.
    """
    return randomised_tukey_hsd(found.taus.T[None], n_trials=n_trials, rng=rng)


def outperformed(test: TukeyHSD, level: float = 0.05) -> tuple[tuple[int, ...], ...]:
    """Return, for every measure, the numbers of the measures it is significantly more consistent than."""
    better = (test.p_values[0] < level) & (test.differences[0] > 0)
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in better)


def usual_sizes(n_cases: int) -> tuple[int, ...]:
    """Return the sizes at which a curve is drawn: 1, 2, 3, 5, 7, 10, ... up to half of the cases.

    >>> usual_sizes(25)
    (1, 2, 3, 5, 7, 10, 12)
    """
    half = n_cases // 2
    return (*(size for size in SIZES if size < half), half)


def curve(scores: Scores, splits: IntArray, sizes: Sequence[int], *, progress: Progress | None = None) -> Curve:
    """Return the mean tau of every measure for growing sets of cases, averaged over the splits that define it.

    `progress` is called with the splits that are done, size after size, and their number. Raises `OrdquantError` as
    `consistency` does for scores and sizes.
    """
    require_comparable(scores)
    most = len(scores.cases) // 2
    if not sizes or min(sizes) < 1 or max(sizes) > most:
        raise OrdquantError(f"Sizes of sets lie between 1 and {most}, half of the cases; got {list(sizes)}.")
    rounds = ((size, _part(progress, place, len(sizes))) for place, size in enumerate(sizes))
    taus = np.stack([_taus(scores.values, splits, size, part) for size, part in rounds])
    missing = np.isnan(taus)
    with np.errstate(invalid="ignore"):
        means = np.where(missing, 0, taus).sum(axis=1) / (~missing).sum(axis=1)
    return Curve(scores.measures, tuple(sizes), means, len(splits), np.asarray(missing.sum(axis=1), dtype=np.int64))


def smallest_sizes(scores: Scores, splits: IntArray, found: Curve, target: float) -> tuple[int | None, ...]:
    """Return, for every measure, how many cases its mean tau needs to reach `target`; None where half do not suffice.

    Between the two sizes of the curve where it crosses the target, halving finds a size that reaches it while one less
    does not. Cases of a set are meant: a task with that many cases ranks as consistently.
    """
    sizes: list[int | None] = []
    for m, means in enumerate(found.means.T):
        reached = np.flatnonzero(means >= target)
        if not len(reached):
            sizes.append(None)
            continue
        enough = found.sizes[reached[0]]
        short = found.sizes[reached[0] - 1] if reached[0] else 0
        while enough - short > 1:
            middle = (short + enough) // 2
            if np.nanmean(_taus(scores.values[m : m + 1], splits, middle)) >= target:
                enough = middle
            else:
                short = middle
        sizes.append(enough)
    return tuple(sizes)


def _part(progress: Progress | None, place: int, of: int) -> Progress | None:
    """Return what to call in one of several rounds of the same length, to be heard of as a part of all of them."""
    if progress is None:
        return None
    whole = progress
    return lambda done, total: whole(place * total + done, of * total)


def _taus(values: FloatArray, splits: IntArray, size: int | None, progress: Progress | None = None) -> FloatArray:
    """Return tau of the rankings by the two sets of every split: (splits, measures)."""
    n_measures, n_runs, n_cases = values.shape
    half = (n_cases + 1) // 2
    rows = values.reshape(-1, n_cases)
    most = max(1, CHUNK // n_cases)
    taus = []
    for first in range(0, len(splits), most):
        portion = splits[first : first + most]
        rankings = []
        for start, stop in ((0, half), (half, n_cases)):
            chosen = portion[:, start : stop if size is None else start + size]
            drawn = np.zeros(portion.shape)
            np.put_along_axis(drawn, chosen, 1.0, axis=1)
            # einsum, not a matrix product: how BLAS spreads one over threads shows in its last digit
            means = np.einsum("bc,rc->br", drawn, rows) / chosen.shape[1]
            rankings.append(means.reshape(-1, n_measures, n_runs))
        taus.append(kendall_taus(*rankings))
        if progress is not None:
            progress(first + len(portion), len(splits))
    return np.concatenate(taus)
