"""What the papers of the series report about measures, in their form: tables 4 to 6 of LQ 2021, 21 to 28 of 2022."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ordquant_core.analysis.consistency import Experiment
from ordquant_core.analysis.discrimination import Discrimination, identical_runs
from ordquant_core.analysis.study import COMBINED, Split
from ordquant_core.findings.tasks import families
from ordquant_core.papers.combinations import COMPONENTS
from ordquant_core.writing import variants
from ordquant_core.writing.lq2021 import RunsTested, contradicting_runs, contradiction_counts, overlap
from ordquant_core.writing.paper_table import PaperTable
from pages.measures.state import STATE, Shown
from pages.shared import controls, paper_tables, run_analyses, several

OF_COMBINATIONS = "Combined measures, as in Tables 21 to 24 of the variants study"
OF_CONSISTENCY = "As in Tables 25 to 28 of the variants study"
OF_OVERLAPS = "As in Tables 4 to 6 of LQ 2021"


def combinations(shown: Shown) -> None:
    """Draw DNKT, a measure and their combination on request, whichever measures the page compares."""
    with controls.folded(STATE, "printed", OF_COMBINATIONS) as is_open:
        if is_open:
            keys = (variants.BASE, *COMPONENTS, *COMBINED)
            found = run_analyses.compare_rankings(shown.tasks, keys)
            _draw(shown, variants.combinations(list(zip(_names(shown), found, strict=True))), {})


def consistency(shown: Shown, experiments: Sequence[Experiment]) -> None:
    """Draw the mean taus with the symbols of the test, on request."""
    with controls.folded(STATE, "printed", OF_CONSISTENCY) as is_open:
        if is_open:
            found = [
                (name, Split(*one.by("half")), Split(*one.by("small")))
                for name, one in zip(_names(shown), experiments, strict=True)
            ]
            tables = variants.consistency(found, shown.settings.alpha)
            _draw(shown, tables, _settings(shown, "alpha", "trials", "seed"))


def overlaps(shown: Shown, tests: Sequence[Discrimination]) -> None:
    """Draw overlaps, contradictions of every pair of measures, and the runs behind these, identical ones joined."""
    with controls.folded(STATE, "printed", OF_OVERLAPS) as is_open:
        if is_open:
            tested, alpha = _tested(shown, tests), shown.settings.alpha
            tables = [f(tested, alpha) for f in (overlap, contradiction_counts, contradicting_runs)]
            _draw(shown, tables, _settings_of(shown, tested))


def _tested(shown: Shown, tests: Sequence[Discrimination]) -> list[RunsTested]:
    return [
        RunsTested(name, current.task, test, identical_runs(current.task))
        for name, current, test in zip(_names(shown), shown.tasks, tests, strict=True)
    ]


def _names(shown: Shown) -> list[str]:
    return [several.name(current) for current in shown.tasks]


def _settings(shown: Shown, *names: str) -> dict[str, object]:
    return {name: getattr(shown.settings, name) for name in names}


def _settings_of(shown: Shown, tested: Sequence[RunsTested]) -> dict[str, object]:
    compared = families([(one.name, one.task) for one in tested])
    return _settings(shown, "alpha", "trials", "seed") | {"compared": compared}


def _draw(shown: Shown, tables: Iterable[PaperTable], settings: dict[str, object]) -> None:
    """Draw tables; their files say with which settings they were made."""
    notes = [note for current in shown.tasks for note in current.task.notes]
    for table in tables:
        paper_tables.show(replace(table, data=table.data.assign(**settings)), notes)
