"""A picture of a gold and two estimates as a lesson of the board: which estimate does a measure prefer?"""

from typing import Any

import numpy as np

from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.lesson import Below, Board, Kind, Lesson, Sentence, Tick
from ordquant_core.teaching.lesson_fields import preferred

MOST_CARRIED = 100  # votes
PERCENT = 100
REASONS = {
    "NMD": "[A] is {steps away a at first} away from the gold, [B] {steps away b at first}.",
    "RNOD": "Averaged over the eyes, the squared errors of [A] weigh {mean a at first}, those of [B] "
    "{mean b at first}.",
    "DNKT": "Of the {pairs} pairs of bars, [A] has {same order a at first} in the gold’s order, {opposite a at first} "
    "in the opposite and {equal a at first} equal in one picture only; [B] has {same order b at first}, "
    "{opposite b at first} and {equal b at first}. A pair that is equal in both does not count.",
    "NVD": "[A] has {votes wrong a at first} in a wrong class, [B] {votes wrong b at first}.",
}
BELOW: dict[str, Below] = {
    "NVD": "bins",
    "DNKT": "order",
    "NMD": "traffic",
    "MD": "traffic",
    "RNOD": "lookouts",
    "NOD": "lookouts",
    "OD": "lookouts",
}


def as_board(picture: Picture) -> tuple[Board, Kind]:
    """Return a picture as a board, and whether its votes can be carried.

    They can where gold and both estimates are up to 100 whole votes of equally many people; else all are in percent.
    """
    total = picture.votes
    if total is not None and total <= MOST_CARRIED:
        sides = [picture.probabilities(side) * total for side in ("gold", "a", "b")]
        if all(np.abs(side - np.rint(side)).max() < 1e-9 for side in sides):
            gold, a, b = (tuple(round(votes) for votes in side.tolist()) for side in sides)
            return Board(gold, a, b), "carry"
    gold, a, b = (tuple((picture.probabilities(side) * PERCENT).tolist()) for side in ("gold", "a", "b"))
    return Board(gold, a, b), "picture"


def asked_about(picture: Picture, asks: str, measures: tuple[str, ...], *, beside: str = "", **texts: Any) -> Lesson:
    """Return the question which estimate a measure prefers on a picture; `texts` are further fields of the lesson.

    `beside` is a sentence that is added to why.
    """
    board, kind = as_board(picture)
    label, below = MEASURES[asks].label, BELOW.get(asks, "nothing")
    if kind == "picture" and below in ("traffic", "bins"):  # they count votes
        below = "nothing"
    reason = REASONS.get(asks, "") if kind == "carry" else ""
    scores_of_both = f"{{{asks} prefers}} ([A] {{{asks} a}}, [B] {{{asks} b}})."
    first = scores_of_both.replace("}", " at first}")
    return Lesson(
        **{
            "board": board,
            "kind": kind,
            "measures": measures,
            "below": below,
            "story": "Here are the gold and two estimates, [A] and [B].",
            "asks": asks,
            "ask": f"Which estimate does {label} prefer?",
            "choices": ("A", "A tie", "B"),
            "right": ("A", "tie", "B").index(preferred(asks, board)),
            "task": "",
            "tick": Tick(),
            "goal": board.gold,
            "live": (Sentence(scores_of_both),),
            "why": f"At first, {first} {reason} {beside}".strip(),
            "highest": _highest(board),
            "widest": 0.45,
            "free": True,
            "classes": picture.classes,
            **texts,
        }
    )


def _highest(board: Board) -> int:
    return int(np.ceil(max(*board.gold, *board.a, *board.b)))
