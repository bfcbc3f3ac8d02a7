"""One case under two runs: its picture, every score, and the way into Compare."""

import html

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import FloatArray
from pages.shared import links, look, tables, words
from pages.shared.cached import Versus
from pages.shared.picture import Entry, Picture, checked, to_query
from pages.shared.tasks import escape

COMPARE = "pages/compare/page.py"


def show(versus: Versus, case: int, measures: tuple[str, str]) -> None:
    """Draw the card of a case; `measures` are the two whose preferences its title tells."""
    task = versus.task
    scores = {
        run: tables.scores_by_key(MAIN_MEASURES, _scores(versus, task.runs.index(run), case))
        for run in (versus.run_a, versus.run_b)
    }
    signs = comparison.signs(versus.deltas[:, case]).tolist()
    sides = dict(zip(versus.scores.measures, signs, strict=True))  # of the raw forms, too
    said = " and ".join(
        f"{MEASURES[key].label} {_prefers(sides[key], versus.run_a, versus.run_b)}" for key in dict.fromkeys(measures)
    )
    st.html(f'<p class="oq oq-verdict">Case {html.escape(task.cases[case])}: {html.escape(said)}.</p>')
    votes = None if task.votes is None else int(task.votes[case].sum())
    estimates = [Estimate(run, task.estimates[task.runs.index(run), case]) for run in (versus.run_a, versus.run_b)]
    figure = distribution_figure(
        task.classes,
        task.gold[case],
        estimates,
        look.palette(),
        votes=votes,
        title="Gold as bars, A and B as outlines",
        height=280,
    )
    st.plotly_chart(figure, theme=None, config=look.plot_config(f"case-{task.cases[case]}"), key="case_picture")
    st.html(
        f'<p class="oq oq-because">{html.escape(words.priority_remark(sides, versus.run_a, versus.run_b))} '
        f"A is {html.escape(versus.run_a)}, B is {html.escape(versus.run_b)}; smaller is better.</p>"
        + tables.measure_table(
            scores[versus.run_a], scores[versus.run_b], versus.run_a, versus.run_b, len(task.classes)
        )
    )


def picture(versus: Versus, case: int) -> Picture:
    """Return the case as Compare draws it; baselines stay words, so that they follow the gold there."""
    task = versus.task
    gold = task.gold[case] if task.votes is None else task.votes[case]
    a, b = (_entry(versus, run, case) for run in (versus.run_a, versus.run_b))
    return Picture(task.classes, tuple(gold.tolist()), a, b, versus.run_a, versus.run_b)


def open_in_compare(drawn: Picture) -> None:
    """Draw the link that opens a picture in Compare, or say why there is none."""
    try:
        checked(drawn)
    except OrdquantError as problem:
        st.caption(f"Compare cannot draw this case. {escape(str(problem))}")
        return
    links.door(COMPARE, "Open in Compare", ":material/open_in_new:", to_query(drawn))


def _entry(versus: Versus, run: str, case: int) -> Entry:
    if run.lower() in BASELINES:
        return run.lower()
    return tuple(versus.task.estimates[versus.task.runs.index(run), case].tolist())


def _scores(versus: Versus, run: int, case: int) -> FloatArray:
    rows = [versus.scores.measures.index(key) for key in MAIN_MEASURES]
    return np.asarray(versus.scores.values[rows, run, case])


def _prefers(side: int, run_a: str, run_b: str) -> str:
    return {-1: f"prefers {run_a}", 1: f"prefers {run_b}", 0: "sees a tie"}[side]
