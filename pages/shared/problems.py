"""What is wrong with files: a table of problems with what to do in the words of the page, and repairs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from ordquant_core.errors import OrdquantError, Problem, Repair, fixing
from ordquant_core.formats.task import wording
from ordquant_core.markup import Row
from ordquant_core.numerals import count
from pages.shared import skeleton, write
from pages.shared.escaping import escape

LISTED = 200


@contextmanager
def said(*, stop: bool = False) -> Iterator[None]:
    """Say in its sentence what is wrong, where an error of ours ends the block; `stop`: the page, too."""
    try:
        yield
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        if stop:
            skeleton.stop()


def report(problems: Sequence[Problem], repair: Callable[[Sequence[Repair]], None]) -> None:
    """Show every problem of files that make no task; `repair` is called with the repairs that the visitor applies."""
    st.error(wording.unusable(problems))
    table(problems)
    choices = fixing(problems)
    if choices and st.button(wording.button_name(choices), type="primary", key="repair"):
        repair(choices)
        st.rerun()


def table(problems: Sequence[Problem]) -> None:
    """Draw the first problems as a table."""
    rows = [Row((one.file, one.case, one.seen, wording.what_to_do(one))) for one in problems[:LISTED]]
    write.table(["file", "where", "what was found", "what to do"], rows, id="problems", styles="oq-stack oq-words")
    if len(problems) > LISTED:
        write.muted(f"… and {count(len(problems) - LISTED)} more.")
