"""What cannot be recomputed from the papers alone, and the visitor's gold, from which table 7 of LQ 2021 follows."""

import pandas as pd
import streamlit as st

from ordquant_core.findings import papers as findings
from ordquant_core.frame_html import grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.papers.slips import NOT_RECOMPUTED
from ordquant_core.reproduction.from_gold import every_row
from ordquant_core.reproduction.number import PrintedNumber
from ordquant_core.tasks import File
from ordquant_core.tasks.additions import digest_of
from ordquant_core.tasks.published.source import of_upload
from ordquant_core.tasks.published.study import on_every_scale
from pages.papers.state import GOLD, OUTCOME
from pages.shared import cached, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import read_once

HINT = "The dialogue quality gold of STC-3 (390 dialogues) or DialEval-1 (300); it stays in your session."


def show() -> None:
    """Draw the list of what is left, and the control for a gold."""
    with st.expander("What cannot be recomputed from the papers alone, and why"):
        cached.write_table(("not recomputed",), _not_recomputed, id="left", styles="oq-printed", lines=True)
    with st.expander("Recompute Table 7 of LQ 2021 from the gold of a task", expanded=bool(OUTCOME.get())):
        write.muted(
            "Popularity and Uniform depend only on the gold, so the gold of a task is enough to recompute its rows."
        )
        uploads.draw_file_drop("The gold of the task", "papers_files", _take, hint=HINT)
        if OUTCOME.get():
            st.info(escape(OUTCOME.get()))


def _not_recomputed() -> Grid:
    frame = pd.DataFrame(NOT_RECOMPUTED).astype({"numbers": "Int64"})
    frame = frame.assign(where=[findings.location(one.paper, one.place) for one in NOT_RECOMPUTED])
    columns = [
        drawn_as(Kind.TEXT, "where", "Printed in"),
        drawn_as(Kind.SENTENCE, "what", "What"),
        drawn_as(Kind.COUNT, "numbers", "Numbers"),
        drawn_as(Kind.SENTENCE, "why", "Why not"),
    ]
    return grid(frame, columns)


def _take(files: tuple[File, ...]) -> None:
    numbers, words = read_once(("papers", "gold", digest_of(files)), lambda: _read(files))
    GOLD.set(tuple({one.key: one for one in (*GOLD.get(), *numbers)}.values()))
    OUTCOME.set(words)


def _read(files: tuple[File, ...]) -> tuple[tuple[PrintedNumber, ...], str]:
    """Return the numbers that follow from the gold in some files, and what to say of them."""
    reads = [one.read for one in on_every_scale(of_upload(files))]
    golds = [read.gold for read in reads if read.gold is not None]
    numbers = tuple(every_row(golds))
    problem = next((str(read.problems[0]) for read in reads if read.problems), "")
    return numbers, findings.table_7_from(files[0].name, golds, numbers, problem=problem, hint=HINT)
