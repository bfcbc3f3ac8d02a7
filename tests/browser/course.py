"""Reading the lessons from the screen, and what a learner does there."""

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.teaching.boards import at_first, live_text, numbers, preferred, sentence

Found = dict[str, Any]
Point = tuple[float, float]
Drag = Callable[[Point, Point], None]
READ = Path(__file__).with_name("reading.js").read_text(encoding="utf-8")


def read(page: Page) -> Found:
    box = page.query_selector(".cv")  # not a locator, which waits until a page of the server has settled
    assert box
    found: Found = box.evaluate(READ)
    return found


def board_of(step: Mapping[str, Any], found: Found) -> dict[str, Any]:
    """Return the board that is shown, as it is described to those who hear it."""
    board = at_first(step) | votes_of(found["said"]) | {"taps": ["?"] * found["taps"]}
    walked = [int(text) for name, text, scope in found["numbers"] if name == "walked" and not scope.startswith("{")]
    return board | {"carried": found["carried"] or board["carried"], "walked": max(walked, default=0)}


def votes_of(said: str) -> dict[str, list[int]]:
    return {side: [int(n) for n in votes.split(", ")] for side, votes in re.findall(r"(gold|a|b): (\d[\d, ]*\d)", said)}


def check(step: Mapping[str, Any], found: Found, *, narrow: bool = False) -> dict[str, Any]:
    """Compare every number and sentence with what the core says of the board; return the board."""
    board = board_of(step, found)
    scopes, shown = {scope for _, _, scope in found["numbers"]}, {name for name, *_ in found["numbers"]}
    known = {of: numbers(step, json.loads(of) if of.startswith("{") else board | votes_of(of)) for of in scopes}
    for name, text, scope in found["numbers"]:
        assert alike(text, known[scope][name], narrow=narrow), (name, text, known[scope][name], board)
        if name.endswith(" side") and name.removesuffix(" side") in step["rows"] and not scope.startswith("{"):
            assert (f"{name} at first" in shown) == (known[scope][f"{name} at first"] != text), name
    for text in found["loose"]:
        assert text in json.dumps(step, ensure_ascii=False), f"{text} stands for nothing that is computed"
    if found["live"]:
        assert found["live"] == f"Now on the board{live_text(step, board)}"
    if found["why"]:
        when = "When the task was done" if "task" in step else "At first"
        said = sentence(step, step["done"], json.loads(found["then"]))
        assert found["why"].startswith(f"{when}:{said[0].upper()}{said[1:]}")
    if found["rule"]:
        assert found["rule"] == sentence(step, step["rule"], board)
    for key, row in zip(step["rows"], found["strip"], strict=False):
        golds = [[k, 0, 0, 11 - k, 9] for k in range(10)]
        assert all(text in ("", preferred(key, board | {"gold": gold})) for text, gold in zip(row, golds, strict=True))
    return board


def alike(text: str, expected: str, *, narrow: bool) -> bool:
    """Return whether a number is written as expected; where there is little room, it may be shorter."""
    text, expected = (re.sub(r"\s|/", "", of.replace(" of ", "/")) for of in (text, expected))
    plain = expected.replace("back", "")
    short = re.sub(r"^(←?)\d+of", r"\1", plain.rpartition("=")[2])
    return text == expected or (narrow and text in (short, plain, plain.strip("←→")))


def by_touch(page: Page) -> Drag:
    hand = page.context.new_cdp_session(page)

    def drag(start: Point, end: Point) -> None:
        between = (start[0] + end[0]) / 2, end[1]
        for kind, at in (("touchStart", start), ("touchMove", between), ("touchMove", end), ("touchEnd", None)):
            points = [] if at is None else [{"x": at[0], "y": at[1]}]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return drag


def middle(rect: Mapping[str, float]) -> Point:
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def move(page: Page, step: Mapping[str, Any], found: Found, rng: random.Random) -> Found | None:
    """Do what a learner might: carry, slide, tap; by mouse or keys; undo it, put all back, change what is shown.

    Where votes are carried by mouse, return what is shown while they are in the hand.
    """
    if found["slider"] and rng.random() < 0.9:
        slider = found["slider"][0]
        page.mouse.click(slider["x"] + slider["width"] * rng.random(), middle(slider)[1])
        page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "End", "Home"]))
    elif found["beams"] and step.get("tapping"):
        page.mouse.click(*middle(rng.choice(found["beams"])))
    elif found["buttons"] and rng.random() < 0.15:
        page.mouse.click(*middle(rng.choice(found["buttons"])))
    elif free := [at for at, pile in enumerate(found["piles"]) if pile["free"]]:
        at = rng.choice(free)
        source, target = found["piles"][at], rng.choice([pile for pile in found["piles"] if pile != found["piles"][at]])
        if rng.random() < 0.5:
            y = source["y"] + source["height"] * rng.choice([0.3, 0.6, 0.8, 0.99])
            page.mouse.move(middle(source)[0], y)
            page.mouse.down()
            page.mouse.move(middle(target)[0], y, steps=2)
            held = read(page)
            page.mouse.up()
            return held
        pile = page.query_selector_all(".cv-pile")[at]
        pile.focus()
        for key in rng.choice([[], ["Home"], ["ArrowUp", "ArrowUp"]]):
            pile.press(key)
        pile.press(rng.choice(["ArrowLeft", "ArrowRight"]))
    return None
