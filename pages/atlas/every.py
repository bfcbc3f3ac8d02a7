"""All gold distributions: which estimator every measure prefers, and where two of them disagree."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.figures.atlas import DENSE, draw_atlas, title_of_atlas
from ordquant_core.figures.deltas import count_outliers, place_deltas
from ordquant_core.figures.points import DRAWN_AS_POINTS
from ordquant_core.figures.regions import picked
from ordquant_core.findings import spaces as findings
from ordquant_core.findings.disagreement import amber
from ordquant_core.markup import join
from ordquant_core.measure_tables import TIES, wins_table
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.spaces.gold_distributions import votes_text
from pages.atlas import gold_views, inputs
from pages.atlas.gold_views import Scored
from pages.atlas.inputs import Space
from pages.atlas.state import STATE, chosen_gold
from pages.shared import clicks, current_mark, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar
from pages.shared.session import selected_points

Bar = Callable[[Tables], None]  # draws the link and the menu of these tables
Pair = tuple[str, str]
WIDTHS = 1, 1.08  # of the two cards, as on Cases


def show(bar: Bar) -> bool:
    """Draw the section; return whether `bar` was called: not where there is nothing to compare."""
    finding = look.finding()
    space = inputs.choose_space()
    of = space.a, space.b, space.n_votes, space.n_classes
    if same := compute_once(("atlas", "same", *of), findings.same_estimates, *of):
        with finding:
            write.finding(same, inputs.menus(space))
        return False
    compared = compute_with_bar(("compared", *space), "Scoring every gold distribution", compare_estimators, *space)
    _of_pair(compared, space, bar, finding)
    return True


@st.fragment
def _of_pair(compared: Comparison, space: Space, bar: Bar, finding: look.Container) -> None:
    """Draw what depends on the two measures: others draw nothing else."""
    if inputs.estimators() != (space.a, space.b):  # chosen in the finding: all of the page is about them
        st.rerun()
    pair = STATE["x"], STATE["y"]
    menus = inputs.menus(space)
    with finding:
        write.finding(findings.disagreement(compared, *pair), menus)
        write.choice(findings.how_counted(compared, *pair), menus, id="because", style="because")
    with st.container(key="atlas_row"):
        wins, deltas = look.cards(*WIDTHS)
    estimators = compared.a.name, compared.b.name
    with deltas:
        dense = compared.n_distributions > DRAWN_AS_POINTS
        drawn = write.by_width(f"{DENSE} distributions", DENSE) if dense else "each dot: a gold distribution"
        at_edge = count_outliers(*(compared.deltas[compared.index(key)] for key in pair))
        drawn = join([drawn, "; ring: chosen", f"; {count(at_edge)} at the edge" if at_edge else ""])
        write.html(write.titled(amber(title_of_atlas(pair)), drawn))
        figure = look.draw_once(("atlas", "deltas", *space, pair), draw_atlas, compared, pair)
        name = f"distributions-{'-'.join(pair)}"
        look.plot(figure, "atlas_scatter", name, on_select=lambda: pick(compared, pair))
    with wins:
        title = write.titled("On how many gold distributions is each estimator better?", TIES)
        of = compared.preferences, estimators
        write.html(title, compute_once(("atlas", "wins", *space, pair), wins_table, *of, axes=pair))
        clicks.on_choice("wins", partial(STATE.choose, "x", MAIN_MEASURES, other="y"))
    _of_gold(compared, space, pair, bar)


@st.fragment
def _of_gold(compared: Comparison, space: Space, pair: Pair, bar: Bar) -> None:
    """Draw what depends on the gold distribution that is looked at."""
    most = compute_once(("atlas", "farthest", *space, pair), lambda: compared.farthest(*pair))
    both = " and ".join(MEASURES[key].label for key in pair)
    never = f"{both} never disagree" if pair[0] != pair[1] else "All gold distributions"
    title = f"{both} disagree most on these, by the sum of both margins" if len(most) else never
    listed = most if len(most) else compared.votes
    scored: Scored = {("delta", key): compared.deltas_of(listed, key) for key in pair}
    chosen = chosen_gold() or tuple(listed[0].tolist())
    apart = np.abs(np.subtract(*(scored["delta", key] for key in pair))) if len(most) else None
    note = findings.each_counts_once(compared, *pair)
    of_gold = gold_views.show("disagreements", title, listed, scored, space, chosen, pair, apart=apart, note=note)
    current_mark.show("gold", points={"atlas_scatter": _place(compared, pair, chosen)}, label=votes_text(chosen))
    kept = "All distributions" if compared.step == 1 else f"Distributions, a sample (1 in {compared.step})"
    bar(
        [
            ("Preferences", compared.to_frame, "atlas-preferences.csv"),
            ("Disagreements", compared.disagreements_to_frame, "atlas-all-disagreements.csv"),
            (kept, compared.distributions_to_frame, "atlas-distributions.csv"),
            *of_gold,
        ]
    )


def _place(compared: Comparison, pair: Pair, votes: Sequence[int]) -> current_mark.Point:
    """Return where a gold distribution stands in the plot; nowhere, if it is not among those that are compared."""
    of_it = np.flatnonzero((compared.votes == np.asarray(votes)).all(axis=1))[:1]
    x, y, _ = place_deltas(*(compared.deltas[compared.index(key)] for key in pair))
    return (float(x[of_it[0]]), float(y[of_it[0]])) if len(of_it) else (np.nan, np.nan)


def pick(compared: Comparison, pair: Pair) -> None:
    """Choose the gold distribution that was clicked, of several in a cell the first."""
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    positions = picked({"points": selected_points("atlas_scatter")}, *place_deltas(x, y))
    if positions is not None and len(positions):
        STATE["gold"] = votes_text(compared.votes[int(positions[0])].tolist())
