"""The tables of runs as HTML rows: their means, several tasks, two runs by all measures, differences found by one.

Each function returns the columns and the rows. Names of runs come from visitors and are escaped.
"""

from collections.abc import Callable, Collection, Sequence

import numpy as np

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import Contradiction, Discrimination, LoneDifference, powers, sides
from ordquant_core.analysis.scoring import Apart
from ordquant_core.findings.words import EFFECT_SIZE, confidence
from ordquant_core.markup import Cell, Column, Grid, Html, Numbers, Row, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, p_cell, p_error, score
from ordquant_core.numerals import interval as interval_text
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.measures import named_margin
from ordquant_core.tables.runs.significance_sentences import smallest

FAR = 5  # places between two ranks of a run that are pointed out


def means(
    discrimination: Discrimination,
    interval: MeanInterval,
    layer: int,
    names: Sequence[object],
    apart: Sequence[Apart] = (),
    yours: Collection[str] = (),
) -> Grid:
    """A row per run, the best by measure `layer` first: its means by all measures; `names` of all runs.

    The best mean by a measure is bold; a rank that is `FAR` from that by measure `layer` is tinted. Runs that are set
    `apart` have no ranks: those that are `yours` come first, the others last.
    """
    places = ranks(discrimination.means)
    columns: list[object] = [Numbers("rank"), "run"]
    for m, key in enumerate(discrimination.measures):
        label = tag("span", MEASURES[key].label, class_="oq-gold" if m == layer else None)
        columns.append(Numbers(label))
    rows: list[Row] = []
    for run in np.argsort(discrimination.means[layer], kind="stable").tolist():
        cells = []
        for m, mean in enumerate(interval.means[:, run].tolist()):
            bounds = interval_text(interval.low[m, run], interval.high[m, run])
            far = int(abs(int(places[m, run]) - int(places[layer, run])) >= FAR)
            styles = ["oq-dissent"] * far + ["oq-best"] * int(places[m, run] == 1)
            hint = f"{mean!r}, 95% interval {bounds}, rank {places[m, run]}"
            cells.append(Cell(score(mean), hint, " ".join(styles) or None))
        name = Cell(names[run], heads=True)
        rows.append(Row([places[layer, run], name, *cells], data={"run": discrimination.runs[run]}))

    def cells_of(one: Apart) -> list[object]:
        numbers = zip(one.means.tolist(), one.low, one.high, strict=True)
        return [Cell(score(mean), f"{mean!r}, 95% interval {interval_text(*bounds)}") for mean, *bounds in numbers]

    return columns, with_apart(rows, apart, yours, cells_of)


def with_apart(
    rows: Sequence[Row], apart: Sequence[Apart], yours: Collection[str], cells_of: Callable[[Apart], Sequence[object]]
) -> list[Row]:
    """Return the rows of ranked runs with those of runs that are set `apart`: `yours` before them, others behind."""
    first: list[Row] = []
    last: list[Row] = []
    for one in apart:
        mine = one.run in yours
        name = Cell(join([one.run, " ", tag("span", "yours", class_="oq-badge")]) if mine else one.run, heads=True)
        style = "oq-yours" if mine else "oq-muted"
        (first if mine else last).append(Row(["", name, *cells_of(one)], class_=style, data={"run": one.run}))
    return [*first, *rows, *last]


def tasks(tests: Sequence[Discrimination], names: Sequence[str], layer: int, alpha: float) -> Grid:
    """A row per task: who leads, how many runs are in the first significance group, how many pairs are significant."""
    rows = []
    for name, test in zip(names, tests, strict=True):
        power, (best, *equal) = powers(test, alpha)[layer], smallest(test.means[layer])
        groups = significance_groups(test.means[layer], test.p_values[layer], alpha)
        also = f" and {count(len(equal))} more with the same mean" if equal else ""
        leader = f"{test.runs[best]}{also} {score(test.means[layer, best])}"
        differ = f"{count(power.significant)} of {count(power.pairs)}"
        numbers = [count(test.n_cases), len(test.runs), leader, len(groups[0]), len(groups), differ]
        rows.append(Row([Cell(name, heads=True), *numbers]))
    heads = ("task", "cases", "runs", "leads", "runs in the first group", "groups", "pairs that differ significantly")
    return heads, rows


