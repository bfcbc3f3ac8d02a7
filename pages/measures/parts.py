"""What the views of Measures have in common: the finding, a matrix, a table of measures."""

import html
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core import numerals
from ordquant_core.figures.measuring import matrix_figure
from ordquant_core.records import FloatArray
from pages.measures import state
from pages.measures.state import Shown
from pages.shared import clicks, look, several

Download = tuple[str, Callable[[], pd.DataFrame], str]  # label, table, name of the file


def finding(said: str, because: str, shown: Shown) -> None:
    """Draw the sentence that says what the numbers below show, and how they came about."""
    left_out = f" Left out, as infinite on some case: {', '.join(shown.infinite)}." if shown.infinite else ""
    names = ", ".join(several.name(current) for current in shown.tasks)
    which = f" Tasks: {html.escape(names)}." if len(shown.tasks) > 1 else ""
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{said}</p>'
        f'<p class="oq oq-because" id="because">{because}{which}{left_out}</p>'
    )


def matrix(
    shown: Shown,
    cells: FloatArray,
    say: Callable[[float], str],
    words: Callable[[int, int], str],
    *,
    title: str,
    name: str,
) -> None:
    """Draw a number for every pair of measures; cells that are not defined stay empty."""
    places = range(len(shown.measures))
    texts = [["" if i == j or np.isnan(cells[i, j]) else say(float(cells[i, j])) for j in places] for i in places]
    pointed = [["" if i == j else words(i, j) for j in places] for i in places]
    inside = cells[np.isfinite(cells) & ~np.eye(len(cells), dtype=np.bool_)]
    figure = matrix_figure(
        cells,
        texts,
        pointed,
        shown.labels,
        look.palette(),
        title=title,
        low=min(0.0, float(inside.min(initial=0.0))),
        high=float(inside.max(initial=1e-9)),
        pair=shown.pair,
    )
    st.plotly_chart(figure, theme=None, key=f"matrix_{name}", config=look.plot_config(f"measures-{name}"))


def table(
    shown: Shown, heads: Sequence[str], rows: Sequence[tuple[int, Sequence[str]]], *, name: str, choosable: bool = True
) -> None:
    """Draw a row a measure, (its place, cells of HTML); a click makes that measure the first of the two."""
    body = []
    for m, cells in rows:
        chosen = m == shown.pair[0]
        choice = (
            f' class="{"oq-chosen" if chosen else ""}" data-choice="{shown.measures[m]}" tabindex="0" '
            f'aria-selected="{str(chosen).lower()}"'
            if choosable
            else ""
        )
        body.append(
            f'<tr data-measure="{shown.measures[m]}"{choice}><th scope=row>{shown.labels[m]}</th>'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    st.html(
        f'<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="{name}"><thead><tr>'
        f"<th scope=col>Measure</th>{''.join(f'<th scope=col>{head}</th>' for head in heads)}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )
    if choosable:
        clicks.on_choice(name, lambda choice: state.put("x", choice))


def hundredths(value: float) -> str:
    """Show two decimals in as little room as there is in a cell on a phone: .76, −.05, 1."""
    text = f"{value:.2f}".replace("-", "−")
    return text.replace("0.", ".", 1) if "0." in text[:3] else text.removesuffix(".00")


def mean(tables: Sequence[FloatArray]) -> FloatArray:
    """Average tables over the tasks that define a cell; NaN where none does."""
    values = np.stack(tables)
    defined = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(defined, values, 0).sum(axis=0) / defined.sum(axis=0))


def which(shown: Shown) -> None:
    """Say which of several tasks a figure shows."""
    if len(shown.tasks) > 1:
        st.html(f'<p class="oq oq-note">Shown: {html.escape(several.name(shown.tasks[0]))}, the current task.</p>')


def percent(share: float) -> str:
    """Show a share with one decimal, as the papers do."""
    return numerals.percent(share, 1)


def ordered(values: FloatArray) -> list[int]:
    """Return the places of values, the largest first, those that are not defined last."""
    return [int(place) for place in np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable")]
