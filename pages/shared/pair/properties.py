"""Properties associated with disagreement, by means and ranks only."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis import properties
from ordquant_core.analysis.properties import PROPERTIES, Association, Properties, shares_along
from ordquant_core.figures.effects import draw_effects, draw_shares
from ordquant_core.findings.associations import associated
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, drawn_as
from pages.shared import downloads, look, write
from pages.shared.pair.state import View
from pages.shared.result_cache import compute_once
from pages.shared.task_scores import Versus


def show(versus: Versus, view: View, described: Properties) -> str:
    """Draw the finding, the effects, and the shares along one property; return how they are computed."""
    disagree = versus.margins(view.pair).disagree
    key = ("associations", versus.key, view.pair)
    associations = compute_once(key, lambda: properties.associations(described, disagree))
    n = int(disagree.sum())
    write.verdict(associated(associations, view.pair, n, len(disagree)), id="associated")
    if n == 0 or n == len(disagree):
        return ""
    defined = [entry.key for entry in associations if entry.effect.value is not None]
    if defined:
        left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
        with left:
            look.plot(look.draw(draw_effects, associations), "cases_effects", "properties-of-disagreements")
        with right:
            chosen = st.selectbox(
                "Property",
                defined,
                key=f"cases_along_{'_'.join(defined)}",
                format_func=lambda name: PROPERTIES[name].label,
                help="  \n".join(f"**{PROPERTIES[name].label}** {PROPERTIES[name].meaning}" for name in defined),
            )
            figure = look.draw(draw_shares, chosen, shares_along(described.of(chosen), disagree))
            look.plot(figure, "cases_along", f"disagreements-by-{chosen}")
    frame = Association.frame(associations).assign(measure_1=view.pair[0], measure_2=view.pair[1])
    ends = {f"larger_{end}": (frame[end] + 1) / 2 for end in ("low", "high")}  # of Cliff's delta, as a share
    frame = frame.assign(**ends)
    _draw(frame)
    name = "disagreement-properties.csv"
    downloads.table_button("Properties and disagreement", lambda: frame, name, versus.task.notes)
    return (
        "An association is not a cause. p: Mann–Whitney test, Holm-corrected for the number of properties. Intervals: "
        "Cliff's delta, 95%, one per property, not corrected; the bars have Wilson intervals."
    )


def _draw(associations: pd.DataFrame) -> None:
    """Draw a row per property: both means, how often a disagreement has the larger value with its interval, and p."""
    known = [PROPERTIES[key] for key in associations["property"]]
    frame = associations.assign(label=[one.label for one in known], meaning=[one.meaning for one in known])
    columns = [
        drawn_as(Kind.TERM, "label", "mean of", parts=["label", "meaning"]),
        drawn_as(Kind.SCORE, "mean_with", "disagreements"),
        drawn_as(Kind.SCORE, "mean_without", "others"),
        drawn_as(Kind.SHARE_RANGE, "larger", "larger value", parts=["larger", "larger_low", "larger_high", "note"]),
        drawn_as(Kind.P, "p_mann_whitney_holm", "p (Holm)", missing="–"),
    ]
    write.frame(frame, columns, Rows(data="property"), id="properties")
