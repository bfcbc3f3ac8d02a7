"""The last step from the sum or mean of the contributions to the value of a measure."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from ordquant_core.measures.recipes.contributions import distance_weighted, orders, sides_from_average
from ordquant_core.measures.recipes.nominal_and_ordinal import distances
from ordquant_core.measures.recipes.short import Ending, LastStep, Row
from ordquant_core.measures.recipes.steps import NOISE, Pair
from ordquant_core.numerals import MINUS

MOST_TERMS = 4  # a longer sum is written by its first two terms and its last
_SPAN = f"L {MINUS} 1"


def _on(text: str, compute: Callable[[float, float], float]) -> Ending:
    """Go from the total to the value with the span of the classes, L - 1: `{}` is the total, L their number."""

    def ending(pair: Pair, row: Row) -> LastStep:
        written = text.replace(_SPAN, pair.span_in_numbers).replace("L", str(pair.n_classes))
        return LastStep(written, (row.total,), lambda operands: compute(operands[0], pair.span), row.places)

    return ending


per_step = _on(f"{{}} ÷ ({_SPAN})", lambda total, steps: total / steps)
root_per_step = _on(f"√({{}} ÷ ({_SPAN}))", lambda total, steps: math.sqrt(total / steps))
half = _on("{} ÷ 2", lambda total, _: total / 2)
root_of_half = _on("√({} ÷ 2)", lambda total, _: math.sqrt(total / 2))
root = _on("√({})", lambda total, _: math.sqrt(total))
itself = _on("{}", lambda total, _: total)
from_one = _on(f"1 {MINUS} {{}}", lambda total, _: max(1 - total, 0.0))
per_class = _on("{} ÷ L", lambda total, steps: total / (steps + 1))
root_of_mean = _on("√({} ÷ L)", lambda total, steps: math.sqrt(total / (steps + 1)))


def by_most(pair: Pair, row: Row) -> LastStep:
    """Divide by the largest sum of absolute errors that the gold allows."""
    operands = (row.total, float(pair.gold.min()))
    text = f"{{}} ÷ (2 × (1 {MINUS} {{}}))"
    return LastStep(text, operands, lambda two: two[0] / (2 * (1 - two[1])), row.places)


def summed(pair: Pair, row: Row) -> LastStep:
    """Write the sum out, without the classes that contribute nothing."""
    terms = tuple(term for term in row.values.tolist() if abs(term) >= NOISE) or (0.0,)
    total = max(row.total, 0.0)  # rounding may leave -1e-17 of a sum that cannot be negative
    if len(terms) > MOST_TERMS:
        terms = (*terms[:2], terms[-1])
        signs = ["", *(f" {MINUS if term < 0 else '+'} " for term in terms[1:])]
        signs[2] = f" + …{signs[2]}"
        return LastStep(_signed(terms, signs), _sizes(terms), lambda _: total, from_total=False)
    signs = ["", *(f" {MINUS if term < 0 else '+'} " for term in terms[1:])]
    negative = [math.copysign(1.0, term) for term in terms]

    def add(operands: Sequence[float]) -> float:
        return max(math.fsum(sign * operand for sign, operand in zip(negative, operands, strict=True)), 0.0)

    return LastStep(_signed(terms, signs), _sizes(terms), add, from_total=False)


def _signed(terms: Sequence[float], signs: Sequence[str]) -> str:
    first = MINUS if terms[0] < 0 else ""
    return first + "".join(f"{sign}{{}}" for sign in signs)


def _sizes(terms: Sequence[float]) -> tuple[float, ...]:
    return tuple(abs(term) for term in terms)


def averaged(pair: Pair, row: Row) -> LastStep:
    """Divide the sum by the number of classes that are counted."""
    number = int(row.counted.sum())
    return LastStep(f"{{}} ÷ {number}", (row.total,), lambda operands: operands[0] / number, row.places)


def mean_of_two(sides: Callable[[Pair], tuple[float, float]], names: str) -> Ending:
    """Take the mean of two numbers that the contributions do not show; `names` says what they are."""

    def ending(pair: Pair, row: Row) -> LastStep:
        return LastStep("({} + {}) ÷ 2", sides(pair), lambda two: sum(two) / 2, from_total=False, names=names)

    return ending


def divergences(pair: Pair) -> tuple[float, float]:
    """Return KLD(p || m) and KLD(p* || m); rounding may leave -1e-17 of what cannot be negative."""
    of_estimate, of_gold = sides_from_average(pair)
    return max(float(of_estimate.sum()), 0.0), max(float(of_gold.sum()), 0.0)


def order_aware_divergences(pair: Pair) -> tuple[float, float]:
    """Return OD(p || p*) and OD(p* || p): means of DW over the classes of the gold, and of the estimate."""
    weighted = distance_weighted(pair, distances(pair))
    return float(weighted[pair.gold > 0].mean()), float(weighted[pair.estimated > 0].mean())


def from_tau(pair: Pair, row: Row) -> LastStep:
    """Divide C - D by the root of the untied pairs of both sides, and convert that into a divergence."""
    untied = [max(1, int(np.count_nonzero(orders(side)) // 2)) for side in (pair.estimated, pair.gold)]
    root = math.sqrt(untied[0] * untied[1])
    sign = -1 if row.total < 0 else 1
    text = f"(1 {MINUS if sign > 0 else '+'} {{}} ÷ √({untied[0]} × {untied[1]})) ÷ 2"
    return LastStep(text, (abs(row.total),), lambda operands: (1 - sign * operands[0] / root) / 2, fewest=0)


def harmonic(pair: Pair, row: Row) -> LastStep:
    """Take the harmonic mean of two scores; 0 if both are 0."""
    scores = tuple(row.values.tolist())
    if sum(scores) == 0:
        return LastStep("both are 0", (), lambda _: 0.0, from_total=False)
    text = "2 × {0} × {1} ÷ ({0} + {1})"
    return LastStep(text, scores, lambda two: 2 * two[0] * two[1] / (two[0] + two[1]), 3, from_total=False)
