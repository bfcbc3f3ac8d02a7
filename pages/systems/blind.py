"""A blind task on Systems: the standings by one measure, and where a visitor's own run stands."""

from functools import partial

import streamlit as st

from ordquant_core.analysis import blind
from ordquant_core.analysis.blind import FEWEST, BlindResults
from ordquant_core.formats.published.source import Source
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, setting
from ordquant_core.statistics.resampling import smallest_p_value
from ordquant_core.tables.runs import official_views
from ordquant_core.tables.runs.official import blind_table
from ordquant_core.tables.runs.significance_sentences import too_little
from ordquant_core.tables.sentences import MEANS
from pages.shared import downloads, links, own_runs, share, tasks, write

PAGE = "systems"


def show(source: Source, scale_container: tasks.Container) -> None:
    """Draw the results of a blind task."""
    _, scale = own_runs.choose_scale(source, scale_container)
    found = own_runs.results(source, scale)
    write.verdict(tasks.BLIND)
    tasks.describe(source)
    with st.container(border=True):
        label = MEASURES[found.measure].label
        st.header(f"Official results by {label}", anchor=False)
        write.table(*official_views.of_blind(found, source.teams), id="standings")
        write.note(_about(found))
        make = partial(blind_table, found, source.teams)
        downloads.table_button("Official results", make, "results.csv")
    with st.container(border=True, key="own_run"):
        own_runs.stand(source, scale, found)
    with st.container(horizontal=True, width="content"):
        links.bar(PAGE, {"task": source.key} | ({"scale": scale} if scale else {}))
        share.menu()


def _about(found: BlindResults) -> str:
    """Say what the standings rest on, and how far they go."""
    rounded = f"Means are rounded to steps of {setting(found.step)}"
    if found.ranks is None:
        fewest = f"{FEWEST} cases"
        return f"{_cases(found)}. {rounded}. With fewer than {fewest}, no ranks, intervals or groups are shown."
    return (
        f"{_cases(found)}. Groups: randomised Tukey HSD, alpha = {setting(blind.ALPHA)}, "
        f"B = {count(blind.TRIALS, 'trial')}, seed {blind.SEED}, of the exact scores. {_compared(found)} "
        f"{rounded}, and ranked as rounded. "
        f"Intervals: 95%, {MEANS}; widened to whole steps about the rounded means. {_too_little(found)}"
    )


def _cases(found: BlindResults) -> str:
    cases = count(found.n_all, "case")
    if found.n_cases == found.n_all:
        return cases
    return f"{count(found.n_cases)} of {cases}; the others are kept for the final results"


def _too_little(found: BlindResults) -> str:
    """Say that no two runs can differ significantly, where that is so."""
    n_runs = len(found.runs)
    of = f"{count(n_runs, 'run')} and {count(found.n_cases, 'case')}"
    least = smallest_p_value(n_runs, found.n_cases, blind.TRIALS)
    return too_little(of, least, blind.TRIALS, blind.ALPHA) if n_runs > 1 else ""


def _compared(found: BlindResults) -> str:
    """Say which runs are ranked and tested together."""
    if found.apart:
        names = listed([one.run for one in found.apart])
        return f"Runs compared: {count(len(found.runs), 'official run')}; {names} are shown beside them."
    return f"Runs compared: {listed(found.runs)}; a test needs two runs."
