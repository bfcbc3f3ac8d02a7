"""What is shown of a measure whose steps are not known: both sides, and what its function returns for them."""

import numpy as np

from ordquant_core.measures.measure import Measure
from ordquant_core.measures.recipes.short import LastStep, Row, Short, of_classes
from ordquant_core.measures.recipes.steps import Pair, Recipe, Step, numbers, result
from ordquant_core.records import FloatArray


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
