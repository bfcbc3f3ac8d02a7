"""How robust are the preferences on all cases of a task? The batch form of analysis/robustness.py."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import difference, signs
from ordquant_core.analysis.robustness import as_prior
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.glossary import frame_of
from ordquant_core.measures.registry import Measure, get_measures, measures_at
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.dirichlet import draw_distributions, fit_dirichlet
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

SINGLE_VOTES = (
    "Every case has a single vote. Single votes do not show how far annotators differ, so other panels cannot be "
    "simulated."
)
SURE = 0.95  # share of panels
_AT_ONCE = 16_384  # gold distributions scored in one go: the arrays of a measure stay in the processor's cache
_BITS = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class CaseRobustness:
    """What each measure prefers on every case, and in which simulated panels of annotators it prefers the same."""

    measures: tuple[str, ...]
    preference: IntArray  # (measures, cases): -1 prefers A, 0 is a tie, 1 prefers B
    keeps: FloatArray  # (measures, cases): share of the panels with the same preference
    n_resamples: int  # simulated panels
    kept: NDArray[np.uint8]  # (measures, cases, bytes): a bit for every panel in which it is kept

    def by_measure(self) -> pd.DataFrame:
        """Return a row per measure: how often it keeps its preference, on average, and on which share of the cases."""
        sure = (self.keeps >= SURE).mean(axis=1)
        return frame_of({"measure": self.measures, "kept": self.keeps.mean(axis=1), "sure": sure})

    def most_robust(self, first: str, second: str) -> IntArray:
        """Return the numbers of the cases on which two measures disagree, the most robust disagreement first."""
        disagreements = np.flatnonzero(self.robust_disagreement(first, second, 0))
        order = np.argsort(-self.together(first, second)[disagreements], kind="stable")
        return np.asarray(disagreements[order])

    def together(self, first: str, second: str) -> FloatArray:
        """Return the share of panels in which two measures both keep their preference, shape (cases,)."""
        kept_1, kept_2 = (self.kept[self.measures.index(key)] for key in (first, second))
        return np.asarray(_BITS[kept_1 & kept_2].sum(axis=1, dtype=np.int64) / self.n_resamples)

    def robust_disagreement(self, first: str, second: str, least: float) -> NDArray[np.bool_]:
        """Return for every case whether two measures prefer different runs, and do so in a share `least` of panels.

        Both must keep their preference in the same panel: the disagreement itself is what is robust.
        """
        preference_1, preference_2 = (self.preference[self.measures.index(key)] for key in (first, second))
        return np.asarray((preference_1 * preference_2 == -1) & (self.together(first, second) >= least))

    def to_frame(self, pair: tuple[str, str], cases: Sequence[str]) -> pd.DataFrame:
        """Return a row per case: in which share of the panels each measure keeps its preference, the pair's first."""
        keys = dict.fromkeys((*pair, *self.measures))
        shares = {f"kept_{key}": self.keeps[self.measures.index(key)] for key in keys}
        frame = frame_of({"case": cases, "both": self.together(*pair), **shares})
        return frame.assign(resamples=self.n_resamples)


@dataclass(frozen=True, eq=False)
class _Kept:
    """What measures prefer on some cases, and a bit for every panel in which they prefer the same.

    Called with the cases, as a slice, and the votes of their panels (cases, panels, L); it gives arrays of shape
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


def resample_cases(
    votes: IntArray,
    a: ArrayLike | str,
    b: ArrayLike | str,
    measures: Sequence[str],
    *,
    n_resamples: int = 200,
    positions: ArrayLike | None = None,
    prior: ArrayLike | None = None,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> CaseRobustness:
    r"""Recompute all preferences on the gold distributions of simulated panels of as many annotators.

    `votes` has shape (cases, L); an estimate is an array of that shape, which stays, or the key of a baseline, which
    follows the simulated gold. With v the N votes of a case and a the prior, shape (L,), that `fit_dirichlet` fits to
    the votes of all cases (unless given), every panel of a case is drawn by

    .. math:: p \sim \mathrm{Dirichlet}(a + v), \qquad w \sim \mathrm{Multinomial}(N, p), \qquad \text{gold} = w / N

    and all measures see the same panels. A share estimates how likely another panel is to keep the preference: on
    made-up cases and on halves of the votes of STC-3, mean shares were within 0.08 of what real second panels kept. (A
    Dirichlet distribution knows no order of the classes.) `positions` are those of the classes, if not 1, ..., L.
    Shares are k / n_resamples. One generator gives one result, however the work is cut into chunks. Raises
    `OrdquantError` where `votes` are not whole or every case has a single one (they do not say how far annotators
    differ), an estimate or the prior does not fit, a name is unknown, or `n_resamples` is below 1.

    >>> robustness = resample_cases(np.array([[0, 0, 5], [2, 2, 2]]), [[0, 0, 1]] * 2, "uniform", ["NMD"],
    ...     rng=np.random.default_rng(1))
    >>> robustness.preference.tolist(), robustness.keeps.round(1).tolist()
    ([[-1, 1]], [[0.9, 0.8]])
    """
    get_measures(measures)
    shares = as_distributions(votes, "votes")
    counts = np.asarray(votes)
    if counts.ndim != 2 or not np.issubdtype(counts.dtype, np.integer):
        raise InvalidDistributionError(f"`votes` must be whole votes of shape (cases, classes), got {counts.shape}.")
    if n_resamples < 1:
        raise OrdquantError(f"`n_resamples` is {n_resamples}; draw at least one panel.")
    if counts.sum(axis=1).max() < 2:
        raise OrdquantError(SINGLE_VOTES)
    estimates = tuple(_estimate(entry, counts.shape, name) for entry, name in ((a, "a"), (b, "b")))
    stand = None if positions is None else tuple(np.asarray(positions, dtype=float).tolist())
    measures_at(measures, stand, counts.shape[1])
    prior = fit_dirichlet(counts) if prior is None else as_prior(prior, counts.shape[1])
    # a stream for each of the two draws: both go on from case to case, however the work is cut
    of_truths, of_panels = (np.random.default_rng(seed) for seed in rng.integers(0, 2**63, size=2).tolist())
    most = max(1, _AT_ONCE // (n_resamples + 1))
    parts = [slice(start, min(start + most, len(counts))) for start in range(0, len(counts), most)]

    def drawn(part: slice) -> tuple[slice, IntArray]:
        true = draw_distributions(prior + counts[part], n_resamples, of_truths)
        return part, of_panels.multinomial(counts[part].sum(axis=1)[:, None], true)

    work = _Kept(tuple(measures), counts, shares, estimates, stand)
    done = [part.stop for part in parts]
    parts_done = list(carry_out(work, map(drawn, parts), done, progress=progress, executor=executor))
    preference, kept = (np.concatenate(side, axis=1) for side in zip(*parts_done, strict=True))
    keeps = _BITS[kept].sum(axis=2, dtype=np.int64) / n_resamples
    return CaseRobustness(tuple(measures), preference, keeps, n_resamples, kept)


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
        row[...] = signs(difference(*(measure.compute.kernel(gold, one) for one in (first, second))))
    return result
