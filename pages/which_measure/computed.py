"""Core calls of Which measure?, remembered for all visitors."""

from ordquant_core.analysis import propriety
from ordquant_core.analysis.spaces import extremes, measure_properties
from ordquant_core.measures.registry import MAIN_MEASURES
from pages.shared.result_cache import compute_once
from pages.shared.shared_work import finish_shared


def properties(n_votes: int, n_classes: int) -> tuple[measure_properties.Finding, ...]:
    """Decide every property for every main measure."""
    return finish_shared(
        ("properties", n_votes, n_classes),
        "Checking every pair and triple",
        lambda: measure_properties.PropertyTable(n_votes, n_classes, MAIN_MEASURES),
    )


def ranges(n_votes: int, n_classes: int) -> tuple[extremes.Extremes, ...]:
    """Find the largest scores."""
    return compute_once(("ranges", n_votes, n_classes), lambda: extremes.extremes(n_votes, n_classes, MAIN_MEASURES))


def proprieties(
    truth: tuple[float, ...], annotators: tuple[int, ...], measures: tuple[str, ...]
) -> tuple[propriety.Propriety, ...]:
    """Find the best report of every measure against these numbers of annotators."""
    return finish_shared(
        ("propriety", truth, annotators, measures),
        "Searching for the best reports",
        lambda: propriety.BestReportSearch(truth, annotators, measures),
    )
