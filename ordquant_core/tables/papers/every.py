"""All tables of a study, in the order of the papers' sections."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.analysis.study import Settings, TaskResults
from ordquant_core.formats.published.description import OverviewFacts
from ordquant_core.tables.papers import cases, rankings, significance
from ordquant_core.tables.papers.grid import PaperTable
from ordquant_core.tables.papers.results import of_runs
from ordquant_core.tables.tasks.results import families


def paper_tables(
    results: Sequence[TaskResults], facts: Sequence[OverviewFacts], settings: Settings
) -> tuple[PaperTable, ...]:
    """Return every table; `facts` are those of each task: venue, language and the like."""
    ranked = f"Runs compared: {families([(one.name, one.task) for one in results])}."
    measures, alpha = settings.measures, settings.alpha
    of_rankings = (
        *rankings.agreement(results, measures.rankings),
        *(rankings.combinations([(one.name, one.agreement) for one in results]) if measures.combined else ()),
        *rankings.consistency([(one.name, one.half, one.small) for one in results], alpha),
    )
    tested = significance.tests(results)
    return (
        significance.overview(results, facts),
        of_runs([(one.name, one.results, one.primary) for one in results], alpha, ranked),
        significance.power(results, alpha),
        significance.overlap(tested, alpha),
        significance.contradiction_counts(tested, alpha),
        significance.contradicting_runs(tested, alpha),
        significance.wins([(one.name, one.wins) for one in results]),
        *(replace(table, caption=f"{table.caption} {ranked}") for table in of_rankings),
        cases.artificial(measures.cases, settings.seed),
        *cases.on_cases([(one.name, one.cases) for one in results if one.cases is not None]),
    )
