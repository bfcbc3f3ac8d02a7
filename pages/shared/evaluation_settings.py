"""How all runs of a task are tested: measures, level, trials, seed. Chosen once for Systems and Measures."""

from dataclasses import dataclass

import streamlit as st

from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import controls, origin
from pages.shared.params import Flag, Many, Number, Params, Whole

LEVELS = (0.001, 0.5)
WHOLE = {  # the label, and what is possible
    "trials": ("Permutations (trials)", 100, 50_000),
    "splits": ("Random splits", 10, 10_000),
    "seed": ("Seed of the random numbers", 0, 10**9),
}
STATE = Params(
    "measuring",
    Many("measures", MEASURES, MAIN_MEASURES),
    Number("alpha", 0.05, *LEVELS),
    Whole("trials", 5000, *WHOLE["trials"][1:]),
    Whole("splits", 1000, *WHOLE["splits"][1:]),
    Whole("seed", 1, *WHOLE["seed"][1:]),
    Flag("baselines"),
)


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """What the numbers of both pages depend on, besides the task."""

    measures: tuple[str, ...]
    alpha: float
    trials: int
    splits: int
    seed: int
    baselines: bool = False  # whether Popularity and Uniform are tested with the runs


def choose(*names: str) -> EvaluationSettings:
    """Draw the controls, those of `names`, and return all settings."""
    with st.popover("Settings", key="measuring", on_change="rerun") as popover:
        if popover.open:
            measures = controls.labels()
            controls.draw(st.multiselect, STATE, "measures", "Measures", list(measures), format_func=measures.get)
            if "alpha" in names:
                level = "Significance level"
                controls.draw(st.number_input, STATE, "alpha", level, *LEVELS, step=0.005, format="%g")
            if "baselines" in names:
                controls.draw(st.toggle, STATE, "baselines", "Test Popularity and Uniform with the runs")
            for name in (name for name in WHOLE if name in names):
                controls.draw(st.number_input, STATE, name, *WHOLE[name])
    found = chosen(*names)
    origin.computed_with(found)
    return found


def chosen(*names: str) -> EvaluationSettings:
    """Return the settings as they were chosen on another page, or their defaults, without drawing the controls."""
    return EvaluationSettings(
        measures=tuple(STATE["measures"]),
        **{name: STATE[name] for name in ("alpha", "trials", "splits", "seed")},
        baselines=STATE["baselines"] and "baselines" in names,
    )
