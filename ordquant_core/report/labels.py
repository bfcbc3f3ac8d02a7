"""Labels of measures and numbers in all sections of a report."""

from ordquant_core.markup import Html, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.report.findings import Findings

BOXES, TAU, SCATTER = "scores", "agreement", "deltas"  # the containers of figures
NOTHING = Html("")


def label(key: str) -> str:
    """Return the label of a measure."""
    return MEASURES[key].label


def labels(found: Findings) -> list[str]:
    """Return the labels of all measures of a report."""
    return [label(key) for key in found.scores.measures]


def score_cell(value: float, *, best: bool) -> Html:
    """Return a cell with a score; all digits are shown on hover."""
    return tag("td", score(value), title=repr(value), class_="best" if best else None)
