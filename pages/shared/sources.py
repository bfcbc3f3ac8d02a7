"""Where tasks come from: bundled samples, the organiser's folder, a visitor's own files."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import streamlit as st

from ordquant_core.errors import Problem
from ordquant_core.formats import NOTHING, Decisions, File, unpack
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.published.contents import TaskFolder, load_files, read_folder
from ordquant_core.formats.published.description import FACTS, TaskDescription, TaskKind
from ordquant_core.formats.task.additions import digest_of, put_beside
from pages.shared.look import ASSETS
from pages.shared.session import Item

OWN = "own"  # the choice that asks for files
SAMPLE = "sample"  # on the pages of nuggets and ranked lists: the bundled data
SAMPLES = ASSETS / "samples"
FOLDER = "ORDQUANT_TASKS"  # the environment variable that names a folder of tasks for all visitors


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

    @property
    def own(self) -> bool:
        return self.key.startswith(f"{OWN}-")


@dataclass(frozen=True, slots=True)
class Changes:
    """What a visitor has changed about a task that everybody sees: for this session alone."""

    gold: str | None = None
    choices: Decisions | None = None
    added: tuple[File, ...] = ()
    digest: str = ""  # of the added files


_OWN: Item[dict[str, Source]] = Item("own_tasks", dict)
_CHANGES: Item[dict[str, Changes]] = Item("task_changes", dict)


def every() -> dict[str, Source]:
    """Return all tasks this visitor can choose from, by key."""
    return {**{key: _changed(source) for key, source in _official().items()}, **own()}


def published(kind: TaskKind) -> dict[str, Source]:
    """Return the tasks of one kind in the organiser's folder."""
    return {key: source for key, source in offered(os.environ.get(FOLDER, "")).items() if source.kind == kind}


@cache
def bundled() -> Mapping[str, Source]:
    """Return the bundled samples of every kind."""
    return {path.parent.name: _in_folder(path.parent) for path in sorted(SAMPLES.glob(f"*/{FACTS}"))}


@cache
def samples() -> Mapping[str, Source]:
    """Return the bundled samples of quantification, the one that pages open with first."""
    found = {key: source for key, source in bundled().items() if source.kind == "quantification"}
    return {"dialogue-quality": found.pop("dialogue-quality"), **found}


@st.cache_resource(ttl=10, max_entries=4, show_spinner=False)
def offered(folder: str) -> dict[str, Source]:
    """Return the tasks of the organiser's folder: every folder or file in it is one."""
    if not folder:
        return {}
    try:
        paths = sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))
    except OSError:
        return {}
    tasks = [_in_folder(path) if path.is_dir() else _of_file(path) for path in paths]
    return {task.key: task for task in tasks}


def own() -> dict[str, Source]:
    """Return the tasks that this visitor has uploaded. Nobody else can see them."""
    return _OWN.get()


def keep(files: Sequence[File], *, instead_of: str | None = None) -> Source:
    """Make a task of a visitor's files and choose it; `instead_of`: the task they were added to or taken from.

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
    before = own().pop(instead_of, None) if instead_of else None
    notes = [note for note in before.notes if note.partition(": ")[0] not in given] if before else []
    gold = before.gold if before else None
    digest = digest_of(held)
    roots = list(dict.fromkeys(file.name.partition("/")[0] for file in held))
    source = Source(
        f"{OWN}-{digest[:16]}",
        roots[0] if len(roots) == 1 else f"{roots[0]} and {len(roots) - 1} more",
        digest,
        partial(tuple, held),
        gold=gold if any(f"{file.name}/".startswith(f"{gold}/") for file in held) else None,
        choices=before.choices if before else NOTHING,
        notes=(*notes, *unpacked.notes),
        members=(before.members if before else frozenset()) | {file.name for file in unpacked.files} - given,
    )
    own()[source.key] = source
    return source


def use(source: Source) -> None:
    """Remember what this visitor has chosen about a task: its gold, and what may be repaired in its files."""
    if source.own:
        own()[source.key] = source
        return
    official = _official().get(source.key, source)
    changes = _CHANGES.get()
    changes[source.key] = replace(
        changes.get(source.key, Changes()),
        gold=source.gold if source.gold != official.gold else None,
        choices=source.choices if source.choices != official.choices else None,
    )


def add_runs(key: str, files: Sequence[File]) -> None:
    """Put a visitor's runs beside those of an official task, in this session only; one of the same name is replaced."""
    names = {file.name for file in files}
    _set_added(key, (*(file for file in _CHANGES.get().get(key, Changes()).added if file.name not in names), *files))


def remove_run(key: str, name: str) -> None:
    """Remove one of the files that the visitor has added to a task."""
    _set_added(key, (file for file in _CHANGES.get().get(key, Changes()).added if file.name != name))


def _set_added(key: str, files: Iterable[File]) -> None:
    changes, files = _CHANGES.get(), tuple(files)
    changes[key] = replace(changes.get(key, Changes()), added=files, digest=digest_of(files))


def _official() -> dict[str, Source]:
    return {**published("quantification"), **samples()}


def _changed(source: Source) -> Source:
    """Return a task as this visitor has changed it. Changes to its files on disk still show."""
    made = _CHANGES.get().get(source.key)
    if made is None:
        return source
    gold = source.gold if made.gold is None else made.gold
    found = replace(source, gold=gold, choices=source.choices if made.choices is None else made.choices)
    if not made.added or source.problems:
        return found
    return replace(
        found,
        digest=sha256(f"{source.digest} and {made.digest}".encode()).hexdigest(),
        load=lambda: put_beside(source.load(), made.added),
        added=made.added,
        official=found,
    )


def _in_folder(path: Path) -> Source:
    """Return the task of a folder, as its `task.json` describes it if there is one."""
    return _of_folder(path.name, read_folder(path))


def _of_file(path: Path) -> Source:
    """Return the task that a single file is, such as an archive of a whole one."""
    real = Path(os.path.realpath(path))  # the organiser may link to a file elsewhere
    return _of_folder(path.stem, TaskFolder(real.parent, TaskDescription(path.stem), (), (real.name,), ()))


def _of_folder(name: str, found: TaskFolder) -> Source:
    said = found.description
    return Source(
        f"{name}-task" if name == OWN or (name == SAMPLE and said.kind != "quantification") else name,
        name if found.problems else said.title,
        found.fingerprint(),
        partial(load_files, found),
        gold=found.gold_name,
        choices=said.choices,
        description=said.description,
        synthetic=said.synthetic,
        note=found.trouble(name),
        kind=said.kind,
        scale=said.scale,
        problems=found.problems,
    )
