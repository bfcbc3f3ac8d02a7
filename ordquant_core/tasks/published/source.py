"""A task as it is offered to a visitor: its files, what is known of them before they are read, and their changes."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.tasks.additions import digest_of, put_beside
from ordquant_core.tasks.published.contents import TaskFolder, is_described, load_files, read_folder, readable
from ordquant_core.tasks.published.description import (
    NO_FACTS,
    NOTHING_ANNOUNCED,
    Announcement,
    OverviewFacts,
    TaskDescription,
    TaskKind,
)
from ordquant_core.tasks.published.reading import COLUMN

OWN = "own"  # in links: the visitor's own files, to come
SAMPLE = "sample"  # in links to nuggets and ranked lists: the bundled data


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The files of a task, and what is known of them before they are read."""

    key: str  # the name of a sample or folder, "own-<start of the digest>" for a visitor's files
    title: str
    digest: str  # identifies the files
    load: Callable[[], tuple[File, ...]]
    gold: str | None = None  # the file that is the gold, where somebody said so
    choices: Decisions = NOTHING
    description: str = ""
    synthetic: bool = False
    note: str = ""  # why the folder is not offered as it should be
    notes: tuple[str, ...] = ()  # on the archives of an upload, as they were unpacked
    members: frozenset[str] = frozenset()  # all files that its archives held, those removed since included
    kind: TaskKind = "quantification"
    scale: str | None = None  # shown first where the files have several
    problems: tuple[Problem, ...] = ()  # of the folder and its task.json: the files are not read
    added: tuple[File, ...] = ()  # the visitor's own runs beside the official files; `load` returns them, too
    official: "Source | None" = None  # the task without them
    measures: tuple[str, ...] | None = None  # the official ones; None: all
    primary: str | None = None  # the measure that comes first
    teams: Mapping[str, str] | None = None  # run -> team
    groups: Mapping[str, str] | None = None  # case -> group
    by: str | None = None  # the column that groups the cases
    announced: Announcement = NOTHING_ANNOUNCED  # deadline, contact and the like, for participants
    facts: OverviewFacts = NO_FACTS  # venue, language and the like

    @property
    def own(self) -> bool:
        """Whether the visitor has uploaded the files."""
        return self.key.startswith(f"{OWN}-")


@dataclass(frozen=True, slots=True)
class Changes:
    """What a visitor has changed about a task that everybody sees: for their session alone."""

    gold: str | None = None
    choices: Decisions | None = None
    added: tuple[File, ...] = ()
    digest: str = ""  # of the added files

    def decided(self, source: Source, official: Source) -> "Changes":
        """Return the changes with the gold and the decisions of `source`, where they are not the official ones."""
        return replace(
            self,
            gold=source.gold if source.gold != official.gold else None,
            choices=source.choices if source.choices != official.choices else None,
        )

    def adding(self, files: Sequence[File]) -> "Changes":
        """Return the changes with more runs; one of the same name is replaced."""
        return self.without(*(file.name for file in files))._holding(files)

    def without(self, *names: str) -> "Changes":
        """Return the changes without some of the added files."""
        kept = tuple(file for file in self.added if file.name not in names)
        return replace(self, added=kept, digest=digest_of(kept))

    def applied_to(self, source: Source) -> Source:
        """Return a task as it was changed. Changes of its files on disk still show."""
        gold = source.gold if self.gold is None else self.gold
        changed = replace(source, gold=gold, choices=source.choices if self.choices is None else self.choices)
        if not self.added or source.problems:
            return changed
        return replace(
            changed,
            digest=sha256(f"{source.digest} and {self.digest}".encode()).hexdigest(),
            load=lambda: put_beside(source.load(), self.added),
            added=self.added,
            official=changed,
        )

    def _holding(self, files: Sequence[File]) -> "Changes":
        every = (*self.added, *files)
        return replace(self, added=every, digest=digest_of(every))


