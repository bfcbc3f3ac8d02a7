"""What a visitor of Systems has chosen: a measure, and two runs. All of it is in the link."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.records import Scores
from ordquant_core.statistics.bootstrap import Bootstrap
from ordquant_core.statistics.resampling import tiers
from pages.shared import measured
from pages.shared.measuring import Settings
from pages.shared.params import Choice, Params
from pages.shared.tasks import Current

STATE = Params("systems", Choice("measure"), Choice("a"), Choice("b"))


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


def settle(runs: Sequence[str]) -> None:
    """Let A and B be runs of the task: at first the two baselines, which stand last."""
    STATE.restrict({"a": runs, "b": runs}, fallback={"a": runs[-2], "b": runs[-1]})


def choose_measure(measures: Sequence[str]) -> str:
    """Draw the choice of the measure that the page is about."""
    STATE.restrict({"measure": measures})
    return str(
        st.selectbox(
            "Measure",
            list(measures),
            key=STATE.key("measure"),
            format_func=measured.label,
            persist_state="session",
            width=170,
        )
    )


def show(current: Current, settings: Settings, found: Discrimination, interval: Bootstrap, measure: str) -> Shown:
    """Gather what the page shows of the current task."""
    runs, measures = current.task.runs, found.measures
    return Shown(
        current,
        settings,
        measured.scores(current, measures),
        found,
        interval,
        measures.index(measure),
        (runs.index(STATE["a"]), runs.index(STATE["b"])),
    )


def show_pair(runs: Sequence[str], a: str, b: str) -> None:
    """Make two runs A and B; what comes from the browser is checked here."""
    if a in runs and b in runs:
        STATE["a"], STATE["b"] = a, b
