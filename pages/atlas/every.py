"""Every gold: who wins by which measure, where two measures part, by shape of gold, and on which golds most."""

import html

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.landscape import MOST_RESOLUTION, indifference
from ordquant_core.analysis.spaces.duel import Duel
from ordquant_core.analysis.spaces.golds import SHAPES
from ordquant_core.analysis.spaces.rivals import Rival
from ordquant_core.figures.atlas import parting_heatmap, preference_map
from ordquant_core.figures.deltas import delta_frame, delta_scatter
from ordquant_core.figures.points import DRAWN_AS_POINTS, cell_of
from ordquant_core.figures.style import Palette
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.atlas import golds, inputs, memory, state
from pages.shared import downloads, look

Pair = tuple[str, str]
BORDER_RESOLUTION = 60
RINGED_UP_TO = 1000


def show() -> None:
    """Draw the section."""
    said = st.container()
    n_votes, n_classes, a, b, count = inputs.space()
    if not inputs.ready(count, "duel", n_votes, n_classes, a, b):
        return
    duel = memory.fight(n_votes, n_classes, a, b)
    left, right = st.columns([1.05, 1], gap="medium")
    with left.container(border=True):
        pair = inputs.measures()
        _scatter(duel, pair)
    with said:
        _finding(duel, pair)
    with right.container(border=True):
        _shapes(duel, pair)
    if n_classes == 3 and duel.step == 1 and n_votes <= MOST_RESOLUTION:
        for column, measure in zip(st.columns(2), pair, strict=True):
            with column.container(border=True):
                _map(duel, measure)
    far = duel.farthest(*pair)
    chosen = state.chosen_gold() or (tuple(far[0].tolist()) if len(far) else tuple(duel.golds[0].tolist()))
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True):
        labels = [MEASURES[key].label for key in pair]
        st.subheader(f"Golds on which {labels[0]} and {labels[1]} part most", anchor=False)
        if len(far):
            values = {f"Δ{MEASURES[key].label}": duel.deltas_of(far, key) for key in dict.fromkeys(pair)}
            golds.table("apart", far, values, (a, b), chosen)
            downloads.button("These golds (CSV)", lambda: golds.frame(far, values), "atlas-apart.csv")
        else:
            st.caption("They never prefer different estimates.")
    with right.container(border=True):
        golds.card(chosen, (a, b), pair=pair)
    with left.container(border=True):
        st.plotly_chart(_heat(duel), theme=None, key="atlas_parting", config=look.plot_config("parting"))
    with st.container(border=True):
        st.subheader("Who wins", anchor=False)
        st.html(measure_tables.wins_table(duel.preferences, a.name, b.name))
    with st.popover("Download"):
        wins = lambda: downloads.preference_frame(duel.preferences, a.name, b.name)  # noqa: E731
        downloads.button("Wins and losses (CSV)", wins, "atlas-wins.csv")
        downloads.button("By shape of gold (CSV)", lambda: _shape_frame(duel, pair), "atlas-shapes.csv")
        downloads.button("Where measures part (CSV)", lambda: _parted_frame(duel), "atlas-parting.csv")
        label = "Every gold (CSV)" if duel.step == 1 else f"A sample of golds, 1 in {duel.step} (CSV)"
        downloads.button(label, lambda: _gold_frame(duel), "atlas-golds.csv")


def _finding(duel: Duel, pair: Pair) -> None:
    counts = duel.quadrants(*pair)
    labels = [MEASURES[key].label for key in pair]
    a, b = (sentences.lettered(rival.name, letter) for rival, letter in ((duel.a, "A"), (duel.b, "B")))
    parted = counts.second + counts.fourth
    first, second = (counts.second, counts.fourth) if counts.second >= counts.fourth else (counts.fourth, counts.second)
    who = (a, b) if counts.second >= counts.fourth else (b, a)
    sentence = (
        f"Of all {duel.n_golds:,} ways in which {duel.n_votes} annotators can vote over {duel.n_classes} classes, "
        f"{labels[0]} and {labels[1]} prefer different estimates on {parted:,} ({percent(parted / duel.n_golds, 1)})"
    )
    tail = f": {first:,} times {labels[0]} prefers {who[0]} and {labels[1]} {who[1]}, {second:,} times the other way."
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{sentence}{tail if parted else "."}</p>'
        f'<p class="oq oq-because">{counts.on_axis:,} golds are a tie for at least one of the two. '
        "Smaller scores are better; Δ is A minus B, negative where A is preferred.</p>"
    )


def _heat(duel: Duel) -> go.Figure:
    colours = look.palette()
    return memory.figure(
        ("heat", *_name(duel), colours),
        lambda: parting_heatmap(
            duel.parted() / duel.n_golds,
            [MEASURES[key].label for key in duel.measures],
            colours,
            title="Percent of golds on which two measures part",
        ),
    )


def _name(duel: Duel) -> tuple[int, int, Rival, Rival]:
    """Return what a duel is remembered by."""
    return duel.n_votes, duel.n_classes, duel.a, duel.b


def _scatter(duel: Duel, pair: Pair) -> None:
    texts = [",".join(map(str, row)) for row in duel.golds.tolist()]
    chosen, colours = ",".join(map(str, state.chosen_gold() or ())), look.palette()
    # A ring around the chosen point would make the browser draw thousands of points again after every click.
    selected = texts.index(chosen) if duel.n_golds <= RINGED_UP_TO and chosen in texts else None
    figure = memory.figure(
        ("scatter", *_name(duel), pair, colours, selected), lambda: _points(duel, pair, texts, colours, selected)
    )

    def pick() -> None:
        points = st.session_state["atlas_scatter"]["selection"]["points"]
        data = points[0].get("customdata") if points else None
        number = data[0] if isinstance(data, list) else data
        if isinstance(number, int | float):
            place = _place(duel, pair, int(number))
            if place is not None:
                state.choose(texts[place])

    st.plotly_chart(
        figure,
        theme=None,
        key="atlas_scatter",
        on_select=pick,
        selection_mode="points",
        config=look.plot_config(f"every-gold-{pair[0]}-{pair[1]}"),
    )


