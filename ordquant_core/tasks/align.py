"""The step "align": each run in the order of the gold, its rows by their cases and its columns by their classes.

Cases match by id and classes by label; by position only where the format or the user says so. Nothing is dropped or
filled in unless the user says so, and then a note reports it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem, Repair
from ordquant_core.formats.decisions import NOTHING, Decisions, Missing
from ordquant_core.formats.labels import ascending, match
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems, listing
from ordquant_core.formats.text import OTHER_FORM, SAME_FORM, canonical, case_place, in_one_form, label, looks
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, Gold, Run, Task

Columns = list[int | None]  # for each class of the gold its column in the run, None if the run lacks it
RowNumbers = NDArray[np.intp]
NOWHERE, FAULTY = -1, -2  # in place of a row: the run lacks the case, or has a fault there
CASE_MISSING, CASE_UNKNOWN = "this case is missing", "the gold has no such case"  # words that `mistakes` looks for
CLASS_MISSING, CLASS_UNKNOWN = "this class is missing", "this class is unknown"


class Aligned(NamedTuple):
    """What became of gold and runs. The task is None where there are problems."""

    task: Task | None
    problems: list[Problem]
    notes: list[list[str]]  # on each run, as it was fitted to the gold


class _Fit(NamedTuple):
    """Where the cases and classes of the gold stand in one run."""

    run: Run
    rows: RowNumbers  # (gold cases,): NOWHERE or FAULTY for a case that the run lacks
    columns: Columns


def assemble(gold: Gold, runs: Sequence[Run], name: str | None = None, choices: Decisions = NOTHING) -> Task:
    """Align the cases and classes of every run with those of the gold, by id and label.

    Nothing is dropped, filled in or taken by position unless the user says so (`choices`), and then it is reported in
    the notes of the task. A missing or surplus case or class, or two runs of one name, raise `InputError` with a
    problem each, named after the run. Classes that a file does not label are those of the gold, in its order.

    >>> import ordquant_core as oq
    >>> folder = "ordquant_core/samples/breakdown-labels"
    >>> task = oq.assemble(oq.load_gold(f"{folder}/gold.csv"), [oq.load_run(f"{folder}/runs/system-01.csv")])
    >>> task.classes, task.estimates.shape
    (('NB', 'PB', 'B'), (1, 60, 3))
    """
    task, problems, _ = align(gold, [(run, []) for run in runs], name, choices)
    if task is None:
        raise InputError(problems, python=True)
    return task


def align(
    gold: Gold,
    runs: Sequence[tuple[Run, Sequence[Problem]]],
    name: str | None = None,
    choices: Decisions = NOTHING,
    *,
    asks_for_classes: bool = False,
) -> Aligned:
    """Do what `assemble` does, and return the problems instead of raising.

    Each run comes with the problems that were found as it was read. `asks_for_classes`: the classes of the gold are not
    certain yet, so that nothing is wrong with those of runs.
    """
    names = Counter(run.name for run, _ in runs)
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    wrong = [Problem(name, "", seen, action) for name, times in names.items() if times > 1]
    notes, fits = list[list[str]](), list[_Fit]()
    for run, read_problems in runs:
        problems = Problems(run.place, choices, room=MOST_PROBLEMS - len(wrong))
        wrong += read_problems
        with suppress(InputError):  # too many to list
            fits.append(_fitted(gold, run, problems, asks_for_classes=asks_for_classes))
        wrong += problems.sorted()
        notes.append(problems.notes)
    missing = [fit.rows == NOWHERE for fit in fits]
    keep = np.ones(len(gold.cases), dtype=bool)
    if choices.drop_missing and fits:
        keep = ~np.any(missing, axis=0)
    elif fits and np.any(missing, axis=0).all():  # without these, no case would be left
        wrong = [replace(one, choices=()) if one.choices == ("drop-missing",) else one for one in wrong]
    if not wrong and not keep.any():
        wrong.append(Problem(gold.place, "", "gold and runs have no case in common", "leave out fewer cases"))
    # A kept case that a run has lost to a fault: that was reported when the run was read, and is not in `wrong`.
    if wrong or asks_for_classes or any((fit.rows[keep] == FAULTY).any() for fit in fits):
        return Aligned(None, wrong, notes)
    task = _task(gold, fits, name, choices.missing)
    of_all = [note for some in notes for note in some]
    if not keep.all():
        left_out = [gold.cases[row] for row in np.flatnonzero(~keep)]
        some = count(len(left_out), "case")
        of_all.append(f"{some} left out of the gold and all runs, because some run lacks them ({listing(left_out)})")
        task = task.at(np.flatnonzero(keep))
    return Aligned(replace(task, notes=(*task.notes, *of_all)), [], notes)


def _fitted(gold: Gold, run: Run, problems: Problems, *, asks_for_classes: bool) -> _Fit:
    """Return where the gold's cases and classes stand in the run; note what is wrong with that."""
    columns = _align_classes(gold, run, Problems(run.place, problems.choices) if asks_for_classes else problems)
    rows = _align_cases(gold, run, problems)
    missing_as = problems.choices.missing
    if missing_as is not None and not problems.kept and (rows == NOWHERE).any():
        what = "Uniform" if missing_as == "uniform" else "the end of the scale farther from the gold"
        absent = [gold.cases[row] for row in np.flatnonzero(rows == NOWHERE)]
        problems.notes.append(f"{run.place}: {count(len(absent), 'missing case')} scored as {what} ({listing(absent)})")
    return _Fit(run, rows, columns)


