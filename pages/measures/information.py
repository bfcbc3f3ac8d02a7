"""Information: how much two rankings share, and how much of it is left given other rankings."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import information_left_to_frame, mean_over_tasks
from ordquant_core.findings import rankings as findings
from ordquant_core.findings.words import labels
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.numerals import count, in_cell, score
from pages.measures import drawing
from pages.measures.state import STATE, MeasureComparison
from pages.shared import controls, look, run_analyses, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    pair = compared.pair
    others = controls.labels(key for key in compared.measures if key not in pair)
    STATE.restrict({"given": others})
    given = tuple(STATE["given"])
    remaining = run_analyses.compute_remaining_information(compared.tasks, pair, given)
    said, bits_left = findings.information(pair, given, remaining)
    drawing.finding(compared, said, findings.INFORMATION)
    with compared.top:
        write.because(bits_left, id="bits")
    by_task = run_analyses.compute_information(compared.tasks, compared.measures, given)
    bits, measures = mean_over_tasks([shared.bits for shared in by_task]), by_task[0].measures
    left, right = look.cards(1.3, 1)
    with left:
        drawing.matrix(
            *(compared, bits, in_cell),
            lambda i, j: f"{labels([measures[i], measures[j]])}: {score(bits[i, j])} bits",
            title=f"Bits of every pair{f' given {labels(given)}' if given else ''}{compared.over}",
            unit="bits",
            name="information",
            measures=measures,
        )
        controls.draw(
            *(st.multiselect, STATE, "given", "Given the rankings by", list(others)),
            format_func=others.get,
            placeholder="nothing: information tau; choose measures to condition on",
        )
    with right:
        left_given = _remaining(compared)
    every_pair = compared.by_task(lambda shared: shared.to_frame().assign(given=",".join(given)), by_task)
    return [
        ("Information, task by task", every_pair, "measures-information.csv"),
        ("Information left, given one other measure", lambda: left_given, "measures-information-left.csv"),
    ]


def _remaining(compared: MeasureComparison) -> pd.DataFrame:
    """List how much of what two measures share is left given every other one; return that frame."""
    pair = compared.pair
    st.header(f"What {labels(pair)} share, given one other measure", anchor=False)

    def compute() -> pd.DataFrame:
        others = [key for key in compared.measures if key not in pair]
        left = {key: run_analyses.compute_remaining_information(compared.tasks, pair, (key,)) for key in others}
        return information_left_to_frame(left)

    frame = compute_once(("information left", *compared.key, pair), compute)
    columns: list[str | Column] = [drawn_as(Kind.MEASURE, "given"), column("left", "bits left")]
    columns += [
        column("left_by_chance", "by chance"),
        column("shared", "of"),
        column("of_pairs", "pairs", class_="oq-number"),
    ]
    after = ""
    alike = frame[["shared", "of_pairs"]].drop_duplicates()
    if len(compared.tasks) == 1 and len(alike) == 1 and alike["shared"].notna().all():  # what all rows would say
        columns = columns[:3]
        ((shared, pairs),) = alike.itertuples(index=False)
        after = write.styled(f"Of {score(shared)} bits, on {count(int(pairs), 'pair')} of runs.", style="muted")
    write.frame(frame, columns, Rows(data="given"), id="explained", scrolls=False, after=after)
    return frame
