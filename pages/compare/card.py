"""The card under canvas and table: how a measure is calculated, votes to carry, how robust preferences are, paths."""

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.sentence import Link
from ordquant_core.measures.built import NAMED
from ordquant_core.measures.registry import MEASURES
from pages.compare import measures, paths, robustness
from pages.compare.state import CARDS, STATE
from pages.shared import controls, links, working_view, write
from pages.shared.board import BELOW, board, can_carry


def show(picture: Picture) -> None:
    """Draw the card and the choice of what it holds."""
    kinds = {kind: words for kind, words in CARDS.items() if kind != "carry" or can_carry(picture)}
    STATE.restrict({"card": kinds})
    with st.container(horizontal=True, vertical_alignment="center", key="card_head"):
        title = st.container(key="card_title")
        kind = controls.sections(STATE, "card", "What the card shows", kinds)
    if kind == "calculated":
        measure = working_view.calculated_measure()
        with title:
            write.title(working_view.title(measure, picture))
        working_view.side_by_side(measure, picture)
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after_calculation"):
            working_view.all_steps(measure, picture)
            if measure in NAMED:
                change = Link("Change the rule", links.to_make(NAMED[measure]))
                built = f"Four switches build {MEASURES[measure].label}. ", change
                write.paragraph(built, style="value", width="content")
    elif kind == "carry":
        _carry(picture, title)
    elif kind == "robust":
        robustness.show(picture, title)
    else:
        paths.show(picture, title)


def downloads(picture: Picture) -> None:
    """Draw what can be downloaded: the measures, and what the card draws a table of."""
    measures.downloads(picture, robustness.tables(picture) if STATE["card"] == "robust" else ())


def _carry(picture: Picture, title: write.Container) -> None:
    """Draw the board: what NMD counts, or, where RNOD was asked for, what RNOD sees."""
    key = working_view.calculated_measure()
    key = key if key in BELOW else "NMD"
    with title:
        write.title(f"Carry votes, and watch {MEASURES[key].label}")
    board(picture, key, key="carry_board")
