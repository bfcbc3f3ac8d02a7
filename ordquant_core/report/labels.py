"""Labels of measures in all sections of a report, and the names of its figures."""

from ordquant_core.markup import Html
from ordquant_core.measures.registry import MEASURES
from ordquant_core.report.findings import Findings

BOXES, TAU, SCATTER = "scores", "agreement", "deltas"  # the containers of figures
NOTHING = Html("")


def label(key: str) -> str:
    """Return the label of a measure."""
    return MEASURES[key].label


def labels(found: Findings) -> list[str]:
    """Return the labels of all measures of a report."""
    return [label(key) for key in found.scores.measures]
