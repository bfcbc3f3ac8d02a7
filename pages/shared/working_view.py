"""How a measure comes to its values for A and B, side by side: in short, and in all steps for those who open them."""

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.measure_workings import short_figure, working_figures
from ordquant_core.figures.small_workings import HEIGHT, WIDTH
from ordquant_core.markup import Html, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import ShortWorking, Working, short_working, working
from ordquant_core.tables.one_case import workings
from pages.shared import look, write
from pages.shared.common import COMMON

Run = Literal["a", "b"]
RUNS: tuple[Run, Run] = ("a", "b")
SHOWN = ("measure", "calculation", "steps")  # parameters
BARE = {"displayModeBar": False}  # a tool bar would cover a small figure; the large ones below have theirs


def explained() -> str:
    """Return the measure whose calculation the visitor has asked for last."""
    return str(COMMON["measure"])


def explain(key: str) -> None:
    """Ask for the working of a measure; what is no measure is ignored."""
    if key in MEASURES:
        COMMON["measure"] = key


def title(key: str, picture: Picture) -> Html:
    """Say what came out for both runs, such as 'NMD is 0.150 for A and 0.300 for B'."""
    a, b = (_short(key, picture, run).value for run in RUNS)
    return workings.title(key, (a, b))


def follow(query: Mapping[str, str] | None) -> None:
    """Set what a link says of the calculation that is shown."""
    COMMON.follow(query, *SHOWN)


def query() -> dict[str, str]:
    """Return what a link must say of the calculation that is shown."""
    return COMMON.query(*SHOWN)


def side_by_side(key: str, picture: Picture) -> None:
    """Draw how `key` comes to its values: A and B beside each other, below each other where there is little room.

    Below them all steps can be opened. The height is that of the two sides whatever the measure is.
    """
    with st.container(key="workings"), st.container(key="working_sides"):
        for run in RUNS:
            _side(_short(key, picture, run), picture, run)
    steps = st.expander("All steps", key=COMMON.key("steps"), on_change="rerun")
    if steps.open:  # else they would be calculated, drawn and sent with every move of a bar
        with steps:
            _all_steps(key, picture)


def _short(key: str, picture: Picture, run: Run) -> ShortWorking:
    return short_working(key, picture.probabilities("gold"), picture.probabilities(run), picture.classes)


def _side(shown: ShortWorking, picture: Picture, run: Run) -> None:
    row, name, letter = shown.row, picture.name(run), run.upper()
    heading = workings.short_heading(shown, name, letter)
    figure = short_figure(
        row.unit,
        row.labels,
        row.values,
        row.counted,
        shown.contributions,
        look.palette(),
        gold=picture.probabilities("gold"),
        estimated=picture.probabilities(run),
        value=shown.value,
        run=run,
        name=name,
    )
    with st.container(key=f"working_{run}"):
        write.html(heading)
        st.plotly_chart(
            figure, theme=None, key=f"short_{run}", width=WIDTH, height=HEIGHT, config=BARE, alt=plain(heading)
        )
        write.html(workings.short_table(shown, letter), workings.last_step(shown, letter))


def _all_steps(key: str, picture: Picture) -> None:
    measure = MEASURES[key]
    write.because(f"{measure.name}. {measure.summary}")
    st.latex(measure.formula)
    with st.container(key="all_steps_frame"), st.container(key="all_steps_sides"):
        for run in RUNS:
            shown = working(key, picture.probabilities("gold"), picture.probabilities(run), picture.classes)
            with st.container(key=f"steps_{run}"):
                _steps(shown, picture, run)
    write.html(workings.facts(key, len(picture.classes)))


def _steps(shown: Working, picture: Picture, run: Run) -> None:
    name, letter, label = picture.name(run), run.upper(), MEASURES[shown.key].label
    write.verdict(workings.finding(shown, name, letter), id=None)
    figures = working_figures(shown.columns, picture.classes, look.palette(), run=run, name=name)
    for number, figure in enumerate(figures, start=1):
        config = look.plot_config(f"{label}-{letter}-{number}")
        st.plotly_chart(figure, width="stretch", key=f"working_{run}_{shown.key}_{number}", config=config)
    for number, step in enumerate(shown.steps, start=1):
        write.html(workings.heading(step, number))
        st.markdown(rf"$\displaystyle {step.latex}$")  # not st.latex: a formula in a line may break at + and =
        if step.columns:
            write.table(*workings.step_table(step, letter), styles="oq-one-line", height="24rem")
