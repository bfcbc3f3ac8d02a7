"""Agreement: how alike measures rank the runs, Kendall's tau with two intervals."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import averaged, ranks
from ordquant_core.figures.systems import draw_ranks
from ordquant_core.findings import rankings as findings
from ordquant_core.findings.superlatives import LIKELY, in_resamples
from ordquant_core.findings.words import labels
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.numerals import count, score, short
from pages.measures import drawing, papers
from pages.measures.state import MeasureComparison
from pages.shared import look, run_analyses, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once

DRAWN = 40  # runs, whose names fit beside each other
SIMILARITY: tuple[str | Column, ...] = (
    drawn_as(Kind.MEASURE, "measure", "Measure"),
    column("similarity", "average", class_="oq-best"),
    drawn_as(Kind.BAR, "bar", "", parts=("similarity",)),
    drawn_as(Kind.SHARE, "least_alike_in", "least alike in", "share of 1,000 resamples of the cases", places=0),
    drawn_as(Kind.MEASURE, "most_like", "most like"),
    column("tau"),
)
INTERVALS: tuple[str | Column, ...] = (
    column("task", class_="oq-name"),
    "runs",
    "tau",
    drawn_as(
        *(Kind.RANGE, "long_cliff", "95% interval", findings.LONG_CLIFF),
        parts=("low_long_cliff", "high_long_cliff"),
        missing="none",
    ),
    drawn_as(
        *(Kind.RANGE, "fisher", "as in the 2022 study"),
        "Fisher’s z with variance 0.437 / (n - 4): too narrow where tau is large or runs tie; none below five runs",
        parts=("low", "high"),
        missing="none",
    ),
)


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    by_task = run_analyses.compare_rankings(compared.tasks, compared.measures)
    mean = compute_once(("agreement, averaged", *compared.key), lambda: averaged(by_task))
    over, pair = compared.over, compared.pair
    more = findings.fewer_tasks(mean, len(by_task)) if over else f" {findings.both_intervals(by_task[0], pair)}"
    over_cases = run_analyses.resample_similarity(compared.tasks, compared.measures, compared.settings.seed)
    drawing.finding(compared, findings.similarity(over_cases, over), f"{findings.TAU}{more}")

    def every_tau() -> pd.DataFrame:
        return compared.by_task([agreement.to_frame().assign(runs=agreement.n_runs) for agreement in by_task])

    def similarity() -> pd.DataFrame:
        return mean.to_frame(over_cases)

    least = over_cases.first()
    odd = mean.measures.index(least.names[0]) if len(least.names) == 1 and least.share >= LIKELY else None
    left, right = look.cards(1.1, 1)
    with left:
        drawing.matrix(
            *(compared, mean.tau, short),
            lambda i, j: f"{labels([mean.measures[i], mean.measures[j]])}: tau {score(mean.tau[i, j])}",
            title=f"Tau of every pair of measures{over}",
            name="agreement",
            odd=odd,
        )
    with right:
        others = len(compared.measures) - 1
        st.header(f"Average similarity to the other {count(others) if others > 1 else 'one'}", anchor=False)
        amber = [] if odd is None else [mean.measures[odd]]
        after = f"Amber: least like the others{in_resamples(least.share)}." if amber else ""
        drawing.table(
            compared, similarity, SIMILARITY, name="similarity", amber=amber, after=write.styled(after, style="muted")
        )
    with st.container(border=True):
        _rankings(compared, findings.tau(mean if over else by_task[0], pair, over))
        if over:
            taus = every_tau()
            of_pair = taus["measure_1"].isin(pair) & taus["measure_2"].isin(pair)
            write.frame(taus[of_pair], INTERVALS, id="intervals")
            write.muted(findings.LONG_CLIFF, id="no_interval")
    papers.combinations(compared)
    return [
        ("Agreement, task by task", every_tau, "measures-agreement.csv"),
        ("Average similarity", similarity, "measures-similarity.csv"),
    ]


def _rankings(compared: MeasureComparison, title: str) -> None:
    """Draw how the two measures rank the runs; of several tasks, or of more runs than fit, say the title alone."""
    write.title(title)
    if compared.over or len(compared.tasks[0].task.runs) > DRAWN:
        return
    scores = run_analyses.score_runs(compared.tasks[0], compared.pair)
    write.because(findings.reordered(scores.runs, ranks(scores.values.mean(axis=2))), id="reordered")
    figure = look.draw_once(("ranks", *compared.key, compared.settings, compared.pair), draw_ranks, scores)
    look.plot(figure, "rankings_plot", "measures-ranks", name=title)
