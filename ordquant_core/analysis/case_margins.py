"""Two measures on the cases of two runs, as a record with frames: what each prefers, by how much, where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.case_filters import (
    ALL,
    CaseGroup,
    disagreement_size,
    rank_by_disagreement,
    require_groups,
)
from ordquant_core.analysis.comparison import disagreement, quadrants, signs
from ordquant_core.glossary import Values, frame_of
from ordquant_core.records import Correlation, FloatArray, IntArray, Quadrants, Task
from ordquant_core.statistics.correlation import TOO_FEW, pearson
from ordquant_core.statistics.rank_correlation import kendall

Pair: TypeAlias = tuple[str, str]  # of measures, by their keys


@dataclass(frozen=True, slots=True, eq=False)
class CaseMargins:
    """Score of A minus score of B by two measures, x and y: arrays of shape (cases,), negative where A is better."""

    task: Task  # of the two runs
    measures: Pair
    x: FloatArray
    y: FloatArray

    @property
    def counts(self) -> Quadrants:
        """How many cases there are in each quadrant of the plot of x against y."""
        return quadrants(self.x, self.y)

    @property
    def disagree(self) -> NDArray[np.bool_]:
        """Whether the measures prefer different runs, by case."""
        return disagreement(self.x, self.y)

    @property
    def strengths(self) -> FloatArray:
        """How strong the disagreement is, by case; 0 where there is none."""
        return disagreement_size(self.x, self.y)

    @property
    def ranked(self) -> IntArray:
        """The numbers of the cases, the strongest disagreement first."""
        return rank_by_disagreement(self.x, self.y)

    @property
    def identical(self) -> bool:
        """Whether both runs have the same estimates."""
        return bool(np.array_equal(*self.task.estimates))

    def correlations(self) -> tuple[Correlation, Correlation]:
        """Return Pearson's r and Kendall's tau of the two margins; of two cases neither: both could only be ±1."""
        r = pearson(self.x, self.y)
        return r, r if r.undefined == TOO_FEW else kendall(self.x, self.y)

    def to_frame(self, cases: IntArray | None = None) -> pd.DataFrame:
        """Return a row per case, or for each of these numbers of cases: its gold, and both margins."""
        rows = np.arange(len(self.x)) if cases is None else cases
        columns: dict[str, Values] = {
            "case": [self.task.cases[row] for row in rows.tolist()],
            "gold": [*map(tuple, self.task.gold[rows].tolist())],
        }
        margins = zip(self.measures, (self.x, self.y), strict=True)
        return frame_of(columns | {f"delta_{key}": delta[rows] for key, delta in margins})

    def by_group(self, groups: Sequence[CaseGroup]) -> pd.DataFrame:
        """Return a row for all cases and for each group of them: whom either measure prefers, and disagreements.

        Raises `OrdquantError` for groups that are no `CaseGroup`.
        """
        require_groups(groups)
        every = [CaseGroup(ALL, np.arange(len(self.x))), *groups]
        columns: dict[str, Values] = {
            "case_group": [group.name for group in every],
            "cases": [len(group.rows) for group in every],
        }
        for key, deltas in zip(self.measures, (self.x, self.y), strict=True):
            sides = [signs(deltas[group.rows]) for group in every]
            for name, side in (("prefers_a", -1), ("ties", 0), ("prefers_b", 1)):
                columns[f"{name}_{key}"] = [int((one == side).sum()) for one in sides]
            columns[f"mean_delta_{key}"] = [float(deltas[group.rows].mean()) for group in every]
        columns["disagree"] = [int(self.disagree[group.rows].sum()) for group in every]
        return frame_of(columns)
