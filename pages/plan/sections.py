"""The cards of Plan: the finding, cases and annotators, the noise floor, cases needed, tests, the annotators."""

import streamlit as st

from ordquant_core.analysis.planning.annotators import NO_NAMES
from ordquant_core.analysis.planning.design import Variances, needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.power import DIFFERENCES, SeparatedPairs, SimulatedPower
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.markup import tag
from ordquant_core.numerals import count, percent, setting
from ordquant_core.records import FloatArray
from ordquant_core.report import figures_of_plans as drawn
from ordquant_core.tables.planning import results
from ordquant_core.tables.planning import sentences as say
from ordquant_core.tables.tasks.results import family
from pages.plan import computed
from pages.plan.state import SIMULATED, Pilot
from pages.shared import cached, look, several, write

Ways = tuple[Option, ...]
TABLED = 4  # differences with a column of the table
TYPICAL = 0.02
POWER = 464  # pixels of what the tests find


def finding(pilot: Pilot, found: Split | None, ways: Ways, noise: Noise | None) -> str:
    """Say what the budget buys and what is noise, or what is missing."""
    if found is not None and ways:
        return say.of_budget(ways[0], found, pilot.budget, pilot.measure)
    if found is not None:
        return say.without_budget(found, pilot.budget, pilot.measure)
    return pilot.no_noise if noise is None else say.of_noise(noise, pilot.measure)


def beside_finding(pilot: Pilot, found: Split | None, ways: Ways, floors: FloatArray, noise: Noise | None) -> None:
    """Say which way to spend the budget is next and how sure the best is, or what is missing."""
    if found is not None and ways:
        write.because(say.beside_budget(ways, found, _by_annotators(pilot, floors)), id="because")
    elif found is None:
        write.because(pilot.no_design if noise is None else pilot.no_split, id="because")


def noise_and_split(pilot: Pilot, found: Split | None, ways: Ways, floors: FloatArray, noise: Noise | None) -> None:
    """Draw what there is of both, side by side where it is both."""
    if found is not None and noise is not None:
        left, right = look.cards(1.4, 1)
        with left:
            cases_and_annotators(pilot, found, ways)
        with right:
            if ways:
                st.header(f"{count(len(ways), 'way')} to spend {count(pilot.budget, 'vote')}", anchor=False)
                write.table(*results.ways(ways, found, _by_annotators(pilot, floors)), id="ways")
            noise_floor(pilot, found, ways, floors)
    elif noise is not None:
        with st.container(border=True):
            noise_floor(pilot, found, ways, floors)


def _by_annotators(pilot: Pilot, floors: FloatArray) -> dict[int, float]:
    return dict(zip(pilot.annotators, floors.tolist(), strict=True))


def cases_and_annotators(pilot: Pilot, found: Split, ways: Ways) -> None:
    """Draw the table of all splits."""
    look.plot(drawn.split(found, ways, pilot.budget, pilot.label), "split_plot", "plan-split")


def settings_of(pilot: Pilot) -> list[str]:
    """Return with what the cards are computed, in words."""
    resamples = f"{count(computed.RESAMPLES, 'resample')} of cases (with replacement) and annotators (without)"
    return [resamples] * (not pilot.no_split) + [f"seed {pilot.settings.seed}"] * (not pilot.no_noise)


def method(pilot: Pilot, found: Split | None, noise: Noise | None) -> None:
    """Say how the cards were computed, and on which runs."""
    if found is not None:
        write.because(
            "Cases are resampled with replacement and annotators without, "
            f"{count(found.n_resamples, 'time')}. {say.SHRUNK} Tau: with the ranking of the pilot, from resamples of "
            "the same pilot."
        )
    if noise is not None:
        write.because(say.of_noise(noise, pilot.measure), id="noise")
    if pilot.task.runs:
        write.because(f"Runs of the pilot: {family(pilot.task)}.", id="pilot_runs")


def method_of_design(pilot: Pilot) -> None:
    """Say how the cases needed are computed."""
    if not pilot.no_design:
        n_cases = count(len(pilot.task.cases), "case")
        write.because(
            "sd: standard deviation of a difference; now: the smallest difference that can be detected on "
            f"{n_cases}.{_pooled(pilot)} {_uncertain(pilot, computed.spread(pilot))} Topic set size design after Sakai "
            "(2016): the paired t-test uses the fact that all runs have the same cases; the other methods use the "
            "variance of the scores within runs: t-test, expected width of an interval, and analysis of variance of "
            f"{drawn.SYSTEMS} systems.",
            id="design",
        )


def method_of_tests(pilot: Pilot) -> None:
    """Say how collections are simulated."""
    if not pilot.no_design:
        write.because(
            "Collections are simulated from the scores of the pilot: cases are resampled, all runs get the same mean, "
            "and one run is shifted. The randomised Tukey HSD test is compared with the procedures of Holm and of "
            "Benjamini and Hochberg on paired t-tests.",
            id="simulated",
        )


def noise_floor(pilot: Pilot, found: Split | None, ways: Ways, floors: FloatArray) -> None:
    """Draw the noise floor by the number of annotators, with the runs above it."""
    look.plot(drawn.noise_floor(pilot.annotators, floors, found, ways, pilot.label), "floor_plot", "plan-floor")


