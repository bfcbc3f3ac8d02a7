"""Popularity against Uniform on several tasks, with the total: table 7 of LQ 2021."""

from ordquant_core.analysis.printed.from_gold import row_of
from ordquant_core.papers.significance import MEASURES_OF_TABLES
from ordquant_core.tables.papers import beside, printed_for
from ordquant_core.tables.papers.significance import of_measures, wins
from pages.shared import paper_tables, several, task_scores, write
from pages.shared.tasks import Current


def show(current: Current) -> None:
    """Draw the table of several tasks, or say where they are chosen."""
    every = several.chosen_tasks(current)
    if len(every) < 2:
        write.because("Settings: “Also include” adds further tasks.")
        return
    found = []
    for one in every:
        preferences = task_scores.score_two_runs(one.key, *one.baselines, one.task).preferences
        found.append((several.name(one), one.task, of_measures(preferences, MEASURES_OF_TABLES)))
    paper_tables.show(wins(found), [note for one in every for note in one.task.notes])
    if any(row_of(one.task) for one in every):
        write.note(beside.to_papers("See the printed totals on Papers", printed_for.WINS), id="printed_totals")