def _place(duel: Duel, pair: Pair, code: int) -> int | None:
    """Return the gold that a click means, of several in a cell the first; None for what no plot has sent."""
    cell = cell_of(code)
    if cell is None:
        return code if code < duel.n_golds else None
    x, y = (duel.deltas[duel.place(key)] for key in pair)
    places = np.flatnonzero(delta_frame(x, y).cells(x, y) == cell)
    return int(places[0]) if len(places) else None


def _points(duel: Duel, pair: Pair, texts: list[str], colours: Palette, selected: int | None) -> go.Figure:
    x, y = (duel.deltas[duel.place(key)] for key in pair)
    counts = duel.quadrants(*pair)
    labels = MEASURES[pair[0]].label, MEASURES[pair[1]].label
    dense = duel.n_golds > DRAWN_AS_POINTS
    shown = (
        "<br><span style='font-size:11px'>the darker, the more golds; a click opens one of them</span>" if dense else ""
    )
    return delta_scatter(
        x,
        y,
        texts,
        comparison.disagreement(x, y),
        counts,
        colours,
        measures=labels,
        runs=(duel.a.name, duel.b.name),
        title=f"{labels[0]} and {labels[1]} part on {counts.second + counts.fourth:,} of {duel.n_golds:,} golds{shown}",
        selected=selected,
        height=400,
    )


def _shapes(duel: Duel, pair: Pair) -> None:
    labels = [MEASURES[key].label for key in pair]
    a, b = html.escape(duel.a.name), html.escape(duel.b.name)
    rows = []
    for shape, counts in zip(SHAPES, duel.by_shape(*pair).tolist(), strict=True):
        total = sum(counts)
        if not total:
            continue
        both_a, both_b, parted, tied = counts
        parts = (("oq-wins-a", both_a, ""), ("", parted, "background:var(--oq-disagreement);"), ("oq-ties", tied, ""))
        spans = "".join(
            f'<span class="{name}" style="{style}flex:{part} 0 0"></span>'
            for name, part, style in (*parts, ("oq-wins-b", both_b, ""))
            if part
        )
        words_ = f"both prefer {a} {both_a:,}, they part {parted:,}, a tie {tied:,}, both prefer {b} {both_b:,}"
        rows.append(
            f"<tr><th scope=row style='white-space:normal'>{shape}</th><td style='text-align:right'>{total:,}</td>"
            f'<td style="width:45%" title="{words_}"><div class=oq-shares style="min-width:4rem">{spans}</div></td>'
            f'<td style="text-align:right">{percent(parted / total, 1)}</td></tr>'
        )
    st.subheader("Where they part, by shape of gold", anchor=False)
    st.html(
        '<p class="oq oq-because">Both prefer '
        f"<span class=oq-a>{a}</span>; <b style='color:var(--oq-ink); border-bottom:3px solid var(--oq-disagreement)'>"
        f"{labels[0]} and {labels[1]} part</b>; one sees a tie (grey); both prefer <span class=oq-b>{b}</span>.</p>"
        '<table class="oq oq-table" id="shapes"><thead><tr><th scope=col>shape</th>'
        '<th scope=col style="text-align:right">golds</th><th scope=col></th>'
        f'<th scope=col style="text-align:right">part</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _map(duel: Duel, key: str) -> None:
    order = np.lexsort((duel.golds[:, 2], duel.golds[:, 1]))
    colours = look.palette()
    figure = memory.figure(
        ("map", *_name(duel), key, colours),
        lambda: preference_map(
            duel.golds[order] / duel.n_votes,
            duel.deltas[duel.place(key)][order],
            colours,
            labels=state.classes(3),
            runs=(duel.a.name, duel.b.name),
            title=f"{MEASURES[key].label}: who is preferred on every gold",
            border=_border(key, duel),
        ),
    )
    st.plotly_chart(figure, theme=None, key=f"atlas_map_{key}", config=look.plot_config(f"map-{key}"))


def _border(key: str, duel: Duel) -> FloatArray | None:
    """Return the line on which the measure is indifferent, where estimates are baselines or fixed numbers."""
    sides = [rival.votes if rival.rule == "fixed" else rival.rule for rival in (duel.a, duel.b)]
    if any(isinstance(side, str) and side not in BASELINES for side in sides):
        return None
    return indifference(key, sides[0], sides[1], resolution=BORDER_RESOLUTION)


def _shape_frame(duel: Duel, pair: Pair) -> pd.DataFrame:
    counts = duel.by_shape(*pair)
    names = (f"both prefer {duel.a.name}", f"both prefer {duel.b.name}", "part", "tie")
    return pd.DataFrame({"shape": SHAPES} | {name: counts[:, place] for place, name in enumerate(names)})


def _parted_frame(duel: Duel) -> pd.DataFrame:
    parted = duel.parted()
    return pd.DataFrame({"measure": duel.measures} | {key: parted[:, i] for i, key in enumerate(duel.measures)})


def _gold_frame(duel: Duel) -> pd.DataFrame:
    return golds.frame(duel.golds, {f"{key} delta": duel.deltas[i] for i, key in enumerate(duel.measures)})
