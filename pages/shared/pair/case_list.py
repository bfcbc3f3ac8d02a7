"""The cases of two runs by two measures: their plot, the kinds of cases as pills, the ranked list to choose from."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from ordquant_core.analysis.case_filters import KINDS, of_kind
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.figures.deltas import count_outliers
from ordquant_core.figures.parts import elided
from ordquant_core.findings import disagreement as findings
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Html, table
from ordquant_core.numerals import class_label, count
from ordquant_core.records import FloatArray, IntArray
from pages.shared import clicks, controls, current_mark, selection, write
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.pair import case_card
from pages.shared.pair import scatter as plots
from pages.shared.pair.state import View
from pages.shared.params import Params
from pages.shared.result_cache import compute_once
from pages.shared.session import reported
from pages.shared.task_scores import Versus

PLOT, HEIGHT = "cases_focus", 480  # the key of the plot, the pixels of the list
FIRST = 10  # rows that are sent before somebody asks for all of them
ENDS, USUAL = (0.02, 0.05, 0.1, 0.2, 0.5), 0.98  # where the bars can end, and the share of the listed that are shorter
LISTED = 500  # rows: nobody reads further, and a longer list takes longer than a click should
_ALL = "all_cases"  # the widget
_DISAGREEMENTS = ("disagreements", "a_against_b", "b_against_a")


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """The cases of two runs by two measures, by their numbers, in the order of the list."""

    versus: Versus
    margins: CaseMargins
    plotted: IntArray
    together: IntArray | None  # those that are selected together
    offered: IntArray  # plotted, and of those selected together if some are
    listed: IntArray  # offered, and of the kind that is chosen

    def current(self) -> int | None:
        """Return the current case, None where none is listed: what is plotted may be chosen though it is not listed."""
        chosen_from = self.plotted if self.together is None else self.offered
        return selection.current(self.versus.task.cases, self.listed, chosen_from) if len(self.listed) else None

    def drawn(self) -> IntArray | None:
        """Return the cases that the plot draws, None for all of them."""
        return self.plotted if len(self.plotted) < len(self.versus.task.cases) else None


def choose_from(view: View, versus: Versus, ranked: IntArray) -> Cases:
    """Return the cases that are plotted and listed, of the `ranked` ones of the task."""
    together, margins = selection.selected_together(versus.all_cases), versus.margins(view.pair)
    offered = ranked if together is None else np.asarray(ranked[np.isin(ranked, together)])
    kind = of_kind(view.state["only"], margins.x[offered], margins.y[offered])
    return Cases(versus, margins, ranked, together, offered, offered[kind])


def mark(cases: Cases, place: Callable[[int], Mapping[str, ArrayLike]]) -> None:
    """Mark the current case in the list and in plots: `place` says where a case stands in each, by their keys.

    Where other cases have been selected together, all of the page is drawn again: the list is another one.
    """
    case = cases.current()
    if selection.selected_together(cases.versus.all_cases) is not cases.together:
        st.rerun()
    if case is not None:
        name = elided(cases.versus.task.cases[case])
        rows = {"cases": str(case)}
        current_mark.show("case", rows=rows, points=place(case), label=name, on_phone=case_card.TOP)


def scatter(cases: Cases, *, stretched: bool = False) -> None:
    """Draw the deltas of the cases that are plotted, and what can be done there; see `scatter.draw`."""
    margins = cases.margins
    deltas = margins.x[cases.plotted], margins.y[cases.plotted]
    at_edge, unseen = count_outliers(*deltas), int((~np.isfinite(deltas).all(axis=0)).sum())
    under = f"{count(at_edge, 'case')} at the edge" if at_edge else ""
    plots.draw(cases.versus, margins.measures, key=PLOT, case_numbers=cases.drawn(), under=under, stretched=stretched)
    if unseen and not stretched:
        st.caption(f"{count(unseen, 'case')} with an infinite margin: counted, but not drawn.")


def place(cases: Cases, case: int) -> dict[str, ArrayLike]:
    """Return where a case stands in that plot."""
    return {PLOT: plots.points_of(cases.versus, cases.margins.measures, case, cases.drawn())}


def show(cases: Cases, more: Mapping[str, FloatArray]) -> None:
    """List the first cases, or all of them; `more` are further columns, over all cases."""
    if cases.together is not None:
        dismissible(f"{count(len(cases.offered), 'case')} selected.", "Clear selection", selection.clear_selected)
    if not len(cases.listed):
        return
    versus, rows = cases.versus, cases.listed[: LISTED if reported(_ALL) else FIRST]
    values = hashlib.sha256(b"".join(array.tobytes() for array in (rows, *more.values()))).digest()
    key = "listed", versus.key, cases.margins.measures, tuple(more), values  # not the current case: it is only marked
    built = compute_once(key, lambda: _listed(cases.margins, rows, more))
    # all of them scroll, and keep their position on re-runs
    with st.container(key="all_cases_listed", height=HEIGHT, border=False) if reported(_ALL) else st.container():
        write.html(built)

    def choose(case: int) -> None:
        if case in rows:
            selection.pick(versus.task.cases[case])

    clicks.on_number("cases", choose, on_phone=case_card.TOP)
    n = len(cases.listed)
    if n > FIRST:
        most = f"all {count(n)}" if n <= LISTED else f"{LISTED} of {count(n)}"
        st.toggle(f"Show {most} cases", key=_ALL)


def _listed(margins: CaseMargins, cases: IntArray, more: Mapping[str, FloatArray]) -> Html:
    """Return the list: gold, what both measures prefer, and further columns. A row's choice is its case's number."""
    frame = margins.to_frame(cases).assign(number=cases, disagree=margins.disagree[cases])
    frame = frame.assign(**{name: values[cases] for name, values in more.items()})
    classes = margins.task.classes
    usual = np.nanquantile(np.abs([margins.x[cases], margins.y[cases]]), USUAL)
    reach = next((end for end in ENDS if usual <= end), ENDS[-1])
    columns = [
        column("case"),
        drawn_as(Kind.PICTURE, "gold", meaning=f"{class_label(classes[0])} to {class_label(classes[-1])}"),
    ]
    for key, label in zip(margins.measures, findings.label_pair(margins.measures), strict=True):
        prefers = f"by {label}"
        bar = drawn_as(Kind.BALANCE, f"bar_{key}", prefers, parts=[f"delta_{key}"], reach=reach, class_="oq-wide")
        columns += [bar, drawn_as(Kind.MARGIN, f"delta_{key}", prefers)]
    columns += [drawn_as(Kind.SCORE, name) for name in more]
    amber = () if frame["disagree"].all() else "disagree"  # it tells them from others
    rows = Rows(heading="case", choice="number", amber=amber)
    return table(*grid(frame, columns, rows), id="cases", class_="oq oq-table oq-cases")


def choose_kind(params: Params, cases: Cases) -> None:
    """Draw the pills; those of the two kinds of disagreement while disagreements are listed, ties if there are any."""
    x, y = cases.margins.x[cases.offered], cases.margins.y[cases.offered]
    pair, chosen = cases.margins.measures, params["only"]
    counts, words = {kind: int(of_kind(kind, x, y).sum()) for kind in KINDS}, findings.kinds(pair)
    hidden = () if chosen in _DISAGREEMENTS else _DISAGREEMENTS[1:]
    first = {"all": ", disagreements first"} if params["rank"] == "disagreement" and counts["disagreements"] else {}
    names = {
        kind: f"{escape(words[kind])} **{count(n)}**{first.get(kind, '')}"
        for kind, n in counts.items()
        if kind == chosen or (kind not in hidden and (n or kind != "any_tie"))
    }
    with st.container(key=f"filter_{params.key('only')}"):
        controls.pills(params, "only", "Listed cases", names, on_change=COMMON.reset, args=("case",))


def dismissible(words: str, label: str, clear: Callable[[], None]) -> None:
    """Draw what limits the list, and the button that ends it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(words)
        st.button(label, on_click=clear, type="tertiary", key=f"cases_{label.lower().replace(' ', '_')}")