def of_pair(discrimination: Discrimination, pair: tuple[int, int], layer: int, alpha: float) -> Grid:
    """A row per measure: which of runs A and B is better, with a bold p where significantly; `layer` is marked."""
    rows, critical = [], discrimination.critical_differences(alpha).tolist()
    for m, (key, side) in enumerate(zip(discrimination.measures, sides(discrimination, *pair, alpha), strict=True)):
        place = (m, *pair)
        gap, p = float(discrimination.differences[place]), float(discrimination.p_values[place])
        p_words = p_cell(p, discrimination.n_trials)
        half = critical[m] if np.isfinite(critical[m]) else np.nan
        ends = interval_text(gap - half, gap + half, sign=True)
        within = f"A − B: {gap!r}; {confidence(alpha)} interval, jointly for all pairs: {ends}"
        cells = [
            Cell(MEASURES[key].label, heads=True),
            Cell(named_margin(gap), within, "oq-prefers"),
            Cell(tag("b", p_words) if side else p_words, f"{p!r} ± {p_error(discrimination.errors[place])}"),
            Cell(named_margin(discrimination.effect_sizes[place]), class_="oq-prefers"),
        ]
        rows.append(Row(cells, class_="oq-chosen" if m == layer else None, data={"measure": key}))
    tested = Numbers("p", "randomised Tukey HSD test of all runs; bold where significant")
    better = Column("better by", "difference of the means", "oq-prefers")
    return ("Measure", better, tested, Column("effect size", EFFECT_SIZE, "oq-prefers")), rows


def lone_differences(discrimination: Discrimination, listed: Sequence[LoneDifference], pair: tuple[int, int]) -> Grid:
    """A row per pair of runs that one measure alone separates, to be chosen by the runs' numbers: "0,3"."""
    rows = []
    for one in listed:
        runs = discrimination.runs.index(one.run_1), discrimination.runs.index(one.run_2)
        p = Cell(p_cell(one.p, discrimination.n_trials), repr(one.p))
        cells = [Cell(MEASURES[one.measure].label, heads=True), one.run_1, one.run_2, p, score(abs(one.effect_size))]
        rows.append(Row(cells, choice=f"{runs[0]},{runs[1]}", chosen=runs in (pair, pair[::-1])))
    return ("Measure", "better", "worse", Numbers("p"), Numbers("effect size", EFFECT_SIZE)), rows


def contradictions(listed: Sequence[Contradiction], chosen: int | None, tasks: Sequence[str] | None = None) -> Grid:
    """A row per contradiction, to be chosen by its number; `tasks` names the task of each where there are several."""
    rows = []
    for number, one in enumerate(listed):
        labels = [Cell(MEASURES[one.measure_1].label, heads=True), MEASURES[one.measure_2].label]
        cells = [*labels, one.run_1, one.run_2, *([tasks[number]] if tasks else [])]
        rows.append(Row(cells, choice=str(number), chosen=number == chosen))
    heads = ("Measure 1", "Measure 2", "better by measure 1", "better by measure 2")
    return (*heads, "task") if tasks else heads, rows


def named(runs: Sequence[str]) -> list[Html]:
    """Return the names of runs, each with its number, by which `colours` finds it."""
    return [tag("span", name, data_run=str(run)) for run, name in enumerate(runs)]


def colours(pair: tuple[int, int]) -> Html:
    """Return the style sheet that gives the names of runs A and B their colours: other runs change no table."""
    rules = (
        f"span[data-run='{run}'] {{ color: var(--oq-run-{letter}-text); font-weight: 650; }}"
        for run, letter in zip(pair, "ab", strict=True)
    )
    return tag("style", Html(" ".join(rules)))
