"""Which tests find a difference, and which find one that is not there? Simulated on the scores of a task itself."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.scoring import require_comparable
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.records import FloatArray, Framed, Scores
from ordquant_core.statistics.adjusted import benjamini_hochberg, holm
from ordquant_core.statistics.bootstrap import ROUNDING
from ordquant_core.statistics.divided_work import DividedWork, Piece
from ordquant_core.statistics.resampling import permuted_labels, permuted_means, tukey_hsd_of

TUKEY, HOLM, HOCHBERG = "Tukey HSD", "Holm", "Benjamini-Hochberg"
PROCEDURES = (TUKEY, HOLM, HOCHBERG)
SIMULATIONS, TRIALS = 200, 500
DIFFERENCES = (0.01, 0.02, 0.03, 0.05, 0.1)  # of means, that are looked for


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedPower(Framed):
    """In how many simulated collections each procedure rejects."""

    measures: tuple[str, ...]
    n_runs: int
    n_cases: int
    differences: tuple[float, ...]  # by which one run is shifted, ascending
    false: FloatArray  # (procedures, measures): share of collections without a difference in which any pair differs
    interchangeable: FloatArray  # the same where the runs are interchangeable on every case, too
    found: FloatArray  # (procedures, measures, differences): share of the pairs with the shifted run that differ
    n_simulations: int
    n_trials: int
    alpha: float

    def error(self, share: float) -> float:
        """The standard error of a share of the simulations."""
        return float(np.sqrt(share * (1 - share) / self.n_simulations))


class PowerSimulations(DividedWork[SimulatedPower]):
    """Resample the cases of a task whose runs have all been given the same mean, and shift one run.

    Every simulated collection has `n_cases` cases (those of the task, where None), drawn with replacement from the
    scores minus the mean of each run: no two runs differ truly, and what varies together still does. A rejection is
    false then, if there is any in a collection. The same is counted after exchanging the runs within each case at
    random: that is what the randomised Tukey HSD test assumes, and its share of false rejections is `alpha` then,
    whereas runs of equal means whose scores spread differently may give it more.

    One run, each in turn, is shifted by every one of the `differences`; the power is the share of its pairs that differ
    significantly. The randomised Tukey HSD test has `n_trials` permutations per collection, shared by all differences
    and measures; Holm's and Benjamini and Hochberg's procedures adjust paired t-tests of all pairs. Equal seeds give
    identical results. Raises `OrdquantError` for fewer than two runs or cases, infinite scores, differences that are
    not positive, a level outside (0, 1), and fewer than one simulation. After each portion, `result` is what the
    collections so far give.
    """

    def __init__(
        self,
        scores: Scores,
        differences: Sequence[float],
        *,
        n_cases: int | None = None,
        alpha: float = 0.05,
        n_simulations: int = SIMULATIONS,
        n_trials: int = TRIALS,
        seed: int = 1,
    ) -> None:
        require_comparable(scores)
        shifts, size = tuple(sorted(set(differences))), len(scores.cases) if n_cases is None else n_cases
        if not shifts or shifts[0] <= 0 or not np.isfinite(shifts).all():
            raise OrdquantError("Give differences larger than 0.")
        if not 0 < alpha < 1 or n_simulations < 1 or n_trials < 1 or size < 2:
            raise OrdquantError(
                "Give a level between 0 and 1, two cases or more, and one simulation and one trial or more."
            )
        super().__init__(n_simulations)
        self._scores, self._n_trials = scores, n_trials
        self._seeds = np.random.default_rng(seed).integers(0, 2**63, size=n_simulations).tolist()
        null = scores.values - scores.values.mean(axis=2, keepdims=True)
        self._work = _Simulated(null, shifts, size, n_trials, alpha)
        self._false = np.zeros((2, len(PROCEDURES), len(scores.measures)))
        self._found = np.zeros((len(PROCEDURES), len(scores.measures), len(shifts)))

    def _pieces(self) -> Iterator[Piece]:
        n_runs = len(self._scores.runs)
        for number, seed in enumerate(self._seeds):
            yield Piece(self._work, (number % n_runs, seed), self._take)

    def _take(self, rejected: tuple[NDArray[np.bool_], FloatArray]) -> None:
        self._false += rejected[0]
        self._found += rejected[1]
        self.done += 1

    def result(self) -> SimulatedPower:
        """Return the shares among the collections so far, at least one."""
        if not self.done:
            raise OrdquantError("No simulation is done yet.")
        work = self._work
        return SimulatedPower(
            self._scores.measures,
            len(self._scores.runs),
            work.size,
            work.shifts,
            self._false[0] / self.done,
            self._false[1] / self.done,
            self._found / self.done,
            self.done,
            self._n_trials,
            work.alpha,
        )


@dataclass(frozen=True, eq=False)
class _Simulated:
    """One collection, given by the run to shift and a seed: any false rejection, and the share of true ones.

    Shapes: (equal means and interchangeable runs, procedures, measures) and (procedures, measures, differences).
    """

    null: FloatArray  # (measures, runs, cases), every run with the mean 0
    shifts: tuple[float, ...]
    size: int
    n_trials: int
    alpha: float

    def __call__(self, chunk: tuple[int, int]) -> tuple[NDArray[np.bool_], FloatArray]:
        shifted, seed = chunk
        rng = np.random.default_rng(seed)
        values = self.null[:, :, rng.integers(0, self.null.shape[2], size=self.size)]
        none, *moved = self._rejected(values, shifted, (0.0, *self.shifts), rng)
        labels = permuted_labels(1, self.size, values.shape[1], rng)[0].T  # (runs, cases)
        (exchanged,) = self._rejected(np.take_along_axis(values, labels[None].astype(np.int64), 1), 0, (0.0,), rng)
        with_it = [pair == shifted for pair in np.triu_indices(values.shape[1], 1)]
        true = np.stack(moved, axis=2)[:, :, :, np.logical_or(*with_it)].mean(axis=3)
        return np.stack([none.any(axis=2), exchanged.any(axis=2)]), true

    def _rejected(
        self, values: FloatArray, shifted: int, shifts: Sequence[float], rng: np.random.Generator
    ) -> list[NDArray[np.bool_]]:
        """Return for every shift of one run which pairs every procedure separates: (procedures, measures, pairs)."""
        n_runs = values.shape[1]
        first, second = np.triu_indices(n_runs, 1)
        marked = np.zeros((1, *values.shape[1:]))
        marked[0, shifted] = 1
        # Means are linear: permuted once, those of the shifted run are added for every difference.
        permuted = permuted_means(np.concatenate([values, marked]), n_trials=self.n_trials, rng=rng)
        own, mark = permuted[:, :, :-1], permuted[:, :, -1:]
        errors, means = standard_errors(values), values.mean(axis=2)
        found = []
        for shift in shifts:
            moved = means + shift * (np.arange(n_runs) == shifted)
            tukey = tukey_hsd_of(moved, own + shift * mark).p_values[:, first, second]
            alone = paired_p_values(moved[:, first] - moved[:, second], errors, self.size)
            found.append(np.stack([tukey, holm(alone), benjamini_hochberg(alone)]) < self.alpha)
        return found


def standard_errors(values: FloatArray) -> FloatArray:
    """Return the standard error of the mean difference of every pair of runs: (measures, pairs)."""
    first, second = np.triu_indices(values.shape[1], 1)
    deviations = [(layer[first] - layer[second]).std(axis=1, ddof=1) for layer in values]
    return np.asarray(np.stack(deviations) / math.sqrt(values.shape[2]))


def paired_p_values(gaps: FloatArray, errors: FloatArray, n_cases: int) -> FloatArray:
    """Return two-sided p-values of paired t-tests; 1 where two runs are equal, 0 where they differ by a constant."""
    with extra("statistics", "The paired t-test"):
        from scipy.special import stdtr  # only where it is needed

    sizes = np.abs(gaps)
    ratio = np.divide(sizes, errors, out=np.full_like(sizes, np.inf), where=errors > ROUNDING)
    return np.asarray(np.where(sizes <= ROUNDING, 1.0, 2 * stdtr(n_cases - 1, -ratio)))


@dataclass(frozen=True, slots=True, eq=False)
class SeparatedPairs:
    """Which pairs of runs each procedure separates on the task as it is: (procedures, measures, pairs)."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    p_values: FloatArray
    rejected: NDArray[np.bool_]
    n_trials: int  # of the randomised Tukey HSD test

    def differ(self, layer: int) -> tuple[int, ...]:
        """Return the numbers of the pairs on which the procedures do not agree by a measure."""
        rejected = self.rejected[:, layer]
        return tuple(np.flatnonzero(rejected.any(axis=0) & ~rejected.all(axis=0)).tolist())


def decide(scores: Scores, tukey: Discrimination, *, alpha: float = 0.05) -> SeparatedPairs:
    """Separate the pairs of runs by every procedure; `tukey` is the randomised Tukey HSD test of the same scores.

    Raises `OrdquantError` as `PowerSimulations`.
    """
    require_comparable(scores)
    first, second = np.triu_indices(len(scores.runs), 1)
    means = scores.values.mean(axis=2)
    gaps = means[:, first] - means[:, second]
    alone = paired_p_values(gaps, standard_errors(scores.values), len(scores.cases))
    p_values = np.stack([tukey.p_values[:, first, second], holm(alone), benjamini_hochberg(alone)])
    return SeparatedPairs(scores.measures, scores.runs, tukey.pairs, p_values, p_values < alpha, tukey.n_trials)
