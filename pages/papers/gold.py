"""What cannot be recomputed from the papers alone, and the visitor's gold, from which table 7 of LQ 2021 follows."""

import streamlit as st

from ordquant_core.analysis.printed.from_gold import data_set_of, every_row
from ordquant_core.analysis.printed.number import PrintedNumber
from ordquant_core.formats import File
from ordquant_core.formats.published.source import of_upload
from ordquant_core.formats.published.study import on_every_scale
from ordquant_core.formats.task.additions import digest_of
from ordquant_core.numerals import count
from ordquant_core.papers.slips import NOT_RECOMPUTED
from ordquant_core.tables.papers import printed
from pages.papers.state import GOLD, SAID
from pages.shared import cached, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import read_once

HINT = "The dialogue quality gold of STC-3 (390 dialogues) or DialEval-1 (300); it stays in your session."

ELSEWHERE = "Open it on Data: Systems and Measures then show its printed numbers beside yours."


def show() -> None:
    """Draw the list of what is left, and the control for a gold."""
    with st.expander("What cannot be recomputed from the papers alone, and why"):
        build = lambda: printed.left(NOT_RECOMPUTED)  # noqa: E731
        cached.write_table(("papers", "left"), build, id="left", styles="oq-printed", lines=True)
    with st.expander("Recompute Table 7 of LQ 2021 from the gold of a task", expanded=bool(SAID.get())):
        write.muted(
            "Popularity and Uniform depend only on the gold, so the gold of a task is enough to recompute its rows."
        )
        uploads.draw_file_drop("The gold of the task", "papers_files", _take, hint=HINT)
        if SAID.get():
            st.info(escape(SAID.get()))


def _take(files: tuple[File, ...]) -> None:
    numbers, said = read_once(("papers", "gold", digest_of(files)), lambda: _read(files))
    GOLD.set(tuple({one.key: one for one in (*GOLD.get(), *numbers)}.values()))
    SAID.set(said)


def _read(files: tuple[File, ...]) -> tuple[tuple[PrintedNumber, ...], str]:
    """Return the numbers that follow from the gold in some files, and what to say of them."""
    found = [one.read for one in on_every_scale(of_upload(files))]
    given = [read.gold for read in found if read.gold is not None]
    numbers = tuple(every_row(given))
    if numbers:
        same = sum(one.matches for one in numbers)
        return numbers, f"{count(same)} of {count(len(numbers), 'number')} of Table 7 come out from {files[0].name}."
    if given and (known := [one for one in map(data_set_of, given) if one is not None]):
        said = f"{files[0].name} is recognised as the gold of {known[0].name}, for which Table 7 has no row."
        return (), f"{said} {ELSEWHERE}"
    if given:
        seen = f"{count(len(given[0].cases), 'case')}, {count(len(given[0].classes), 'class', 'classes')}"
        return (), f"{files[0].name} is not recognised as the gold of a task in Table 7: it has {seen}. {HINT}"
    problem = next((str(read.problems[0]) for read in found if read.problems), "it contains no gold")
    return (), f"{files[0].name} cannot be used: {problem}"
