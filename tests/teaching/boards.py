"""What is true of a board of the lessons: every number, computed by the core's measures or from the votes alone."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import decimals, score
from ordquant_core.teaching.course import COURSE

Board = Mapping[str, Any]  # votes of gold, a, b; whose votes are carried, the steps walked and the beams tapped
Votes = NDArray[np.int64]
Numbers = dict[str, str]
STEPS = {(lesson["key"], at): step for lesson in COURSE["lessons"] for at, step in enumerate(lesson["steps"])}
LETTERS = "a", "b"


def at_first(step: Mapping[str, Any]) -> dict[str, Any]:
    return {"walked": 0, "taps": [], **step["board"]}


def at_goal(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board on which "Do it for me" ends."""
    return at_first(step) | ({step["board"]["carried"]: step["goal"]} if "goal" in step else {})


def measured(key: str, gold: Any, estimate: Any) -> float:
    """Return a score by the core, or the area of the squares."""
    if key == "area":
        return float(np.square(np.subtract(estimate, gold)).sum())
    return _score(key, tuple(map(int, gold)), tuple(map(int, estimate)))


@cache
def _score(key: str, gold: tuple[int, ...], estimate: tuple[int, ...]) -> float:
    return float(MEASURES[key]([gold], [estimate])[0])


def preferred(key: str, board: Board) -> str:
    a, b = (measured(key, board["gold"], board[side]) for side in LETTERS)
    return "tie" if abs(a - b) < 1e-9 else "A" if a < b else "B"


def steps_between(one: Any, other: Any) -> int:
    return int(np.abs(np.cumsum(np.subtract(one, other))).sum())


def average(votes: Any) -> float:
    return float(np.average(np.arange(1, 6), weights=votes))


def is_done(step: Mapping[str, Any], board: Board) -> bool:
    """Return whether the board is what the task asks for."""
    tick, first = step["tick"], at_first(step)
    side = {"carried": board["carried"]}.get(tick.get("side"), tick.get("side", "gold"))
    votes = list(board[side])
    more = [error for error in np.subtract(board["b"], board["gold"]).tolist() if error > 0]
    holds = {
        "votes": lambda of: votes in of,
        "home": lambda _: votes == list(board["gold"]),
        "average": lambda of: average(votes) == of,
        "moved": lambda _: votes != list(first[side]),
        "all_prefer": lambda of: all(preferred(key, board) == of for key in step["rows"]),
        "prefers": lambda of: preferred(of[0], board) == of[1],
        "piles": lambda of: sorted(more, reverse=True) == of,
        "taps": lambda of: len(board["taps"]) >= of,
        "equal": lambda of: len(set(votes)) < len(set(board["gold"])) == len(votes),
        "side": lambda _: True,
    }
    return all(holds[name](of) for name, of in tick.items())


def numbers(step: Mapping[str, Any], board: Board) -> Numbers:
    """Return all that is written of a board by its name (`data-n`), and of the one at first."""
    first = {f"{name} at first": of for name, of in _numbers(step, at_first(step)).items()}
    return first | _numbers(step, board)


def _numbers(step: Mapping[str, Any], board: Board) -> Numbers:
    gold, carried = np.array(board["gold"]), board["carried"]
    start = at_first(step)
    possible = int(gold.sum()) * (len(gold) - 1)
    way, left = steps_between(start["gold"], start[carried]), steps_between(gold, board[carried])
    estimate = "a" if carried == "gold" else carried
    needed, still = (np.cumsum(np.subtract(one[estimate], one["gold"]))[:-1] for one in (start, board))
    eyes = np.flatnonzero(gold)
    distances = np.abs(np.arange(len(gold))[:, None] - eyes).mean(axis=1)
    said = {
        "votes": gold.sum(), "possible": possible, "pairs": len(gold) * (len(gold) - 1) // 2,
        "votes below": counted(gold[:2].sum(), "vote"), "above": gold[3:].sum(), "average": decimals(average(gold), 2),
        "carried": carried.upper(), "walked": board["walked"], "steps walked": counted(board["walked"], "step"),
        "way": way, "left": left,
        "NMD way": score(way / possible), "NMD left": score(left / possible),
        **{f"cross {i}": crossing(*pair) for i, pair in enumerate(zip(needed.tolist(), still.tolist(), strict=True))},
        **{f"distance {i}": plain(far) for i, far in enumerate(distances)},
    }  # fmt: skip
    for side in LETTERS:
        said |= _of_estimate(side, gold, np.array(board[side]), eyes, distances)
    for key in (*COURSE["names"], "area"):
        side, name = preferred(key, board), COURSE["labels"].get(key, key)
        said[f"{key} side"] = side
        said[f"{key} prefers"] = f"{name} {'sees a tie' if side == 'tie' else f'prefers {side}'}"
        said[f"{key} preferred"] = f"{name} {'saw a tie' if side == 'tie' else f'preferred {side}'}"
    return {name: str(of) for name, of in said.items()}


