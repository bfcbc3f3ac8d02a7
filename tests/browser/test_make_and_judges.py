"""Make a measure and Four judges in a browser: every number is that of the core, and what was reached stays."""

import random
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from ordquant_core.measures.built import Switches, built_measure
from ordquant_core.numerals import score
from ordquant_core.teaching.course import COURSE, TAUGHT
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.course import by_mouse, by_touch, middle, read, votes_of
from tests.browser.settling import expect_narrow
from tests.depth import matrix
from tests.teaching.boards import numbers, plain, preferred

pytestmark = pytest.mark.browser


def switches_of(found: Mapping[str, Any]) -> Switches:
    compare, squared, distance, lookouts = found["chosen"]
    errors = {"true": "squared", "false": "plain"}[squared]
    return Switches(compare, errors, {"true": "distance", "false": "anywhere"}[distance], lookouts)


def check_made(found: Mapping[str, Any]) -> Switches:
    """Compare sums, scores, their formula and the sentence with the core; return the switches."""
    switches, board = switches_of(found), {side: np.array(of) for side, of in votes_of(found["said"]).items()}
    squared, totals, distance = (part in switches for part in ("squared", "totals", "distance"))
    known, scores = {}, {}
    for side in ("a", "b"):
        errors = board[side] - board["gold"]
        errors = np.cumsum(errors)[:-1] if totals else errors
        parts = errors**2 if squared else np.abs(errors)
        eyes = np.flatnonzero(board["gold"]) if switches.lookouts == "gold" else np.arange(5)
        weights = (
            np.abs(np.arange(len(errors))[:, None] + totals / 2 - eyes).mean(axis=1)
            if distance
            else np.ones(len(errors))
        )
        total = plain((parts * weights).sum())
        scores[side] = float(built_measure(switches)(board["gold"], board[side]))
        n, divisor = 400 if squared else 20, 4 if distance or totals else 2
        known |= {f"built {side}": score(scores[side]), f"built total {side}": total}
        known |= {f"built part {side} {i}": str(part) for i, part in enumerate(parts)}
        known |= {f"built weight {i}": f"× {plain(weight)}" for i, weight in enumerate(weights) if distance}
        root, end = ("√(", ")") if squared else ("", "")
        line = f"{side.upper()}: {root}{total} ÷ {n} ÷ {divisor}{end} = {score(scores[side])}"
        assert found["lines"]["ab".index(side)] == line
    difference = scores["a"] - scores["b"]
    known["built side"] = "tie" if abs(difference) < 1e-9 else "A" if difference < 0 else "B"
    assert {name: text for name, text, _ in found["numbers"]} == known
    assert found["name"] == (switches.name or "yours")
    assert distance or switches.lookouts != "none" or ("boundary" if totals else "class") in found["live"]
    if distance:
        eyes = [str(at + 1) for at in eyes]
        assert re.search(rf"from class(es)? {', '.join(eyes[:-1])}( and )?{eyes[-1]}: ", found["live"])
    return switches


@pytest.mark.parametrize("moves", matrix((40, 300), 40))
def test_whatever_is_made_the_numbers_are_those_of_the_core_and_a_link_restores_it(
    open_file: OpenPage, moves: int
) -> None:
    rng = random.Random(63)
    page = open_file("make")
    check_made(read(page))
    seen, names, frozen = set(), set(), ""
    for _ in range(moves):
        if rng.random() < 0.2:
            page.get_by_role("button", name="New picture").click()
        else:
            group = page.get_by_role("radiogroup").nth(rng.randrange(4)).get_by_role("radio")
            if rng.random() < 0.5:
                group.nth(rng.randrange(group.count())).click()
            else:
                group.first.press(rng.choice(["ArrowRight", "ArrowLeft"]))
        found = read(page)
        seen.add(check_made(found))
        names.add(found["name"])
        assert not frozen or found["why"] == frozen
        frozen = found["why"]
    assert len(seen) > 8
    assert "yours" in names > {"yours"}
    again = open_file(page.url.partition("#")[2])
    assert (read(again)["said"], switches_of(read(again))) == (found["said"], switches_of(found))
    assert str(switches_of(found)) in page.url


@pytest.mark.parametrize("width", [1280, 390])
def test_the_tasks_of_make_are_done_one_after_the_other_and_nothing_moves(open_file: OpenPage, width: int) -> None:
    page = open_file("make", **(PHONE if width == 390 else DESK))
    for task, (name, side) in enumerate([("NMD", "B"), ("RNOD", "A"), ("RNADW", "B")]):
        before = read(page)
        assert not before["done"]
        page.get_by_role("button", name="Do it for me").locator("visible=true").dispatch_event("click")
        found = read(page)
        assert (found["done"], found["name"], preferred(name, votes_of(found["said"]))) == (True, name, side)
        assert found["places"] == before["places"]
        assert found["why"].startswith("When the task was done:")
        assert side in found["why"]
        check_made(found)
        if width == 390:
            expect_narrow(page)
        page.locator(".cv-next").click()
        if task == 2:
            expect(page.get_by_role("heading", level=2)).to_have_text(COURSE["judges"]["title"])
    page.locator(".cv-back").click()
    expect(page.locator(".cv-rail option", has_text="✓")).to_have_text("✓ 8 Make a measure")