def of_upload(files: Sequence[File], before: Source | None = None) -> Source:
    """Return the task that a visitor's files make; `before`: the task they were added to or removed from.

    Archives are unpacked once, here; one that cannot be opened stays as it is, for the reader to report. Raises
    `InputError` beyond the limit of what a task may hold.
    """
    given = {file.name for file in files}
    unpacked = unpack(files)
    opened = {file.name.partition("/")[0] for file in unpacked.files}
    held = (*unpacked.files, *(file for file in files if file.name.partition("/")[0] not in opened))
    if sum(len(file.data) for file in held) > MAX_UNPACKED:
        limit = f"{MAX_UNPACKED // MEBIBYTE} MiB"
        raise refuse(files[-1].name, f"with it the files have more than {limit} unpacked", f"{limit} in all")
    notes = [note for note in before.notes if note.partition(": ")[0] not in given] if before else []
    gold = before.gold if before else None
    digest = digest_of(held)
    roots = list(dict.fromkeys(file.name.partition("/")[0] for file in held))
    return Source(
        key=f"{OWN}-{digest[:16]}",
        title=roots[0] if len(roots) == 1 else f"{roots[0]} and {len(roots) - 1} more",
        digest=digest,
        load=partial(tuple, held),
        gold=gold if any(f"{file.name}/".startswith(f"{gold}/") for file in held) else None,
        choices=before.choices if before else NOTHING,
        notes=(*notes, *unpacked.notes),
        members=(before.members if before else frozenset()) | {file.name for file in unpacked.files} - given,
    )


def of_tasks(folder: Path, *, undescribed: bool = True) -> tuple[Source, ...]:
    """Return the tasks of a folder, in the order of their names: every folder or file in it is one.

    A folder that has a `task.json` itself is the one task. Without `undescribed`, folders without a `task.json`, and
    files, are left out: they may be the beginning of a task that is being copied. Never raises: what is wrong with one
    of them is a problem of that one. Hidden files are ignored.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return ()
    if is_described(folder):
        paths = [folder]
    return tuple(of_path(path) for path in paths if undescribed or is_described(path))


def skipped(folder: Path) -> tuple[str, ...]:
    """Return the names of the folders and files in it that are no tasks for lack of a `task.json`. Never raises."""
    try:
        names = [path.name for path in folder.iterdir() if not (path.name.startswith(".") or is_described(path))]
    except OSError:
        return ()
    return () if is_described(folder) else tuple(sorted(map(readable, names)))


def of_path(path: Path) -> Source:
    """Return the task of a folder, as its `task.json` describes it, or of a single file, such as an archive of one.

    Never raises. What a link leads to must lie beside it.
    """
    name = readable(path.name)
    try:
        return _of_path(path, name)
    except (OSError, ValueError, RecursionError) as problem:
        seen = f"it cannot be read ({getattr(problem, 'strerror', None) or type(problem).__name__})"
        return _unusable(path, name, seen, "check its name, its permissions and its files")


def _of_path(path: Path, name: str) -> Source:
    if name != path.name:
        return _unusable(path, name, "its name is not UTF-8", "rename it")
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(os.path.realpath(path.parent)):
        return _unusable(path, name, "this link leads out of the folder of tasks", "copy the task into the folder")
    if path.is_dir():
        return _of_folder(name, read_folder(path))
    if not path.is_file():
        return _unusable(path, name, "it is neither a folder nor a regular file", "replace it with the task itself")
    return _of_folder(path.stem, TaskFolder(real.parent, TaskDescription(path.stem), (), (real.name,), ()))


def _unusable(path: Path, name: str, seen: str, action: str) -> Source:
    problem = Problem(name, "", seen, action)
    return _of_folder(name, TaskFolder(path, TaskDescription(name), (), (), (problem,)))


def _of_folder(name: str, folder: TaskFolder) -> Source:
    facts = folder.description
    digest = folder.fingerprint()
    if facts.groups is not None:  # they are part of what is read
        digest = sha256(f"{digest} {sorted(facts.groups.items())}".encode()).hexdigest()
    return Source(
        key=f"{name}-task" if name == OWN or (name == SAMPLE and facts.kind != "quantification") else name,
        title=name if folder.problems else facts.title,
        digest=digest,
        load=partial(_load, folder),
        gold=folder.gold_name,
        choices=facts.choices,
        description=facts.description,
        synthetic=facts.synthetic,
        note=folder.trouble(name),
        kind=facts.kind,
        scale=facts.scale,
        problems=folder.problems,
        measures=facts.measures,
        primary=facts.primary,
        teams=facts.teams,
        groups=facts.groups,
        by=COLUMN if facts.groups is not None else facts.by,
        announced=facts.announced,
        facts=facts.facts,
    )


def _load(folder: TaskFolder) -> tuple[File, ...]:
    """Load the files of a folder. Raises `InputError` for one with problems."""
    if folder.problems:
        raise InputError(folder.problems)
    return load_files(folder)
