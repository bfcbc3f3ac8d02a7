"""Calculations of the nominal measures, bin by bin, and of the distance-aware ones.

The latter have cumulative differences, or squared errors weighted by distance.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ordquant_core.measures.recipes.steps import (
    NOISE,
    Column,
    Pair,
    Recipe,
    Step,
    numbers,
    outcome,
    result,
    short,
    total,
    yes_no,
)
from ordquant_core.records import FloatArray


def md(pair: Pair) -> tuple[Step, ...]:
    """Calculate MD step by step."""
    cumulative_gold, cumulative_estimate = np.cumsum(pair.gold), np.cumsum(pair.estimated)
    gaps = np.abs(cumulative_estimate - cumulative_gold)
    columns = (
        *pair.sides,
        numbers("gold cp*", cumulative_gold),
        numbers("estimate cp", cumulative_estimate),
        numbers("|cp − cp*|", gaps),
    )
    first = Step("Cumulate both, take the differences", r"|cp_i - cp^*_i|", columns)
    if pair.positions is None:
        return first, _added_up("differences", r"\sum_i |cp_i - cp^*_i|", gaps)
    widths = np.diff(pair.places)
    moved = gaps[:-1] * widths
    columns = (
        Column("step", tuple(f"{one} to {other}" for one, other in pairwise(pair.classes))),
        numbers("width", widths),
        numbers("difference", gaps[:-1]),
        numbers("width × difference", moved),
    )
    term = r"(x_{i+1} - x_i)\,|cp_i - cp^*_i|"
    weighted = Step("Multiply each difference by the width of its step", term, columns)
    return first, weighted, _added_up("products", rf"\sum_i {term}", moved)


def _added_up(what: str, formula: str, terms: FloatArray) -> Step:
    value = float(terms.sum())
    return Step(f"Add up the {what}", rf"\mathrm{{MD}} = {formula} = {total(terms)} = {result(value)}", value=value)


def od(pair: Pair) -> tuple[Step, ...]:
    """Calculate OD step by step."""
    weighted, steps = _weigh(pair, distances(pair), pair.distance, {"counts": pair.gold > 0})
    return (*steps, _mean_over(weighted, pair.gold > 0, r"\mathrm{OD}", "C^*", "the gold"))


def sod(pair: Pair) -> tuple[Step, ...]:
    """Calculate SOD step by step: the same DW, averaged over the classes of the gold and over those of the estimate."""
    in_gold, in_estimate = pair.gold > 0, pair.estimated > 0
    masks = {"counts, gold": in_gold, "counts, estimate": in_estimate}
    weighted, steps = _weigh(pair, distances(pair), pair.distance, masks)
    of_gold = _mean_over(weighted, in_gold, r"\mathrm{OD}(p \parallel p^*)", "C^*", "the gold")
    of_estimate = _mean_over(weighted, in_estimate, r"\mathrm{OD}(p^* \parallel p)", "C", "the estimate")
    values = [outcome(of_gold), outcome(of_estimate)]
    value = sum(values) / 2
    formula = r"\frac{\mathrm{OD}(p \parallel p^*) + \mathrm{OD}(p^* \parallel p)}{2}"
    latex = rf"\mathrm{{SOD}} = {formula} = \frac{{{total(values)}}}{{2}} = {result(value)}"
    return (*steps, of_gold, of_estimate, Step("Take the mean of the two", latex, value=value))


def adw(pair: Pair) -> tuple[Step, ...]:
    """Calculate ADW step by step."""
    weighted, steps = _weigh(pair, distances(pair), pair.distance, {})
    return (*steps, _mean_over(weighted, np.ones(pair.n_classes, dtype=bool), r"\mathrm{ADW}"))


def rnod2(pair: Pair) -> tuple[Step, ...]:
    """Calculate RNOD2 step by step."""
    ridits, weights = _ridits(pair)
    weighted, steps = _weigh(pair, weights, "|r_i-r_j|", {"counts": pair.gold > 0})
    mean = _mean_over(weighted, pair.gold > 0, r"\mathrm{OD2}", "C^*", "the gold")
    return (ridits, *steps, mean, _root("RNOD2", "OD2", outcome(mean), pair))


def rnadw2(pair: Pair) -> tuple[Step, ...]:
    """Calculate RNADW2 step by step."""
    ridits, weights = _ridits(pair)
    weighted, steps = _weigh(pair, weights, "|r_i-r_j|", {})
    mean = _mean_over(weighted, np.ones(pair.n_classes, dtype=bool), r"\mathrm{ADW2}")
    return (ridits, *steps, mean, _root("RNADW2", "ADW2", outcome(mean), pair))


def normalised(recipe: Recipe, key: str, part: str) -> Recipe:
    """Extend the working of `part` by the division by L - 1."""

    def extended(pair: Pair) -> tuple[Step, ...]:
        steps = recipe(pair)
        whole, (span, in_numbers) = outcome(*steps), pair.span_in_latex
        value = whole / pair.span
        latex = (
            rf"\mathrm{{{key}}} = \frac{{\mathrm{{{part}}}}}{{{span}}} = \frac{{{short(whole)}}}{{{in_numbers}}}"
            rf" = {result(value)}"
        )
        return (*steps, Step(f"Divide by {pair.span_in_words}", latex, value=value))

    return extended


def rooted(recipe: Recipe, key: str, part: str) -> Recipe:
    """Extend the working of `part` by the division by L - 1 and the root."""

    def extended(pair: Pair) -> tuple[Step, ...]:
        steps = recipe(pair)
        return (*steps, _root(key, part, outcome(*steps), pair))

    return extended


def _root(key: str, part: str, whole: float, pair: Pair) -> Step:
    span, in_numbers = pair.span_in_latex
    value = float(np.sqrt(whole / pair.span))
    latex = (
        rf"\mathrm{{{key}}} = \sqrt{{\frac{{\mathrm{{{part}}}}}{{{span}}}}}"
        rf" = \sqrt{{\frac{{{short(whole)}}}{{{in_numbers}}}}} = {result(value)}"
    )
    return Step(f"Divide by {pair.span_in_words}, take the root", latex, value=value)


def distances(pair: Pair) -> FloatArray:
    """Return how far any two classes are apart, neighbours by 1 unless they stand elsewhere; shape (L, L)."""
    return np.asarray(np.abs(pair.places[:, None] - pair.places))


def gold_weights(gold: FloatArray) -> FloatArray:
    """Return how far any two classes are apart, in the gold between their middles; shape (L, L)."""
    # The weight of two classes is the sum of the steps between them. As the difference of two ridits it would keep
    # rounding errors that the root blows up to 1e-9.
    between = (gold[:-1] + gold[1:]) / 2
    weights = np.zeros((len(gold), len(gold)))
    for i in range(len(gold)):
        weights[i, i + 1 :] = np.cumsum(between[i:])
    return np.asarray(weights + weights.T)


def _ridits(pair: Pair) -> tuple[Step, FloatArray]:
    cumulative = np.cumsum(pair.gold)
    ridits = cumulative - pair.gold / 2
    columns = (pair.labels, numbers("gold p*", pair.gold), numbers("gold cp*", cumulative), numbers("r", ridits))
    step = Step("Find the middle of each class in the cumulated gold", r"r_i = cp^*_i - \frac{p^*_i}{2}", columns)
    return step, gold_weights(pair.gold)


def _weigh(
    pair: Pair, weights: FloatArray, symbol: str, masks: dict[str, NDArray[np.bool_]]
) -> tuple[FloatArray, tuple[Step, ...]]:
    """Return DW of every class and the two steps to it; `masks` are shown as columns of yes and no."""
    squares = (pair.estimated - pair.gold) ** 2
    weighted = np.asarray((weights * squares).sum(axis=1))
    products = tuple(
        Column(
            f"d of {label}",
            tuple(
                f"{short(weight)} × {short(square)}" if weight * square >= NOISE else "0" for weight in weights[:, j]
            ),
        )
        for j, (label, square) in enumerate(zip(pair.classes, squares.tolist(), strict=True))
    )
    counts = tuple(yes_no(title, mask) for title, mask in masks.items())
    return weighted, (
        Step("Square the error of each class", r"d_j = (p_j - p^*_j)^2", (*pair.sides, numbers("d", squares))),
        Step(
            "Weight every squared error by its distance from each class",
            rf"\mathrm{{DW}}_i = \sum_j {symbol}\, d_j",
            (pair.labels, *products, numbers("DW", weighted), *counts),
        ),
    )


def _mean_over(weighted: FloatArray, mask: NDArray[np.bool_], symbol: str, classes: str = "", owner: str = "") -> Step:
    """Average DW over the classes of a mask, or over all of them if these have no symbol."""
    terms, count = weighted[mask], int(mask.sum())
    value = float(terms.sum()) / count
    formula = (
        rf"\frac{{1}}{{|{classes}|}} \sum_{{i \in {classes}}} \mathrm{{DW}}_i"
        if classes
        else r"\frac{1}{L} \sum_i \mathrm{DW}_i"
    )
    numbers_put_in = f"({total(terms)})" if count > 1 else rf"\cdot {short(float(terms[0]))}"
    title = f"Take the mean over the classes that occur in {owner}" if owner else "Take the mean over all classes"
    latex = rf"{symbol} = {formula} = \frac{{1}}{{{count}}} {numbers_put_in} = {result(value)}"
    return Step(title, latex, value=value)


def vd(pair: Pair) -> tuple[Step, ...]:
    """Calculate VD step by step."""
    errors = np.abs(pair.estimated - pair.gold)
    value = float(errors.sum())
    return (
        Step(
            "Take the absolute error of each class",
            r"|p_i - p^*_i|",
            (*pair.sides, numbers("|p − p*|", errors)),
        ),
        Step("Add up", rf"\mathrm{{VD}} = \sum_i |p_i - p^*_i| = {total(errors)} = {result(value)}", value=value),
    )


def nvd(pair: Pair) -> tuple[Step, ...]:
    """Calculate NVD step by step."""
    steps = vd(pair)
    whole = outcome(*steps)
    value = whole / 2
    latex = rf"\mathrm{{NVD}} = \frac{{\mathrm{{VD}}}}{{2}} = \frac{{{short(whole)}}}{{2}} = {result(value)}"
    return (*steps, Step("Divide by 2: probability missing in one class is in excess in another", latex, value=value))


def ss(pair: Pair) -> tuple[Step, ...]:
    """Calculate SS step by step."""
    squares = (pair.estimated - pair.gold) ** 2
    value = float(squares.sum())
    errors = numbers("p − p*", pair.estimated - pair.gold)
    return (
        Step(
            "Square the error of each class", r"(p_i - p^*_i)^2", (*pair.sides, errors, numbers("(p − p*)²", squares))
        ),
        Step("Add up", rf"\mathrm{{SS}} = \sum_i (p_i - p^*_i)^2 = {total(squares)} = {result(value)}", value=value),
    )


def rnss(pair: Pair) -> tuple[Step, ...]:
    """Calculate RNSS step by step."""
    steps = ss(pair)
    whole = outcome(*steps)
    value = float(np.sqrt(whole / 2))
    latex = (
        rf"\mathrm{{RNSS}} = \sqrt{{\frac{{\mathrm{{SS}}}}{{2}}}} = \sqrt{{\frac{{{short(whole)}}}{{2}}}}"
        rf" = {result(value)}"
    )
    return (*steps, Step("Divide by 2, take the root", latex, value=value))


def kld(pair: Pair) -> tuple[Step, ...]:
    """Calculate KLD step by step."""
    bits, terms = terms_of(pair.estimated, pair.gold)
    value = max(float(terms.sum()), 0.0)  # rounding may leave -1e-17 of a sum that cannot be negative
    columns = (*pair.sides, _ratios("log₂(p / p*)", pair.estimated, bits), numbers("p log₂(p / p*)", terms))
    formula = r"\sum_{i:\,p_i>0} p_i \log_2 \frac{p_i}{p^*_i}"
    title = "Add up the classes that the estimate uses"
    if np.isinf(value):
        title += "; one of them has nothing in the gold"
    return (
        Step("Compute the bits that each class costs", r"p_i \log_2 \frac{p_i}{p^*_i}", columns),
        Step(title, rf"\mathrm{{KLD}} = {formula} = {total(terms)} = {result(value)}", value=value),
    )


def jsd(pair: Pair) -> tuple[Step, ...]:
    """Calculate JSD step by step."""
    gold, estimated = pair.gold, pair.estimated
    twice = gold + estimated
    # against 2m, not m: half of the smallest float would be 0
    bits_estimated, terms_estimated = terms_of(2 * estimated, twice)
    bits_gold, terms_gold = terms_of(2 * gold, twice)
    terms_estimated, terms_gold = terms_estimated / 2, terms_gold / 2
    of_estimated, of_gold = max(float(terms_estimated.sum()), 0.0), max(float(terms_gold.sum()), 0.0)
    value = (of_estimated + of_gold) / 2
    columns = (
        pair.labels,
        _ratios("log₂(p / m)", estimated, bits_estimated),
        numbers("p log₂(p / m)", terms_estimated),
        _ratios("log₂(p* / m)", gold, bits_gold),
        numbers("p* log₂(p* / m)", terms_gold),
        numbers("half their sum", (terms_estimated + terms_gold) / 2),
    )
    divergences = r"\mathrm{KLD}(p \parallel m) + \mathrm{KLD}(p^* \parallel m)"
    return (
        Step("Average gold and estimate", r"m_i = \frac{p_i + p^*_i}{2}", (*pair.sides, numbers("m", twice / 2))),
        Step(
            "Compute the distance of each side from the average, in bits",
            r"p_i \log_2 \frac{p_i}{m_i}, \quad p^*_i \log_2 \frac{p^*_i}{m_i}",
            columns,
        ),
        Step(
            "Add up the estimate's side",
            rf"\mathrm{{KLD}}(p \parallel m) = {total(terms_estimated)} = {result(of_estimated)}",
            value=of_estimated,
        ),
        Step(
            "Add up the gold's side",
            rf"\mathrm{{KLD}}(p^* \parallel m) = {total(terms_gold)} = {result(of_gold)}",
            value=of_gold,
        ),
        Step(
            "Take the mean of the two",
            rf"\mathrm{{JSD}} = \frac{{{divergences}}}{{2}} = \frac{{{total([of_estimated, of_gold])}}}{{2}}"
            rf" = {result(value)}",
            value=value,
        ),
    )


def terms_of(p: FloatArray, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return log2(p/q) and p log2(p/q) of every class, 0 where p is 0."""
    occurs = p > 0
    with np.errstate(divide="ignore"):  # q = 0 < p: infinite by definition
        bits = np.subtract(np.log2(p), np.log2(q), out=np.zeros_like(p), where=occurs)
    return bits, p * bits


def _ratios(title: str, p: FloatArray, bits: FloatArray) -> Column:
    return Column(title, tuple(bit if share > 0 else "–" for share, bit in zip(p.tolist(), bits.tolist(), strict=True)))
