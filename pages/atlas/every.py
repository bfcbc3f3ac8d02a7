"""All gold distributions: which estimator every measure prefers, and where measures disagree."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.analysis.spaces.gold_distributions import votes_text
from ordquant_core.figures.atlas import draw_atlas, draw_disagreements, draw_preferences, has_map
from ordquant_core.figures.deltas import delta_frame
from ordquant_core.figures.regions import picked
from ordquant_core.markup import Html
from ordquant_core.measure_tables import wins_table
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.tables.spaces import sentences as space_sentences
from ordquant_core.tables.spaces import views as space_views
from ordquant_core.tables.spaces.views import Scored
from pages.atlas import gold_views, inputs
from pages.atlas.inputs import Space
from pages.atlas.state import STATE, chosen_gold
from pages.shared import controls, current_mark, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar
from pages.shared.session import selected_points

Pair = tuple[str, str]
HINT = "; click to open one"


def show(bar: Callable[[Tables], None], view: str) -> bool:
    """Draw the section `view`; return whether `bar`, which draws the link and the menu of these tables, was called."""
    finding = st.container()
    space = inputs.choose_space()
    choices = st.container()
    if not inputs.ask_to_compute("compared", space):
        return False
    compared = compute_with_bar(
        ("compared", *space),
        "Scoring every gold distribution",
        lambda progress: compare_estimators(*space, progress=progress),
    )

    @st.fragment
    def of_gold(pair: Pair, listed: look.Container, card: look.Container) -> None:
        """Draw what depends on the gold distribution that is looked at."""
        most = compared.farthest(*pair)
        chosen = chosen_gold() or tuple((most if len(most) else compared.votes)[0].tolist())
        with listed:
            st.header(f"Gold distributions on which {' and '.join(_labels(pair))} disagree most", anchor=False)
            st.caption("By the sum of both margins.")
            if len(most):
                scored: Scored = {("delta", key): compared.deltas_of(most, key) for key in pair}
                gold_views.table("disagreements", most, scored, space, chosen, fills=True)
            else:
                st.caption("They never prefer different estimators.")
        with card:
            gold_views.card(chosen, space, pair=pair)
        current_mark.show("gold", points={"atlas_scatter": _place(compared, pair, chosen)})
        bar(tables_of(pair))

    def tables_of(pair: Pair) -> Tables:
        kept = "All distributions" if compared.step == 1 else f"Distributions, a sample (1 in {compared.step})"
        return [
            ("Preferences", compared.to_frame, "atlas-preferences.csv"),
            ("By shape", lambda: compared.shapes_to_frame(*pair), "atlas-shapes.csv"),
            ("Disagreements", compared.disagreements_to_frame, "atlas-all-disagreements.csv"),
            (kept, compared.distributions_to_frame, "atlas-distributions.csv"),
        ]

    @st.fragment
    def of_pair() -> None:
        """Draw what depends on the two measures: others draw nothing else."""
        with choices:
            pair = controls.pair(STATE, MAIN_MEASURES)
        with finding:
            write.said(*space_sentences.of_comparison(compared, *pair))
        if view == "every":
            left, right = look.cards(1, 1.1)
            with left:
                _scatter(compared, space, pair)
            of_gold(pair, left.container(), right)
        else:
            _summary(compared, space, pair)
            bar(tables_of(pair))

    of_pair()
    return True


def _summary(compared: Comparison, space: Space, pair: Pair) -> None:
    """Draw what the measures prefer, and where they disagree, over all gold distributions."""
    with st.container(border=True):
        st.header("Preferences by measure", anchor=False)
        write.scrolling(compute_once(("atlas", "wins", *space), partial(_wins, compared)))
    heat, shapes = look.cards(1, 1.1)
    with heat:
        key = ("atlas", "heat", *space)
        look.plot(look.draw_once(key, draw_disagreements, compared), "atlas_heatmap", "disagreements")
    with shapes:
        _shapes(compared, space, pair)
    if has_map(compared):
        for column, measure in zip(look.cards(1, 1), pair, strict=True):
            with column:
                _map(compared, space, measure)


def _wins(compared: Comparison) -> Html:
    return wins_table(compared.preferences, (compared.a.name, compared.b.name), counted="possible vote counts")


def _scatter(compared: Comparison, space: Space, pair: Pair) -> None:
    key = "atlas", "scatter", *space, pair
    figure = look.draw_once(key, draw_atlas, compared, pair, hint=HINT)
    look.plot(figure, "atlas_scatter", f"distributions-{'-'.join(pair)}", on_select=lambda: pick(compared, pair))


def _place(compared: Comparison, pair: Pair, votes: Sequence[int]) -> current_mark.Point:
    """Return where a gold distribution stands in the plot; nowhere, if it is not among those that are compared."""
    of_it = np.flatnonzero((compared.votes == np.asarray(votes)).all(axis=1))[:1]
    x, y = (compared.deltas[compared.index(key)][of_it] for key in pair)
    return (float(x[0]), float(y[0])) if len(of_it) else (np.nan, np.nan)


def pick(compared: Comparison, pair: Pair) -> None:
    """Choose the gold distribution that was clicked, of several in a cell the first."""
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    positions = picked({"points": selected_points("atlas_scatter")}, x, y, delta_frame(x, y))
    if positions is not None and len(positions):
        STATE["gold"] = votes_text(compared.votes[int(positions[0])].tolist())


def _shapes(compared: Comparison, space: Space, pair: Pair) -> None:
    st.header("Disagreement by shape of the gold distribution", anchor=False)
    write.because(space_sentences.beside_shapes(compared, *pair))
    table = lambda: write.as_table(*space_views.shapes(compared, *pair), id="shapes")  # noqa: E731
    write.html(compute_once(("atlas", "shapes", *space, pair), table))


def _map(compared: Comparison, space: Space, key: str) -> None:
    figure = look.draw_once(("atlas", "map", *space, key), draw_preferences, compared, key)
    look.plot(figure, f"atlas_map_{key}", f"map-{key}")


def _labels(keys: Sequence[str]) -> list[str]:
    return [MEASURES[key].label for key in keys]
