"""What a visitor has chosen on a page of two runs: the runs, the order and the filter of the list, the section."""

from collections.abc import Mapping
from dataclasses import dataclass

from ordquant_core.analysis.case_filters import CaseGroup, Filter, case_groups, grouping_columns
from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.properties import SHAPES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import carried, evaluation_settings, links, presenting, session, several, task_scores, working_view
from pages.shared.common import COMMON
from pages.shared.pair.presets import ANY, KEPT, PAIRS, Preset
from pages.shared.panels import varies
from pages.shared.params import Params
from pages.shared.tasks import Current

OF_TESTS = {  # settings of Systems, as a link to the tests here calls them: the list has a seed of its own
    "alpha": "alpha",
    "trials": "trials",
    "tests_seed": "seed",
    "baselines": "baselines",
}
CALCULATED_FOR = session.Item[str]("calculated_for", str)  # the x-axis measure that the calculation was chosen beside
FILTER = ("group", "majority", "votes", "shape", "robust")

Method = tuple[str, list[str]]  # how a section is computed, and with which settings


@dataclass(frozen=True, slots=True)
class View:
    """All that decides what the page shows, but for the case and the cases selected together."""

    preset: Preset
    a: str
    b: str
    pair: Pair
    ranking: str
    asked: Filter
    robust: str  # "" for all disagreements
    seed: int
    group: CaseGroup | None = None  # only its cases are listed

    @property
    def state(self) -> Params:
        """The parameters of the page."""
        return self.preset.state

    @property
    def filtered(self) -> bool:
        return self.asked != Filter() or self.robust != "" or self.group is not None

    @property
    def measures(self) -> tuple[str, ...]:
        """The main measures, and the two that are looked at if they are unnormalised variants."""
        return tuple(dict.fromkeys((*MAIN_MEASURES, *self.pair)))


def follow(preset: Preset, query: Mapping[str, str] | None) -> None:
    """Set all choices to what a link says, those it leaves out to their defaults."""
    if query is not None:
        preset.state.reset()
        COMMON.reset(*working_view.SHOWN)
    presenting.enter(query)
    runs = () if preset.baselines else ("a", "b")
    COMMON.follow(query, "x", "y", "case", "view", *runs, *working_view.SHOWN)
    preset.state.follow(query)
    several.STATE.follow(query)
    of_tests = {own: query[name] for name, own in OF_TESTS.items() if query and name in query}
    evaluation_settings.STATE.follow(of_tests, *OF_TESTS.values())
    carried.take(COMMON, query, preset.carried)
    if query is not None or links.entered():  # what was asked for on another page is not what is in question here
        CALCULATED_FOR.set(COMMON["x"] if query and query.get("measure") in MEASURES else "")


def chosen_pair() -> Pair:
    """Return the two measures, which are never the same one."""
    x = COMMON["x"]
    COMMON.restrict({"y": [key for key in MEASURES if key != x]}, fallback={"y": "NMD" if x != "NMD" else "RNOD"})
    return x, COMMON["y"]


def _calculate(x: str) -> None:
    """Show the calculation of the x-axis measure when it is another one, until the visitor asks for that of a row."""
    if CALCULATED_FOR.get() != x:
        COMMON["measure"] = x
        CALCULATED_FOR.set(x)


def chosen_view(preset: Preset, current: Current) -> View:
    """Reset what the task does not have and return what is chosen."""
    task, state = current.task, preset.state
    first = current.baselines if preset.baselines else task_scores.opening(current)
    task_scores.restrict_pair(preset.runs, preset.offered(current), first)
    state.restrict({"majority": [None, *task.classes], "robust": KEPT if varies(task) else (ANY,)})
    majority, (fewest, most) = state["majority"], state["votes"]
    asked = Filter(
        majority=None if majority is None else task.classes.index(majority),
        fewest=fewest,
        most=most,
        shapes=tuple(shape for shape in SHAPES if shape in state["shape"]),
    )
    runs, robust = preset.runs, "" if state["robust"] == ANY else state["robust"]
    group, pair = _group(preset, current), chosen_pair()
    _calculate(pair[0])
    return View(preset, runs["a"], runs["b"], pair, state["rank"], asked, robust, state["seed"], group)


def _group(preset: Preset, current: Current) -> CaseGroup | None:
    """Reset a column or a group that the task does not have; return the group whose cases are listed, None for all."""
    state, extras = preset.state, current.task.extras
    columns = grouping_columns(extras)
    state.restrict({"by": columns}, fallback={"by": current.source.by})
    groups = {one.name: one for one in (case_groups(extras, state["by"]) if columns else ())}
    state.restrict({"group": [None, *groups]})
    return groups.get(state["group"])


def query(current: Current, view: View, case: int | None) -> dict[str, str]:
    """Return what a link must say to open the same view."""
    usual = view.preset.baselines and (view.a, view.b) == current.baselines
    link = {"x": view.pair[0], "y": view.pair[1]} | ({} if usual else {"a": view.a, "b": view.b})
    own = view.state.query(*(name for name in view.state if name not in ("a", "b")))
    if view.group is None and view.state["show"] != "groups":
        own.pop("by", None)  # nothing on the page is about groups
    tested = evaluation_settings.STATE.query(*OF_TESTS.values())
    own |= {name: tested[of] for name, of in OF_TESTS.items() if of in tested}
    further = several.STATE.query() if view.state["show"] in PAIRS else {}
    in_card = {} if case is None else {"case": current.task.cases[case]}
    calculated = working_view.calculated_measure()
    asked = COMMON.query("steps") | ({} if calculated == view.pair[0] else {"measure": calculated})
    return current.query() | link | in_card | asked | own | further
