"""The figures of Plan, on the page and as files, without their colours yet."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from ordquant_core.analysis.planning.design import Method, Variances, needed
from ordquant_core.analysis.planning.power import PROCEDURES, SimulatedPower
from ordquant_core.analysis.planning.split import BUDGETS, CASES, Option, Split
from ordquant_core.figures.planning import floor_figure, mode_figure, needed_figure, power_figure, split_figure
from ordquant_core.figures.style import Figure, Palette, Sketch
from ordquant_core.numerals import count, percent, score, setting
from ordquant_core.records import FloatArray, IntArray

METHODS: Mapping[Method, str] = {
    "paired": "paired t-test",
    "t": "t-test",
    "interval": "interval width",
    "anova": "ANOVA of {} runs",
}
NEAR = 1.4  # columns of numbers of cases whose ratio is smaller would have no room for what stands in them
SYSTEMS = 10  # that an analysis of variance compares
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


def cases_needed(
    variances: Variances,
    n_cases: int,
    label: str,
    *,
    alpha: float,
    power: float,
) -> Sketch:
    """Draw the cases that every method asks for, by the difference that is to be detected."""
    return partial(_cases_needed, variances, n_cases, label, alpha, power)


def _cases_needed(
    variances: Variances, n_cases: int, label: str, alpha: float, power: float, palette: Palette
) -> Figure:
    asked: dict[Method, list[int | None]] = {}
    for difference in _DIFFERENCES.tolist():
        for row in needed(variances, difference, alpha=alpha, power=power, systems=(SYSTEMS,)):
            asked.setdefault(row.method, []).append(row.cases)
    sizes = {title.format(SYSTEMS): asked[method] for method, title in METHODS.items()}
    return needed_figure(
        _DIFFERENCES,
        {name: [case for case in cases if case is not None] for name, cases in sizes.items() if None not in cases},
        palette,
        n_cases=n_cases,
        measure=label,
        title=f"Topic set size design for {label}",
        under=f"Level {setting(alpha)}, power {percent(power)}",
        interval=METHODS["interval"],
    )


def agreement_of_cases(votes: IntArray) -> Sketch:
    """Draw on how many cases which share of the votes, (cases, classes), is for the most frequent class."""
    tenths = -(-10 * votes.max(axis=1) // votes.sum(axis=1))  # rounded up: a share of 0.3 belongs to 0.2 to 0.3
    return partial(
        mode_figure,
        np.bincount(tenths - 1, minlength=10),
        title="Cases by the share of votes for their mode",
    )


def power_of_tests(power: SimulatedPower, label: str) -> Sketch:
    """Draw the share of the pairs of runs that every test detects, by their true difference."""
    shares = power.found[:, 0]
    return partial(
        power_figure,
        np.array(power.differences),
        shares,
        np.sqrt(shares * (1 - shares) / power.n_simulations),
        PROCEDURES,
        measure=label,
        title=f"Share of pairs detected, {count(power.n_cases, 'case')}",
        under=f"{count(power.n_simulations, 'simulated collection')}; bars: standard errors",
    )
