"""The scores of two estimates of one case by some measures, as a record with a frame."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import pandas as pd

from ordquant_core.analysis.comparison import difference, sides_of
from ordquant_core.glossary import frame_of
from ordquant_core.measures.built import measure_called
from ordquant_core.records import Scores


@dataclass(frozen=True, slots=True)
class CaseScores:
    """Scores of A and B by the key of each measure, in the order in which they are shown. Smaller is better."""

    a: Mapping[str, float]
    b: Mapping[str, float]
    names: tuple[str, str]  # of A and B

    @classmethod
    def of_case(cls, scores: Scores, case: int, measures: Iterable[str]) -> Self:
        """Return the scores of a case (its number) by some of the measures that two runs were scored with."""
        rows = {key: scores.values[scores.measures.index(key), :, case].tolist() for key in measures}
        a, b = ({key: row[run] for key, row in rows.items()} for run in (0, 1))
        return cls(a, b, (scores.runs[0], scores.runs[1]))

    @property
    def sides(self) -> dict[str, int]:
        """Which estimate every measure prefers: -1 (A), 0 (tie), 1 (B)."""
        return sides_of(self.a, self.b)

    def to_frame(self) -> pd.DataFrame:
        """Return a row per measure: both scores and their difference, 0 where both are infinite."""
        a, b = list(self.a.values()), [self.b[key] for key in self.a]
        frame = frame_of(
            {
                "measure": list(self.a),
                "name": [measure_called(key).name for key in self.a],
                "score_a": a,
                "score_b": b,
                "delta": difference(a, b),
            }
        )
        return frame.assign(run_1=self.names[0], run_2=self.names[1])
