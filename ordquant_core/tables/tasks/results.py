"""Facts about a task, and the problems of its files, as tables."""

from collections.abc import Sequence

from ordquant_core.analysis.baselines import baseline_of
from ordquant_core.errors import Problem
from ordquant_core.formats.task.positions import written
from ordquant_core.numerals import class_label, count, listed
from ordquant_core.records import Task
from ordquant_core.tables.table import Table, of_rows


def facts(task: Task) -> list[str]:
    """Return the facts about a task, a few words each: cases, classes and where they stand, annotators, ties."""
    parts = [count(len(task.cases), "case")]
    parts.append(f"{len(task.classes)} classes, {class_label(task.classes[0])} to {class_label(task.classes[-1])}")
    if task.positions is not None:
        parts.append(f"classes at {written(task.positions)}")
    if task.votes is None:
        parts.append("probabilities")
    else:
        annotators = task.votes.sum(axis=1)
        few, many = int(annotators.min()), int(annotators.max())
        parts.append(count(few, "annotator") if few == many else f"{count(few)} to {count(many, 'annotator')}")
    ties = int(((task.gold == task.gold.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    parts.append(f"{count(ties, 'tie') if ties else 'no ties'} for the most frequent class")
    return parts


def family(task: Task) -> str:
    """Return which runs of a task are compared, tested and ranked together, in words."""
    rows = zip(task.runs, task.estimates, strict=True)
    inside = [run for run, estimates in rows if baseline_of(run, task.gold, estimates)]
    return family_of(len(task.runs) - len(inside), inside)


def family_of(n_runs: int, baselines: Sequence[str]) -> str:
    """Return the same for a number of runs besides the baselines.

    >>> family_of(9, []), family_of(9, ["Popularity", "Uniform"]), family_of(0, ["Popularity", "Uniform"])
    ('9 runs, without baselines', '9 runs, Popularity and Uniform', 'Popularity and Uniform')
    """
    runs = [count(n_runs, "run")] if n_runs else []
    return ", ".join([*runs, listed(baselines) if baselines else "without baselines"])


def problem_table(problems: Sequence[Problem]) -> Table:
    """Return a row per problem of files, with what to do on the command line."""
    rows = [(problem.file, problem.case, problem.seen, problem.advice) for problem in problems]
    return of_rows(("file", "case", "problem", "action"), rows)
