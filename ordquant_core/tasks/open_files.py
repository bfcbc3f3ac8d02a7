"""The files of a task: which of them are opened, how, and which belong together."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official.dbdc import Dialogues
from ordquant_core.formats.opening import OpenedFile, open_file
from ordquant_core.formats.raw_table import RawTable
from ordquant_core.tasks.grouping import grouped

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md|task\.json", re.IGNORECASE)
Mapped = Sequence[tuple[File, TableMapping | None]]  # how somebody said that each file is read


class GivenFiles(NamedTuple):
    """The files that were given, those in archives included, without those that are no part of a task."""

    files: Mapped
    problems: tuple[Problem, ...]  # of archives that cannot be unpacked
    notes: tuple[str, ...]
    names: tuple[str, ...]  # of all files, the ignored ones included


def given_files(files: Sequence[File], gold: str | None, choices: Decisions) -> GivenFiles:
    """Unpack archives, and leave out what stands beside a task, such as a README, but never the gold that was named.

    Before anything is read, a file is the gold that is the only one, or named so, or in the folder of that name.
    """
    unpacked = unpack(files)
    several, names = len(unpacked.files) > 1, tuple(file.name for file in unpacked.files)
    aside = {name for name in names if several and _ASIDE.fullmatch(name.rpartition("/")[2]) and name != gold}
    notes = (*unpacked.notes, *(f"{name}: ignored" for name in names if name in aside))
    kept = [file for file in unpacked.files if file.name not in aside]
    are_gold = [len(kept) == 1 or (gold is not None and f"{file.name}/".startswith(f"{gold}/")) for file in kept]
    mappings = (choices.mapping_for(file.name, is_gold=is_gold) for file, is_gold in zip(kept, are_gold, strict=True))
    return GivenFiles([*zip(kept, mappings, strict=True)], tuple(unpacked.problems), notes, names)


def open_as_mapped(file: File, own: TableMapping | None, of_files: Mapped) -> OpenedFile:
    """Open a file as its mapping says; or as that of another file (`of_files`) says of which the same was asked.

    Raises `InputError` if the file cannot be opened.
    """
    opened = open_file(file, own)
    given: dict[str, Any] = {}
    while own is None and (asked := {reason.field for reason in opened.reasons} - {*given}):
        answers = (mapping for other, mapping in of_files if mapping and _asks_as(opened, other, mapping, given))
        answer = next(answers, None)
        if answer is None:
            break
        given |= {name: getattr(answer, name) for name in asked}
        opened = open_file(file, TableMapping(**given))
    return opened


def _asks_as(opened: OpenedFile, file: File, mapping: TableMapping, given: Iterable[str]) -> bool:
    """Return whether the same is asked about a file of which its mapping says these fields."""
    with suppress(InputError):
        other = open_file(file, TableMapping(**{name: getattr(mapping, name) for name in given}))
        asked = ([(reason.field, reason.options) for reason in one.reasons] for one in (opened, other))
        return next(asked) == next(asked)
    return False


def open_table(files: Sequence[File], name: str, choices: Decisions, gold: str | None = None) -> RawTable | None:
    """Return the whole table of one of the files of a task, None where it cannot be opened as one."""
    of_files = given_files(files, gold, choices).files
    with suppress(InputError):
        return next(
            (open_as_mapped(file, mapping, of_files).table for file, mapping in of_files if file.name == name), None
        )
    return None


def join_dialogues(opened: Sequence[OpenedFile]) -> list[OpenedFile]:
    """Join the dialogues of DBDC, all gold files and the runs of each folder, in the place of the first.

    All other files stay as they are.
    """

    def whole(opened: OpenedFile) -> object:
        if not isinstance(opened.official, Dialogues):
            return opened  # equal to none but itself
        return opened.official.role, opened.official.folder if opened.official.role == "run" else ""

    return [_as_one(group) for group in grouped(opened, whole).values()]


def _as_one(group: Sequence[OpenedFile]) -> OpenedFile:
    first, *others = (one.official for one in group)
    if not isinstance(first, Dialogues):
        return group[0]
    official = first.joined([one for one in others if isinstance(one, Dialogues)])
    if first.role == "run" and first.folder.endswith(".zip"):
        official = replace(official, name=first.folder)  # even one dialogue in an archive is a run named after it
    return replace(group[0], file=official.name, official=official, digest=b"".join(one.digest for one in group))
