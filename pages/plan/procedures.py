"""Which tests find a difference, and which find one that is not there: simulated on request."""

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.report import figures_of_plans as drawn
from ordquant_core.tables.planning import results
from ordquant_core.tables.planning import sentences as say
from pages.plan import computed
from pages.plan.state import SIMULATED, Pilot
from pages.shared import look, write

TYPICAL = 0.02


def show(pilot: Pilot) -> None:
    """Draw the card: a button at first, then the simulation, which the visitor may cancel."""
    if pilot.no_design:
        write.because(pilot.no_design)
        return
    write.because(
        f"{count(computed.SIMULATIONS, 'collection')} are simulated from the scores of the pilot: cases are "
        "resampled, all runs get the same mean, and one run is shifted. The randomised Tukey HSD test is compared "
        "with the procedures of Holm and of Benjamini and Hochberg on paired t-tests."
    )
    wanted = SIMULATED.get() == computed.power_key(pilot)
    if not wanted and not computed.is_simulated(pilot):
        st.button("Simulate", key="plan_simulate", on_click=SIMULATED.set, args=(computed.power_key(pilot),))
        return
    slot = st.empty()
    if not computed.is_simulated(pilot):
        with slot.container():
            st.button("Cancel", key="plan_cancel", on_click=SIMULATED.set, args=(None,))
            computed.power(pilot)
    slot.empty()
    _shown(pilot)


def _shown(pilot: Pilot) -> None:
    found, decided = computed.power(pilot), computed.decisions(pilot)
    left, right = st.columns([1, 1], gap="medium")
    figure = drawn.power_of_tests(found, pilot.label)
    with left:
        write.title(say.powers(found, 0, TYPICAL))
        look.plot(figure, "power_plot", "plan-power")
    with right:
        write.because(say.levels(found, 0), id="levels")
        write.because(say.differing(decided, 0), id="differing")
        if decided.differ(0):
            write.table(*results.differing(decided, 0), id="procedures")
