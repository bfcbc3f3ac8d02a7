"""Plans as tables: noise, needed cases, splits of a budget. As tables to download, and as HTML rows."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.planning.design import Needed, Variance, detectable, needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.glossary import coded, frame_of, of_rows
from ordquant_core.markup import Cell, Grid, Numbers, Row, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, score, setting

DEVIATION = "standard deviation of the difference of two runs on a case: root of the mean variance over all pairs"
FINDS = "the smallest difference that a paired t-test on the cases of the pilot detects with this power"


def noise_table(noise: Noise) -> pd.DataFrame:
    """Return a row per measure: what the true distributions and a second panel would score."""
    n_measures, n_cases = noise.floors.shape
    return frame_of(
        {
            "measure": noise.measures,
            "floor": noise.floor,
            "second_panel": noise.panel,
            "cases": [n_cases] * n_measures,
        }
    )


def noise_by_case(noise: Noise, cases: Sequence[str]) -> pd.DataFrame:
    """Return a row per case and measure."""
    n_measures, n_cases = noise.floors.shape
    return frame_of(
        {
            "case": coded(np.repeat(np.arange(n_cases), n_measures), cases),
            "measure": coded(np.tile(np.arange(n_measures), n_cases), noise.measures),
            "floor": noise.floors.T.ravel(),
            "second_panel": noise.panels.T.ravel(),
        }
    )


def design_table(sizes: Sequence[Needed]) -> pd.DataFrame:
    """Return a row per measure and difference: the cases needed."""
    names = ("measure", "difference", "variance", "cases", "variance_high", "cases_high")
    return of_rows(names, ([getattr(one, name) for name in names] for one in sizes))


def split_table(split: Split) -> pd.DataFrame:
    """Return a row per measure, number of annotators and number of cases."""
    shape = split.width.shape
    layers, annotators, cases = (axis.ravel() for axis in np.indices(shape))
    return frame_of(
        {
            "measure": coded(layers, split.measures),
            "cases": np.asarray(split.cases)[cases],
            "annotators": np.asarray(split.annotators)[annotators],
            "width": split.width.ravel(),
            "separated": split.share.ravel(),
            "tau": split.tau.ravel(),
        }
    )


def ways(options: Sequence[Option], split: Split, floors: Mapping[int, float]) -> Grid:
    """A row per way to spend a budget, the best first; `floors` by the number of annotators."""
    columns = (
        "cases × annotators",
        Numbers("width", "of the 95% interval of a difference, for the median pair of runs"),
        Numbers("pairs", f"about so many of {count(split.pairs, 'pair')} of runs are separated"),
        Numbers("tau", "with the ranking of the pilot, from resamples of the same pilot"),
        Numbers("floor", "what the true distributions would still score"),
    )
    rows = []
    for place, one in enumerate(options):
        name = Cell(f"{count(one.cases)} × {count(one.annotators)}", class_="oq-best" if place == 0 else None)
        pairs = Cell(count(round(one.separated * split.pairs)), repr(one.separated * split.pairs))
        numbers = [_number(value) for value in (one.width, one.tau, floors.get(one.annotators))]
        rows.append(Row([name, numbers[0], pairs, *numbers[1:]], class_="oq-yours" if place == 0 else None))
    return columns, rows


def cases_needed(
    variances: Sequence[Variance],
    differences: Sequence[float],
    n_cases: int,
    chosen: str,
    *,
    alpha: float,
    power: float,
) -> Grid:
    """A row per measure: how far differences of two runs vary, what the pilot finds, the cases for each difference."""
    columns = [
        "Measure",
        Numbers("sd of Δ", DEVIATION),
        Numbers("detectable now", FINDS),
        *(Numbers(f"for {setting(difference)}") for difference in differences),
    ]
    rows = []
    for one in variances:
        least = detectable(one, n_cases, alpha=alpha, power=power)
        sizes = [needed(one, difference, alpha=alpha, power=power).cases for difference in differences]
        label = tag("span", MEASURES[one.measure].label, class_="oq-gold" if one.measure == chosen else None)
        cells = [
            Cell(label, heads=True),
            _number(None if one.value is None else math.sqrt(one.value)),
            _number(least),
            *(NOT_DEFINED if size is None else count(size) for size in sizes),
        ]
        rows.append(Row(cells, class_="oq-chosen" if one.measure == chosen else None, data={"measure": one.measure}))
    return columns, rows


def _number(value: float | None) -> Cell:
    return Cell(NOT_DEFINED) if value is None else Cell(score(value), repr(value))
