"""Properties associated with disagreement, by means and ranks only."""

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import PROPERTIES, Association, Properties, shares_along
from ordquant_core.figures.effects import effects_figure
from ordquant_core.records import ShareBin
from ordquant_core.report import figures_of_tasks as drawn
from ordquant_core.tables.two_runs import associations
from pages.cases import computed
from pages.cases.state import View
from pages.shared import cached, downloads, look, pair_view, write
from pages.shared.task_scores import Versus


def show(versus: Versus, shown: View, described: Properties) -> str:
    """Draw the finding, the effects, and the shares along one property; return how they are computed."""
    disagree = comparison.disagreement(*pair_view.deltas_of(versus, shown.pair))
    found = computed.associations_of(versus, shown.pair, described)
    n = int(disagree.sum())
    write.verdict(associations.verdict(found, shown.pair, n, len(disagree)), id="associated")
    if n == 0 or n == len(disagree):
        return ""
    left, right = st.columns(2, gap="medium")
    with left:
        _effects(found)
        write.scrolling(associations.association_list(found))
        downloads.table_button(
            "Properties and disagreement (CSV)",
            lambda: associations.association_table(found, shown.pair),
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
            _shares(chosen, shares_along(described.of(chosen), disagree))
    return (
        "An association is not a cause. p: Mann–Whitney test, Holm-corrected for the number of properties. Intervals: "
        "Cliff's delta, 95%, one per property, not corrected; the bars have Wilson intervals."
    )


def _effects(found: tuple[Association, ...]) -> None:
    labels, effects = [PROPERTIES[entry.key].label for entry in found], [entry.effect for entry in found]
    clear = [associations.is_clear(entry) for entry in found]
    title = f"Filled: p < {associations.LEVEL} after Holm's correction"
    figure = cached.build_figure(effects_figure, labels, effects, clear, look.palette(), title=title)
    look.plot(figure, "cases_effects", "properties-of-disagreements")


def _shares(name: str, bins: tuple[ShareBin, ...]) -> None:
    figure = drawn.shares(name, bins, look.palette(), cached.build_figure)
    look.plot(figure, "cases_along", f"disagreements-by-{name}")
