"""Which run is better? Wins and losses, the test of all runs, and that of the pair alone, measure by measure."""

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.tables import sentences
from ordquant_core.tables.measures import wins_table
from ordquant_core.tables.two_runs import paired_tests
from pages.cases import all_runs, computed
from pages.cases.state import View
from pages.shared import write
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current


def show(current: Current, versus: Versus, shown: View) -> str:
    """Draw the findings, the table of wins and the table of tests: the answer of Systems, and the pair's own test.

    Returns how these are computed.
    """
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    alone = computed.tests(current.key, versus, versus.main, shown.seed)
    every = all_runs.of_pair(current, versus)
    alpha, trials = every.settings.alpha, every.settings.trials
    own = paired_tests.verdict(alone, names, level=alpha, test="paired randomisation test")
    if every.tests is None:
        write.verdict(paired_tests.of_choice(own, 1), id="significance")
        write.because(every.why_not)
    else:
        runs = "both" if every.n_runs == 2 else f"all {every.n_runs}"
        test = f"randomised Tukey HSD test of {runs} runs"
        write.verdict(paired_tests.verdict(every.tests, names, level=alpha, test=test), id="significance")
        write.because(paired_tests.of_choice(own, every.n_pairs), id="alone")
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        write.html(wins_table(versus.preferences, versus.run_a, versus.run_b))
    with right:
        listed = paired_tests.paired_test_list(alone, computed.TRIALS, every.tests, family_trials=trials, level=alpha)
        write.scrolling(listed)
    n_cases = len(versus.task.cases)
    common = (
        f"All runs: as on Systems, {count(trials, 'trial')}, seed {every.settings.seed}; intervals jointly for all "
        f"pairs, from the same trials. Effect size: {sentences.EFFECT_SIZE}. "
    )
    by_itself = (
        f"Intervals: {sentences.DIFFERENCES}, over {count(n_cases, 'case')}. {sentences.few_cases(n_cases)} "
        f"Effect size: {sentences.EFFECT_SIZE}: here A and B alone, standard deviation of Δ / √2. "
    )
    return (
        f"{common * (every.tests is not None)}Pair alone: paired randomisation test, two-sided: A and B are exchanged "
        f"at random within cases {count(computed.TRIALS)} times, p = (k + 1) / (trials + 1), seed {shown.seed}. "
        f"{by_itself * (every.tests is None)}"
        "One test per measure, not corrected for their number."
    )
