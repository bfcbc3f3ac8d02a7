"""Every measure on the picture: the finding, and the table whose rows choose the measure that the card explains.

While a bar is dragged, the browser writes the numbers of that table (ordquant_core/browser/draw/follow.js); these
replace them.
"""

from collections.abc import Sequence
from functools import lru_cache

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.findings import pairs
from ordquant_core.findings.sentence import RunName, Sentence, both_names
from ordquant_core.findings.sentence import join as joined
from ordquant_core.markup import Html
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.built import Switches
from ordquant_core.measures.measure import ON_REQUEST
from ordquant_core.measures.registry import DEFAULT_FAMILIES, FAMILIES, MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.report.snippet import snippet
from pages.compare.state import STATE, changed, look, redraw
from pages.shared import clicks, controls, fitting, links, plots, presenting, working_view, write
from pages.shared import downloads as buttons
from pages.shared.choices import Menu
from pages.shared.common import COMMON
from pages.shared.downloads import Tables
from pages.shared.look import draw

KEPT = 512  # tables; a class that starts from the same example draws the same pictures
AB = RunName("", "A"), RunName("", "B")
MENU = "measures_shown"


def menu() -> None:
    """Draw the choice of measures."""
    with st.popover("Measures shown", key=MENU):
        fitting.button("measures")
        several = {"selection_mode": "multi", "format_func": str.capitalize}
        controls.draw(st.pills, STATE, "families", "Families", list(FAMILIES), **several)
        help_ = "Before the division or the root: VD, SS, KLD, MD, OD, …"
        controls.toggle(STATE, "unnormalised", "Unnormalised variants", help=help_)
        if STATE["built"]:
            st.button("Remove your measure", on_click=STATE.reset, args=("built",))


def chosen(picture: Picture) -> list[str]:
    """Return the measures that were chosen, by key, and the one that is explained; without a family, the default ones.

    Where the classes are not a step apart, those with distances of their own stand beside those that use positions.
    """
    keys = _of_families()
    if picture.positions is not None:
        for first, second in (("RNOD", "RNOD2"), ("RNADW", "RNADW2")):
            if first in keys and second in keys:
                keys.remove(second)
                keys.insert(keys.index(first) + 1, second)
    return keys


def _of_families() -> list[str]:
    families, explained = STATE["families"] or DEFAULT_FAMILIES, working_view.calculated_measure()
    return [
        key
        for key, measure in MEASURES.items()
        if key == explained or (measure.family in families and (STATE["unnormalised"] or measure.raw_of is None))
    ]


def card_measures() -> tuple[str, ...]:
    """Return the measures of paths and of robustness: all main ones, those of other fields where they are shown."""
    return MAIN_MEASURES + tuple(key for key in OTHER_MEASURES if key in _of_families())


def finding(picture: Picture, *, staged: bool) -> None:
    """Draw what the measures prefer: first the explained one, which is a choice; of an example, what to look at."""
    first, rest, _ = _results(picture)
    if staged:
        write.verdict(first)
    else:
        options = controls.labels(dict.fromkeys([*chosen(picture), *MAIN_MEASURES]))
        write.finding(first, {"measure": Menu(COMMON, "measure", "Measure", options)})
        rest = look() or joined([rest, changed(chosen(picture))])
    write.because(joined([rest, presenting.HINT]), id="rest")


def show(picture: Picture) -> None:
    """Draw the table of measures."""
    write.html(_results(picture)[-1])
    clicks.on_choice("measures", _explain, opens=".st-key-card")


def _results(picture: Picture) -> tuple[Sentence, Sentence, Html]:
    smoothing, explained = ON_REQUEST in STATE["families"], working_view.calculated_measure()
    return _compare(picture, tuple(chosen(picture)), explained, STATE["built"], smoothing=smoothing)


@lru_cache(KEPT)
def _compare(
    picture: Picture, measures: tuple[str, ...], explained: str, built: Switches | None, *, smoothing: bool
) -> tuple[Sentence, Sentence, Html]:
    """Return both sentences on a picture, and the table, in which the row of the measure `explained` is chosen."""
    scores = _scores(picture, measures)
    smoothed = CaseScores(*picture.smoothed_scores(), scores.names) if smoothing else None
    first, rest = pairs.on_case(scores.sides, explained, both_names(scores.names, alone=len({*scores.names}) == 2))
    more = pairs.smoothed(smoothed.sides, AB) if smoothed else ()
    table = measure_table(
        scores,
        chosen=explained,
        positions=picture.positions is not None,
        smoothed=smoothed,
        made=CaseScores(*picture.made_scores(built), scores.names) if built else None,
        making=links.to_make(built) if built else "",
    )
    return first, joined([rest, more]), table


def _scores(picture: Picture, measures: Sequence[str]) -> CaseScores:
    return CaseScores(*picture.scores_of_both(measures), (picture.name("a"), picture.name("b")))


def _explain(key: str) -> None:
    working_view.ask_for_calculation(key)
    redraw()


def downloads(picture: Picture, more: Tables = ()) -> None:
    """Draw what can be downloaded, with `more` tables."""
    scores = _scores(picture, chosen(picture))
    a, b = picture.smoothed_scores() if ON_REQUEST in STATE["families"] else ({}, {})
    yours, of_b = picture.made_scores(STATE["built"]) if STATE["built"] else ({}, {})
    whole = CaseScores({**scores.a, **a, **yours}, {**scores.b, **b, **of_b}, scores.names)
    plots.register("picture", draw(draw_picture, picture))  # what the canvas shows, in the PDF of the plots
    buttons.table_buttons([("Table of measures", whole.to_frame, "compare.csv"), *more])
    st.caption("The same numbers in Python:")
    st.code(snippet(picture, list(scores.a), list(a), STATE["built"]), language="python", wrap_lines=True)
