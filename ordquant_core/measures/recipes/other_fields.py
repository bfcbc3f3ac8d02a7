"""Calculations of the measures of other fields."""

import math

import numpy as np

from ordquant_core.measures.recipes import nominal_and_ordinal
from ordquant_core.measures.recipes.steps import Column, Pair, Step, numbers, outcome, result, short, total, yes_no
from ordquant_core.records import FloatArray


def rps(pair: Pair) -> tuple[Step, ...]:
    """Calculate RPS step by step."""
    cumulative_gold, cumulative_estimate = np.cumsum(pair.gold), np.cumsum(pair.estimated)
    squares = squared_gaps(pair)
    whole = float(squares.sum())
    value = whole / (pair.n_classes - 1)
    columns = (
        *pair.sides,
        numbers("gold cp*", cumulative_gold),
        numbers("estimate cp", cumulative_estimate),
        numbers("(cp − cp*)²", squares),
    )
    latex = rf"\mathrm{{RPS}} = \frac{{1}}{{L - 1}} \sum_i (cp_i - cp^*_i)^2 = \frac{{{short(whole)}}}"
    return (
        Step("Cumulate both, square the differences", r"(cp_i - cp^*_i)^2", columns),
        Step("Add up", rf"\sum_i (cp_i - cp^*_i)^2 = {total(squares)} = {result(whole)}", value=whole),
        Step("Divide by L − 1", rf"{latex}{{{pair.n_classes} - 1}} = {result(value)}", value=value),
    )


def cjs(pair: Pair) -> tuple[Step, ...]:
    """Calculate CJS step by step."""
    sides = np.cumsum(pair.gold), np.cumsum(pair.estimated)
    terms = terms_of_cumulative(pair)
    value = max(float(terms.sum()), 0.0)
    columns = (
        *pair.sides,
        numbers("gold cp*", sides[0]),
        numbers("estimate cp", sides[1]),
        numbers("m", (sides[0] + sides[1]) / 2),
        numbers("half their divergence", terms),
    )
    term = r"\frac{1}{2} \left( cp_i \ln \frac{cp_i}{m_i} + cp^*_i \ln \frac{cp^*_i}{m_i} \right)"
    return (
        Step("Cumulate both, compute how far each is from their average", rf"{term}, \quad m_i", columns),
        Step("Add up", rf"\mathrm{{CJS}} = \sum_i {term} = {total(terms)} = {result(value)}", value=value),
    )


def ae(pair: Pair) -> tuple[Step, ...]:
    """Calculate AE step by step."""
    steps = _absolute(pair)
    whole = outcome(*steps)
    value = whole / pair.n_classes
    latex = rf"\mathrm{{AE}} = \frac{{1}}{{L}} \sum_i |p_i - p^*_i| = \frac{{{short(whole)}}}{{{pair.n_classes}}}"
    return (*steps, Step("Divide by L", f"{latex} = {result(value)}", value=value))


def rmse(pair: Pair) -> tuple[Step, ...]:
    """Calculate RMSE step by step."""
    steps = nominal_and_ordinal.ss(pair)
    whole = outcome(*steps)
    value = float(np.sqrt(whole / pair.n_classes))
    latex = (
        rf"\mathrm{{RMSE}} = \sqrt{{\frac{{\mathrm{{SS}}}}{{L}}}}"
        rf" = \sqrt{{\frac{{{short(whole)}}}{{{pair.n_classes}}}}} = {result(value)}"
    )
    return (*steps, Step("Divide by L, take the root", latex, value=value))


def nae(pair: Pair) -> tuple[Step, ...]:
    """Calculate NAE step by step."""
    steps = _absolute(pair)
    whole, least = outcome(*steps), float(pair.gold.min())
    most = 2 * (1 - least)
    value = whole / most
    return (
        *steps,
        Step(
            "Compute the largest sum that this gold allows: the whole estimate in the gold's smallest class",
            rf"2 (1 - \min_i p^*_i) = 2 (1 - {short(least)}) = {result(most)}",
            value=most,
        ),
        Step(
            "Divide by it",
            rf"\mathrm{{NAE}} = \frac{{{short(whole)}}}{{{short(most)}}} = {result(value)}",
            value=value,
        ),
    )


def hd(pair: Pair) -> tuple[Step, ...]:
    """Calculate HD step by step."""
    squares = squared_root_gaps(pair)
    whole = float(squares.sum())
    value = math.sqrt(whole / 2)
    columns = (
        *pair.sides,
        numbers("√p*", np.sqrt(pair.gold)),
        numbers("√p", np.sqrt(pair.estimated)),
        numbers("(√p − √p*)²", squares),
    )
    term = r"\left( \sqrt{p_i} - \sqrt{p^*_i} \right)^2"
    return (
        Step("Take the roots of both, square the differences", term, columns),
        Step("Add up", rf"\sum_i {term} = {total(squares)} = {result(whole)}", value=whole),
        Step(
            "Divide by 2, take the root",
            rf"\mathrm{{HD}} = \sqrt{{\frac{{{short(whole)}}}{{2}}}} = {result(value)}",
            value=value,
        ),
    )


