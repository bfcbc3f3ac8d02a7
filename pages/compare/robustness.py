"""How robust is a preference? Which other votes the annotators might have given, and which of them change it."""

from typing import Literal

import numpy as np
import streamlit as st

from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.analysis.robustness import ONE_VOTE, in_votes, robustness, smallest_flip
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Html
from ordquant_core.tables.one_case import robustness as tables
from pages.compare import measures
from pages.compare.state import SIDES, STATE
from pages.shared import controls, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once
from pages.shared.write import Container

RESAMPLES, SEED, MOST_LOOKED_AT = 2000, 2021, 40_000  # the last: distributions that a search for flips scores


def show(picture: Picture, title: Container) -> None:
    """Draw the finding in `title`; per measure, the share of panels that keep its preference, the smallest flip."""
    if picture.votes is None:
        with title:
            write.title("The gold is given as probabilities")
        write.because(
            "Simulating panels of annotators and moving single votes need votes: switch the canvas to votes, or type "
            "whole numbers."
        )
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        moved = controls.segments(STATE, "flip", "Move votes in", SIDES)
        follow = controls.draw(
            st.toggle,
            STATE,
            "follow",
            "Baselines follow the gold",
            help="Off: A and B stay as drawn. On: Popularity and Uniform are recomputed from every changed gold.",
        )
    gold = tuple(int(value) for value in picture.gold)
    follow = follow and moved == "gold"
    entries = {side: picture.entry(side) if follow else picture.held(side) for side in ("a", "b")}
    try:
        if moved in entries:
            entries[moved] = in_votes(picture.held(moved), sum(gold))
        key = gold, entries["a"], entries["b"], moved, measures.card_measures(), picture.positions
        sentence, table = compute_once(("robust", *key, picture.classes), lambda: _described(*key, picture.classes))
    except OrdquantError as problem:
        st.caption(escape(str(problem)))
        return
    with title:
        write.title(sentence)
    write.html(table)
    st.caption(
        "Simulated panels: before the votes, every distribution over the classes is taken to be equally likely; a true "
        "distribution is drawn from what the votes leave likely, and as many votes from it. Annotators are assumed to "
        f"be exchangeable. Seed {SEED}."
    )


def _described(
    gold: tuple[int, ...],
    a: Entry,
    b: Entry,
    moved: Literal["gold", "a", "b"],
    keys: tuple[str, ...],
    positions: tuple[float, ...] | None,
    classes: tuple[str, ...],
) -> tuple[Html, Html]:
    """Return the finding and the table."""
    rng = np.random.default_rng(SEED)
    flips = smallest_flip(gold, a, b, keys, moved=moved, most_looked_at=MOST_LOOKED_AT, positions=positions)
    if sum(gold) == 1:
        return Html(ONE_VOTE), tables.robustness_table(None, flips, classes)
    found = robustness(gold, a, b, keys, n_resamples=RESAMPLES, positions=positions, rng=rng)
    return tables.sentence(found, gold), tables.robustness_table(found, flips, classes)
