"""The noise floor: what a system that knew the true distributions would still score, since votes are a sample."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ordquant_core.analysis.planning.votes import checked_votes, draw_some, some_votes
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import Values, frame_of, of_grid
from ordquant_core.measures.pairs import Kernel, in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, measures_at
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.dirichlet import draw_distributions, fit_dirichlet
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.mean_interval import MeanInterval, mean_interval
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import THREADS

DRAWS = 1000  # per case
HALVES = 5  # of so many draws one serves to compare halves of the votes
BLOCK = 2**15  # draws that share a stream of random numbers: part of the result, never changed to save memory


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """What votes leave open, case by case; NaN or infinite as the measure is."""

    measures: tuple[str, ...]
    floors: FloatArray  # (measures, cases): mean score of the true distribution
    panels: FloatArray  # (measures, cases): mean score of a second panel of as many annotators
    n_draws: int

    @property
    def floor(self) -> FloatArray:
        """The mean over the cases: (measures,)."""
        return np.asarray(self.floors.mean(axis=1))

    @property
    def panel(self) -> FloatArray:
        """The mean over the cases of a second panel: (measures,)."""
        return np.asarray(self.panels.mean(axis=1))

    def to_frame(self, cases: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per measure: what the true distributions and a second panel would score.

        With the names of the `cases`, a row per case and measure.
        """
        if cases is not None:
            scores = {"floor": self.floors.T, "second_panel": self.panels.T}
            return of_grid({"case": cases, "measure": self.measures}, scores)
        columns: dict[str, Values] = {"measure": self.measures, "floor": self.floor, "second_panel": self.panel}
        return frame_of(columns).assign(cases=self.floors.shape[1])


