"""What pages with a kind of data of their own look at: a bundled sample, or files that the visitor gives."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import NOTHING, Choices
from pages.shared import problems
from pages.shared.tasks import escape

SAMPLE, OWN = "sample", "own"
Digests = tuple[tuple[str, str], ...]  # name, sha256 of the bytes
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What the visitor has chosen to look at."""

    choice: str
    beside: st.delta_generator.DeltaGenerator  # the place beside the choice

    @property
    def synthetic(self) -> bool:
        return self.choice == SAMPLE


def choose(query: Mapping[str, str] | None, key: str, titles: Mapping[str, str]) -> Data:
    """Draw the choice of data, as the link says; `titles` calls SAMPLE and OWN as the visitor does."""
    wanted = (query or {}).get("data")
    if wanted in titles:
        st.session_state[key] = wanted
    elif wanted is not None:
        st.warning(f"The link names the data “{escape(wanted[:60])}”, which are not here.")
    st.session_state.setdefault(key, SAMPLE)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice = st.selectbox(
            "Data", list(titles), key=key, format_func=titles.__getitem__, persist_state="session", width=300
        )
        return Data(choice, st.container(horizontal=True, width="content"))


def digests(files: Iterable[tuple[str, bytes]]) -> Digests:
    """Return what tells files from all others."""
    return tuple((name, hashlib.sha256(data).hexdigest()) for name, data in files)


def read(kept: str, files: Hashable, reader: Callable[[Choices], Result]) -> Result:
    """Read files with the repairs that the visitor allows for them; stops the page while they cannot be read.

    `kept` is where the session remembers the repairs, `files` tells the files from all others.
    """
    allowed: dict[Hashable, Choices] = st.session_state.setdefault(kept, {})
    choices = allowed.get(files, NOTHING)
    try:
        return reader(choices)
    except InputError as error:
        problems.tell(error.problems, lambda more: allowed.update({files: choices.with_(more)}))
    except OrdquantError as error:
        st.error(escape(str(error)))
    st.stop()
