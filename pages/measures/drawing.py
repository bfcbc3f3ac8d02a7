"""What the views of Measures draw alike: the finding, a matrix of pairs, a table of measures."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.figures.measuring import draw_matrix
from ordquant_core.findings.sentence import Sentence
from ordquant_core.findings.words import labels
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray
from pages.measures import state
from pages.measures.state import MeasureComparison
from pages.shared import cached, clicks, look, session, several, write


def finding(compared: MeasureComparison, said: str | Sentence, because: str) -> None:
    """Draw the sentence that says what the numbers below show, and how they were computed."""
    tasks = f" Tasks: {several.names(compared.tasks)}." if len(compared.tasks) > 1 else ""
    left_out = f" Left out, as infinite on some case: {labels(compared.infinite)}." if compared.infinite else ""
    with compared.top:
        if isinstance(said, str):
            write.verdict(said)
        else:
            write.finding(said, state.menus(compared))
    with compared.method:
        write.because(because, f" {several.compared(compared.tasks)}", tasks, left_out, id="because")


def pair(compared: MeasureComparison, said: Sentence, because: str = "") -> None:
    """Draw what a card says of the two measures, which are chosen in it, and a line under it."""
    with st.container(gap=None):
        write.choice(said, state.menus(compared), id="pair")
        if because:
            write.because(because, id="tau")


def matrix(
    compared: MeasureComparison,
    cells: FloatArray,
    written: Callable[[float], str],
    pointed: Callable[[int, int], str],
    *,
    title: str,
    unit: str,
    name: str,
    measures: Sequence[str] = (),
) -> None:
    """Draw a number for every pair of measures, and what it says when pointed at; a click chooses that pair.

    `measures` are those of the cells, by default all.
    """
    measures = measures or compared.measures
    both = measures.index(compared.pair[0]), measures.index(compared.pair[1])
    key = ("matrix", name, *compared.key, compared.settings, title, both)
    figure = look.draw_once(key, draw_matrix, cells, measures, written, pointed, title=title, unit=unit, pair=both)
    widget = f"matrix_{name}"
    st.header(title, anchor=False)
    look.plot(
        figure,
        widget,
        f"measures-{name}",
        on_select=lambda: state.show_pair(measures, session.selected_numbers(widget)),
    )
    if np.isfinite(cells[both]):
        write.small(f"In the frame, {pointed(*both)}.")


def table(
    compared: MeasureComparison,
    make: Callable[[], pd.DataFrame],
    columns: Sequence[str | Column],
    *settings: Hashable,
    name: str,
    amber: Sequence[str] = (),
    after: object = "",
) -> None:
    """Draw a row per measure; choosing one makes that measure the first of the two.

    `settings`: what else decides the frame that `make` returns, besides those of all views.
    """
    rows = Rows(choice="measure", chosen=compared.pair, data="measure", amber=amber)
    key = (name, *compared.key, compared.settings, compared.pair, *settings)
    cached.write_table(key, lambda: grid(make(), columns, rows), id=name, after=after)
    clicks.on_choice(name, partial(state.STATE.choose, "x", MEASURES, other="y"))


def which(compared: MeasureComparison) -> None:
    """Say which of several tasks a figure shows."""
    if len(compared.tasks) > 1:
        write.note(f"Shown: {several.name(compared.tasks[0])}, the current task.")
