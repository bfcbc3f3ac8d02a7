"""Calculations of the nominal measures, bin by bin."""

import numpy as np

from ordquant_core.measures.recipes.steps import Column, Pair, Step, numbers, outcome, result, short, total
from ordquant_core.records import FloatArray


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
