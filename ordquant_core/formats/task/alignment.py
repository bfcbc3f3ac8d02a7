"""Match a run with the gold: its columns with the classes, and its cases.

Classes match by label, or by position if user or format say so; cases by id, or by position if the user asks for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import Problem, Repair
from ordquant_core.formats.labels import ascending, match
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.text import OTHER_FORM, SAME_FORM, canonical, case_place, in_one_form, label, looks
from ordquant_core.known_scales import rank_words
from ordquant_core.records import Gold, Run

# For each class of the gold its column in the run, None if the run lacks it; and the columns of other classes.
ColumnMatch = tuple[list[int | None], list[int]]
# Problems of a run with its gold are reported in this order, and those of each kind as they are found.
OWN_CLASSES = "its classes are"  # words that `mistakes` looks for
AT_CLASSES, AT_OTHER_CLASSES, AT_CASES, AT_OTHER_CASES, AT_FAULTS = range(5)
RowNumbers = NDArray[np.intp]
NOWHERE = -1
CASE_MISSING, CASE_UNKNOWN = "this case is missing", "the gold has no such case"  # words that `mistakes` looks for


def align_cases(gold: Gold, run: Run, problems: Problems) -> tuple[RowNumbers, RowNumbers]:
    """Return the row of the run for each case of the gold, and the cases that are faulty there."""
    if run.numbered or gold.numbered:
        if not _may_pair_rows(gold, run, problems):
            return np.full(len(gold.cases), NOWHERE, dtype=np.intp), np.array([], dtype=np.intp)
        run = _renumbered(gold, run)
    if run.cases == gold.cases:
        return np.arange(len(gold.cases)), np.array([], dtype=np.intp)
    row_of = dict(zip(run.cases, range(len(run.cases)), strict=True))
    rows = np.fromiter(map(row_of.get, gold.cases, repeat(NOWHERE)), dtype=np.intp, count=len(gold.cases))
    if len(rows) == len(run.cases) and (rows != NOWHERE).all():
        return rows, np.array([], dtype=np.intp)
    faulty = set(run.faulty)
    lacking = [case for case in gold.cases if case not in row_of and case not in faulty]
    known = {*gold.cases, *gold.faulty}
    surplus = [case for case in run.cases if case not in known]
    if lacking or surplus:
        numbered = _row_numbers(gold, run)
        if numbered is not None and problems.choices.by_position:
            first, last = min(numbered), max(numbered)
            problems.notes.append(
                f"{run.place}: the ids {first} to {last} taken as row numbers, {first} is the gold's first case "
                f"({label(gold.cases[0])})"
            )
            row_of = {gold.cases[int(case) - first]: row for row, case in enumerate(run.cases)}
            faulty = {gold.cases[int(case) - first] for case in run.faulty}
        else:
            _note_cases(gold, run, lacking, surplus, problems, numbered)
    rows = np.fromiter(map(row_of.get, gold.cases, repeat(NOWHERE)), dtype=np.intp, count=len(gold.cases))
    return rows, np.array([row for row, case in enumerate(gold.cases) if case in faulty], dtype=np.intp)


def _may_pair_rows(gold: Gold, run: Run, problems: Problems) -> bool:
    """Return whether rows without ids may be paired in their order; if not, note a problem."""
    both = run.numbered and gold.numbered
    n_gold, n_run = len(gold.cases) + len(gold.faulty), len(run.cases) + len(run.faulty)
    if both and (problems.choices.no_ids or problems.choices.by_position) and n_gold == n_run:
        problems.notes.append(f"{run.place}: rows without ids paired with those of the gold in their order")
        return True
    no_faults = not gold.faulty and not run.faulty
    if not both and problems.choices.by_position and n_gold == n_run and no_faults:
        problems.notes.append(f"{run.place}: rows paired with those of the gold in their order")
        return True
    seen = (
        "neither the gold nor this run has ids" if both else "it has no ids" if run.numbered else "the gold has no ids"
    )
    offered: list[Repair] = ["no-ids" if both else "by-position"] if n_gold == n_run and (both or no_faults) else []
    counts = (
        "" if n_gold == n_run else f", and {numerals.count(n_run)} rows where the gold has {numerals.count(n_gold)}"
    )
    problems.add(
        AT_CASES, "", seen + counts, "give every case an id, the same in gold and runs", offered, "ids" if both else ""
    )
    return False


def _renumbered(gold: Gold, run: Run) -> Run:
    """Return the run with the ids of the gold, row by row."""
    if gold.numbered and run.numbered:
        ours, theirs = _first_number(gold.cases, gold.faulty), _first_number(run.cases, run.faulty)
        moved = {case: str(int(case) - theirs + ours) for case in (*run.cases, *run.faulty) if case.isdigit()}
    else:
        moved = dict(zip(run.cases, gold.cases, strict=False))
    cases = tuple(moved.get(case, case) for case in run.cases)
    return replace(run, cases=cases, faulty=tuple(moved.get(case, case) for case in run.faulty))


def _first_number(*ids: Sequence[str]) -> int:
    return min((int(case) for some in ids for case in some if case.isdigit()), default=0)


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


def _note_cases(
    gold: Gold,
    run: Run,
    lacking: Sequence[str],
    surplus: Sequence[str],
    problems: Problems,
    numbered: range | None,
) -> None:
    """Note the cases that only one side has, unless they are to be left out."""
    by_position: list[Repair] = [] if numbered is None else ["by-position"]
    if len(lacking) == len(gold.cases) and len(surplus) == len(run.cases) > 0:
        counted = numerals.count(len(run.cases), "case")
        if numbered is None:
            seen = (
                f"none of its {counted} occurs in the gold: {listing(surplus[:1])} here, {listing(lacking[:1])} there"
            )
            action = "choose the gold it belongs to (is it for another split?)"
            if {*map(in_one_form, surplus)} & {*map(in_one_form, lacking)}:
                seen, action = f"{seen}; the gold has {OTHER_FORM}", SAME_FORM
            elif {*map(looks, map(canonical, surplus))} & {*map(looks, map(canonical, lacking))}:
                seen = f"{seen}; they differ by spaces, zeros or capital letters"
                action = "write the ids alike in gold and runs"
            problems.add(AT_CASES, "", seen, action)
        else:
            seen = f"the ids of its {counted} are row numbers, {numbered[0]} to {numbered[-1]}"
            problems.add(AT_CASES, "", seen, "give the ids of the gold", by_position)
        return
    if not problems.choices.drop_missing and problems.choices.missing is None:
        for case in lacking:
            action = "a run needs every case of the gold"
            problems.add(AT_CASES, case_place(case), CASE_MISSING, action, [*by_position, "drop-missing"])
    if problems.choices.drop_surplus:
        if surplus:
            counted = numerals.count(len(surplus), "case")
            problems.notes.append(f"{run.place}: {counted} left out that the gold does not have ({listing(surplus)})")
    else:
        written = {in_one_form(case) for case in lacking}
        for case in surplus:
            if in_one_form(case) in written:
                problems.add(
                    AT_OTHER_CASES,
                    case_place(case),
                    f"the gold has {OTHER_FORM}",
                    SAME_FORM,
                    [*by_position, "drop-surplus"],
                )
                continue
            action = "remove it, or choose the gold it belongs to"
            problems.add(AT_OTHER_CASES, case_place(case), CASE_UNKNOWN, action, [*by_position, "drop-surplus"])


def align_classes(gold: Gold, run: Run, problems: Problems) -> ColumnMatch:
    """Return the columns of the gold's classes in the run, and its other columns; note what is wrong."""
    if gold.labelled and run.labelled:
        return _by_label(gold, run, problems)
    n_gold, n_run = len(gold.classes), len(run.classes)
    order = gold.order if len(gold.order) == n_run else gold.classes  # positions are those of the file
    if len(order) != n_run:
        unlabelled = "run" if gold.labelled else "gold"
        seen = f"the run has {n_run} classes, the gold {n_gold}, and those of the {unlabelled} have no labels"
        if n_run > n_gold and gold.labelled:
            names = ", ".join(map(label, gold.classes))
            action = f"the gold has the classes {names}: name all {n_run} in their order"
            problems.add(AT_CLASSES, "", seen, action, asks="classes")
        else:
            problems.add(AT_CLASSES, "", seen, _classes_of(gold))
        return _in_order(n_gold), []
    if not run.labelled:
        ambiguous = gold.labelled and not run.positional  # nobody has said that positions are those of the gold
        if ambiguous and not _may_match_by_position(problems, f"its {n_run} classes have no labels", gold):
            return _in_order(n_gold), []
        if ambiguous:
            names = ", ".join(map(label, order))
            problems.notes.append(f"{run.place}: classes without labels taken by position ({names})")
        return match(gold.classes, order)
    names = ", ".join(map(label, run.classes))
    if not _may_match_by_position(problems, f"the gold has no labels for its classes, the run has {names}", gold):
        return _in_order(n_gold), []
    return _by_position(gold, run, problems)


