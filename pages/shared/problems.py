"""What is wrong with files: a table of problems with what to do in the words of the page, and repairs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from ordquant_core.errors import REPAIRS, OrdquantError, Problem, Repair, UnclearVotesError
from ordquant_core.markup import Row
from ordquant_core.numerals import count
from ordquant_core.tasks import wording
from pages.shared import skeleton, write
from pages.shared.escaping import escape

LISTED = 200


@contextmanager
def explained(*, stop: bool = False) -> Iterator[None]:
    """Say in its sentence what is wrong, where an error of ours ends the block; `stop`: the page, too."""
    try:
        yield
    except OrdquantError as problem:
        st.error(escape(words(problem)))
        if stop:
            skeleton.stop()


def words(problem: OrdquantError) -> str:
    """Return the sentence of an error, with the control of Data that decides what the votes of a gold are."""
    if isinstance(problem, UnclearVotesError):
        return f"{problem.seen} “Votes or percentages” on Data says which."
    return str(problem)


def report(problems: Sequence[Problem], apply: Callable[[Repair], None]) -> None:
    """Show every problem of files that make no task; `apply` is called with the repair that the visitor chooses."""
    st.error(wording.unusable(problems))
    table(problems)
    offered = {choice for problem in problems for choice in problem.choices}
    for repair in (one for one in REPAIRS if one in offered):
        if st.button(wording.button_name(repair), type="primary", key=f"repair_{repair}"):
            apply(repair)
            st.rerun()


def table(problems: Sequence[Problem], listed: int = LISTED) -> None:
    """Draw the first problems as a table, without the places in files where there are none."""
    heads = "file", "where", "what was found", "what to do"
    cells = [(one.file, one.case, one.seen, wording.what_to_do(one)) for one in problems[:listed]]
    kept = [place for place, head in enumerate(heads) if head != "where" or any(row[place] for row in cells)]
    rows = [Row([row[place] for place in kept]) for row in cells]
    write.table([heads[place] for place in kept], rows, id="problems", styles="oq-stack oq-words")
    if len(problems) > listed:
        write.muted(f"… and {count(len(problems) - listed)} more.")
