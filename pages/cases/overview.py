"""Where two measures disagree on two runs: the sentence, the quadrants in words, the correlations."""

import streamlit as st

from ordquant_core.analysis.case_filters import RANKINGS
from ordquant_core.analysis.discrimination import TUKEY
from ordquant_core.analysis.properties import Properties
from ordquant_core.findings import disagreement as findings
from ordquant_core.frame_html import sentence
from ordquant_core.markup import Html, join
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


def on_stage(current: Current, versus: Versus, shown: state.View, cases: Cases) -> None:
    """Draw the finding, the scatterplot and the case for a lecture hall, and nothing else."""
    case = cases.current(versus)
    link = current.query() | state.query(shown, versus, case)
    with presenting.stage(state.PAGE, link, shared=not current.source.own) as (top, left, right):
        with top:
            write.said(finding(versus, shown), join([agreements(versus, shown), presenting.HINT], " "))
        with left:
            case_list.scatter(versus, shown.pair, cases, stretched=True)
            current_mark.show("case", points=case_list.place(versus, shown.pair, cases, case))
        if case is not None:
            with right:
                case_card.on_stage(versus, case, shown.pair)
    skeleton.stop()


def choose(current: Current, versus: Versus, shown: state.View) -> None:
    """Draw the choice of runs and measures, and the settings."""
    with look.controls_row():
        runs = task_scores.offered_runs(current)
        controls.run(COMMON, "a", runs, 165)
        st.button("⇄", key="cases_swap", on_click=state.swap, help="Exchange A and B")
        controls.run(COMMON, "b", runs, 165)
        pair_view.choose_pair()
        listing.settings(versus.task, shown)
    if shown.pair[0] == shown.pair[1]:
        st.caption("Choose two different measures to see where they disagree.")


def show(current: Current, versus: Versus, shown: state.View, described: Properties, cases: Cases) -> None:
    """Draw the deltas of the cases and the list of them."""
    case_list.scatter(versus, shown.pair, cases)
    case_list.choose_kind(state.STATE, versus, shown.pair, cases)
    listing.note(versus.task, shown, len(cases.plotted))
    case_list.show(versus, shown.pair, cases, listing.ranked_by(versus, shown, described))


def finding(versus: Versus, shown: state.View) -> Html:
    """Say on how many cases the two measures prefer different runs."""
    return sentence(findings.disagreement(versus.margins(shown.pair)))


def agreements(versus: Versus, shown: state.View) -> Html:
    """Say what they prefer on the other cases."""
    return sentence(findings.agreement(versus.margins(shown.pair)))


def below(versus: Versus, shown: state.View, case: int | None) -> None:
    """Draw the line under the finding: the other cases, and which case is `shown`; None if none is."""
    parts: list[object] = [agreements(versus, shown)]
    if case is not None:
        what = findings.strongest(versus.margins(shown.pair), case)
        parts.append(f"Shown below: {versus.task.cases[case]}{', ' * bool(what)}{what}.")
    write.because(join(filter(None, parts), " "), id="rest")


def method(versus: Versus, shown: state.View, of_section: str) -> None:
    """Say how a section is computed, how alike the two measures are over all cases, and how the list is ordered."""
    if of_section:
        write.because(of_section)
    write.because(f"{pair_view.MARGIN} {_correlations(versus, shown)}")
    ranking = RANKINGS[shown.ranking]
    write.because(f"Order of the list: {ranking.label.lower()}, {ranking.meaning}.")


def method_label(current: Current, versus: Versus, shown: state.View, section: str) -> tuple[str, ...]:
    """Return what the row of the method says while it is closed."""
    if section == "tests":
        every = tests.of_pair(current, versus)
        alone = "paired randomisation", tests.TRIALS, shown.seed
        test, trials, seed = alone if every.tests is None else (TUKEY, every.settings.trials, every.settings.seed)
        return test, count(trials, "trial"), f"alpha {setting(every.settings.alpha)}", f"seed {seed}"
    if section == "robustness":
        return count(robustness.RESAMPLES, "simulated panel"), f"seed {shown.seed}"
    if section == "cases" and shown.ranking == "disagreement":
        return ("strength = the smaller of the two margins, 0 where the measures agree",)
    return ()


def _correlations(versus: Versus, shown: state.View) -> str:
    both = compute_once(("correlations", versus.key, shown.pair), versus.margins(shown.pair).correlations)
    return findings.correlations(*both)
