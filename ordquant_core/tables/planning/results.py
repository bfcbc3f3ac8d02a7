"""Plans as tables: noise, needed cases, splits of a budget, simulated power.

As tables to download, and as HTML rows: a function returns the columns and the rows. Names of runs come from visitors
and are escaped.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.planning.annotators import Profiles
from ordquant_core.analysis.planning.design import Needed, Variances, detectable, needed_pairwise
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.power import PROCEDURES, TUKEY, SeparatedPairs, SimulatedPower
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.analysis.planning.standing_out import StandingOut
from ordquant_core.markup import Cell, Grid, Numbers, Row, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, class_label, count, p_cell, p_exact, percent, score, setting
from ordquant_core.tables.table import Coded, Table, of_rows

SAME = "mean share of the other labels of a case that equal the annotator's"
DISTANCE = "mean distance from the other labels of a case; 1 is the whole scale"
BIAS = "mean class of the annotator minus that of the others, in classes; positive: towards the last class"
WITHOUT = "Krippendorff's alpha (ordinal) of all other annotators"
DEVIATION = "standard deviation of the difference of two runs on a case: root of the mean variance over all pairs"
FINDS = "the smallest difference that a paired t-test on the cases of the pilot detects with this power"


def noise_table(noise: Noise) -> Table:
    """Return a row per measure: what the true distributions and a second panel would score."""
    n_measures, n_cases = noise.floors.shape
    return Table(
        {
            "measure": noise.measures,
            "floor": noise.floor,
            "second_panel": noise.panel,
            "cases": [n_cases] * n_measures,
        }
    )


def noise_by_case(noise: Noise, cases: Sequence[str]) -> Table:
    """Return a row per case and measure."""
    n_measures, n_cases = noise.floors.shape
    return Table(
        {
            "case": Coded(np.repeat(np.arange(n_cases), n_measures), cases),
            "measure": Coded(np.tile(np.arange(n_measures), n_cases), noise.measures),
            "floor": noise.floors.T.ravel(),
            "second_panel": noise.panels.T.ravel(),
        }
    )


def design_table(sizes: Sequence[Needed]) -> Table:
    """Return a row per measure, method, number of systems and difference: the cases needed."""
    names = ("measure", "method", "systems", "difference", "variance", "cases", "variance_high", "cases_high")
    return of_rows(names, ([getattr(one, name) for name in names] for one in sizes))


def split_table(split: Split) -> Table:
    """Return a row per measure, number of annotators and number of cases."""
    shape = split.width.shape
    layers, annotators, cases = (axis.ravel() for axis in np.indices(shape))
    return Table(
        {
            "measure": Coded(layers, split.measures),
            "cases": np.asarray(split.cases)[cases],
            "annotators": np.asarray(split.annotators)[annotators],
            "width": split.width.ravel(),
            "separated": split.share.ravel(),
            "tau": split.tau.ravel(),
        }
    )


def power_table(power: SimulatedPower) -> Table:
    """Return a row per measure, procedure and difference."""
    names = (
        *("measure", "procedure", "difference", "power", "false_rejections", "interchangeable"),
        *("cases", "alpha", "trials", "simulations"),
    )
    rows = (
        (
            *(measure, procedure, difference, float(power.found[p, m, d])),
            *(float(power.false[p, m]), float(power.interchangeable[p, m])),
            *(power.n_cases, power.alpha, power.n_trials, power.n_simulations),
        )
        for m, measure in enumerate(power.measures)
        for p, procedure in enumerate(PROCEDURES)
        for d, difference in enumerate(power.differences)
    )
    return of_rows(names, rows)


def annotator_table(profiles: Profiles, out: StandingOut) -> Table:
    """Return a row per annotator."""
    return Table(
        {
            "annotator": profiles.annotators,
            "cases": profiles.cases,
            "same_label": profiles.agreement,
            "label_distance": profiles.distance,
            "bias": profiles.bias,
            "bias_low": profiles.low,
            "bias_high": profiles.high,
            "alpha_without": profiles.alpha_without,
            **{f"share_{name}": profiles.shares[:, number] for number, name in enumerate(profiles.classes)},
            "p_bias": out.bias,
            "p_alpha_without": out.alpha,
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


def needed(
    variances: Sequence[Variances],
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
        sizes = [needed_pairwise(one, difference, alpha=alpha, power=power) for difference in differences]
        label = tag("span", MEASURES[one.measure].label, class_="oq-gold" if one.measure == chosen else None)
        cells = [
            Cell(label, heads=True),
            _number(None if one.of_differences is None else math.sqrt(one.of_differences)),
            _number(least),
            *(NOT_DEFINED if size is None else count(size) for size in sizes),
        ]
        rows.append(Row(cells, class_="oq-chosen" if one.measure == chosen else None, data={"measure": one.measure}))
    return columns, rows


def differing(separated: SeparatedPairs, layer: int) -> Grid:
    """A row per pair of runs on which the procedures differ: the adjusted p-values."""
    rows = []
    for pair in separated.differ(layer):
        names = [separated.runs[run] for run in separated.pairs[pair]]
        cells = []
        columns = zip(
            PROCEDURES, separated.p_values[:, layer, pair].tolist(), separated.rejected[:, layer, pair], strict=True
        )
        for name, p, rejected in columns:
            written = p_cell(p, separated.n_trials) if name == TUKEY else p_exact(p)
            written = tag("strong", written) if rejected else written
            cells.append(Cell(written, f"{p!r}: {'significant' if rejected else 'not significant'}"))
        rows.append(Row([*names, *cells]))
    return ["run", "and run", *(Numbers(f"p, {name}") for name in PROCEDURES)], rows


def _number(value: float | None) -> Cell:
    return Cell(NOT_DEFINED) if value is None else Cell(score(value), repr(value))


def annotators(profiles: Profiles) -> Grid:
    """A row per annotator: agreement with the others, bias, and the shares of the classes."""
    columns = [
        "Annotator",
        Numbers("cases"),
        Numbers("same", SAME),
        Numbers("distance", DISTANCE),
        Numbers("bias", BIAS),
        Numbers("95% interval"),
        Numbers("alpha without", WITHOUT),
        *(Numbers(class_label(name), "share among the annotator's labels") for name in profiles.classes),
    ]
    rows = []
    for number, name in enumerate(profiles.annotators):
        low, high = float(profiles.low[number]), float(profiles.high[number])
        interval = f"{score(low, sign=True)} to {score(high, sign=True)}" if np.isfinite(low) else NOT_DEFINED
        values = [
            count(int(profiles.cases[number])),
            percent(float(profiles.agreement[number])),
            score(float(profiles.distance[number])),
            score(float(profiles.bias[number]), sign=True),
            interval,
            score(float(profiles.alpha_without[number])),
            *(percent(share) for share in profiles.shares[number].tolist()),
        ]
        rows.append(Row([Cell(name, heads=True), *values]))
    return columns, rows
