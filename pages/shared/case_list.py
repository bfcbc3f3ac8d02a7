"""The ranked list of cases: a row chosen there is the current case."""

import hashlib
from collections.abc import Mapping

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.tables.two_runs.cases import ranked_cases
from ordquant_core.tables.two_runs.disagreement import Pair
from pages.shared import clicks, look, selection, write
from pages.shared.pair_view import deltas_of
from pages.shared.result_cache import compute_once
from pages.shared.session import reported
from pages.shared.task_scores import Versus

FIRST = 30  # rows that are sent before somebody asks for all of them
LISTED = 500  # rows: nobody reads further, and a longer list takes longer than a click should
_ALL = "all_cases"  # the widget


def show(
    versus: Versus,
    pair: Pair,
    order: IntArray,
    *,
    more: Mapping[str, FloatArray] | None = None,
    height: int = 640,
) -> None:
    """List the first cases with the numbers `order`, or all of them; `more` are further columns, over all cases."""
    listed = LISTED if reported(_ALL) else FIRST
    cases, shown, more = versus.task.cases, order[:listed], more or {}
    values = hashlib.sha256(b"".join(array.tobytes() for array in (shown, *more.values()))).digest()
    key = ("listed", versus.key, pair, tuple(more), values)  # not the current case: another one writes nothing again
    built = compute_once(key, lambda: ranked_cases(versus.task, shown, pair, deltas_of(versus, pair), more))
    with look.filling("cases", height):  # it scrolls, and keeps its position on re-runs
        write.html(built)

    def choose(number: str) -> None:
        for case in clicks.numbers(number)[:1]:
            if case in shown:
                selection.pick(cases[case])

    clicks.on_choice("cases", choose, on_phone="#case")
    if len(order) > FIRST:
        most = (
            f"all {count(len(order), 'case')}" if len(order) <= LISTED else f"{LISTED} of {count(len(order), 'case')}"
        )
        st.toggle(f"List {most}", key=_ALL)
