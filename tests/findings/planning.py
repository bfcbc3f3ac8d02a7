"""What is made for planning.txt: plans of a collection, and a second panel of annotators."""

# ruff: noqa: F401 - the table uses what is imported

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.findings import planning as on_planning
from ordquant_core.findings import second_panel as on_second_panel
from ordquant_core.findings.sentence import RunName
from ordquant_core.records import Task
from ordquant_core.statistics.mean_interval import MeanInterval

# planning

SPLIT = Split(("NMD",), ("a", "b", "c"), (100, 200), (5, 10), *[np.zeros((1, 2, 2, 3))] * 4, np.zeros((1, 2, 3)), 3, 20)
BEST, NEXT = Option(100, 10, 0.04, 2 / 3, 0.9, 0.75, 1 / 3), Option(200, 5, 0.03, 1 / 3, 0.8, 0.25, 0.3)
EQUAL = Option(50, 20, 0.05, 2 / 3, 0.9, 0.5, 2 / 3)
NONE = replace(BEST, separated=0.0)


def best(*ways):
    return on_planning.best_way(ways, SPLIT, 1000, "NMD")


def after(*ways):
    return on_planning.next_best_way(ways, SPLIT)


def needed(cases, high):
    low = None if high is None else cases - 5
    return on_planning.paired_design(Needed("NMD", 0.01, 0.02, cases, 0.018, 0.03, low, high, 0.01, 7))


# second_panel

GAPS = {"closer": (-0.03, -0.01), "further": (0.01, 0.03), "open": (-0.02, 0.02), "equal": (np.nan, np.nan)}


def panel(*votes, gaps=("open",), measure="NMD", **more):
    """Return a second panel of 30 cases with each of these numbers of votes; the differences of runs are made up."""
    chance = np.random.default_rng(1)
    counted = np.concatenate([chance.multinomial(number, [0.2] * 5, 30) for number in votes])
    cases, classes = (tuple(map(str, range(size))) for size in counted.shape)
    gold = counted / counted.sum(axis=1, keepdims=True)
    found = compare_with_panel(Task("", None, classes, cases, gold, counted, (), np.empty((0, *gold.shape))), [measure])
    low, high = np.array([GAPS[gap] for gap in gaps]).T[:, None]
    middle = np.array([[0.0 if gap in ("open", "equal") else sum(GAPS[gap]) / 2 for gap in gaps]])
    return replace(
        found, runs=("a<", "b", "c", "d")[: len(gaps)], differences=MeanInterval(middle, low, high, 30, 0.95), **more
    )


def against(*votes, gap="open", measure="NMD"):
    return on_second_panel.against_annotators(panel(*votes, gaps=(gap,), measure=measure), measure, "a<")


def agreed():
    """Return the panel of 30 cases on each of which 9 annotators agree."""
    votes = 9 * np.eye(5, dtype=np.int64)[np.arange(30) % 5]
    cases, classes = (tuple(map(str, range(size))) for size in votes.shape)
    return compare_with_panel(Task("", None, classes, cases, votes / 9, votes, (), np.empty((0, 30, 5))), ["NMD"])


def listed(*gaps):
    found = panel(9, gaps=gaps)
    return on_second_panel.runs_against_annotators(found, "NMD", found.runs)


def scored(*votes, measure="NMD"):
    return on_second_panel.second_panel(panel(*votes, measure=measure), measure)


def how(*votes, measure="NMD"):
    return on_second_panel.how_panels(panel(*votes, measure=measure), measure)


FOUND = panel(9)
