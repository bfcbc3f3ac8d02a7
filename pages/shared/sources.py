"""Where tasks come from: bundled samples, the organiser's folder, a visitor's own files."""

import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import streamlit as st

from ordquant_core.formats.text import brief
from ordquant_core.tasks import NOTHING, Decisions, File
from ordquant_core.tasks.loading import SAMPLES
from ordquant_core.tasks.outcomes import without
from ordquant_core.tasks.published.description import FACTS, TaskKind
from ordquant_core.tasks.published.source import OWN, Changes, Source, of_path, of_tasks, of_upload, skipped
from pages.shared import holding
from pages.shared.reading import reading
from pages.shared.session import Item

FOLDER = "ORDQUANT_TASKS"  # the environment variable that names a folder of tasks for all visitors
OFFER = "ORDQUANT_OFFER"  # `all`: folders without a task.json and single files are offered, too
_LOG = logging.getLogger(__name__)

_UPLOADED: Item[dict[str, Source]] = holding.limit_files_in(Item("own_tasks", dict))  # nobody else can see them
_CHANGES: Item[dict[str, Changes]] = holding.limit_files_in(Item("task_changes", dict))


class Removed(NamedTuple):
    """What a visitor has removed from a task, which can be put back until they do something else with its files."""

    key: str = ""  # of the task that is left, OWN where nothing is
    before: Source | Changes = Changes()
    files: Mapping[str, frozenset[str]] = MappingProxyType({})  # by what was removed


_REMOVED: Item[Removed] = holding.limit_files_in(Item("removed_files", Removed))


def every() -> dict[str, Source]:
    """Return all tasks this visitor can choose from, by key; where several have one title, the later are numbered."""
    sources = {**{key: _changes(key).applied_to(source) for key, source in _official().items()}, **_UPLOADED.get()}
    names: set[str] = set()
    for key, source in sources.items():
        titles = (f"{source.title} ({number})" if number > 1 else source.title for number in count(1))
        title = next(title for title in titles if title not in names)
        names.add(title)
        if title != source.title:
            sources[key] = replace(source, title=title)
    return sources


def published(kind: TaskKind) -> dict[str, Source]:
    """Return the tasks of one kind in the organiser's folder."""
    return {key: source for key, source in offered(os.environ.get(FOLDER, "")).items() if source.kind == kind}


@cache
def bundled() -> Mapping[str, Source]:
    """Return the bundled samples of every kind."""
    return {path.parent.name: of_path(path.parent) for path in sorted(SAMPLES.glob(f"*/{FACTS}"))}


@cache
def samples() -> Mapping[str, Source]:
    """Return the bundled samples of quantification, the one that pages open with first."""
    sources = {key: source for key, source in bundled().items() if source.kind == "quantification"}
    return {"dialogue-quality": sources.pop("dialogue-quality"), **sources}


@st.cache_resource(ttl=10, max_entries=4, show_spinner=False)
def offered(folder: str) -> dict[str, Source]:
    """Return the tasks of the organiser's folder: every folder in it that has a `task.json`."""
    if not folder:
        return {}
    every = os.environ.get(OFFER, "") == "all"
    if not every:
        for name in skipped(Path(folder)):
            _warn_of(name)
    return {task.key: task for task in of_tasks(Path(folder), undescribed=every)}


@cache
def _warn_of(name: str) -> None:
    """Say in the log, once, that a folder or a file is not offered."""
    words = "%s is not offered as a task: it has no task.json (%s=all offers it, and publishes its gold)."
    _LOG.warning(words, brief(name), OFFER)


def keep(files: Sequence[File], *, instead_of: str | None = None) -> Source:
    """Make a task of a visitor's files and keep it; `instead_of`: the task they were added to or removed from.

    Raises `OrdquantError` beyond what a task, or the session, may hold.
    """
    uploaded = _UPLOADED.get()
    with reading(sum(len(file.data) for file in files)):
        source = of_upload(files, uploaded.get(instead_of) if instead_of else None)
    source = replace(source, load=partial(tuple, holding.reuse_contents(source.load())))
    with holding.within_limit():
        if instead_of:
            uploaded.pop(instead_of, None)
        uploaded[source.key] = source
    return source


def removed(key: str) -> Removed:
    """Return what the visitor has just removed from a task; what was removed from another one is forgotten."""
    if _REMOVED.get().key != key:
        forget_removed()
    return _REMOVED.get()


def forget_removed() -> None:
    """Forget what was removed: it cannot be put back any more."""
    _REMOVED.set(Removed())


def remove_or_put_back(key: str, *names: str, others: Sequence[str] = ()) -> str:
    """Remove a visitor's files, or sets of them, from a task, or put back those that were; return its key then.

    `others`: the names of all files and sets of the task.
    """
    last, now = removed(key), _UPLOADED.get().pop(key, None)
    before = last.before if last.key else now or _changes(key)
    files = {name: of for name, of in last.files.items() if name not in names}
    every = before.added if isinstance(before, Changes) else before.load()
    for name in names:
        kept = {file.name for file in without(every, name, others)}
        if name not in last.files and len(kept) < len(every):
            files[name] = frozenset(file.name for file in every) - kept
    gone = frozenset[str]().union(*files.values())
    rest = [file for file in every if file.name not in gone]
    if isinstance(before, Changes):
        _CHANGES.get()[key] = _changes(key).without(*(file.name for file in every)).adding(rest)
    elif rest:
        left = of_upload(rest, now or before) if gone else before
        left = left if now is None else replace(left, choices=now.choices, gold=left.gold or now.gold)
        key = left.key
        _UPLOADED.get()[key] = left
    else:
        key = OWN
    _REMOVED.set(Removed(key, before, files) if gone else Removed())
    return key


def remember_decisions(source: Source) -> None:
    """Remember what this visitor has chosen about a task: its gold, and what may be repaired in its files."""
    if source.own:
        _UPLOADED.get()[source.key] = source
    else:
        _CHANGES.get()[source.key] = _changes(source.key).decided(source, _official().get(source.key, source))


def published_choices(key: str) -> Decisions:
    """Return what the publisher of a task has decided about its files; nothing for a visitor's own task."""
    official = _official().get(key)
    return NOTHING if official is None else official.choices


def add_runs(key: str, files: Sequence[File]) -> None:
    """Put a visitor's runs beside those of an official task, in this session only; one of the same name is replaced."""
    _CHANGES.get()[key] = _changes(key).adding(files)


def with_own_runs() -> list[str]:
    """Return the tasks that the visitor has added runs to."""
    return [key for key, changes in _CHANGES.get().items() if changes.added]


def with_runs(source: Source, files: Sequence[File]) -> Source:
    """Return an official task as it would be with more runs of the visitor."""
    return _changes(source.key).adding(files).applied_to(_official()[source.key])


def _changes(key: str) -> Changes:
    return _CHANGES.get().get(key, Changes())


def _official() -> dict[str, Source]:
    return {**published("quantification"), **samples()}
