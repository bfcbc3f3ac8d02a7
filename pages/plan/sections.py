"""The cards of Plan: cases and annotators, a second panel of annotators, cases needed, how they are computed."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.planning.design import DIFFERENCES, Needed
from ordquant_core.analysis.planning.split import best_options
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from ordquant_core.findings import planning as findings
from ordquant_core.findings.second_panel import (
    allowed_for,
    how_panels,
    runs_against_annotators,
    second_panel,
)
from ordquant_core.findings.sentence import RunName
from ordquant_core.findings.tasks import family
from ordquant_core.findings.words import few_cases
from ordquant_core.frame_html import Rows, grid, sentence
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import USUAL, count, rounded, setting
from pages.plan import computed, state, tables
from pages.plan.computed import Plan
from pages.plan.state import Pilot
from pages.shared import cached, choices, clicks, look, skeleton, write
from pages.shared.look import Container

TABLED = DIFFERENCES[:4]  # with a column of the table
NEEDED = "cases needed to detect a difference of"
DEVIATION = "standard deviation of the difference of two runs on a case, for the pair where it is largest"
DETECTABLE = (
    "the smallest difference that a paired t-test on the cases of the pilot detects with this power; n/a: a difference "
    "cannot be so large, or none varies"
)

WAYS = (
    "Bold: most pairs, narrowest interval. Separated: significant (paired t-test, 5%), with the pilot's better run "
    "ahead; corrected: at 5% divided by the number of pairs (Bonferroni). Interval width: of the 95% interval for the "
    "median pair of runs; smaller is better. Tau compares with the pilot, whose votes it uses again: it does not say "
    "how other annotators would rank."
)


def ask(pilot: Pilot) -> Container:
    """Draw the question that the page answers, until it does for the first time: its measure can be chosen at once."""
    choices.listen("verdict", state.menus(pilot))
    asked = st.empty()
    if skeleton.stands() and not pilot.no_split:
        said = choices.written(findings.question(pilot.budget, pilot.measure), state.menus(pilot))
        asked.html(write.styled(said, style="verdict", id="verdict"))
    return asked


def finding(pilot: Pilot, plan: Plan) -> None:
    """Say what the budget buys, how sure that is and what is next; or what a second panel scores."""
    if plan.split is not None:
        said = findings.best_way(plan.ways, plan.split, pilot.budget, pilot.measure)
        write.verdict(said, menus=state.menus(pilot))
        write.because(findings.next_best_way(plan.ways, plan.split), id="because")
    elif plan.panel is not None:
        write.verdict(second_panel(plan.panel, pilot.measure))
        write.because(f"{pilot.no_split} {few_cases(len(pilot.task.cases))}", id="because")
    else:
        write.verdict(pilot.no_panel)
        write.because(pilot.no_design, id="because")


def panel_and_split(pilot: Pilot, plan: Plan) -> None:
    """Draw what there is of both, side by side where it is both."""
    if plan.split is not None:
        left, right = look.cards(1.2, 1)
        with left:
            figure = look.draw(draw_split, plan.split, plan.ways, pilot.budget, pilot.label)
            write.title(figure.layout.title.text)
            look.plot(figure, "split_plot", "plan-split")
            if plan.ways:
                with st.container(gap="xsmall"):
                    write.title(f"{count(len(plan.ways), 'way')} to spend {count(pilot.budget, 'vote')}")
                    key = "ways drawn", plan.ways, plan.split.pairs
                    cached.write_table(key, partial(_ways, plan, plan.split.pairs), id="ways")
                    write.small(WAYS)
        with right:
            _second_panel(pilot, plan)
    elif plan.panel is not None:
        with st.container(border=True):
            _second_panel(pilot, plan)


def _ways(plan: Plan, pairs: int) -> Grid:
    """Return a row per way to spend the budget, the best first."""
    frame = tables.ways(plan, pairs)
    separated, tau = write.by_width("pairs separated", "separated"), write.by_width("tau with pilot", "tau, pilot")
    columns: list[str | Column] = [
        drawn_as(Kind.SIZE, "size", write.by_width("cases × annotators", "size"), parts=("cases", "annotators")),
        *(
            drawn_as(
                *(Kind.COUNT, of, head, f"about so many of {count(pairs, 'pair')} of runs are separated{how}"),
                styles=tables.bold(frame[of].map(partial(rounded, places=0))),
            )
            for of, head, how in (
                ("pairs", separated, ""),
                ("pairs_corrected", "corrected", ", every pair tested at 5% divided by their number (Bonferroni)"),
            )
        ),
        column("width", "interval width", styles=tables.bold(-frame["width"].map(partial(rounded, places=USUAL)))),
        drawn_as(
            *(Kind.SCORE, "tau", tau, "with the ranking of the pilot, from resamples of the same pilot"),
        ),
    ]
    return grid(frame, columns, Rows(styles={way.cases: "oq-yours" for way in best_options(plan.ways, pairs)}))


def _second_panel(pilot: Pilot, plan: Plan) -> None:
    """Draw a second panel by its number of annotators, with the runs, under what it would score."""
    if plan.panel is not None:
        said = second_panel(plan.panel, pilot.measure)
        write.title(said, id="scored")
        planned = plan.ways[0].annotators if plan.ways else None
        figure = look.draw(draw_second_panel, plan.panel, plan.split, pilot.label, planned)
        look.plot(figure, "panel_plot", "plan-panel", name=said)
        write.small(allowed_for(plan.panel))


def design(pilot: Pilot) -> None:
    """Draw the cases needed, if they can be known: a table of all measures, and a figure for the chosen one."""
    if pilot.no_design:
        write.because(pilot.no_design)
        return
    alpha, power, n_cases = pilot.settings.alpha, pilot.power, len(pilot.task.cases)
    now = tables.detectable_now(pilot).set_index("measure")["detectable"]
    with st.container(gap=None):
        write.choice(
            findings.detected(now[pilot.measure], n_cases, pilot.measure, power), state.menus(pilot), id="detected"
        )
        write.because(
            f"Paired t-test at {setting(alpha)} for the pair of runs with the most variable difference, with as many "
            "annotators per case as in the pilot. Rows are not comparable: each measure has its own scale."
            f"{findings.few_pilot(n_cases)}"
        )
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        key = "needed drawn", tuple(computed.variances(pilot).values()), n_cases, alpha, power, pilot.measure
        cached.write_table(key, partial(_needed, pilot), id="needed")
        clicks.on_choice("needed", partial(state.STATE.choose, "measure", MEASURES))
    with right:
        variance = computed.variances(pilot)[pilot.measure]
        detected = now[pilot.measure]
        figure = look.draw(draw_cases_needed, variance, n_cases, pilot.label, detected, alpha=alpha, power=power)
        write.title(figure.layout.title.text)
        look.plot(figure, "needed_plot", "plan-needed")


def _needed(pilot: Pilot) -> Grid:
    """Return a row per measure, a column per difference, beside what the cases of the pilot detect."""
    needed = Needed.frame(computed.needed_cases(pilot)).pivot(index="measure", columns="difference", values="cases")
    frame = tables.detectable_now(pilot).join(needed.rename(columns=str), on="measure")
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        drawn_as(Kind.SCORE, "sd", "sd of difference", DEVIATION, class_="oq-wide"),
        drawn_as(
            *(Kind.SCORE, "detectable", write.by_width("pilot detects", "detects"), DETECTABLE),
            styles=["oq-best" if key == pilot.measure else None for key in frame["measure"]],
        ),
        *(drawn_as(Kind.COUNT, str(size), setting(size), missing="n/a", over=NEEDED) for size in TABLED),
    ]
    return grid(frame, columns, Rows(choice="measure", chosen=[pilot.measure], data="measure"))


def settings_of(pilot: Pilot) -> list[str]:
    """Return with what the cards are computed, in words."""
    times = count(computed.resamples(len(pilot.task.runs)), "resample")
    resamples = f"{times} of cases (with replacement) and annotators (without)"
    return [resamples] * (not pilot.no_split) + [f"seed {pilot.settings.seed}"] * (not pilot.no_panel)


def method(pilot: Pilot, plan: Plan) -> None:
    """Say how the cards were computed, and on which runs."""
    if plan.split is not None:
        write.because(findings.how_resampled(plan.split))
    if plan.panel is not None:
        runs = runs_against_annotators(plan.panel, pilot.measure, list(map(RunName, plan.panel.runs)))
        write.because(f"A second panel: {how_panels(plan.panel, pilot.measure)} ", sentence(runs), id="panel")
    if pilot.votes is not None:
        write.because(findings.annotator_agreement(pilot.votes), id="alpha")
    if pilot.task.runs:
        write.because(f"Runs of the pilot: {family(pilot.task)}.", id="pilot_runs")
    if not pilot.no_design:
        needed = next(one for one in computed.needed_cases(pilot) if one.measure == pilot.measure)
        write.because(f"All runs meet the same cases. {findings.paired_design(needed)}", id="design")
