"""What cannot be recomputed from the papers alone, and the visitor's gold, from which table 7 of LQ 2021 follows."""

import streamlit as st

from ordquant_core.analysis.printed.from_gold import every_row
from ordquant_core.analysis.printed.recognised import data_set_of
from ordquant_core.formats import File
from ordquant_core.formats.published.source import of_upload
from ordquant_core.formats.published.study import on_every_scale
from ordquant_core.numerals import count
from ordquant_core.papers.not_recomputed import NOT_RECOMPUTED
from ordquant_core.tables.papers import printed
from pages.papers.state import GOLD, SAID
from pages.shared import cached, uploads, write
from pages.shared.escaping import escape

HINT = "The dialogue quality gold of STC-3 (390 dialogues) or DialEval-1 (300); it stays in your session."

ELSEWHERE = "Open it on Data: Systems and Measures then show its printed numbers beside yours."


def show() -> None:
    """Draw the list of what is left, and the control for a gold."""
    with st.expander("What cannot be recomputed from the papers alone, and why"):
        build = lambda: printed.left(NOT_RECOMPUTED)  # noqa: E731
        cached.table(("papers", "left"), build, id="left", styles="oq-printed", cards=True, height="none")
    with st.expander("Recompute Table 7 of LQ 2021 from the gold of a task", expanded=bool(SAID.get())):
        write.muted(
            "Popularity and Uniform depend only on the gold, so the gold of a task is enough to recompute its rows."
        )
        uploads.drop("The gold of the task", "papers_files", _take, hint=HINT)
        if SAID.get():
            st.info(escape(SAID.get()))


def _take(files: tuple[File, ...]) -> None:
    found = [one.read for one in on_every_scale(of_upload(files))]
    given = [read.gold for read in found if read.gold is not None]
    numbers = every_row(given)
    GOLD.set(tuple({one.key: one for one in (*GOLD.get(), *numbers)}.values()))
    if numbers:
        same = sum(one.matches for one in numbers)
        SAID.set(f"{count(same)} of {count(len(numbers), 'number')} of Table 7 come out from {files[0].name}.")
    elif given and (known := [one for one in map(data_set_of, given) if one is not None]):
        SAID.set(
            f"{files[0].name} is recognised as the gold of {known[0].name}, for which Table 7 has no row. {ELSEWHERE}"
        )
    elif given:
        seen = f"{count(len(given[0].cases), 'case')}, {count(len(given[0].classes), 'class', 'classes')}"
        SAID.set(f"{files[0].name} is not recognised as the gold of a task in Table 7: it has {seen}. {HINT}")
    else:
        problem = next((str(read.problems[0]) for read in found if read.problems), "it contains no gold")
        SAID.set(f"{files[0].name} cannot be used: {problem}")
