"""What a visitor of Ranked lists has chosen: two runs, measures, how runs are merged. All is in the link."""

from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.retrieval import ListResults
from ordquant_core.errors import OrdquantError
from ordquant_core.ranked_lists.evaluator import DEFAULT
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.measures import HELP_ON_KEYS, list_measure
from ordquant_core.tasks.published.source import SAMPLE
from pages.shared import choices, controls, look, task_scores
from pages.shared.choices import Menu, Menus
from pages.shared.escaping import escape
from pages.shared.params import Choice, Param, Params, Whole
from pages.shared.result_cache import Key

MOST_RUNS = 1_000_000
MOST_MEASURES, LONGEST_KEY = 20, 30
SET = 3  # runs that are merged
ALWAYS = "AP"  # pairs of runs are compared by it
TOGETHER = {"two": "Two runs", "merged": "Merged lists", "all": "All runs together"}  # what is shown of more than one


def _measures(text: str) -> list[str]:
    keys = [key for key in dict.fromkeys(text.split(",")) if key]
    if len(keys) > MOST_MEASURES or any(len(key) > LONGEST_KEY for key in keys):
        raise ValueError(f"{MOST_MEASURES} measures at most, of {LONGEST_KEY} characters")
    try:
        return [list_measure(key).key for key in keys]
    except OrdquantError:
        raise ValueError("measures such as nDCG@10, RBP(p=0.95) or ERR, separated by commas") from None


STATE = Params(
    "lists",
    Choice("data", default=SAMPLE),
    Choice("a"),
    Choice("b"),
    Param("measures", list(DEFAULT), _measures, ",".join),
    Choice("measure", default=ALWAYS),
    Choice("method", METHODS, "CombMNZ"),
    Whole("size", None, 1, MOST_RUNS),
    Choice("show", TOGETHER, "two"),
)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The results, and what of them the page shows."""

    results: ListResults
    pair: tuple[int, int]  # runs A and B
    measure: str  # beside RIC
    key: Key  # all that decides what the results hold

    @property
    def names(self) -> tuple[str, str]:
        """Runs A and B."""
        return self.results.runs[self.pair[0]], self.results.runs[self.pair[1]]

    @property
    def is_several(self) -> bool:
        """Whether there are runs to compare."""
        return len(self.results.runs) > 1


def choose_measures() -> tuple[str, ...]:
    """Draw the choice of measures besides RIC; return those to compute. A key that names none is reported."""
    options, keys = list(dict.fromkeys((*STATE["measures"], *DEFAULT))), [ALWAYS]
    with look.tools(), st.popover("Settings", key="lists_settings"):
        controls.draw(
            st.multiselect, STATE, "measures", "Measures besides RIC", options, max_selections=MOST_MEASURES,
            accept_new_options=True, help=f"Choose some, or type others: {HELP_ON_KEYS}. {ALWAYS} is always computed.",
        )  # fmt: skip
    for key in STATE["measures"]:
        try:
            keys.append(list_measure(key).key)
        except OrdquantError as problem:
            st.error(escape(str(problem)))
    return tuple(dict.fromkeys(keys))


def view(results: ListResults, key: Key) -> View:
    """Return what the page shows; what is not among these results is reset."""
    runs, (a, b) = results.runs, results.most_different_pair()
    others = [measure for measure in results.scores.measures if measure != "RIC"]
    task_scores.restrict_pair(STATE, runs, (runs[a], runs[b]))
    sizes = range(min(2, len(runs)), len(runs) + 1)
    STATE.restrict({"size": sizes, "measure": others}, fallback={"size": min(SET, len(runs))})
    return View(results, (runs.index(STATE["a"]), runs.index(STATE["b"])), STATE["measure"], key)


def menus(view: View) -> Menus:
    """Return the lists of the sentences: the runs A and B, the measure beside RIC, and how runs are merged."""
    runs, measures = ({key: key for key in keys} for keys in (view.results.runs, view.results.scores.measures))
    return choices.of_runs(STATE, runs) | {
        "measure": Menu(STATE, "measure", "Measure", measures, ("RIC",)),
        "method": Menu(STATE, "method", "Method", {method: method for method in METHODS}),
        "size": Menu(STATE, "size", "Runs that are merged", {n: str(n) for n in range(2, len(runs) + 1)}),
    }


def take_run(runs: tuple[str, ...], run: int) -> None:
    """Make a run A; if it is B, the two are exchanged."""
    if 0 <= run < len(runs):
        STATE.choose("a", runs, runs[run], other="b")


def take_pair(results: ListResults, number: int) -> None:
    """Make the runs of a pair, by its number, A and B; what comes from the browser is checked here."""
    pairs = results.pair_differences(ALWAYS)[0]
    if 0 <= number < len(pairs):
        STATE["a"], STATE["b"] = (results.runs[run] for run in results.larger_first(pairs[number].tolist()))