@pytest.mark.parametrize("built", ["", "bars", "bars.squared.distance.gold.x", "<b>.plain.anywhere.none"])
def test_a_link_that_is_none_opens_the_beginning(open_file: OpenPage, built: str) -> None:
    page = open_file(f"make&built={built}&picture=zero")
    assert check_made(read(page)).name == "NVD"
    assert votes_of(read(page)["said"]) == COURSE["make"]["picture"]


SIDES = "A", "tie", "B"
HANDS = {"tap": PHONE, "drag": DESK, "touch": PHONE, "keys": DESK}


def judge(page: Page, said: Mapping[str, str], hand: str) -> None:
    """Set the four chips, and check."""
    for at, side in enumerate(said.values()):
        track = page.locator(".cv-track").nth(at)
        if hand == "tap":
            track.get_by_role("radio", name=side).tap()
        elif hand == "keys":
            track.get_by_role("radio").first.press("ArrowLeft" if side == "B" else "ArrowRight")
            if side == "A":
                track.get_by_role("radio", checked=True).press("ArrowLeft")
        else:
            track.scroll_into_view_if_needed()
            box = read(page)["tracks"][at]
            y, third = middle(box)[1], box["width"] / 3
            target = SIDES.index(side)
            start = box["x"] + third * ((target + 1) % 3 + 0.5)
            (by_touch if hand == "touch" else by_mouse)(page)((start, y), (box["x"] + third * (target + 0.5), y))
        assert read(page)["chosen"][at] == str(SIDES.index(side) - 1)
    page.get_by_role("button", name="Check").click()


def check_reasons(page: Page, board: Mapping[str, Any], said: Mapping[str, str], rows: Mapping[str, int]) -> None:
    """Compare the verdict, the cards and the reasons of all four with the core."""
    truth = {key: preferred(key, board) for key in TAUGHT}
    found = read(page)
    assert [track["right"] for track in found["tracks"]] == [said[key] == truth[key] for key in TAUGHT]
    assert found["truth"] == [truth[key] for key in TAUGHT if said[key] != truth[key]]
    known = numbers({"board": board}, board)
    for tab in page.locator(".cv-reasons .cv-kinds button").all():
        tab.click()
        found = read(page)
        for name, text, _ in found["numbers"]:
            if name == "right":
                assert text == str(sum(said[key] == truth[key] for key in TAUGHT))
            elif name.startswith("row "):
                assert text == str(rows[name[4:]])
            else:
                assert text == known[name], name
    for key in TAUGHT:
        card = page.locator(".cv-recipe").nth(list(TAUGHT).index(key))
        expect(card).to_contain_text(COURSE["judges"]["recipes"][key] if rows[key] == 3 else f"{rows[key]} of 3")


@pytest.mark.parametrize("hand", matrix(HANDS, "tap", "drag"))
def test_three_right_in_a_row_fill_a_recipe_a_miss_sets_it_back_and_reloading_keeps_all(
    open_file: OpenPage, hand: str
) -> None:
    page = open_file("judges", **HANDS[hand])
    page.get_by_role("radio", name="medium").click()
    rows, misses = dict.fromkeys(TAUGHT, 0), {1: "NVD", 5: "NMD"}
    for number in range(6):
        board = {"carried": "b", "walked": 0, "taps": [], **votes_of(read(page)["said"])}
        truth = {key: preferred(key, board) for key in TAUGHT}
        said = {key: SIDES[SIDES.index(truth[key]) - 1] if misses.get(number) == key else truth[key] for key in TAUGHT}
        for key in TAUGHT:
            rows[key] = 3 if rows[key] == 3 else rows[key] + 1 if said[key] == truth[key] else 0
        judge(page, said, hand)
        check_reasons(page, board, said, rows)
        if HANDS[hand] is PHONE:
            expect_narrow(page)
        page.get_by_role("button", name="New picture").click()
    assert rows == dict.fromkeys(TAUGHT, 3)  # a full card stays full
    before = read(page)["said"]
    for address in (page.url, page.url.partition("&level")[0]):
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator(".cv-recipe.cv-full")).to_have_count(4)
        assert read(page)["said"] == before
    page.get_by_role("radio", name="hard").click()
    expect(page).to_have_url(re.compile("level=hard"))
    assert read(page)["said"] != before
    expect(page.locator(".cv-rail option", has_text="✓")).to_have_text("✓ ★ Four judges")


def test_check_waits_for_all_four_and_no_reason_is_shown_before(open_file: OpenPage) -> None:
    page = open_file("judges&level=hard&picture=7")
    for at in range(4):
        expect(page.get_by_role("button", name="Check")).to_be_disabled()
        assert {name for name, *_ in read(page)["numbers"]} <= {f"row {key}" for key in TAUGHT}
        page.locator(".cv-track").nth(at).get_by_role("radio", name="tie").click()
    page.get_by_role("button", name="Check").click()
    page.locator(".cv-track").first.click(position={"x": 5, "y": 20})  # what was checked stays
    assert read(page)["chosen"][:4] == ["0"] * 4
