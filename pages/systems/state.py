"""What a visitor of Systems has chosen: a measure, and two runs. All of it is in the link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.records import Scores
from ordquant_core.statistics.bootstrap import Bootstrap
from ordquant_core.statistics.resampling import tiers
from pages.shared import measured
from pages.shared.measuring import Settings
from pages.shared.tasks import Current, escape


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The current task under all measures, and which of them the page is about."""

    current: Current
    settings: Settings
    scores: Scores  # by the measures that can be tested
    found: Discrimination
    interval: Bootstrap
    layer: int
    pair: tuple[int, int]  # the numbers of runs A and B

    @property
    def measure(self) -> str:
        return self.scores.measures[self.layer]

    @property
    def runs(self) -> tuple[str, ...]:
        return self.scores.runs

    @property
    def names(self) -> tuple[str, str]:
        """The names of runs A and B."""
        return self.runs[self.pair[0]], self.runs[self.pair[1]]

    @property
    def order(self) -> list[int]:
        """The runs by the chosen measure, the best first."""
        return [int(run) for run in np.argsort(self.found.means[self.layer], kind="stable")]

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The tiers: runs that the test cannot tell apart."""
        return tiers(self.found.means[self.layer], self.found.p_values[self.layer], self.settings.alpha)


def follow(query: Mapping[str, str] | None, task_runs: Sequence[str]) -> None:
    """Set measure and runs to what a link says, or to where the page starts."""
    query = query or {}
    if "measure" in query:
        st.session_state["systems_measure"] = query["measure"]
    for letter in "ab":
        key = f"systems_{letter}"
        if letter in query:
            if query[letter] in task_runs:
                st.session_state[key] = query[letter]
            else:
                st.warning(f"The link names the run “{escape(query[letter][:60])}”, which is not here.")
        if st.session_state.get(key) not in task_runs:
            st.session_state[key] = task_runs[-2 if letter == "a" else -1]


def choose_measure(measures: Sequence[str]) -> str:
    """Draw the choice of the measure that the page is about."""
    if st.session_state.get("systems_measure") not in measures:
        if "systems_measure" in st.session_state:
            wanted = str(st.session_state["systems_measure"])[:30]
            st.warning(f"“{escape(wanted)}” is not among the measures here; shown is {escape(measures[0])}.")
        st.session_state["systems_measure"] = measures[0]
    return str(
        st.selectbox(
            "Measure",
            list(measures),
            key="systems_measure",
            format_func=measured.label,
            persist_state="session",
            width=170,
        )
    )


def show(current: Current, settings: Settings, found: Discrimination, measure: str) -> Shown:
    """Gather what the page shows of the current task."""
    runs, measures = current.task.runs, found.measures
    return Shown(
        current,
        settings,
        measured.scores(current, measures),
        found,
        measured.intervals(current, measures, settings.seed),
        measures.index(measure),
        (runs.index(st.session_state["systems_a"]), runs.index(st.session_state["systems_b"])),
    )


def show_pair(runs: Sequence[str], a: str, b: str) -> None:
    """Make two runs A and B; what comes from the browser is checked here."""
    if a in runs and b in runs:
        st.session_state["systems_a"], st.session_state["systems_b"] = a, b


def query(shown: Shown) -> dict[str, str]:
    """Return what a link must say to show the same again."""
    a, b = shown.names
    return {"measure": shown.measure, "a": a, "b": b}
