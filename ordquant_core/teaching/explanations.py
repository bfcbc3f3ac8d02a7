"""Why a taught measure prefers an estimate: as data, as one sentence in words, and as a table that draws it.

NMD counts the steps that carry the votes to the gold, RNOD what each class with a gold vote sees, NVD the votes in a
wrong class, DNKT the pairs of bars in the same and in the opposite order. The numbers are recomputed from the votes.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

import numpy as np

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.findings.sentence import RunName
from ordquant_core.frame_html import sentence
from ordquant_core.markup import Cell, Head, Html, NumberHead, Row, join, length, table, tag
from ordquant_core.numerals import class_label, count, score
from ordquant_core.records import FloatArray

Kind = Literal["steps", "eyes", "bins", "order"]
KIND_OF: dict[str, Kind] = {"NMD": "steps", "RNOD": "eyes", "NVD": "bins", "DNKT": "order"}
CAPTIONS: dict[Kind, str] = {
    "steps": "Votes that must cross each boundary to reach the gold. One vote across one boundary is one step.",
    "eyes": "What each class with a gold vote sees: the squared errors, each weighted by its distance from that class.",
    "bins": "Votes that each class has too many (+) or too few (−).",
    "order": "Pairs of classes: = in the gold's order, ≠ in the opposite order, · equal in gold or estimate.",
}
TOTALS: dict[Kind, str] = {
    "steps": "steps",
    "eyes": "average",
    "bins": "votes in a wrong class",
    "order": "in the gold's order",
}


@dataclass(frozen=True, slots=True)
class Side:
    """What is drawn of one estimate.

    | kind | `values` | `total` |
    | --- | --- | --- |
    | steps | per boundary between classes, votes that must cross it; positive: to a higher class | steps |
    | eyes | per class, the squared errors weighted by their distance from it; None without a gold vote | their mean |
    | bins | per class, votes of the estimate minus votes of the gold | votes in a wrong class |
    | order | per pair of classes, 1 in the gold's order, −1 in the opposite order, 0 tied | pairs in the gold's order |
    """

    values: tuple[float | None, ...]
    total: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The picture of a reason for both estimates."""

    kind: Kind
    a: Side
    b: Side


def reason(measure: str, picture: Picture) -> Explanation:
    """Return what a taught measure counts in both estimates.

    Raises `UnknownNameError` for a measure that is not taught, and `OrdquantError` where gold or estimates are no votes
    of equally many people: steps and votes in a wrong class are whole numbers.
    """
    kind = KIND_OF.get(measure)
    if kind is None:
        raise UnknownNameError(f"No picture explains {measure!r}; choose from {', '.join(KIND_OF)}.")
    n_votes = picture.votes
    if n_votes is None:
        raise OrdquantError("The gold is not in votes; a reason counts votes.")
    gold, a, b = (picture.probabilities(side) * n_votes for side in ("gold", "a", "b"))
    if any((np.abs(side - np.rint(side)) > 1e-6).any() for side in (gold, a, b)):
        raise OrdquantError(f"An estimate is not in {count(n_votes, 'whole vote')}; a reason counts votes.")
    return Explanation(kind, *(_show_side(kind, np.rint(gold), np.rint(side), n_votes) for side in (a, b)))


def _show_side(kind: Kind, gold: FloatArray, estimate: FloatArray, n_votes: int) -> Side:
    surplus = estimate - gold
    if kind == "steps":
        crossing = np.cumsum(surplus)[:-1]
        return Side(tuple(map(float, crossing.tolist())), float(np.abs(crossing).sum()))
    if kind == "bins":
        return Side(tuple(map(float, surplus.tolist())), float(np.abs(surplus).sum() / 2))
    if kind == "eyes":
        places = np.arange(len(gold))
        seen = np.abs(places[:, None] - places) @ (surplus / n_votes) ** 2
        is_open = gold > 0
        values = tuple(float(one) if eye else None for one, eye in zip(seen, is_open, strict=True))
        return Side(values, float(seen[is_open].mean()))
    pairs = list(combinations(range(len(gold)), 2))
    order = [float(np.sign(gold[i] - gold[j]) * np.sign(estimate[i] - estimate[j])) for i, j in pairs]
    return Side(tuple(order), float(order.count(1)))


