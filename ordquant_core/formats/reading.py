"""From files to gold and runs: one file at a time, or all files of a task with everything that is wrong with them."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePath
from typing import NamedTuple

from ordquant_core.errors import Choice, InputError, OrdquantError, Problem, offer
from ordquant_core.formats import dbdc
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.assembly import align
from ordquant_core.formats.choices import NOTHING, Choices
from ordquant_core.formats.files import File
from ordquant_core.formats.found import Found, Recognised, choose_gold, is_wanted, problems_of
from ordquant_core.formats.rows import listing
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.text import label, shown
from ordquant_core.records import Gold, Run, Task

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md", re.IGNORECASE)


class TaskRead(NamedTuple):
    """All that was found in the files of a task. `task` is there when there is no problem."""

    task: Task | None
    gold: Gold | None
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    recognised: tuple[Recognised, ...]
    notes: tuple[str, ...] = ()  # what was passed over, and runs that are copies

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from: those that all files with scales have."""
        some = [one.scales for one in self.recognised if one.scales]
        return tuple(scale for scale in some[0] if all(scale in scales for scales in some)) if some else ()


def recognise(file: File, *, choices: Choices = NOTHING) -> Recognised:
    """Tell what a file is. Raises `InputError` if it cannot be read at all."""
    opened = open_data(file.data, file.name)
    found = Found(opened)
    found.read(None, choices)
    return found.recognised()


def read_task(
    files: Sequence[File],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Choices = NOTHING,
    name: str | None = None,
) -> TaskRead:
    """Read all files of a task: never raises for what they hold, but tells every problem of them all.

    `gold` is the name of the file that is the gold, where that is not plain; `runs` says which runs to read, by
    name, file, folder or FILE:NAME (default: all). `scale` is for the files that have scales; a gold's only scale is
    taken from its runs, too.
    """
    unpacked = unpack(files)
    problems, notes = list(unpacked.problems), list(unpacked.notes)
    found = _open_all(unpacked.files, choices, problems, notes)
    if scale is not None and found and not any(scale in one.opened.scales for one in found):
        listed = ", ".join(dict.fromkeys(label(text) for one in found for text in one.opened.scales))
        action = f"choose one: {listed}" if listed else "leave the scale out: there are none"
        problems.append(Problem(found[0].opened.name, "", f"has no scale {shown(scale)}", action))
        scale = None
    for one in found:
        one.read(scale, choices)
    chosen = choose_gold(found, gold, problems)
    if chosen is not None and chosen.scale is not None:
        for one in found:
            if one.waits and chosen.scale in one.opened.scales:
                one.read(chosen.scale, choices)
    _tell_once([one for one in found if one.waits], chosen)
    used = [one for one in found if _is_used(one, chosen, choices, problems, notes)]
    the_gold: Gold | None = None
    the_runs: list[Run] = []
    for one in used:
        problems += one.problems
        if one is chosen:
            the_gold, more = one.gold()
            problems += more
        if one is not chosen or one.opened.role == "task" or (runs and one.opened.role == "either"):
            for run, more in one.runs(runs):
                the_runs.append(run)
                problems += more
    task = None
    if runs is not None and chosen is not None and not problems:
        problems += _unknown(runs, the_runs)
    faultless = the_gold is not None and not any(problem.file == the_gold.place for problem in problems)
    if the_gold is not None and the_gold.cases:
        task, more = align(the_gold, the_runs, name, choices)
        problems += more
    if task is not None and not problems:
        notes += _same_estimates(task)
    return TaskRead(
        None if problems else task,
        the_gold if faultless else None,
        tuple(the_runs),
        tuple(problems),
        tuple(one.recognised() for one in found),
        tuple(notes),
    )


def parse_runs(files: Sequence[File], *, scale: str | None = None, choices: Choices = NOTHING) -> list[Run]:
    """Read the runs of some files, archives included. Raises `InputError` with everything that is wrong with them."""
    unpacked = unpack(files)
    problems = list(unpacked.problems)
    runs: list[Run] = []
    for one in _open_all(unpacked.files, choices, problems, []):
        one.read(scale, choices)
        problems += one.problems
        for run, more in one.runs(None):
            runs.append(run)
            problems += more
    if problems:
        raise InputError(problems)
    return runs


def _open_all(files: Sequence[File], choices: Choices, problems: list[Problem], notes: list[str]) -> list[Found]:
    """Open every file; put those together that belong together; pass over those that are no part of a task."""
    found: list[Found] = []
    dialogues: dict[tuple[str, str], dbdc.Dialogues] = {}
    for file in files:
        if len(files) > 1 and _ASIDE.fullmatch(PurePath(file.name).name):
            notes.append(f"{file.name}: passed over")
            continue
        try:
            opened = open_data(file.data, file.name)
        except OrdquantError as error:
            if len(files) == 1:
                problems += problems_of(error, file.name)
            elif choices.skip_files:
                notes.append(f"{file.name}: passed over, as it cannot be read")
            else:
                problems += [_with_choice(problem, "skip-files") for problem in problems_of(error, file.name)]
            continue
        if isinstance(opened, dbdc.Dialogues):
            parent = os.path.dirname(file.name) if opened.role == "run" else ""  # noqa: PTH120 - a name, not a path
            key = (opened.kind, parent)
            if key in dialogues:
                dialogues[key].add(opened)
                continue
            if parent.endswith(".zip"):
                opened.name = parent  # even one dialogue in an archive is a run called as the archive
            dialogues[key] = opened
        found.append(Found(opened))
    return found


def _is_used(one: Found, chosen: Found | None, choices: Choices, problems: list[Problem], notes: list[str]) -> bool:
    """Tell whether a file is the gold or has runs; note it if it is neither."""
    if one.opened.role in ("run", "either", "task") or (one is chosen and one.opened.role == "gold"):
        return True
    if one.opened.role == "gold":
        if chosen is None:
            return True
        seen, action = f"this is a gold, too (beside {chosen.opened.name})", "remove one of them"
    else:
        seen, action = (
            "there is no dialogue quality in it",
            "remove it (nuggets have a page and a command of their own)",
        )
    if choices.skip_files and one is not chosen:
        notes.append(f"{one.opened.name}: passed over, {seen}")
    else:
        problems.append(_with_choice(Problem(one.opened.name, "", seen, action), "skip-files"))
    return False


def _same_estimates(task: Task) -> list[str]:
    """Return a note for every run that repeats an earlier one, as a copy under another name does."""
    first: dict[bytes, str] = {}
    notes = []
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        twin = first.setdefault(sha256(estimates.tobytes()).digest(), name)
        if twin != name:
            notes.append(f"the runs {label(twin)} and {label(name)} hold the same estimates")
    return notes


def _unknown(wanted: Sequence[str], runs: Sequence[Run]) -> list[Problem]:
    """Return a problem for everything that was wanted and is not there."""
    names = listing([run.name for run in runs])
    action = f"the runs are {names}" if names else "name files or runs that hold estimates"
    return [
        Problem(text, "", "there is no such run", action)
        for text in wanted
        if not any(is_wanted(run, [text]) for run in runs)
    ]


def _tell_once(waiting: Sequence[Found], chosen: Found | None) -> None:
    """Of all files that wait for the same choice of a scale, let one ask for it."""
    asks = chosen if chosen in waiting else next(iter(waiting), None)
    for one in waiting:
        if one is not asks:
            one.problems = []


def _with_choice(problem: Problem, choice: Choice) -> Problem:
    return replace(problem, action=offer(problem.action, [choice]), choices=(choice,))
