"""What a lesson says of a board: the fields of its sentences, its scores, and whether its task is done.

All numbers come from the measures. `ordquant_core/browser/board/fields.js` computes the same in the browser.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from ordquant_core.measures.order_aware import dw
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import decimals, score
from ordquant_core.records import FloatArray
from ordquant_core.teaching.lesson import NAMES, Board, Lesson, Side, Votes

ROUNDING = 1e-9
_FIELD = re.compile(r"\{([^{}]+)\}")
_MARKED = re.compile(r"\[(\w+)\]|\(\((\w+)(?:\|([^)]+))?\)\)")


def score_of(key: str, gold: Votes, estimate: Votes) -> float:
    """Return a measure's score of an estimate, both given in votes."""
    return float(MEASURES[key](_shares(gold), _shares(estimate)))


def preferred(key: str, board: Board) -> str:
    """Return the estimate that a measure prefers, "A" or "B", or "tie"."""
    of_a, of_b = (score_of(key, board.gold, estimate) for estimate in (board.a, board.b))
    return "tie" if of_a == of_b or abs(of_a - of_b) < ROUNDING else "A" if of_a < of_b else "B"  # both may be infinite


def is_done(lesson: Lesson, board: Board) -> bool:
    """Return whether the task of a lesson is done on a board."""
    tick, side = lesson.tick, board.carried if lesson.tick.side == "carried" else lesson.tick.side
    votes = board.side(side)
    return (
        (not tick.votes or votes in tick.votes)
        and (not tick.home or votes == board.gold)
        and (tick.average is None or average(votes) == tick.average)
        and (not tick.moved or votes != lesson.board.side(side))
        and (not tick.all_prefer or all(preferred(key, board) == tick.all_prefer for key in lesson.measures))
    )


def scores(lesson: Lesson, board: Board) -> dict[str, dict[str, str]]:
    """Return the table of scores as it is read: for each measure its scores by estimate, and what it prefers."""
    rows: dict[str, dict[str, str]] = {}
    for key in lesson.measures:
        rows[key] = {side: score(score_of(key, board.gold, board.side(side))) for side in lesson.sides}
        if len(lesson.sides) > 1:
            rows[key]["prefers"] = preferred(key, board)
    return rows


def live_sentence(lesson: Lesson, board: Board) -> str:
    """Return what is said of a board, as plain text."""
    flags = {"", *_flags(lesson, board)}
    text = next(sentence.text for sentence in lesson.live if sentence.flag in flags)
    return plain(fill_in(text, fields(lesson, board)))


def why(lesson: Lesson) -> str:
    """Return why the task comes out as it does, with its marks: numbers of the goal, and of the board at first."""
    first = {f"{name} at first": value for name, value in fields(lesson, lesson.board).items()}
    return fill_in(lesson.why, first | fields(lesson, goal_of(lesson)))


def goal_of(lesson: Lesson) -> Board:
    """Return the board on which "Do it for me" ends."""
    if lesson.kind == "swap":
        return swapped(lesson.board)
    changed: dict[str, Any] = {lesson.board.carried: lesson.goal}
    return replace(lesson.board, **changed)


def swapped(board: Board) -> Board:
    """Return the board with gold and estimate A exchanged; B is A, where only one estimate is drawn."""
    return replace(board, gold=board.a, a=board.gold, b=board.gold)


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """Return a template with its fields filled in. Raises `KeyError` for a field that does not exist."""
    return _FIELD.sub(lambda match: values[match[1]], text)


def plain(text: str) -> str:
    """Return a text without the marks of what can be tapped."""
    return _MARKED.sub(lambda match: match[1] or match[3] or match[2], text)


