"""The cards of Plan: the finding, cases and annotators, the noise floor, cases needed."""

import streamlit as st

from ordquant_core.analysis.planning.design import DIFFERENCES, Variance, needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import RESAMPLES, Option, Split
from ordquant_core.numerals import count, percent, setting
from ordquant_core.records import FloatArray
from ordquant_core.report import figures_of_plans as drawn
from ordquant_core.tables.planning import results
from ordquant_core.tables.planning import sentences as say
from ordquant_core.tables.tasks.results import family
from pages.plan import computed
from pages.plan.state import Pilot
from pages.shared import cached, look, several, write

Ways = tuple[Option, ...]
TABLED = 4  # differences with a column of the table


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
    resamples = f"{count(RESAMPLES, 'resample')} of cases (with replacement) and annotators (without)"
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
    if not pilot.no_design:
        n_cases = count(len(pilot.task.cases), "case")
        write.because(
            "sd: standard deviation of the difference of two runs on a case; now: the smallest difference that can be "
            f"detected on {n_cases}. The paired t-test uses the fact that all runs have the same cases."
            f"{_pooled(pilot)} {_uncertain(pilot, computed.spread(pilot))}",
            id="design",
        )


def noise_floor(pilot: Pilot, found: Split | None, ways: Ways, floors: FloatArray) -> None:
    """Draw the noise floor by the number of annotators, with the runs above it, and say how far annotators agree."""
    look.plot(drawn.noise_floor(pilot.annotators, floors, found, ways, pilot.label), "floor_plot", "plan-floor")
    if pilot.votes is not None:
        write.muted(say.alpha(pilot.votes), id="alpha")


def design(pilot: Pilot) -> None:
    """Draw the cases needed, if they can be known: a table of all measures, and a figure for the chosen one."""
    if pilot.no_design:
        write.because(pilot.no_design)
        return
    found = computed.spread(pilot)
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        cases_needed(pilot, found)
    with right:
        curve(pilot, _of_measure(pilot, found))


def cases_needed(pilot: Pilot, found: tuple[Variance, ...]) -> None:
    """Draw the table of the cases that every measure needs."""
    alpha, power = pilot.settings.alpha, pilot.power
    st.header("Cases needed to detect a difference", anchor=False)
    n_cases = len(pilot.task.cases)
    write.because(
        f"Paired t-test of one pair of runs, level {setting(alpha)}, power {percent(power)}; annotators as the pilot's."
    )
    cached.write_table(
        ("needed", *computed.spread_key(pilot), n_cases, pilot.measure, alpha, power),
        lambda: results.cases_needed(found, DIFFERENCES[:TABLED], n_cases, pilot.measure, alpha=alpha, power=power),
        id="needed",
    )


def _uncertain(pilot: Pilot, found: tuple[Variance, ...]) -> str:
    """Say what the upper limit of the pilot's variance asks for, by the chosen measure and the first difference."""
    row = needed(_of_measure(pilot, found), DIFFERENCES[0], alpha=pilot.settings.alpha, power=pilot.power)
    if row.cases is None or row.cases_high is None:
        return ""
    return (
        f"The pilot's variance is an estimate: for {setting(DIFFERENCES[0])} in {pilot.label}, {count(row.cases)} "
        f"cases by the estimate, {count(row.cases_high)} by its upper limit (one-sided 95%, normal scores). Runs "
        "with equal scores count once."
    )


def _of_measure(pilot: Pilot, found: tuple[Variance, ...]) -> Variance:
    return next(one for one in found if one.measure == pilot.measure)


def _pooled(pilot: Pilot) -> str:
    """Say which further tasks the variances are pooled over."""
    names = ", ".join(map(several.name, pilot.others))
    return f" Variances are pooled, by degrees of freedom, with those of: {names}." if names else ""


def curve(pilot: Pilot, found: Variance) -> None:
    """Draw the cases needed by the difference that is to be detected."""
    figure = drawn.cases_needed(
        found,
        len(pilot.task.cases),
        pilot.label,
        alpha=pilot.settings.alpha,
        power=pilot.power,
    )
    look.plot(figure, "needed_plot", "plan-needed")
