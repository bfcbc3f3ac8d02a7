"""Overlaps and contradictions: which measures separate the same pairs of runs, and which say the opposite."""

import html
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Contradiction, Overlap, contradictions, overlaps, pooled_overlaps
from ordquant_core.numerals import percent
from pages.measures import parts, state
from pages.measures.state import Shown
from pages.shared import clicks, links, measured, several
from pages.shared.tasks import Current

CASES = "pages/cases/page.py"
LISTED = 200
Found = tuple[tuple[Current, Contradiction], ...]


def show(shown: Shown) -> list[parts.Download]:
    """Draw the view; return the tables to keep."""
    settings, alpha = shown.settings, shown.settings.alpha
    tests = measured.separated(shown.tasks, shown.measures, settings)
    total = pooled_overlaps([overlaps(one, alpha) for one in tests])
    against: Found = tuple(
        (current, one)
        for current, found in zip(shown.tasks, tests, strict=True)
        for one in contradictions(found, alpha)
    )
    cells = {(one.measure_1, one.measure_2): one for one in total}
    parts.finding(
        _said(shown, total, against),
        "SSO = b / (a + b + c): of the pairs of runs that at least one of two measures calls significantly different, "
        "the share that both do. A contradiction: by one measure a run is significantly better, by the other "
        f"significantly worse. Randomised Tukey HSD, alpha = {alpha:g}, B = {settings.trials:,} trials, seed "
        f"{settings.seed}, standard error of p at alpha {tests[0].error_at(alpha):.4f}.",
        shown,
    )
    left, right = st.columns([1.25, 1], gap="medium")
    with left.container(border=True):
        _matrix(shown, cells)
    with right.container(border=True, key="measures_pair"):
        _pair(shown, cells, against)
    with st.container(border=True):
        _list(shown, against)
    return [
        ("Overlaps, task by task (CSV)", lambda: _frame(shown), "measures-overlaps.csv"),
        ("Contradictions (CSV)", lambda: _contradiction_frame(shown, against), "contradictions.csv"),
    ]


def _said(shown: Shown, total: tuple[Overlap, ...], against: Found) -> str:
    known = [(one.sso, one) for one in total if one.sso is not None]
    if not known:
        return "No measure separates any pair of runs."
    least, one = min(known, key=lambda item: item[0])
    said = (
        f"{measured.label(one.measure_1)} and {measured.label(one.measure_2)} overlap least{shown.over}: they share "
        f"{parts.percent(least)} of the differences that either finds"
    )
    runs = {(current.key, frozenset((found.run_1, found.run_2))) for current, found in against}
    if not against:
        return f"{said}; no two measures contradict each other."
    pairs = {(found.measure_1, found.measure_2) for _, found in against}
    return (
        f"{said}; {len(pairs)} pair{'s' * (len(pairs) != 1)} of measures contradict each other, on {len(runs)} pair"
        f"{'s' * (len(runs) != 1)} of runs."
    )


def _matrix(shown: Shown, cells: dict[tuple[str, str], Overlap]) -> None:
    shares = np.full(2 * (len(shown.measures),), np.nan)
    for (first, second), one in cells.items():
        i, j = shown.measures.index(first), shown.measures.index(second)
        shares[i, j] = shares[j, i] = np.nan if one.sso is None else one.sso
    labels = shown.labels

    def words(i: int, j: int) -> str:
        one = cells[shown.measures[min(i, j)], shown.measures[max(i, j)]]
        first, second = labels[min(i, j)], labels[max(i, j)]
        return f"{first} only: {one.a}<br>both: {one.b}<br>{second} only: {one.c}"

    parts.matrix(
        shown,
        shares,
        lambda value: percent(value).removesuffix("%"),
        words,
        title=f"Shared significant differences{shown.over}, in percent",
        name="overlap",
    )


