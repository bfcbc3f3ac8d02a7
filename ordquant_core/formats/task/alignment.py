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

Columns = list[int | None]  # for each class of the gold its column in the run, None if the run lacks it
# Problems of a run with its gold are reported in this order, and those of each kind as they are found.
OWN_CLASSES = "its classes are"  # words that `mistakes` looks for
AT_CLASSES, AT_OTHER_CLASSES, AT_CASES, AT_OTHER_CASES, AT_FAULTS = range(5)
RowNumbers = NDArray[np.intp]
NOWHERE, FAULTY = -1, -2  # in place of a row: the run lacks the case, or has a fault there
CASE_MISSING, CASE_UNKNOWN = "this case is missing", "the gold has no such case"  # words that `mistakes` looks for


def align_cases(gold: Gold, run: Run, problems: Problems) -> RowNumbers:
    """Return the row of the run for each case of the gold, NOWHERE or FAULTY where it has none; note what is wrong."""
    if run.numbered or gold.numbered:
        if not _may_pair_rows(gold, run, problems):
            return np.full(len(gold.cases), NOWHERE, dtype=np.intp)
        run = _renumbered(gold, run)
    if run.cases == gold.cases:
        return np.arange(len(gold.cases))
    row_of = dict.fromkeys(run.faulty, FAULTY) | dict(zip(run.cases, range(len(run.cases)), strict=True))
    rows = _rows(row_of, gold.cases)
    known = {*gold.cases, *gold.faulty}
    lacking = [gold.cases[row] for row in np.flatnonzero(rows == NOWHERE)]
    surplus = [case for case in run.cases if case not in known]
    if not lacking and not surplus:
        return rows
    numbered = _row_numbers(gold, run)
    if numbered is None or not problems.choices.by_position:
        _note_cases(gold, run, lacking, surplus, problems, numbered)
        return rows
    first, last = numbered[0], numbered[-1]
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
        seen += f", and {numerals.count(n_run)} rows where the gold has {numerals.count(n_gold)}"
    offered: list[Repair] = ["by-position"] if fits else []
    problems.add(AT_CASES, "", seen, "give every case an id, the same in gold and runs", offered)
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
    if gold.faulty or len(run.cases) + len(run.faulty) != count:
        return None
    ways = (range(count), range(1, count + 1))
    return next((numbers for numbers in ways if ids == {*map(str, numbers)}), None)


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
        seen, action = _nothing_in_common(lacking, surplus)
        if numbered is not None:
            ids = f"the ids of its {numerals.count(len(run.cases), 'case')}"
            seen, action = f"{ids} are row numbers, {numbered[0]} to {numbered[-1]}", "give the ids of the gold"
        problems.add(AT_CASES, "", seen, action, by_position)
        return
    if not problems.choices.drop_missing and problems.choices.missing is None:
        for case in lacking:
            action = "a run needs every case of the gold"
            problems.add(AT_CASES, case_place(case), CASE_MISSING, action, by_position or ["drop-missing"])
    if surplus and problems.choices.drop_surplus:
        some = numerals.count(len(surplus), "case")
        problems.notes.append(f"{run.place}: {some} left out that the gold does not have ({listing(surplus)})")
        return
    written = {in_one_form(case) for case in lacking}
    for case in surplus:
        seen, action = CASE_UNKNOWN, "remove it, or choose the gold it belongs to"
        if in_one_form(case) in written:
            seen, action = f"the gold has {OTHER_FORM}", SAME_FORM
        problems.add(AT_OTHER_CASES, case_place(case), seen, action, by_position or ["drop-surplus"])


def _nothing_in_common(lacking: Sequence[str], surplus: Sequence[str]) -> tuple[str, str]:
    """Return what is seen where gold and run share no case, and what to do."""
    some = numerals.count(len(surplus), "case")
    seen = f"none of its {some} occurs in the gold: {listing(surplus[:1])} here, {listing(lacking[:1])} there"
    if {*map(in_one_form, surplus)} & {*map(in_one_form, lacking)}:
        return f"{seen}; the gold has {OTHER_FORM}", SAME_FORM
    if {*map(looks, map(canonical, surplus))} & {*map(looks, map(canonical, lacking))}:
        return f"{seen}; they differ by spaces, zeros or capital letters", "write the ids alike in gold and runs"
    return seen, "choose the gold it belongs to (is it for another split?)"


def align_classes(gold: Gold, run: Run, problems: Problems) -> Columns:
    """Return the columns of the gold's classes in the run; note what is wrong."""
    if gold.labelled and run.labelled:
        return _by_label(gold, run, problems)
    n_gold, n_run = len(gold.classes), len(run.classes)
    order = gold.order if len(gold.order) == n_run else gold.classes  # positions are those of the file
    if len(order) != n_run:
        unlabelled = "run" if gold.labelled else "gold"
        seen = f"the run has {n_run} classes, the gold {n_gold}, and those of the {unlabelled} have no labels"
        if n_run > n_gold and gold.labelled:
            names = ", ".join(map(label, gold.classes))
            action = f"the gold has the classes {names}: name all {n_run} in their order (--classes A,B,…)"
            problems.add(AT_CLASSES, "", seen, action)
        else:
            problems.add(AT_CLASSES, "", seen, _classes_of(gold))
        return _in_order(n_gold)
    if not run.labelled:
        ambiguous = gold.labelled and not run.positional  # nobody has said that positions are those of the gold
        if ambiguous and not _may_match_by_position(problems, f"its {n_run} classes have no labels", gold):
            return _in_order(n_gold)
        if ambiguous:
            names = ", ".join(map(label, order))
            problems.notes.append(f"{run.place}: classes without labels taken by position ({names})")
        return match(gold.classes, order)[0]
    names = ", ".join(map(label, run.classes))
    if not _may_match_by_position(problems, f"the gold has no labels for its classes, the run has {names}", gold):
        return _in_order(n_gold)
    return _by_position(gold, run, problems)


def is_on_classes(problem: Problem) -> bool:
    """Return whether a problem says that the classes of run and gold differ."""
    return problem.case.startswith("class ") or "classes" in problem.seen


def _by_label(gold: Gold, run: Run, problems: Problems) -> Columns:
    if run.classes == gold.classes:
        return _in_order(len(gold.classes))
    columns, surplus = match(gold.classes, run.classes)
    missing = [text for text, column in zip(gold.classes, columns, strict=True) if column is None]
    if not missing and not surplus:
        return columns
    offered: list[Repair] = []
    named = _by_name(gold, run)
    if named or (len(run.classes) == len(gold.classes) and _may_have_positions(run.classes)):
        if problems.choices.by_position:
            return _by_position(gold, run, problems, named)
        offered = ["by-position"]
    order, in_one = _classes_of(gold), {in_one_form(text) for text in missing}
    if len(missing) == len(gold.classes) and in_one.isdisjoint(map(in_one_form, run.classes)):  # one cause: one problem
        own = ", ".join(map(label, run.classes))
        problems.add(AT_CLASSES, "", f"{OWN_CLASSES} {own}, none of which the gold has", order, offered)
        return columns
    for text in missing:
        problems.add(AT_CLASSES, _class_place(text), "this class is missing", order, offered)
    for text in (run.classes[column] for column in surplus):
        seen = f"the gold has {OTHER_FORM}" if in_one_form(text) in in_one else "this class is unknown"
        problems.add(AT_OTHER_CLASSES, _class_place(text), seen, order, offered)
    return columns


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


def _by_position(gold: Gold, run: Run, problems: Problems, named: Mapping[str, int] | None = None) -> Columns:
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
    return [column_of[text] for text in gold.classes]


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
