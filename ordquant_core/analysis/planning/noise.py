"""The noise floor: what a system that knew the true distributions would still score, since votes are a sample."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.planning.votes import checked_votes
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, measures_at
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided import Divided, Piece
from ordquant_core.statistics.mean_interval import MeanInterval, mean_interval
from ordquant_core.statistics.portions import Progress, finish
from ordquant_core.statistics.resampling import THREADS

DRAWS = 1000  # per case
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


def noise(
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
    r"""Return for every case the expected score of its true distribution, and that of a second panel of annotators.

    `votes` has shape (cases, L). With g the shares of a case's votes, K their number (or `annotators`),

    .. math:: \text{floor} = E\,M(v / K, g), \qquad \text{second panel} = E\,M(v / K, w / K), \qquad
              v, w \sim \mathrm{Multinomial}(K, g)

    with the gold first: the votes v are the gold that a system is scored against. Both are means over `n_draws` draws,
    one set of them for all measures; the second panel of a draw is the draw before it. `positions` are those of the
    classes, if not 1, ..., L. g stands in for the true distribution, which is a little less concentrated than its
    votes are: both values are slightly low. Equal generators give identical results, however the work is divided.
    Raises `OrdquantError` for votes that are not whole, when every case has a single vote, and for fewer than two
    draws or one annotator.

    >>> found = noise(np.array([[1, 1]]), ["NVD"], rng=np.random.default_rng(1), n_draws=20_000)
    >>> found.floor.round(2).tolist(), found.panel.round(2).tolist()  # half of all panels are unanimous: (0.5 + 0) / 2
    ([0.25], [0.37])
    """
    work = NoiseDraws(votes, measures, rng=rng, annotators=annotators, n_draws=n_draws, positions=positions)
    return finish(work, progress, executor)


class NoiseDraws(Divided[Noise]):
    """`noise` in portions, some cases each; there is a result at the end only."""

    def __init__(
        self,
        votes: IntArray,
        measures: Sequence[str] = MAIN_MEASURES,
        *,
        rng: np.random.Generator,
        annotators: int | None = None,
        n_draws: int = DRAWS,
        positions: ArrayLike | None = None,
    ) -> None:
        counts = checked_votes(votes)
        stand = None if positions is None else tuple(np.asarray(positions, dtype=float).tolist())
        measures_at(measures, stand, counts.shape[1])
        if n_draws < 2 or (annotators is not None and annotators < 1):
            raise OrdquantError(f"Give two draws and one annotator or more, got {n_draws} and {annotators}.")
        super().__init__(len(counts))
        self.threads = THREADS
        self._step = max(1, BLOCK // n_draws)
        self._seeds = rng.integers(0, 2**63, size=-(-len(counts) // self._step)).tolist()
        self._work = _Drawn(counts, tuple(measures), annotators, n_draws, stand)
        self._found = np.empty((2, len(measures), len(counts)))

    def _pieces(self) -> Iterator[Piece]:
        for number, seed in enumerate(self._seeds):
            part = slice(number * self._step, min(self.total, (number + 1) * self._step))
            yield Piece(self._work, (part, seed), partial(self._take, part))

    def _take(self, part: slice, found: FloatArray) -> None:
        self._found[:, :, part] = found
        self.done = part.stop

    def result(self) -> Noise:
        """Return what there is at the end."""
        return Noise(self._work.measures, self._found[0], self._found[1], self._work.n_draws)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """The mean scores of some cases, (floor and second panel, measures, cases), given by the cases and a seed."""

    votes: IntArray
    measures: tuple[str, ...]
    annotators: int | None
    n_draws: int
    positions: tuple[float, ...] | None

    def __call__(self, chunk: tuple[slice, int]) -> FloatArray:
        part, seed = chunk
        counts = self.votes[part]
        totals = counts.sum(axis=1, keepdims=True)
        size = totals if self.annotators is None else np.full_like(totals, self.annotators)
        drawn = draw_votes(np.random.default_rng(seed), size, counts, (len(counts), self.n_draws))
        kernels = [measure.compute.kernel for measure in measures_at(self.measures, self.positions, counts.shape[1])]
        panels = drawn / size[:, None]
        # The second panel of a draw is the draw before it: two independent ones, of which none need be drawn twice.
        second = in_blocks(kernels, panels, np.roll(panels, 1, axis=1)).mean(axis=2)
        cases, draws, times = _distinct(drawn)
        scores = in_blocks(kernels, panels[cases, draws], (counts / totals)[cases]) * times
        first_of_case = np.searchsorted(cases, np.arange(len(counts)))
        return np.stack([np.add.reduceat(scores, first_of_case, axis=1) / self.n_draws, second])


def draw_votes(rng: np.random.Generator, size: IntArray, counts: IntArray, shape: tuple[int, int]) -> IntArray:
    """Draw votes (cases, draws, L) from the shares of `counts`, (cases, L); `size` of them, (cases, 1)."""
    # The last class gets what rounding leaves over: put the largest there, so that an empty one never gets a vote.
    cases, largest = np.arange(len(counts)), counts.argmax(axis=1)
    swapped = counts.copy()
    swapped[cases, largest], swapped[:, -1] = counts[:, -1], counts[cases, largest]
    drawn = rng.multinomial(size, (swapped / swapped.sum(axis=1, keepdims=True))[:, None], size=shape)
    last = drawn[:, :, -1].copy()
    drawn[:, :, -1] = drawn[cases, :, largest]
    drawn[cases, :, largest] = last
    return np.asarray(drawn)


def _distinct(drawn: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the case, the number and the frequency of every distinct draw; of all draws, where votes are very many.

    With a few annotators draws repeat: three of four need not be scored.
    """
    n_cases, n_draws, n_classes = drawn.shape
    base = int(drawn.max()) + 1
    if n_cases * base**n_classes >= 2**63:
        cases, draws = np.divmod(np.arange(n_cases * n_draws), n_draws)
        return cases, draws, np.ones_like(cases)
    codes = drawn @ (base ** np.arange(n_classes))
    codes += base**n_classes * np.arange(n_cases)[:, None]
    _, places, times = np.unique(codes, return_index=True, return_counts=True)
    cases, draws = np.divmod(places, n_draws)
    return cases, draws, times


def against_panel(scores: FloatArray, panels: FloatArray, *, confidence: float = 0.95) -> MeanInterval:
    """Compare every run with a second panel of annotators on the same cases: the mean of score minus expected score.

    `scores` has shape (measures, runs, cases), `panels` (measures, cases). A run whose interval holds 0 is no better
    and no worse than another panel. Raises as `mean_interval`.
    """
    return mean_interval(scores - panels[:, None], confidence=confidence)
