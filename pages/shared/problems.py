"""What is wrong with uploaded files, in a table, and the one repair that is offered where it helps."""

import html
from collections.abc import Callable

import streamlit as st

from ordquant_core.errors import InputError

LISTED = 200


def tell(problem: InputError, renormalise: Callable[[], None], *, files: str = "This file") -> None:
    """Show every problem; `renormalise` is called if the visitor asks for rows to be divided by their sum."""
    shown = problem.problems[:LISTED]
    more = len(problem.problems) - len(shown)
    st.error(
        f"{files} cannot be used as it is: {len(problem.problems):,} problem"
        f"{'s' if len(problem.problems) > 1 else ''}. Nothing was changed."
    )
    rows = "".join(
        f"<tr><td>{html.escape(p.file)}</td><td>{html.escape(p.case)}</td><td>{html.escape(p.seen)}</td>"
        f"<td>{html.escape(p.action)}</td></tr>"
        for p in shown
    )
    st.html(
        '<table class="oq oq-table" id="problems"><thead><tr><th>file</th><th>where</th><th>what was seen</th>'
        f"<th>what to do</th></tr></thead><tbody>{rows}</tbody></table>"
        + (f'<p class="oq oq-muted">… and {more:,} more.</p>' if more else "")
    )
    if problem.renormalisable and st.button("Renormalise: divide these rows by their sum"):
        renormalise()
        st.rerun()
