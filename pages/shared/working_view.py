"""The calculation of a measure for A and B, side by side: in short, and in all steps where a visitor opens them."""

from dataclasses import replace
from functools import lru_cache

import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.measure_workings import short_figure, working_figures
from ordquant_core.figures.small_workings import WIDTH
from ordquant_core.figures.template import Look, title_of
from ordquant_core.figures.workings import RunLetter
from ordquant_core.markup import Html, join, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.tables.one_case import workings
from pages.shared import controls, look, write
from pages.shared.common import COMMON

SHOWN = ("measure", "calculation", "steps")  # parameters
KEPT = 512  # calculations; a class that starts from the same example draws the same pictures
title = lru_cache(KEPT)(workings.title)


def query() -> dict[str, str]:
    """Return what a link must say of the calculation that is shown."""
    return COMMON.query(*SHOWN)


def calculated_measure() -> str:
    """Return the measure whose calculation the visitor has asked for last."""
    return str(COMMON["measure"])


def ask_for_calculation(key: str) -> None:
    """Ask for the calculation of a measure; what is no measure is ignored."""
    if key in MEASURES:
        COMMON["measure"] = key


def side_by_side(key: str, picture: Picture) -> None:
    """Draw the calculation for A beside that for B, above it where there is little room, and all steps below."""
    with st.container(key="workings"), st.container(key="working_sides"):
        _side(key, picture, "a")
        _side(key, picture, "b")
    with controls.folded(COMMON, "steps", "All steps") as is_open:
        if is_open:  # else they would be calculated and sent with every move of a bar
            write.because(f"{MEASURES[key].name}. {MEASURES[key].summary}")
            st.latex(MEASURES[key].formula)
            with st.container(key="all_steps_frame"), st.container(key="all_steps_sides"):
                _steps(key, picture, "a")
                _steps(key, picture, "b")
            write.html(workings.facts(key, len(picture.classes), picture.positions))


def show(picture: Picture) -> None:
    """Draw the result of the measure asked for, and its calculation."""
    write.verdict(title(calculated_measure(), picture), id=None)
    side_by_side(calculated_measure(), picture)


def _side(key: str, picture: Picture, run: RunLetter) -> None:
    gold = picture.gold  # in place of the other estimate, which may be drawn while this one stays as it is
    alone = replace(picture, b=gold, name_b="") if run == "a" else replace(picture, a=gold, name_a="")
    heading, figure, numbers = _short(key, alone, run, look.colours())
    with st.container(key=f"working_{run}"):
        write.html(heading)
        look.plot(figure, f"short_{run}", "", name=plain(heading), width=WIDTH)  # a tool bar would cover a small figure
        write.html(numbers)


@lru_cache(KEPT)
def _short(key: str, picture: Picture, run: RunLetter, colours: Look) -> tuple[Html, go.Figure, Html]:
    """Return the calculation for one estimate in short: heading, figure, numbers."""
    shown, name, letter = short_working(key, *picture.compared(run)), picture.name(run), run.upper()
    figure = short_figure(shown, run=run, name=name, look=colours)
    numbers = join([workings.short_table(shown, letter), workings.last_step(shown, letter)])
    return workings.short_heading(shown, name, letter), figure, numbers


def _steps(key: str, picture: Picture, run: RunLetter) -> None:
    shown, name, letter = working(key, *picture.compared(run)), picture.name(run), run.upper()
    with st.container(key=f"steps_{run}"):
        write.verdict(workings.finding(shown, name, letter), id=None)
        figures = working_figures(shown.columns, picture.classes, run=run, name=name)
        for number, figure in enumerate(map(look.paint, figures), start=1):
            label = f"{MEASURES[key].label}-{letter}-{number}"
            look.plot(figure, f"working_{run}_{key}_{number}", label, name=f"{letter} {name}: {title_of(figure)}")
        for number, step in enumerate(shown.steps, start=1):
            write.html(workings.heading(step, number))
            st.markdown(rf"$\displaystyle {step.latex}$")  # not st.latex: a formula in a line may break at + and =
            if step.columns:
                write.table(*workings.step_table(step, letter), styles="oq-one-line")
