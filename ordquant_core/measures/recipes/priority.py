"""Calculations of DNKT, and of the harmonic means of DNKT and a quantity measure."""

from itertools import combinations

import numpy as np

from ordquant_core.measures.recipes.steps import Column, Pair, Recipe, Step, outcome, result, short

RELATIONS = {-1: "<", 0: "=", 1: ">"}


def dnkt(pair: Pair) -> tuple[Step, ...]:
    """Calculate DNKT step by step."""
    places = list(combinations(range(pair.n_classes), 2))
    order_gold = [int(np.sign(pair.gold[i] - pair.gold[j])) for i, j in places]
    order_estimate = [int(np.sign(pair.estimated[i] - pair.estimated[j])) for i, j in places]
    kinds = [_kind(*orders) for orders in zip(order_gold, order_estimate, strict=True)]
    concordant, discordant = kinds.count("concordant"), kinds.count("discordant")
    untied_gold, untied_estimate = sum(map(abs, order_gold)), sum(map(abs, order_estimate))
    tau = (concordant - discordant) / float(np.sqrt(max(1, untied_estimate) * max(1, untied_gold)))
    value = (1 - tau) / 2
    columns = (
        Column("class i", tuple(pair.classes[i] for i, _ in places)),
        Column("class j", tuple(pair.classes[j] for _, j in places)),
        Column("gold", tuple(f"i {RELATIONS[order]} j" for order in order_gold)),
        Column("estimate", tuple(f"i {RELATIONS[order]} j" for order in order_estimate)),
        Column("pair", tuple(kinds)),
    )
    counts = (
        rf"C = {concordant}, \quad D = {discordant}, \quad U_p = {untied_estimate}, \quad U_{{p^*}} = {untied_gold}"
    )
    root = r"\sqrt{\max(1, U_p)\,\max(1, U_{p^*})}"
    root_of = rf"\sqrt{{{max(1, untied_estimate)} \cdot {max(1, untied_gold)}}}"
    return (
        Step(
            "Compare the sizes of the two classes of every pair",
            rf"\frac{{L (L - 1)}}{{2}} = \frac{{{pair.n_classes} \cdot {pair.n_classes - 1}}}{{2}} = {len(places)}",
            columns,
        ),
        Step("Count the concordant and discordant pairs, and those untied in the estimate and in the gold", counts),
        Step(
            "Compute the rank correlation of the classes",
            rf"\tau_b = \frac{{C - D}}{{{root}}} = \frac{{{concordant} - {discordant}}}{{{root_of}}} = {result(tau)}",
            value=tau,
        ),
        Step(
            "Convert it into a divergence",
            rf"\mathrm{{DNKT}} = \frac{{1 - \tau_b}}{{2}} = \frac{{1 - {_in_brackets(tau)}}}{{2}} = {result(value)}",
            value=value,
        ),
    )


def harmonic(recipe: Recipe, part: str) -> Recipe:
    """Combine DNKT with the measure `part`."""

    def combined(pair: Pair) -> tuple[Step, ...]:
        order, quantity = dnkt(pair), recipe(pair)
        first, second = outcome(*order), outcome(*quantity)
        symbol = rf"\mathrm{{DNKT\_{part}}}"
        if first + second > 0:
            value = 2 * first * second / (first + second)
            formula = (
                rf"\frac{{2 \cdot \mathrm{{DNKT}} \cdot \mathrm{{{part}}}}}{{\mathrm{{DNKT}} + \mathrm{{{part}}}}}"
            )
            numbers_put_in = (
                rf"\frac{{2 \cdot {short(first)} \cdot {short(second)}}}{{{short(first)} + {short(second)}}}"
            )
            latex = rf"{symbol} = {formula} = {numbers_put_in} = {result(value)}"
            last = Step(f"Take the harmonic mean of DNKT and {part}", latex, value=value)
        else:
            latex = rf"\mathrm{{DNKT}} = \mathrm{{{part}}} = 0 \;\Rightarrow\; {symbol} = {result(0.0)}"
            last = Step("Both are 0, and so is their harmonic mean", latex, value=0.0)
        return (*order, *quantity, last)

    return combined


def _kind(order_gold: int, order_estimate: int) -> str:
    if order_gold and order_estimate:
        return "concordant" if order_gold == order_estimate else "discordant"
    if order_gold == order_estimate:
        return "tied in both"
    return "tied in the estimate" if order_gold else "tied in the gold"


def _in_brackets(value: float) -> str:
    return f"({short(value)})" if value < 0 else short(value)
