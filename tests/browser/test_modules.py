"""The arithmetic of the canvas, without a browser: what operations make of pictures, and what holds of all numbers.

The scores that it shows are in tests/measures/test_previews.py.
"""

import random
from decimal import Decimal
from typing import Any

import numpy as np

from tests.browser.deno import run
from tests.reviewed import reviewed, said

State = dict[str, Any]
SIDES = ("gold", "a", "b")
PLAIN = {"name_a": "", "name_b": "", "positions": None}
VOTES = PLAIN | {"classes": ["-2", "-1", "0", "1", "2"], "gold": [0, 1, 2, 9, 8], "a": "popularity", "b": "uniform"}
SEVEN = PLAIN | {"classes": ["p", "q", "r"], "gold": [1, 4, 2], "a": [2, 6, 2], "b": [0.5, 0.3, 0.2], "name_a": "one"}
SHARES = PLAIN | {"classes": ["p", "Class 4", "r"], "gold": [0.1, 0.2, 0.7], "a": "popularity", "b": [0.25, 0.75, 0.0]}
SHARES |= {"name_b": "two", "positions": [1, 2, 4]}
MIXED = PLAIN | {"classes": ["0.1", "0.2"], "gold": [1 / 3, 2 / 3], "a": [5, 15], "b": [2 / 3, 1 / 3]}
COMMANDS = "even", "mirror", "left", "right", "uniform", "popularity", "swap", "equal"
TRANSFERS = [("exchanged", side) for side in "ab"] + [("copied", one, to) for one in SIDES for to in SIDES if one != to]
RESIZED = [("withMoreClasses",), ("withFewerClasses",), ("withMode", "votes"), ("withMode", "probability")]


def call(*calls: tuple[object, ...]) -> list[Any]:
    found: list[Any] = run("browser/modules.js", calls)
    return found


def done(data: State, *calls: tuple[object, ...]) -> str:
    """Return what each operation changes of a picture, and what it says."""
    state, *results = call(("fromData", data), *(("on", data, *one) for one in calls))
    names = [" ".join(filter(str.isalnum, map(str, one))) for one in calls]
    return "; ".join(f"{name}: {changes(state, one)}" for name, one in zip(names, results, strict=True))


def changes(state: State, result: Any) -> str:
    then = result if "classes" in result else result.get("state", {})
    new = [f"{key} {then[key]!r}" for key in then if then[key] != state[key]]
    return ", ".join([*new, *(result[word] for word in ("note", "problem") if result.get(word))]) or "nothing"


def turned(data: State, side: str) -> str:
    """Return what the commands do to a side."""
    return done(data, *(("commanded", side, word) for word in COMMANDS)).replace(f"commanded {side} ", "")


def described(data: State, **names: str) -> str:
    """Return the votes that say a picture, what the canvas says of it, and how its sides are called."""
    state, *words = call(
        ("fromData", data),
        *(("on", data, name) for name in ("factsOfGold", "positionsSaid")),
        *(("on", data, "titleOf", side, names) for side in SIDES),
        ("on", data, "followsSaid", names),
    )
    return f"{state['mode']} of {state['n']}: {words}"


@reviewed(__file__)
def test_what_an_operation_makes_of_a_picture(made: str, words: str) -> None:
    assert said(made, globals()) == words


def test_numbers_that_are_shown_add_up_exactly() -> None:
    rng = np.random.default_rng(62)
    rows = [(rng.dirichlet(np.ones(n)).tolist(), total) for n in range(2, 12) for total in (None, 7, 20, 100) * 5]
    rows += [((rng.multinomial(20, np.ones(n) / n) / 20).tolist(), total) for n in range(2, 12) for total in (None, 20)]
    for (shares, total), texts in zip(rows, call(*(("shownNumbers", *row) for row in rows)), strict=True):
        assert sum(map(Decimal, texts)) == (total or 1)
        unit = 10 ** -len(texts[0].partition(".")[2])
        assert np.abs(np.subtract(list(map(float, texts)), np.multiply(shares, total or 1))).max() < unit


def test_all_digits_of_a_score_are_written_as_python_does() -> None:
    rng = random.Random(3)
    numbers = [0.0, 1.0, 1e-4, 9.9e-5, 1e-12, 0.1 + 0.2]
    numbers += [rng.random() * 10.0 ** rng.randint(-12, 2) for _ in range(200)]
    assert call(*(("exactly", number) for number in numbers)) == list(map(str, numbers))


def test_the_axis_is_round_and_above_the_bar_for_every_number_of_votes() -> None:
    asked = [(k, n, True) for n in (*range(1, 130), 333, 500, 999, 1000) for k in range(0, n + 1, max(1, n >> 4))]
    asked += [(k / 200, 1, False) for k in range(201)]
    ends = call(*(("axisEnd", *one) for one in asked))
    ticks = call(*(("axisTicks", end, votes) for end, (_, _, votes) in zip(ends, asked, strict=True)))
    for (largest, whole, votes), end, marks in zip(asked, ends, ticks, strict=True):
        assert (2 if whole < 15 and votes else 3) <= len(marks) <= 6
        assert marks[-1] == end or end == whole
        assert whole / 4 <= end <= whole
        assert end > largest or end == whole
        assert not votes or all(mark == int(mark) for mark in marks)


def test_the_address_follows_the_page_and_what_was_said_earlier_does_not_come_back() -> None:
    stage = {"page": "/compare", "query": {"view": "stage"}}
    left, other, drawn = stage | {"query": {}}, stage | {"page": "/cases"}, stage | {"query": {"gold": "1,2/3"}}
    messages = [of | {"since": at} for of, at in ((stage, 1), (left, 2), (stage, 1), (stage, 3), (other, 4))]
    found = call(
        ("address", "http://localhost/compare/", messages),
        ("address", "http://localhost/x/compare?embed=true", [drawn | {"since": 9}]),
    )
    assert found == [["?view=stage", "", "", "?view=stage", "?view=stage"], ["?gold=1,2/3&embed=true"]]
