"""What measures and numbers are called in all sections of a report."""

import math

from ordquant_core.markup import Html, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.report.findings import Findings

BOXES, TAU, SCATTER = "scores", "agreement", "deltas"  # the places of figures
NOTHING = Html("")


def label(key: str) -> str:
    """Return what a measure is called."""
    return MEASURES[key].label


def labels(found: Findings) -> list[str]:
    """Return what all measures of a report are called."""
    return [label(key) for key in found.scores.measures]


def score_cell(value: float, *, best: bool) -> Html:
    """Return a cell with a score; all digits show where it is pointed at."""
    shown = f"{value:.4f}" if math.isfinite(value) else "∞"
    return tag("td", shown, title=repr(value), class_="best" if best else None)


def signed(value: float) -> str:
    """Return a delta: three decimals, its sign, and a tie (what differs in the last bit alone) as 0."""
    if not math.isfinite(value):
        return "n/a" if math.isnan(value) else "∞" if value > 0 else "−∞"
    return f"{round(value, 12) + 0.0:+.3f}".replace("-", "−")
