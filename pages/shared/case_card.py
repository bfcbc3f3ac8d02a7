"""One case under two runs: its picture, every score and its working, what came with it, and the way into Compare."""

import html
import re
from collections.abc import Mapping

import numpy as np
import streamlit as st

from ordquant_core import numerals
from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.picture import Entry, Picture, checked, to_query
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import FloatArray
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.shared import clicks, links, look, working_view
from pages.shared.cached import Versus
from pages.shared.escaping import escape

COMPARE = "pages/compare/page.py"
LINK = re.compile(r"https?://[^\s<>\"']+")
LONGEST_EXTRA = 20_000


def show(versus: Versus, case: int, measures: tuple[str, str]) -> None:
    """Draw the card of a case; `measures` are the two whose preferences its title tells."""
    task = versus.task
    scores = {
        run: measure_tables.scores_by_key(MAIN_MEASURES, _scores(versus, task.runs.index(run), case))
        for run in (versus.run_a, versus.run_b)
    }
    sides = sides_of(versus, case)
    st.html(
        f'<p class="oq oq-verdict">Case {html.escape(task.cases[case])}: '
        f"{html.escape(tell(versus, case, measures))}.</p>{_extras(task.extras, case)}"
    )
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
    names = html.escape(versus.run_a), html.escape(versus.run_b)
    said = sentences.verdict({key: sides[key] for key in MAIN_MEASURES}, versus.run_a, versus.run_b)
    st.html(
        f'<p class="oq oq-because">{said} '
        f"A is {names[0]}, B is {names[1]}; smaller is better.</p>"
        + measure_tables.measure_table(
            scores[versus.run_a],
            scores[versus.run_b],
            versus.run_a,
            versus.run_b,
            len(task.classes),
            chosen=working_view.explained(),
        )
        + _numbers(versus, case)
    )
    clicks.on_choice("measures", _explain, opens=".st-key-card_working")


def working(versus: Versus, case: int) -> None:
    """Draw the working of the measure whose row was chosen in the card, if it is asked for."""
    with st.container(key="card_working"):
        label = MEASURES[working_view.explained()].label
        if st.toggle(f"Show the working of {label}", key="show_working", help="A row of the table chooses the measure"):
            working_view.choose_run(picture(versus, case))


def tell(versus: Versus, case: int, measures: tuple[str, str]) -> str:
    """Say which runs two measures prefer on a case: 'NMD prefers X and RNOD sees a tie'."""
    return plain(sentences.of_two(sides_of(versus, case), measures, versus.run_a, versus.run_b))


def sides_of(versus: Versus, case: int) -> dict[str, int]:
    """Return the preference of every measure, raw forms included: -1 (A), 0 (tie), 1 (B)."""
    return dict(zip(versus.scores.measures, comparison.signs(versus.deltas[:, case]).tolist(), strict=True))


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
    estimate = versus.task.estimates[versus.task.runs.index(run), case]
    key = run.removesuffix(" (baseline)").lower()
    if key in BASELINES and np.array_equal(estimate, BASELINES[key](versus.task.gold[case])):
        return key
    return tuple(estimate.tolist())


def _scores(versus: Versus, run: int, case: int) -> FloatArray:
    rows = [versus.scores.measures.index(key) for key in MAIN_MEASURES]
    return np.asarray(versus.scores.values[rows, run, case])


def _explain(key: str) -> None:
    working_view.explain(key)
    st.session_state["show_working"] = True


def _extras(extras: Mapping[str, tuple[str, ...]], case: int) -> str:
    """Show the text and the links that came with a case, as text: nothing in them is read as markup."""
    rows = []
    for name, texts in extras.items():
        text = texts[case].strip()[:LONGEST_EXTRA]
        if text:
            shown = html.escape(text)
            if LINK.fullmatch(text):
                shown = f'<a href="{shown}" target="_blank" rel="noopener noreferrer">{shown}</a>'
            rows.append(f"<dt>{html.escape(name)}</dt><dd>{shown}</dd>")
    return f'<dl class="oq oq-extras">{"".join(rows)}</dl>' if rows else ""


def _numbers(versus: Versus, case: int) -> str:
    """The votes and the probabilities behind the picture, a column a class."""
    task = versus.task
    a, b = (task.estimates[task.runs.index(run), case] for run in (versus.run_a, versus.run_b))
    lines = [("Gold", "oq-gold", task.gold[case]), ("A", "oq-a", a), ("B", "oq-b", b)]
    rows = "".join(
        f'<tr><th scope=row><span class="{look_}">{name}</span></th>'
        + "".join(f'<td title="{value!r}">{numerals.score(value)}</td>' for value in values.tolist())
        + "</tr>"
        for name, look_, values in lines
    )
    if task.votes is not None:
        counts = "".join(f"<td>{count}</td>" for count in task.votes[case].tolist())
        rows = f'<tr><th scope=row><span class="oq-gold">Votes</span></th>{counts}</tr>{rows}'
    head = "".join(f"<th scope=col>{html.escape(label)}</th>" for label in task.classes)
    return (
        '<details class="oq oq-numbers"><summary>Votes and estimates as numbers</summary><div class="oq-scroll">'
        f'<table class="oq oq-table" id="numbers"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>'
        "</div></details>"
    )
