"""Every measure on the picture: the verdict, the table, and the working of the measure one asks about."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from ordquant_core.figures.workings import Which
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from pages.shared import clicks, downloads, tables, words, working_view
from pages.shared.picture import Picture
from pages.shared.tasks import escape


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """The scores of both runs by every main measure, and by the raw forms where they are asked for."""

    picture: Picture
    a: dict[str, float]
    b: dict[str, float]

    def frame(self) -> pd.DataFrame:
        return downloads.measure_frame(self.a, self.b, self.picture.name("a"), self.picture.name("b"))


def table(picture: Picture) -> Scored:
    """Draw the verdict and the table of measures."""
    gold = picture.probabilities("gold")
    scores = {
        side: {key: float(measure(gold, picture.probabilities(side))) for key, measure in MEASURES.items()}
        for side in ("a", "b")
    }
    sides = tables.preference_sides(scores["a"], scores["b"])
    main = {key: sides[key] for key in MAIN_MEASURES}
    names = [words.marked(picture.name(side), side.upper()) for side in ("a", "b")]
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{words.verdict(main, *names)}</p>'
        f'<p class="oq oq-because">{words.priority_remark(main, *names)}</p>'
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        families = st.pills(
            "Families",
            list(FAMILIES),
            selection_mode="multi",
            default=list(FAMILIES),
            key="families",
            format_func=str.capitalize,
            label_visibility="collapsed",
        )
        raw = st.toggle(
            "Raw forms", key="raw_forms", help="VD, SS, KLD, MD, OD, …: before normalising, before the root"
        )
    keys = [
        key
        for key, measure in MEASURES.items()
        if measure.family in (families or FAMILIES) and (raw or measure.raw_of is None)
    ]
    scored = Scored(picture, *({key: scores[side][key] for key in keys} for side in ("a", "b")))
    st.html(
        tables.measure_table(
            scored.a, scored.b, picture.name("a"), picture.name("b"), len(picture.classes), chosen=_explained()
        )
    )
    clicks.on_choice("measures", _explain, opens=".st-key-working")
    return scored


def working(picture: Picture) -> None:
    """Draw the working of the measure that was clicked, for the run that is asked about."""
    key = _explained()
    side: Which = st.segmented_control(
        f"Why? The working of {MEASURES[key].label} for",
        ["a", "b"],
        key="explained_run",
        default="a",
        required=True,
        format_func=lambda side: escape(words.with_letter(picture.name(side), side.upper())),
        help="Choose a measure by its row in the table",
    )
    working_view.show(
        key,
        picture.probabilities("gold"),
        picture.probabilities(side),
        picture.classes,
        run=side,
        name=picture.name(side),
    )


def _explained() -> str:
    key: str = st.session_state.get("explained", "NMD")
    return key


def _explain(key: str) -> None:
    if key in MEASURES:
        st.session_state["explained"] = key
