"""Gold and runs, each in the order of its own file, aligned as a task in the order of the gold."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions, Missing
from ordquant_core.formats.labels import match
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems, listing
from ordquant_core.formats.task.alignment import FAULTY, NOWHERE, Columns, RowNumbers, align_cases, align_classes
from ordquant_core.records import FloatArray, Gold, Run, Task


class Aligned(NamedTuple):
    """What became of gold and runs. The task is None where there are problems."""

    task: Task | None
    problems: list[Problem]
    notes: list[str]  # on each run, as it was fitted to the gold


def assemble(gold: Gold, runs: Sequence[Run], name: str | None = None, choices: Decisions = NOTHING) -> Task:
    """Align the cases and classes of every run with those of the gold, by id and label.

    Nothing is dropped, filled in or taken by position unless the user says so (`choices`), and then it is reported in
    the notes of the task. A missing or surplus case or class, or two runs of one name, raise `InputError` with a
    problem each, named after the run. Classes that a file does not label are those of the gold, in its order.

    >>> import ordquant_core as oq
    >>> folder = "assets/samples/breakdown-labels"
    >>> task = oq.assemble(oq.load_gold(f"{folder}/gold.csv"), [oq.load_run(f"{folder}/runs/system-01.csv")])
    >>> task.classes, task.estimates.shape
    (('NB', 'PB', 'B'), (1, 60, 3))
    """
    task, problems, _ = align(gold, [(run, []) for run in runs], name, choices)
    if task is None:
        raise InputError(problems, python=True)
    return task


class _Fit(NamedTuple):
    """Where the cases and classes of the gold stand in one run."""

    run: Run
    rows: RowNumbers  # (gold cases,): NOWHERE or FAULTY for a case that the run lacks
    columns: Columns


def align(
    gold: Gold, runs: Sequence[tuple[Run, Sequence[Problem]]], name: str | None = None, choices: Decisions = NOTHING
) -> Aligned:
    """Do what `assemble` does, and return the problems instead of raising.

    Each run comes with the problems that were found as it was read.
    """
    found, notes, fits = same_names([run.name for run, _ in runs]), list[str](), list[_Fit]()
    for run, read_problems in runs:
        problems = Problems(run.place, choices, room=MOST_PROBLEMS - len(found))
        found += read_problems
        with suppress(InputError):  # too many to list
            fits.append(_fitted(gold, run, problems))
        found += problems.sorted()
        notes += problems.notes
    missing = [fit.rows == NOWHERE for fit in fits]
    keep = np.ones(len(gold.cases), dtype=bool)
    if choices.drop_missing and fits:
        keep = ~np.any(missing, axis=0)
    elif fits and np.any(missing, axis=0).all():  # without these, no case would be left
        found = [replace(one, choices=tuple(c for c in one.choices if c != "drop-missing")) for one in found]
    if not found and not keep.any():
        found.append(Problem(gold.place, "", "gold and runs have no case in common", "leave out fewer cases"))
    # A kept case that a run has lost to a fault: that was reported when the run was read, and is not in `found`.
    if found or any((fit.rows[keep] == FAULTY).any() for fit in fits):
        return Aligned(None, found, notes)
    left_out = [gold.cases[row] for row in np.flatnonzero(~keep)]
    task = _task(gold, fits, keep, name, choices.missing)
    of_all = []
    if left_out:
        some = numerals.count(len(left_out), "case")
        of_all = [f"{some} left out of the gold and all runs, because some run lacks them ({listing(left_out)})"]
    return Aligned(replace(task, notes=(*task.notes, *notes, *of_all)), [], notes)


def _fitted(gold: Gold, run: Run, problems: Problems) -> _Fit:
    """Return where the gold's cases and classes stand in the run; note what is wrong with that."""
    run = _with_all_classes(gold, run) if run.open_ended and gold.labelled else run
    columns = align_classes(gold, run, problems)
    rows = align_cases(gold, run, problems)
    missing_as = problems.choices.missing
    if missing_as is not None and not problems.found and (rows == NOWHERE).any():
        what = "Uniform" if missing_as == "uniform" else "the end of the scale farther from the gold"
        absent = [gold.cases[row] for row in np.flatnonzero(rows == NOWHERE)]
        some = numerals.count(len(absent), "missing case")
        problems.notes.append(f"{run.place}: {some} scored as {what} ({listing(absent)})")
    return _Fit(run, rows, columns)


def _with_all_classes(gold: Gold, run: Run) -> Run:
    """Return the run with the further classes of the gold, to which it gives no probability."""
    columns, _ = match(gold.classes, run.classes)
    new = [text for text, column in zip(gold.classes, columns, strict=True) if column is None]
    zeros = np.zeros((len(run.cases), len(new)))
    return replace(run, classes=(*run.classes, *new), probabilities=np.hstack([run.probabilities, zeros]))


def same_names(names: Sequence[str]) -> list[Problem]:
    """Return a problem for every name that several runs have."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    return [Problem(name, "", seen, action) for name in repeated]


def _task(
    gold: Gold, fits: Sequence[_Fit], keep: NDArray[np.bool_], name: str | None, missing_as: Missing | None
) -> Task:
    gold = gold if keep.all() else _only(gold, np.flatnonzero(keep))
    estimates = np.empty((len(fits), *gold.probabilities.shape))
    in_order, all_rows = list(range(len(gold.classes))), np.arange(len(gold.cases))
    for number, fit in enumerate(fits):
        values, rows = fit.run.probabilities, fit.rows[keep]
        if len(rows) != len(values) or not (rows == all_rows).all():
            values = values[rows]  # -1, for an absent case, takes any row: it is written over below
        if len(in_order) != values.shape[1] or fit.columns != in_order:
            values = values[:, np.array(fit.columns, dtype=np.intp)]
        estimates[number] = values
        if missing_as is not None and (absent := rows == NOWHERE).any():
            estimates[number, absent] = _penalty(gold.probabilities[absent], missing_as)
    return Task(
        name=gold.name if name is None else name,
        scale=gold.scale,
        classes=gold.classes,
        cases=gold.cases,
        gold=gold.probabilities,
        votes=gold.votes,
        runs=tuple(fit.run.name for fit in fits),
        estimates=estimates,
        notes=gold.notes + tuple(note for fit in fits for note in fit.run.notes),
        extras=gold.extras,
    )


def _only(gold: Gold, rows: RowNumbers) -> Gold:
    """Return the gold with some of its cases."""
    return replace(
        gold,
        cases=tuple(gold.cases[row] for row in rows),
        probabilities=gold.probabilities[rows],
        votes=None if gold.votes is None else gold.votes[rows],
        extras={column: tuple(texts[row] for row in rows) for column, texts in gold.extras.items()},
    )


def _penalty(gold: FloatArray, missing_as: Missing) -> FloatArray:
    """Return what missing cases count as: Uniform, or all probability on the end of the scale farther from the gold.

    Of all estimates, the latter has the largest match distance (MD); by other measures, such as NVD, another estimate
    may score worse. `gold` has shape (cases, classes).
    """
    count = gold.shape[1]
    if missing_as == "uniform":
        return np.full(gold.shape, 1 / count)
    end = np.zeros(gold.shape)
    upper = gold @ np.arange(count) <= (count - 1) / 2
    end[np.arange(len(gold)), np.where(upper, count - 1, 0)] = 1
    return end
