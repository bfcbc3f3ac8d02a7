"""How all runs of a task are tested: measures, level, trials, seed. Chosen once for Systems and Measures."""

from dataclasses import dataclass

import streamlit as st

from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.statistics import bootstrap
from pages.shared.params import Many, Number, Params, Whole

LEVELS = (0.001, 0.5)
WHOLE = {"trials": (100, 50_000), "splits": (10, 10_000), "seed": (0, 10**9)}
RESAMPLES = bootstrap.RESAMPLES  # of the intervals, and of the paired test
STATE = Params(
    "measuring",
    Many("measures", MEASURES, MAIN_MEASURES),
    Number("alpha", 0.05, *LEVELS),
    Whole("trials", 5000, *WHOLE["trials"]),
    Whole("splits", 1000, *WHOLE["splits"]),
    Whole("seed", 1, *WHOLE["seed"]),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the numbers of both pages depend on, besides the task."""

    measures: tuple[str, ...]
    alpha: float
    trials: int
    splits: int
    seed: int

    def query(self, *names: str) -> dict[str, str]:
        """Return what a link must say of the measures, and of the other settings that a page depends on."""
        return STATE.query("measures", *names)


def choose(*names: str) -> Settings:
    """Draw the controls, those of `names`, and return all settings."""
    with st.popover("Settings", key="measuring"):
        st.multiselect(
            "Measures",
            list(MEASURES),
            key=STATE.key("measures"),
            format_func=lambda key: MEASURES[key].label,
            persist_state="session",
        )
        if "alpha" in names:
            st.number_input(
                "Significance level", *LEVELS, step=0.005, format="%g", key=STATE.key("alpha"), persist_state="session"
            )
        labels = {"trials": "Permutations (trials)", "splits": "Random splits", "seed": "Seed of the random numbers"}
        for name, label in labels.items():
            if name in names:
                st.number_input(label, *WHOLE[name], key=STATE.key(name), persist_state="session")
    STATE.keep()
    return Settings(
        tuple(STATE["measures"]), float(STATE["alpha"]), int(STATE["trials"]), int(STATE["splits"]), int(STATE["seed"])
    )
