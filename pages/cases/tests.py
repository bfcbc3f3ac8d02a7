"""Which run is better? Wins and losses, and the paired randomisation test, measure by measure."""

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.tables import sentences
from ordquant_core.tables.measures import wins_table
from ordquant_core.tables.two_runs import paired_tests
from pages.cases import computed
from pages.cases.state import MOST, STATE, View
from pages.shared import controls, write
from pages.shared.cached import TaskKey, Versus


def show(key: TaskKey, versus: Versus, shown: View) -> None:
    """Draw the finding, the table of wins and the table of tests."""
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    n_cases = len(versus.task.cases)
    found = computed.tests(key, versus, versus.main, shown.seed)
    write.verdict(paired_tests.verdict(found, names), id="significance")
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        write.html(wins_table(versus.preferences, versus.run_a, versus.run_b))
    with right:
        write.scrolling(paired_tests.paired_test_list(found, computed.TRIALS))
        write.because(
            "Paired randomisation test, two-sided: A and B are exchanged at random within cases "
            f"{count(computed.TRIALS)} times, p = (k + 1) / (trials + 1), seed {shown.seed}. "
            f"Intervals: {sentences.DIFFERENCES}, over {count(n_cases, 'case')}. {sentences.few_cases(n_cases)} "
            f"Effect size: {sentences.EFFECT_SIZE}: here A and B alone, standard deviation of Δ / √2. "
            "One test per measure, not corrected for their number."
        )
    choose_seed()


def choose_seed() -> None:
    """Draw the choice of the seed of all random numbers."""
    help_ = "The same seed gives the same trials and resamples"
    controls.draw(st.number_input, STATE, "seed", "Seed", 0, MOST, step=1, width=150, help=help_)
