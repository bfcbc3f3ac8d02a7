"""What measures and numbers are called in all sections of a report."""

from ordquant_core.markup import Html, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.report.findings import Findings

BOXES, TAU, SCATTER = "scores", "agreement", "deltas"  # the containers of figures
NOTHING = Html("")


def label(key: str) -> str:
    """Return what a measure is called."""
    return MEASURES[key].label


def labels(found: Findings) -> list[str]:
    """Return what all measures of a report are called."""
    return [label(key) for key in found.scores.measures]


def score_cell(value: float, *, best: bool) -> Html:
    """Return a cell with a score; all digits show where it is pointed at."""
    return tag("td", score(value), title=repr(value), class_="best" if best else None)
