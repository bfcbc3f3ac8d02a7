"""What lies behind single cases, a section at a time: all measures, the tests, firmness, what goes along, scores."""

import html
from collections.abc import Callable
from itertools import combinations

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import Properties
from ordquant_core.figures.matrix import delta_matrix
from ordquant_core.figures.scores import score_frame, score_scatter
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray
from ordquant_core.statistics.correlation import pearson
from pages.cases import causes, firm, significance, state
from pages.shared import choice, downloads, look, memory, pair_view, picking
from pages.shared.cached import TaskKey, Versus

SECTIONS = {
    "matrix": "All pairs of measures",
    "tests": "Which run is better?",
    "firm": "How firm is it?",
    "causes": "What makes them disagree?",
    "scores": "Score against score",
}


def show(key: TaskKey, versus: Versus, shown: state.View, described: Properties, case: int | None) -> None:
    """Draw the choice of section, and the one that is chosen."""
    wanted = st.session_state.pop(state.key("section_wanted"), None)
    if wanted in SECTIONS:
        st.session_state[state.key("section")] = wanted
    section = st.segmented_control(
        "Section",
        list(SECTIONS),
        key=state.key("section"),
        default=None if state.key("section") in st.session_state else "matrix",
        format_func=lambda name: SECTIONS[name],
        label_visibility="collapsed",
        required=True,
        persist_state="session",
    )
    st.session_state[state.key("section_open")] = section if section != "matrix" else None
    drawn: dict[str, Callable[[], None]] = {
        "matrix": lambda: _matrix(key, versus, shown),
        "tests": lambda: significance.show(key, versus, shown),
        "firm": lambda: firm.show(key, versus, shown, case),
        "causes": lambda: causes.show(key, versus, shown, described),
        "scores": lambda: _scores(key, versus, shown, case),
    }
    with st.container(border=True, key="cases_behind"):
        drawn[section or "matrix"]()


def _matrix(key: TaskKey, versus: Versus, shown: state.View) -> None:
    """Every two of the chosen measures."""
    chosen = st.pills(
        "Measures",
        list(MEASURES),
        selection_mode="multi",
        key=state.key("measures"),
        format_func=lambda measure: MEASURES[measure].label,
        persist_state="session",
    )
    measures = tuple(measure for measure in MEASURES if measure in (chosen or ()))
    if len(measures) < 2:
        st.info("Choose two measures or more.")
        return
    rows = [versus.scores.measures.index(measure) for measure in measures]
    deltas = versus.deltas[rows]
    agreement = comparison.preference_agreement(deltas)
    i, j = min(combinations(range(len(measures)), 2), key=lambda pair: agreement[pair])
    title = (
        f"{MEASURES[measures[i]].label} and {MEASURES[measures[j]].label} agree least<br><span style='font-size:11px'>"
        f"the same preference on {percent(agreement[i, j], 1)} of the cases</span>"
        if agreement[i, j] < 1
        else f"All {len(measures)} measures have the same preference on every case"
    )
    framed = (measures.index(shown.pair[0]), measures.index(shown.pair[1])) if set(shown.pair) <= {*measures} else None
    if framed is not None and framed[0] == framed[1]:
        framed = None
    colours = look.palette()

    def build() -> go.Figure:
        sides = comparison.signs(deltas)
        pairs = combinations(range(len(measures)), 2)
        counts = {(i, j): comparison.quadrants(deltas[i], deltas[j]) for i, j in pairs}
        labels = [MEASURES[measure].label for measure in measures]
        return delta_matrix(deltas, sides, labels, counts, agreement, colours, title=title, chosen=framed)

    figure = memory.remembered(
        ("delta matrix", key, versus.run_a, versus.run_b, measures, framed, colours), "", lambda tell: build()
    )

    def enlarge() -> None:
        points = st.session_state["cases_matrix"]["selection"]["points"]
        data = points[0].get("customdata") if points else None
        if isinstance(data, list) and len(data) == 2 and all(isinstance(place, int | float) for place in data):
            places = [int(place) for place in data]
            if all(0 <= place < len(measures) for place in places):
                st.session_state["pair_x"], st.session_state["pair_y"] = (measures[place] for place in places)

    left, right = st.columns([1.6, 1], gap="medium")
    with left:
        st.plotly_chart(
            figure,
            theme=None,
            key="cases_matrix",
            on_select=enlarge,
            selection_mode="points",
            config=look.plot_config("pairs-of-measures"),
        )
    with right:
        st.html(
            '<p class="oq oq-because">Below the diagonal: the deltas of every two measures, the column across, the row '
            "upwards; amber where they prefer different runs. Above it: the share of cases on which they prefer the "
            "same run or both see a tie, as in SIGIR 2018, Table 2 (II). A click enlarges a pair.</p>"
            + _agreement_table(measures, agreement)
        )
        label = "Agreement of every pair (CSV)"
        downloads.button(label, lambda: _agreement_frame(measures, deltas), "agreement.csv", versus.task.notes)


