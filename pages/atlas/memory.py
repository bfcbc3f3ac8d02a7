"""Core calls of the atlas, remembered for all visitors."""

from collections.abc import Callable, Hashable

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.spaces import artificial, duel, extremes, laws, search
from ordquant_core.analysis.spaces.rivals import Rival
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE
from ordquant_core.records import Correlation, IntArray
from ordquant_core.statistics.rank_correlation import Interval
from pages.shared.memory import remembered

AT_ONCE = 300_000  # golds that are scored without being asked for
GOLDS_A_SECOND = 200_000  # told before a long computation; measured with all main measures on one core

Pairs = tuple[tuple[str, str], ...]


def fight(n_votes: int, n_classes: int, a: Rival, b: Rival) -> duel.Duel:
    """Score every gold by all main measures."""
    return remembered(
        ("duel", n_votes, n_classes, a, b),
        "Scoring every gold",
        lambda progress: duel.fight(n_votes, n_classes, a, b, progress=progress),
    )


def figure(key: tuple[Hashable, ...], build: Callable[[], go.Figure]) -> go.Figure:
    """Return a figure that takes long to build; nobody changes it."""
    return remembered(("figure", *key), "", lambda progress: build())


def find(
    n_votes: int, n_classes: int, a: Rival, b: Rival, conditions: tuple[search.Condition, ...], mode: int | None
) -> search.Found:
    """Search every gold."""
    return remembered(
        ("search", n_votes, n_classes, a, b, conditions, mode),
        "Searching every gold",
        lambda progress: search.search(n_votes, n_classes, a, b, conditions, mode=mode, progress=progress),
    )


def study(n_classes: int, n_votes: int, n_seeds: int, repeats: bool) -> artificial.Study:
    """Repeat the artificial study with seeds 0, 1, …: all main measures where it takes seconds."""
    return remembered(
        ("study", n_classes, n_votes, n_seeds, repeats),
        "Ranking pairs of artificial distributions",
        lambda progress: artificial.study(
            n_classes, measures_of_study(), range(n_seeds), n_votes=n_votes, repeats=repeats, progress=progress
        ),
    )


def intervals(n_classes: int, n_votes: int, repeats: bool, pairs: Pairs) -> dict[Interval, tuple[Correlation, ...]]:
    """Return tau with both intervals on the distributions of seed 0."""
    return remembered(
        ("intervals", n_classes, n_votes, repeats, pairs),
        "",
        lambda progress: artificial.intervals(n_classes, pairs, 0, n_votes=n_votes, repeats=repeats),
    )


def drawn(n_classes: int, n_votes: int, repeats: bool) -> IntArray:
    """Return the artificial distributions of seed 0, shape (n, classes)."""
    rng = np.random.default_rng(0)
    return artificial.artificial_distributions(n_classes, n_votes=n_votes, repeats=repeats, rng=rng).T


def properties(n_votes: int, n_classes: int) -> tuple[laws.Finding, ...]:
    """Answer every question for every main measure."""
    return remembered(
        ("laws", n_votes, n_classes),
        "Trying every pair and triple",
        lambda progress: laws.property_table(n_votes, n_classes, MAIN_MEASURES, progress=progress),
    )


def ranges(n_votes: int, n_classes: int) -> tuple[extremes.Extremes, ...]:
    """Find the largest scores."""
    return remembered(
        ("extremes", n_votes, n_classes), "", lambda progress: extremes.extremes(n_votes, n_classes, MAIN_MEASURES)
    )


def measures_of_study() -> tuple[str, ...]:
    """Return the measures of the published table first, then the others."""
    return (*MEASURES_OF_TABLE, *(key for key in MAIN_MEASURES if key not in MEASURES_OF_TABLE))
