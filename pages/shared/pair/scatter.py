"""Two measures on the cases of two runs: their plots. A click in one of them chooses a case, a region several."""

import hashlib
from functools import partial

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import quadrants
from ordquant_core.figures.deltas import delta_frame, draw_deltas
from ordquant_core.figures.points import DRAWN_AS_SVG
from ordquant_core.figures.template import Look
from ordquant_core.findings.disagreement import correlation, headline
from ordquant_core.records import IntArray
from ordquant_core.statistics.correlation import pearson
from pages.shared import current_mark, look, selection
from pages.shared.task_scores import Versus

MARGIN = "Margin: the absolute difference of the two scores of a case, |Δ|, where Δ is the score of A minus that of B."
REGIONS: tuple[look.SelectionMode, ...] = ("points", "box", "lasso")


def draw(
    versus: Versus,
    pair: Pair,
    *,
    key: str,
    small: bool = False,
    height: int = 420,
    case_numbers: IntArray | None = None,
    several: bool = False,
    stretched: bool = False,
) -> None:
    """Draw the deltas of two measures; a click on a point makes its case the current one.

    `case_numbers`: the cases to draw, all of them if it is left out. With `several`, boxes and lassos select cases
    together. `stretched`: as high as its container.
    """
    marked = selection.selected_together(versus.all_cases) if several else None
    look.plot(
        figure(versus, pair, small=small, height=height, case_numbers=case_numbers),
        key,
        f"deltas-{pair[0]}-{pair[1]}",
        on_select=partial(_pick_point, key, versus, pair, case_numbers, several),
        modes=REGIONS if several else REGIONS[:1],
        stretched=stretched,
    )
    if marked is not None:
        of_cases = [point_of(versus, pair, case, case_numbers) for case in marked[:DRAWN_AS_SVG].tolist()]
        current_mark.show(f"together_{key}", points={key: of_cases})


def figure(
    versus: Versus,
    pair: Pair,
    *,
    small: bool = False,
    height: int = 420,
    case_numbers: IntArray | None = None,
) -> go.Figure:
    """Return the plot of the deltas of two measures, made once."""
    of = None if case_numbers is None else hashlib.sha256(case_numbers.tobytes()).digest()
    key = ("deltas", versus.key, pair, small, height, of)
    return look.draw_once(key, _draw, versus, pair, case_numbers, small=small, height=250 if small else height)


def point_of(versus: Versus, pair: Pair, case: int | None, case_numbers: IntArray | None = None) -> current_mark.Point:
    """Return the point of a case in the plot of `draw`; NaN, if it is not among those shown."""
    if case is None or (case_numbers is not None and case not in case_numbers):
        return np.nan, np.nan
    margins = versus.margins(pair)
    return float(margins.x[case]), float(margins.y[case])


def _draw(
    versus: Versus,
    pair: Pair,
    case_numbers: IntArray | None,
    *,
    small: bool,
    height: int,
    look: Look,
) -> go.Figure:
    margins, cases = versus.margins(pair), versus.task.cases
    numbers = slice(None) if case_numbers is None else case_numbers
    x, y = margins.x[numbers], margins.y[numbers]
    return draw_deltas(
        x,
        y,
        cases if case_numbers is None else [cases[case] for case in case_numbers],
        pair,
        (versus.run_a, versus.run_b),
        title="" if case_numbers is None else headline(quadrants(x, y), pair, len(x), listed=True),
        under=correlation(pearson(x, y)),
        small=small,
        height=height,
        look=look,
    )


def _pick_point(key: str, versus: Versus, pair: Pair, case_numbers: IntArray | None, several: bool) -> None:
    margins, numbers = versus.margins(pair), slice(None) if case_numbers is None else case_numbers
    x, y = margins.x[numbers], margins.y[numbers]
    of = versus.all_cases if several else None
    selection.take(key, x, y, delta_frame(x, y), versus.task.cases, drawn=case_numbers, of=of)
