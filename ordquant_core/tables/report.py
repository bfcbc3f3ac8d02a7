"""The tables of a report on a task as HTML rows: its runs, its best run against the others, two runs, its measures.

Each function returns the columns and the rows, with the runs in the order of a report. The classes are those of the
report's style sheet: `best` marks a number, `tied` mutes it, `text` lets a cell wrap.
"""

from collections.abc import Sequence

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.markup import Cell, Column, Grid, Row
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, p_cell, score
from ordquant_core.numerals import interval as interval_text
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import letters_of_runs

TEXT = "text"


def means(runs: Sequence[str], labels: Sequence[str], values: FloatArray, best: Sequence[Sequence[int]]) -> Grid:
    """A row per run: its mean by every measure, `values` of shape (measures, runs); `best`: the runs to be marked."""
    rows = []
    for r, run in enumerate(runs):
        numbers = (
            Cell(score(value), repr(value), "best" if r in marked else None)
            for value, marked in zip(values[:, r].tolist(), best, strict=True)
        )
        rows.append(_headed(run, *numbers))
    return _columns("Run", labels), rows


def intervals(runs: Sequence[str], labels: Sequence[str], interval: MeanInterval, layers: Sequence[int]) -> Grid:
    """A row per run: the interval of its mean by the measures in these layers, which the labels name."""
    rows = []
    for r, run in enumerate(runs):
        bounds = [(float(interval.low[m, r]), float(interval.high[m, r])) for m in layers]
        cells = (Cell(interval_text(low, high), f"{low!r} to {high!r}") for low, high in bounds)
        rows.append(_headed(run, *cells))
    return _columns("Run", labels), rows


def groups(discrimination: Discrimination, groups: Sequence[Sequence[Sequence[int]]], counts: Sequence[int]) -> Grid:
    """A row per run: the letters of its significance groups by every measure; below them how many pairs differ."""
    letters = [letters_of_runs(one) for one in groups]
    rows = [_headed(run, *(row[r] for row in letters)) for r, run in enumerate(discrimination.runs)]
    rows.append(_headed(f"Pairs that differ significantly, of {len(discrimination.pairs)}", *counts))
    return _columns("Run", _labels(discrimination.measures)), rows


def p_values(discrimination: Discrimination, level: float) -> Grid:
    """A row per pair of runs: its p-value by every measure; those below the level are marked."""
    rows = []
    for a, b in discrimination.pairs:
        values = (float(value) for value in discrimination.p_values[:, a, b])
        cells = (Cell(p_cell(p, discrimination.n_trials), repr(p), "best" if p < level else None) for p in values)
        rows.append(_headed(f"{discrimination.runs[a]} – {discrimination.runs[b]}", *cells))
    return _columns("Pair of runs", _labels(discrimination.measures)), rows


def preferences(runs: Sequence[str], labels: Sequence[str], preferred: IntArray) -> Grid:
    """A row per run but the first: on how many cases every measure prefers the first run, and on how many this one.

    `preferred` has shape (measures, runs, 3): cases that prefer the first run, the run, neither.
    """
    rows = []
    for r, run in enumerate(runs[1:], start=1):
        cells = []
        for first, other, ties in preferred[:, r].tolist():
            words = f"prefers {runs[0]} on {count(first, 'case')}, {run} on {count(other)}, neither on {count(ties)}"
            cells.append(Cell(f"{count(first)} : {count(other)}", words, "tied" if first == other else None))
        rows.append(_headed(run, *cells))
    return _columns("Other run", labels), rows


def disagreements(
    cases: Sequence[str], measures: Sequence[str], runs: tuple[str, str], deltas: Sequence[FloatArray]
) -> Grid:
    """A row per case: by each of two measures its delta and the run that is preferred; `deltas` are of these cases."""
    columns: list[object] = [Column("Case", class_=TEXT)]
    for label in _labels(measures):
        columns += [f"Δ{label}", Column(f"{label} prefers", class_=TEXT)]
    rows = []
    for number, case in enumerate(cases):
        cells = []
        for values in deltas:
            delta = float(values[number])
            cells.append(Cell(score(delta, sign=True), repr(delta)))
            cells.append(Cell(runs[0] if int(signs(values[number])) < 0 else runs[1], class_=TEXT))
        rows.append(_headed(case, *cells))
    return columns, rows


def descriptions(measures: Sequence[str]) -> Grid:
    """A row per measure: what it compares, its family, and where it was published."""
    rows = []
    for measure in (MEASURES[key] for key in measures):
        cited = measure.cited or f"added by {measure.origin}"
        for source, place in measure.sources[:1]:
            cited = ", ".join(part for part in (REFERENCES[source].short, place) if part)
        texts = (f"{measure.name}. {measure.summary}", FAMILIES[measure.family], cited)
        rows.append(_headed(measure.label, *(Cell(words, class_=TEXT) for words in texts)))
    return [Column(name, class_=TEXT) for name in ("Measure", "Description", "Family", "Source")], rows


def _headed(name: str, *cells: object) -> Row:
    return Row([Cell(name, heads=True), *cells])


def _columns(first: str, names: Sequence[str]) -> list[object]:
    return [Column(first, class_=TEXT), *names]


def _labels(measures: Sequence[str]) -> list[str]:
    return [MEASURES[key].label for key in measures]
