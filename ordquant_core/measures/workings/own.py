"""What is known of how a custom measure is calculated: both sides, and what its function returns for them."""

import numpy as np

from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings.short import LastStep, Row, ShortWorking, of_classes
from ordquant_core.measures.workings.steps import Pair, Step, numbers, result
from ordquant_core.records import FloatArray


def steps(key: str, pair: Pair) -> tuple[Step, ...]:
    """Return the one step there is."""
    differences = numbers("p − p*", _differences(pair))
    value = _score(key, pair)
    name = key.replace("_", r"\_")
    latex = rf"\mathrm{{{name}}}(p, p^*) = {result(value)}"
    return (Step("Call the function of this measure", latex, (*pair.sides, differences), value),)


def short_working(key: str, pair: Pair) -> ShortWorking:
    """Return the differences of the classes, which have no sum, and the score."""
    row: Row = of_classes(pair, "differences of the classes", "p\u00a0−\u00a0p*", _differences(pair), adding="nothing")
    value = _score(key, pair)
    last = LastStep("as its function returns it", (), lambda _: value, from_total=False)
    return ShortWorking(key, pair.gold, pair.estimated, row, last)


def _differences(pair: Pair) -> FloatArray:
    return np.asarray(pair.estimated - pair.gold)


def _score(key: str, pair: Pair) -> float:
    return float(MEASURES[key](pair.gold, pair.estimated))
