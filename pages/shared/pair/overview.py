"""The finding of two runs by two measures, wins by measure beside the scatterplot of the cases, and the stage."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.case_filters import RANKINGS
from ordquant_core.findings import disagreement as findings
from ordquant_core.findings.pairs import on_all_cases
from ordquant_core.findings.papers import same_as_printed
from ordquant_core.findings.sentence import Sentence, both_names, join
from ordquant_core.findings.tasks import made_from_gold, popularity_is_gold
from ordquant_core.measure_tables import AMBER, TIES, wins_table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from pages.shared import cached, choices, clicks, controls, current_mark, look, presenting, skeleton, task_scores, write
from pages.shared.choices import Menu
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.pair import case_card, case_list, state
from pages.shared.pair import scatter as plots
from pages.shared.pair.case_list import Cases
from pages.shared.pair.state import View
from pages.shared.result_cache import compute_once
from pages.shared.tasks import Current, first_sample

WIDTHS = 1, 1.08  # of the two cards


def preview() -> None:
    """Draw the plot of the bundled sample, for a page that waits for a file."""
    sample = first_sample()
    st.caption(f"Preview with the sample “{escape(sample.source.title)}”:")
    versus = task_scores.score_two_runs(sample.key, *sample.baselines, sample.task)
    look.plot(plots.figure(versus, ("NMD", "RNOD")), "sample_picture", "sample")


def finding(current: Current, view: View, cases: Cases) -> None:
    """Draw the finding, whose runs and measures are chosen in it, and one line below it."""
    write.finding(findings.disagreement(cases.margins), _menus(current, view))
    write.because(join([_rest(view, cases), presenting.HINT]), style="because wide", id="rest")


def below(view: View, cases: Cases) -> None:
    """Draw that line below the pictures, where it stands on a phone."""
    write.because(join([_rest(view, cases), presenting.HINT]), style="because narrow")


def _rest(view: View, cases: Cases) -> Sentence:
    """Return what most measures say of the baselines; of two other runs, where these two measures agree."""
    if not view.preset.baselines:
        return findings.agreement(cases.margins)
    return on_all_cases(cases.versus.preferences, both_names(cases.versus.task.runs))[0]


def _menus(current: Current, view: View) -> choices.Menus:
    runs, labels = {run: run for run in view.preset.offered(current)}, controls.labels()
    menus = {
        role: Menu(COMMON, role, f"{role}-axis measure", labels, (other,))
        for role, other in zip("xy", reversed(view.pair), strict=True)
    }
    return menus | choices.of_runs(view.preset.runs, runs, exchanges=True)


def by_measure(current: Current, view: View, cases: Cases) -> None:
    """Draw wins, ties and losses by measure; a row makes its measure that of the x-axis."""
    versus = cases.versus
    what = "baseline" if view.preset.baselines else "run"
    title = write.titled(f"On how many of {count(len(versus.task.cases), 'case')} is each {what} better?", TIES)
    built = cached.build(wins_table, versus.preferences, (versus.run_a, versus.run_b), axes=view.pair)
    write.html(title, built)
    clicks.on_choice("wins", partial(COMMON.choose, "x", MEASURES, other="y"))
    usual = (versus.run_a, versus.run_b) == current.baselines
    printed = same_as_printed(versus.task, versus.preferences) if usual else ""
    from_gold = popularity_is_gold(versus.task) if view.preset.baselines else made_from_gold(versus.task)
    write.note(join([from_gold, printed]), id="wins_note")


def on_stage(current: Current, view: View, cases: Cases) -> None:
    """Draw the finding, and two pictures for a lecture hall: of baselines the wins, else the case in question."""
    case, versus = cases.current(), cases.versus
    link = state.query(current, view, case)
    with presenting.stage(view.preset.page, link, shared=not current.source.own) as (top, left, right):
        with top:
            write.verdict(findings.disagreement(cases.margins))
            grey = f"{TIES.capitalize()}." if view.preset.baselines else ""
            write.because(join([findings.agreement(cases.margins), presenting.HINT, grey]))
        with left if not view.preset.baselines else right:
            case_list.scatter(cases, stretched=True)
            if case is not None:
                current_mark.show("case", points=case_list.place(cases, case), label=versus.task.cases[case])
        if view.preset.baselines:
            with left:
                write.html(wins_table(versus.preferences, (versus.run_a, versus.run_b)))
        elif case is not None:
            with right:
                case_card.on_stage(versus, case, view.pair)
    skeleton.stop()


def method(view: View, cases: Cases, of_section: str) -> None:
    """Say how a section is computed, how alike the two measures are over all cases, and how the list is ordered."""
    if of_section:
        write.because(of_section)
    both = compute_once(("correlations", cases.versus.key, view.pair), cases.margins.correlations)
    write.because(f"{plots.MARGIN} {findings.correlations(*both)}")
    ranking = RANKINGS[view.ranking]
    write.because(f"Order of the list: {ranking.label[:1].lower()}{ranking.label[1:]}, {ranking.meaning}.")
    write.because(f"Bars: dotted, half of the cases; {TIES}. {AMBER}.")
    if view.preset.baselines:
        write.because(
            f"Each of the {count(len(cases.versus.task.cases), 'case')} counts once. The Atlas counts every possible "
            "gold distribution once: the cases of a task are not spread evenly over them, so preferences there can be "
            "the reverse. Popularity shares its probability where several classes are the mode. Uniform puts no class "
            "before another: DNKT is 0.500 for it on every case."
        )
