"""What a visitor of Ranked lists has chosen: two runs, a measure, a topic, how runs are merged. All is in the link."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.list_results import ListResults
from ordquant_core.formats.published.source import SAMPLE
from ordquant_core.ranked_lists.evaluator import MEASURES
from ordquant_core.ranked_lists.fusion import METHODS
from pages.shared import controls
from pages.shared.params import Choice, Param, Params, Whole
from pages.shared.session import Item

MOST_RUNS = 1_000_000
LARGEST_SEED = 999_999
MOST_SETS = 200
VIEWS = {"tau": "Kendall’s tau", "information": "Information tau"}


def _several(name: str) -> Param:
    """Several names of runs or measures, on lines of their own in a link: a name may hold a comma."""
    return Param(name, [], lambda text: [line for line in dict.fromkeys(text.split("\n")) if line], "\n".join)


STATE = Params(
    "lists",
    Choice("data", default=SAMPLE),
    Choice("a"),
    Choice("b"),
    Choice("measure", MEASURES),
    Choice("topic", default=""),
    Choice("view", VIEWS),
    _several("given"),
    Choice("method", METHODS, "CombMNZ"),
    Whole("bins", None, 1, MOST_RUNS),
    Whole("size", None, 1, MOST_RUNS),
    Whole("sets", 40, 1, MOST_SETS),
    Whole("seed", 1, 0, LARGEST_SEED),
    _several("own"),
)
RUNS: Item[tuple[str, ...]] = Item("lists_runs", tuple)  # those the numbers of bins and of runs in a set are chosen for


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The results, and what of them the page shows."""

    results: ListResults
    pair: tuple[int, int]  # runs A and B
    measure: str  # beside RIC
    topic: int

    @property
    def names(self) -> tuple[str, str]:
        return self.results.runs[self.pair[0]], self.results.runs[self.pair[1]]


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says."""
    if query:
        RUNS.set(())  # its numbers belong to the data that it opens
    STATE.follow(query)


def choose(results: ListResults, beside: st.delta_generator.DeltaGenerator) -> Shown:
    """Draw the choice of runs beside that of the data; return what the page shows."""
    runs, topics, numbers = results.runs, results.scores.topics, range(1, len(results.runs) + 1)
    if RUNS.get() not in ((), runs):
        STATE.reset("bins", "size")
    RUNS.set(runs)
    a, b = results.most_different_pair()
    measures = results.scores.measures
    allowed = {"a": runs, "b": runs, "own": runs, "bins": numbers, "size": numbers, "topic": ["", *topics]}
    STATE.restrict(
        allowed | {"measure": [key for key in measures if key != "RIC"], "given": measures},
        fallback={"a": runs[a], "b": runs[b], "bins": results.bins(), "size": min(3, len(runs))},
    )
    with beside:
        for name in "ab":
            controls.run(STATE, name, runs, 190)
    pair = runs.index(STATE["a"]), runs.index(STATE["b"])
    topic = topics.index(STATE["topic"]) if STATE["topic"] else results.widest_topic(*pair)
    return Shown(results, pair, STATE["measure"], topic)


def take_pair(runs: tuple[str, ...], one: int, other: int) -> None:
    """Make two runs A and B; what comes from the browser is checked here."""
    if 0 <= one < len(runs) and 0 <= other < len(runs):
        STATE["a"], STATE["b"] = runs[one], runs[other]


def take_run(runs: tuple[str, ...], run: int) -> None:
    """Make a run A; if it is B, the two are exchanged."""
    if 0 <= run < len(runs):
        STATE["a"], STATE["b"] = runs[run], STATE["a"] if runs[run] == STATE["b"] else STATE["b"]


def take_topic(topics: tuple[str, ...], topic: int) -> None:
    """Show another topic."""
    if 0 <= topic < len(topics):
        STATE["topic"] = topics[topic]
