"""The folder of a study: one task per folder or file in it, in the layout that organisers offer tasks in.

A manifest, `study.json`, may name the study, the tasks to take in their order, and for each a short name, the venue,
the subtask, its type, the language and the annotators, which the papers print in their overview of the data; what it
does not say, the `task.json` of the task may. Without it, every folder and
file is a task, in the order of their names.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.json.strict import load
from ordquant_core.formats.text import brief
from ordquant_core.tasks.published.description import OverviewFacts, path_fault
from ordquant_core.tasks.published.reading import combined
from ordquant_core.tasks.published.source import Source, of_path
from ordquant_core.tasks.reading import TaskRead, read_task

MANIFEST = "study.json"
_ENTRIES = ("folder", "name", "venue", "subtask", "type", "language", "annotators")
_TEXTS = frozenset({".md", ".py", ".pdf", ".rst"})  # files that lie beside tasks and hold none
_EXAMPLE = '{"title": "…", "tasks": [{"folder": "…", "name": "…", "venue": "…", "language": "…", "annotators": "…"}]}'


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One task of a study, before its files are read."""

    folder: str
    name: str  # a short name; "" takes the title of the task
    facts: OverviewFacts  # those of the manifest, else those of its task.json
    source: Source


@dataclass(frozen=True, slots=True, eq=False)
class StudyFolder:
    """The tasks of a study in their order."""

    title: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OnScale:
    """A task read on one of its scales, or what keeps it from being read."""

    scale: str | None
    read: TaskRead


def read_study(path: str | os.PathLike[str]) -> StudyFolder:
    """Find the tasks of a study. Raises `InputError` for a folder or manifest that cannot be used."""
    folder = Path(path)
    if not folder.is_dir():
        raise InputError([Problem(os.fspath(path), "", "this is not a folder", "give a folder with a task per folder")])
    title, entries = folder.resolve().name, [{"folder": name} for name in _names(folder)]
    if (folder / MANIFEST).exists():
        title, entries = _manifest(folder, title)
    members = tuple(_member(folder, entry) for entry in entries)
    usable = tuple(one for one in members if one.source.kind == "quantification")
    if not usable:
        raise InputError([Problem(os.fspath(path), "", "there is no task in this folder", "add a folder per task")])
    return StudyFolder(title, usable)


def on_every_scale(source: Source, *, scale: str | None = None, choices: Decisions = NOTHING) -> tuple[OnScale, ...]:
    """Read a task on each of its scales, or on `scale`; one without scales is read once. Never raises.

    `choices` are decisions of the user, which go before those of the task.
    """
    source = replace(source, choices=combined(source.choices, choices))
    if source.problems:
        return (OnScale(None, TaskRead(None, None, (), source.problems, ())),)
    try:
        files = source.load()
    except InputError as error:
        return (OnScale(None, TaskRead(None, None, (), tuple(error.problems), ())),)

    def read(wanted: str | None) -> TaskRead:
        return read_task(files, gold=source.gold, scale=wanted, choices=source.choices, name=source.title)

    try:
        first = read(None)
        if scale is not None and first.scales_of_gold:
            return (OnScale(scale, read(scale)),)
        return tuple(OnScale(scale, read(scale)) for scale in first.scales_of_gold) or (OnScale(None, first),)
    except OrdquantError as error:  # of a task that nobody would take for one
        return (OnScale(None, TaskRead(None, None, (), (Problem(source.key, "", str(error), ""),), ())),)


def _names(folder: Path) -> list[str]:
    return sorted(place.name for place in folder.iterdir() if not _is_aside(place))


def _is_aside(place: Path) -> bool:
    """Return whether an entry of the folder is hidden, the manifest, or a text about the tasks."""
    return place.name.startswith((".", "__")) or place.name == MANIFEST or place.suffix.casefold() in _TEXTS


def _member(folder: Path, entry: dict[str, str]) -> Member:
    name = entry["folder"]
    source = of_path(folder / name)
    if not (folder / name).exists():
        problem = Problem(f"{folder.name}/{name}", "", "there is no such folder", f"correct {MANIFEST}")
        source = replace(source, problems=(problem,))
    facts = {key: entry[key] for key in _ENTRIES[2:] if entry.get(key)}
    return Member(name, entry.get("name", ""), replace(source.facts, **facts), source)  # type: ignore[arg-type]


def _manifest(folder: Path, title: str) -> tuple[str, list[dict[str, str]]]:
    """Return the title and the entries of `study.json`. Raises `InputError`."""
    name = f"{folder.name}/{MANIFEST}"
    facts = load(read_bytes(folder / MANIFEST), name)
    tasks = facts.get("tasks") if isinstance(facts, dict) else None
    if not isinstance(facts, dict) or not isinstance(tasks, list) or not tasks:
        raise InputError([Problem(name, "", "this is not a study manifest", f"expected {_EXAMPLE}")])
    problems = (
        [] if isinstance(facts.get("title", ""), str) else [Problem(name, "title", "it is not a text", "give a text")]
    )
    problems += [
        Problem(name, f"tasks, entry {number}", fault, f"expected {_EXAMPLE}")
        for number, entry in enumerate(tasks, start=1)
        if (fault := _fault(entry))
    ]
    folders = [entry["folder"] for entry in tasks if isinstance(entry, dict) and isinstance(entry.get("folder"), str)]
    problems += [
        Problem(name, "tasks", f"{brief(one)} occurs twice", "name every folder once")
        for one in dict.fromkeys(folders)
        if folders.count(one) > 1
    ]
    if problems:
        raise InputError(problems)
    return str(facts.get("title") or title), tasks


def _fault(entry: object) -> str:
    """Return what is wrong with an entry, "" if nothing is."""
    if not isinstance(entry, dict):
        return f"found {brief(entry)}"
    unknown = [key for key in entry if key not in _ENTRIES]
    wrong = [key for key, value in entry.items() if not isinstance(value, str)]
    if unknown or wrong:
        return f"the entry {brief(unknown[0])} is unknown" if unknown else f"{wrong[0]} is not a text"
    fault = path_fault(entry.get("folder", ""))
    return fault[0] if fault else ""