def _of_estimate(side: str, gold: Votes, votes: Votes, eyes: Votes, distances: NDArray[np.float64]) -> dict[str, Any]:
    errors, n = votes - gold, int(gold.sum())
    wrong, steps = int(np.abs(errors).sum()) // 2, steps_between(gold, votes)
    mean = measured("RNOD", gold, votes) ** 2 * (len(gold) - 1)  # OD
    one, other = np.triu_indices(len(gold), 1)
    signs, own = (np.sign(of[one] - of[other]) for of in (gold, votes))
    in_order, opposite = int((signs * own > 0).sum()), int((signs * own < 0).sum())
    equal = int(((signs == 0) != (own == 0)).sum())
    differ = [max(1, int(np.abs(of).sum())) for of in (signs, own)]
    tau = 0.0 if not (signs.any() and own.any()) else kendalltau(gold, votes).statistic
    piles = errors[errors > 0]
    said = {
        "wrong": wrong, "votes wrong": counted(wrong, "vote"),
        "steps": steps, "steps away": counted(steps, "step"), "mean": score(mean), "short mean": decimals(mean, 2),
        "pile squares": (piles**2).sum(),
        "in order": in_order, "opposite": opposite, "average": decimals(average(votes), 2),
        "pairs equal": f"{counted(equal, 'pair')} of bars",
        "tau": f"({in_order} − {opposite}) ÷ √({differ[0]} × {differ[1]}) = {score(tau)}",
        "rest": f"÷ {n * 4} = {score(measured('NMD', gold, votes))}",
        "NVD sum": wrong, "NMD sum": steps, "RNOD sum": plain(mean * n * n, 1),
        "area": int((errors**2).sum()), **{key: score(measured(key, gold, votes)) for key in COURSE["names"]},
    }  # fmt: skip
    named = {f"{name} {side}": of for name, of in said.items()}
    for at, error in enumerate(errors.tolist()):
        named[f"NVD part {side} {at}"] = f"{error:+}".replace("-", "−").replace("+0", "0")
        named[f"RNOD part {side} {at}"] = error**2
        named[f"square {side} {at}"] = error**2
        if at < len(errors) - 1:
            named[f"NMD part {side} {at}"] = abs(int(errors[: at + 1].sum()))
    if side == "b":  # whose squares and beams are drawn
        for at, error in enumerate(errors.tolist()):
            named[f"product {at}"] = f"{abs(error)} × {abs(error)} = {error**2}"
            for eye in eyes.tolist():
                far, share = abs(at - eye), (error / n) ** 2
                named[f"beam {eye} {at}"] = decimals(share * far, 2)
                named[f"product {eye} {at}"] = f"{decimals(share, 2)} × {far} = {decimals(share * far, 2)}"
        for eye in eyes.tolist():
            seen = sum((error / n) ** 2 * abs(at - eye) for at, error in enumerate(errors.tolist()))
            named[f"eye {eye}"] = decimals(seen, 2)
    return named


def crossing(needed: int, still: int) -> str:
    """Return how many votes have crossed a boundary, of how many, and which way; as it is written, but spaces."""
    crossed = max(0, abs(needed) - abs(still)) if needed * still >= 0 else 0
    total, way = crossed + abs(still), still or needed
    if not total:
        return "0"
    of = f"{crossed} of {total}" if crossed else str(total)
    back = "back" if needed * still < 0 else ""
    return f"{of} {back} →" if way > 0 else f"← {of} {back}"


def counted(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def plain(value: float, places: int = 2) -> str:
    """Return a number without trailing zeros."""
    return f"{float(decimals(value, places).replace(',', '')):g}"


def sentence(step: Mapping[str, Any], text: str, board: Board) -> str:
    """Return what a sentence of lessons.json says of a board."""
    known = numbers(step, board)
    filled = re.sub(r"\{([^{}]+)\}", lambda field: known[field[1]], text)
    return re.sub(r"\[(\w+)\]", lambda mark: COURSE["labels"].get(mark[1], mark[1]), filled)


def live_text(step: Mapping[str, Any], board: Board) -> str:
    """Return the sentence that is true of a board: the first whose flag holds."""
    first, carried = at_first(step), board["carried"]
    home = list(board[carried]) == list(board["gold"])
    one, other = np.triu_indices(5, 1)
    ties = [np.array(votes)[one] == np.array(votes)[other] for votes in (board["gold"], board[carried])]
    flags = {
        "home": home,
        "detour": home and board["walked"] > steps_between(first["gold"], first[carried]),
        "walked": board["walked"] > 0,
        "equal bars": bool((ties[0] != ties[1]).any()),
    }
    pairs = (("", one) if isinstance(one, str) else one for one in step.get("live", ()))
    return next((sentence(step, of, board) for flag, of in pairs if flags.get(flag, True)), "")
