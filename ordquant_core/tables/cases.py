"""Tables of cases: one row a case, with what it is like and what two runs score on it."""

import numpy as np

from ordquant_core.analysis.comparison import deltas
from ordquant_core.analysis.properties import SHAPES, Properties
from ordquant_core.records import Scores, Task
from ordquant_core.tables.table import Coded, Table, Values


def case_scores(scores: Scores, run_a: str, run_b: str) -> Table:
    """Return a row per case: the scores of two runs by every measure, and their difference."""
    pair = [scores.values[:, scores.runs.index(run)] for run in (run_a, run_b)]
    columns: dict[str, Values] = {"case": scores.cases}
    for key, a, b, delta in zip(scores.measures, *pair, deltas(scores, run_a, run_b), strict=True):
        columns |= {f"score_a_{key}": a, f"score_b_{key}": b, f"delta_{key}": delta}
    return Table(columns).beside(run_a=run_a, run_b=run_b)


def described_cases(task: Task, described: Properties, scores: Scores) -> Table:
    """Return a row per case of a task of two runs: gold, estimates, properties, all scores and their differences."""
    name, gold = ("gold", task.gold) if task.votes is None else ("votes", task.votes)
    columns: dict[str, Values] = {"case": task.cases}
    for prefix, values in ((name, gold), *zip(("estimate_a", "estimate_b"), task.estimates, strict=True)):
        columns |= {f"{prefix}_{label}": values[:, place] for place, label in enumerate(task.classes)}
    columns["shape"] = Coded(described.shapes.astype(np.intp), SHAPES)
    columns |= dict(zip(described.keys, described.values, strict=True))
    run_a, run_b = task.runs
    return Table({**columns, **case_scores(scores, run_a, run_b).columns})
