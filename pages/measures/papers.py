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

OF_COMBINATIONS = "Combined measures, as in Tables 21 to 24 of the variants study"
OF_CONSISTENCY = "As in Tables 25 to 28 of the variants study: a test of splits of these cases only"
OF_OVERLAPS = "As in Tables 4 to 6 of LQ 2021"


def combinations(compared: MeasureComparison) -> None:
    """Draw DNKT, a measure and their combination on request, whichever measures the page compares."""
    with controls.folded(STATE, "printed", OF_COMBINATIONS) as is_open:
        if is_open:
            keys = (variants.BASE, *COMPONENTS, *COMBINED)
            agreements = run_analyses.compare_rankings(compared.tasks, keys)
            _draw(compared, variants.combinations(list(zip(_names(compared), agreements, strict=True))), {})


def consistency(compared: MeasureComparison, experiments: Sequence[Experiment]) -> None:
    """Draw the mean taus with the symbols of the study's test, which is about these cases only, on request."""
    with controls.folded(STATE, "printed", OF_CONSISTENCY) as is_open:
        if is_open:
            splits = [
                (
                    several.name(current),
                    _tested_splits(compared, current, each.half),
                    _tested_splits(compared, current, each.small),
                )
                for current, each in zip(compared.tasks, experiments, strict=True)
            ]
            tables = variants.consistency(splits, compared.settings.alpha)
            _draw(compared, tables, _settings(compared, "alpha", "trials", "seed"))


def _tested_splits(compared: MeasureComparison, current: Current, splits: Consistency) -> Split:
    return Split(splits, run_analyses.test_splits(current, splits, compared.settings))


def overlaps(compared: MeasureComparison, tests: Sequence[Discrimination]) -> None:
    """Draw overlaps, contradictions of every pair of measures, and the runs behind these, identical ones joined."""
    with controls.folded(STATE, "printed", OF_OVERLAPS) as is_open:
        if is_open:
            tested, alpha = _tested(compared, tests), compared.settings.alpha
            tables = [f(tested, alpha) for f in (overlap, contradiction_counts, contradicting_runs)]
            _draw(compared, tables, _settings_of(compared, tested))


def _tested(compared: MeasureComparison, tests: Sequence[Discrimination]) -> list[RunsTested]:
    return [
        RunsTested(name, current.task, test, identical_runs(current.task))
        for name, current, test in zip(_names(compared), compared.tasks, tests, strict=True)
    ]


def _names(compared: MeasureComparison) -> list[str]:
    return [several.name(current) for current in compared.tasks]


def _settings(compared: MeasureComparison, *names: str) -> dict[str, object]:
    return {name: getattr(compared.settings, name) for name in names}


def _settings_of(compared: MeasureComparison, tested: Sequence[RunsTested]) -> dict[str, object]:
    runs = families([(each.name, each.task) for each in tested])
    return _settings(compared, "alpha", "trials", "seed") | {"compared": runs}


def _draw(compared: MeasureComparison, tables: Iterable[PaperTable], settings: dict[str, object]) -> None:
    """Draw tables; their files say with which settings they were made."""
    notes = [note for current in compared.tasks for note in current.task.notes]
    for table in tables:
        paper_tables.show(replace(table, data=table.data.assign(**settings)), notes)