def design(pilot: Pilot) -> None:
    """Draw the cases needed, if they can be known: a table of all measures, and the methods for the chosen one."""
    if pilot.no_design:
        write.because(pilot.no_design)
        return
    found = computed.spread(pilot)
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        cases_needed(pilot, found)
    with right:
        curves(pilot, next(one for one in found if one.measure == pilot.measure))


def cases_needed(pilot: Pilot, found: tuple[Variances, ...]) -> None:
    """Draw the table of the cases that every measure needs."""
    alpha, power = pilot.settings.alpha, pilot.power
    st.header("Cases needed to detect a difference", anchor=False)
    n_cases = len(pilot.task.cases)
    write.because(
        f"Paired t-test of one pair of runs, level {setting(alpha)}, power {percent(power)}; annotators as the pilot's."
    )
    cached.write_table(
        ("needed", *computed.spread_key(pilot), n_cases, pilot.measure, alpha, power),
        lambda: results.needed(found, DIFFERENCES[:TABLED], n_cases, pilot.measure, alpha=alpha, power=power),
        id="needed",
    )


def _uncertain(pilot: Pilot, found: tuple[Variances, ...]) -> str:
    """Say what the upper limit of the pilot's variance asks for, by the chosen measure and the first difference."""
    one = next(one for one in found if one.measure == pilot.measure)
    rows = needed(one, DIFFERENCES[0], alpha=pilot.settings.alpha, power=pilot.power, systems=())
    paired = next(row for row in rows if row.method == "paired")
    if paired.cases is None or paired.cases_high is None:
        return ""
    return (
        f"The pilot's variance is an estimate: for {setting(DIFFERENCES[0])} in {pilot.label}, {count(paired.cases)} "
        f"cases by the estimate, {count(paired.cases_high)} by its upper limit (one-sided 95%, normal scores). Runs "
        "with equal scores count once."
    )


def _pooled(pilot: Pilot) -> str:
    """Say which further tasks the variances are pooled over."""
    names = ", ".join(map(several.name, pilot.others))
    return f" Variances are pooled, by degrees of freedom, with those of: {names}." if names else ""


def curves(pilot: Pilot, found: Variances) -> None:
    """Draw the cases needed by every method of topic set size design."""
    figure = drawn.cases_needed(
        found,
        len(pilot.task.cases),
        pilot.label,
        alpha=pilot.settings.alpha,
        power=pilot.power,
    )
    look.plot(figure, "needed_plot", "plan-needed")


def agreement(pilot: Pilot) -> None:
    """Say how well the annotators agree, and draw for how many votes they agree on how many cases."""
    found, votes = computed.agreement(pilot), pilot.votes
    if found is None or votes is None:
        write.because(pilot.no_noise)
        return
    write.title(say.alpha(found))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        look.plot(drawn.agreement_of_cases(votes), "agreement_plot", "plan-agreement")
    with right:
        write.because(say.agreement(found), id="agreement")
        people = computed.annotators(pilot)
        if people is None:
            write.muted(NO_NAMES, id="no_annotators")
        else:
            write.because(say.annotators(*people), id="annotators_said")
    if people is not None:
        key = "annotators", pilot.current.key, pilot.settings.seed
        cached.write_table(key, lambda: results.annotators(people[0]), id="annotators", styles="oq-one-line")


def tests(pilot: Pilot) -> None:
    """Draw the card: a few collections at once, all on request, which the visitor may cancel."""
    if pilot.no_design:
        write.because(pilot.no_design)
        return
    total = computed.SIMULATIONS
    key, known = computed.power_key(pilot, total), computed.is_simulated(pilot, total)
    asked = not known and SIMULATED.get() == key
    left, right = st.columns([5, 1], gap="medium", vertical_alignment="center")
    words, button, shown = left.empty(), right.empty(), st.empty()
    if asked:
        button.button("Cancel", key="plan_cancel", on_click=SIMULATED.set, args=(None,), width="stretch")
    elif not known:
        label = f"Simulate {count(total)}"
        button.button(label, key="plan_simulate", on_click=SIMULATED.set, args=(key,), width="stretch")
    if known or computed.at_once(pilot):
        n_simulations = total if known else computed.FIRST
        if not computed.is_simulated(pilot, n_simulations):
            shown.html(tag("div", class_="oq-waiting", style=f"height:{POWER}px"))
        with words.container():
            found, decided = computed.power(pilot, n_simulations), computed.decisions(pilot)
        with words:
            write.title(say.powers(found, 0, TYPICAL))
        with shown.container():
            _power(pilot, found, decided)
    elif not asked:
        with words:
            write.title(f"{count(total, 'collection')} are simulated on request.")
    if asked:
        with words.container():
            computed.power(pilot, total)
        st.rerun()


def _power(pilot: Pilot, found: SimulatedPower, decided: SeparatedPairs) -> None:
    left, right = st.columns([1, 1], gap="medium")
    with left:
        look.plot(drawn.power_of_tests(found, pilot.label), "power_plot", "plan-power")
    with right:
        write.because(say.levels(found, 0), id="levels")
        write.because(say.differing(decided, 0), id="differing")
        if decided.differ(0):
            write.table(*results.differing(decided, 0), id="procedures", first=9)
