"""Properties associated with disagreement, by means and ranks only."""

import streamlit as st

from ordquant_core.analysis import comparison, properties
from ordquant_core.analysis.properties import PROPERTIES, Association, Properties, shares_along
from ordquant_core.figures.effects import draw_effects, draw_shares
from ordquant_core.tables.two_runs import associations
from pages.cases.state import View
from pages.shared import downloads, look, pair_view, write
from pages.shared.result_cache import compute_once
from pages.shared.task_scores import Versus


def show(versus: Versus, shown: View, described: Properties) -> str:
    """Draw the finding, the effects, and the shares along one property; return how they are computed."""
    disagree = comparison.disagreement(*pair_view.deltas_of(versus, shown.pair))
    key = ("associations", versus.key, shown.pair)
    found = compute_once(key, lambda: properties.associations(described, disagree))
    n = int(disagree.sum())
    write.verdict(associations.verdict(found, shown.pair, n, len(disagree)), id="associated")
    if n == 0 or n == len(disagree):
        return ""
    left, right = st.columns(2, gap="medium")
    with left:
        look.plot(look.draw(draw_effects, found), "cases_effects", "properties-of-disagreements")
        write.scrolling(associations.association_list(found))
        downloads.table_button(
            "Properties and disagreement",
            lambda: Association.frame(found).assign(measure_1=shown.pair[0], measure_2=shown.pair[1]),
            "disagreement-properties.csv",
            versus.task.notes,
        )
    with right:
        defined = [entry.key for entry in found if entry.effect.value is not None]
        if defined:
            chosen = st.selectbox(
                "Property",
                defined,
                key=f"cases_along_{'_'.join(defined)}",
                format_func=lambda name: PROPERTIES[name].label,
                help="  \n".join(f"**{PROPERTIES[name].label}** {PROPERTIES[name].meaning}" for name in defined),
            )
            figure = look.draw(draw_shares, chosen, shares_along(described.of(chosen), disagree))
            look.plot(figure, "cases_along", f"disagreements-by-{chosen}")
    return (
        "An association is not a cause. p: Mann–Whitney test, Holm-corrected for the number of properties. Intervals: "
        "Cliff's delta, 95%, one per property, not corrected; the bars have Wilson intervals."
    )
