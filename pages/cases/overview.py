"""Where two measures disagree on two runs: the sentence, the quadrants in words, the correlations."""

import streamlit as st

from ordquant_core.analysis.case_filters import RANKINGS
from ordquant_core.analysis.discrimination import TUKEY
from ordquant_core.analysis.properties import Properties
from ordquant_core.findings import disagreement as findings
from ordquant_core.findings.sentence import join
from ordquant_core.numerals import count, setting
from pages.cases import listing, robustness, state, tests
from pages.shared import (
    case_card,
    case_list,
    controls,
    current_mark,
    look,
    pair_view,
    presenting,
    skeleton,
    task_scores,
    write,
)
from pages.shared.case_list import Cases
from pages.shared.common import COMMON
from pages.shared.result_cache import compute_once
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

SUBTITLE = "On which cases do two measures prefer different runs? Smaller scores are better."


def on_stage(current: Current, view: state.View, cases: Cases) -> None:
    """Draw the finding, the scatterplot and the case for a lecture hall, and nothing else."""
    case = cases.current()
    link = current.query() | state.query(view, cases.versus, case)
    with presenting.stage(state.PAGE, link, shared=not current.source.own) as (top, left, right):
        with top:
            write.verdict(findings.disagreement(cases.margins))
            write.because(join([findings.agreement(cases.margins), presenting.HINT]))
        with left:
            case_list.scatter(cases, stretched=True)
            if case is not None:
                current_mark.show("case", points=case_list.place(cases, case))
        if case is not None:
            with right:
                case_card.on_stage(cases.versus, case, view.pair)
    skeleton.stop()


def choose(current: Current, versus: Versus, view: state.View) -> None:
    """Draw the choice of runs and measures, and the settings."""
    with look.controls_row():
        runs = task_scores.offered_runs(current)
        controls.run(COMMON, "a", runs, 165)
        st.button("⇄", key="cases_swap", on_click=state.swap, help="Exchange A and B")
        controls.run(COMMON, "b", runs, 165)
        pair_view.choose_pair()
        listing.settings(versus.task, view)
    if view.pair[0] == view.pair[1]:
        st.caption("Choose two different measures to see where they disagree.")


def show(view: state.View, described: Properties, cases: Cases) -> None:
    """Draw the deltas of the cases and the list of them."""
    case_list.scatter(cases)
    case_list.choose_kind(state.STATE, cases)
    listing.note(cases.versus.task, view, len(cases.plotted))
    case_list.show(cases, listing.ranked_by(cases.margins, view, described))


def below(cases: Cases, case: int | None) -> None:
    """Draw the line under the finding: the other cases, and which case is in the card; None if none is."""
    in_card = ""
    if case is not None:
        what = findings.strongest(cases.margins, case)
        in_card = f"Shown below: {cases.versus.task.cases[case]}{', ' * bool(what)}{what}."
    write.because(join([findings.agreement(cases.margins), in_card]), id="rest")


def method(cases: Cases, view: state.View, of_section: str) -> None:
    """Say how a section is computed, how alike the two measures are over all cases, and how the list is ordered."""
    if of_section:
        write.because(of_section)
    both = compute_once(("correlations", cases.versus.key, view.pair), cases.margins.correlations)
    write.because(f"{pair_view.MARGIN} {findings.correlations(*both)}")
    ranking = RANKINGS[view.ranking]
    write.because(f"Order of the list: {ranking.label.lower()}, {ranking.meaning}.")


def method_label(current: Current, versus: Versus, view: state.View, section: str) -> tuple[str, ...]:
    """Return what the row of the method says while it is closed."""
    if section == "tests":
        every = tests.of_pair(current, versus)
        alone = "paired randomisation", tests.TRIALS, view.seed
        test, trials, seed = alone if every.tests is None else (TUKEY, every.settings.trials, every.settings.seed)
        return test, count(trials, "trial"), f"alpha {setting(every.settings.alpha)}", f"seed {seed}"
    if section == "robustness":
        return robustness.method_label(versus.task)
    if section == "cases" and view.ranking == "disagreement":
        return ("strength = the smaller of the two margins, 0 where the measures agree",)
    return ()
