"""What a visitor of Measures has chosen: a view, two measures, and what the views need. All of it is in the link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from ordquant_core.measures.registry import MEASURES
from pages.shared import measured
from pages.shared.measuring import Settings
from pages.shared.params import Choice, Many, Number, Params, Whole
from pages.shared.tasks import Current

VIEWS = {
    "agreement": "Agreement",
    "consistency": "Consistency",
    "power": "Discriminative power",
    "overlap": "Overlaps and contradictions",
    "information": "Information",
}
NEEDS: Mapping[str, tuple[str, ...]] = {  # the settings that a view depends on
    "agreement": (),
    "consistency": ("alpha", "trials", "splits", "seed"),
    "power": ("alpha", "trials", "seed"),
    "overlap": ("alpha", "trials", "seed"),
    "information": (),
}
OWN = {"consistency": ("size", "target", "sets"), "information": ("given",)}  # choices of a view, besides x and y
SETS = {"half": "Halves", "small": "Small sets"}
MOST_CASES, TARGETS = 100_000, (0.01, 0.99)
STATE = Params(
    "measures",
    Choice("view", VIEWS),
    Choice("x", MEASURES, "NMD"),
    Choice("y", MEASURES, "RNOD"),
    Whole("size", 10, 1, MOST_CASES),
    Number("target", 0.8, *TARGETS),
    Choice("sets", SETS),
    Many("given", MEASURES, ["NVD"]),
)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The tasks, the measures that can be compared on all of them, and the two that the page is about."""

    tasks: tuple[Current, ...]
    settings: Settings
    measures: tuple[str, ...]
    infinite: tuple[str, ...]  # measures left out
    pair: tuple[int, int]  # the places of measures x and y

    @property
    def labels(self) -> list[str]:
        return [measured.label(key) for key in self.measures]

    @property
    def families(self) -> list[str]:
        return [MEASURES[key].family for key in self.measures]

    @property
    def names(self) -> tuple[str, str]:
        """The labels of x and y."""
        return self.labels[self.pair[0]], self.labels[self.pair[1]]

    @property
    def over(self) -> str:
        """Say over what numbers are averaged or pooled, where there is more than one task."""
        return f" over {len(self.tasks)} tasks" if len(self.tasks) > 1 else ""


def view() -> str:
    """Draw the choice of the view and return it."""
    chosen = st.segmented_control(
        "View",
        list(VIEWS),
        key=STATE.key("view"),
        format_func=VIEWS.__getitem__,
        label_visibility="collapsed",
        required=True,
        wrap=True,
        persist_state="session",
    )
    return chosen or "agreement"


def choose_pair(measures: Sequence[str]) -> tuple[int, int]:
    """Draw the choice of the two measures that the page is about, and return their places."""
    STATE.restrict({"x": measures})
    first = _choose("x", "Measure 1", measures)
    others = [one for one in measures if one != first]
    STATE.restrict({"y": others})
    return measures.index(first), measures.index(_choose("y", "Measure 2", others))


def _choose(name: str, label: str, measures: Sequence[str]) -> str:
    return str(
        st.selectbox(
            label, list(measures), key=STATE.key(name), format_func=measured.label, persist_state="session", width=150
        )
    )


def put(name: str, value: str) -> None:
    """Set a measure; what comes from the browser is checked here."""
    if value in MEASURES:
        STATE[name] = value


def query(view: str) -> dict[str, str]:
    """Return what a link must say of the choices of this page."""
    return STATE.query("view", "x", "y", *OWN.get(view, ()))
