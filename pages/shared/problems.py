"""What is wrong with the files of a task, in a table, and the repairs that the visitor may choose."""

import html
from collections.abc import Callable, Sequence

import streamlit as st

from ordquant_core.errors import CHOICE_WORDS, Choice, Problem, mending

LISTED = 200


def tell(problems: Sequence[Problem], choose: Callable[[Sequence[Choice]], None]) -> None:
    """Show every problem; `choose` is called with the repairs that the visitor asks for."""
    files = len({problem.file for problem in problems})
    st.error(
        f"{'This file' if files == 1 else f'{files} files'} cannot be used as {'it is' if files == 1 else 'they are'}: "
        f"{len(problems):,} problem{'s' * (len(problems) != 1)}. Nothing was changed."
    )
    table(problems)
    mends = mending(problems)
    if mends:
        words = " and ".join(f"{choice} ({CHOICE_WORDS[choice]})" for choice in mends)
        if st.button(f"Use the task all the same: {words}", type="primary", key="mend"):
            choose(mends)
            st.rerun()


def table(problems: Sequence[Problem]) -> None:
    """Draw the first problems as a table."""
    shown = problems[:LISTED]
    more = len(problems) - len(shown)
    rows = "".join(
        f"<tr><td>{html.escape(p.file)}</td><td>{html.escape(p.case)}</td><td>{html.escape(p.seen)}</td>"
        f"<td>{html.escape(p.action)}</td></tr>"
        for p in shown
    )
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table oq-stack" id="problems"><thead><tr><th>file</th>'
        f"<th>where</th><th>what was seen</th><th>what to do</th></tr></thead><tbody>{rows}</tbody></table></div>"
        + (f'<p class="oq oq-muted">… and {more:,} more.</p>' if more else "")
    )
