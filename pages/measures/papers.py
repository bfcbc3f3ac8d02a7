"""What the papers of the series report about measures, in their form: tables 4 to 6 of LQ 2021, 21 to 28 of 2022."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ordquant_core.analysis.consistency import Consistency, Experiment
from ordquant_core.analysis.discrimination import Discrimination, identical_runs
from ordquant_core.findings.tasks import families
from ordquant_core.papers.experiments import COMBINED, COMPONENTS
from ordquant_core.reproduction.study import Split
from ordquant_core.writing import variants
from ordquant_core.writing.lq2021 import RunsTested, contradicting_runs, contradiction_counts, overlap
from ordquant_core.writing.paper_table import PaperTable
from pages.measures.state import STATE, MeasureComparison
from pages.shared import controls, paper_tables, run_analyses, several
from pages.shared.tasks import Current

OF_COMBINATIONS = "Combined measures"
OF_CONSISTENCY = "Test of splits of these cases only"
OF_OVERLAPS = "As in Tables 4 to 6 of LQ 2021"


def combinations(compared: MeasureComparison) -> None:
    """Draw DNKT, a measure and their combination on request, whichever measures the page compares."""

    def draw() -> None:
        keys = (variants.BASE, *COMPONENTS, *COMBINED)
        agreements = run_analyses.compare_rankings(compared.tasks, keys)
        _draw(compared, variants.combinations(list(zip(map(several.name, compared.tasks), agreements, strict=True))))

    controls.folded(STATE, "printed", OF_COMBINATIONS, draw)


def consistency(compared: MeasureComparison, experiments: Sequence[Experiment]) -> None:
    """Draw the mean taus with the symbols of the study's test, which is about these cases only, on request."""

    def tested(current: Current, splits: Consistency) -> Split:
        return Split(splits, run_analyses.test_splits(current, splits, compared.settings))

    def draw() -> None:
        splits = [
            (several.name(current), tested(current, each.half), tested(current, each.small))
            for current, each in zip(compared.tasks, experiments, strict=True)
        ]
        _draw(compared, variants.consistency(splits, compared.alpha), **compared.tested_with)

    controls.folded(STATE, "printed", OF_CONSISTENCY, draw)


def overlaps(compared: MeasureComparison, tests: Sequence[Discrimination]) -> None:
    """Draw overlaps, contradictions of every pair of measures, and the runs behind these, identical ones joined."""

    def draw() -> None:
        tested = [
            RunsTested(several.name(current), current.task, test, identical_runs(current.task))
            for current, test in zip(compared.tasks, tests, strict=True)
        ]
        tables = [f(tested, compared.alpha) for f in (overlap, contradiction_counts, contradicting_runs)]
        runs = families([(each.name, each.task) for each in tested])
        _draw(compared, tables, **compared.tested_with, compared=runs)

    controls.folded(STATE, "printed", OF_OVERLAPS, draw)


def _draw(of: MeasureComparison, tables: Iterable[PaperTable], **settings: object) -> None:
    """Draw tables; their files say with which settings they were made."""
    notes = [note for current in of.tasks for note in current.task.notes]
    for table in tables:
        paper_tables.show(replace(table, data=table.data.assign(**settings)), notes)
