"""Two measures on the cases of two runs: their plots. A click in one of them chooses a case, a region several."""

import hashlib

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import quadrants
from ordquant_core.figures.deltas import draw_deltas, place_deltas
from ordquant_core.figures.points import DRAWN_AS_POINTS, DRAWN_AS_SVG
from ordquant_core.figures.template import Look
from ordquant_core.findings.disagreement import amber, correlation, dots
from ordquant_core.markup import tag
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.correlation import pearson
from pages.shared import current_mark, look, selection, write
from pages.shared.task_scores import Versus

MARGIN = "Margin: the absolute difference of the unrounded scores of a case, |Δ|, where Δ is that of A minus that of B."
HEIGHT, SMALL = 407, 250  # pixels
REGIONS: tuple[look.SelectionMode, ...] = ("points", "box", "lasso")


def draw(
    versus: Versus,
    pair: Pair,
    *,
    key: str,
    small: bool = False,
    case_numbers: IntArray | None = None,
    under: str = "",
    stretched: bool = False,
) -> None:
    """Draw the deltas of two measures under their title; a click on a point makes its case the current one.

    `case_numbers`: the cases to draw, all of them if it is left out. Unless it is `small`, boxes and lassos select
    cases together. `under`: words below the plot. `stretched`: as high as its container.
    """
    of = None if small else versus.all_cases
    marked = None if small else selection.selected_together(versus.all_cases)
    if not small and not stretched:  # the figure's own stands in files: on a phone it cannot take a second line
        x, y = _deltas(versus, pair, case_numbers)
        title, r = _title(x, y, pair, case_numbers), correlation(pearson(x, y))
        write.html(write.titled(write.by_width(title, amber(title)), write.by_width(r, "")))
    look.plot(
        figure(versus, pair, small=small, height=SMALL if small else HEIGHT, case_numbers=case_numbers),
        key,
        f"deltas-{pair[0]}-{pair[1]}",
        on_select=lambda: selection.take(
            key, *place_deltas(*_deltas(versus, pair, case_numbers)), versus.task.cases, drawn=case_numbers, of=of
        ),
        modes=REGIONS[:1] if small else REGIONS,
        stretched=stretched,
    )
    if not small and not stretched:
        tap = f"Tap a dot to open its case. Pearson {r}"
        if under:
            write.small(tag("span", f"{tap}. ", class_="oq-narrow oq-hint"), tag("span", under, class_="oq-edge"))
        else:
            write.paragraph(tap, style="small narrow hint")
    if marked is not None:
        of_cases = points_of(versus, pair, marked[:DRAWN_AS_SVG], case_numbers)
        current_mark.show(f"together_{key}", points={key: of_cases})


def figure(
    versus: Versus, pair: Pair, *, small: bool = False, height: int = 420, case_numbers: IntArray | None = None
) -> go.Figure:
    """Return the plot of the deltas of two measures, made once."""

    def make(look: Look) -> go.Figure:
        (x, y), cases = _deltas(versus, pair, case_numbers), versus.task.cases
        return draw_deltas(
            x,
            y,
            cases if case_numbers is None else [cases[case] for case in case_numbers],
            pair,
            (versus.run_a, versus.run_b),
            title="" if small else _title(x, y, pair, case_numbers),
            under=correlation(pearson(x, y)),
            small=small,
            height=height,
            look=look,
        )

    of = None if case_numbers is None else hashlib.sha256(case_numbers.tobytes()).digest()
    return look.draw_once(("deltas", versus.key, pair, small, height, of), make)


def points_of(versus: Versus, pair: Pair, cases: ArrayLike, case_numbers: IntArray | None = None) -> FloatArray:
    """Return the points of cases, by their numbers, in the plot of `draw`; NaN for one that is not among those shown.

    The shape is (cases, 2).
    """
    x, y, _ = place_deltas(*_deltas(versus, pair, case_numbers))
    of_all = np.full((len(versus.task.cases), 2), np.nan)
    of_all[slice(None) if case_numbers is None else case_numbers] = np.stack([x, y], axis=1)
    return np.asarray(of_all[np.atleast_1d(cases)])


def _deltas(versus: Versus, pair: Pair, case_numbers: IntArray | None) -> tuple[FloatArray, FloatArray]:
    margins, numbers = versus.margins(pair), slice(None) if case_numbers is None else case_numbers
    return margins.x[numbers], margins.y[numbers]


def _title(x: FloatArray, y: FloatArray, pair: Pair, case_numbers: IntArray | None) -> str:
    return dots(quadrants(x, y), pair, listed=case_numbers is not None, dense=len(x) > DRAWN_AS_POINTS)
