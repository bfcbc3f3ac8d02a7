"""The case a visitor looks at and the cases they have selected together: one choice for all pages of a task."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from ordquant_core.records import IntArray
from pages.shared.escaping import escape


def follow(case: str | None) -> None:
    """Take over the case that a link names, if it names one."""
    if case is not None:
        st.session_state["case"] = case
        st.session_state["case_from_link"] = True


def current(cases: Sequence[str], order: IntArray) -> int:
    """Return the number of the current case: the one chosen, if it is listed, else the first of the list."""
    case = st.session_state.get("case")
    if case in cases:
        st.session_state.pop("case_from_link", None)
        number = cases.index(case)
        if len(order) == len(cases) or number in order:
            return number
    elif case is not None and st.session_state.pop("case_from_link", False):
        st.warning(f"The link names the case “{escape(case[:60])}”, which this task does not have.")
    return int(order[0])


def pick(case: str) -> None:
    """Make a case the current one; a table that marks another row takes notice, see `version`."""
    st.session_state["case"] = case
    st.session_state["picked_elsewhere"] = version() + 1


def pick_row(case: str) -> None:
    """Make a case the current one whose row is marked already."""
    st.session_state["case"] = case


def version() -> int:
    """Count how often a case was chosen outside of a table: a table of another version marks another row."""
    count: int = st.session_state.get("picked_elsewhere", 0)
    return count


def mark(digest: str, numbers: IntArray) -> None:
    """Select cases of a task together; fewer than two are no selection."""
    if len(numbers) > 1:
        st.session_state["marked"] = digest, np.asarray(numbers, dtype=np.int64)
    else:
        unmark()


def unmark() -> None:
    """Let go of the cases selected together."""
    st.session_state.pop("marked", None)


def marked(digest: str) -> IntArray | None:
    """Return the cases of a task that are selected together, None where there are none."""
    kept, numbers = st.session_state.get("marked", ("", None))
    return numbers if kept == digest else None
