"""What pages with a kind of data of their own work on: a bundled sample, a published task, or a visitor's files."""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

import streamlit as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.tasks import NOTHING, Decisions, File
from ordquant_core.tasks.published.description import TaskKind
from ordquant_core.tasks.published.source import OWN, SAMPLE, Source
from pages.shared import controls, links, look, problems, skeleton, sources
from pages.shared.escaping import escape
from pages.shared.params import Params
from pages.shared.session import Item

Digests = tuple[tuple[str, str], ...]  # name, sha256 of the bytes; of a published task its name and its digest
Files = tuple[File, ...]
Load = Callable[[], Files]


class WithRuns(Protocol):
    """What files are read as."""

    @property
    def runs(self) -> tuple[str, ...]: ...


Result = TypeVar("Result", bound=WithRuns)
Reader = Callable[["FilesKey", Load], Result]


@dataclass(frozen=True, slots=True)
class FilesKey:
    """All that decides what files are read as."""

    files: Digests
    gold: str | None
    choices: Decisions


@dataclass(frozen=True, slots=True, eq=False)
class Opened(Generic[Result]):
    """What the data was read as, and the key of its results."""

    contents: Result
    key: FilesKey
    source: Source | None  # the sample or published task; None: the visitor's own files


def open_data(
    state: Params,
    kind: TaskKind,
    own: str,
    ask: Callable[[], tuple[Files, str | None]],
    reader: Reader[Result],
    uploaded: Mapping[str, Source] = MappingProxyType({}),
) -> Opened[Result]:
    """Draw the choice of data, the parameter `data` of a page, and return what it was read as.

    Stops the page while there is nothing to show. `own` is what the visitor's own files are called; `ask` draws the
    controls for them and returns them, with the name of the gold where it is known. `uploaded` are tasks on the page
    Data that hold such data.
    """
    (sample,) = (source for source in sources.bundled().values() if source.kind == kind)
    offered = {SAMPLE: sample, **sources.published(kind), **uploaded}
    titles = {name: source.title for name, source in offered.items()} | {OWN: own}
    state.restrict({"data": titles})
    with look.about():
        choice = controls.select(state, "data", "Data", titles, width=260, label_visibility="collapsed")
    source = offered.get(choice)
    links.followed()
    if source and source.problems:
        st.warning(escape(source.note))
        problems.table(source.problems)
        skeleton.stop()
    if source:
        digests: Digests = ((choice, source.digest),)
        load, gold = source.load, source.gold
    else:
        files, gold = ask()
        digests = _digests(state, files)
        load = partial(tuple, files)
    allowed = Item(f"{state.page}_allowed", dict[Hashable, Decisions]).get()
    choices = allowed.get((digests, gold), source.choices if source else NOTHING)
    key = FilesKey(digests, gold, choices)
    try:
        result = reader(key, load)
    except InputError as error:
        problems.report(error.problems, lambda problem: allowed.update({(digests, gold): choices.with_([problem])}))
        skeleton.stop()
    except OrdquantError as error:
        st.error(escape(str(error)))
        skeleton.stop()
    if not result.runs:
        st.info("This task has no runs yet.")
        skeleton.stop()
    return Opened(result, key, source)


def _digests(state: Params, files: Files) -> Digests:
    """Return the digests of a visitor's files, each of which is computed once."""
    item = Item(f"{state.page}_digests", dict[tuple[int, str], tuple[bytes, str]])
    known, digests = item.get(), {}
    for place, (name, content) in enumerate(files):
        data, digest = known.get((place, name), (None, ""))
        digests[place, name] = content, digest if data is content else hashlib.sha256(content).hexdigest()
    item.set(digests)
    return tuple((name, digest) for (_, name), (_, digest) in digests.items())
