"""How firm is a preference, and what would flip it? Both ask what other votes the annotators might have given."""

import html
from typing import Literal

import numpy as np
import streamlit as st

from ordquant_core.analysis.firmness import Firmness, Flip, firmness, smallest_flip
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import percent
from ordquant_core.tables import sentences
from pages.shared.escaping import escape
from pages.shared.picture import Entry, Picture

RESAMPLES, SEED = 2000, 2021
MOST_MOVES = 2  # that are told in a line; more are told on demand
Moved = Literal["gold", "a", "b"]


def show(picture: Picture) -> None:
    """Draw the card: per measure, the share of resamples that agree, and the smallest move that flips it."""
    st.subheader("How firm is it, and what would flip it?", anchor=False)
    if picture.votes is None:
        st.html(
            '<p class="oq oq-because">The gold is made of probabilities. Resampling annotators and moving single votes '
            "need votes: switch the canvas to votes, or type whole numbers.</p>"
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        moved: Moved = st.segmented_control(
            "Move votes in",
            ["gold", "a", "b"],
            default="gold",
            key="flip_moved",
            required=True,
            format_func=lambda side: "Gold" if side == "gold" else f"{side.upper()}",
        )
        follows = st.toggle(
            "Baselines follow the gold",
            key="flip_follows",
            help="Off: A and B stay as they are drawn. On: Popularity and Uniform are made anew from it.",
        )
    gold = tuple(int(value) for value in picture.gold)
    a, b = (_held(picture, side, follows=follows and moved == "gold") for side in ("a", "b"))
    try:
        firm = _firm(gold, a, b)
        flips = _flips(gold, _whole(a, gold, moved == "a"), _whole(b, gold, moved == "b"), moved)
    except OrdquantError as problem:
        st.caption(escape(str(problem)))
        return
    st.html(_sentence(picture, firm) + _table(picture, firm, flips))
    st.caption(f"{RESAMPLES:,} multinomial resamples of the {picture.votes} annotators, seed {SEED}.")


@st.cache_data(max_entries=256, show_spinner=False)
def _firm(gold: tuple[int, ...], a: Entry, b: Entry) -> Firmness:
    rng = np.random.default_rng(SEED)
    return firmness(gold, a, b, MAIN_MEASURES, n_resamples=RESAMPLES, rng=rng)


@st.cache_data(max_entries=256, show_spinner=False)
def _flips(gold: tuple[int, ...], a: Entry, b: Entry, moved: Moved) -> tuple[Flip, ...]:
    return smallest_flip(gold, a, b, MAIN_MEASURES, moved=moved, most_looked_at=40_000)


def _held(picture: Picture, side: str, *, follows: bool) -> Entry:
    """Return a baseline as its word where it is to follow the gold, everything else as numbers."""
    entry: Entry = picture.a if side == "a" else picture.b
    if isinstance(entry, str) and not follows:
        return tuple(picture.probabilities(side).tolist())
    return entry


def _whole(entry: Entry, gold: tuple[int, ...], moves: bool) -> Entry:
    """Return an estimate in votes of as many annotators as the gold has, if its own votes are to move."""
    if not moves or isinstance(entry, str):
        return entry
    votes = np.array(entry) / sum(entry) * sum(gold)
    if np.abs(votes - np.rint(votes)).max() > 1e-9:
        raise OrdquantError(
            f"This estimate is not made of {sum(gold)} whole votes. Draw on it in votes mode to move single votes."
        )
    return tuple(np.rint(votes).tolist())


def _sentence(picture: Picture, firm: Firmness) -> str:
    """Say how often all measures keep their preferences, and which of them least and most often."""
    keeps = dict(zip(firm.measures, firm.keeps.tolist(), strict=True))
    least, most = min(keeps.values()), max(keeps.values())
    if least == most:
        what = "keep its preference" if firm.preference.any() else "see a tie"
        said = f"each of the {len(keeps)} measures would {what} in <b>{percent(most)}</b> of the resamples."
    else:
        fewest, often = (sentences.some([key for key, share in keeps.items() if share == end]) for end in (least, most))
        said = (
            f"the {len(keeps)} measures would keep their preferences in <b>{percent(least)}</b> ({fewest}) to "
            f"<b>{percent(most)}</b> ({often}) of the resamples."
        )
    return f'<p class="oq">With other annotators of the same kind, {said}</p>'


def _table(picture: Picture, firm: Firmness, flips: tuple[Flip, ...]) -> str:
    rows = []
    for key, side, keeps, flip in zip(firm.measures, firm.preference.tolist(), firm.keeps.tolist(), flips, strict=True):
        now = {-1: '<span class="oq-a">A</span>', 0: "tie", 1: '<span class="oq-b">B</span>'}[side]
        rows.append(
            f"<tr><th scope=row>{MEASURES[key].label}</th><td>{now}</td>"
            f'<td class="oq-score oq-of-gold" title="{keeps!r}">{percent(keeps)}'
            f'<i style="width:{100 * keeps:.0f}%"></i></td>'
            f"<td>{_tell(flip, picture.classes)}</td></tr>"
        )
    return (
        '<table class="oq oq-table" id="reasons"><thead><tr><th scope=col>Measure</th><th scope=col>prefers</th>'
        "<th scope=col>keeps it in</th><th scope=col>smallest move that flips it</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _tell(flip: Flip, classes: tuple[str, ...]) -> str:
    """Word a flip: '3 votes from 1 to -2: then B', or why there is none."""
    if flip.votes is None:
        return "nothing flips it" if flip.at_least is None else f"more than {flip.at_least - 1} votes"
    moves = ", ".join(
        f"{move.votes} vote{'s' if move.votes > 1 else ''} from {html.escape(classes[move.source])} to "
        f"{html.escape(classes[move.target])}"
        for move in flip.moves
    )
    after = {-1: '<span class="oq-a">A</span>', 0: "a tie", 1: '<span class="oq-b">B</span>'}[int(flip.after or 0)]
    never = f' <span class="oq-muted">(fewer than {flip.at_least} never do)</span>'
    what = f"then {after}{never if flip.at_least != flip.votes else ''}"
    if len(flip.moves) > MOST_MOVES:
        return f"<details><summary>{flip.votes} votes: {what}</summary>{moves}</details>"
    return f"{moves}: {what}"
