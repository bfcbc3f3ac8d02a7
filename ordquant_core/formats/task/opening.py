"""Open the files of a task: recognise each, join those that belong together, report those that cannot be read."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.json import dbdc
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.outside_scores import holds_scores
from ordquant_core.formats.rows import ProblemBudget
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.tables.alike import read_alike
from ordquant_core.formats.task.task_file import TaskFile, problems_of

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md|task\.json", re.IGNORECASE)


def open_one(file: File, choices: Decisions) -> TaskFile:
    """Open a file. Raises `OrdquantError` if it cannot be read at all."""
    return _task_file(file, open_data(file.data, file.name, choices), ProblemBudget())


def _task_file(file: File, opened: Opened, budget: ProblemBudget) -> TaskFile:
    return TaskFile(opened, sha256(file.data).digest(), file, budget=budget)


class OpenedFiles(NamedTuple):
    """The files of a task that could be opened, and problems and notes on the others."""

    files: list[TaskFile]
    problems: list[Problem]
    unreadable: list[Problem]  # what is wrong with files that cannot be read, beside others that can
    notes: list[str]
    unreadable_names: list[str]  # of the files that cannot be read
    names: list[str]  # of all files that were given, those in archives included
    budget: ProblemBudget  # for the problems of them all


def open_all(files: Sequence[File], choices: Decisions, gold: str | None) -> OpenedFiles:
    """Open every file, join those that belong together, and ignore those that are not part of a task.

    The file that was named as the gold is never ignored.
    """
    unpacked = unpack(files)
    opened = OpenedFiles(
        files=[],
        problems=[],
        unreadable=list(unpacked.problems),
        notes=list(unpacked.notes),
        unreadable_names=[one.file for one in unpacked.problems],
        names=[file.name for file in unpacked.files],
        budget=ProblemBudget(),
    )
    dialogues: dict[tuple[str, str], TaskFile] = {}
    known = read_alike(unpacked.files, choices, lambda file: open_data(file.data, file.name, choices))
    for number, file in enumerate(unpacked.files):
        if len(unpacked.files) > 1 and _ASIDE.fullmatch(file.name.rpartition("/")[2]):
            opened.notes.append(f"{file.name}: ignored")
            continue
        if len(unpacked.files) > 1 and holds_scores(file.data):
            opened.notes.append(f"{file.name}: ignored, it holds scores computed elsewhere")
            continue
        try:
            one = _task_file(file, known.get(number) or open_data(file.data, file.name, choices), opened.budget)
        except OrdquantError as error:
            opened.unreadable_names.append(file.name)
            opened.unreadable.extend(problems_of(error, file.name))
            continue
        if isinstance(one.opened, dbdc.Dialogues):
            parent = os.path.dirname(file.name) if one.opened.role == "run" else ""  # noqa: PTH120 - a name, not a path
            key = (one.opened.kind, parent)
            if key in dialogues:
                before = dialogues[key]
                before.opened.add(one.opened)  # type: ignore[attr-defined]
                before.digest += one.digest
                continue
            if parent.endswith(".zip"):
                one.opened.name = parent  # even one dialogue in an archive is a run named after the archive
            dialogues[key] = one
        opened.files.append(one)
    # Without these there is no task: no other file can be read, or it is the one that was named as the gold.
    fatal = [one for one in opened.unreadable if not opened.files or one.file == gold]
    opened.problems.extend(fatal)
    opened.unreadable[:] = [one for one in opened.unreadable if one not in fatal]
    if choices.skip_files:
        opened.notes.extend(f"{one.file}: ignored, as it cannot be read ({one.seen})" for one in opened.unreadable)
        opened.unreadable.clear()
    else:
        opened.unreadable[:] = [replace(one, choices=(*one.choices, "skip-files")) for one in opened.unreadable]
    return opened
