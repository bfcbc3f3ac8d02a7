"""The listed cases to take away: tables, the task's own files, cards for a slide."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from ordquant_core.analysis.properties import Properties
from ordquant_core.formats.task_files import form_of, gold_json, run_json, table_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import IntArray
from ordquant_core.tables.cases import described_cases
from ordquant_core.tables.preferences import preference_table
from pages.cases import computed, significance, slides, state
from pages.shared import downloads, exports
from pages.shared.cached import Versus
from pages.shared.tasks import Current

MOST_CARDS = 24


def show(current: Current, versus: Versus, shown: state.View, described: Properties, order: IntArray) -> None:
    """Draw the downloads. Nothing is made before it is asked for."""
    with st.popover("Download"):
        n, notes = len(order), current.task.notes
        st.caption(f"The {n:,} listed case{'s' * (n != 1)}, in their order:" if n else "No case is listed.")
        if n:
            cases = order.tolist()
            downloads.table_button(
                "Cases with all scores (CSV)",
                lambda: described_cases(versus.task, described, versus.scores).take(order),
                "cases.csv",
                notes,
            )
            _task_file("Gold (CSV)", "gold.csv", "text/csv", partial(table_of, current.task, cases), notes)
            form = form_of(current.task)
            gold = partial(gold_json, current.task, cases)
            _task_file(f"Gold ({form.name})", f"gold{form.gold_ending}", form.gold_type, gold, notes)
            for letter, run in (("A", versus.run_a), ("B", versus.run_b)):
                data = partial(run_json, current.task, run, cases)
                _task_file(f"Run {letter} ({form.name})", f"run-{letter}{form.run_ending}", form.run_type, data, notes)
            cards = f"Cards for a slide (HTML{'' if n <= MOST_CARDS else f', the first {MOST_CARDS}'})"
            _file(cards, "cases.html", "text/html", partial(slides.page, versus, cases[:MOST_CARDS], shown.pair))
        st.caption("All cases:")
        exports.show(current)
        wins = partial(preference_table, versus.preferences, runs=(versus.run_a, versus.run_b))
        downloads.table_button("Wins and losses (CSV)", wins, "wins.csv", current.task.notes)
        tests = partial(computed.tests, current.key, versus, MAIN_MEASURES, shown.seed)
        downloads.button(
            "Paired tests (CSV)", lambda: significance.frame(tests()), "paired-tests.csv", current.task.notes
        )


def _task_file(label: str, file_name: str, mime: str, data: "partial[bytes]", notes: Sequence[str]) -> None:
    """Draw the button of a file in the task's own format, which comes with the repairs beside it, if there are any."""
    made = downloads.beside_notes(file_name, data, mime, notes)
    _file(label, made.file_name, made.mime, made.data)


def _file(label: str, file_name: str, mime: str, data: Callable[[], bytes], help_: str | None = None) -> None:
    st.download_button(
        label,
        data=data,
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        width="stretch",
        key=f"download_cases_{file_name}",
        help=help_,
    )
