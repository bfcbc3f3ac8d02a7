"""Official results on Systems: the ranking of the runs by one measure or by all, and groups of cases."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.case_filters import ALL, case_groups, grouping_columns
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.official import Official, Part, on_groups
from ordquant_core.analysis.scoring import choose
from ordquant_core.numerals import count, score, setting
from ordquant_core.records import Scores
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.runs import official_views
from ordquant_core.tables.runs import views as runs
from ordquant_core.tables.runs.views import FAR
from ordquant_core.writing.paper_table import PaperTable
from ordquant_core.writing.results import wide_table
from pages.shared import controls, run_analyses, write
from pages.shared.result_cache import compute_with_bar
from pages.systems import own
from pages.systems.state import RANKINGS, STATE, Shown

NO_GROUPS = "none"


def of(shown: Shown) -> Official:
    """Return the results of the first task as the tables of the command line take them."""
    return Official(shown.tasks[0].task.scale, ALL, _scores(shown), shown.found, shown.interval, shown.settings.seed)


def table(shown: Shown) -> pd.DataFrame:
    """A row per measure and run, as the command `results` writes it."""
    return of(shown).to_frame(alpha=shown.settings.alpha, teams=shown.tasks[0].source.teams)


def pair_table(shown: Shown) -> pd.DataFrame:
    """A row per measure and pair of runs, as `results --pairs` writes it."""
    return of(shown).to_frame(alpha=shown.settings.alpha, pairs=True)


def paper_table(shown: Shown) -> PaperTable:
    """A row per run, sorted by the chosen measure, as `results --table wide` writes it."""
    source = shown.tasks[0].source
    title, primary = "" if source.own else source.title, shown.found.measures[shown.layer]
    return wide_table(of(shown), shown.settings.alpha, primary=primary, title=title, teams=source.teams)


def ranking(shown: Shown, mine: str | None, *, wide: bool) -> None:
    """Draw the ranking of the runs: by the chosen measure, or, in a `wide` container, their means by all measures.

    Beside every run stands how surely it differs from an own one, `mine`.
    """
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"{count(len(shown.runs), 'run')} by mean {shown.label}", anchor=False, width="content")
        kind = controls.segments(STATE, "ranking", "Ranking", RANKINGS, label_visibility="collapsed")
    if wide != (kind == "all"):
        st.rerun()  # the cards of the page change their places
    if wide:
        _by_all(shown)
    else:
        _by_one(shown, mine)


def _by_one(shown: Shown, mine: str | None) -> None:
    found, layer = shown.found, shown.layer
    groups = significance_groups(found.means[layer], found.p_values[layer], shown.settings.alpha)
    floor = np.nan if shown.noise is None else float(shown.noise.floor[layer])
    grid = official_views.standings(
        found,
        shown.interval,
        layer,
        groups,
        shown.names,
        ranks(found.means),
        shown.tasks[0].source.teams,
        apart=shown.apart,
        yours=shown.yours,
        floor=floor,
        against=None if mine is None else (own.among(shown), mine, shown.settings.alpha),
    )
    write.table(*grid, id="standings", styles="oq-ranking")
    apart = " Runs without a rank are shown for comparison: they are not in the test." if shown.apart else ""
    dotted = f" Dotted: {score(floor)}, what the true distributions would still score (noise floor)."
    bars = "Bars: 95% intervals of the means. Runs that share a letter do not differ significantly."
    alpha = setting(shown.settings.alpha)
    tested = "" if mine is None else f" p: {mine} is tested together with the ranked runs; bold: below {alpha}."
    write.note(f"{bars}{apart}{'' if shown.noise is None else dotted}{tested}")


def _by_all(shown: Shown) -> None:
    found, layer = shown.found, shown.layer
    write.table(*runs.means(found, shown.interval, layer, shown.names, shown.apart, shown.yours), id="means")
    write.note(f"Bold: the smallest mean by the measure. Amber: {FAR} places or more from the rank by {shown.label}.")


def by_group(shown: Shown) -> None:
    """Draw the choice of a column that groups the cases, and the results on each group."""
    task, source = shown.tasks[0].task, shown.tasks[0].source
    columns = grouping_columns(task.extras)
    STATE.restrict({"by": [NO_GROUPS, *columns]}, fallback={"by": source.by or NO_GROUPS})
    by = controls.select(STATE, "by", "Group cases by", [NO_GROUPS, *columns], width=240)
    if by == NO_GROUPS:
        write.muted(
            "Choose a column of the gold to see the results on every group, and which group differs from others."
        )
        return
    whole, parts = _on_groups(shown, by)
    write.table(*official_views.group_means(whole, parts, shown.names), id="group_means")
    a, b = shown.pair
    if a != b:
        said = official_views.group_sentence(whole, parts, shown.pair, shown.settings.alpha)
        write.because(f"A = {shown.runs[a]}, B = {shown.runs[b]}. {said}", id="group_interaction")
        differences = official_views.group_differences(whole, parts, shown.pair, shown.settings.alpha)
        write.table(*differences, id="group_differences")


def _scores(shown: Shown) -> Scores:
    return run_analyses.score_runs(shown.tasks[0], shown.found.measures)


def _of_one(shown: Shown) -> tuple[Discrimination, MeanInterval]:
    """Return the test and the intervals by the chosen measure alone."""
    found, interval, layer = shown.found, shown.interval, [shown.layer]
    test = replace(
        found,
        measures=(found.measures[shown.layer],),
        means=found.means[layer],
        p_values=found.p_values[layer],
        differences=found.differences[layer],
        effect_sizes=found.effect_sizes[layer],
        ranges=None if found.ranges is None else found.ranges[layer],
    )
    bounds = replace(interval, means=interval.means[layer], low=interval.low[layer], high=interval.high[layer])
    return test, bounds


def _on_groups(shown: Shown, by: str) -> tuple[Official, tuple[Part, ...]]:
    """Return the results by the chosen measure on all cases and on every group."""
    task, settings, measure = shown.tasks[0].task, shown.settings, shown.found.measures[shown.layer]
    scores = choose(_scores(shown), [measure])
    whole = Official(task.scale, ALL, scores, *_of_one(shown), settings.seed)
    key = ("groups", shown.tasks[0].key, by, measure, shown.found.n_trials, settings.seed)
    groups = case_groups(task.extras, by)
    return whole, compute_with_bar(key, "Testing groups", lambda show: on_groups(whole, groups, progress=show))
