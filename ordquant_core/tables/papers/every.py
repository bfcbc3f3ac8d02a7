"""All tables of a study, in the order of the papers' sections."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.analysis.study import Settings, TaskResults
from ordquant_core.tables.papers import cases, rankings, significance
from ordquant_core.tables.papers.grid import PaperTable
from ordquant_core.tables.tasks.results import families


def paper_tables(
    found: Sequence[TaskResults], facts: Sequence[tuple[str, str, str]], settings: Settings
) -> tuple[PaperTable, ...]:
    """Return every table; `facts` are venue, language and annotators of each task."""
    ranked = f"Runs compared: {families([(one.name, one.task) for one in found])}."
    of_rankings = (
        *rankings.agreement(found, settings.measures.rankings),
        *rankings.combinations(found),
        *rankings.consistency(found, settings.alpha),
    )
    return (
        significance.overview(found, facts),
        significance.power(found, settings.alpha),
        significance.overlap(found, settings.alpha),
        significance.contradiction_counts(significance.tests(found), settings.alpha),
        significance.contradicting_runs(found, settings.alpha),
        significance.wins([(one.name, one.task, one.wins) for one in found]),
        *(replace(table, caption=f"{table.caption} {ranked}") for table in of_rankings),
        cases.artificial(settings.measures.cases, settings.seed),
        *cases.on_cases([(one.name, one.cases) for one in found if one.cases is not None]),
    )
