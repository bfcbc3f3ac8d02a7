"""All gold distributions: which estimator every measure prefers, and where measures disagree."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.figures.atlas import draw_atlas, draw_disagreements, draw_preferences, has_map
from ordquant_core.figures.deltas import delta_frame
from ordquant_core.figures.regions import picked
from ordquant_core.findings import spaces as findings
from ordquant_core.frame_html import grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Html
from ordquant_core.measure_tables import wins_table
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.spaces.gold_distributions import votes_text
from pages.atlas import gold_views, inputs
from pages.atlas.gold_views import Scored
from pages.atlas.inputs import Space
from pages.atlas.state import STATE, chosen_gold
from pages.shared import controls, current_mark, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar
from pages.shared.session import selected_points

Bar = Callable[[Tables], None]  # draws the link and the menu of these tables
Pair = tuple[str, str]
HINT = "; click to open one"


def show(bar: Bar, view: str) -> bool:
    """Draw the section `view`; return whether `bar` was called."""
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
    _of_pair(view, compared, space, bar, finding=finding, choices=choices)
    return True


@st.fragment
def _of_pair(
    view: str, compared: Comparison, space: Space, bar: Bar, *, finding: look.Container, choices: look.Container
) -> None:
    """Draw what depends on the two measures: others draw nothing else."""
    with choices:
        pair = controls.pair(STATE, MAIN_MEASURES)
    with finding:
        write.verdict(findings.disagreement(compared, *pair))
        write.because(findings.how_counted(compared, *pair))
    if view == "every":
        left, right = look.cards(1, 1.1)
        with left:
            _scatter(compared, space, pair)
        _of_gold(compared, space, pair, bar, listed=left.container(), card=right)
    else:
        _summary(compared, space, pair)
        bar(_tables(compared, pair))


@st.fragment
def _of_gold(
    compared: Comparison, space: Space, pair: Pair, bar: Bar, *, listed: look.Container, card: look.Container
) -> None:
    """Draw what depends on the gold distribution that is looked at."""
    most = compared.farthest(*pair)
    chosen = chosen_gold() or tuple((most if len(most) else compared.votes)[0].tolist())
    with listed:
        both = " and ".join(MEASURES[key].label for key in pair)
        st.header(f"Gold distributions on which {both} disagree most", anchor=False)
        st.caption("By the sum of both margins.")
        if len(most):
            scored: Scored = {("delta", key): compared.deltas_of(most, key) for key in pair}
            gold_views.table("disagreements", most, scored, space, chosen, fills=True)
        else:
            st.caption("They never prefer different estimators.")
    with card:
        of_card = gold_views.card(chosen, space, pair=pair)
    current_mark.show("gold", points={"atlas_scatter": _place(compared, pair, chosen)})
    bar([*_tables(compared, pair), *of_card])


def _tables(compared: Comparison, pair: Pair) -> Tables:
    kept = "All distributions" if compared.step == 1 else f"Distributions, a sample (1 in {compared.step})"
    return [
        ("Preferences", compared.to_frame, "atlas-preferences.csv"),
        ("By shape", lambda: compared.shapes_to_frame(*pair), "atlas-shapes.csv"),
        ("Disagreements", compared.disagreements_to_frame, "atlas-all-disagreements.csv"),
        (kept, compared.distributions_to_frame, "atlas-distributions.csv"),
    ]


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
        st.header("Disagreement by shape of the gold distribution", anchor=False)
        write.because(findings.parts_of_shapes(compared, *pair), id="parts_of_shapes")
        write.html(compute_once(("atlas", "shapes", *space, pair), lambda: _shapes(compared, pair)))
    if has_map(compared):
        for column, measure in zip(look.cards(1, 1), pair, strict=True):
            with column:
                _map(compared, space, measure)


def _wins(compared: Comparison) -> Html:
    return wins_table(compared.preferences, (compared.a.name, compared.b.name), counted="possible vote counts")


def _shapes(compared: Comparison, pair: Pair) -> Html:
    """Return how often the two measures agree and disagree, a row per shape of the gold distribution."""
    parts = {  # of a row's bar: what each is called, and its colour
        "both_prefer_a": (f"both prefer {compared.a.name}", "run-a"),
        "disagree": ("disagree", "disagreement"),
        "one_ties": ("tie", "line"),
        "both_prefer_b": (f"both prefer {compared.b.name}", "run-b"),
    }
    frame = compared.shapes_to_frame(*pair)
    frame["distributions"] = frame[[*parts]].sum(axis=1)
    frame = frame[frame["distributions"] > 0]
    columns = [
        drawn_as(Kind.TEXT, "shape", "Shape"),
        drawn_as(Kind.COUNT, "distributions"),
        drawn_as(Kind.PARTS, "parts", "", parts=[*parts], named=dict(parts.values())),
        drawn_as(Kind.SHARE, "share_of_shape", "disagree"),
    ]
    shares = frame.assign(share_of_shape=frame["disagree"] / frame["distributions"])
    return write.as_table(*grid(shares, columns), id="shapes")


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


def _map(compared: Comparison, space: Space, key: str) -> None:
    figure = look.draw_once(("atlas", "map", *space, key), draw_preferences, compared, key)
    look.plot(figure, f"atlas_map_{key}", f"map-{key}")
