"""Two runs by two measures on groups of cases: a row per group, as a table and as HTML rows."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.case_groups import ALL, CaseGroup
from ordquant_core.analysis.comparison import signs
from ordquant_core.markup import Cell, Column, Row
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent, score
from ordquant_core.records import FloatArray
from ordquant_core.tables.runs.views import Grid


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
            cells += [f"{count(a)} / {count(ties)} / {count(b)}", Cell(score(mean, sign=True), repr(mean))]
        differ = int((x[group.rows] * y[group.rows] < 0).sum())
        cells.append(f"{count(differ)} ({percent(differ / len(group.rows))})")
        rows.append(Row(cells, data={"group": group.name}))
    heads: list[object] = ["group", "cases"]
    for key in measures:
        heads += [Column(f"{MEASURES[key].label}: A / tie / B", "cases on which it prefers A, neither, or B"), "mean Δ"]
    return (*heads, Column("disagree", "cases on which the two measures prefer different runs")), rows