def reason_in_words(reason: Explanation) -> str:
    """Return the reason in one sentence: 'A needs 2 steps to become the gold, B needs 18.'"""
    a, b = reason.a.total, reason.b.total
    if reason.kind == "steps":
        steps = count(round(a), "step")
        if a == b:
            return f"A and B both need {steps} to become the gold."
        return f"A needs {steps} to become the gold, B needs {count(round(b))}."
    if reason.kind == "bins":
        votes = count(round(a), "vote")
        if a == b:
            return f"A and B both have {votes} in a wrong class."
        return f"A has {votes} in a wrong class, B has {count(round(b))}."
    if reason.kind == "eyes":
        n_eyes = sum(seen is not None for seen in reason.a.values)
        if n_eyes == 1:
            seen_by, average = "only class", ""
        else:
            seen_by, average = count(n_eyes, "class", "classes"), " on average"
        weigh = f"the errors of A weigh {score(a)}{average}, those of B {score(b)}."
        return f"Seen from the {seen_by} with gold votes, {weigh}"
    same, opposite = ([side.values.count(sign) for side in (reason.a, reason.b)] for sign in (1, -1))
    start = f"Of the {count(len(reason.a.values), 'pair')} of bars, A"
    if (same[0], opposite[0]) == (same[1], opposite[1]):
        return f"{start} and B both have {same[0]} in the gold's order and {opposite[0]} in the opposite."
    has = f"has {same[0]} in the gold's order and {opposite[0]} in the opposite"
    return f"{start} {has}; B has {same[1]} and {opposite[1]}."


def reason_table(reason: Explanation, classes: tuple[str, ...]) -> Html:
    """Return the picture of a reason: a row per estimate, a mark per class, boundary or pair, and the total."""
    labels = [class_label(label) for label in classes]
    if reason.kind == "steps":
        labels = [f"{low}|{high}" for low, high in pairwise(labels)]
    elif reason.kind == "order":
        labels = [f"{low},{high}" for low, high in combinations(labels, 2)]
    most = max(abs(value or 0.0) for side in (reason.a, reason.b) for value in side.values) or 1.0
    rows = [
        Row(
            [
                Cell(sentence((RunName("", letter),)), heads=True),
                *(Cell(_mark(reason.kind, value, most, letter), class_="oq-reason") for value in side.values),
                _write_total(reason.kind, side),
            ],
            data={"side": letter.lower()},
        )
        for letter, side in (("A", reason.a), ("B", reason.b))
    ]
    columns = [
        "",
        *(Head(label, class_="oq-reason") for label in labels),
        NumberHead(TOTALS[reason.kind]),
    ]
    return table(columns, rows, class_="oq oq-table oq-reasons")


def _write_total(kind: Kind, side: Side) -> str:
    return score(side.total) if kind == "eyes" else count(round(side.total))


def _mark(kind: Kind, value: float | None, most: float, letter: str) -> object:
    if kind == "order":
        return {1.0: "=", -1.0: "≠"}.get(value or 0.0, "·")
    if value is None:
        return tag("span", "–", title="no gold vote")
    if not value:
        return "0"
    words = score(value) if kind == "eyes" else count(round(abs(value)))
    if kind == "steps":
        words = f"{words} →" if value > 0 else f"← {words}"
    elif kind == "bins":
        words = f"+{words}" if value > 0 else f"−{words}"
    bar = tag("i", class_=f"oq-of-{letter.lower()}", style=f"height:{length(2.2 * abs(value) / most, 'rem')}")
    return join([bar, tag("span", words)])
