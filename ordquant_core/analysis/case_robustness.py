"""How robust are the preferences on all cases of a task? The batch form of analysis/robustness.py."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import signs
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import Measure, get_measures, measures_at
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided import Divided, Piece
from ordquant_core.statistics.portions import Progress, finish

_AT_ONCE = 16_384  # gold distributions scored in one go: the arrays of a measure stay in the processor's cache
_BITS = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class CaseRobustness:
    """What each measure prefers on every case, and in which resamples of its annotators it prefers the same."""

    measures: tuple[str, ...]
    preference: IntArray  # (measures, cases): -1 prefers A, 0 is a tie, 1 prefers B
    keeps: FloatArray  # (measures, cases): share of the resamples with the same preference
    n_resamples: int
    kept: NDArray[np.uint8]  # (measures, cases, bytes): a bit for every resample in which it is kept

    def together(self, first: str, second: str) -> FloatArray:
        """Return the share of resamples in which two measures both keep their preference, shape (cases,)."""
        one, other = (self.kept[self.measures.index(key)] for key in (first, second))
        return np.asarray(_BITS[one & other].sum(axis=1, dtype=np.int64) / self.n_resamples)

    def robust_disagreement(self, first: str, second: str, least: float) -> NDArray[np.bool_]:
        """Return for every case whether two measures prefer different runs, and do so in a share `least` of resamples.

        Both must keep their preference in the same resample: the disagreement itself is what is robust.
        """
        one, other = (self.preference[self.measures.index(key)] for key in (first, second))
        return np.asarray((one * other == -1) & (self.together(first, second) >= least))


def case_robustness(
    votes: IntArray,
    a: ArrayLike | str,
    b: ArrayLike | str,
    measures: Sequence[str],
    *,
    n_resamples: int = 200,
    positions: ArrayLike | None = None,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> CaseRobustness:
    """Recompute all preferences on gold distributions whose annotators are resampled with replacement.

    `votes` has shape (cases, L); an estimate is an array of that shape, which stays, or the key of a baseline, which
    follows the resampled gold. Every resample draws a case's N votes with the probabilities votes / N; all measures
    see the same resamples. `positions` are those of the classes, if not 1, ..., L. Shares are k / n_resamples. One
    generator gives one result, however the work is cut into chunks and whatever `executor` carries them out;
    `progress` is called with what is done and the whole. Raises
    `OrdquantError` where `votes` are not whole, an estimate does not fit, a name is unknown, or `n_resamples` is below
    1.

    >>> sure = case_robustness(np.array([[0, 0, 5], [2, 2, 2]]), [[0, 0, 1]] * 2, "uniform", ["NMD"],
    ...     rng=np.random.default_rng(1))
    >>> sure.preference.tolist(), float(sure.keeps[0, 0])
    ([[-1, 1]], 1.0)
    """
    work = CaseResamples(votes, a, b, measures, n_resamples=n_resamples, positions=positions, rng=rng)
    return finish(work, progress, executor)


@dataclass(frozen=True, eq=False)
class _Kept:
    """What measures prefer on some cases, and a bit for every resample in which they prefer the same.

    Called with the cases, as a slice, and their resampled votes (cases, resamples, L); it gives arrays of shape
    (measures, cases) and (measures, cases, bytes).
    """

    measures: tuple[str, ...]
    counts: IntArray  # (cases, L)
    shares: FloatArray
    estimates: tuple[FloatArray | str, ...]
    positions: tuple[float, ...] | None

    def __call__(self, chunk: tuple[slice, IntArray]) -> tuple[IntArray, NDArray[np.uint8]]:
        part, drawn = chunk
        resampled = drawn / self.counts[part].sum(axis=1)[:, None, None]
        gold = np.concatenate([self.shares[part, None], resampled], axis=1)
        a, b = (entry if isinstance(entry, str) else entry[part] for entry in self.estimates)
        sides = _sides(measures_at(self.measures, self.positions, self.counts.shape[1]), gold, a, b)
        return sides[:, :, 0], np.packbits(sides[:, :, 1:] == sides[:, :, :1], axis=2)


class CaseResamples(Divided[CaseRobustness]):
    """`case_robustness` in portions; there is a result at the end only."""

    def __init__(
        self,
        votes: IntArray,
        a: ArrayLike | str,
        b: ArrayLike | str,
        measures: Sequence[str],
        *,
        n_resamples: int = 200,
        positions: ArrayLike | None = None,
        rng: np.random.Generator,
    ) -> None:
        get_measures(measures)
        shares = as_distributions(votes, "votes")
        counts = np.asarray(votes)
        if counts.ndim != 2 or not np.issubdtype(counts.dtype, np.integer):
            raise InvalidDistributionError(
                f"`votes` must be whole votes of shape (cases, classes), got {counts.shape}."
            )
        if n_resamples < 1:
            raise OrdquantError(f"`n_resamples` is {n_resamples}; draw at least one resample.")
        estimates = tuple(_estimate(entry, counts.shape, name) for entry, name in ((a, "a"), (b, "b")))
        stand = None if positions is None else tuple(np.asarray(positions, dtype=float).tolist())
        measures_at(measures, stand, counts.shape[1])
        n_cases = len(counts)
        super().__init__(n_cases)
        self._n_resamples, self._rng = n_resamples, rng
        self._work = _Kept(tuple(measures), counts, shares, estimates, stand)
        self._preference = np.empty((len(measures), n_cases), dtype=np.int64)
        self._kept = np.empty((len(measures), n_cases, -(-n_resamples // 8)), dtype=np.uint8)

    def _pieces(self) -> Iterator[Piece]:
        most = max(1, _AT_ONCE // (self._n_resamples + 1))
        counts = self._work.counts
        for start in range(0, self.total, most):
            part = slice(start, min(start + most, self.total))
            drawn = _resampled(counts[part], self._n_resamples, self._rng)
            yield Piece(self._work, (part, drawn), partial(self._take, part))

    def _take(self, part: slice, found: tuple[IntArray, NDArray[np.uint8]]) -> None:
        self._preference[:, part], self._kept[:, part] = found
        self.done = part.stop

    def result(self) -> CaseRobustness:
        """Return what there is at the end."""
        keeps = _BITS[self._kept].sum(axis=2, dtype=np.int64) / self._n_resamples
        return CaseRobustness(self._work.measures, self._preference, keeps, self._n_resamples, self._kept)


def _estimate(entry: ArrayLike | str, shape: tuple[int, ...], name: str) -> FloatArray | str:
    if isinstance(entry, str):
        if entry not in BASELINES:
            raise UnknownNameError(f"`{name}`: unknown baseline {entry!r}; choose from {', '.join(BASELINES)}.")
        return entry
    rows = as_distributions(entry, name)
    if rows.shape != shape:
        raise ShapeMismatchError(
            f"`{name}` has shape {rows.shape}, expected {shape}: the cases and classes of `votes`."
        )
    return rows


def _resampled(counts: IntArray, n_resamples: int, rng: np.random.Generator) -> IntArray:
    """Resample the votes of cases (cases, L): whole votes of shape (cases, resamples, L)."""
    # The last class gets what rounding leaves over: put the largest there, so that an empty one never gets a vote.
    order = np.argsort(counts, axis=1, kind="stable")
    ordered = np.take_along_axis(counts, order, axis=1)
    n_votes = ordered.sum(axis=1)[:, None]
    drawn = rng.multinomial(n_votes, (ordered / n_votes)[:, None], size=(len(counts), n_resamples))
    back = np.argsort(order, axis=1, kind="stable")
    return np.take_along_axis(drawn, back[:, None], axis=2)


def _sides(measures: Sequence[Measure], gold_shares: FloatArray, a: FloatArray | str, b: FloatArray | str) -> IntArray:
    """Return what measures prefer on gold distributions of shape (cases, n, L): shape (measures, cases, n)."""
    gold = np.ascontiguousarray(np.moveaxis(gold_shares, -1, 0))
    first, second = (
        np.ascontiguousarray(np.moveaxis(BASELINES[entry](gold_shares), -1, 0))
        if isinstance(entry, str)
        else np.ascontiguousarray(entry.T)[:, :, None]
        for entry in (a, b)
    )
    result = np.empty((len(measures), *gold_shares.shape[:2]), dtype=np.int64)
    for measure, row in zip(measures, result, strict=True):
        score_a, score_b = (np.broadcast_to(measure.compute.kernel(gold, one), row.shape) for one in (first, second))
        row[...] = signs(np.subtract(score_a, score_b, out=np.zeros(row.shape), where=score_a != score_b))
    return result