def _pair(shown: Shown, cells: dict[tuple[str, str], Overlap], against: Found) -> None:
    """Tell what the two measures share, and lead to the cases behind a contradiction."""
    i, j = sorted(shown.pair)
    one = cells[shown.measures[i], shown.measures[j]]
    first, second = shown.labels[i], shown.labels[j]
    share = "neither finds a difference" if one.sso is None else f"SSO {parts.percent(one.sso)}"
    st.html(
        f'<p class="oq oq-verdict" id="pair">{first} and {second}: {share}</p>'
        '<table class="oq oq-table" id="overlap_pair"><tbody>'
        f"<tr><th scope=row>a</th><td>significant by {first} only</td><td>{one.a}</td></tr>"
        f"<tr><th scope=row>b</th><td>significant by both</td><td>{one.b}</td></tr>"
        f"<tr><th scope=row>c</th><td>significant by {second} only</td><td>{one.c}</td></tr></tbody></table>"
    )
    own = [
        place
        for place, (_, found) in enumerate(against)
        if {found.measure_1, found.measure_2} == {one.measure_1, one.measure_2}
    ]
    if not own:
        st.html('<p class="oq oq-because">They never contradict each other.</p>')
        return
    chosen = st.session_state.get("measures_contradiction")
    place = chosen if chosen in own else own[0]
    current, found = against[place]
    st.html(f'<p class="oq oq-because">{len(own)} of those both find are contradictions.</p>{_words(found)}')
    pair = {"a": found.run_1, "b": found.run_2, "x": found.measure_1, "y": found.measure_2}
    query = current.query() | pair | {"only": "disagreements"}
    links.door(CASES, "See the cases behind this contradiction", ":material/scatter_plot:", query)


def _words(found: Contradiction) -> str:
    run_1, run_2 = html.escape(found.run_1), html.escape(found.run_2)
    return (
        f'<p class="oq">{measured.label(found.measure_1)}: <span class="oq-a">A {run_1}</span> is significantly better '
        f'than <span class="oq-b">B {run_2}</span>. {measured.label(found.measure_2)}: significantly worse.</p>'
    )


def _list(shown: Shown, against: Found) -> None:
    st.subheader("Contradictions", anchor=False)
    if not against:
        st.html('<p class="oq oq-muted">None at this level.</p>')
        return
    rows = []
    chosen = st.session_state.get("measures_contradiction")
    for place, (current, found) in enumerate(against[:LISTED]):
        task = f"<td>{html.escape(several.name(current))}</td>" if len(shown.tasks) > 1 else ""
        rows.append(
            f'<tr class="{"oq-chosen" if place == chosen else ""}" data-choice="{place}" tabindex="0" '
            f'aria-selected="{str(place == chosen).lower()}"><th scope=row>{measured.label(found.measure_1)}</th>'
            f"<td>{measured.label(found.measure_2)}</td><td>{html.escape(found.run_1)}</td>"
            f"<td>{html.escape(found.run_2)}</td>{task}</tr>"
        )
    more = f'<p class="oq oq-muted">… and {len(against) - LISTED} more.</p>' if len(against) > LISTED else ""
    head = "<th scope=col>task</th>" if len(shown.tasks) > 1 else ""
    st.html(
        '<div style="max-height:26rem; overflow:auto" tabindex="0"><table class="oq oq-table" id="contradictions">'
        "<thead><tr><th scope=col>Measure 1</th><th scope=col>Measure 2</th>"
        "<th scope=col>better by measure 1</th><th scope=col>better by measure 2</th>"
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}</div>"
    )
    clicks.on_choice("contradictions", partial(_pick, against), opens=".st-key-measures_pair")


def _pick(against: Found, choice: str) -> None:
    if choice.isdecimal() and len(choice) < 7 and int(choice) < len(against):
        st.session_state["measures_contradiction"] = int(choice)
        found = against[int(choice)][1]
        state.put("x", found.measure_1)
        state.put("y", found.measure_2)


def _frame(shown: Shown) -> pd.DataFrame:
    settings = shown.settings
    tests = measured.separated(shown.tasks, shown.measures, settings)
    rows = [
        (several.name(current), one.measure_1, one.measure_2, one.a, one.b, one.c, one.sso)
        for current, found in zip(shown.tasks, tests, strict=True)
        for one in overlaps(found, settings.alpha)
    ]
    frame = pd.DataFrame(rows, columns=["task", "measure_1", "measure_2", "a", "b", "c", "sso"])
    return frame.assign(alpha=settings.alpha, trials=settings.trials, seed=settings.seed)


def _contradiction_frame(shown: Shown, against: Found) -> pd.DataFrame:
    settings = shown.settings
    rows = [(several.name(current), one.measure_1, one.measure_2, one.run_1, one.run_2) for current, one in against]
    frame = pd.DataFrame(rows, columns=["task", "measure_1", "measure_2", "run_1", "run_2"])
    return frame.assign(alpha=settings.alpha, trials=settings.trials, seed=settings.seed)
