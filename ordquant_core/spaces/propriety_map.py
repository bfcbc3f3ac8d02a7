"""How far the best report of a measure is from the truth, for every true distribution over three classes of a grid.

Reports are those of the grid, too: where the best report is less than a step away from the truth, the truth looks like
the best. `propriety` searches in finer steps for one truth.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import Values, frame_of, in_front
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray
from ordquant_core.spaces.gold_distributions import all_distributions, check_size
from ordquant_core.spaces.propriety import GRID, SAME, report_text
from ordquant_core.statistics.multinomial import multinomial

MOST_ANNOTATORS = 60
MOST_GRID = 60


@dataclass(frozen=True, slots=True, eq=False)
class ProprietyMap:
    """Best reports by true distribution; rows are those of `simplex_grid(grid)`."""

    measure: str
    annotators: int
    truths: FloatArray  # (n, 3)
    best: FloatArray  # (n, 3): of the same grid; of several best ones the nearest to the truth
    gaps: FloatArray  # (n,): expected score of the truth minus that of the best report

    @property
    def distances(self) -> FloatArray:
        """How much probability must move from the truth to the best report: half the summed differences, (n,)."""
        return np.asarray(np.abs(self.best - self.truths).sum(axis=1) / 2)

    @property
    def proper(self) -> float:
        """The share of the true distributions that are a best report of the grid themselves."""
        return float((self.distances == 0).mean())

    def to_frame(self) -> pd.DataFrame:
        """Return a row per true distribution over three classes."""
        columns: dict[str, Values] = {
            "truth": [report_text(row, " ") for row in self.truths],
            "best_report": [report_text(row, " ") for row in self.best],
            "moved_probability": self.distances,
            "gap": self.gaps,
        }
        return in_front(frame_of(columns), drawn_annotators=self.annotators, measure=self.measure)


def simplex_grid(parts: int) -> FloatArray:
    """Return all distributions over three classes that are made of multiples of 1/parts, shape (n, 3).

    They are ordered by the share of the middle class, then by that of the last. Equal shares are equal to the last bit.

    >>> simplex_grid(1).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    middle, last = np.indices((parts + 1, parts + 1)).reshape(2, -1)
    first = parts - middle - last
    return np.stack([first, middle, last], axis=1)[first >= 0] / parts


@lru_cache(maxsize=16)
def propriety_map(key: str, annotators: int, *, grid: int = GRID) -> ProprietyMap:
    """Find the best report for every true distribution over three classes that is made of multiples of 1/grid.

    The scores of all reports against all vote counts are the same for every truth: the expected scores are a product
    of two matrices, the probabilities of the vote counts and these scores. Raises `OrdquantError` for more than 60
    annotators or parts, and for a measure that can be infinite.

    >>> mapped = propriety_map("RPS", 3, grid=10)
    >>> len(mapped.truths), mapped.proper, propriety_map("NMD", 3, grid=10).proper < 0.5
    (66, 1.0, True)
    """
    (measure,) = get_measures([key])
    if not 1 <= annotators <= MOST_ANNOTATORS or not 1 <= grid <= MOST_GRID:
        raise OrdquantError(f"Give 1 to {MOST_ANNOTATORS} annotators and 1 to {MOST_GRID} parts.")
    if not np.isfinite(measure.largest(3)):
        raise OrdquantError(f"{measure.label} can be infinite: no report has a finite expected score.")
    check_size(annotators, 3)
    truths, votes = simplex_grid(grid), all_distributions(annotators, 3)
    shares = np.ascontiguousarray(votes.T / annotators)
    scores = in_blocks([measure.compute.kernel], shares[:, None], truths[None])[0]
    expected = multinomial(truths, votes) @ scores  # (truths, reports)
    least = expected.min(axis=1)
    parts = np.rint(truths.T * grid)
    apart = sum(np.abs(row[:, None] - row) for row in parts)
    best = np.where(expected <= least[:, None] + SAME, apart, np.inf).argmin(axis=1)
    gaps = np.maximum(expected.diagonal() - least, 0.0)
    return ProprietyMap(key, annotators, truths, truths[best], np.where(best == np.arange(len(truths)), 0.0, gaps))
