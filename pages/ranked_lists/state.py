"""What a visitor of Ranked lists has chosen: two runs, a measure, a topic, how runs are merged. All is in the link."""

from collections.abc import Mapping
from dataclasses import dataclass

from streamlit.delta_generator import DeltaGenerator

from ordquant_core.analysis.list_results import ListResults
from ordquant_core.figures.colour_table import BITS, TAU
from ordquant_core.ranked_lists.collection import Topics
from ordquant_core.ranked_lists.evaluator import DEFAULT
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.measures import is_list_measure, list_measure
from ordquant_core.tasks.published.source import SAMPLE
from pages.shared import controls
from pages.shared.params import Choice, Flag, Number, Param, Params, Whole
from pages.shared.result_cache import Key
from pages.shared.session import Item

MOST_RUNS = 1_000_000
LARGEST_GRADE = 100  # of a scale
MOST_MEASURES, LONGEST_KEY = 20, 30
TOPIC_CHOICES: Mapping[Topics, str] = {  # as the command line calls them
    "judged": "judged",
    "both": "judged and retrieved by the run",
    "retrieved": "retrieved by the run",
}
VIEWS = {"tau": TAU, "information": BITS}
SECTIONS = {
    "pairs": "Pairs of runs",
    "topics": "Topics",
    "measures": "Measures",
    "merging": "Merging",
}


def _lines(text: str) -> list[str]:
    return [line for line in dict.fromkeys(text.split("\n")) if line]


def _several(name: str, default: list[str]) -> Param:
    """Several names, on lines of their own in a link: a name may hold a comma."""
    return Param(name, default, _lines, "\n".join)


def _measures(text: str) -> list[str]:
    keys = [key for key in dict.fromkeys(text.split(",")) if key]
    if not all(len(key) <= LONGEST_KEY and is_list_measure(key) and key != "RIC" for key in keys):
        raise ValueError("measures such as nDCG@10, RBP(p=0.95) or ERR, separated by commas")
    if len(keys) > MOST_MEASURES:
        raise ValueError(f"{MOST_MEASURES} measures at most")
    return [list_measure(key).key for key in keys]


STATE = Params(
    "lists",
    Choice("data", default=SAMPLE),
    Choice("a"),
    Choice("b"),
    Param("measures", list(DEFAULT), _measures, ",".join),
    Whole("largest", None, 1, LARGEST_GRADE),
    Choice("over", TOPIC_CHOICES),
    Flag("binary"),
    Choice("measure", default="AP"),
    Choice("show", SECTIONS),
    Choice("topic", default=""),
    Choice("view", VIEWS),
    _several("given", []),
    Choice("x", default="nDCG"),
    Choice("y", default="ERR"),
    _several("beyond", ["AP"]),
    Choice("method", METHODS, "CombMNZ"),
    Whole("bins", None, 1, MOST_RUNS),  # None: pairs are those within a difference of AP
    Whole("size", None, 1, MOST_RUNS),
    Whole("sets", 40, 1, 200),
    Whole("seed", 1, 0, 999_999),
    _several("own", []),
    Number("within", 0.02, 0.0, 1.0),
    Flag("joint"),  # whether "All runs together" is opened
)
RUNS: Item[tuple[str, ...]] = Item("lists_runs", tuple)  # those the numbers of bins and of runs in a set are chosen for


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The results, and what of them the page shows."""

    results: ListResults
    pair: tuple[int, int]  # runs A and B
    measure: str  # beside RIC
    topic: int
    key: Key  # all that decides what the results hold
    teams: tuple[str, ...] | None = None  # of the runs

    @property
    def names(self) -> tuple[str, str]:
        return self.results.runs[self.pair[0]], self.results.runs[self.pair[1]]


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says."""
    if query:
        RUNS.set(())  # its numbers belong to the data that it opens
    STATE.follow(query)


def query() -> dict[str, str]:
    """Return what a link must say."""
    return STATE.query()


def choose(results: ListResults, key: Key, beside: DeltaGenerator, teams: tuple[str, ...] | None = None) -> View:
    """Draw the choice of runs beside that of the data; return what the page shows."""
    runs, topics, numbers = results.runs, results.scores.topics, range(1, len(results.runs) + 1)
    if RUNS.get() not in ((), runs):
        STATE.reset("bins", "size")
    RUNS.set(runs)
    a, b = results.most_different_pair()
    measures = results.scores.measures
    allowed = {"a": runs, "b": runs, "own": runs, "bins": [None, *numbers], "size": numbers, "topic": ["", *topics]}
    STATE.restrict(
        allowed | {"measure": [key for key in measures if key != "RIC"], "given": measures},
        fallback={"a": runs[a], "b": runs[b], "size": min(3, len(runs))},
    )
    with beside:
        for name in "ab":
            controls.run(STATE, name, runs, 170)
    pair = runs.index(STATE["a"]), runs.index(STATE["b"])
    topic = topics.index(STATE["topic"]) if STATE["topic"] else results.widest_topic(*pair)
    return View(results, pair, STATE["measure"], topic, key, teams)


def take_pair(runs: tuple[str, ...], first: int, second: int) -> None:
    """Make two runs A and B; what comes from the browser is checked here."""
    if 0 <= first < len(runs) and 0 <= second < len(runs):
        STATE["a"], STATE["b"] = runs[first], runs[second]


def take_run(runs: tuple[str, ...], run: int) -> None:
    """Make a run A; if it is B, the two are exchanged."""
    if 0 <= run < len(runs):
        STATE["a"], STATE["b"] = runs[run], STATE["a"] if runs[run] == STATE["b"] else STATE["b"]


def take_topic(topics: tuple[str, ...], topic: int) -> None:
    """Show another topic."""
    if 0 <= topic < len(topics):
        STATE["topic"] = topics[topic]
