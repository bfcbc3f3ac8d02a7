"""What pages with a kind of data of their own work on: a bundled sample, a published task, or a visitor's files."""

import hashlib
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import NOTHING, Decisions
from ordquant_core.formats.published.description import TaskKind
from ordquant_core.formats.published.source import OWN, SAMPLE, Source
from ordquant_core.markup import join, tag
from pages.shared import controls, problems, sources, tasks, write
from pages.shared.escaping import escape
from pages.shared.params import Params
from pages.shared.session import Item

Digests = tuple[tuple[str, str], ...]  # name, sha256 of the bytes
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """The data that the visitor has chosen."""

    choice: str
    beside: st.delta_generator.DeltaGenerator  # the container beside the control
    source: Source | None  # the sample or published task; None: the visitor's own files

    def facts(self, *facts: str) -> st.delta_generator.DeltaGenerator:
        """Draw a line of facts about the data; returns the container beside it, for the page's own tools."""
        synthetic = [tag("b", "synthetic sample")] if self.source and self.source.synthetic else []
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            write.paragraph(join([*synthetic, *facts], " · "), style="muted", id="facts", width="content")
            tools = st.container(horizontal=True, width="content")
        tasks.show_description(self.source.description if self.source else "")
        return tools


def choose(state: Params, kind: TaskKind, own: str) -> Data:
    """Draw the choice of data, the parameter `data` of a page; stops the page at a task that cannot be used.

    `own` is what the visitor's own files are called.
    """
    (sample,) = (source for source in sources.bundled().values() if source.kind == kind)
    offered = {SAMPLE: sample} | sources.published(kind)
    titles = {name: source.title for name, source in offered.items()} | {OWN: own}
    state.restrict({"data": titles})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice = controls.select(state, "data", "Data", titles, width=300)
        data = Data(choice, st.container(horizontal=True, width="content"), offered.get(choice))
    if data.source and data.source.problems:
        st.warning(escape(data.source.note))
        problems.table(data.source.problems)
        st.stop()
    return data


def digests(files: Iterable[tuple[str, bytes]]) -> Digests:
    """Return what distinguishes files from all others."""
    return tuple((name, hashlib.sha256(data).hexdigest()) for name, data in files)


def read(page: str, data: Data, files: Hashable, reader: Callable[[Decisions], Result]) -> Result:
    """Read files with the repairs that their publisher or the visitor allows; stops the page where that fails.

    `files` distinguishes them from all others.
    """
    allowed: dict[Hashable, Decisions] = Item(f"{page}_allowed", dict[Hashable, Decisions]).get()
    choices = allowed.get(files, data.source.choices if data.source else NOTHING)
    try:
        return reader(choices)
    except InputError as error:
        problems.report(error.problems, lambda more: allowed.update({files: choices.with_(more)}))
    except OrdquantError as error:
        st.error(escape(str(error)))
    st.stop()
