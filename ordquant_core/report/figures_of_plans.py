"""The figures of Plan, on the page and as files, without their colours yet."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.planning.design import Variance, needed
from ordquant_core.analysis.planning.split import BUDGETS, CASES, Option, Split
from ordquant_core.figures.planning import floor_figure, needed_figure, split_figure
from ordquant_core.figures.template import Look, Sketch
from ordquant_core.numerals import count, percent, score, setting
from ordquant_core.records import FloatArray

NEAR = 1.4  # columns of numbers of cases whose ratio is smaller would have no room for what stands in them
_DIFFERENCES = np.geomspace(0.008, 0.12, 24)  # whose cases are drawn


def split(found: Split, ways: Sequence[Option], budget: int, label: str) -> Sketch:
    """Draw the width of an interval for every number of cases with every number of annotators."""
    shown = columns(ways[0].cases if ways else None)
    places = [found.cases.index(size) for size in shown]
    return partial(
        split_figure,
        found.width[0][:, places],
        found.share[0][:, places],
        shown,
        found.annotators,
        pairs=found.pairs,
        budgets=[one for one in BUDGETS if one % 2000 == 0],
        budget=budget,
        ways=[(way.cases, way.annotators) for way in ways],
        title=f"How wide is a 95% interval in {label}?",
        under=[
            "Median pair of runs. Bluer: narrower. Lines: equal votes.",
            *[f"Dots: ways to spend {count(budget)}. Frame: {_best(way)}." for way in ways[:1]],
        ],
    )


def columns(best: int | None) -> tuple[int, ...]:
    """Return the numbers of cases that are drawn: the usual ones, that of the best split in place of its neighbours.

    >>> columns(None), columns(210), columns(3000)
    ((50, 100, 200, 400, 800, 1600), (50, 100, 210, 400, 800, 1600), (50, 100, 200, 400, 800, 1600, 3000))
    """
    if best is None:
        return CASES
    return tuple(sorted({best, *(size for size in CASES if not best / NEAR < size < best * NEAR)}))


def _best(way: Option) -> str:
    return "most pairs separated" if way.separated else "narrowest"


def noise_floor(
    annotators: Sequence[int],
    floors: FloatArray,
    found: Split | None,
    ways: Sequence[Option],
    label: str,
) -> Sketch:
    """Draw the noise floor by the number of annotators, with the means of the runs above it where they are known."""
    chosen = ways[0].annotators if ways else annotators[-1]
    floor = dict(zip(annotators, floors.tolist(), strict=True))[chosen]
    return partial(
        floor_figure,
        annotators,
        floors,
        np.empty((len(annotators), 0)) if found is None else found.means[0],
        () if found is None else found.runs,
        measure=label,
        chosen=chosen,
        title=f"Noise floor: {score(floor)} with {count(chosen, 'annotator')}",
        under=f"Mean {label} that the true distributions would still score",
    )


def cases_needed(variance: Variance, n_cases: int, label: str, *, alpha: float, power: float) -> Sketch:
    """Draw the cases needed, by the difference that is to be detected."""
    return partial(_cases_needed, variance, n_cases, label, alpha, power)


def _cases_needed(variance: Variance, n_cases: int, label: str, alpha: float, power: float, look: Look) -> go.Figure:
    rows = [needed(variance, difference, alpha=alpha, power=power) for difference in _DIFFERENCES.tolist()]
    known = [(row.difference, row.cases, row.cases_high) for row in rows if row.cases and row.cases_high]
    return needed_figure(
        [difference for difference, _, _ in known],
        [cases for _, cases, _ in known],
        [high for _, _, high in known],
        n_cases=n_cases,
        measure=label,
        title=f"Cases needed by {label}",
        under=f"Paired t-test, level {setting(alpha)}, power {percent(power)}",
        look=look,
    )
