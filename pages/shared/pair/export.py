"""Downloads of the listed cases: tables, gold and runs to be read again, cards for a slide."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.properties import Properties
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.report import cards
from ordquant_core.tasks.writing.cases import table_of
from pages.shared import downloads, exports
from pages.shared.downloads import Tables
from pages.shared.pair import tests
from pages.shared.pair.state import View
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

MOST_CARDS = 24


def show(current: Current, view: View, versus: Versus, described: Properties, order: IntArray) -> None:
    """Draw the downloads. Nothing is made before it is asked for."""
    task, notes = versus.task, current.task.notes
    n, cases = len(order), order.tolist()
    st.caption(f"{count(n, 'listed case')}, in this order:" if n else "No case is listed.")
    if n:
        downloads.table_button(
            "Cases with all scores",
            lambda: described.to_frame(task, versus.scores).iloc[order],
            "cases.csv",
            notes,
        )
        for title, run in (("Gold", None), ("Run A", versus.run_a), ("Run B", versus.run_b)):
            name, make = f"{title.lower().replace(' ', '-')}.csv", partial(table_of, task, cases, run=run)
            downloads.table_with_notes(f"{title} (CSV)", make, name, notes)
        label = f"Cards for a slide (HTML{'' if n <= MOST_CARDS else f', the first {MOST_CARDS}'})"
        page = partial(cards.page, task, versus.scores, cases[:MOST_CARDS], view.pair)
        downloads.file_button(label, page, "cases.html", "text/html")
    st.caption("All cases:")
    own: Tables = [
        ("Wins and losses", versus.preferences_to_frame, "wins.csv"),
        ("Paired tests", partial(tests.table, current, versus, view.seed), "paired-tests.csv"),
    ]
    exports.show(current, tables=own)
