"""How robust is a preference? Which other votes the annotators might have given, and which of them change it."""

from typing import Literal

import numpy as np
import streamlit as st

from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.analysis.robustness import ONE_VOTE, Stability, in_votes, robustness, smallest_flip
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.robustness import MOST_MOVES, kept, moves, smallest_change
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, column, drawn_as
from pages.compare import measures
from pages.compare.state import SIDES, STATE
from pages.shared import controls, write
from pages.shared.downloads import Tables
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once
from pages.shared.write import Container

RESAMPLES, SEED, MOST_LOOKED_AT = 2000, 2021, 40_000  # the last: distributions that a search for flips scores
COLUMNS = (
    drawn_as(Kind.MEASURE, "measure", "Measure"),
    column("preference", "prefers"),
    drawn_as(Kind.SHARE_BAR, "kept", "keeps its preference in", hairline=True),
    drawn_as(Kind.SENTENCE, "change", "smallest change that flips it", parts=["change", "moves"], narrow=True),
)


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
    try:
        stability = _computed(picture, moved, follow=follow)
    except OrdquantError as problem:
        st.caption(escape(str(problem)))
        return
    with title:
        write.title(ONE_VOTE if stability.panels is None else kept(stability.panels, _votes(picture)))
    _table(stability, picture.classes)
    st.caption(
        "Simulated panels: before the votes, every distribution over the classes is taken to be equally likely; a true "
        "distribution is drawn from what the votes leave likely, and as many votes from it. Annotators are assumed to "
        f"be exchangeable. Seed {SEED}."
    )


def tables(picture: Picture) -> Tables:
    """Return the table to download, if the votes can be moved."""
    if picture.votes is None:
        return ()
    try:
        stability = _computed(picture, STATE["flip"], follow=STATE["follow"])
    except OrdquantError:
        return ()
    return [("Robustness of the preferences", lambda: stability.to_frame().assign(seed=SEED), "compare-robustness.csv")]


def _votes(picture: Picture) -> tuple[int, ...]:
    return tuple(int(value) for value in picture.gold)


def _computed(picture: Picture, moved: Literal["gold", "a", "b"], *, follow: bool) -> Stability:
    """Return the robustness where votes of one side are moved. Raises `OrdquantError` where it has no such votes."""
    gold, follow = _votes(picture), follow and moved == "gold"
    entries = {side: picture.entry(side) if follow else picture.held(side) for side in ("a", "b")}
    if moved in entries:
        entries[moved] = in_votes(picture.held(moved), sum(gold))
    key = gold, entries["a"], entries["b"], moved, measures.card_measures(), picture.positions
    return compute_once(("robust", *key), lambda: _stability(*key))


def _stability(
    gold: tuple[int, ...],
    a: Entry,
    b: Entry,
    moved: Literal["gold", "a", "b"],
    keys: tuple[str, ...],
    positions: tuple[float, ...] | None,
) -> Stability:
    flips = smallest_flip(gold, a, b, keys, moved=moved, most_looked_at=MOST_LOOKED_AT, positions=positions)
    if sum(gold) == 1:
        return Stability(flips, None)
    rng = np.random.default_rng(SEED)
    return Stability(flips, robustness(gold, a, b, keys, n_resamples=RESAMPLES, positions=positions, rng=rng))


def _table(stability: Stability, classes: tuple[str, ...]) -> None:
    """Draw a row per measure; where many votes move, they unfold."""
    frame = stability.to_frame().assign(
        change=[smallest_change(flip, classes) for flip in stability.flips],
        moves=[moves(flip, classes) if len(flip.moves) > MOST_MOVES else "" for flip in stability.flips],
    )
    write.frame(frame, COLUMNS, Rows(data="measure"), id="robustness", scrolls=False)