def _agreement_frame(measures: tuple[str, ...], deltas: FloatArray) -> pd.DataFrame:
    """A row per pair: agreement, the quadrants, and Pearson's r of the deltas."""
    agreement = comparison.preference_agreement(deltas)
    rows = []
    for i, j in combinations(range(len(measures)), 2):
        counts, r = comparison.quadrants(deltas[i], deltas[j]), pearson(deltas[i], deltas[j])
        rows.append(
            {
                "measure_1": measures[i],
                "measure_2": measures[j],
                "agreement": float(agreement[i, j]),
                "both prefer A": counts.third,
                "both prefer B": counts.first,
                "1 prefers A, 2 prefers B": counts.second,
                "1 prefers B, 2 prefers A": counts.fourth,
                "a tie": counts.on_axis,
                "pearson": r.value,
                "low": r.low,
                "high": r.high,
            }
        )
    return pd.DataFrame(rows)


def _agreement_table(measures: tuple[str, ...], agreement: FloatArray) -> str:
    """Every pair of measures, those that agree least first."""
    pairs = sorted(combinations(range(len(measures)), 2), key=lambda pair: float(agreement[pair]))
    rows = "".join(
        f"<tr><th scope=row>{MEASURES[measures[i]].label}</th><th scope=row>{MEASURES[measures[j]].label}</th>"
        f'<td class="oq-score oq-of-gold" title="{float(agreement[i, j])!r}">{percent(agreement[i, j], 1)}'
        f'<i style="width:{100 * agreement[i, j]:.1f}%"></i></td></tr>'
        for i, j in pairs
    )
    return (
        '<div class="oq-scroll" style="max-height:24rem" tabindex="0"><table class="oq oq-table" id="agreement"><thead>'
        "<tr><th scope=col colspan=2>two measures</th><th scope=col>same preference</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _scores(key: TaskKey, versus: Versus, shown: state.View, case: int | None) -> None:
    """Both runs, score against score; a click chooses a case here, too."""
    digest = key.digest
    st.html(
        '<p class="oq oq-because">The scores themselves, a dot a case. Where two measures weigh errors alike the dots '
        "form a line; far from it lie the cases that only one of them finds bad.</p>"
    )
    rows = [versus.scores.measures.index(measure) for measure in shown.pair]
    labels = (MEASURES[shown.pair[0]].label, MEASURES[shown.pair[1]].label)
    for place, run, side in zip(st.columns(2, gap="medium"), (versus.run_a, versus.run_b), "ab", strict=True):
        x, y = versus.scores.values[rows, versus.task.runs.index(run)]  # noqa: PD011 - an array, not a frame
        widget = f"cases_scores_{side}"

        def pick(widget: str = widget, x: FloatArray = x, y: FloatArray = y) -> None:
            picking.take(widget, x, y, score_frame(x, y), versus.task.cases, digest=digest)

        figure = score_scatter(
            x,
            y,
            versus.task.cases,
            look.palette(),
            measures=labels,
            run="a" if side == "a" else "b",
            title=f"{side.upper()} {html.escape(run)}: {pair_view.tell_correlation(pearson(x, y))}",
            selected=case,
            marked=choice.marked(digest),
        )
        place.plotly_chart(
            figure,
            theme=None,
            key=widget,
            on_select=pick,
            selection_mode=pair_view.REGIONS,
            config=look.plot_config(f"scores-{side.upper()}-{shown.pair[0]}-{shown.pair[1]}"),
        )
