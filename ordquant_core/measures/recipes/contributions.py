"""The contribution of every class to each measure: the rows of the calculations in short."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ordquant_core.measures.recipes import other_fields
from ordquant_core.measures.recipes.nominal_and_ordinal import distances, gold_weights, terms_of
from ordquant_core.measures.recipes.short import Row, Rows, Short, of_classes
from ordquant_core.measures.recipes.steps import Pair
from ordquant_core.records import FloatArray


def differences(pair: Pair) -> Row:
    """Return |cp - cp*|, times the width of the step to the next class where the classes have positions."""
    gaps = np.abs(np.cumsum(pair.estimated) - np.cumsum(pair.gold))
    if pair.positions is not None:
        about = "cumulative differences × width of the step"
        return of_classes(pair, about, "difference × width", gaps * np.append(np.diff(pair.places), 0.0))
    return of_classes(pair, "differences between the cumulative distributions", "difference", gaps)


def distance_weighted(pair: Pair, weights: FloatArray) -> FloatArray:
    """Return DW_i, the sum over j of weight_ij (p_j - p*_j)^2, shape (L,)."""
    return np.asarray((weights * (pair.estimated - pair.gold) ** 2).sum(axis=1))


def dw(pair: Pair) -> Row:
    """Return DW_i, whose mean is ADW."""
    values = distance_weighted(pair, distances(pair))
    return of_classes(pair, "distance-weighted squared errors (DW)", "DW", values, adding="mean")


def dw_by_gold(pair: Pair) -> Row:
    """Return DW_i with distances taken from the gold."""
    values = distance_weighted(pair, gold_weights(pair.gold))
    about = "squared errors weighted by distance in the gold (DW)"
    return of_classes(pair, about, "DW", values, adding="mean")


def in_gold(rows: Rows) -> Rows:
    """Count the classes of the gold alone."""

    def counted(pair: Pair) -> Row:
        return _counting(rows(pair), pair.gold > 0, "no gold")

    return counted


def from_both_sides(pair: Pair) -> Row:
    """Weight DW_i so that the sum is SOD: by 1/|C*| where it is in the gold, 1/|C| in the estimate, half of each."""
    in_gold, in_estimate = pair.gold > 0, pair.estimated > 0
    weights = (in_gold / in_gold.sum() + in_estimate / in_estimate.sum()) / 2
    about = "distance-weighted squared errors (DW), gold and estimate"
    row = of_classes(pair, about, "weighted DW", distance_weighted(pair, distances(pair)) * weights)
    return _counting(row, in_gold | in_estimate, "no gold, no estimate")


def _counting(row: Row, counted: NDArray[np.bool_], left_out: str) -> Row:
    return replace(row, counted=counted, left_out="" if counted.all() else left_out)


def absolute_errors(pair: Pair) -> Row:
    """Return |p - p*|."""
    return of_classes(pair, "absolute error of each class", "absolute error", np.abs(pair.estimated - pair.gold))


def squared_errors(pair: Pair) -> Row:
    """Return (p - p*)^2."""
    return of_classes(pair, "squared error of each class", "squared error", (pair.estimated - pair.gold) ** 2)


def bits(pair: Pair) -> Row:
    """Return p log2(p/p*)."""
    _, terms = terms_of(pair.estimated, pair.gold)
    return of_classes(pair, "bits that each class adds or saves", "bits", terms)


def sides_from_average(pair: Pair) -> tuple[FloatArray, FloatArray]:
    """Return p log2(p/m) and p* log2(p*/m) of every class, m the average of both."""
    twice = pair.gold + pair.estimated  # against 2m, not m: half of the smallest float would be 0
    return terms_of(2 * pair.estimated, twice)[1] / 2, terms_of(2 * pair.gold, twice)[1] / 2


def bits_from_average(pair: Pair) -> Row:
    """Return half of p log2(p/m) + p* log2(p*/m), m the average of both."""
    of_estimate, of_gold = sides_from_average(pair)
    about = "divergence of gold and estimate from their average, in bits"
    return of_classes(pair, about, "bits", (of_estimate + of_gold) / 2)


def orders(values: FloatArray) -> FloatArray:
    """Return for every pair of classes whether the first is larger (1), smaller (-1) or tied (0); shape (L, L)."""
    return np.sign(values[:, None] - values)


def agreement_of_pairs(pair: Pair) -> Row:
    """Give each class half of the concordant minus the discordant pairs that it takes part in."""
    products = orders(pair.gold) * orders(pair.estimated)
    about = "concordant minus discordant pairs of classes (C − D)"
    return of_classes(pair, about, "½\u00a0(C\u00a0−\u00a0D)", products.sum(axis=1) / 2, fewest=0)


def squared_differences(pair: Pair) -> Row:
    """Return (cp - cp*)^2."""
    about = "squared differences between the cumulative distributions"
    return of_classes(pair, about, "squared difference", other_fields.squared_gaps(pair))


def cumulative_divergences(pair: Pair) -> Row:
    """Return half of cp ln(cp/m) + cp* ln(cp*/m), m the average of both."""
    about = "divergence of the cumulative distributions from their average, in nats"
    return of_classes(pair, about, "nats", other_fields.terms_of_cumulative(pair))


def squared_root_errors(pair: Pair) -> Row:
    """Return the squared difference of the roots of p and p*."""
    about = "squared difference of the roots of each class"
    return of_classes(pair, about, "squared difference", other_fields.squared_root_gaps(pair))


def largest_error(pair: Pair) -> Row:
    """Return |p - p*| and count the largest alone."""
    row = absolute_errors(pair)
    return _counting(row, np.arange(pair.n_classes) == int(row.values.argmax()), "not the largest")


def relative_errors(pair: Pair) -> Row:
    """Return |p - p*| / (p + p*)."""
    about = "error of each class, relative to the sum of both sides"
    return of_classes(pair, about, "share", other_fields.relative_errors(pair))


def squared_relative_errors(pair: Pair) -> Row:
    """Return (p - p*)^2 / (p + p*)^2."""
    about = "error of each class, relative to the sum of both sides, squared"
    return of_classes(pair, about, "squared share", other_fields.relative_errors(pair) ** 2)


def products(pair: Pair) -> Row:
    """Return p p*, each side divided by its length as a vector."""
    about = "products of the two sides, each divided by its length"
    return of_classes(pair, about, "product", other_fields.products_on_circle(pair))


def as_sum(rows: Rows) -> Rows:
    """Add the contributions up instead of taking their mean."""

    def summed(pair: Pair) -> Row:
        return replace(rows(pair), adding="sum")

    return summed


def scores_of(**parts: Short) -> Rows:
    """Return the scores of the two parts of a combined measure, each calculated in short, by key."""

    def scores(pair: Pair) -> Row:
        calculated = [(rows(pair), ending) for rows, ending in parts.values()]
        return Row(
            about=f"harmonic mean of {' and '.join(parts)}",
            unit="score",
            values=np.array([ending(pair, row).value for row, ending in calculated]),
            labels=tuple(parts),
            counted=np.ones(len(parts), dtype=bool),
            fewest=3,
            of="measure",
        )

    return scores
