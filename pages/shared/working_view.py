"""How a measure comes to its value for one run: its finding, figures, steps and facts."""

from typing import Literal

import streamlit as st
from numpy.typing import ArrayLike

from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.measure_workings import working_figures
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working
from ordquant_core.tables import sentences
from ordquant_core.tables.one_case import workings
from pages.shared import look, session, write
from pages.shared.escaping import escape

Run = Literal["a", "b"]
EXPLAINED = session.Item[str]("explained", lambda: "NMD")


def explained() -> str:
    """Return the measure whose working the visitor has asked for last."""
    return EXPLAINED.get()


def explain(key: str) -> None:
    """Ask for the working of a measure; what is no measure is ignored."""
    if key in MEASURES:
        EXPLAINED.set(key)


def choose_run(picture: Picture) -> None:
    """Draw the working of the measure asked for, for the run that is chosen above it."""
    key = explained()
    run: Run = st.segmented_control(
        f"How {MEASURES[key].label} is calculated for",
        ["a", "b"],
        key="explained_run",
        default="a",
        required=True,
        wrap=True,
        format_func=lambda run: escape(sentences.with_letter(picture.name(run), run.upper())),
        help="Choose a measure by its row in the table",
    )
    gold, estimate = picture.probabilities("gold"), picture.probabilities(run)
    show(key, gold, estimate, picture.classes, run=run, name=picture.name(run))


def show(key: str, gold: ArrayLike, estimated: ArrayLike, classes: tuple[str, ...], *, run: Run, name: str) -> None:
    """Draw how `key` comes to its value for one run; raises `OrdquantError` on anything that is no pair."""
    measure, shown = MEASURES[key], working(key, gold, estimated, classes)
    letter = run.upper()
    write.verdict(workings.finding(shown, name, letter), id=None)
    write.because(f"{measure.name}. {measure.summary}")
    st.latex(measure.formula)
    figures = working_figures(shown.columns, classes, look.palette(), run=run, name=name)
    for number, (column, figure) in enumerate(zip(st.columns(len(figures)), figures, strict=True), start=1):
        config = look.plot_config(f"{measure.label}-{letter}-{number}")
        column.plotly_chart(figure, width="stretch", key=f"working_{run}_{key}_{number}", config=config)
    for number, step in enumerate(shown.steps, start=1):
        write.html(workings.heading(step, number))
        st.markdown(rf"$\displaystyle {step.latex}$")  # not st.latex: a formula in a line may break at + and =
        if step.columns:
            write.table(*workings.step_table(step, letter), styles="oq-one-line", height="24rem")
    write.html(workings.facts(key, len(classes)))
