"""What a visitor of Measures has chosen: a view, two measures, and what the views need. All of it is in the link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from ordquant_core.measures.registry import MEASURES
from pages.shared import measured
from pages.shared.measuring import Settings
from pages.shared.tasks import Current, escape

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
DEFAULTS: dict[str, object] = {
    "view": "agreement",
    "x": "NMD",
    "y": "RNOD",
    "size": 10,
    "target": 0.8,
    "sets": "half",
    "given": ["NVD"],
}
MOST_CASES, TARGETS = 100_000, (0.01, 0.99)


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


def key(name: str) -> str:
    """Return the key of a widget."""
    return f"measures_{name}"


def get(name: str) -> object:
    """Return a choice as it stands; a number that was deleted is what it was at first."""
    value = st.session_state.get(key(name))
    return DEFAULTS[name] if value is None else value


def whole(name: str) -> int:
    """Return a choice that is a whole number."""
    return int(str(get(name)))


def target() -> float:
    """Return the tau to be reached."""
    return float(str(get("target")))


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says; what it cannot mean is told, and left as it was."""
    for name, value in DEFAULTS.items():
        st.session_state.setdefault(key(name), value)
    wrong = [name for name, word in (query or {}).items() if name in DEFAULTS and not _take(name, word)]
    if wrong:
        st.warning(f"The link says something about “{escape(', '.join(wrong))}” that this page cannot show.")


def view() -> str:
    """Draw the choice of the view and return it."""
    chosen = st.segmented_control(
        "View",
        list(VIEWS),
        key=key("view"),
        format_func=VIEWS.__getitem__,
        label_visibility="collapsed",
        required=True,
        wrap=True,
        persist_state="session",
    )
    return chosen or "agreement"


def choose_pair(measures: Sequence[str]) -> tuple[int, int]:
    """Draw the choice of the two measures that the page is about, and return their places."""
    if st.session_state[key("x")] not in measures:
        st.session_state[key("x")] = measures[0]
    first = _choose("x", "Measure 1", measures)
    others = [one for one in measures if one != first]
    if st.session_state[key("y")] not in others:
        st.session_state[key("y")] = others[0]
    return measures.index(first), measures.index(_choose("y", "Measure 2", others))


def _choose(name: str, label: str, measures: Sequence[str]) -> str:
    return str(
        st.selectbox(
            label, list(measures), key=key(name), format_func=measured.label, persist_state="session", width=150
        )
    )


def put(name: str, value: str) -> None:
    """Set a measure; what comes from the browser is checked here."""
    if value in MEASURES:
        st.session_state[key(name)] = value


def query(view: str) -> dict[str, str]:
    """Return what a link must say of the choices of this page."""
    words = {name: str(get(name)) for name in ("view", "x", "y")}
    for name in OWN.get(view, ()):
        value = get(name)
        words[name] = ",".join(value) if isinstance(value, list) else f"{value:g}" if name == "target" else str(value)
    return words


def _take(name: str, word: str) -> bool:
    value: object = None
    if name == "view" or name == "sets":
        value = word if word in (VIEWS if name == "view" else SETS) else None
    elif name in ("x", "y"):
        value = word if word in MEASURES else None
    elif name == "given":
        keys = [part for part in dict.fromkeys(word.split(",")) if part]
        value = keys if all(part in MEASURES for part in keys) else None
    elif name == "size":
        fine = word.isascii() and word.isdecimal() and len(word) < 7 and 1 <= int(word) <= MOST_CASES
        value = int(word) if fine else None
    elif name == "target":
        value = _target(word)
    if value is None:
        return False
    st.session_state[key(name)] = value
    return True


def _target(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if TARGETS[0] <= value <= TARGETS[1] else None
