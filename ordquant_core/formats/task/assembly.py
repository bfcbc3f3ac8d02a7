"""Gold and runs, each in the order of its own file, aligned as a task in the order of the gold."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions, Missing
from ordquant_core.formats.labels import match
from ordquant_core.formats.rows import ProblemBudget, Problems, listing
from ordquant_core.formats.task.alignment import (
    AT_CLASSES,
    AT_FAULTS,
    NOWHERE,
    RowNumbers,
    align_cases,
    align_classes,
)
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import FloatArray, Gold, Run, Task


class Aligned(NamedTuple):
    """What became of gold and runs. The task is None where there are problems."""

    task: Task | None
    problems: list[Problem]
    notes: list[str]  # on each run, as it was fitted to the gold
    missing_everywhere: bool = False  # each case is missing in some run: without these, no case would be left


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
    task, problems, *_ = align(gold, [(run, []) for run in runs], name, choices)
    if task is None:
        raise InputError(problems, python=True)
    return task


NO_ROWS: RowNumbers = np.array([], dtype=np.intp)
NO_ROWS.setflags(write=False)  # many share it


@dataclass(slots=True)
class _Fit:
    """Where the cases and classes of the gold stand in one run."""

    run: Run
    problems: Problems
    rows: RowNumbers  # (gold cases,), NOWHERE for a case that the run lacks
    columns: list[int | None]  # per class of the gold
    surplus_columns: list[int] = field(default_factory=list)
    faulty: RowNumbers = field(default_factory=lambda: NO_ROWS)  # cases with a fault in the run
    penalised: RowNumbers = field(default_factory=lambda: NO_ROWS)  # missing cases, scored as the user decided


def align(
    gold: Gold,
    runs: Sequence[tuple[Run, Sequence[Problem]]],
    name: str | None = None,
    choices: Decisions = NOTHING,
    budget: ProblemBudget | None = None,
) -> Aligned:
    """Do what `assemble` does, and return the problems instead of raising.

    Each run comes with the problems that were found as it was read. `budget`: how many problems are kept.
    """
    budget = budget or ProblemBudget()
    found = same_names([run.name for run, _ in runs])
    fits: list[_Fit] = []
    for run, read_problems in runs:
        fit, run_problems = _fitted(gold, run, choices, budget)
        found += [*read_problems, *run_problems]
        if fit is not None:
            fits.append(fit)
    keep = np.ones(len(gold.cases), dtype=bool)
    for fit in fits if choices.drop_missing else ():
        keep[_absent(fit.rows, fit.faulty)] = False
    kept_classes = _kept_classes(gold, fits, choices)
    for fit in fits:
        with suppress(InputError):  # too many to list: those that are stay with the fit
            _check_dropped_classes(gold, fit, kept_classes)
    known = set(found)
    found += [problem for fit in fits for problem in fit.problems.sorted() if problem not in known]
    if not found and not keep.any():
        found.append(Problem(gold.place, "", "gold and runs have no case in common", "leave out fewer cases"))
    of_runs = [note for fit in fits for note in fit.problems.notes]
    # A kept case that a run has lost to a fault: that was reported when the run was read, and is not in `found`.
    if found or any(keep[_absent(fit.rows, fit.penalised)].any() for fit in fits):
        return Aligned(None, found, of_runs, _are_missing_everywhere(fits))
    notes = list(of_runs)
    if not keep.all():
        lacking = [gold.cases[row] for row in np.flatnonzero(~keep)]
        some = numerals.count(len(lacking), "case")
        notes.append(f"{some} left out of the gold and all runs, because some run lacks them ({listing(lacking)})")
    return Aligned(_task(gold, fits, keep, kept_classes, name, notes, choices.missing), [], of_runs)


def _fitted(gold: Gold, run: Run, choices: Decisions, budget: ProblemBudget) -> tuple[_Fit | None, list[Problem]]:
    """Return where the gold's cases and classes stand in the run, and the problems with that."""
    problems = Problems(run.place, choices, budget=budget)
    run = _with_all_classes(gold, run) if run.open_ended and gold.labelled else run
    try:
        columns, surplus = align_classes(gold, run, problems)
        rows, faulty = align_cases(gold, run, problems)
    except InputError as error:  # too many to list
        return None, list(error.problems)
    fit = _Fit(run, problems, rows, columns, surplus, faulty)
    absent = _absent(rows, faulty)
    if choices.missing is not None and len(absent) and not problems.found:
        fit.penalised = absent
        what = "Uniform" if choices.missing == "uniform" else "the end of the scale farther from the gold"
        some = numerals.count(len(absent), "missing case")
        problems.notes.append(f"{run.place}: {some} scored as {what} ({listing([gold.cases[row] for row in absent])})")
    return fit, problems.sorted()


def _with_all_classes(gold: Gold, run: Run) -> Run:
    """Return the run with the further classes of the gold, to which it gives no probability."""
    columns, _ = match(gold.classes, run.classes)
    new = [text for text, column in zip(gold.classes, columns, strict=True) if column is None]
    zeros = np.zeros((len(run.cases), len(new)))
    return replace(run, classes=(*run.classes, *new), probabilities=np.hstack([run.probabilities, zeros]))


