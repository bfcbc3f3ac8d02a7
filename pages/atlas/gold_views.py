"""Gold distributions as a list to choose from, and all about the one that is chosen."""

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.findings import pairs
from ordquant_core.findings.sentence import both_names
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.markup import Html
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.spaces.gold_distributions import What, distributions_to_frame, votes_text
from ordquant_core.spaces.pairs import Votes, picture
from pages.atlas.inputs import Space
from pages.atlas.state import STATE
from pages.shared import cached, clicks, current_mark, links, look, working_view, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once

Scored = Mapping[tuple[What, str], FloatArray]  # what was computed by which measure, for each distribution

SHOWN = 10  # rows of a table; all are in the download


def show(
    name: str,
    title: str,
    votes: IntArray,
    scored: Scored,
    space: Space,
    gold: Votes,
    pair: tuple[str, str],
    *,
    apart: FloatArray | None = None,
    note: str = "",
) -> Tables:
    """Draw gold distributions (n, L) with what was computed on them, to choose from, and all about the chosen one.

    The title of that one says what the two measures of `pair` prefer. `apart`: the sum of both margins, where the list
    is in its order; `note` stands below the list. Returns the tables to download.
    """
    drawn, names = picture(gold, space.a, space.b), (space.a.name, space.b.name)

    def scores(measures: Sequence[str]) -> CaseScores:
        of = "atlas", "card", gold, space.a, space.b, *measures
        return compute_once(of, lambda: CaseScores(*drawn.scores_of_both(measures), names))

    by_measure = scores(MAIN_MEASURES)
    said = pairs.of_two(scores(tuple(dict.fromkeys(pair))).sides, pair, *both_names(names))
    with st.container(border=True, key="gold_card"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="case_head"):
            write.paragraph(f"Gold {votes_text(gold)}: ", said, ".", style="case-title", id="card")
            with st.container(horizontal=True, width="content", key="case_actions"):
                links.open_in_compare(drawn)
        left, right = st.columns([1.2, 1], gap="medium")
    with left:
        figure = look.draw(draw_picture, drawn, height=170, titled=False)
        look.plot(figure, "atlas_card", "gold", name=f"Gold {votes_text(gold)}")
        working_view.in_rows(pair[0], drawn)
    with right:
        write.html(cached.build(measure_table, by_measure))
    with st.container(border=True):
        write.title(title)
        _choose(name, votes, scored, space, gold, apart, note)
    return [
        ("These distributions", lambda: _frame(votes, scored, apart), f"atlas-{name}.csv"),
        (f"Measures on {votes_text(gold)}", by_measure.to_frame, "atlas-measures.csv"),
    ]


def _choose(
    name: str, votes: IntArray, scored: Scored, space: Space, chosen: Votes, apart: FloatArray | None, note: str
) -> None:
    """Draw the list to choose from."""
    first = {key: values[:SHOWN] for key, values in scored.items()}
    built = cached.build(_table, votes[:SHOWN], first, space, name, None if apart is None else apart[:SHOWN])
    write.html(built)
    current_mark.show(name, rows={name: votes_text(chosen)})
    clicks.on_choice(name, partial(STATE.say, "gold"), opens=".st-key-gold_card")
    if len(votes) > SHOWN:
        mirrored = "A distribution and its mirror image count as two."
        note = f"The first {SHOWN} of {count(len(votes))}; the download holds all. {note} {mirrored}"
    if note:
        st.caption(note)


def _table(votes: IntArray, scored: Scored, space: Space, name: str, apart: FloatArray | None) -> Html:
    """Return the table with no row chosen: a click on another one builds nothing of it again."""
    listed = list(map(tuple, votes.tolist()))
    frame = _frame(votes, scored, apart).assign(
        gold=list(map(votes_text, listed)),
        votes=listed,
        words="Compare",
        address=[links.to_compare(picture(gold, space.a, space.b)) for gold in listed],
    )
    columns = [
        drawn_as(Kind.VOTES, "votes", "Gold", class_="oq-one-line"),
        *(_scored(what, key) for what, key in scored),
        *([] if apart is None else [drawn_as(Kind.SCORE, "sum_of_margins", "sum")]),
        drawn_as(Kind.LINK, "compare", "", parts=("words", "address"), class_="oq-number"),
    ]
    return write.as_table(*grid(frame, columns, Rows(choice="gold")), id=name)


def _frame(votes: IntArray, scored: Scored, apart: FloatArray | None) -> pd.DataFrame:
    frame = distributions_to_frame(votes, scored)
    return frame if apart is None else frame.assign(sum_of_margins=apart)


def _scored(what: What, key: str) -> Column:
    label = MEASURES[key].label
    if what == "delta":
        return drawn_as(Kind.MARGIN, f"delta_{key}", f"{label} prefers, by")
    return drawn_as(Kind.SCORE, f"score_{what}_{key}", f"{what.upper()}: {label}")
