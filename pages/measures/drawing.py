"""What the views of Measures draw alike: the finding, a matrix of pairs, a table of measures."""

from collections.abc import Callable

import streamlit as st

from ordquant_core.figures.measuring import draw_matrix
from ordquant_core.findings.papers import recommended_pairs
from ordquant_core.findings.words import labels
from ordquant_core.markup import Grid
from ordquant_core.records import FloatArray
from pages.measures.state import Shown, show_first
from pages.shared import clicks, look, several, write
from pages.shared import recommendations as recommended
from pages.shared.escaping import escape


def finding(shown: Shown, verdict: str, because: str) -> None:
    """Draw the sentence that says what the numbers below show, and how they were computed."""
    tasks = f" Tasks: {', '.join(map(several.name, shown.tasks))}." if len(shown.tasks) > 1 else ""
    left_out = f" Left out, as infinite on some case: {labels(shown.infinite)}." if shown.infinite else ""
    with shown.top:
        write.verdict(verdict)
    family = f" {several.compared(shown.tasks)}"
    with shown.method:
        write.because(because, family, tasks, left_out, id="because")


def matrix(
    shown: Shown,
    cells: FloatArray,
    written: Callable[[float], str],
    pointed: Callable[[int, int], str],
    *,
    title: str,
    name: str,
    odd: int | None = None,
) -> None:
    """Draw a number for every pair of measures, and what it says when pointed at; what is not defined stays empty.

    The row of measure `odd` has an amber edge.
    """
    figure = look.draw_once(
        ("matrix", name, *shown.key, shown.settings, title, shown.pair, odd),
        draw_matrix,
        cells,
        shown.measures,
        written,
        pointed,
        title=title,
        pair=shown.pair,
        odd=odd,
    )
    look.plot(figure, f"matrix_{name}", f"measures-{name}")


def table(grid: Grid, *, name: str) -> None:
    """Draw a row per measure; choosing one makes that measure the first of the two."""
    write.table(*grid, id=name)
    clicks.on_choice(name, show_first)


def recommendations() -> None:
    """Name the recommended pairs of measures; all recommendations of the papers unfold below."""
    with st.expander(escape(recommended_pairs())):
        recommended.show()


def which(shown: Shown) -> None:
    """Say which of several tasks a figure shows."""
    if len(shown.tasks) > 1:
        write.note(f"Shown: {several.name(shown.tasks[0])}, the current task.")