def _task(gold: Gold, fits: Sequence[_Fit], name: str | None, missing_as: Missing | None) -> Task:
    """Return the task with all cases of the gold; what a run lacks is scored as `missing_as`, or left out later."""
    estimates = np.empty((len(fits), *gold.probabilities.shape))
    all_rows, all_columns = np.arange(len(gold.cases)), list(range(len(gold.classes)))
    for number, (run, rows, columns) in enumerate(fits):
        values = run.probabilities
        if not np.array_equal(rows, all_rows) or len(values) > len(rows):
            values = values.take(rows, axis=0, mode="clip")  # an absent case takes any row
        if columns != all_columns or values.shape[1] > len(columns):
            values = np.column_stack([values, np.zeros(len(values))])  # a class that need not be named has nothing
            values = values[:, [-1 if column is None else column for column in columns]]
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
        annotations=gold.annotations,
    )


def _penalty(gold: FloatArray, missing_as: Missing) -> FloatArray:
    """Return what missing cases count as: Uniform, or all probability on the end of the scale farther from the gold.

    Of all estimates, the latter has the largest match distance (MD); by other measures, such as NVD, another estimate
    may score worse. `gold` has shape (cases, classes).
    """
    n_classes = gold.shape[1]
    if missing_as == "uniform":
        return np.full(gold.shape, 1 / n_classes)
    end = np.zeros(gold.shape)
    upper = gold @ np.arange(n_classes) <= (n_classes - 1) / 2
    end[np.arange(len(gold)), np.where(upper, n_classes - 1, 0)] = 1
    return end


# ---- cases -----------------------------------------------------------------------------------------------------------


def _align_cases(gold: Gold, run: Run, problems: Problems) -> RowNumbers:
    """Return the row of the run for each case of the gold, NOWHERE or FAULTY where it has none; note what is wrong."""
    if run.numbered or gold.numbered:
        if not _may_pair_rows(gold, run, problems):
            return np.full(len(gold.cases), NOWHERE, dtype=np.intp)
        if not (run.numbered and gold.numbered):  # otherwise the numbers are ids of both
            return np.arange(len(gold.cases))
    if run.cases == gold.cases:
        return np.arange(len(gold.cases))
    row_of = dict.fromkeys(run.faulty, FAULTY) | dict(zip(run.cases, range(len(run.cases)), strict=True))
    rows = _rows(row_of, gold.cases)
    known = {*gold.cases, *gold.faulty}
    lacking = [gold.cases[row] for row in np.flatnonzero(rows == NOWHERE)]
    surplus = [case for case in run.cases if case not in known]
    if not lacking and not surplus:
        return rows
    numbers = _row_numbers(gold, run)
    if numbers is None or not problems.choices.by_position:
        _note_cases(gold, run, lacking, surplus, problems, numbers)
        return rows
    first, last = numbers[0], numbers[-1]
    problems.notes.append(
        f"{run.place}: the ids {first} to {last} taken as row numbers, {first} is the gold's first case "
        f"({label(gold.cases[0])})"
    )
    return _rows({gold.cases[int(case) - first]: row for case, row in row_of.items()}, gold.cases)


def _rows(row_of: Mapping[str, int], cases: Sequence[str]) -> RowNumbers:
    return np.fromiter(map(row_of.get, cases, repeat(NOWHERE)), dtype=np.intp, count=len(cases))


