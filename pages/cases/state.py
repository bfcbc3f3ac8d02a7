"""What a visitor has chosen on Cases: the two runs, the order and the filter of the list. A link holds exactly this."""

from collections.abc import Mapping
from dataclasses import dataclass

from ordquant_core.analysis.case_filters import (
    RANKINGS,
    CaseGroup,
    Filter,
    case_groups,
    grouping_columns,
    parse_bounds,
    write_bounds,
)
from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.properties import SHAPES
from ordquant_core.analysis.robustness import MOSTLY_KEPT, ROBUST
from ordquant_core.measures.registry import MAIN_MEASURES
from pages.shared import carried, case_list, evaluation_settings, pair_view, presenting, working_view
from pages.shared.common import COMMON
from pages.shared.panels import varies
from pages.shared.params import Choice, Flag, Many, Param, Params, Whole
from pages.shared.task_scores import Versus, offered_runs, restrict_runs
from pages.shared.tasks import Current

PAGE = "cases"
SEED = 2021
ANY = "any"
KEPT = (ANY, MOSTLY_KEPT, ROBUST)  # in simulated panels of annotators: which disagreements are listed
MOST = 10**9
SECTIONS = {
    "cases": "Cases",
    "tests": "By measure",
    "robustness": "Robustness",
    "properties": "Properties",
    "scores": "Scores",
    "groups": "Groups",
}
STATE = Params(
    PAGE,
    Choice("rank", RANKINGS),
    Choice("majority", noun="class"),
    Param("votes", (None, None), parse_bounds, write_bounds),
    Many("shape", SHAPES),
    case_list.KIND,
    Choice("robust", KEPT),
    Whole("seed", SEED, 0, MOST),
    Choice("show", SECTIONS),
    Choice("by"),
    Choice("group"),
    Flag("follow", word="gold"),
)
OF_TESTS = {  # settings of Systems, as a link to the tests here calls them: Cases has a seed of its own
    "alpha": "alpha",
    "trials": "trials",
    "tests_seed": "seed",
    "baselines": "baselines",
}
CARRIED = {**carried.MEASURES, **carried.RUNS}
FILTER = ("group", "majority", "votes", "shape", "robust")


@dataclass(frozen=True, slots=True)
class View:
    """All that decides what the page shows, but for the case and the cases selected together."""

    a: str
    b: str
    pair: Pair
    ranking: str
    asked: Filter
    robust: str  # "" for all disagreements
    seed: int
    group: CaseGroup | None = None  # only its cases are listed

    @property
    def filtered(self) -> bool:
        return self.asked != Filter() or self.robust != "" or self.group is not None

    @property
    def measures(self) -> tuple[str, ...]:
        """The main measures, and the two that are looked at if they are unnormalised variants."""
        return tuple(dict.fromkeys((*MAIN_MEASURES, *self.pair)))


def follow(query: Mapping[str, str] | None) -> None:
    """Set all choices to what a link says, those it leaves out to their defaults."""
    if query is not None:
        STATE.reset()
        COMMON.reset(*working_view.SHOWN)
    presenting.enter(query)
    COMMON.follow(query, "x", "y", "case", "a", "b", "view", *working_view.SHOWN)
    STATE.follow(query)
    of_tests = {own: query[name] for name, own in OF_TESTS.items() if query and name in query}
    evaluation_settings.STATE.follow(of_tests, *OF_TESTS.values())
    carried.take(COMMON, query, CARRIED)


def chosen_view(current: Current) -> View:
    """Reset what the task does not have and return what is chosen."""
    task = current.task
    restrict_runs(COMMON, current, offered_runs(current))
    STATE.restrict({"majority": [None, *task.classes], "robust": KEPT if varies(task) else (ANY,)})
    majority, (fewest, most) = STATE["majority"], STATE["votes"]
    asked = Filter(
        majority=None if majority is None else task.classes.index(majority),
        fewest=fewest,
        most=most,
        shapes=tuple(shape for shape in SHAPES if shape in STATE["shape"]),
    )
    group = _group(current)
    robust = "" if STATE["robust"] == ANY else STATE["robust"]
    return View(COMMON["a"], COMMON["b"], pair_view.chosen_pair(), STATE["rank"], asked, robust, STATE["seed"], group)


def _group(current: Current) -> CaseGroup | None:
    """Reset a column or a group that the task does not have; return the group whose cases are listed, None for all."""
    extras = current.task.extras
    columns = grouping_columns(extras)
    STATE.restrict({"by": columns}, fallback={"by": current.source.by})
    groups = {one.name: one for one in (case_groups(extras, STATE["by"]) if columns else ())}
    STATE.restrict({"group": [None, *groups]})
    return groups.get(STATE["group"])


def query(view: View, versus: Versus, case: int | None) -> dict[str, str]:
    """Return what a link must say to open the same view."""
    link = {"a": view.a, "b": view.b, "x": view.pair[0], "y": view.pair[1]}
    own = STATE.query()
    if view.group is None and STATE["show"] != "groups":
        own.pop("by", None)  # nothing on the page is about groups
    tested = evaluation_settings.STATE.query(*OF_TESTS.values())
    own |= {name: tested[of] for name, of in OF_TESTS.items() if of in tested}
    return link | ({} if case is None else {"case": versus.task.cases[case]}) | working_view.query() | own


def swap() -> None:
    """Exchange A and B."""
    COMMON["a"], COMMON["b"] = COMMON["b"], COMMON["a"]
