"""The results on groups of the cases: means and ranks on each, and what a group does to the difference of two runs."""

import pandas as pd

from ordquant_core.analysis.case_filters import ALL, case_groups, grouping_columns
from ordquant_core.analysis.official import Official, Part, on_groups
from ordquant_core.findings import runs as findings
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Column, Kind, column, drawn_as, stacked
from ordquant_core.numerals import count
from pages.shared import controls, write
from pages.shared.result_cache import compute_with_bar
from pages.systems.state import STATE, RunComparison

NO_GROUPS = "none"


def draw(compared: RunComparison) -> None:
    """Draw the choice of a column that groups the cases, and the results on each group."""
    task, source = compared.tasks[0].task, compared.tasks[0].source
    columns = grouping_columns(task.extras)
    STATE.restrict({"by": [NO_GROUPS, *columns]}, fallback={"by": source.by or NO_GROUPS})
    by = controls.select(STATE, "by", "Group cases by", [NO_GROUPS, *columns], width=240)
    if by == NO_GROUPS:
        write.muted(
            "Choose a column of the gold to see the results on every group, and which group differs from others."
        )
        return
    whole = compared.official.only(compared.measure)
    key = ("groups", compared.tasks[0].key, by, compared.measure, whole.test.n_trials, whole.seed)
    parts = case_groups(task.extras, by)
    groups = compute_with_bar(key, "Testing groups", on_groups, whole, parts)
    _means(compared, [whole, *(group.results for group in groups)])
    _differences(compared, whole, groups)


def _means(compared: RunComparison, on_each: list[Official]) -> None:
    """Draw a row per run, the best over all cases first: its mean, and its rank, on each group of cases."""
    frame = pd.DataFrame({"run": compared.runs})
    columns = [drawn_as(Kind.RUN, "run", "mean (rank)", pair=compared.pair)]
    for results in on_each:
        own, group = results.to_frame(alpha=compared.alpha), results.cases
        parts = (f"mean {group}", f"rank {group}")
        frame = frame.assign(**dict(zip(parts, (own["mean"], own["rank"]), strict=True)))
        meaning = f"mean over {count(results.test.n_cases, 'case')}"
        columns.append(drawn_as(Kind.RANKED, group, group, meaning, parts=parts))
    write.frame(frame.sort_values(f"mean {ALL}", kind="stable"), columns, Rows(data="run"), id="group_means")


def _differences(compared: RunComparison, whole: Official, groups: tuple[Part, ...]) -> None:
    """Draw a row per group of cases: how runs A and B differ on it, and what it does to their difference over all."""
    (a, b), alpha = compared.pair, compared.alpha
    of_all = whole.test.between(a, b)
    frame = stacked([group.between(a, b).to_frame(of_all, alpha=alpha) for group in groups])
    frame = frame.assign(cases=[group.results.test.n_cases for group in groups])
    words = findings.groups_of_cases(frame, compared.measure, alpha)
    write.because(words, id="group_interaction")
    trials = whole.test.n_trials
    columns: list[str | Column] = [
        column("case_group", "group"),
        "cases",
        column("difference", "A − B"),
        column("p", trials=trials),
        "adds",
        column("difference_without", "A − B without it"),
        column("p_without", "p without it", trials=trials),
        "decides",
        "interaction",
        column("p_interaction", "p, interaction", trials=trials),
        "sign_changes",
    ]
    write.frame(frame, columns, Rows(data="case_group"), id="group_differences")
