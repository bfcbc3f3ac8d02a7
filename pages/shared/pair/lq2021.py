"""The pairs of measures that LQ 2021 shows, and its table of wins and losses for several tasks."""

import streamlit as st

from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.writing.lq2021 import of_measures, wins_and_losses
from pages.shared import paper_tables, several, task_scores, write
from pages.shared.pair import scatter
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

PLOTS = {  # by their keys: the pairs of measures that LQ 2021 shows
    f"pair_{x}_{y}": (x, y)
    for x, others in (("NMD", "NVD RNSS JSD RNOD"), ("RNOD", "NVD RNSS JSD"))
    for y in others.split()
}


def pairs(versus: Versus) -> None:
    """Draw NMD against four measures, RNOD against three."""
    st.caption("As in LQ 2021, Figures 1 and 2. Click a point to open its case.")
    with st.grid(min_column_width=260, gap="small"):
        for key, pair in PLOTS.items():
            scatter.draw(versus, pair, key=key, small=True)


def of_tasks(current: Current) -> None:
    """Draw the table of several tasks, or say where they are chosen."""
    every = several.chosen_tasks(current)
    if len(every) < 2:
        write.because("Settings: “Also include” adds further tasks.")
        return
    by_task = []
    for task in every:
        preferences = task_scores.score_two_runs(task.key, *task.baselines, task.task).preferences
        by_task.append((several.name(task), of_measures(preferences, MEASURES_OF_LQ_2021)))
    paper_tables.show(wins_and_losses(by_task), [note for task in every for note in task.task.notes])
