"""Measures compared by the cases of one run, as in SIGIR 2018, Table 2 (I)."""

import streamlit as st

from ordquant_core.analysis.agreement import Agreement, ranking_agreement
from ordquant_core.analysis.study import OnCases
from ordquant_core.records import FloatArray
from ordquant_core.tables.papers.cases import of_run
from pages.shared import memory, paper_tables
from pages.shared.cached import Versus


def show(versus: Versus, measures: tuple[str, ...], shares: FloatArray) -> None:
    """Draw Kendall's tau between measures over the cases of run A, and of run B, with intervals.

    `shares`: the cases on which two measures prefer the same of both runs.
    """
    st.header("How similarly do measures rank the cases of one run?", anchor=False)
    rows = [versus.scores.measures.index(key) for key in measures]
    both = []
    for number, run in enumerate(versus.task.runs):

        def compute(_: object, number: int = number) -> Agreement:
            return ranking_agreement(measures, versus.scores.values[rows, number])

        key = ("taus over cases", versus.key[0], run, measures)  # whatever the other run is
        found = memory.remembered(key, "Ranking cases", compute)
        both.append((f"Run {'AB'[number]}", OnCases(run, versus.task.runs[1 - number], found, shares)))
    paper_tables.show(of_run(both, "runs A and B"), versus.task.notes)
