"""All tables of a study, in the order of the papers' sections."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.findings.tasks import families
from ordquant_core.reproduction.study import Settings, TaskResults
from ordquant_core.tasks.published.description import OverviewFacts
from ordquant_core.writing import lq2021, sigir2018, variants
from ordquant_core.writing.paper_table import PaperTable
from ordquant_core.writing.results import of_runs


def paper_tables(
    results: Sequence[TaskResults], facts: Sequence[OverviewFacts], settings: Settings
) -> tuple[PaperTable, ...]:
    """Return every table; `facts` are those of each task: venue, language and the like."""
    ranked = f"Runs compared: {families([(one.name, one.task) for one in results])}."
    measures, alpha = settings.measures, settings.alpha
    of_rankings = (
        *variants.agreement(results, measures.rankings),
        *(variants.combinations([(one.name, one.agreement) for one in results]) if measures.combined else ()),
        *variants.consistency([(one.name, one.half, one.small) for one in results], alpha),
    )
    tested = lq2021.tests(results)
    tables = (
        lq2021.overview(results, facts),
        of_runs([(one.name, one.results, one.primary) for one in results], alpha, ranked),
        lq2021.discriminative_power(results, alpha),
        lq2021.overlap(tested, alpha),
        lq2021.contradiction_counts(tested, alpha),
        lq2021.contradicting_runs(tested, alpha),
        lq2021.wins_and_losses([(one.name, one.preferences) for one in results]),
        *(replace(table, caption=f"{table.caption} {ranked}") for table in of_rankings),
        sigir2018.artificial(measures.cases, settings.seed),
        *sigir2018.on_cases([(one.name, one.cases) for one in results if one.cases is not None]),
    )
    return tuple(table for table in tables if len(results) > 1 or not table.key.endswith("-averages"))
