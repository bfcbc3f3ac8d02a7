"""Every measure on the picture: the verdict and the table, whose rows choose the measure one asks about."""

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.tables import sentences
from ordquant_core.tables.measures import measure_table, score_table
from ordquant_core.tables.table import Table
from pages.shared import clicks, working_view, write


def table(picture: Picture) -> Table:
    """Draw the verdict and the table of measures; return it as it is downloaded."""
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
        unnormalised = st.toggle(
            "Unnormalised variants", key="unnormalised", help="Before the division or the root: VD, SS, KLD, MD, OD, …"
        )
    keys = [
        key
        for key, measure in MEASURES.items()
        if measure.family in (families or FAMILIES) and (unnormalised or measure.raw_of is None)
    ]
    scores = picture.scores("a", keys), picture.scores("b", keys)
    names = picture.name("a"), picture.name("b")
    lettered = [sentences.lettered(name, letter) for name, letter in zip(names, "AB", strict=True)]
    with said:
        write.verdict(sentences.verdict(comparison.sides_of(*scores), *lettered))
    write.html(measure_table(*scores, *names, len(picture.classes), chosen=working_view.explained()))
    clicks.on_choice("measures", working_view.explain, opens=".st-key-working")
    return score_table(*scores, *names)
