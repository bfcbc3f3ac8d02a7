"""Agreement: how alike measures rank the runs, Kendall's tau with two intervals."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import averaged, ranks
from ordquant_core.figures.systems import draw_ranks
from ordquant_core.numerals import count, score, short
from ordquant_core.tables.runs import ranking_sentences as say
from ordquant_core.tables.runs import ranking_views as rankings
from pages.measures import drawing, papers
from pages.measures.state import Shown, show_first
from pages.shared import cached, clicks, look, run_analyses, several, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once

DRAWN = 40  # runs, whose names fit beside each other


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    found = run_analyses.compare_rankings(shown.tasks, shown.measures)
    mean = compute_once(("agreement, averaged", *shown.key), lambda: averaged(found))
    labels, (x, y) = shown.labels, shown.pair
    drawing.finding(
        shown,
        say.agreement(shown.measures, mean.average_similarity, shown.over),
        f"{say.TAU}{say.fewer_tasks(mean.counted, len(shown.tasks))}"
        if shown.over
        else f"{say.TAU} {say.both_intervals(found[0], shown.pair)}",
    )
    with shown.top:
        write.because(say.alike(shown.measures, mean.tau, x), id="alike")
    odd = say.least_alike(mean.average_similarity)
    left, right = look.cards(1.1, 1)
    with left:
        drawing.matrix(
            shown,
            mean.tau,
            short,
            lambda i, j: f"{labels[i]} and {labels[j]}: tau {score(mean.tau[i, j])}",
            title=f"Tau of every pair of measures{shown.over}",
            name="agreement",
            odd=odd,
        )
    with right:
        others = len(shown.measures) - 1
        st.header(f"Average similarity to the other {count(others) if others > 1 else 'one'}", anchor=False)
        cached.write_table(
            ("similarity", *shown.key, x),
            lambda: rankings.similarity(mean, x),
            id="similarity",
            after=write.styled("Amber: least like the others.", style="muted") if odd is not None else "",
        )
        clicks.on_choice("similarity", show_first)
    with st.container(border=True):
        tau = f"{labels[x]} and {labels[y]}: tau {score(mean.tau[x, y])}"
        _rankings(shown, f"{tau} on average" if shown.over else f"{tau}{say.interval_of(found[0], shown.pair)}")
        if shown.over:
            grid = rankings.intervals(list(zip(map(several.name, shown.tasks), found, strict=True)), shown.pair)
            write.table(*grid, id="intervals")

    papers.combinations(shown)

    def every_tau() -> pd.DataFrame:
        return shown.by_task([one.to_frame().assign(runs=one.n_runs) for one in found])

    return [("Agreement, task by task", every_tau, "measures-agreement.csv")]


def _rankings(shown: Shown, title: str) -> None:
    """Draw how the two measures rank the runs; of several tasks, or of more runs than fit, say the title alone."""
    write.title(title)
    if shown.over or len(shown.tasks[0].task.runs) > DRAWN:
        return
    scored = run_analyses.score_runs(shown.tasks[0], tuple(shown.measures[m] for m in shown.pair))
    write.because(say.reordered(scored.runs, ranks(scored.values.mean(axis=2))), id="reordered")
    figure = look.draw_once(("ranks", *shown.key, shown.settings, shown.pair), draw_ranks, scored)
    look.plot(figure, "rankings_plot", "measures-ranks", name=title)
