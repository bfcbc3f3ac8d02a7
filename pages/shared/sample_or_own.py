"""What pages with a kind of data of their own look at: a bundled sample, a published task, or a visitor's files."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import NOTHING, Choices
from ordquant_core.formats.published.description import TaskKind
from pages.shared import problems, sources
from pages.shared.escaping import escape
from pages.shared.sources import OWN, SAMPLE, Source

Digests = tuple[tuple[str, str], ...]  # name, sha256 of the bytes
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What the visitor has chosen to look at."""

    choice: str
    beside: st.delta_generator.DeltaGenerator  # the place beside the choice
    source: Source | None  # the sample or published task; None: the visitor's own files

    @property
    def synthetic(self) -> bool:
        return self.source is not None and self.source.synthetic

    @property
    def description(self) -> str:
        return self.source.description if self.source else ""

    @property
    def allowed(self) -> Choices:
        """What may be repaired before the visitor has chosen anything."""
        return self.source.choices if self.source else NOTHING


def choose(query: Mapping[str, str] | None, key: str, kind: TaskKind, own: str) -> Data:
    """Draw the choice of data, as the link says; stops the page at a published task that cannot be used.

    `key` is that of the widget, `own` what the visitor's own files are called.
    """
    (sample,) = (source for source in sources.bundled().values() if source.kind == kind)
    offered = {SAMPLE: sample} | sources.published(kind)
    titles = {name: source.title for name, source in offered.items()} | {OWN: own}
    wanted = (query or {}).get("data")
    if wanted in titles:
        st.session_state[key] = wanted
    elif wanted is not None:
        st.warning(f"The link names the data “{escape(wanted[:60])}”, which are not here.")
    if st.session_state.get(key) not in titles:  # at first, or a task that is no longer published
        st.session_state[key] = SAMPLE
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice = st.selectbox(
            "Data", list(titles), key=key, format_func=titles.__getitem__, persist_state="session", width=300
        )
        data = Data(choice, st.container(horizontal=True, width="content"), offered.get(choice))
    if data.source and data.source.problems:
        st.warning(escape(data.source.note))
        problems.table(data.source.problems)
        st.stop()
    return data


def digests(files: Iterable[tuple[str, bytes]]) -> Digests:
    """Return what tells files from all others."""
    return tuple((name, hashlib.sha256(data).hexdigest()) for name, data in files)


def read(kept: str, files: Hashable, reader: Callable[[Choices], Result], start: Choices = NOTHING) -> Result:
    """Read files with the repairs that the visitor allows for them; stops the page while they cannot be read.

    `kept` is where the session remembers the repairs, `files` tells the files from all others, `start` are the
    repairs that whoever published the files allows.
    """
    allowed: dict[Hashable, Choices] = st.session_state.setdefault(kept, {})
    choices = allowed.get(files, start)
    try:
        return reader(choices)
    except InputError as error:
        problems.report(error.problems, lambda more: allowed.update({files: choices.with_(more)}))
    except OrdquantError as error:
        st.error(escape(str(error)))
    st.stop()
