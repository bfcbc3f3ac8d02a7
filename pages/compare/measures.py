"""Every measure on the picture: the verdict and the table, whose rows choose the measure one asks about."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.shared import clicks, downloads, working_view
from pages.shared.picture import Picture


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
    sides = comparison.sides_of(scores["a"], scores["b"])
    said = st.container()  # filled when it is known which measures are shown
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
    names = [sentences.lettered(picture.name(side), side.upper()) for side in ("a", "b")]
    verdict = sentences.verdict({key: sides[key] for key in keys}, *names)
    said.html(f'<p class="oq oq-verdict" id="verdict">{verdict}</p>')
    scored = Scored(picture, *({key: scores[side][key] for key in keys} for side in ("a", "b")))
    st.html(
        measure_tables.measure_table(
            scored.a,
            scored.b,
            picture.name("a"),
            picture.name("b"),
            len(picture.classes),
            chosen=working_view.explained(),
        )
    )
    clicks.on_choice("measures", working_view.explain, opens=".st-key-working")
    return scored