def draw_noise(
    votes: IntArray,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    rng: np.random.Generator,
    annotators: int | None = None,
    n_draws: int = DRAWS,
    positions: ArrayLike | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Noise:
    r"""For every case the expected score of its true distribution, and that of a second panel of annotators.

    `votes` has shape (cases, L). With v the votes of a case, K their number (or `annotators`), and a the parameters
    that `fit_dirichlet` fits to all cases,

    .. math:: \text{floor} = c \, E\,M(v / K, p), \qquad \text{second panel} = c \, E\,M(v / K, w / K), \qquad
              p \sim \mathrm{Dirichlet}(a + v), \quad w \sim \mathrm{Multinomial}(K, p)

    with the gold first: the votes v are the gold that a system is scored against. p is the true distribution of the
    case, as far as its votes and those of the other cases tell. With another number of annotators the gold is K of the
    votes, drawn without replacement, or v and further votes drawn from p.

    A Dirichlet distribution knows no order of the classes, so that measures with distances would come out too high for
    ordered classes. The factor c, one for each measure, corrects it: two halves of a case's votes, h = n // 2 of n, are
    two real panels, and

    .. math:: c = \frac{C \bar{x} + \bar{y}}{(C + 1) \bar{y}}, \qquad x = E\,M(s / h, t / h), \quad
              y = E\,M(s / h, r / h), \qquad r \sim \mathrm{Multinomial}(h, q), \; q \sim \mathrm{Dirichlet}(a + s)

    compares them: s and t are disjoint halves, x-bar and y-bar the means over the C cases with two votes or more. The
    added y-bar keeps c near 1 for a few cases. For another number of annotators, the halves have as many votes fewer in
    proportion. All are means over `n_draws` draws (a fifth as many for x and y), one set of them for all measures.

    On 6,150 cases of DBDC3 (30 annotators, of which K are the gold and K others the second panel, K = 2 to 15) and 390
    of STC-3 (19, 5 classes), the second panel was within 5% of the real one by NMD, RNOD and JSD; with fewer cases and
    votes it is uncertain by more. `positions` are those of the classes, if not 1, ..., L. Equal generators give
    identical results, however the work is divided. Raises `OrdquantError` for votes that are not whole, when every case
    has a single vote, and for fewer than two draws or one annotator.

    >>> noise = draw_noise(np.array([[5, 5], [8, 2], [2, 8]]), ["NVD"], rng=np.random.default_rng(1))
    >>> noise.floor.round(2).tolist(), noise.panel.round(2).tolist()
    ([0.11], [0.16])
    """
    counts = checked_votes(votes)
    stand = None if positions is None else tuple(np.asarray(positions, dtype=float).tolist())
    measures_at(measures, stand, counts.shape[1])
    if n_draws < 2 or (annotators is not None and annotators < 1):
        raise OrdquantError(f"Give two draws and one annotator or more, got {n_draws} and {annotators}.")
    step = max(1, BLOCK // n_draws)
    parts = [slice(start, min(len(counts), start + step)) for start in range(0, len(counts), step)]
    seeds = rng.integers(0, 2**63, size=len(parts)).tolist()
    chunks = carry_out(
        _Drawn(counts, fit_dirichlet(counts), tuple(measures), annotators, n_draws, stand),
        zip(parts, seeds, strict=True),
        [part.stop for part in parts],
        progress=progress,
        executor=executor,
        threads=THREADS,
    )
    floors, panels, observed, modelled = np.concatenate(list(chunks), axis=2)
    halved = counts.sum(axis=1) > 1
    factor = _factor(observed[:, halved], modelled[:, halved])[:, None]
    return Noise(tuple(measures), factor * floors, factor * panels, n_draws)


def floors(
    votes: IntArray, measure: str, annotators: Sequence[int], *, seed: int, positions: ArrayLike | None = None
) -> FloatArray:
    """Return the noise floor by one measure, the mean over cases, for each of these numbers of annotators."""
    each = (
        draw_noise(votes, [measure], rng=np.random.default_rng(seed), annotators=number, positions=positions)
        for number in annotators
    )
    return np.array([float(noise.floor[0]) for noise in each])


def _factor(observed: FloatArray, modelled: FloatArray) -> FloatArray:
    """Return c of `draw_noise`: (measures,); 1 where a measure is infinite, not defined, or 0 between all halves."""
    seen, expected = observed.mean(axis=1), modelled.mean(axis=1)
    usable = np.isfinite(seen) & np.isfinite(expected) & (expected > 0)
    n_cases = observed.shape[1]
    counted = n_cases * seen + expected
    return np.asarray(np.divide(counted, (n_cases + 1) * expected, out=np.ones_like(seen), where=usable))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """The mean scores of some cases, (4, measures, cases), given by the cases and a seed.

    They are the floor and the second panel without the factor, x and y of `draw_noise`; NaN for cases with one vote.
    """

    votes: IntArray
    prior: FloatArray  # the parameters of the Dirichlet distribution, (L,)
    measures: tuple[str, ...]
    annotators: int | None
    n_draws: int
    positions: tuple[float, ...] | None

    def __call__(self, chunk: tuple[slice, int]) -> FloatArray:
        part, seed = chunk
        rng, counts = np.random.default_rng(seed), self.votes[part]
        totals = counts.sum(axis=1)
        size = totals if self.annotators is None else np.full_like(totals, self.annotators)
        kernels = [measure.compute.kernel for measure in measures_at(self.measures, self.positions, counts.shape[1])]
        scores = np.full((4, len(kernels), len(counts)), np.nan)
        true = draw_distributions(self.prior + counts, self.n_draws, rng)
        gold = self._gold(counts, size, true, rng)
        scores[0] = in_blocks(kernels, gold, true).mean(axis=2)
        second = rng.multinomial(size[:, None], true) / size[:, None, None]
        scores[1] = in_blocks(kernels, gold, second).mean(axis=2)
        several = totals > 1
        if several.any():
            scores[2:, :, several] = self._halves(counts[several], totals[several], size[several], kernels, rng)
        return scores

    def _gold(self, counts: IntArray, size: IntArray, true: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return the gold of every case, (cases, 1, L), or of every draw where it has another number of votes."""
        totals = counts.sum(axis=1)
        if np.array_equal(size, totals):
            return np.asarray((counts / totals[:, None])[:, None])
        kept = draw_some(counts, np.minimum(size, totals), self.n_draws, rng)
        more = rng.multinomial(np.maximum(size - totals, 0)[:, None], true)
        return np.asarray((kept + more) / size[:, None, None])

    def _halves(
        self, counts: IntArray, totals: IntArray, size: IntArray, kernels: Sequence[Kernel], rng: np.random.Generator
    ) -> FloatArray:
        """Return x and y of `draw_noise`: what two halves of the votes score, and what the model says of it."""
        n_draws, n_classes = max(1, self.n_draws // HALVES), counts.shape[1]
        half = totals // 2
        fewer = np.clip(np.rint(size * half / totals).astype(np.int64), 1, half)
        first = draw_some(counts, half, n_draws, rng)
        left = (counts[:, None] - first).reshape(-1, n_classes)
        second = some_votes(left, np.repeat(fewer, n_draws), rng).reshape(first.shape)
        true = draw_distributions((self.prior + first).reshape(-1, n_classes), 1, rng).reshape(first.shape)
        modelled = rng.multinomial(fewer[:, None], true)
        if not np.array_equal(fewer, half):
            first = some_votes(first.reshape(-1, n_classes), np.repeat(fewer, n_draws), rng).reshape(first.shape)
        gold, each = first / fewer[:, None, None], fewer[:, None, None]
        return np.stack([in_blocks(kernels, gold, side / each).mean(axis=2) for side in (second, modelled)])


def against_panel(scores: FloatArray, panels: FloatArray, *, confidence: float = 0.95) -> MeanInterval:
    """Compare every run with a second panel of annotators on the same cases: the mean of score minus expected score.

    `scores` has shape (measures, runs, cases), `panels` (measures, cases). Where the interval of a run includes 0,
    these cases do not show whether it scores better or worse than another panel. Raises as `mean_interval`.
    """
    return mean_interval(scores - panels[:, None], confidence=confidence)