def fields(lesson: Lesson, board: Board) -> dict[str, str]:
    """Return every field that a sentence about a board may name."""
    gold = board.gold
    middle, eyes, n = len(gold) // 2, open_eyes(gold), sum(gold)
    way, left = _steps(lesson.board, board.carried), _steps(board, board.carried)
    possible = n * (len(gold) - 1)
    keys = dict.fromkeys((*NAMES, *lesson.measures))
    values = {
        "votes": str(n),
        "possible": str(possible),
        "votes below": _count(sum(gold[:middle]), "vote"),
        "above": str(sum(gold[middle + 1 :])),
        "average": decimals(average(gold), 2),
        "pairs": str(len(gold) * (len(gold) - 1) // 2),
        "eyes open": "1 eye is open" if len(eyes) == 1 else f"{len(eyes)} eyes are open",
        "eyes": _join_words([lesson.classes[each] if lesson.classes else str(each + 1) for each in eyes]),
        "moved": "No vote has moved" if not gold[0] else f"{_count(gold[0], 'vote')} moved to class 1",
        "carried": f"[{board.carried.upper()}]",
        "walked": str(board.walked),
        "steps walked": _count(board.walked, "step"),
        "left": str(left),
        "way": str(way),
        "NMD left": score(left / possible),
        "NMD way": score(way / possible),
    }
    for side in lesson.sides:
        values |= _fields_of_estimate(side, gold, board.side(side), keys)
    if len(lesson.sides) > 1:
        for key in keys:
            winner = preferred(key, board)
            values[f"{key} prefers"] = f"[{key}] " + ("sees a tie" if winner == "tie" else f"prefers [{winner}]")
    return values


def open_eyes(gold: Votes) -> list[int]:
    """Return the classes, counted from 0, that have a gold vote."""
    return [at for at, votes in enumerate(gold) if votes > 0]


def average(votes: Votes) -> float:
    """Return the mean class, classes counted from 1."""
    return sum(number * (at + 1) for at, number in enumerate(votes)) / sum(votes)


def _fields_of_estimate(side: Side, gold: Votes, estimate: Votes, keys: Iterable[str]) -> dict[str, str]:
    wrong = round(float(MEASURES["VD"](_shares(gold), _shares(estimate))) * sum(gold) / 2)
    steps = _steps(Board(gold, estimate, estimate), "a")
    seen = dw(_shares(gold), _shares(estimate))
    eyes = open_eyes(gold)
    order = [_order(gold, i, j) * _order(estimate, i, j) for i, j in combinations(range(len(gold)), 2)]
    equal = _equal_pairs(gold, estimate)
    errors = [here - there for here, there in zip(estimate, gold, strict=True)]
    extra, lacking = errors.index(max(errors)), errors.index(min(errors))
    return {
        f"wrong {side}": str(wrong),
        f"votes wrong {side}": _count(wrong, "vote"),
        f"are wrong {side}": "It is" if wrong == 1 else "They are",
        f"steps {side}": str(steps),
        f"steps away {side}": _count(steps, "step"),
        f"seen {side}": _join_words([f"eye {at + 1} sees {score(seen[at])}" for at in eyes]),
        f"mean {side}": score(float(MEASURES["OD"](_shares(gold), _shares(estimate)))),
        f"same order {side}": str(order.count(1)),
        f"opposite {side}": str(order.count(-1)),
        f"average {side}": decimals(average(estimate), 2),
        f"largest {side}": _count(max(map(abs, errors)), "vote"),
        f"equal {side}": str(equal),
        f"pairs equal {side}": f"{_count(equal, 'pair')} of bars {'is' if equal == 1 else 'are'}",
        f"extra {side}": str(extra + 1),
        f"lacking {side}": str(lacking + 1),
        f"far {side}": str(sum(abs(at - extra) + abs(at - lacking) for at in eyes)),
        **{f"{key} {side}": score(score_of(key, gold, estimate)) for key in keys},
    }


def _flags(lesson: Lesson, board: Board) -> set[str]:
    home = board.side(board.carried) == board.gold
    flags = {
        "home": home,
        "detour": home and board.walked > _steps(lesson.board, board.carried),
        "walked": board.walked > 0,
        "one eye": len(open_eyes(board.gold)) == 1,
        "equal bars": _equal_pairs(board.gold, board.side(board.carried)) > 0,
    }
    return {flag for flag, holds in flags.items() if holds}


def _order(votes: Votes, first: int, second: int) -> int:
    """Return 1 where one bar is higher than the other, −1 where it is lower; what differs by rounding is equal."""
    difference = votes[first] - votes[second]
    return 0 if abs(difference) < ROUNDING else 1 if difference > 0 else -1


def _equal_pairs(gold: Votes, estimate: Votes) -> int:
    """Return how many pairs of bars are equal in one picture only."""
    pairs = combinations(range(len(gold)), 2)
    return sum((_order(gold, i, j) == 0) != (_order(estimate, i, j) == 0) for i, j in pairs)


def _steps(board: Board, side: Side) -> int:
    """Return how many steps bring the votes of a side home: MD, in votes."""
    return round(float(MEASURES["MD"](_shares(board.gold), _shares(board.side(side)))) * sum(board.gold))


def _shares(votes: Votes) -> FloatArray:
    return np.asarray(votes, float) / sum(votes)


def _count(number: float, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
