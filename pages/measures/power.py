"""Discriminative power: how many pairs of runs every measure separates, pooled over tasks."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination, Power, pooled, power_over_cases, powers
from ordquant_core.figures.measuring import draw_p_values
from ordquant_core.findings import discrimination as findings
from ordquant_core.findings import runs as findings_of_runs
from ordquant_core.findings.superlatives import HOW
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.numerals import count
from pages.measures import drawing
from pages.measures.state import MeasureComparison
from pages.shared import look, run_analyses, several, write
from pages.shared.downloads import Tables

MEASURE = drawn_as(Kind.MEASURE, "measure", "Measure")


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    settings, alpha = compared.settings, compared.alpha
    tests = run_analyses.test_runs(compared.tasks, compared.measures, settings)
    by_task = [powers(test, alpha) for test in tests]
    total = pooled(by_task)
    over = f" pooled{compared.over}" if compared.over else ""
    separated = run_analyses.resample_separated(compared.tasks, compared.measures, tests, settings)
    over_cases = power_over_cases(total, separated, min(test.n_cases for test in tests))
    reasons = [findings_of_runs.impossible(test, alpha) for test in tests]
    none_possible = " ".join(dict.fromkeys(reasons)) if all(reasons) else ""
    verdict, rest = findings.power(total, over_cases, over, none_possible)
    drawing.finding(
        compared,
        verdict,
        f"{findings_of_runs.settings(tests, alpha, settings.seed)} A measure that separates few runs leaves "
        f"little to conclude. {HOW}, and with them the critical difference. Right of where a line crosses alpha lie "
        "the pairs that the measure separates.",
    )
    with compared.top:
        write.because(rest, id="rest")
    frame = Power.frame(total).sort_values("significant", ascending=False, kind="stable")
    left, right = look.cards(1, 1.1)
    with left:
        pair = compared.measures.index(compared.pair[0]), compared.measures.index(compared.pair[1])
        drawing.pair(compared, findings.separated([total[m] for m in pair]))
        look.plot(look.draw(draw_p_values, tests[0], alpha, pair), "power_plot", "measures-p-values")
        drawing.which(compared)
    with right:
        st.header("Pairs of runs that each measure separates", anchor=False)
        heads = f"significant of {count(total[0].pairs)}", f"power{over}"
        columns = [MEASURE, column("significant", heads[0], class_="oq-best"), column("share", heads[1])]
        after = write.styled("Discriminating is not the same as being right.", style="muted")
        drawing.table(compared, lambda: frame, columns, name="power", after=after)
    if len(compared.tasks) > 1:
        with st.container(border=True):
            _by_task(compared, frame, by_task)
    power = compared.by_task(Power.frame, by_task, "alpha", "trials", "seed")
    p_values = compared.by_task(Discrimination.p_values_to_frame, tests, "trials", "seed")
    return [
        ("Power, task by task", power, "measures-power.csv"),
        ("Sorted p-values", p_values, "measures-p-values.csv"),
    ]


def _by_task(compared: MeasureComparison, frame: pd.DataFrame, by_task: list[tuple[Power, ...]]) -> None:
    """Draw a row per measure, a column per task."""
    columns: list[str | Column] = [MEASURE]
    for number, (task, of_task) in enumerate(zip(compared.tasks, by_task, strict=True)):
        own, parts = Power.frame(of_task), (f"significant_{number}", f"pairs_{number}")
        frame = frame.assign(**dict(zip(parts, (own["significant"], own["pairs"]), strict=True)))
        columns.append(drawn_as(Kind.OUT_OF, f"power_{number}", several.name(task), parts=parts, places=1))
    write.frame(frame, columns, Rows(data="measure"), id="power_tasks")
