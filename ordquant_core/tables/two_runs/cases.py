"""Cases, and groups of them, as tables to read: a row per case, a row per group."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

import numpy as np

from ordquant_core.analysis.case_filters import ALL, CaseGroup
from ordquant_core.analysis.comparison import disagreement, signs
from ordquant_core.markup import Cell, Column, Grid, Html, Row, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, percent, written
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.tables.measures import named_margin
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair

KEPT = 10_000  # distributions whose bars are kept: those of all cases, whatever order they are listed in


def ranked_cases(
    task: Task,
    order: IntArray,
    pair: Pair,
    pair_deltas: tuple[FloatArray, FloatArray],
    more: Mapping[str, FloatArray],
) -> Html:
    """Return the cases with the numbers `order` as a list to choose from: gold, what both measures prefer, `more`.

    `pair_deltas` and `more`, by what their columns are called, are over all cases. A row's choice is its case's number.
    """
    x, y = (values[order] for values in pair_deltas)
    preferred = [[Cell(named_margin(delta), class_="oq-prefers") for delta in values.tolist()] for values in (x, y)]
    numbers = [written(values[order]) for values in more.values()]
    rows = [
        Row([Cell(task.cases[case], heads=True), *cells], choice=str(case), class_="oq-dissent" if differ else None)
        for case, differ, *cells in zip(
            order.tolist(), disagreement(x, y).tolist(), histograms(task.gold[order]), *preferred, *numbers, strict=True
        )
    ]
    columns = [
        "case",
        Column("gold", title=f"{class_label(task.classes[0])} to {class_label(task.classes[-1])}"),
        *(Column(f"{label} prefers, by") for label in label_pair(pair)),
        *more,
    ]
    return table(columns, rows, id="cases", class_="oq oq-table oq-cases")


_BOX = 51, 18  # pixels, as `.oq-cases td i` has in the style sheet


def histograms(gold: FloatArray) -> list[Html]:
    """Return distributions (cases, classes) as small bars, each as high as its share of the largest probability."""
    tops = 100 - np.rint(100 * gold / gold.max(axis=1, keepdims=True)).astype(np.int64)
    return [_bars(*row) for row in tops.tolist()]


@lru_cache(KEPT)
def _bars(*tops: int) -> Html:
    wide, high = _BOX
    edges = [round(wide * place / len(tops)) for place in range(len(tops) + 1)]
    steps = groupby(zip(tops, edges[1:], strict=True), key=itemgetter(0))  # equal neighbours are one step
    outline = "".join(f"V{round(high * top / 100)}H{[*group][-1][1]}" for top, group in steps)
    return tag("i", style=f"clip-path:path('M0 {high}{outline}V{high}Z')")


def group_preferences(
    groups: Sequence[CaseGroup], deltas: tuple[FloatArray, FloatArray], measures: tuple[str, str]
) -> Grid:
    """A row per group of cases, all cases first: whom two measures prefer, by how much, and where they disagree.

    `deltas` of the measures have shape (cases,); a disagreement is a case on which they prefer different runs.
    """
    x, y = (signs(one) for one in deltas)
    every = [CaseGroup(ALL, np.arange(len(x))), *groups]
    rows = []
    for group in every:
        cells: list[object] = [Cell(group.name, heads=True), count(len(group.rows))]
        for sides, values in zip((x, y), deltas, strict=True):
            some = sides[group.rows]
            a, ties, b = (int((some == side).sum()) for side in (-1, 0, 1))
            mean = float(values[group.rows].mean())
            cells += [f"{count(a)} / {count(ties)} / {count(b)}", named_margin(mean)]
        differ = int((x[group.rows] * y[group.rows] < 0).sum())
        cells.append(f"{count(differ)} ({percent(differ / len(group.rows))})")
        rows.append(Row(cells, data={"group": group.name}))
    heads: list[object] = ["group", "cases"]
    for key in measures:
        heads += [
            Column(f"{MEASURES[key].label}: A / tie / B", "cases on which it prefers A, neither, or B"),
            "mean margin",
        ]
    return (*heads, Column("disagree", "cases on which the two measures prefer different runs")), rows
