"""Many cases or many annotators? What a pilot says of every number of cases with every number of annotators.

Cases are drawn with replacement, so that there may be more of them than the pilot has. Every case that is drawn gets
annotators of its own: some of its votes, drawn without replacement. The estimates of the runs stay as they are.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.analysis.planning.votes import (
    bounded,
    require_pilot,
    require_several,
    some_votes,
    usual_annotators,
    votes_of,
)
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.glossary import of_grid
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, measures_at
from ordquant_core.numerals import count, rounded
from ordquant_core.records import FloatArray, IntArray, TableRow, Task
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.finite import ROUNDING
from ordquant_core.statistics.layout import spread_of_means
from ordquant_core.statistics.mean_interval import t_limit
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.rank_correlation import kendall_taus
from ordquant_core.statistics.resampling import THREADS

RESAMPLES = 200
CASES = (50, 100, 200, 400, 800, 1600)
BUDGETS = (500, 1000, 2000, 4000, 8000, 16_000, 32_000)  # votes
AT_ONCE = 2**18  # pairs of gold and estimate that a piece of work scores
MOST = 100_000  # cases of a resample
MOST_KEYS = 2**62  # of cases with golds, as integers


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Split:
    """What collections of several sizes would show, one layer per measure and number of annotators."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    cases: tuple[int, ...]
    annotators: tuple[int, ...]
    widths: FloatArray  # (measures, annotators, cases, resamples): width of the interval of a pair's difference, median
    separated: FloatArray  # the same: share of the pairs that are separated, the better run of the pilot ahead
    corrected: FloatArray  # the same share, each pair tested at 5% / pairs (Bonferroni)
    taus: FloatArray  # the same: Kendall's tau with the ranking by the whole pilot; NaN where not defined
    means: FloatArray  # (measures, annotators, runs): mean of the run with so many annotators
    n_resamples: int
    n_cases: int  # of the pilot

    @property
    def pairs(self) -> int:
        """How many pairs of runs there are."""
        return math.comb(len(self.runs), 2)

    @property
    def width(self) -> FloatArray:
        """The mean over the resamples: (measures, annotators, cases)."""
        return np.asarray(self.widths.mean(axis=3))

    @property
    def share(self) -> FloatArray:
        """The mean share of separated pairs: (measures, annotators, cases)."""
        return np.asarray(self.separated.mean(axis=3))

    @property
    def tau(self) -> FloatArray:
        """The mean tau: (measures, annotators, cases); NaN where it is not defined in any resample."""
        known = ~np.isnan(self.taus)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(known, self.taus, 0).sum(axis=3) / known.sum(axis=3))

    def to_frame(self) -> pd.DataFrame:
        """Return a row per measure, number of annotators and number of cases."""
        numbers = {"width": self.width, "separated": self.share, "tau": self.tau}
        sizes = {"annotators": np.array(self.annotators), "cases": np.array(self.cases)}
        return of_grid({"measure": self.measures, **sizes}, numbers)[["measure", "cases", "annotators", *numbers]]


@dataclass(frozen=True, slots=True)
class Option(TableRow):
    """One way to spend a budget of votes."""

    cases: int
    annotators: int
    width: float
    separated: float  # mean share of the pairs
    tau: float
    first: float  # share of the resamples in which no other way separates more pairs
    corrected: float  # `separated`, corrected for the number of pairs

    COLUMNS = ("cases", "annotators", "width", "separated", "corrected", "tau")


