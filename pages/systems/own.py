"""A visitor's own run on Systems: where it stands among the runs of a published task, and where it loses most."""

from urllib.parse import urlencode

import numpy as np
import streamlit as st

from ordquant_core.analysis.losses import Loss, largest_losses
from ordquant_core.findings import runs as findings
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import tag
from pages.shared import carried, dropped, links, run_analyses, write
from pages.systems.state import RunComparison

LISTED = 3  # cases on which a run loses


def standing(compared: RunComparison, run: str) -> None:
    """Say where a run stands by the chosen measure, tested together with the official runs."""
    words = findings.standing(compared.with_added, compared.measure, run, compared.alpha)
    write.because(tag("strong", run), f" {words}", id="own_standing")


def losses(compared: RunComparison) -> str | None:
    """Draw on which cases an own run loses most, and where one is added; return it."""
    if not compared.yours:
        st.header("Your run in this ranking", anchor=False)
        _drop(compared)
        return None
    run = compared.yours[0]
    if len(compared.yours) > 1:
        run = str(st.selectbox("Your run", compared.yours, key="own_run_choice", width=300))
    _losses(compared, run)
    return run


def add(compared: RunComparison) -> None:
    """Draw where further runs are added or removed, folded away, once one stands in the ranking."""
    if compared.yours:
        with st.expander("Your runs"):
            _drop(compared)


def _drop(compared: RunComparison) -> None:
    """Draw where runs are added to the task, and those added, each to be removed."""
    source = compared.tasks[0].source
    if not source.problems:
        dropped.draw(source, "**Add your runs**")
        dropped.list_added(source)


def _losses(compared: RunComparison, run: str) -> None:
    """Draw the cases on which a run loses most against the best run, or against a baseline."""
    current = compared.tasks[0].whole or compared.tasks[0]
    order = np.argsort(compared.test.means[compared.layer], kind="stable")
    best = next(compared.runs[number] for number in order if compared.runs[number] != run)
    against = list(dict.fromkeys([best, *(name for name in current.baselines if name in current.task.runs)]))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"{run} loses most to", anchor=False, width="content")
        key = "own_run_against"
        other = str(st.selectbox("Compared with", against, key=key, label_visibility="collapsed", width=150))
    scores = run_analyses.score_runs(current, compared.test.measures)
    lost = largest_losses(current.task, scores, compared.layer, run, other, LISTED)
    if not lost:
        write.because(f"On no case does {run} score worse than {other} by {compared.label}.")
        return
    query = current.query() | {"a": run, "b": other} | carried.beside(compared.measure)
    frame = Loss.frame(lost)
    frame = frame.assign(address=[f"cases?{urlencode(query | {'case': case})}" for case in frame["case"]])
    columns = [
        drawn_as(Kind.LINK, "case", parts=("case", "address")),
        column("score_a", run),
        column("score_b", other),
        column("why", f"what {run} did"),
    ]
    write.frame(frame, columns, Rows(data="case"), id="losses", lines=True)
    links.page_link("cases/page.py", "See all cases of these two runs", ":material/scatter_plot:", query)
