"""Several tasks side by side under one measure, the means of all runs, and the tables to download."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import lone_differences, powers
from ordquant_core.markup import Cell, Column, Row, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.tables.significance import lone_table, pair_table, run_table
from ordquant_core.tables.table import Table
from pages.shared import several, write
from pages.systems.state import Shown

HEADS = ("task", "cases", "runs", "leads", "runs in the first group", "groups", "pairs that differ", "unpaired test")


def tasks(shown: Shown, unpaired: Sequence[int]) -> None:
    """Draw a row per task: who leads, how many runs share the first significance group, how many pairs differ."""
    if len(shown.tasks) == 1:
        return
    rows = []
    for number, (current, test) in enumerate(zip(shown.tasks, shown.tests, strict=True)):
        power, best = powers(test, shown.settings.alpha)[shown.layer], int(test.means[shown.layer].argmin())
        groups = shown.groups(number)
        numbers = [len(groups[0]), len(groups), f"{count(power.significant)} of {count(power.pairs)}", unpaired[number]]
        leader = f"{test.runs[best]} {score(test.means[shown.layer, best])}"
        name = Cell(several.name(current), heads=True)
        rows.append(Row([name, count(test.n_cases), len(test.runs), leader, *numbers]))
    st.subheader(f"{len(rows)} tasks by {shown.label}", anchor=False)
    write.table(HEADS, rows, id="tasks")


def means(shown: Shown) -> None:
    """Draw the table of means, a row per run."""
    found, interval = shown.found, shown.interval
    places = ranks(found.means)
    columns = [
        Column(tag("span", MEASURES[key].label, class_="oq-gold" if m == shown.layer else None), class_="oq-number")
        for m, key in enumerate(found.measures)
    ]
    rows = []
    for run in shown.order:
        cells = []
        for m, mean in enumerate(interval.means[:, run].tolist()):
            bounds = f"{score(interval.low[m, run])} to {score(interval.high[m, run])}"
            title = f"{mean!r}, 95% interval {bounds}, rank {places[m, run]}"
            cells.append(Cell(score(mean), title, "oq-number"))
        name = Cell(shown.names[run], heads=True)
        rows.append(Row([places[shown.layer, run], name, *cells], data={"run": shown.runs[run]}))
    write.table(["", "mean score of a run", *columns], rows, id="means", height="none")


def runs(shown: Shown) -> Table:
    """Every run under every measure: mean, interval, rank, significance groups."""
    return run_table(shown.found, shown.interval, shown.settings.alpha).beside(**_settings(shown))


def pairs(shown: Shown) -> Table:
    """Every pair of runs under every measure, by both tests."""
    return pair_table(shown.found, shown.bootstrap).beside(**_settings(shown))


def lone(shown: Shown) -> Table:
    """The differences that one measure alone finds."""
    return lone_table(lone_differences(shown.found, shown.settings.alpha)).beside(**_settings(shown))


TABLES: tuple[tuple[str, Callable[[Shown], Table], str], ...] = (
    ("Runs: means, intervals, groups (CSV)", runs, "systems-runs.csv"),
    ("Pairs of runs (CSV)", pairs, "systems-pairs.csv"),
    ("One measure only (CSV)", lone, "systems-one-measure.csv"),
)


def _settings(shown: Shown) -> Mapping[str, object]:
    found, settings = shown.found, shown.settings
    return {"cases": found.n_cases, "alpha": settings.alpha, "trials": found.n_trials, "seed": settings.seed}