def is_on_classes(problem: Problem) -> bool:
    """Return whether a problem says that the classes of run and gold differ."""
    return problem.case.startswith("class ") or "classes" in problem.seen


def _by_label(gold: Gold, run: Run, problems: Problems) -> ColumnMatch:
    if run.classes == gold.classes:
        return _in_order(len(gold.classes)), []
    columns, surplus = match(gold.classes, run.classes)
    missing = [column for column, run_column in enumerate(columns) if run_column is None]
    if not missing and not surplus:
        return columns, []
    offered: list[Repair] = []
    named = _by_name(gold, run)
    if named or (len(run.classes) == len(gold.classes) and _may_have_positions(run.classes)):
        if problems.choices.by_position:
            return _by_position(gold, run, problems, named)
        offered = ["by-position"]
    drop, order = problems.choices.drop_classes, _classes_of(gold)
    shared = len(missing) < len(gold.classes)  # without a class in common, all classes of both are no scale
    lookalikes = not {in_one_form(text) for text in gold.classes}.isdisjoint(map(in_one_form, run.classes))
    if not shared and not lookalikes:  # one cause: one problem
        own = ", ".join(map(label, run.classes))
        problems.add(AT_CLASSES, "", f"{OWN_CLASSES} {own}, none of which the gold has", order, offered)
        return columns, surplus
    unused = [column for column in missing if not gold.probabilities[:, column].any()]
    for column in missing:
        if not drop or column not in unused:
            more: list[Repair] = ["drop-classes"] if column in unused else []
            problems.add(
                AT_CLASSES, _class_place(gold.classes[column]), "this class is missing", order, [*offered, *more]
            )
    if not drop:
        for run_column in surplus:
            other_form = in_one_form(run.classes[run_column]) in {
                in_one_form(gold.classes[column]) for column in missing
            }
            seen = f"the gold has {OTHER_FORM}" if other_form else "this class is unknown"
            problems.add(
                AT_OTHER_CLASSES, _class_place(run.classes[run_column]), seen, order, [*offered, "drop-classes"]
            )
    elif surplus:
        names = ", ".join(label(run.classes[run_column]) for run_column in surplus)
        problems.notes.append(f"{run.place}: class{'es' * (len(surplus) > 1)} {names} left out")
    return columns, surplus


