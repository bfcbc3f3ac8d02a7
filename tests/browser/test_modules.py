"""The arithmetic of the canvas, without a browser: what each operation does to random pictures, by a few lines here.

The scores that it shows are in tests/measures/test_previews.py.
"""

import random
from decimal import Decimal
from itertools import accumulate
from typing import Any

import numpy as np
import pytest

from tests.browser.deno import run

State = dict[str, Any]
SIDES = ("gold", "a", "b")
NAME = {"a": "name_a", "b": "name_b"}


def call(*calls: tuple[object, ...]) -> list[Any]:
    found: list[Any] = run("browser/modules.js", calls)
    return found


def near(one: object, other: object) -> bool:
    return bool(np.allclose(one, other, rtol=0, atol=1e-11))  # type: ignore[arg-type]


def entry(rng: random.Random, n: int) -> Any:
    """Return votes, probabilities that are whole votes of 20 or are not, or the name of a baseline."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(["popularity", "uniform"])
    cuts = sorted(rng.randint(0, 20) for _ in range(n - 1))
    votes = [high - low for low, high in zip([0, *cuts], [*cuts, 20], strict=True)]
    if kind == 1:
        return votes
    if kind == 2:
        return [vote / 20 for vote in votes]
    weights = [rng.random() * rng.choice([0, 1, 1]) + 1e-3 for _ in range(n)]
    return [weight / sum(weights) for weight in weights]


@pytest.fixture(scope="module")
def states() -> list[State]:
    rng = random.Random(62)
    pictures = []
    for _ in range(150):
        n = rng.randint(2, 7)
        gold = entry(rng, n)
        while isinstance(gold, str):
            gold = entry(rng, n)
        steps = list(accumulate(rng.uniform(0.5, 3) for _ in range(n)))
        pictures.append(
            {"classes": [f"c{i}" for i in range(n)], "gold": gold, "a": entry(rng, n), "b": entry(rng, n)}
            | {"name_a": "one", "name_b": "", "positions": rng.choice([None, steps])}
        )
    found = call(*(("fromData", picture) for picture in pictures))
    return found + [more["state"] for more in call(*(("withMoreClasses", state) for state in found[:40]))]


def each(states: list[State], *calls: tuple[object, ...]) -> list[tuple[Any, ...]]:
    """Return the state of every call, its three distributions, what became of it, and its distributions then."""
    results = call(*((name, state, *rest) for state in states for name, *rest in calls))
    after = [result if "classes" in result else result.get("state") for result in results]
    before = [state for state in states for _ in calls]
    shares = call(*(("shares", state) for state in [*before, *(state or {**before[0]} for state in after)]))
    asked = list(calls) * len(states)
    cut = len(before)
    return [
        (
            what,
            state,
            dict(zip(SIDES, shares[i], strict=True)),
            result,
            then,
            dict(zip(SIDES, shares[cut + i], strict=True)),
        )
        for i, (what, state, result, then) in enumerate(zip(asked, before, results, after, strict=True))
    ]


def is_sound(state: State) -> bool:
    """Return whether a picture is what Python accepts: whole votes of n, or probabilities."""
    for side in SIDES:
        values = state[side]
        if isinstance(values, str):
            continue
        whole = all(value == int(value) for value in values) and sum(values) > 1
        fits = len(values) == len(state["classes"]) and min(values) >= 0
        if not fits or not (whole or abs(sum(values) - 1) < 1e-9):
            return False
        if side == "gold" and state["mode"] == "votes" and not (whole and sum(values) == state["n"]):
            return False
    return len(set(state["classes"])) == len(state["classes"])


def test_a_picture_is_of_votes_or_of_probabilities_and_has_the_votes_that_say_it(states: list[State]) -> None:
    assert {state["mode"] for state in states} == {"votes", "probability"}
    for state in states:
        whole = all(float(value).is_integer() for value in state["gold"]) and sum(state["gold"]) > 1
        fitting = [n for n in range(10, 101) if all(abs(s * n - round(s * n)) < 1e-9 for s in state["gold"])]
        assert state["mode"] == ("votes" if whole else "probability")
        assert state["n"] == (sum(state["gold"]) if whole else min(fitting, default=100))
        assert is_sound(state)


def test_commands_turn_the_chosen_side_round_exactly_and_leave_the_others(states: list[State]) -> None:
    turned = {
        "even": lambda p: [1 / len(p)] * len(p),
        "mirror": lambda p: p[::-1],
        "left": lambda p: [p[0] + p[1], *p[2:], 0],
        "right": lambda p: [0, *p[:-2], p[-2] + p[-1]],
        "uniform": lambda p: [1 / len(p)] * len(p),
    }
    calls = [("commanded", side, word) for side in SIDES for word in (*turned, "popularity", "random", "swap", "equal")]
    for (_, side, word), state, before, _, then, after in each(states, *calls):
        assert is_sound(then), (side, word, state)
        kept = {"swap": ("gold",), "equal": SIDES}.get(word, [of for of in SIDES if of != side])
        for of in kept:
            follows = side == "gold" and state[of] == "popularity"
            assert follows or (after[of] == before[of] and then[of] == state[of]), (side, word, of, state)
        assert then["positions"] == (None if word == "equal" else state["positions"])
        if word == "swap":
            assert [then[of] for of in ("a", "b", "name_a", "name_b")] == [
                state[of] for of in ("b", "a", "name_b", "name_a")
            ]
        elif word in ("popularity", "uniform"):
            assert then[side] == (state[side] if side == "gold" else word)
        elif word in turned:
            goal = turned[word](before[side])
            if word == "even" and state["mode"] == "votes" and not near(after[side], goal):
                assert max(then[side]) - min(then[side]) <= 1
                assert then[side] == sorted(then[side], reverse=True)
                assert state["n"] % len(goal)
            else:
                assert near(after[side], goal), (side, word, state)
            if side != "gold":  # what is no change leaves a system or a baseline what it is
                assert then == state if near(before[side], after[side]) else then[NAME[side]] == ""


def test_transfers_are_exact_and_say_when_votes_become_probabilities(states: list[State]) -> None:
    calls = [("exchanged", side) for side in "ab"] + [("copied", one, other) for one in SIDES for other in SIDES]
    for (name, one, *other), state, before, result, then, after in each(states, *calls):
        to = other[0] if other else "gold"
        assert is_sound(then), (name, one, to, state)
        assert near(after[to], before[one])
        if name == "exchanged":
            assert near(after[one], before["gold"])
            assert then[NAME[one]] == ""
        elif one != "gold" and to != "gold":
            assert (then[to], then[NAME[to]]) == (state[one], state[NAME[one]])
        elif to != "gold" and one != to:
            assert (then[to], then[NAME[to]]) == (state["gold"], "")
        elif to == "gold" and one != to:
            assert (then[one], then[NAME[one]]) == (state[one], state[NAME[one]])
        turned = state["mode"] == "votes" and then["mode"] == "probability"
        assert turned == ("now shows probabilities" in (result.get("note") or ""))
        assert (then["n"] != state["n"]) == (f"now has {then['n']} votes" in (result.get("note") or ""))
        assert not turned or not near(
            np.multiply(before[one], state["n"]), np.rint(np.multiply(before[one], state["n"]))
        )


def test_numbers_of_votes_classes_and_labels_change_nothing_else(states: list[State]) -> None:
    limits = {"longest_label": 8}
    calls: list[tuple[object, ...]] = [
        ("withMode", "votes"), ("withMode", "probability"), ("withVotesTotal", 7), ("withMoreClasses",),
        ("withFewerClasses",), ("withLabel", 0, " a\u00a0 b ", limits), ("withLabel", 0, "c1", limits),
        ("withLabel", 0, "123456789", limits), ("withLabel", 0, "\u200b ", limits),
    ]  # fmt: skip
    for (name, *how), state, before, result, then, after in each(states, *calls):
        if name == "withMode":
            assert is_sound(then)
            assert then["mode"] == how[0]
            off = np.abs(np.subtract(after["gold"], before["gold"])).max()
            assert off < (1 / state["n"] if how[0] == "votes" else 1e-11)
            for side in "ab":  # a run of a name stays as it came
                assert not state[NAME[side]] or near(after[side], before[side]) or state[side] == "popularity"
        elif name == "withVotesTotal" and state["mode"] == "votes":
            assert is_sound(then)
            assert sum(then["gold"]) == then["n"] == 7
            assert np.abs(np.subtract(then["gold"], np.multiply(before["gold"], 7))).max() < 1
        elif name == "withMoreClasses":
            assert is_sound(then)
            assert then["classes"][:-1] == state["classes"]
            assert all(near(after[side], [*before[side], 0]) or state[side] == "uniform" for side in SIDES)
            given = state["positions"]
            if given:
                assert near(then["positions"], [*given, given[-1] + (given[-1] - given[0]) / (len(given) - 1)])
        elif name == "withFewerClasses":
            full = [side for side in SIDES if not isinstance(state[side], str) and state[side][-1] > 0]
            assert ("problem" in result) == bool(full)
            if full:
                assert all((side if side == "gold" else f" {side.upper()}") in result["problem"] for side in full)
            else:
                assert then["classes"] == state["classes"][:-1]
                assert then["gold"] == state["gold"][:-1]
        elif name == "withLabel":
            said = {"c1": "Another class", "123456789": "at most 8", "\u200b ": "needs a label"}
            assert said.get(how[1], "") in result.get("problem", "")
            assert how[1] in said or then["classes"] == ["a b", *state["classes"][1:]]


def test_a_bar_goes_where_it_should_and_the_others_share_the_rest_in_proportion(states: list[State]) -> None:
    rng = random.Random(1)
    bases = call(*(("baseFor", state, side) for state in states for side in SIDES))
    golds = [state for state in states for _ in SIDES]
    calls = []
    for base, state, side in zip(bases, golds, SIDES * len(states), strict=True):
        i = rng.randrange(len(base))
        value = rng.randint(0, state["n"]) if state["mode"] == "votes" else rng.randint(0, 100) / 100
        calls.append((state, side, base, i, value))
    for (state, side, base, i, value), then in zip(calls, call(*(("withBar", *c) for c in calls)), strict=True):
        now, total = then[side], state["n"] if state["mode"] == "votes" else 1
        assert now[i] == value
        assert sum(now) == pytest.approx(total, abs=1e-9)
        others, rest = [x for j, x in enumerate(base) if j != i], [x for j, x in enumerate(now) if j != i]
        weight = sum(others)
        share = [x / weight if weight > 1e-12 else 1 / len(others) for x in others]
        off = np.abs(np.subtract(rest, np.multiply(share, total - value))).max()
        assert off < (1 if state["mode"] == "votes" else 1e-9)
        assert side == "gold" or then[NAME[side]] == ""


def test_votes_are_dealt_by_largest_remainders_and_ties_go_to_the_left() -> None:
    rng = random.Random(2)
    given = [([rng.randint(0, 9) for _ in range(rng.randint(2, 11))], rng.randint(1, 60)) for _ in range(300)]
    given += [([0, 0, 0], 4), ([1, 1, 1], 20), ([0.1, 0.2, 0.7], 10)]
    for (weights, total), dealt in zip(given, call(*(("apportion", *one) for one in given)), strict=True):
        of = weights if sum(weights) else [1] * len(weights)
        quotas = [weight * total / sum(of) for weight in of]
        assert sum(dealt) == total
        assert all(abs(votes - quota) < 1 for votes, quota in zip(dealt, quotas, strict=True))
        up = [(quota % 1, -i) for i, quota in enumerate(quotas) if dealt[i] > quota]
        down = [(quota % 1, -i) for i, quota in enumerate(quotas) if dealt[i] < quota]
        assert not up or not down or min(up) > (max(down)[0] - 1e-9, max(down)[1])
    assert call(("apportion", [1, 1, 1], 20), ("apportion", [0, 0, 0], 4)) == [[7, 7, 6], [2, 1, 1]]
    assert call(("baseline", "popularity", [4, 4, 0]), ("baseline", "uniform", [4, 0])) == [[0.5, 0.5, 0], [0.5, 0.5]]


def test_numbers_that_are_shown_add_up_exactly(states: list[State]) -> None:
    all_shares = call(*(("shares", state) for state in states))
    rows = [
        (p, state["n"] if state["mode"] == "votes" else None)
        for state, of in zip(states, all_shares, strict=True)
        for p in of
    ]
    rows += [([1 / 3] * 3, None), ([1 / 3] * 3, 20), ([0.25] * 4, None), ([0.125] * 8, None)]
    found = call(*(("shownNumbers", *row) for row in rows))
    for (shares, total), texts in zip(rows, found, strict=True):
        assert sum(map(Decimal, texts)) == (total or 1)
        unit = 10 ** -len(texts[0].partition(".")[2])
        assert np.abs(np.subtract(list(map(float, texts)), np.multiply(shares, total or 1))).max() < unit
    assert found[-4:] == [["0.334", "0.333", "0.333"], ["6.7", "6.7", "6.6"], ["0.25"] * 4, ["0.125"] * 8]


def test_all_digits_of_a_score_are_written_as_python_does() -> None:
    rng = random.Random(3)
    numbers = [
        0.0,
        1.0,
        1e-4,
        9.9e-5,
        1e-12,
        0.1 + 0.2,
        *(rng.random() * 10.0 ** rng.randint(-12, 2) for _ in range(200)),
    ]
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


def test_what_is_said_of_a_picture(states: list[State]) -> None:
    numbers = [state | {"classes": [str(i - 1) for i in range(len(state["classes"]))]} for state in states]
    said = call(*(("factsOfGold", state) for state in [*states, *numbers]))
    for state, (text,) in zip([*states, *numbers], said, strict=True):
        top = [state["classes"][i] for i, value in enumerate(state["gold"]) if value == max(state["gold"])]
        if len(top) > 1:
            assert text.startswith(f"{len(top)} modes" if len(top) > 3 else "Modes")
            assert text.endswith(f": Popularity splits over {len(top)} classes.")
        else:
            mode = top[0].replace("-", "−")
            mean = np.average(np.arange(len(state["gold"])) - 1.0, weights=state["gold"])
            assert text.startswith(f"Mode {mode}{', mean ' if state in numbers else '.'}")
            said_mean = text.rpartition(" ")[2][:-1].replace("−", "-")
            assert state not in numbers or float(said_mean) == pytest.approx(mean, abs=0.005 + 1e-9)
    for side, name in {"gold": "Gold", "a": "one", "b": "Run B"}.items():
        titles = call(*(("titleOf", state, side, {}) for state in states))
        for state, title in zip(states, titles, strict=True):
            called = state[side].capitalize() if isinstance(state[side], str) else name
            assert title == ["" if called in ("Gold", "Run B") else side.upper(), called]
    titles = call(*(("titleOf", states[0], "a", {"a": name}) for name in ("System A", "mine")))
    assert titles == [["", "System A"], ["A", "mine"]]


def test_steps_of_a_gesture_are_taken_back_together_and_one_that_led_nowhere_is_none() -> None:
    a, b, c = ({"gold": [i]} for i in range(3))
    steps = [(b, None), (c, 1), (a, 1), ("end", 0), ("back", 0), (c, 2), (b, 2), ("end", 0), ("back", 0), ("back", 0)]
    (found,) = call(("history", a, steps))
    assert found == [[b, 1], [c, 2], [a, 2], [a, 2], [b, 1], [c, 2], [b, 2], [b, 1], [a, 0], [a, 0]]
    (found,) = call(("history", a, [(b, 1), (a, 1), (c, 2), ("back", 0)]))  # the next gesture ends the one before
    assert found == [[b, 1], [a, 1], [c, 1], [a, 0]]
    (found,) = call(("history", a, [({"gold": [i]}, None) for i in range(1, 300)]))
    assert max(n for _, n in found) == found[-1][1] == 200


def test_the_address_follows_the_page_and_what_was_said_earlier_does_not_come_back() -> None:
    said = {"page": "/compare", "query": {"view": "stage"}, "since": 1}
    messages = [
        said,
        said | {"query": {}, "since": 2},
        said,
        said | {"since": 3},
        said | {"page": "/cases", "since": 4},
    ]
    (found,) = call(("address", "http://localhost/compare/", messages))
    assert found == ["?view=stage", "", "", "?view=stage", "?view=stage"]
    (found,) = call(
        ("address", "http://localhost/x/compare?embed=true", [said | {"query": {"gold": "1,2/3"}, "since": 9}])
    )
    assert found == ["?gold=1,2/3&embed=true"]
