"""The files of a task: which of them are opened, how, and which belong together."""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official.dbdc import Dialogues
from ordquant_core.formats.opening import OpenedFile, open_file
from ordquant_core.formats.raw_table import RawTable, Reason

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md|task\.json", re.IGNORECASE)


class GivenFiles(NamedTuple):
    """The files that were given, those in archives included, without those that are no part of a task."""

    files: tuple[File, ...]
    problems: tuple[Problem, ...]  # of archives that cannot be unpacked
    notes: tuple[str, ...]
    names: tuple[str, ...]  # of all files, the ignored ones included


def given_files(files: Sequence[File], gold: str | None) -> GivenFiles:
    """Unpack archives, and leave out what stands beside a task, such as a README, but never the gold that was named."""
    unpacked = unpack(files)
    several = len(unpacked.files) > 1
    aside = [file for file in unpacked.files if several and _is_aside(file.name) and file.name != gold]
    notes = (*unpacked.notes, *(f"{file.name}: ignored" for file in aside))
    names = tuple(file.name for file in unpacked.files)
    return GivenFiles(tuple(f for f in unpacked.files if f not in aside), tuple(unpacked.problems), notes, names)


def _is_aside(name: str) -> bool:
    return _ASIDE.fullmatch(name.rpartition("/")[2]) is not None


def open_as_said(file: File, said: TableMapping | None, answered: Sequence[tuple[File, TableMapping]]) -> OpenedFile:
    """Open a file as its mapping says; or as that of a file says of which the same was asked.

    `answered`: the files for which there is a mapping. Raises `InputError` if the file cannot be opened.
    """
    opened = open_file(file, said)
    given: dict[str, Any] = {}
    while said is None and (asked := {reason.field for reason in opened.reasons} - {*given}):
        alike = (mapping for other, mapping in answered if _alike(_asked(other, mapping, given), opened.reasons))
        mapping = next(alike, None)
        if mapping is None:
            break
        given |= {name: getattr(mapping, name) for name in asked}
        opened = open_file(file, TableMapping(**given))
    return opened


def _asked(file: File, mapping: TableMapping, given: Iterable[str]) -> Sequence[Reason]:
    """Return what is asked about a file of which its mapping says these fields."""
    with suppress(OrdquantError):
        return open_file(file, TableMapping(**{name: getattr(mapping, name) for name in given})).reasons
    return ()


def answered_files(files: Sequence[File], choices: Decisions, gold: str | None) -> list[tuple[File, TableMapping]]:
    """Return the files for which somebody has said how they are read."""
    said = ((file, choices.mapping_for(file.name, is_gold=is_gold_file(file.name, files, gold))) for file in files)
    return [(file, mapping) for file, mapping in said if mapping is not None] if choices.mappings else []


def is_gold_file(name: str, files: Sequence[File], gold: str | None) -> bool:
    """Return whether a file is the gold before anything is read: it is the only one, or named so, or in that folder."""
    return len(files) == 1 or (gold is not None and (name == gold or name.startswith(f"{gold}/")))


def _alike(some: Sequence[Reason], others: Sequence[Reason]) -> bool:
    """Return whether the same fields are asked for, with the same values to choose from."""
    return [(one.field, one.options) for one in some] == [(one.field, one.options) for one in others]


def open_table(files: Sequence[File], name: str, choices: Decisions, gold: str | None = None) -> RawTable | None:
    """Return the whole table of one of the files of a task, None where it cannot be opened as one."""
    given = given_files(files, gold).files
    file = next((file for file in given if file.name == name), None)
    if file is None:
        return None
    try:
        said = choices.mapping_for(name, is_gold=is_gold_file(name, given, gold))
        return open_as_said(file, said, answered_files(given, choices, gold)).table
    except OrdquantError:
        return None


def joined(opened: Sequence[OpenedFile]) -> list[OpenedFile]:
    """Join the dialogues of DBDC, all gold files and the runs of each folder, in the place of the first.

    All other files stay as they are.
    """
    groups: dict[object, list[OpenedFile]] = {}
    for place, one in enumerate(opened):
        key = _group_of(one.official, one.file) if isinstance(one.official, Dialogues) else place
        groups.setdefault(key, []).append(one)
    return [_as_one(group, key[1]) if isinstance(key, tuple) else group[0] for key, group in groups.items()]


def _group_of(dialogues: Dialogues, file: str) -> tuple[str, str]:
    folder = os.path.dirname(file) if dialogues.role == "run" else ""  # noqa: PTH120 - a name, not a path
    return dialogues.kind, folder


def _as_one(group: Sequence[OpenedFile], folder: str) -> OpenedFile:
    every = [one.official for one in group if isinstance(one.official, Dialogues)]
    official = every[0].joined(every[1:])
    if folder.endswith(".zip"):
        official = replace(official, name=folder)  # even one dialogue in an archive is a run named after the archive
    return replace(group[0], file=official.name, official=official, digest=b"".join(one.digest for one in group))
