"""Match the cases of a run with those of the gold: by id, or by position if the user asks for it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import Repair
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.task.class_alignment import AT_CASES, AT_OTHER_CASES
from ordquant_core.formats.text import OTHER_FORM, SAME_FORM, case_place, in_one_form, label
from ordquant_core.records import Gold, Run

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


def is_foreign(gold: Gold, run: Run) -> bool:
    """Return whether run and gold share no case, and the run does not just number its rows."""
    if run.numbered or gold.numbered:
        return False
    if {*gold.cases, *gold.faulty}.isdisjoint((*run.cases, *run.faulty)):
        return _row_numbers(gold, run) is None
    return False


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
            problems.add(AT_CASES, "", seen, action, ["skip-files"])
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
