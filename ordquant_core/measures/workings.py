"""How a measure is calculated for one gold and one estimate, step by step, with the actual numbers.

`working` has every step, `short_working` one row of numbers and the last step. What a measure's record names
(`working`, `short`) follows the formula and never calls the measure itself. So a test that compares its last number
with the measure's value checks both. Of a measure whose record names nothing, the function is all that is shown.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_pair, widths_of
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.measures.measure import Measure
from ordquant_core.measures.recipes.short import LastStep, Row, Short, ShortWorking, of_classes
from ordquant_core.measures.recipes.steps import Column, Pair, Recipe, Step, Working, numbers, result
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray

__all__ = ["Column", "ShortWorking", "Step", "Working", "short_working", "working"]


def working(
    key: str,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None = None,
    positions: ArrayLike | None = None,
) -> Working:
    """Calculate a measure step by step for one gold and one estimate of shape (L,), votes or probabilities.

    The labels in `classes` (1 to L if none are given) appear in columns only, as they are: escape them where they
    are shown. `positions` are those of the classes, for measures that take them. Raises `OrdquantError` on anything
    that is not one pair of distributions.

    >>> [step.value for step in working("NMD", [0, 0, 1], [1, 0, 0]).steps]
    [None, 2.0, 1.0]
    """
    (measure,) = get_measures([key])
    pair = _pair(measure, gold, estimated, classes, positions)
    recipe = measure.working or steps_of(measure)
    return Working(measure.key, pair.gold, pair.estimated, recipe(pair))


def short_working(
    key: str,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None = None,
    positions: ArrayLike | None = None,
) -> ShortWorking:
    """Return the contribution of every class to a measure, their sum or mean, and the last step to its value.

    Arguments and errors are those of `working`.

    >>> calculation = short_working("NMD", [0, 1, 2, 9, 8], [0, 0, 0, 1, 0])
    >>> calculation.contributions, calculation.total, calculation.last_step
    (('0.00', '0.05', '0.15', '0.40', '0.00'), '0.60', '0.60 ÷ (5 − 1)')
    """
    (measure,) = get_measures([key])
    pair = _pair(measure, gold, estimated, classes, positions)
    rows, ending = measure.short or short_of(measure)
    row = rows(pair)
    return ShortWorking(measure.key, pair.gold, pair.estimated, row, ending(pair, row))


def _pair(
    measure: Measure,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None,
    positions: ArrayLike | None,
) -> Pair:
    gold, estimated = as_pair(gold, estimated)
    if gold.ndim != 1 or estimated.ndim != 1:
        raise ShapeMismatchError(
            f"A working is for one pair: give both sides one axis, not {gold.shape} and {estimated.shape}."
        )
    labels = tuple(str(i + 1) for i in range(len(gold))) if classes is None else tuple(classes)
    if len(labels) != len(gold):
        raise ShapeMismatchError(f"`classes` has {len(labels)} labels, the distributions have {len(gold)} classes.")
    if positions is None or not measure.takes_positions:
        return Pair(labels, gold, estimated)
    widths_of(positions, len(gold))  # checks them
    return Pair(labels, gold, estimated, tuple(np.asarray(positions, dtype=np.float64).tolist()))


def steps_of(measure: Measure) -> Recipe:
    """Return the recipe with the one step there is."""

    def steps(pair: Pair) -> tuple[Step, ...]:
        differences = numbers("p − p*", _differences(pair))
        value = _score(measure, pair)
        name = measure.key.replace("_", r"\_")
        latex = rf"\mathrm{{{name}}}(p, p^*) = {result(value)}"
        return (Step("Call the function of this measure", latex, (*pair.sides, differences), value),)

    return steps


def short_of(measure: Measure) -> Short:
    """Return the differences of the classes, which have no sum, and the score as the last step."""

    def rows(pair: Pair) -> Row:
        unit = "p\u00a0−\u00a0p*"
        return of_classes(pair, "differences of the classes", unit, _differences(pair), adding="nothing")

    def ending(pair: Pair, row: Row) -> LastStep:
        value = _score(measure, pair)
        return LastStep("as its function returns it", (), lambda _: value, from_total=False)

    return rows, ending


def _differences(pair: Pair) -> FloatArray:
    return np.asarray(pair.estimated - pair.gold)


def _score(measure: Measure, pair: Pair) -> float:
    return float(measure(pair.gold, pair.estimated, pair.positions))
