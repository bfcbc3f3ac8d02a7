"""The contribution of every class to each measure, and the last step from their sum or mean to its value.

Rows say what the classes contribute, endings what becomes of the total; a measure is one of each.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ordquant_core.measures.workings import other_fields
from ordquant_core.measures.workings.nominal import terms_of
from ordquant_core.measures.workings.ordinal import distances, gold_weights
from ordquant_core.measures.workings.short import LastStep, Row, ShortWorking, of_classes
from ordquant_core.measures.workings.steps import NOISE, Pair
from ordquant_core.numerals import MINUS
from ordquant_core.records import FloatArray

MOST_TERMS = 4  # a longer sum is written by its first two terms and its last
Rows = Callable[[Pair], Row]
Ending = Callable[[Pair, Row], LastStep]


def short_working(key: str, pair: Pair) -> ShortWorking:
    """Calculate a measure in short for a checked pair."""
    if key in _PARTS:
        return _combined(key, pair)
    rows, ending = _SHORT[key]
    row = rows(pair)
    return ShortWorking(key, pair.gold, pair.estimated, row, ending(pair, row))


# Rows


def _differences(pair: Pair) -> Row:
    differences = np.abs(np.cumsum(pair.estimated) - np.cumsum(pair.gold))
    if pair.positions is not None:
        about = "cumulative differences × width of the step"
        return of_classes(pair, about, "difference × width", differences * np.append(np.diff(pair.places), 0.0))
    return of_classes(pair, "differences between the cumulative distributions", "difference", differences)


def _weighted(pair: Pair, weights: FloatArray) -> FloatArray:
    """Return DW_i, the sum over j of weight_ij (p_j - p*_j)^2, shape (L,)."""
    return np.asarray((weights * (pair.estimated - pair.gold) ** 2).sum(axis=1))


def _dw(pair: Pair) -> Row:
    values = _weighted(pair, distances(pair))
    return of_classes(pair, "distance-weighted squared errors (DW)", "DW", values, adding="mean")


def _dw_by_gold(pair: Pair) -> Row:
    values = _weighted(pair, gold_weights(pair.gold))
    about = "squared errors weighted by distance in the gold (DW)"
    return of_classes(pair, about, "DW", values, adding="mean")


def _in_gold(rows: Rows) -> Rows:
    """Count the classes of the gold alone."""

    def counted(pair: Pair) -> Row:
        return _counting(rows(pair), pair.gold > 0, "no gold")

    return counted


def _from_both_sides(pair: Pair) -> Row:
    """Weight DW_i so that the sum is SOD: by 1/|C*| where it is in the gold, 1/|C| in the estimate, half of each."""
    in_gold, in_estimate = pair.gold > 0, pair.estimated > 0
    weights = (in_gold / in_gold.sum() + in_estimate / in_estimate.sum()) / 2
    about = "distance-weighted squared errors (DW), gold and estimate"
    row = of_classes(pair, about, "weighted DW", _weighted(pair, distances(pair)) * weights)
    return _counting(row, in_gold | in_estimate, "no gold, no estimate")


def _counting(row: Row, counted: NDArray[np.bool_], left_out: str) -> Row:
    return replace(row, counted=counted, left_out="" if counted.all() else left_out)


def _absolute_errors(pair: Pair) -> Row:
    return of_classes(pair, "absolute error of each class", "absolute error", np.abs(pair.estimated - pair.gold))


def _squared_errors(pair: Pair) -> Row:
    return of_classes(pair, "squared error of each class", "squared error", (pair.estimated - pair.gold) ** 2)


def _bits(pair: Pair) -> Row:
    _, terms = terms_of(pair.estimated, pair.gold)
    return of_classes(pair, "bits that each class adds or saves", "bits", terms)


def _sides_from_average(pair: Pair) -> tuple[FloatArray, FloatArray]:
    """Return p log2(p/m) and p* log2(p*/m) of every class, m the average of both."""
    twice = pair.gold + pair.estimated  # against 2m, not m: half of the smallest float would be 0
    return terms_of(2 * pair.estimated, twice)[1] / 2, terms_of(2 * pair.gold, twice)[1] / 2


def _bits_from_average(pair: Pair) -> Row:
    of_estimate, of_gold = _sides_from_average(pair)
    about = "divergence of gold and estimate from their average, in bits"
    return of_classes(pair, about, "bits", (of_estimate + of_gold) / 2)


def _orders(values: FloatArray) -> FloatArray:
    """Return for every pair of classes whether the first is larger (1), smaller (-1) or tied (0); shape (L, L)."""
    return np.sign(values[:, None] - values)


def _agreement_of_pairs(pair: Pair) -> Row:
    """Give each class half of the concordant minus the discordant pairs that it takes part in."""
    products = _orders(pair.gold) * _orders(pair.estimated)
    about = "concordant minus discordant pairs of classes (C − D)"
    return of_classes(pair, about, "½\u00a0(C\u00a0−\u00a0D)", products.sum(axis=1) / 2, fewest=0)


def _squared_differences(pair: Pair) -> Row:
    about = "squared differences between the cumulative distributions"
    return of_classes(pair, about, "squared difference", other_fields.squared_gaps(pair))


def _cumulative_divergences(pair: Pair) -> Row:
    about = "divergence of the cumulative distributions from their average, in nats"
    return of_classes(pair, about, "nats", other_fields.terms_of_cumulative(pair))


def _squared_root_errors(pair: Pair) -> Row:
    about = "squared difference of the roots of each class"
    return of_classes(pair, about, "squared difference", other_fields.squared_root_gaps(pair))


def _largest_error(pair: Pair) -> Row:
    row = _absolute_errors(pair)
    return _counting(row, np.arange(pair.n_classes) == int(row.values.argmax()), "not the largest")


def _relative_errors(pair: Pair) -> Row:
    about = "error of each class, relative to the sum of both sides"
    return of_classes(pair, about, "share", other_fields.relative_errors(pair))


def _squared_relative_errors(pair: Pair) -> Row:
    about = "error of each class, relative to the sum of both sides, squared"
    return of_classes(pair, about, "squared share", other_fields.relative_errors(pair) ** 2)


def _products(pair: Pair) -> Row:
    about = "products of the two sides, each divided by its length"
    return of_classes(pair, about, "product", other_fields.products_on_circle(pair))


# Endings

_SPAN = f"L {MINUS} 1"


def _on(text: str, compute: Callable[[float, float], float]) -> Ending:
    """Go from the total to the value with the span of the classes, L - 1: `{}` is the total, L their number."""

    def ending(pair: Pair, row: Row) -> LastStep:
        written = text.replace(_SPAN, pair.span_in_numbers).replace("L", str(pair.n_classes))
        return LastStep(written, (row.total,), lambda operands: compute(operands[0], pair.span), row.places)

    return ending


_per_step = _on(f"{{}} ÷ ({_SPAN})", lambda total, steps: total / steps)
_root_per_step = _on(f"√({{}} ÷ ({_SPAN}))", lambda total, steps: math.sqrt(total / steps))
_half = _on("{} ÷ 2", lambda total, _: total / 2)
_root_of_half = _on("√({} ÷ 2)", lambda total, _: math.sqrt(total / 2))
_root = _on("√({})", lambda total, _: math.sqrt(total))
_itself = _on("{}", lambda total, _: total)
_from_one = _on(f"1 {MINUS} {{}}", lambda total, _: max(1 - total, 0.0))
_per_class = _on("{} ÷ L", lambda total, steps: total / (steps + 1))


def _by_most(pair: Pair, row: Row) -> LastStep:
    """Divide by the largest sum of absolute errors that the gold allows."""
    operands = (row.total, float(pair.gold.min()))
    text = f"{{}} ÷ (2 × (1 {MINUS} {{}}))"
    return LastStep(text, operands, lambda two: two[0] / (2 * (1 - two[1])), row.places)


def _summed(pair: Pair, row: Row) -> LastStep:
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


def _averaged(pair: Pair, row: Row) -> LastStep:
    """Divide the sum by the number of classes that are counted."""
    number = int(row.counted.sum())
    return LastStep(f"{{}} ÷ {number}", (row.total,), lambda operands: operands[0] / number, row.places)


def _mean_of_two(sides: Callable[[Pair], tuple[float, float]], names: str) -> Ending:
    def ending(pair: Pair, row: Row) -> LastStep:
        return LastStep("({} + {}) ÷ 2", sides(pair), lambda two: sum(two) / 2, from_total=False, names=names)

    return ending


def _divergences(pair: Pair) -> tuple[float, float]:
    """Return KLD(p || m) and KLD(p* || m); rounding may leave -1e-17 of what cannot be negative."""
    of_estimate, of_gold = _sides_from_average(pair)
    return max(float(of_estimate.sum()), 0.0), max(float(of_gold.sum()), 0.0)


def _order_aware_divergences(pair: Pair) -> tuple[float, float]:
    """Return OD(p || p*) and OD(p* || p): means of DW over the classes of the gold, and of the estimate."""
    weighted = _weighted(pair, distances(pair))
    return float(weighted[pair.gold > 0].mean()), float(weighted[pair.estimated > 0].mean())


def _from_tau(pair: Pair, row: Row) -> LastStep:
    untied = [max(1, int(np.count_nonzero(_orders(side)) // 2)) for side in (pair.estimated, pair.gold)]
    root = math.sqrt(untied[0] * untied[1])
    sign = -1 if row.total < 0 else 1
    text = f"(1 {MINUS if sign > 0 else '+'} {{}} ÷ √({untied[0]} × {untied[1]})) ÷ 2"
    return LastStep(text, (abs(row.total),), lambda operands: (1 - sign * operands[0] / root) / 2, fewest=0)


def _combined(key: str, pair: Pair) -> ShortWorking:
    """Take the harmonic mean of DNKT and a quantity measure; 0 if both are 0."""
    part = _PARTS[key]
    scores = short_working("DNKT", pair).value, short_working(part, pair).value
    row = Row(
        about=f"harmonic mean of DNKT and {part}",
        unit="score",
        values=np.array(scores),
        labels=("DNKT", part),
        counted=np.ones(2, dtype=bool),
        fewest=3,
        of="measure",
    )
    last = LastStep("both are 0", (), lambda _: 0.0, from_total=False)
    if sum(scores) > 0:
        text = "2 × {0} × {1} ÷ ({0} + {1})"
        last = LastStep(text, scores, lambda two: 2 * two[0] * two[1] / (two[0] + two[1]), 3, from_total=False)
    return ShortWorking(key, pair.gold, pair.estimated, row, last)


_PARTS: Mapping[str, str] = MappingProxyType({"DNKT_NMD": "NMD", "DNKT_RNOD": "RNOD", "DNKT_JSD": "JSD"})


def _as_sum(rows: Rows) -> Rows:
    return lambda pair: replace(rows(pair), adding="sum")


_SHORT: Mapping[str, tuple[Rows, Ending]] = MappingProxyType(
    {
        "MD": (_differences, _summed),
        "NMD": (_differences, _per_step),
        "OD": (_as_sum(_in_gold(_dw)), _averaged),
        "NOD": (_in_gold(_dw), _per_step),
        "RNOD": (_in_gold(_dw), _root_per_step),
        "SOD": (_from_both_sides, _mean_of_two(_order_aware_divergences, "OD(p ‖ p*) and OD(p* ‖ p)")),
        "SNOD": (_from_both_sides, _per_step),
        "RSNOD": (_from_both_sides, _root_per_step),
        "ADW": (_as_sum(_dw), _averaged),
        "RNADW": (_dw, _root_per_step),
        "RNOD2": (_in_gold(_dw_by_gold), _root_per_step),
        "RNADW2": (_dw_by_gold, _root_per_step),
        "VD": (_absolute_errors, _summed),
        "NVD": (_absolute_errors, _half),
        "SS": (_squared_errors, _summed),
        "RNSS": (_squared_errors, _root_of_half),
        "KLD": (_bits, _summed),
        "JSD": (_bits_from_average, _mean_of_two(_divergences, "KLD(p ‖ m) and KLD(p* ‖ m)")),
        "DNKT": (_agreement_of_pairs, _from_tau),
        "RPS": (_squared_differences, _per_step),
        "CJS": (_cumulative_divergences, _summed),
        "AE": (_absolute_errors, _per_class),
        "NAE": (_absolute_errors, _by_most),
        "HD": (_squared_root_errors, _root_of_half),
        "CHEB": (_largest_error, _itself),
        "CLARK": (_squared_relative_errors, _root),
        "CANB": (_relative_errors, _summed),
        "COS": (_products, _from_one),
    }
)
