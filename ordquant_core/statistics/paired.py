"""Two runs on the same cases: is the mean difference significant, and how large is it relative to its deviation?

Differences are arrays of shape (…, cases), one row per measure; all rows share one set of random signs.
"""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.finite import ROUNDING
from ordquant_core.statistics.progress import Progress

CHUNK = 2**20  # signs held at a time (8 MB as floats)


@dataclass(frozen=True, slots=True, eq=False)
class RandomisationTest:
    """The paired randomisation test of every row."""

    means: FloatArray  # (…)
    p_values: FloatArray  # (…), never 0
    n_trials: int

    @property
    def errors(self) -> FloatArray:
        """The Monte-Carlo standard error of every p-value, sqrt(p (1 - p) / trials)."""
        return np.sqrt(self.p_values * (1 - self.p_values) / self.n_trials)


@dataclass(frozen=True, eq=False)
class _Reached:
    """In how many trials, given by their random bits, the mean of each row is reached: (rows,)."""

    rows: FloatArray  # (rows, cases)

    def __call__(self, words: NDArray[np.uint64]) -> IntArray:
        n_cases = self.rows.shape[1]
        total = self.rows.sum(axis=1)
        least = np.abs(total) - ROUNDING * n_cases * np.abs(self.rows).max(axis=1)
        kept = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, count=n_cases)
        # sum of ±d = 2 · (sum of those that keep their sign) − sum of all
        sums = 2 * (kept.astype(np.float64) @ np.ascontiguousarray(self.rows.T)) - total
        return np.asarray((np.abs(sums) >= least).sum(axis=0))


def randomisation_test(
    differences: ArrayLike,
    *,
    n_trials: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> RandomisationTest:
    r"""Two-sided paired randomisation test of a mean difference, by exchanging the two runs at random within cases.

    `differences` has shape (…, cases): score of A minus score of B. In each of `n_trials` trials every difference
    keeps or changes its sign with equal chances (one set of signs for all rows); d is the mean of a trial.

    .. math:: p = \frac{1 + \#\{t : |d_t| \ge |\bar{d}|\}}{1 + B}

    Means that differ by rounding only (1e-12 of the largest difference) count as equal. The same generator gives the
    same p-values, however the work is cut into chunks. None is below `smallest_p_value`, which trials may fall short of
    by chance. Raises `OrdquantError` for no case, differences that are not finite, and fewer than one trial. Reference:
    Smucker, Allan and Carterette, CIKM 2007.

    >>> test = randomisation_test([[1, 1, 1], [1, -1, 0]], n_trials=999, rng=np.random.default_rng(1))
    >>> abs(float(test.p_values[0]) - 2 / 8) < 0.05, float(test.p_values[1])  # 2 of 8 sets of signs reach the mean 1
    (True, 1.0)
    """
    values = _finite(differences)
    if n_trials < 1:
        raise OrdquantError(f"A test needs one trial or more, got {n_trials}.")
    n_cases = values.shape[-1]
    work = _Reached(values.reshape(-1, n_cases))
    n_words = -(-n_cases // 64)  # every trial draws whole words, so that drawing in portions gives the same signs
    most = max(1, CHUNK // n_cases)
    sizes = [min(most, n_trials - start) for start in range(0, n_trials, most)]
    words = (rng.integers(0, 2**64, size=(size, n_words), dtype=np.uint64) for size in sizes)
    parts = carry_out(work, words, np.cumsum(sizes).tolist(), progress=progress, executor=executor)
    reached = sum(parts, np.zeros(len(work.rows), dtype=np.int64))
    p_values = np.maximum((reached + 1) / (n_trials + 1), smallest_p_value(n_cases, n_trials))
    means = work.rows.sum(axis=1) / n_cases
    return RandomisationTest(means.reshape(values.shape[:-1]), p_values.reshape(values.shape[:-1]), n_trials)


def smallest_p_value(n_cases: int, n_trials: int) -> float:
    """Return the smallest p-value of `randomisation_test`: the larger of 2 / 2^n, for n cases, and 1 / (1 + B).

    >>> smallest_p_value(5, 5000), smallest_p_value(20, 15)
    (0.0625, 0.0625)
    """
    return max(2.0 ** (1 - n_cases), 1 / (n_trials + 1))


def effect_size(differences: ArrayLike) -> FloatArray:
    r"""Mean difference over the residual standard deviation of the layout of two runs, shape (…); NaN without variance.

    .. math:: \frac{\bar{d}}{s_d / \sqrt{2}}, \quad s_d^2 = \frac{1}{n - 1} \sum_k (d_k - \bar{d})^2

    `differences` has shape (…, cases). It is the effect size of the tests of all runs, a difference over
    `residual_deviation`, with two runs tested together; Cohen's d_z times the root of 2. Not defined (NaN) for fewer
    than two cases, and where all differences are equal up to rounding. Raises `OrdquantError` as `randomisation_test`
    does. Reference: [sakai2018book].

    >>> effect_size([[0.1, 0.3, 0.2], [0.1, 0.1, 0.1]]).round(3).tolist()
    [2.828, nan]
    """
    values = _finite(differences)
    means = values.mean(axis=-1)
    result = np.full(means.shape, np.nan)
    if values.shape[-1] < 2:
        return result
    deviations = values.std(axis=-1, ddof=1)
    varies = np.abs(values - means[..., None]).max(axis=-1) > ROUNDING * np.maximum(1, np.abs(values).max(axis=-1))
    return np.asarray(np.divide(means, deviations / np.sqrt(2), out=result, where=varies))


def _finite(differences: ArrayLike) -> FloatArray:
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise ShapeMismatchError(f"A mean needs the difference of one case or more, got the shape {values.shape}.")
    if not np.isfinite(values).all():
        raise OrdquantError("A difference is not finite: a mean difference is not defined.")
    return values
