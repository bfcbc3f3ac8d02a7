"""The tables of how measures rank runs as HTML rows. Each function returns the columns and the rows.

A row that can be chosen makes its measure the first of the two that a page is about; `chosen` is that measure's number.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.agreement import Agreement, AverageAgreement, largest_first, nearest_and_farthest
from ordquant_core.analysis.consistency import Experiment, outperformed
from ordquant_core.analysis.discrimination import Overlap, Power
from ordquant_core.markup import Cell, Column, Grid, Numbers, Row, length, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, group_letters, percent, score, setting
from ordquant_core.records import FloatArray
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.tables.runs.ranking_sentences import interval, least_alike


def measure_row(key: str, cells: Sequence[object], *, chosen: bool | None = None, odd: bool = False) -> Row:
    """Return the row of a measure; `chosen`: None where it cannot be chosen; `odd`: it has an amber edge."""
    choice = None if chosen is None else key
    head = Cell(MEASURES[key].label, heads=True)
    style = "oq-dissent" if odd else None
    return Row([head, *cells], class_=style, choice=choice, chosen=bool(chosen), data={"measure": key})


def similarity(mean: AverageAgreement, chosen: int) -> Grid:
    """A row per measure: its average tau with the others, also as a bar, and the one that is most like it.

    The measure that is least like the others is amber.
    """
    rows, odd = [], least_alike(mean.average_similarity)
    for m in largest_first(mean.average_similarity):
        similar, ends = float(mean.average_similarity[m]), nearest_and_farthest(mean.tau, m)
        near = [MEASURES[mean.measures[ends[0]]].label, score(mean.tau[m, ends[0]])] if ends else ["", ""]
        bar = tag("i", style=f"width:{length(100 * max(similar, 0)) if np.isfinite(similar) else 0}")
        track = Cell(tag("div", bar, class_="oq-track", aria_hidden="true"), class_="oq-bar")
        cells = [Cell(tag("b", score(similar)), repr(similar)), track, *near]
        rows.append(measure_row(mean.measures[m], cells, chosen=m == chosen, odd=m == odd))
    return ("Measure", Numbers("average"), "", "most like", Numbers("tau")), rows


def intervals(found: Sequence[tuple[str, Agreement]], pair: tuple[int, int]) -> Grid:
    """A row per task, by its name: tau of two measures with both intervals."""
    rows = []
    for name, one in found:
        tau = float(one.tau[pair])
        bounds = interval(one.low_long_cliff[pair], one.high_long_cliff[pair]), interval(one.low[pair], one.high[pair])
        head = Cell(name, class_="oq-name", heads=True)
        rows.append(Row([head, one.n_runs, Cell(score(tau), repr(tau)), *bounds]))
    long_cliff = Numbers("95% interval", "Long and Cliff 1997; none where tau is 1 or −1")
    fisher = Numbers(
        "as in the 2022 study", "Fisher’s z with variance 0.437 / (n - 4): too narrow where tau is large or runs tie"
    )
    return ("task", Numbers("runs"), Numbers("tau"), long_cliff, fisher), rows


def information_left(found: Mapping[str, Sequence[InformationLeft | None]]) -> Grid:
    """A row per measure, the one that leaves least first: the information of two others that remains, given it.

    What all rows would say alike is left out, see `shared_by_all`.
    """
    rows, alike = [], shared_by_all(found)
    for key, tasks in found.items():
        known = [one for one in tasks if one is not None]
        bits = [
            float(np.mean(values)) for values in zip(*((o.left, o.left_by_chance, o.alone) for o in known), strict=True)
        ]
        cells = [Cell(score(value), repr(value)) for value in bits] or [Cell(NOT_DEFINED)] * 3
        own = [] if alike else [cells[2], ", ".join(str(one.pairs) for one in known)]
        rows.append((bits[:1] or [np.inf], measure_row(key, [*cells[:2], *own])))
    heads = (
        Numbers("bits left", "information of the two measures that remains, given this one"),
        Numbers("by chance", "mean given rankings of the runs that have nothing to do with the two measures"),
        Numbers("of", "information of the two measures on the same pairs of runs"),
        Numbers("pairs", "pairs of runs that none of the three rankings ties"),
    )
    ordered = [row for _, row in sorted(rows, key=lambda one: one[0])]
    return ("given", *(heads[:2] if alike else heads)), ordered


def shared_by_all(found: Mapping[str, Sequence[InformationLeft | None]]) -> tuple[float, int] | None:
    """Return the bits that two measures share, and on how many pairs of runs, where that is one for all in one task."""
    alone = {(one.alone, one.pairs) if one else None for tasks in found.values() for one in tasks}
    one_task = all(len(tasks) == 1 for tasks in found.values())
    return alone.pop() if one_task and len(alone) == 1 else None


def consistency(
    first: Experiment,
    sets: str,
    means: Mapping[str, FloatArray],
    needed: Sequence[int | None],
    chosen: int,
    *,
    alpha: float,
    target: float,
    over: str,
) -> Grid:
    """A row per measure: mean taus, which others it is significantly more consistent than, the cases that it needs.

    `means` are averaged `over` tasks, if there are several. Tests and numbers of cases are those of one task: beside
    averages there are none.
    """
    order, quiet = largest_first(means[sets]), "oq-muted"
    better = outperformed(first.over_cases(sets), alpha)
    wide = 2 if over else 5 if any(better) else 3  # without letters where no measure is more consistent than another
    rows = []
    for letter, m in enumerate(order):
        enough = needed[m]
        than = group_letters(number for number, other in enumerate(order) if other in better[m])
        cells = [
            *(Cell(score(means[kind][m]), repr(float(means[kind][m]))) for kind in ("half", "small")),
            tag("span", "more than half", class_=quiet) if enough is None else count(enough),
            group_letters([letter]),
            tag("span", than, style="letter-spacing:0.15em") if than else tag("span", "none", class_=quiet),
        ]
        rows.append(measure_row(first.half.measures[m], cells[:wide], chosen=m == chosen))
    size = first.small.size
    taus = Numbers(f"mean tau, halves{over}"), Numbers(f"mean tau, {size} against {size}{over}")
    tested = (
        Numbers(f"cases for tau {setting(target)}", "two disjoint sets of so many cases reach this mean tau"),
        Column("letter", "stands for the measure in “significantly more consistent than”"),
        Column("significantly more consistent than", "cases resampled, all pairs of measures tested together"),
    )
    return ("Measure", *taus, *tested)[: wide + 1], rows


def power(total: Sequence[Power], over: str, chosen: int) -> Grid:
    """A row per measure, the largest power first."""
    rows = []
    for m in sorted(range(len(total)), key=lambda m: -total[m].significant):
        cells = [tag("b", count(total[m].significant)), Cell(percent(total[m].share, 1), repr(total[m].share))]
        rows.append(measure_row(total[m].measure, cells, chosen=m == chosen))
    return ("Measure", Numbers(f"significant of {count(total[0].pairs)}"), Numbers(f"power{over}")), rows


def power_by_task(total: Sequence[Power], by_task: Sequence[tuple[str, Sequence[Power]]]) -> Grid:
    """A row per measure, a column per task, by its name."""
    rows = []
    for m in sorted(range(len(total)), key=lambda m: -total[m].significant):
        cells = [f"{one[m].significant} of {one[m].pairs} ({percent(one[m].share, 1)})" for _, one in by_task]
        rows.append(measure_row(total[m].measure, cells))
    return ("Measure", *(Numbers(name) for name, _ in by_task)), rows


def overlap(one: Overlap) -> Grid:
    """A row each for the pairs of runs that one measure, both or the other separate."""
    first, second = MEASURES[one.measure_1].label, MEASURES[one.measure_2].label
    counted = (("a", f"{first} only", one.a), ("b", "both", one.b), ("c", f"{second} only", one.c))
    return (), [
        Row([Cell(name, heads=True), f"significant by {who}", Cell(count(n), class_="oq-number")])
        for name, who, n in counted
    ]