def resample_pilot(
    task: Task,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    cases: Sequence[int] = CASES,
    annotators: Sequence[int] | None = None,
    seed: int = 1,
    n_resamples: int = RESAMPLES,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Split:
    r"""Resample a pilot: n cases with replacement, k of the votes of each without.

    In every resample, for every pair of runs with the differences d on the n cases,

    .. math:: \text{width} = 2 t_{0.025}(n - 1) \frac{s_d}{\sqrt n}, \qquad
              \text{separated: } |\bar d| > t_{0.025}(n - 1) \frac{s_d}{\sqrt n}

    and the better run is the same as by the whole pilot: with few votes per case the gold is so coarse that some runs
    change places. Every pair is tested by itself at 5%, and for `corrected` at 5% / pairs. The differences of a pilot
    are larger than the true ones; what counts for `separated` is shrunk, see `kept_share`. The cases of a resample are
    the same for every k, and a smaller n takes the first of them, so that cells can be compared. Equal seeds give
    identical results, however the work is divided. Raises `OrdquantError` where the gold has no votes or one per case,
    where some case has one and no k is given, for fewer than two runs or eight cases, a measure that can be infinite, a
    k above the fewest votes of a case, and an n below 2.
    """
    kernels = [measure.compute.kernel for measure in measures_at(measures, task.positions, len(task.classes))]
    votes = votes_of(task)
    fewest = int(votes.sum(axis=1).min())
    numbers = usual_annotators(fewest) if annotators is None else tuple(dict.fromkeys(annotators))
    sizes = tuple(sorted(set(cases)))
    require_pilot(task)
    if annotators is None:
        require_several(votes)
    if not sizes or sizes[0] < 2 or sizes[-1] > MOST:
        raise OrdquantError(f"Give numbers of cases from 2 to {count(MOST)}, got {', '.join(map(str, cases))}.")
    if not numbers or min(numbers) < 1 or max(numbers) > fewest:
        raise OrdquantError(
            f"Give numbers of annotators from 1 to {fewest} (the smallest number of votes of a case), got "
            f"{', '.join(map(str, numbers))}."
        )
    if n_resamples < 1:
        raise OrdquantError(f"Draw one resample or more, got {n_resamples}.")
    infinite = [key for key in measures if key not in bounded(measures, len(task.classes))]
    if infinite:
        raise OrdquantError(f"{', '.join(infinite)} can be infinite with fewer votes per case; leave it out.")
    scores = in_blocks(kernels, task.gold, task.estimates)
    means = scores.mean(axis=2)
    shifts = (kept_share(scores) - 1)[:, None] * (means - means.mean(axis=1, keepdims=True))
    seeds = np.random.default_rng(seed).integers(0, 2**63, size=n_resamples).tolist()
    step = max(1, AT_ONCE // (sizes[-1] * len(task.runs)))
    pieces = [(number, seeds[start : start + step]) for number in numbers for start in range(0, n_resamples, step)]
    parts = carry_out(
        _Resampled(votes, task.estimates, tuple(measures), sizes, means, shifts, task.positions),
        pieces,
        np.cumsum([len(some) for _, some in pieces]).tolist(),
        progress=progress,
        executor=executor,
        threads=THREADS,
    )
    pilots, sums = [], np.zeros((len(numbers), len(measures), len(task.runs)))
    for (number, _), (cells, by_all) in zip(pieces, parts, strict=True):
        pilots.append(cells)
        sums[numbers.index(number)] += by_all
    shape = (len(numbers), n_resamples, *pilots[0].shape[1:])
    widths, separated, corrected, taus = np.concatenate(pilots).reshape(shape).transpose(2, 4, 0, 3, 1)
    by_annotators = sums.transpose(1, 0, 2) / n_resamples
    sides = tuple(measures), task.runs, sizes, numbers
    return Split(*sides, widths, separated, corrected, taus, by_annotators, n_resamples, len(task.cases))


@dataclass(frozen=True, eq=False)
class _Resampled:
    """Some resamples with a number of annotators, given by it and their seeds.

    It gives width, both separated shares and tau, (resamples, 4, sizes, measures), and the sum of all cases' means.
    """

    votes: IntArray  # (cases, L)
    estimates: FloatArray  # (runs, cases, L)
    measures: tuple[str, ...]
    sizes: tuple[int, ...]
    means: FloatArray  # (measures, runs), by the whole pilot
    shifts: FloatArray  # (measures, runs), which shrink the differences of the means
    positions: tuple[float, ...] | None

    def __call__(self, chunk: tuple[int, Sequence[int]]) -> tuple[FloatArray, FloatArray]:
        number, seeds = chunk
        measured, means = self._cells(self._scores(number, seeds))
        taus = kendall_taus(means, np.broadcast_to(self.means, means.shape))
        return np.concatenate([measured, taus[:, None]], axis=1), np.asarray(means[:, -1].sum(axis=0))

    def _scores(self, number: int, seeds: Sequence[int]) -> FloatArray:
        """Score the runs on every resample: (measures, runs, resamples, cases). Equal draws are scored once."""
        draws = [self._draw(number, np.random.default_rng(seed)) for seed in seeds]
        cases, golds = (np.concatenate(side) for side in zip(*draws, strict=True))
        first, places = _first_of_equals(cases, golds, number)
        known = measures_at(self.measures, self.positions, self.votes.shape[1])
        kernels = [measure.compute.kernel for measure in known]
        scores = in_blocks(kernels, golds[first] / number, self.estimates[:, cases[first]])
        return np.take(scores, places.reshape(len(seeds), -1), axis=2)

    def _draw(self, number: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Return cases, and some votes of each."""
        cases = rng.integers(0, len(self.votes), size=self.sizes[-1])
        return cases, some_votes(self.votes[cases], number, rng)

    def _cells(self, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return width and both separated shares, (resamples, 3, sizes, measures), and the means of runs.

        Sums and products, too, have the axes (sizes, resamples, measures, runs); the means begin with the resamples.
        """
        first, second = np.triu_indices(scores.shape[1], 1)
        ahead = self.means[:, first] - self.means[:, second]
        ahead = np.where(np.abs(ahead) > ROUNDING, np.sign(ahead), 0)
        shift = scores.mean(axis=3)
        scores = scores - shift[..., None]  # sums of squares lose no digits then
        parts = np.split(scores, self.sizes[:-1], axis=3)
        sums = np.cumsum([part.sum(axis=3).transpose(2, 0, 1) for part in parts], axis=0)
        # einsum, not a matrix product: how BLAS spreads one over threads shows in its last digit
        products = np.cumsum([np.einsum("mrkc,mskc->kmrs", part, part) for part in parts], axis=0)
        n = np.array(self.sizes)[:, None, None, None]
        squares, means = np.einsum("nkmrr->nkmr", products), shift.transpose(2, 0, 1) + sums / n
        gaps = (sums[..., first] - sums[..., second]) / n
        spread = squares[..., first] + squares[..., second] - 2 * products[..., first, second] - n * gaps**2
        error = np.sqrt(np.maximum(spread, 0) / (n - 1) / n)
        levels = 0.95, 1 - 0.05 / len(first)
        halves = [t_limit(self.sizes, confidence=level)[:, None, None, None] * error for level in levels]
        shrunk = means + self.shifts
        gaps = (shrunk[..., first] - shrunk[..., second]) * ahead
        shares = [(gaps > np.maximum(half, ROUNDING)).mean(axis=3) for half in halves]
        return np.stack([2 * np.median(halves[0], axis=3), *shares]).transpose(2, 0, 1, 3), means.swapaxes(0, 1)


def _first_of_equals(cases: IntArray, golds: IntArray, number: int) -> tuple[IntArray, IntArray]:
    """Return where each case with each of its golds stands first, and for every pair of both which of these it is."""
    sizes = int(cases.max()) + 1, *[number + 1] * (golds.shape[1] - 1)  # the last class has the rest of the votes
    if math.prod(sizes) > MOST_KEYS:  # of so many, hardly two are equal
        return (every := np.arange(len(cases))), every
    keys = np.ravel_multi_index((cases, *golds.T[:-1]), sizes)
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    return first, places


def kept_share(scores: FloatArray) -> FloatArray:
    r"""Return what is kept of the differences of means: (measures,), from scores of shape (measures, runs, cases).

    The means of runs on n cases differ by more than the runs do. With v the mean squared distance of the means from
    their mean, and s2 the mean variance of a run's scores minus the mean score of the case,

    .. math:: c = \sqrt{1 - \frac{s^2 / n}{v}}

    so that the differences have the spread that is left when that of chance is taken away; 0 where an F test of the
    runs, F = v / (s2 / n), has p >= 0.05: then nothing shows that they differ.
    """
    with extra("statistics", "The F test of the runs"):
        from scipy.special import fdtrc  # only where it is needed
    _, n_runs, n_cases = scores.shape
    spread, noise = spread_of_means(scores)
    ratio = np.divide(spread, noise, out=np.where(spread > ROUNDING, np.inf, 0.0), where=noise > ROUNDING**2)
    differ = fdtrc(n_runs - 1, (n_runs - 1) * (n_cases - 1), ratio) < 0.05
    return np.sqrt(np.where(differ, 1 - 1 / np.maximum(ratio, 1), 0.0))


def options(split: Split, measure: str, budget: int) -> tuple[Option, ...]:
    """Return the ways to spend a budget of votes that were resampled, by separated pairs, then by width.

    For every number of annotators it is the largest number of cases with cases x annotators <= budget that uses 9 of 10
    votes or more. Raises `OrdquantError` where there is none.
    """
    layer = split.measures.index(measure)
    cells = []
    for place, number in enumerate(split.annotators):
        fitting = [n for n in split.cases if 0.9 * budget <= n * number <= budget]
        if fitting:
            cells.append((place, split.cases.index(max(fitting))))
    if not cells:
        raise OrdquantError(f"No resampled split has {count(budget, 'vote')}.")
    separated = np.stack([split.separated[layer, place, size] for place, size in cells])
    first = (separated >= separated.max(axis=0) - ROUNDING).mean(axis=1)
    rows = [
        Option(
            split.cases[size],
            split.annotators[place],
            float(split.width[layer, place, size]),
            float(split.share[layer, place, size]),
            float(split.tau[layer, place, size]),
            float(share),
            float(split.corrected[layer, place, size].mean()),
        )
        for (place, size), share in zip(cells, first, strict=True)
    ]
    return tuple(sorted(rows, key=lambda option: (-np.round(option.separated, 9), option.width)))


def usual_cases(annotators: Sequence[int]) -> tuple[int, ...]:
    """Return numbers of cases to resample: those of `CASES`, and what each of `BUDGETS` allows."""
    within = (cases_within(budget, annotators) for budget in BUDGETS)
    return tuple(sorted({*CASES, *(size for sizes in within for size in sizes)}))


def cases_within(budget: int, annotators: Sequence[int], most: int = max(CASES)) -> tuple[int, ...]:
    """Return the numbers of cases that a budget allows with these numbers of annotators, up to `most`."""
    return tuple(sorted({budget // number for number in annotators if 2 <= budget // number <= most}))


def best_options(ways: Sequence[Option], pairs: int) -> tuple[Option, ...]:
    """Return the way that separates the most of so many pairs, and where corrected tests separate more by another, it.

    `ways` are those of `options`, the best first; numbers of pairs are compared as they are shown, in whole pairs.
    """
    corrected = max(ways, key=lambda way: way.corrected)
    more = rounded(corrected.corrected * pairs, 0) > rounded(ways[0].corrected * pairs, 0)
    return (ways[0], corrected) if more else (ways[0],)
