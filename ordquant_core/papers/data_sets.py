"""LQ 2021 and the variants study, table 2: the eight tasks of both papers, and what their gold is recognised by.

Runs and cases are those of the tables of results. A digest stands for the gold distributions of a task and contains
none of them. References: [sakai2021lq], section 4; [sakai2022], section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ordquant_core.papers.consistency import PRINTED_CONSISTENCY
from ordquant_core.papers.variants import PRINTED_TASKS

N_CLASSES = 5  # of every task
_SCALES = ("A", "E", "S")  # of the two tasks on dialogue quality
_DIGESTS: Mapping[str, str] = {"Sem16T4E": "766f96de52ddf8fd24dd60ed432864f408cafd556ff9546d508700c6211c3d23"}


@dataclass(frozen=True, slots=True)
class DataSet:
    """One task of the papers."""

    name: str
    n_cases: int
    n_runs: int
    digest: str  # of its gold distributions; "" where they are not known

    @property
    def counts_baselines(self) -> bool:
        """Whether Popularity and Uniform are among its runs: in the NTCIR tasks, which have scales, not in SemEval's.

        Reference: [sakai2021lq], section 5.2 with its footnote 3.
        """
        return self.scale is not None

    @property
    def scale(self) -> str | None:
        """The scale of its gold, which is the end of its name: A, E or S; None for a gold without scales."""
        ending = self.name.rpartition("-")[2]
        return ending if ending in _SCALES else None


_CASES = {part.task: part.n_cases for part in PRINTED_CONSISTENCY}
DATA_SETS = tuple(
    DataSet(task.name, _CASES[task.name], task.n_runs, _DIGESTS.get(task.name, "")) for task in PRINTED_TASKS
)