def cheb(pair: Pair) -> tuple[Step, ...]:
    """Calculate CHEB step by step."""
    errors = np.abs(pair.estimated - pair.gold)
    value = float(errors.max())
    largest = np.arange(pair.n_classes) == int(errors.argmax())
    return (
        Step(
            "Take the absolute error of each class",
            r"|p_i - p^*_i|",
            (*pair.sides, numbers("|p − p*|", errors), yes_no("counts", largest)),
        ),
        Step("Keep the largest", rf"\mathrm{{CHEB}} = \max_i |p_i - p^*_i| = {result(value)}", value=value),
    )


def clark(pair: Pair) -> tuple[Step, ...]:
    """Calculate CLARK step by step."""
    squares = relative_errors(pair) ** 2
    whole = float(squares.sum())
    value = math.sqrt(whole)
    return (
        _relative(pair, numbers("its square", squares)),
        Step(
            "Add up their squares",
            rf"\sum_i \frac{{(p_i - p^*_i)^2}}{{(p_i + p^*_i)^2}} = {total(squares)} = {result(whole)}",
            value=whole,
        ),
        Step("Take the root", rf"\mathrm{{CLARK}} = \sqrt{{{short(whole)}}} = {result(value)}", value=value),
    )


def canb(pair: Pair) -> tuple[Step, ...]:
    """Calculate CANB step by step."""
    errors = relative_errors(pair)
    value = float(errors.sum())
    formula = r"\sum_i \frac{|p_i - p^*_i|}{p_i + p^*_i}"
    return (
        _relative(pair),
        Step("Add up", rf"\mathrm{{CANB}} = {formula} = {total(errors)} = {result(value)}", value=value),
    )


def cos(pair: Pair) -> tuple[Step, ...]:
    """Calculate COS step by step."""
    lengths = [float(np.sqrt((side**2).sum())) for side in (pair.estimated, pair.gold)]
    terms = products_on_circle(pair)
    cosine = float(terms.sum())
    value = max(1 - cosine, 0.0)
    norms = ((r"|p|", r"p_i^2", lengths[0]), (r"|p^*|", r"(p^*_i)^2", lengths[1]))
    formula = r", \quad ".join(rf"{name} = \sqrt{{\sum_i {square}}} = {result(size)}" for name, square, size in norms)
    columns = (
        pair.labels,
        numbers("p* / |p*|", pair.gold / lengths[1]),
        numbers("p / |p|", pair.estimated / lengths[0]),
        numbers("their product", terms),
    )
    return (
        Step("Compute the lengths of both as vectors", formula, pair.sides),
        Step("Divide each by its length, multiply", r"\frac{p_i}{|p|} \cdot \frac{p^*_i}{|p^*|}", columns),
        Step("Add up: the cosine", rf"\cos = {total(terms)} = {result(cosine)}", value=cosine),
        Step("Subtract it from 1", rf"\mathrm{{COS}} = 1 - {short(cosine)} = {result(value)}", value=value),
    )


def squared_gaps(pair: Pair) -> FloatArray:
    """Return (cp - cp*)^2 of every class; both sums are 1 in the last."""
    gaps = np.cumsum(pair.estimated) - np.cumsum(pair.gold)
    gaps[-1] = 0.0
    return np.asarray(gaps**2)


def terms_of_cumulative(pair: Pair) -> FloatArray:
    """Return half of cp ln(cp/m) + cp* ln(cp*/m) of every class; both sums are 1 in the last."""
    sides = np.cumsum(pair.estimated), np.cumsum(pair.gold)
    both = sides[0] + sides[1]
    result = np.zeros(pair.n_classes)
    for side in sides:
        occurs = side > 0
        result[occurs] += side[occurs] * (np.log(2 * side[occurs]) - np.log(both[occurs]))
    result[-1] = 0.0
    return np.asarray(np.maximum(result, 0.0) / 2)


def squared_root_gaps(pair: Pair) -> FloatArray:
    """Return the squared difference of the roots of every class."""
    return np.asarray((np.sqrt(pair.estimated) - np.sqrt(pair.gold)) ** 2)


def relative_errors(pair: Pair) -> FloatArray:
    """Return |p - p*| / (p + p*) of every class, 0 where both are 0."""
    both = pair.estimated + pair.gold
    return np.asarray(
        [abs(p - g) / s if s > 0 else 0.0 for p, g, s in zip(pair.estimated, pair.gold, both, strict=True)]
    )


def products_on_circle(pair: Pair) -> FloatArray:
    """Return the products of both sides, each divided by its length as a vector."""
    first, second = (side / np.sqrt((side**2).sum()) for side in (pair.estimated, pair.gold))
    return np.asarray(first * second)


def _absolute(pair: Pair) -> tuple[Step, ...]:
    errors = np.abs(pair.estimated - pair.gold)
    whole = float(errors.sum())
    return (
        Step("Take the absolute error of each class", r"|p_i - p^*_i|", (*pair.sides, numbers("|p − p*|", errors))),
        Step("Add up", rf"\sum_i |p_i - p^*_i| = {total(errors)} = {result(whole)}", value=whole),
    )


def _relative(pair: Pair, *further: Column) -> Step:
    columns = (*pair.sides, numbers("|p − p*| / (p + p*)", relative_errors(pair)), *further)
    return Step("Divide each error by the sum of both sides; 0/0 is 0", r"\frac{|p_i - p^*_i|}{p_i + p^*_i}", columns)
