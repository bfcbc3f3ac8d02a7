"""What the papers of the series print about contradictions, of these tasks: table 5 of LQ 2021."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.overlaps import identical_runs
from ordquant_core.tables.papers import beside, printed_for
from ordquant_core.tables.papers.significance import RunsTested, contradiction_counts
from ordquant_core.tables.tasks.results import families
from pages.measures.state import Shown
from pages.shared import paper_tables, several, write


def contradictions(shown: Shown, tests: Sequence[Discrimination]) -> None:
    """Draw the contradictions of every pair of measures, task by task, in brackets with identical runs joined."""
    tested = [
        RunsTested(several.name(current), current.task, test, identical_runs(current.task))
        for current, test in zip(shown.tasks, tests, strict=True)
    ]
    with st.container(border=True, key="measures_contradictions"):
        st.header("Contradictions of every pair of measures", anchor=False)
        notes = [note for current in shown.tasks for note in current.task.notes]
        table = contradiction_counts(tested, shown.settings.alpha)
        settings = {name: getattr(shown.settings, name) for name in ("alpha", "trials", "seed")}
        settings["compared"] = families([(one.name, one.task) for one in tested])
        paper_tables.show(replace(table, data=table.data.beside(**settings)), notes)
        runs = [(printed_for.contradictions(one.task), len(one.discrimination.runs)) for one in tested]
        write.note(beside.note(runs, beside.tested(shown.settings)), id="printed_contradictions")
