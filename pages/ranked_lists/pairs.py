"""Similar, or just equally good? Pairs of runs by what they know of the judgements."""

import html
from functools import partial

import streamlit as st

from ordquant_core.analysis.retrieval import alike_pairs
from ordquant_core.figures.colour_table import difference_table
from ordquant_core.figures.venn import knowledge_figure
from ordquant_core.numerals import score as number
from pages.ranked_lists import state
from pages.ranked_lists.results import Results
from pages.ranked_lists.state import Settings
from pages.shared import clicks, look

LISTED = 40


def similar(shown: Results, settings: Settings) -> None:
    """List pairs of runs whose AP is alike, those first that know the same; a click makes them A and B."""
    runs, n = shown.scores.runs, len(shown.scores.runs)
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.subheader("Similar, or just equally good?", anchor=False)
    bins = right.number_input(
        "Bins", 1, n, key="lists_bins", help="Runs are sorted by AP into bins of equal size; pairs are within a bin."
    )
    pairs = alike_pairs(shown.means[shown.layer("AP")], shown.difference, n_bins=bins)
    if not pairs:
        st.html('<p class="oq oq-note">No bin holds two runs: choose fewer bins.</p>')
        return
    reach = max(max(pair.information_difference for pair in pairs), 1e-9)
    rows = []
    for pair in pairs[:LISTED]:
        chosen = {pair.run_1, pair.run_2} == set(settings.pair)
        rows.append(
            f'<tr data-choice="{pair.run_1}-{pair.run_2}" tabindex="0" aria-selected="{str(chosen).lower()}"'
            f'{" class=oq-chosen" if chosen else ""}><th scope=row style="white-space:normal; overflow-wrap:anywhere">'
            f"{html.escape(runs[pair.run_1])} · {html.escape(runs[pair.run_2])}</th><td>{pair.bin + 1}</td>"
            f'<td title="{pair.information_difference!r}"><div class="oq-score oq-of-gold">'
            f"{number(pair.information_difference)}"
            f'<i style="width:{pair.information_difference / reach:.1%}"></i></div></td>'
            f'<td title="{pair.score_difference!r}">{number(pair.score_difference)}</td></tr>'
        )
    more = f" {len(pairs) - LISTED:,} more pairs in the download." if len(pairs) > LISTED else ""
    st.html(
        '<div class="oq-scroll" style="max-height:24rem; overflow-y:auto" tabindex="0">'
        '<table class="oq oq-table" id="alike"><thead><tr><th scope=col>Two runs with a similar AP</th>'
        "<th scope=col>bin</th><th scope=col>information difference</th><th scope=col>|ΔAP|</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        '<p class="oq oq-note">At the top they know the same of the judgements, at the bottom they only score the '
        f"same. A click makes the two A and B.{more}</p>"
    )
    clicks.on_choice("alike", partial(_pick_pair, shown))


def knowledge(shown: Results, settings: Settings) -> None:
    """Draw what A and B know, alone and both."""
    a, b = settings.pair
    joint, single = float(shown.joint[a, b]), (float(shown.joint[a, a]), float(shown.joint[b, b]))
    only_a, only_b = max(joint - single[1], 0.0), max(joint - single[0], 0.0)
    both = single[0] + single[1] - joint
    figure = knowledge_figure(
        only_a,
        both,
        only_b,
        look.palette(),
        runs=settings.names(shown),
        title=f"Tinted: only one knows it, {number(float(shown.difference[a, b]))} bits",
    )
    st.plotly_chart(figure, theme=None, key="lists_venn", config=look.plot_config("knowledge"))
    odd = (
        " Both know less than nothing: together they tell more than one by one, as when one list is right where the "
        "other is wrong."
        if both < -0.0005
        else ""
    )
    st.html(
        '<p class="oq oq-note">Information difference = I(A; Q | B) + I(B; Q | A): what each tells of the judgements '
        f"Q that the other does not. Areas of the circles are to scale; means over topics.{odd}</p>"
    )


def matrix(shown: Results, settings: Settings) -> None:
    """Draw the information difference of all pairs; a click on a cell makes the two A and B."""
    order = list(shown.order)
    place = {run: row for row, run in enumerate(order)}
    pair = [place[run] for run in settings.pair] if settings.pair[0] != settings.pair[1] else []
    figure = difference_table(
        shown.difference[order][:, order],
        [shown.scores.runs[run] for run in order],
        look.palette(),
        title="Information difference: bluer is more alike",
        pair=pair,
    )
    st.plotly_chart(
        figure,
        theme=None,
        key="lists_matrix",
        on_select=partial(_pick_cell, shown),
        selection_mode="points",
        config=look.plot_config("information-difference"),
    )


def _pick_pair(shown: Results, choice: str) -> None:
    one, _, other = choice.partition("-")
    if all(text.isascii() and text.isdecimal() and len(text) < 9 for text in (one, other)):
        state.take_pair(shown, int(one), int(other))


def _pick_cell(shown: Results) -> None:
    points = st.session_state["lists_matrix"]["selection"]["points"]
    data = points[0].get("customdata") if points else None
    if isinstance(data, list) and len(data) == 2 and all(isinstance(x, int | float) for x in data):
        row, column = int(data[0]), int(data[1])
        n = len(shown.order)
        if row != column and 0 <= row < n and 0 <= column < n:
            state.take_pair(shown, shown.order[row], shown.order[column])
