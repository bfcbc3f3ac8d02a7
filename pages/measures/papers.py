"""What the papers of the series print about contradictions, of these tasks: table 5 of LQ 2021."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.overlaps import identical_runs
from ordquant_core.tables.papers.significance import Tested, contradiction_counts
from pages.measures.state import Shown
from pages.shared import paper_tables, several


def contradictions(shown: Shown, tests: Sequence[Discrimination]) -> None:
    """Draw the contradictions of every pair of measures, task by task, in brackets with identical runs joined."""
    tested = [
        Tested(several.name(current), current.task, test, identical_runs(current.task))
        for current, test in zip(shown.tasks, tests, strict=True)
    ]
    with st.container(border=True, key="measures_contradictions"):
        st.header("Contradictions of every pair of measures", anchor=False)
        notes = [note for current in shown.tasks for note in current.task.notes]
        paper_tables.show(contradiction_counts(tested, shown.settings.alpha), notes)
