"""What tells Cases and Popularity vs Uniform apart: the runs that are offered, the sections, where both are kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from ordquant_core.analysis.baselines import class_baselines
from ordquant_core.analysis.case_filters import KINDS, RANKINGS, parse_bounds, write_bounds
from ordquant_core.analysis.properties import SHAPES
from ordquant_core.analysis.robustness import MOSTLY_KEPT, ROBUST
from pages.shared import carried
from pages.shared.common import COMMON
from pages.shared.params import Choice, Flag, Many, Param, Params, Whole
from pages.shared.tasks import Current

SEED = 2021
ANY = "any"
KEPT = (ANY, MOSTLY_KEPT, ROBUST)  # with other annotators: which disagreements are listed
MOST = 10**9
SECTIONS = {
    "cases": "Case list",
    "tests": "Tests",
    "robustness": "Robustness",
    "properties": "Properties",
    "scores": "Scores",
    "groups": "Groups",
}
TABS = {"cases": "Cases", "measures": "By measure"}  # of a phone
PAIRS = {"pairs": "LQ 2021", "tasks": "Several tasks"}


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """A page of two runs."""

    page: str  # its address
    title: str
    sections: Mapping[str, str]
    state: Params
    runs: Params  # whose a and b are the two runs
    carried: carried.Names  # what goes along to other pages
    baselines: bool  # A and B are baselines

    def offered(self, current: Current) -> tuple[str, ...]:
        """Return the runs that can be A or B."""
        fixed = tuple(class_baselines(current.task).values())
        return (*current.baselines, *fixed) if self.baselines else (*current.task.runs, *fixed)


def _state(page: str, sections: Mapping[str, str], *own: Param) -> Params:
    return Params(
        page,
        Choice("rank", RANKINGS),
        Choice("majority", noun="class"),
        Param("votes", (None, None), parse_bounds, write_bounds),
        Many("shape", SHAPES),
        Choice("only", KINDS),
        Choice("robust", KEPT),
        Whole("seed", SEED, 0, MOST),
        Choice("show", sections, noun="section"),
        Choice("tab", TABS, noun="tab"),
        Choice("by"),
        Choice("group"),
        Flag("follow", word="gold"),
        *own,
    )


_OF_BASELINES = {**SECTIONS, **PAIRS}
_BASELINES = _state("popularity", _OF_BASELINES, Choice("a", noun="baseline"), Choice("b", noun="baseline"))
CASES = Preset(
    page="cases",
    title="Cases",
    sections=SECTIONS,
    state=_state("cases", SECTIONS),
    runs=COMMON,
    carried={**carried.MEASURES, **carried.RUNS},
    baselines=False,
)
POPULARITY = Preset(
    page="popularity-vs-uniform",
    title="Popularity vs Uniform",
    sections=_OF_BASELINES,
    state=_BASELINES,
    runs=_BASELINES,
    carried=carried.MEASURES,
    baselines=True,
)
