"""Core calls of the atlas, remembered for all visitors."""

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from ordquant_core.analysis.spaces import by_score, compare_estimators
from ordquant_core.analysis.spaces.gold_distributions import Estimator
from ordquant_core.analysis.spaces.weights import Weighting
from pages.shared.result_cache import compute_once
from pages.shared.shared_work import finish_shared

Result = TypeVar("Result")

AT_ONCE = 300_000  # distributions that are scored without being asked for
COMPONENTS = 500  # cases of a task that weigh one distribution in the time that scoring it takes
DISTRIBUTIONS_A_SECOND = 200_000  # for the announced time; measured with all main measures on one core


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