def _may_pair_rows(gold: Gold, run: Run, problems: Problems) -> bool:
    """Return whether rows without ids may be paired in their order; if not, note a problem."""
    both = run.numbered and gold.numbered
    n_gold, n_run = len(gold.cases) + len(gold.faulty), len(run.cases) + len(run.faulty)
    fits = n_gold == n_run and (both or not (gold.faulty or run.faulty))
    if fits and problems.choices.by_position:
        rows = "rows without ids" if both else "rows"
        problems.notes.append(f"{run.place}: {rows} paired with those of the gold in their order")
        return True
    seen = (
        "neither the gold nor this run has ids" if both else "it has no ids" if run.numbered else "the gold has no ids"
    )
    if n_gold != n_run:
        seen += f", and {count(n_run)} rows where the gold has {count(n_gold)}"
    offered: list[Repair] = ["by-position"] if fits else []
    problems.add(0, "", seen, "give every case an id, the same in gold and runs", offered)
    return False


def _row_numbers(gold: Gold, run: Run) -> range | None:
    """Return the row numbers that the run has for ids (from 0 or from 1); None where they are not that."""
    n, ids = len(gold.cases), {*run.cases, *run.faulty}
    if gold.faulty or len(run.cases) + len(run.faulty) != n:
        return None
    return next((numbers for numbers in (range(n), range(1, n + 1)) if ids == {*map(str, numbers)}), None)


def _note_cases(
    gold: Gold, run: Run, lacking: Sequence[str], surplus: Sequence[str], problems: Problems, numbers: range | None
) -> None:
    """Note the cases that only one side has, unless they are to be left out; `numbers`: what ids of the run may be."""
    by_position: list[Repair] = [] if numbers is None else ["by-position"]
    if len(lacking) == len(gold.cases) and len(surplus) == len(run.cases) > 0:
        seen, action = _nothing_in_common(run.place, lacking, surplus)
        if numbers is not None:
            ids = f"the ids of its {count(len(run.cases), 'case')}"
            seen, action = f"{ids} are row numbers, {numbers[0]} to {numbers[-1]}", "give the ids of the gold"
        problems.add(0, "", seen, action, by_position)
        return
    if not problems.choices.drop_missing and problems.choices.missing is None:
        for case in lacking:
            action = "a run needs every case of the gold"
            problems.add(0, case_place(case), CASE_MISSING, action, by_position or ["drop-missing"])
    if surplus and problems.choices.drop_surplus:
        some = count(len(surplus), "case")
        problems.notes.append(f"{run.place}: {some} left out that the gold does not have ({listing(surplus)})")
        return
    written = {in_one_form(case) for case in lacking}
    for case in surplus:
        seen, action = CASE_UNKNOWN, "remove it, or choose the gold it belongs to"
        if in_one_form(case) in written:
            seen, action = f"the gold has {OTHER_FORM}", SAME_FORM
        problems.add(0, case_place(case), seen, action, by_position or ["drop-surplus"])


def _nothing_in_common(run: str, lacking: Sequence[str], surplus: Sequence[str]) -> tuple[str, str]:
    """Return what is seen where gold and run share no case, and what to do."""
    some = count(len(surplus), "case")
    ids = f"{listing(surplus[:1])} in {run}, {listing(lacking[:1])} in the gold"
    seen = f"none of its {some} occurs in the gold: {ids}"
    if {*map(in_one_form, surplus)} & {*map(in_one_form, lacking)}:
        return f"{seen}; the gold has {OTHER_FORM}", SAME_FORM
    if {*map(looks, map(canonical, surplus))} & {*map(looks, map(canonical, lacking))}:
        return f"{seen}; they differ by spaces, zeros or capital letters", "write the ids alike in gold and runs"
    return seen, "choose the gold it belongs to (is it for another split?)"


# ---- classes ---------------------------------------------------------------------------------------------------------


def is_on_classes(problem: Problem) -> bool:
    """Return whether a problem says that the classes of run and gold differ."""
    return problem.case.startswith("class ") or "classes" in problem.seen


