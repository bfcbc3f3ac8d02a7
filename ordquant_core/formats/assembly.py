"""Gold and runs, each in the order of its own file, put together as a task in the order of the gold."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import Choice, InputError, Problem, offer
from ordquant_core.formats.choices import NOTHING, Choices
from ordquant_core.formats.class_alignment import align_classes
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import Gold, Run, Task

Places = NDArray[np.intp]
_NOWHERE = -1


def assemble(gold: Gold, runs: Sequence[Run], name: str | None = None, choices: Choices = NOTHING) -> Task:
    """Align the cases and classes of every run with those of the gold, by id and label.

    Nothing is dropped, filled in or taken by position but on the user's word (`choices`), and then it is told in
    the notes of the task. A missing or surplus case or class, or two runs of one name, raise `InputError` with a
    problem each, named after the run. Classes that a file does not label are those of the gold, in its order.
    """
    task, problems = align(gold, runs, name, choices)
    if task is None:
        raise InputError(problems or _left_out(gold, runs))
    return task


def _left_out(gold: Gold, runs: Sequence[Run]) -> list[Problem]:
    """Return a problem for every case of the gold that some run has lost to a fault."""
    choices: tuple[Choice, ...] = ("drop-faulty",)
    action = offer("give a run with every case of the gold", choices)
    cases = set(gold.cases)
    return [
        Problem(run.place, case_place(case), "this case was left out of the run for a fault", action, choices)
        for run in runs
        for case in run.faulty
        if case in cases
    ]


@dataclass(slots=True)
class _Fit:
    """Where the cases and classes of the gold stand in one run."""

    run: Run
    problems: Problems
    rows: Places  # (gold cases,), _NOWHERE for a case that the run lacks
    columns: list[int | None]  # per class of the gold
    surplus_columns: list[int] = field(default_factory=list)


def align(
    gold: Gold, runs: Sequence[Run], name: str | None = None, choices: Choices = NOTHING
) -> tuple[Task | None, list[Problem]]:
    """Do what `assemble` does, and return the problems instead of raising: the task is None if there are any."""
    runs, names, notes = _named_once(runs, choices)
    keep = np.ones(len(gold.cases), dtype=bool)
    left_out: dict[str, None] = {}
    missing: dict[str, None] = {}
    fits: list[_Fit] = []
    found = names
    for run in runs:
        if choices.skip_files and _is_foreign(gold, run):
            notes.append(f"{run.place}: passed over, none of its cases is one of the gold's")
            continue
        problems = Problems(run.place, choices)
        try:
            columns, surplus = align_classes(gold, run, problems)
            rows, faulty = _cases(gold, run, problems)
        except InputError as error:  # too many to list
            found += error.problems
            continue
        fits.append(_Fit(run, problems, rows, columns, surplus))
        if choices.drop_faulty:
            keep[faulty] = False
            left_out |= dict.fromkeys(gold.cases[row] for row in faulty)
        absent = np.setdiff1d(np.flatnonzero(rows == _NOWHERE), faulty)
        if choices.drop_missing:
            keep[absent] = False
            missing |= dict.fromkeys(gold.cases[row] for row in absent)
    kept = _kept_classes(gold, fits, choices)
    for fit in fits:
        heavy = np.array([], dtype=np.intp)
        with suppress(InputError):  # too many to list: those that are stay with the fit
            heavy = _heavy(gold, fit, kept)
        keep[heavy] = False
        left_out |= dict.fromkeys(gold.cases[row] for row in heavy)
    found += [problem for fit in fits for problem in fit.problems.sorted()]
    if not found and not keep.any():
        found.append(Problem(gold.place, "", "no case is left that gold and runs share", "choose to leave out fewer"))
    if found or any((fit.rows[keep] == _NOWHERE).any() for fit in fits):  # a faulty case, told where it was read
        return None, found
    for fit in fits:
        notes += fit.problems.notes
    for cases, why in ((left_out, "for a fault in some file"), (missing, "as some run lacks them")):
        if cases:
            told = f"{len(cases):,} case{'s' * (len(cases) > 1)}"
            notes.append(f"{told} left out of the gold and all runs, {why} ({listing(list(cases))})")
    return _task(gold, fits, keep, kept, name, notes), []


def same_names(names: Sequence[str]) -> list[Problem]:
    """Return a problem for every name that several runs have."""
    repeated = dict.fromkeys(name for name in names if names.count(name) > 1)
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    return [Problem(name, "", seen, action) for name in repeated]


def _named_once(runs: Sequence[Run], choices: Choices) -> tuple[list[Run], list[Problem], list[str]]:
    first: dict[str, Run] = {}
    again: dict[str, list[str]] = {}
    for run in runs:
        if run.name in first:
            again.setdefault(run.name, []).append(run.place)
        first.setdefault(run.name, run)
    if choices.keep_first:
        notes = [f"run {label(name)}: the first is kept, left out: {listing(files)}" for name, files in again.items()]
        return list(first.values()), [], notes
    problems = same_names([run.name for run in runs])
    offered: tuple[Choice, ...] = ("keep-first",)
    return (
        list(runs),
        [Problem(found.file, "", found.seen, offer(found.action, offered), offered) for found in problems],
        [],
    )


def _cases(gold: Gold, run: Run, problems: Problems) -> tuple[Places, Places]:
    """Return in which row of the run each case of the gold is, and which cases have a fault there."""
    if run.cases == gold.cases:
        return np.arange(len(gold.cases)), np.array([], dtype=np.intp)
    places = dict(zip(run.cases, range(len(run.cases)), strict=True))
    rows = np.fromiter(map(places.get, gold.cases, repeat(_NOWHERE)), dtype=np.intp, count=len(gold.cases))
    if len(rows) == len(run.cases) and (rows != _NOWHERE).all():
        return rows, np.array([], dtype=np.intp)
    faulty = set(run.faulty)
    missing = [case for case in gold.cases if case not in places and case not in faulty]
    known = {*gold.cases, *gold.faulty}
    surplus = [case for case in run.cases if case not in known]
    if missing or surplus:
        numbered = _row_numbers(gold, run)
        if numbered is not None and problems.choices.by_position:
            first, last = min(numbered), max(numbered)
            problems.notes.append(
                f"{run.place}: the ids {first} to {last} taken as row numbers, {first} is the gold's first case "
                f"({label(gold.cases[0])})"
            )
            places = {gold.cases[int(case) - first]: row for row, case in enumerate(run.cases)}
            faulty = {gold.cases[int(case) - first] for case in run.faulty}
        else:
            _tell_cases(gold, run, missing, surplus, problems, numbered)
    rows = np.fromiter(map(places.get, gold.cases, repeat(_NOWHERE)), dtype=np.intp, count=len(gold.cases))
    return rows, np.array([row for row, case in enumerate(gold.cases) if case in faulty], dtype=np.intp)


def _is_foreign(gold: Gold, run: Run) -> bool:
    """Tell whether run and gold share no case, and the run does not just number its rows."""
    if {*gold.cases, *gold.faulty}.isdisjoint((*run.cases, *run.faulty)):
        return _row_numbers(gold, run) is None
    return False


def _row_numbers(gold: Gold, run: Run) -> range | None:
    """Return the row numbers that the run has for ids (from 0 or from 1); None where they are not that."""
    count = len(gold.cases)
    ids = {*run.cases, *run.faulty}
    if gold.faulty or len(ids) != count or len(run.cases) + len(run.faulty) != count:
        return None
    for numbers in (range(count), range(1, count + 1)):
        if ids == set(map(str, numbers)):
            return numbers
    return None


def _tell_cases(
    gold: Gold,
    run: Run,
    missing: Sequence[str],
    surplus: Sequence[str],
    problems: Problems,
    numbered: range | None,
) -> None:
    """Note the cases that only one side has, unless they are to be left out."""
    by_position: list[Choice] = [] if numbered is None else ["by-position"]
    if len(missing) == len(gold.cases) and len(surplus) == len(run.cases) > 0:
        told = f"{len(run.cases):,} case{'s' * (len(run.cases) != 1)}"
        if numbered is None:
            seen = f"none of its {told} is one of the gold's: {listing(surplus[:1])}, but there {listing(missing[:1])}"
            action = "choose the gold it belongs to (is it for another split?)"
            problems.add(2, "", seen, action, ["skip-files"])
        else:
            seen = f"the ids of its {told} are row numbers, {numbered[0]} to {numbered[-1]}"
            problems.add(2, "", seen, "give the ids of the gold", by_position)
        return
    if not problems.choices.drop_missing:
        for case in missing:
            action = "a run needs every case of the gold"
            problems.add(2, case_place(case), "this case is missing", action, [*by_position, "drop-missing"])
    if problems.choices.drop_surplus:
        if surplus:
            told = f"{len(surplus):,} case{'s' * (len(surplus) > 1)}"
            problems.notes.append(f"{run.place}: {told} left out that the gold does not have ({listing(surplus)})")
    else:
        for case in surplus:
            action = "remove it, or choose the gold it belongs to"
            problems.add(3, case_place(case), "the gold has no such case", action, [*by_position, "drop-surplus"])


def _kept_classes(gold: Gold, fits: Sequence[_Fit], choices: Choices) -> list[int]:
    """Return the classes of the gold that every run has; if one lacks any, the user has said to leave it out."""
    if not choices.drop_classes:
        return list(range(len(gold.classes)))
    dropped = {column for fit in fits for column, place in enumerate(fit.columns) if place is None}
    dropped = {column for column in dropped if not gold.probabilities[:, column].any()}
    kept = [column for column in range(len(gold.classes)) if column not in dropped]
    if dropped and len(kept) < 2:
        seen = "fewer than two classes are left"
        fits[0].problems.add(0, "", seen, "give runs over the classes of the gold")
    elif dropped:
        names = ", ".join(label(gold.classes[column]) for column in sorted(dropped))
        fits[0].problems.notes.insert(0, f"{gold.place}: class{'es' * (len(dropped) > 1)} {names} left out")
    return kept


def _heavy(gold: Gold, fit: _Fit, columns: Sequence[int]) -> Places:
    """Return the cases to which the run gives mass in a class that is left out: faults of the run."""
    given_up = [place for column, place in enumerate(fit.columns) if column not in set(columns) and place is not None]
    if not fit.problems.choices.drop_classes or not (given_up or fit.surplus_columns):
        return np.array([], dtype=np.intp)
    mass = fit.run.probabilities[:, [*given_up, *fit.surplus_columns]].sum(axis=1)
    found = np.flatnonzero(fit.rows != _NOWHERE)
    found = found[mass[fit.rows[found]] > 0]
    names = ", ".join(label(fit.run.classes[place]) for place in [*given_up, *fit.surplus_columns])
    for row in found:
        seen = f"{mass[fit.rows[row]]:.3g} of it is in {names}, which is left out"
        fit.problems.fault(4, case_place(gold.cases[row]), seen, "correct the case", case=gold.cases[row])
    return np.asarray(found, dtype=np.intp)


def _task(
    gold: Gold,
    fits: Sequence[_Fit],
    keep: NDArray[np.bool_],
    columns: Sequence[int],
    name: str | None,
    notes: Sequence[str],
) -> Task:
    places = list(columns)
    whole = bool(keep.all()) and len(columns) == len(gold.classes)
    chosen = np.flatnonzero(keep)
    estimates = np.empty((len(fits), len(chosen), len(columns)))
    for number, fit in enumerate(fits):
        values = fit.run.probabilities
        rows = fit.rows[chosen]
        if len(rows) != len(values) or not np.array_equal(rows, np.arange(len(values))):
            values = values[rows]
        own = [fit.columns[column] for column in columns]
        if len(own) != values.shape[1] or own != list(range(len(own))):
            values = values[:, np.array(own, dtype=np.intp)]
        estimates[number] = values
    return Task(
        name=gold.name if name is None else name,
        scale=gold.scale,
        classes=gold.classes if whole else tuple(gold.classes[column] for column in columns),
        cases=gold.cases if whole else tuple(gold.cases[row] for row in chosen),
        gold=gold.probabilities if whole else gold.probabilities[chosen][:, places],
        votes=gold.votes if whole or gold.votes is None else gold.votes[chosen][:, places],
        runs=tuple(fit.run.name for fit in fits),
        estimates=estimates,
        notes=gold.notes + tuple(note for fit in fits for note in fit.run.notes) + tuple(notes),
        extras=gold.extras
        if whole
        else {column: tuple(texts[row] for row in chosen) for column, texts in gold.extras.items()},
    )
