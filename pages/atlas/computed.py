"""Core calls of the atlas, remembered for all visitors."""

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from ordquant_core.analysis import propriety
from ordquant_core.analysis.spaces import artificial, by_score, compare_estimators, extremes, measure_properties
from ordquant_core.analysis.spaces.estimators import Estimator
from ordquant_core.analysis.spaces.weights import Weighting
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE
from ordquant_core.records import Correlation
from ordquant_core.statistics.rank_correlation import Interval
from pages.shared.result_cache import compute_once
from pages.shared.shared_work import finish_shared

Pairs = tuple[tuple[str, str], ...]
Proprieties = tuple[propriety.Propriety, ...]
Result = TypeVar("Result")

AT_ONCE = 300_000  # distributions that are scored without being asked for
COMPONENTS = 500  # cases of a task that weigh one distribution in the time that scoring it takes
PER_SECOND = 200_000  # announced before a long computation; measured with all main measures on one core
MEASURES = (*MEASURES_OF_TABLE, *(key for key in MAIN_MEASURES if key not in MEASURES_OF_TABLE))


class Space(NamedTuple):
    """All gold distributions of some votes over some classes, and the two estimators that are compared on them."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator


class Weighed(NamedTuple):
    """How vote counts weigh: a key for what is remembered, the rule (None: each the same), the work it makes."""

    key: Hashable
    rule: Weighting | None = None
    work: float = 0  # for each vote count, as a share of that of scoring it


def compared(space: Space, weighed: Weighed) -> compare_estimators.Comparison:
    """Score every gold distribution by all main measures."""
    return finish_shared(
        ("compared", *space, weighed.key),
        "Scoring every gold distribution",
        lambda: compare_estimators.EstimatorComparison(*space, weighting=weighed.rule),
    )


def found(space: Space, conditions: tuple[by_score.Condition, ...], mode: int | None) -> by_score.Found:
    """Find the gold distributions that meet all conditions."""
    return finish_shared(
        ("found", *space, conditions, mode),
        "Checking every gold distribution",
        lambda: by_score.ScoreSearch(*space, conditions, mode=mode),
    )


def once(key: tuple[Hashable, ...], build: Callable[[], Result]) -> Result:
    """Return what is built for one key, such as a figure or a table, once for everybody; nobody changes it."""
    return compute_once(("atlas", *key), lambda: build())


def study(n_classes: int, n_votes: int, n_seeds: int, repeats: bool) -> artificial.Study:
    """Repeat the artificial study with seeds 0, 1, … for all main measures, those of the published table first."""
    return finish_shared(
        ("study", n_classes, n_votes, n_seeds, repeats),
        "Ranking pairs of artificial distributions",
        lambda: artificial.ArtificialStudy(n_classes, MEASURES, range(n_seeds), n_votes=n_votes, repeats=repeats),
    )


def intervals(
    n_classes: int, n_votes: int, repeats: bool, pairs: tuple[tuple[str, str], ...]
) -> dict[Interval, tuple[Correlation, ...]]:
    """Return tau with both intervals on the distributions of seed 0."""
    return compute_once(
        ("intervals", n_classes, n_votes, repeats, pairs),
        lambda: artificial.intervals(n_classes, pairs, 0, n_votes=n_votes, repeats=repeats),
    )


def properties(n_votes: int, n_classes: int) -> tuple[measure_properties.Finding, ...]:
    """Decide every property for every main measure."""
    return finish_shared(
        ("properties", n_votes, n_classes),
        "Checking every pair and triple",
        lambda: measure_properties.PropertyTable(n_votes, n_classes, MAIN_MEASURES),
    )


def proprieties(truth: tuple[float, ...], annotators: tuple[int, ...], measures: tuple[str, ...]) -> Proprieties:
    """Find the best report of every measure against these numbers of annotators."""
    return finish_shared(
        ("propriety", truth, annotators, measures),
        "Searching for the best reports",
        lambda: propriety.BestReportSearch(truth, annotators, measures),
    )


def ranges(n_votes: int, n_classes: int) -> tuple[extremes.Extremes, ...]:
    """Find the largest scores."""
    return compute_once(("ranges", n_votes, n_classes), lambda: extremes.extremes(n_votes, n_classes, MAIN_MEASURES))