def _align_classes(gold: Gold, run: Run, problems: Problems) -> Columns:
    """Return the columns of the gold's classes in the run; note what is wrong."""
    if gold.labelled and run.labelled:
        return _by_label(gold, run, problems)
    n_gold, n_run = len(gold.classes), len(run.classes)
    order = gold.order if len(gold.order) == n_run else gold.classes  # positions are those of the file
    if len(order) != n_run:
        unlabelled = "run" if gold.labelled else "gold"
        seen = f"the run has {n_run} classes, the gold {n_gold}, and those of the {unlabelled} have no labels"
        action = _classes_of(gold)
        if n_run > n_gold and gold.labelled:
            names = ", ".join(map(label, gold.classes))
            action = f"the gold has the classes {names}: name all {n_run} in their order (--classes A,B,…)"
        problems.add(0, "", seen, action)
        return list(range(n_gold))
    if not run.labelled:  # they are those of the gold
        return match(gold.classes, order)[0]
    if problems.choices.by_position:
        return _by_position(gold, run, problems)
    seen = f"the gold has no labels for its classes, the run has {', '.join(map(label, run.classes))}"
    problems.add(0, "", seen, _classes_of(gold), ["by-position"])
    return list(range(n_gold))


def _by_label(gold: Gold, run: Run, problems: Problems) -> Columns:
    if run.classes == gold.classes:
        return list(range(len(gold.classes)))
    columns, surplus = match(gold.classes, run.classes)
    missing = [text for text, place in zip(gold.classes, columns, strict=True) if place is None and not run.open_ended]
    if not missing and not surplus:
        return columns
    named = None if run.open_ended else _by_name(gold, run)
    offered: list[Repair] = []
    as_many = len(run.classes) == len(gold.classes) and not run.open_ended
    if named or (as_many and _may_have_positions(run.classes)):
        if problems.choices.by_position:
            return _by_position(gold, run, problems, named)
        offered = ["by-position"]
    order, in_one = _classes_of(gold), {in_one_form(text) for text in missing}
    if len(missing) == len(gold.classes) and in_one.isdisjoint(map(in_one_form, run.classes)):  # one cause: one problem
        own = ", ".join(map(label, run.classes))
        problems.add(0, "", f"its classes are {own}, none of which the gold has", order, offered)
        return columns
    wrong = [(text, CLASS_MISSING) for text in missing]
    for text in (run.classes[column] for column in surplus):
        is_other_form = in_one_form(text) in in_one
        wrong.append((text, f"the gold has {OTHER_FORM}" if is_other_form else CLASS_UNKNOWN))
    for text, seen in wrong:
        problems.add(0, f"class {label(text)}", seen, order, offered)
    return columns


def _by_name(gold: Gold, run: Run) -> dict[str, int] | None:
    """Return the column of each class where the labels are those of the gold but for capital letters, and for what all
    have before or after them, `prob_1`; None where that leaves another class.
    """
    start, end = _common(run.classes), _common([text[::-1] for text in run.classes])
    own = [looks(canonical(text[start : len(text) - end])) for text in run.classes]
    columns, surplus = match([looks(canonical(text)) for text in gold.classes], own)
    if surplus or None in columns or len({*own}) < len(own):
        return None
    return {text: column for text, column in zip(gold.classes, columns, strict=True) if column is not None}


def _common(labels: Sequence[str]) -> int:
    """Return the length of what all labels start with, as far as a sign that is no letter or digit."""
    first = labels[0]
    ends = (place for place in range(len(first), 0, -1) if not first[place - 1].isalnum())
    return next((place for place in ends if all(text.startswith(first[:place]) for text in labels)), 0)


def _may_have_positions(classes: Sequence[str]) -> bool:
    """Return whether labels are not words of a known scale in another order: then their places say nothing."""
    order = rank_words(classes)
    return order is None or order in (sorted(order), sorted(order, reverse=True)) or ascending(classes) is not None


def _by_position(gold: Gold, run: Run, problems: Problems, named: Mapping[str, int] | None = None) -> Columns:
    """Pair the classes: as `named`, else one by one, numbers with numbers in their order, others as they stand."""
    order: Sequence[str] = gold.order if len(gold.order) == len(gold.classes) else gold.classes
    ranks, of_gold = ascending(run.classes), ascending(order)
    if ranks is not None and of_gold is not None:
        order = [order[column] for column in of_gold]
    elif ranks is None or gold.labelled:
        ranks = list(range(len(run.classes)))
    column_of = named or dict(zip(order, ranks, strict=True))
    pairs = ", ".join(f"{label(run.classes[column_of[text]])} as {label(text)}" for text in gold.classes)
    problems.notes.append(f"{run.place}: classes taken {'by name, not ' if named else ''}by position ({pairs})")
    return [column_of[text] for text in gold.classes]


def _classes_of(gold: Gold) -> str:
    return f"give the classes of the gold ({', '.join(map(label, gold.classes))})"