def _by_name(gold: Gold, run: Run) -> dict[str, int] | None:
    """Return the column of each class where the labels are those of the gold but for capital letters, and for what all
    have before or after them, `prob_1`; None where that leaves another class.
    """
    start, end = _common(run.classes), _common([text[::-1] for text in run.classes])
    own = [looks(canonical(text[start : len(text) - end])) for text in run.classes]
    columns, surplus = match([looks(canonical(text)) for text in gold.classes], own)
    if surplus or len(set(own)) < len(own):
        return None
    found = {text: column for text, column in zip(gold.classes, columns, strict=True) if column is not None}
    return found if len(found) == len(gold.classes) else None


def _common(labels: Sequence[str]) -> int:
    """Return the length of what all labels start with, as far as a sign that is no letter or digit."""
    first = labels[0]
    ends = (place for place in range(len(first), 0, -1) if not first[place - 1].isalnum())
    return next((place for place in ends if all(text.startswith(first[:place]) for text in labels)), 0)


def _may_have_positions(classes: Sequence[str]) -> bool:
    """Return whether labels are not words of a known scale in another order: then their places say nothing."""
    order = rank_words(classes)
    return order is None or order in (sorted(order), sorted(order, reverse=True)) or ascending(classes) is not None


def _by_position(gold: Gold, run: Run, problems: Problems, named: Mapping[str, int] | None = None) -> ColumnMatch:
    """Pair the classes: as `named`, else one by one, numbers with numbers in their order, others as they stand."""
    ranks = ascending(run.classes) or list(range(len(run.classes)))
    order: Sequence[str] = gold.order if len(gold.order) == len(gold.classes) else gold.classes
    if ascending(run.classes) is not None:
        sorted_gold = ascending(order)
        if sorted_gold is not None:
            order = [order[column] for column in sorted_gold]
        elif gold.labelled:
            ranks = list(range(len(run.classes)))
    column_of = named or dict(zip(order, ranks, strict=True))
    pairs = ", ".join(f"{label(run.classes[column_of[text]])} as {label(text)}" for text in gold.classes)
    problems.notes.append(f"{run.place}: classes taken {'by name, not ' if named else ''}by position ({pairs})")
    return [column_of[text] for text in gold.classes], []


def _may_match_by_position(problems: Problems, seen: str, gold: Gold) -> bool:
    """Return whether classes may be taken by position; if not, note a problem."""
    if not problems.choices.by_position:
        problems.add(AT_CLASSES, "", seen, _classes_of(gold), ["by-position"])
    return problems.choices.by_position


def _classes_of(gold: Gold) -> str:
    return f"give the classes of the gold ({', '.join(map(label, gold.classes))})"


def _class_place(text: str) -> str:
    return f"class {label(text)}"


def _in_order(count: int) -> list[int | None]:
    return list(range(count))
