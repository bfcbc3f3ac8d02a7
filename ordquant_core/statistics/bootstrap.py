"""The bootstrap over cases: a test of every pair of runs.

Scores are arrays of shape (…, cases), whatever they measure. Randomness enters only through a generator.
"""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

ROUNDING = 1e-12  # of the largest score: differences below it are none
CHUNK = 2**20  # draws held at a time (8 MB as floats)
BLOCK = 2**18  # differences of pairs held at a time (2 MB: a processor keeps them at hand)
PAIRS = 2**22  # pairs of runs x resamples held at a time (32 MB as floats)


@dataclass(frozen=True, eq=False)
class _Reached:
    """In how many resamples, by how often each draws each case, |t| of a pair is reached: (measures, pairs)."""

    values: FloatArray  # (measures, runs, cases)

    def __call__(self, drawn: NDArray[np.unsignedinteger]) -> IntArray:
        times = drawn.T.astype(np.float64)
        n_cases, n_resamples = times.shape
        pairs = np.stack(np.triu_indices(self.values.shape[1], 1))
        negligible = (ROUNDING * np.abs(self.values).max(axis=(1, 2))) ** 2
        reached = np.zeros((len(self.values), pairs.shape[1]), dtype=np.int64)
        step = max(1, min(BLOCK // max(times.shape), pairs.shape[1]))  # all pairs at once would fill the memory
        held = [np.empty((step, n)) for n in (n_cases, n_cases, n_resamples, n_resamples)]
        held.append(np.empty((step, n_resamples), dtype=np.bool_))
        # Every step writes to the same arrays: new ones cost more than the arithmetic where the allocator returns them.
        for layer, row, least in zip(self.values, reached, negligible, strict=True):
            for start in range(0, len(row), step):
                some = slice(start, start + step)
                first, second = pairs[:, some]
                differences, others, squares, spread, mask = (array[: len(first)] for array in held)
                np.take(layer, first, axis=0, out=differences, mode="clip")  # another mode copies
                differences -= np.take(layer, second, axis=0, out=others, mode="clip")
                means = differences.mean(axis=1, keepdims=True)
                differences -= means
                np.square(np.divide(np.matmul(differences, times, out=squares), n_cases, out=squares), out=squares)
                np.square(differences, out=differences)
                np.divide(np.matmul(differences, times, out=spread), n_cases, out=spread)
                spread -= squares
                variances = differences.sum(axis=1, keepdims=True) / n_cases
                observed = _squared_t(means**2, variances, least, np.empty(means.shape, dtype=np.bool_))
                observed *= 1 - 1e-9
                np.greater_equal(_squared_t(squares, spread, least, mask), observed, out=mask)
                row[some] = mask.sum(axis=1)
        return reached


def pair_bootstrap(
    scores: ArrayLike,
    *,
    n_resamples: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> FloatArray:
    r"""Test every pair of runs separately: p-values of shape (measures, runs, runs), symmetric, 1 on the diagonal.

    `scores` has shape (measures, runs, cases). z are the differences of two runs on n cases, w = z - mean(z) the same
    differences shifted to mean 0, t the statistic of Student's paired test; cases are drawn with replacement, one set
    of draws for all pairs and measures.

    .. math:: t(z) = \frac{\bar{z}}{s_z / \sqrt{n}}, \qquad p = \frac{1 + \#\{b : |t(w^{(b)})| \ge |t(z)|\}}{1 + B}

    t is 0 where all differences are 0 and infinite where they are equal otherwise. Pairs are not tested jointly: among
    many, some are significant by chance. Raises `OrdquantError` for another shape, fewer than two cases, scores that
    are not finite, and fewer than one resample. Reference: [sakai2006], on the bootstrap of Efron and Tibshirani.

    >>> scores = [[[1, 2, 3, 4, 5, 6], [1.5, 2.6, 3.4, 4.5, 5.4, 6.6]]]
    >>> float(pair_bootstrap(scores, n_resamples=999, rng=np.random.default_rng(1))[0, 0, 1])
    0.003
    """
    values = finite(scores)
    if values.ndim != 3 or 0 in values.shape or values.shape[2] < 2:
        raise ShapeMismatchError(f"Scores need the shape (measures, runs, 2 cases or more); got {values.shape}.")
    if n_resamples < 1:
        raise OrdquantError(f"A bootstrap needs one resample or more, got {n_resamples}.")
    n_measures, n_runs, n_cases = values.shape
    first, second = np.triu_indices(n_runs, 1)
    most = max(1, min(CHUNK // n_cases, PAIRS // max(1, len(first))))
    sizes = [min(most, n_resamples - start) for start in range(0, n_resamples, most)]
    draws = (_times_drawn(n_cases, size, rng) for size in sizes)
    done = np.cumsum(sizes).tolist()
    parts = carry_out(_Reached(values), draws, done, progress=progress, executor=executor)
    reached = sum(parts, np.zeros((n_measures, len(first)), dtype=np.int64))
    p = np.ones((n_measures, n_runs, n_runs))
    p[:, first, second] = p[:, second, first] = (reached + 1) / (n_resamples + 1)
    return p


def finite(values: ArrayLike) -> FloatArray:
    """Return scores as floats, or raise if one is infinite or not a number."""
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise OrdquantError("A score is not finite: means cannot be compared.")
    return array


def _squared_t(squares: FloatArray, variance: FloatArray, negligible: float, mask: NDArray[np.bool_]) -> FloatArray:
    """Return squares of means / variance: t squared, up to a factor that all resamples share. Rounding counts as 0.

    It is written to `squares`, and the other two arrays are used up.
    """
    np.copyto(variance, 0.0, where=np.less_equal(variance, negligible, out=mask))  # times 0 would be -0: t = -inf
    squares *= np.greater(squares, negligible, out=mask)
    with np.errstate(divide="ignore"):
        return np.divide(squares, variance, out=squares, where=mask)


def _times_drawn(n_cases: int, n_resamples: int, rng: np.random.Generator) -> NDArray[np.unsignedinteger]:
    """Return how often each resample draws each case, in few bytes: (resamples, cases)."""
    drawn = rng.integers(0, n_cases, size=(n_resamples, n_cases))
    drawn += np.arange(n_resamples)[:, None] * n_cases
    times = np.bincount(drawn.ravel(), minlength=n_resamples * n_cases).reshape(n_resamples, n_cases)
    return times.astype(np.uint16 if n_cases < 2**16 else np.uint32)
