"""Official results on Systems: the standings by one measure, groups of cases, and where a visitor's own run loses."""

from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.case_groups import ALL, case_groups, grouping_columns
from ordquant_core.analysis.discrimination import Discrimination, as_good_as_the_best
from ordquant_core.analysis.losses import largest_losses
from ordquant_core.analysis.official import Official, Part, on_groups
from ordquant_core.analysis.scoring import choose
from ordquant_core.markup import Html, tag
from ordquant_core.numerals import count, score
from ordquant_core.records import Scores
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.papers.grid import PaperTable
from ordquant_core.tables.papers.results import wide_table
from ordquant_core.tables.runs import official_views
from ordquant_core.tables.runs.official import official_pair_table, official_table
from ordquant_core.tables.table import Table
from pages.shared import controls, run_analyses, tasks, write
from pages.shared.result_cache import compute_with_bar
from pages.systems.state import STATE, Shown

LISTED = 10  # cases on which a run loses
NO_GROUPS = "none"


def of(shown: Shown) -> Official:
    """Return the results of the first task as the tables of the command line take them."""
    return Official(shown.tasks[0].task.scale, ALL, _scores(shown), shown.found, shown.interval, shown.settings.seed)


def table(shown: Shown) -> Table:
    """A row per measure and run, as the command `results` writes it."""
    return official_table([of(shown)], shown.settings.alpha, teams=shown.tasks[0].source.teams)


def pair_table(shown: Shown) -> Table:
    """A row per measure and pair of runs, as `results --pairs` writes it."""
    return official_pair_table([of(shown)], shown.settings.alpha)


def paper_table(shown: Shown) -> PaperTable:
    """A row per run, sorted by the chosen measure, as `results --table wide` writes it."""
    source = shown.tasks[0].source
    title, primary = "" if source.own else source.title, shown.found.measures[shown.layer]
    return wide_table(of(shown), shown.settings.alpha, primary=primary, title=title, teams=source.teams)


def show(shown: Shown) -> None:
    """Draw the standings and the groups of cases."""
    with st.container(border=True, key="systems_official"):
        _standings(shown)
    _by_group(shown)


def _standings(shown: Shown) -> None:
    """Draw the table of the runs by the chosen measure."""
    found, layer = shown.found, shown.layer
    groups = significance_groups(found.means[layer], found.p_values[layer], shown.settings.alpha)
    st.subheader(f"Results by {shown.label}", anchor=False)
    teams = shown.tasks[0].source.teams
    rows = official_views.of_test(found, shown.interval, layer, groups, shown.names, ranks(found.means), teams)
    write.table(*official_views.with_runs_apart(rows, shown.apart, layer), id="standings", height="34rem")
    apart = " Runs without a rank are shown for comparison: they are not in the test." if shown.apart else ""
    write.note(f"Runs that share a letter do not differ significantly. All measures are in the download.{apart}")


def _by_group(shown: Shown) -> None:
    """Draw the choice of a column that groups the cases, and the results on each group."""
    task, source = shown.tasks[0].task, shown.tasks[0].source
    columns = grouping_columns(task.extras)
    if not columns:
        return
    with st.container(border=True, key="systems_groups"):
        st.subheader("Groups of cases", anchor=False)
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


def your_run(shown: Shown) -> None:
    """Draw where a visitor adds a run to a published task, where it stands, and on which cases it loses."""
    current = shown.tasks[0]
    if current.source.own:
        return
    with st.container(border=True, key="own_run"):
        st.subheader("Your run", anchor=False)
        tasks.add_own_runs(current.source)
        own = (current.whole or current).added
        if not own:
            return
        run = own[0] if len(own) == 1 else str(st.selectbox("Your run", own, key="own_run_choice", width=300))
        _stand(shown, run)
        _losses(shown, run)


def _stand(shown: Shown, run: str) -> None:
    """Say where a run stands by the chosen measure, tested together with the official runs."""
    layer = shown.layer
    mine = shown.tasks[0].tested(baselines=shown.settings.baselines, with_added=True)
    (found,) = run_analyses.test_runs([mine], shown.found.measures, shown.settings)
    number = found.runs.index(run)
    places = ranks(found.means)[layer]
    place = int(places[number])
    best, *alike = as_good_as_the_best(found, layer, shown.settings.alpha)
    leader = found.runs[best]
    if number == best:
        shares = (places == 1).sum() > 1
        differ = "it shares the smallest mean" if shares else "it has the smallest mean"
    elif place == 1:
        differ = f"its mean equals that of {leader}"
    else:
        gap = score(found.means[layer, number] - found.means[layer, best])
        sure = "does not differ significantly" if number in alike else "differs significantly"
        differ = f"it {sure} from {leader}, whose mean is {gap} smaller"
    words = f"{run}: rank {place} of {count(len(found.runs))} by {shown.label}, mean "
    write.verdict(f"{words}{score(found.means[layer, number])}; {differ}.", id="own_standing")
    write.muted("Tested together with the official runs; the results above are those of the official runs alone.")


def _losses(shown: Shown, run: str) -> None:
    """Draw the cases on which a run loses most against the best run, or against a baseline."""
    found, layer, current = shown.found, shown.layer, shown.tasks[0]
    current = current.whole or current
    others = [shown.runs[number] for number in shown.order if shown.runs[number] != run]
    against = list(dict.fromkeys([others[0], *(name for name in current.baselines if name in current.task.runs)]))
    other = str(st.selectbox("Compared with", against, key="own_run_against", width=300))
    scored = run_analyses.score_runs(current, shown.found.measures)
    losses = largest_losses(current.task, scored, layer, run, other, LISTED)
    if not losses:
        write.because(f"On no case does {run} score worse than {other} by {shown.label}.")
        return
    write.because(f"Where {run} loses most against {other} by {shown.label}:")
    key, query = found.measures[layer], current.query()
    pair = {"a": run, "b": other, "x": key, "y": "RNOD" if key == "NMD" else "NMD"}
    links = [_to_case(one.case, {**query, **pair, "case": one.case}) for one in losses]
    write.table(*official_views.losses(losses, links), id="losses")


def _to_case(case: str, query: dict[str, str]) -> Html:
    return tag("a", case, href=f"cases?{urlencode(query)}", target="_self", data_inside=True)


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
