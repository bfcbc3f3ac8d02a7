"""Where tasks come from: bundled samples, the organiser's folder, a visitor's own files."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.formats import NOTHING, Choices, File, read_bytes
from pages.shared.look import ASSETS

OWN = "own"  # the choice that asks for files
SAMPLES = ASSETS / "samples"
FOLDER = "ORDQUANT_TASKS"  # the environment variable that names a folder of tasks for all visitors
FACTS = "task.json"  # what a folder says of its task


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The files of a task, and what is known of them before they are read."""

    key: str  # the name of a sample or folder, "own-<start of the digest>" for a visitor's files
    title: str
    digest: str  # tells the files from all others
    load: Callable[[], tuple[File, ...]]
    gold: str | None = None  # the file that is the gold, where somebody said so
    choices: Choices = NOTHING
    description: str = ""
    synthetic: bool = False
    note: str = ""  # why the folder is not offered as it should be

    @property
    def own(self) -> bool:
        return self.key.startswith(f"{OWN}-")


def every() -> dict[str, Source]:
    """Return all tasks this visitor can choose from, by key."""
    return {**offered(os.environ.get(FOLDER, "")), **samples(), **own()}


@cache
def samples() -> Mapping[str, Source]:
    """Return the bundled samples, the one that pages open with first."""
    found = {path.parent.name: _in_folder(path.parent) for path in SAMPLES.glob(f"*/{FACTS}")}
    return {"dialogue-quality": found.pop("dialogue-quality"), **found}


@st.cache_resource(ttl=10, max_entries=4, show_spinner=False)
def offered(folder: str) -> dict[str, Source]:
    """Return the tasks of the organiser's folder: every folder or file in it is one."""
    if not folder:
        return {}
    try:
        places = sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))
    except OSError:
        return {}
    tasks = [_in_folder(path) if path.is_dir() else _of_paths(path.stem, path.parent, [path], {}) for path in places]
    return {task.key: task for task in tasks}


def own() -> dict[str, Source]:
    """Return the tasks that this visitor has uploaded. Nobody else can see them."""
    kept: dict[str, Source] = st.session_state.setdefault("own_tasks", {})
    return kept


def keep(files: Sequence[File], *, instead_of: str | None = None) -> Source:
    """Make a task of a visitor's files and choose it; `instead_of`: the task they were added to or taken from."""
    before = own().pop(instead_of, None) if instead_of else None
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{len(file.name)}:{file.name}:{len(file.data)}:".encode(errors="replace"))
        digest.update(file.data)
    names = [file.name for file in files]
    source = Source(
        f"{OWN}-{digest.hexdigest()[:16]}",
        names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more",
        digest.hexdigest(),
        partial(tuple, files),
        gold=before.gold if before and before.gold in names else None,
        choices=before.choices if before else NOTHING,
    )
    own()[source.key] = source
    return source


def _in_folder(folder: Path) -> Source:
    """Return the task of a folder; a `task.json` in it may give its title, its gold and what may be repaired."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != FACTS)
    paths = [path for path in paths if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)]
    facts, note = {}, ""
    if (folder / FACTS).is_file():
        try:
            facts = _object((folder / FACTS).read_text(encoding="utf-8"))
            listed = [facts["gold"], *facts.get("runs", [])] if "gold" in facts else []
            paths = [folder / name for name in listed] or paths
        except (OSError, ValueError, TypeError, KeyError) as problem:
            facts, note = {}, f"{folder.name}/{FACTS} is not used: {problem}"
    return _of_paths(folder.name, folder, paths, facts, note)


def _object(text: str) -> dict[str, Any]:
    facts = json.loads(text)
    if not isinstance(facts, dict):
        raise TypeError("it holds no object {…}")
    return facts


def _of_paths(key: str, folder: Path, paths: Sequence[Path], facts: Mapping[str, object], note: str = "") -> Source:
    seen = hashlib.sha256()
    for path in paths:
        try:
            status = path.stat()
            seen.update(f"{path}:{status.st_size}:{status.st_mtime_ns};".encode(errors="replace"))
        except OSError:
            note = f"{path.name} cannot be read"
    gold = facts.get("gold")
    try:
        listed = facts.get("choices", [])
        choices = NOTHING.with_(listed if isinstance(listed, list) else [listed])
    except UnknownNameError as problem:
        choices, note = NOTHING, f"{key}/{FACTS}: {problem}"
    return Source(
        key,
        str(facts.get("title", key)),
        seen.hexdigest(),
        partial(_load, folder, tuple(paths)),
        gold=gold if isinstance(gold, str) else None,
        choices=choices,
        description=str(facts.get("description", "")),
        synthetic=bool(facts.get("synthetic")),
        note=note,
    )


def _load(folder: Path, paths: Sequence[Path]) -> tuple[File, ...]:
    """Read the files, called by their paths in the folder: nobody learns where that is."""
    files = []
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            files.append(File(name, read_bytes(path)))
        except OrdquantError as problem:
            raise OrdquantError(str(problem).replace(str(path), name)) from None
    return tuple(files)
