"""All gold distributions: which estimator every measure prefers, and where measures disagree."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.landscape import MOST_RESOLUTION
from ordquant_core.analysis.spaces.compare_estimators import Comparison, indifference_line, preferences_on
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.analysis.spaces.weights import TaskShape
from ordquant_core.figures.atlas import disagreement_heatmap, preference_map
from ordquant_core.figures.deltas import delta_frame, delta_scatter
from ordquant_core.figures.points import DRAWN_AS_POINTS
from ordquant_core.figures.regions import picked
from ordquant_core.figures.style import Figure, Palette
from ordquant_core.markup import tag
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from ordquant_core.tables.spaces import results as spaces
from ordquant_core.tables.spaces import sentences as space_sentences
from ordquant_core.tables.spaces import views as space_views
from ordquant_core.tables.spaces.results import votes_text
from ordquant_core.tables.spaces.views import Scored
from pages.atlas import computed, gold_views, inputs
from pages.atlas.computed import Space, Weighed
from pages.atlas.state import STATE, chosen_gold
from pages.shared import cached, controls, look, write
from pages.shared.session import selected_points

Pair = tuple[str, str]
RINGED_UP_TO = 1000


def show(query: Mapping[str, str] | None) -> None:
    """Draw the section."""
    finding = st.container()
    space = inputs.space(weighs=True)
    weighed = inputs.weights(query, space)
    if not inputs.ready("compared", space, weighed.key, work=weighed.work):
        return
    compared = computed.compared(space, weighed)
    own = _of_task(compared)
    left, right = look.cards(1.05, 1)
    with left:
        pair = controls.pair(STATE, MAIN_MEASURES)
        _scatter(compared, space, pair)
    with finding:
        write.said(*space_sentences.of_comparison(compared, *pair))
        if own is not None:
            write.because(space_sentences.of_task(compared, pair[0], own), id="of_task")
    with right:
        _shapes(compared, space, weighed, pair)
    if space.n_classes == 3 and compared.step == 1 and space.n_votes <= MOST_RESOLUTION:
        for column, measure in zip(st.columns(2), pair, strict=True):
            with column.container(border=True):
                _map(compared, space, measure)
    most = compared.farthest(*pair)
    chosen = chosen_gold() or tuple((most if len(most) else compared.votes)[0].tolist())
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True, height="stretch"):
        one, other = _labels(pair)
        st.header(f"Gold distributions on which {one} and {other} disagree most", anchor=False)
        if len(most):
            scored: Scored = {("delta", key): compared.deltas_of(most, key) for key in pair}
            gold_views.table("disagreements", most, scored, space, chosen, fills=True)
        else:
            st.caption("They never prefer different estimators.")
    with right.container(border=True, height="stretch"):
        gold_views.card(chosen, space, pair=pair)
    with left.container(border=True):
        heat = _heatmap(compared, space, weighed, look.palette())
        look.plot(heat, "atlas_heatmap", "disagreements")
    with st.container(border=True):
        st.header("Preferences by measure", anchor=False)
        beside = space_views.beside_preferences(compared, own)
        names, counted = (space.a.name, space.b.name), "possible vote counts"
        write.scrolling(
            cached.html(measure_tables.wins_table, compared.preferences, *names, of=counted, beside=beside),
            height="none",
        )
    kept = "All distributions" if compared.step == 1 else f"Distributions, a sample (1 in {compared.step})"
    gold_views.table_buttons(
        ("Preferences", lambda: spaces.preferences(compared), "preferences"),
        ("By shape", lambda: spaces.by_shape(compared, *pair), "shapes"),
        ("Disagreements", lambda: spaces.disagreements(compared), "all-disagreements"),
        (kept, lambda: spaces.compared_distributions(compared), "distributions"),
    )


def _of_task(compared: Comparison) -> IntArray | None:
    """Count the preferences on the cases of the task whose votes give the weights, if one does."""
    gold = compared.weighting.gold if isinstance(compared.weighting, TaskShape) else None
    return None if gold is None else preferences_on(gold, compared.a, compared.b, compared.measures)


def _heatmap(compared: Comparison, space: Space, weighed: Weighed, palette: Palette) -> Figure:
    of = "of gold distributions" if weighed.rule is None else "by weight"
    return computed.drawn(
        ("heatmap", *space, weighed.key, palette),
        lambda: disagreement_heatmap(
            compared.weighted_disagreements(),
            _labels(compared.measures),
            palette,
            title=f"Disagreement, in percent {of}",
        ),
    )


def _scatter(compared: Comparison, space: Space, pair: Pair) -> None:
    palette, chosen = look.palette(), chosen_gold()
    # A ring around the chosen point would make the browser draw thousands of points again after every click.
    listed = compared.votes.tolist() if chosen and compared.n_distributions <= RINGED_UP_TO else []
    ring = listed.index(list(chosen)) if chosen and list(chosen) in listed else None
    figure = computed.drawn(("scatter", *space, pair, palette, ring), lambda: _points(compared, pair, palette, ring))
    name = f"distributions-{pair[0]}-{pair[1]}"
    look.plot(figure, "atlas_scatter", name, on_select=lambda: pick(compared, pair))


def pick(compared: Comparison, pair: Pair) -> None:
    """Choose the gold distribution that was clicked, of several in a cell the first."""
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    positions = picked({"points": selected_points("atlas_scatter")}, x, y, delta_frame(x, y))
    if positions is not None and len(positions):
        STATE["gold"] = votes_text(compared.votes[int(positions[0])].tolist())


def _points(compared: Comparison, pair: Pair, palette: Palette, ring: int | None) -> Figure:
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    counts, (one, other) = compared.quadrants(*pair), _labels(pair)
    title = (
        f"{one} and {other} disagree on {count(counts.second + counts.fourth)} of "
        f"{count(compared.n_distributions)} gold distributions"
    )
    dense = compared.n_distributions > DRAWN_AS_POINTS
    return delta_scatter(
        x,
        y,
        list(map(votes_text, compared.votes.tolist())),
        comparison.disagreement(x, y),
        counts,
        palette,
        measures=(one, other),
        runs=(compared.a.name, compared.b.name),
        title=title,
        subtitle="stronger colour: more distributions; click to open one" if dense else "",
        selected=ring,
        height=400 if compared.weighting.key == "once" else 440,  # as the card beside it
    )


def _shapes(compared: Comparison, space: Space, weighed: Weighed, pair: Pair) -> None:
    one, other = _labels(pair)
    a, b = (sentences.lettered(side.name, letter) for side, letter in ((compared.a, "A"), (compared.b, "B")))
    disagree = tag("b", f"{one} and {other} disagree", style="border-bottom:3px solid var(--oq-disagreement)")
    st.header("Disagreement by shape of the gold distribution", anchor=False)
    write.because("Both prefer ", a, "; ", disagree, "; one of them ties (grey); both prefer ", b, ".")
    table = lambda: write.as_table(*space_views.shapes(compared, *pair), id="shapes", height="none")  # noqa: E731
    write.html(computed.drawn(("shapes", *space, weighed.key, pair), table))


def _map(compared: Comparison, space: Space, key: str) -> None:
    order = np.lexsort((compared.votes[:, 2], compared.votes[:, 1]))
    palette = look.palette()
    figure = computed.drawn(
        ("map", *space, key, palette),
        lambda: preference_map(
            compared.votes[order] / compared.n_votes,
            compared.deltas[compared.index(key)][order],
            palette,
            labels=classes(3),
            runs=(compared.a.name, compared.b.name),
            title=f"{MEASURES[key].label}: preference on every gold distribution",
            border=indifference_line(compared, key),
        ),
    )
    look.plot(figure, f"atlas_map_{key}", f"map-{key}")


def _labels(keys: Sequence[str]) -> list[str]:
    return [MEASURES[key].label for key in keys]