def _absent(rows: RowNumbers, known: RowNumbers) -> RowNumbers:
    """Return the cases of the gold that a run lacks, without the `known` ones, which are faulty or penalised."""
    lacking = rows == NOWHERE
    if not lacking.any():  # as in most runs, and a task may have thousands
        return NO_ROWS
    found = np.flatnonzero(lacking)
    return np.setdiff1d(found, known) if len(known) else found


def _are_missing_everywhere(fits: Sequence[_Fit]) -> bool:
    """Return whether each case of the gold is missing in some run."""
    missing = [_absent(fit.rows, fit.faulty) for fit in fits]
    return bool(fits) and len(np.unique(np.concatenate(missing))) == len(fits[0].rows)


def same_names(names: Sequence[str]) -> list[Problem]:
    """Return a problem for every name that several runs have."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    return [Problem(name, "", seen, action) for name in repeated]


def _kept_classes(gold: Gold, fits: Sequence[_Fit], choices: Decisions) -> list[int]:
    """Return the columns of the gold's classes; with drop-classes, without the empty ones that some run lacks."""
    if not choices.drop_classes:
        return list(range(len(gold.classes)))
    dropped = {column for fit in fits for column, run_column in enumerate(fit.columns) if run_column is None}
    dropped = {column for column in dropped if not gold.probabilities[:, column].any()}
    kept = [column for column in range(len(gold.classes)) if column not in dropped]
    if dropped and len(kept) < 2:
        seen = "fewer than two classes are left"
        fits[0].problems.add(AT_CLASSES, "", seen, "give runs over the classes of the gold")
    elif dropped:
        names = ", ".join(label(gold.classes[column]) for column in sorted(dropped))
        fits[0].problems.notes.insert(0, f"{gold.place}: class{'es' * (len(dropped) > 1)} {names} left out")
    return kept


def _check_dropped_classes(gold: Gold, fit: _Fit, columns: Sequence[int]) -> None:
    """Note the cases to which the run gives probability in a class that is left out: faults of the run."""
    if not fit.problems.choices.drop_classes:
        return
    kept = {fit.columns[column] for column in columns}
    given_up = [column for column in fit.columns if column is not None and column not in kept]
    if not (given_up or fit.surplus_columns):
        return
    probability = fit.run.probabilities[:, [*given_up, *fit.surplus_columns]].sum(axis=1)
    found = np.flatnonzero(fit.rows != NOWHERE)
    names = ", ".join(label(fit.run.classes[run_column]) for run_column in [*given_up, *fit.surplus_columns])
    for row in found[probability[fit.rows[found]] > 0]:
        seen = f"{numerals.significant(probability[fit.rows[row]])} of it is in {names}, which is left out"
        fit.problems.fault(AT_FAULTS, case_place(gold.cases[row]), seen, "correct the case", case=gold.cases[row])


def _task(
    gold: Gold,
    fits: Sequence[_Fit],
    keep: NDArray[np.bool_],
    columns: Sequence[int],
    name: str | None,
    notes: Sequence[str],
    missing_as: Missing | None,
) -> Task:
    kept_columns = list(columns)
    complete = bool(keep.all()) and len(columns) == len(gold.classes)
    chosen = np.flatnonzero(keep)
    probabilities = gold.probabilities if complete else gold.probabilities[chosen][:, kept_columns]
    estimates = np.empty((len(fits), len(chosen), len(columns)))
    in_order, all_rows = list(range(len(columns))), np.arange(len(chosen))
    for number, fit in enumerate(fits):
        values = fit.run.probabilities
        rows = fit.rows if complete else fit.rows[chosen]
        if len(rows) != len(values) or not (rows == all_rows).all():
            values = values[rows]  # -1, for an absent case, takes any row: it is written over below
        run_columns = fit.columns if complete else [fit.columns[column] for column in columns]
        if None in run_columns:  # a class that the run does not have, by the user's choice
            values = np.hstack([values, np.zeros((len(values), 1))])
            run_columns = [values.shape[1] - 1 if column is None else column for column in run_columns]
        if len(run_columns) != values.shape[1] or run_columns != in_order:
            values = values[:, np.array(run_columns, dtype=np.intp)]
        estimates[number] = values
        if missing_as is not None and (absent := rows == NOWHERE).any():
            estimates[number, absent] = _penalty(probabilities[absent], missing_as)
    return Task(
        name=gold.name if name is None else name,
        scale=gold.scale,
        classes=gold.classes if complete else tuple(gold.classes[column] for column in columns),
        cases=gold.cases if complete else tuple(gold.cases[row] for row in chosen),
        gold=probabilities,
        votes=gold.votes if complete or gold.votes is None else gold.votes[chosen][:, kept_columns],
        runs=tuple(fit.run.name for fit in fits),
        estimates=estimates,
        notes=gold.notes + tuple(note for fit in fits for note in fit.run.notes) + tuple(notes),
        extras=gold.extras
        if complete
        else {column: tuple(texts[row] for row in chosen) for column, texts in gold.extras.items()},
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
