"""How all runs of a task are tested: measures, level, trials, seed. Chosen once for Systems and Measures."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import links
from pages.shared.tasks import escape

TRIALS = (100, 50_000)
SPLITS = (10, 10_000)
SEEDS = (0, 10**9)
LEVELS = (0.001, 0.5)
DEFAULTS: dict[str, object] = {
    "measures": list(MAIN_MEASURES),
    "alpha": 0.05,
    "trials": 5000,
    "splits": 1000,
    "seed": 1,
}
WHOLE = {"trials": TRIALS, "splits": SPLITS, "seed": SEEDS}
RESAMPLES = 1000  # of the bootstrap


@dataclass(frozen=True, slots=True)
class Settings:
    """What the numbers of both pages depend on, besides the task."""

    measures: tuple[str, ...]
    alpha: float
    trials: int
    splits: int
    seed: int

    def query(self, *names: str) -> dict[str, str]:
        """Return what a link must say of some of the settings; measures only where they are a choice."""
        words = {"alpha": f"{self.alpha:g}"} | {name: str(getattr(self, name)) for name in WHOLE}
        words = {name: words[name] for name in names}
        return words if self.measures == MAIN_MEASURES else {"measures": ",".join(self.measures)} | words


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says; what it cannot mean is told, and left as it was."""
    kept = st.session_state.setdefault("measuring_kept", dict(DEFAULTS))
    for name, value in kept.items():
        if links.entered() or _key(name) not in st.session_state:  # a list does not survive the change of pages
            st.session_state[_key(name)] = value
    wrong = [name for name, word in (query or {}).items() if name in DEFAULTS and not _take(name, word)]
    if wrong:
        st.warning(f"The link says something about “{escape(', '.join(wrong))}” that this page cannot show.")


def choose(*names: str) -> Settings:
    """Draw the choices, those of `names`, and return all of them."""
    with st.popover("Settings", key="measuring"):
        st.multiselect(
            "Measures",
            list(MEASURES),
            key=_key("measures"),
            format_func=lambda key: MEASURES[key].label,
            persist_state="session",
        )
        if "alpha" in names:
            st.number_input(
                "Significance level", *LEVELS, step=0.005, format="%g", key=_key("alpha"), persist_state="session"
            )
        labels = {"trials": "Permutations (trials)", "splits": "Random splits", "seed": "Seed of the random numbers"}
        for name, label in labels.items():
            if name in names:
                st.number_input(label, *WHOLE[name], key=_key(name), persist_state="session")
    st.session_state["measuring_kept"] |= {name: st.session_state[_key(name)] for name in ("measures", *names)}
    trials, splits, seed = (int(_number(name)) for name in WHOLE)
    return Settings(tuple(st.session_state[_key("measures")]), _number("alpha"), trials, splits, seed)


def _number(name: str) -> float:
    """Return a number; one that was deleted is what it was at first."""
    value = st.session_state[_key(name)]
    return float(str(DEFAULTS[name]) if value is None else value)


def _take(name: str, word: str) -> bool:
    if name == "measures":
        keys = list(dict.fromkeys(word.split(",")))
        if not all(key in MEASURES for key in keys):
            return False
        st.session_state[_key(name)] = keys
        return True
    if name == "alpha":
        try:
            value = float(word)
        except ValueError:
            return False
        if not LEVELS[0] <= value <= LEVELS[1]:
            return False
        st.session_state[_key(name)] = value
        return True
    low, high = WHOLE[name]
    if not (word.isascii() and word.isdecimal() and len(word) <= 10 and low <= int(word) <= high):
        return False
    st.session_state[_key(name)] = int(word)
    return True


def _key(name: str) -> str:
    return f"measuring_{name}"
