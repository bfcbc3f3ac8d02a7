"""The board in a real browser: whatever a learner carries, sentence and scores are those of the core."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.teaching.lesson import Board, Lesson
from ordquant_core.teaching.lesson_fields import is_done, live_sentence, plain, scores, why
from ordquant_core.teaching.lessons import LESSONS
from tests.browser.settling import settled
from tests.browser.test_every_page import AXE
from tests.depth import matrix

pytestmark = pytest.mark.browser
MOVES = 50
NUMBER = re.compile(r"\d\.\d{3}")


@pytest.fixture
def shown(server: str, open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(key: str, **options: object) -> Page:
        page = open_page(**({"width": 1280, "height": 900} | options))
        page.goto(f"{server}/board?lesson={key}")
        expect(page.locator(".cv-choices button")).to_have_count(4)
        settled(page)
        expect(page.locator(".cv-choices button").first).to_be_visible()  # what is still hidden cannot have the focus
        return page

    return start


# All that the board shows, at once: in words and numbers, and as it is drawn. Discs move to their class in a moment.
SHOWN = """(box) => {
  const board = box.querySelector(".cv-board");
  const all = (name) => [...board.querySelectorAll(name)];
  const piles = all(".cv-pile").map((pile) => pile.getBoundingClientRect());
  const left = board.getBoundingClientRect().left;
  const discs = all(".cv-disc").map((disc) => {
    const x = left + new DOMMatrix(disc.style.transform).e + disc.width.baseVal.value / 2;
    return piles.findIndex((pile) => pile.left < x && x < pile.right);
  });
  const words = all("text").map((text) => text.textContent);
  return {
    said: board.getAttribute("aria-label"),
    walked: Number(words[words.findIndex((text) => text.startsWith("Steps")) + 1]) || 0,
    live: box.querySelector(".cv-live").textContent,
    rows: [...box.querySelectorAll(".cv-scores tbody tr")].map((row) => [
      [...row.querySelectorAll(".cv-new")].map((score) => score.textContent),
      row.querySelector(".cv-prefers").textContent.split(" → ").at(-1),
    ]),
    done: box.querySelector(".cv-done") !== null,
    bars: all("g:first-child > .cv-gold-bar").map((bar) => bar.height.baseVal.value),
    discs: piles.map((_, at) => discs.filter((one) => one === at).length),
    piles: piles.map(({ x, y, width, height }) => ({ x, y, width, height })),
    controls: [...box.querySelectorAll(".cv-controls button")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return !one.disabled && !one.textContent.endsWith("Carry for me") && [x + width / 2, y + height / 2];
    }),
    slider: box.querySelector(".cv-flips input")?.getBoundingClientRect().toJSON(),
    places: [".cv-boardbox", ".cv-card", ".cv-below", ".cv-words"].flatMap((part) => {
      const { x, y, width, height } = box.querySelector(part)?.getBoundingClientRect() ?? {};
      return [x, y, width, height];
    }),
  };
}"""


def shown_on(page: Page) -> dict[str, Any]:
    box = page.query_selector(".cv")  # not a locator, which waits until the app has settled: a move needs no server
    assert box
    found: dict[str, Any] = box.evaluate(SHOWN)
    return found


def board_of(lesson: Lesson, found: dict[str, Any]) -> Board:
    """Return what the board says that it shows, to those who hear it."""
    sides = {
        side: tuple(map(int, votes.split(", "))) for side, votes in re.findall(r"(gold|a|b): ([\d, ]+)", found["said"])
    }
    if lesson.kind == "swap":
        sides["b"] = sides["a"]  # it is not drawn
    return replace(lesson.board, **sides, walked=found["walked"])


def check(page: Page, lesson: Lesson) -> tuple[Board, dict[str, Any]]:
    """Compare sentence, scores and what is drawn with what the core says of the votes."""
    found = shown_on(page)
    board = board_of(lesson, found)
    assert found["live"].removeprefix("Now on the board") == live_sentence(lesson, board)
    rows = {
        key: dict(zip(lesson.sides, of, strict=True)) | ({"prefers": last} if len(lesson.sides) > 1 else {})
        for key, (of, last) in zip(lesson.measures, found["rows"], strict=True)
    }
    assert rows == (scores(lesson, board) if lesson.measures else {})
    unit = max(found["bars"]) / max(board.gold)
    assert found["bars"] == pytest.approx([votes * unit for votes in board.gold], abs=0.01)
    if lesson.kind in ("carry", "average", "flips"):
        assert tuple(found["discs"]) == board.side(lesson.board.carried)
    return board, found


def drag(page: Page, found: dict[str, Any], pile: int, to: int, part: float) -> None:
    """Carry votes of a pile with the mouse: those above a height, or all from below the ground."""
    source, target = found["piles"][pile], found["piles"][to]
    page.mouse.move(source["x"] + source["width"] / 2, source["y"] + source["height"] * part)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, source["y"] + source["height"] * part, steps=2)
    page.mouse.up()


def move(page: Page, lesson: Lesson, board: Board, found: dict[str, Any], rng: random.Random) -> None:
    """Do what a learner might: carry, slide, swap; by mouse or by keys; undo it or put all back."""
    enabled = [at for at in found["controls"] if at]
    if lesson.kind == "flips":
        slider = found["slider"]
        at = slider["x"] + slider["width"] * rng.random()
        page.mouse.click(at, slider["y"] + slider["height"] / 2)
        page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "End", "Shift"]))
    elif enabled and rng.random() < (1 if lesson.kind == "swap" else 0.1):
        page.mouse.click(*rng.choice(enabled))
    else:
        votes = board.side(lesson.board.carried)
        pile = rng.choice([at for at, number in enumerate(votes) if number])
        if rng.random() < 0.5:
            drag(
                page,
                found,
                pile,
                rng.choice([at for at in range(len(votes)) if at != pile]),
                rng.choice([0.5, 0.8, 0.99]),
            )
        else:
            page.query_selector_all(".cv-pile")[pile].focus()
            for key in rng.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"], k=3):
                page.keyboard.press(key)


@pytest.mark.parametrize("key", matrix(LESSONS, "carry", "the-ends"))
def test_after_each_of_fifty_random_moves_sentence_scores_and_board_are_those_of_the_core(
    shown: Callable[..., Page], key: str
) -> None:
    lesson, rng = LESSONS[key], random.Random(45)
    page = shown(key)
    page.locator(".cv-choices button").first.click()
    board, found = check(page, lesson)
    places = found["places"]
    seen, ticked = {board}, False
    for _ in range(MOVES):
        move(page, lesson, board, found, rng)
        board, found = check(page, lesson)
        ticked = ticked or is_done(lesson, board)
        assert found["done"] == ticked
        assert found["places"] == places
        assert sum(board.side(lesson.board.carried)) == 20
        seen.add(board)
    assert len(seen) >= {"swap": 2, "mistake": 4, "flips": 6}.get(lesson.kind, 20)


@pytest.mark.parametrize("key", matrix(LESSONS, "near-miss"))
def test_no_score_of_the_move_is_shown_before_the_answer_and_nothing_moves_when_the_task_ticks(
    shown: Callable[..., Page], key: str
) -> None:
    lesson = LESSONS[key]
    page = shown(key)
    first = {text for row in scores(lesson, lesson.board).values() for text in row.values()}
    before = page.locator(".cv").text_content() or ""
    if lesson.below not in ("lookouts", "order"):  # what is counted of the board at first is shown, too
        assert set(NUMBER.findall(before)) <= first
    assert page.locator(".cv-live").is_hidden()
    assert page.locator(".cv-disc").count() == 0 or page.locator(".cv-locked").count() > 0
    picture = page.locator(".cv-picture > *")
    assert not (lesson.covered and picture.count())
    page.keyboard.press("Tab")
    page.locator(".cv-choices button").nth(lesson.right).click()
    assert not lesson.covered or picture.count()
    parts = [page.locator(name).first for name in (".cv-card", ".cv-task", ".cv-boardbox", ".cv-live", ".cv-take")]
    places = [part.bounding_box() for part in parts]
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible(timeout=10_000)
    assert [part.bounding_box() for part in parts] == places
    assert is_done(lesson, board_of(lesson, shown_on(page)))
    assert plain(why(lesson)) in page.locator(".cv-why").inner_text()
    predicted = lesson.kind != "average"  # which asks for a decision
    assert ("you predicted it" in page.locator(".cv-verdict").inner_text()) == predicted


def test_keys_carry_the_votes_and_what_they_did_is_spoken(shown: Callable[..., Page]) -> None:
    page = shown("near-miss")
    page.locator(".cv-choices button").first.focus()
    page.locator(".cv").evaluate("(box) => box.style.visibility = 'hidden'")  # as until the page is drawn
    page.keyboard.press("2")
    page.locator(".cv").evaluate("(box) => box.style.visibility = ''")
    expect(page.locator(".cv-choices button")).to_have_count(4)
    page.keyboard.press("2")
    expect(page.locator(".cv-task")).to_be_focused()
    page.locator(".cv-pile").nth(4).focus()
    page.keyboard.press("Control+ArrowLeft")  # is the browser's
    for key in ("Home", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    check(page, LESSONS["near-miss"])
    expect(page.locator(".cv-pile").nth(2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cv-done")).to_be_visible()
    expect(page.locator(".cv-heard[aria-live]")).to_contain_text("Task done.")


FOUND = """async () => {
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run({ runOnly: rules, elementRef: true });
  return violations.flatMap(({ id, nodes }) => nodes
    .filter(({ element }) => element.getRootNode() !== document)
    .map(({ element }) => [id, element.outerHTML.slice(0, 200)]));
}"""


@pytest.mark.parametrize(("key", "width", "theme"), [("one-vote", 1280, "light"), ("flip-hunt", 390, "dark")])
def test_axe_finds_nothing_on_the_board_before_the_answer_and_after_the_task(
    shown: Callable[..., Page], key: str, width: int, theme: str
) -> None:
    page = shown(key, width=width, color_scheme=theme)
    page.evaluate(AXE)
    assert page.evaluate(FOUND) == []
    page.locator(".cv-choices button").nth(1).click()
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible(timeout=10_000)
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    assert page.evaluate(FOUND) == []


PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
# Whether a finger hits the words of the score table 21 px above and below their middle: rows of 44 px.
TOUCHED = """(box) => [...box.querySelectorAll(".cv-scores .cv-word")].flatMap((word) => {
  const { x, y, width, height } = word.getBoundingClientRect();
  const at = (up) => box.getRootNode().elementFromPoint(x + width / 2, y + height / 2 + up);
  return [-21, 21].map((up) => at(up) === word);
})"""


def test_a_finger_carries_a_pile_and_targets_are_large_enough(shown: Callable[..., Page]) -> None:
    page = shown("near-miss", **PHONE)
    page.locator(".cv-choices button").nth(1).tap()
    assert page.locator(".cv").evaluate(TOUCHED) == [True] * 4
    piles = shown_on(page)["piles"]
    source, target = piles[4], piles[1]
    hand = page.context.new_cdp_session(page)
    y = source["y"] + source["height"] - 6
    xs = [source["x"] + source["width"] / 2, (source["x"] + target["x"]) / 2, target["x"] + target["width"] / 2]
    for kind, x in zip(("touchStart", "touchMove", "touchMove"), xs, strict=True):
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(".cv-picture")).to_be_in_viewport(ratio=1)  # what the votes change is seen while they move
    assert page.locator(".cv-foot").evaluate("(foot) => getComputedStyle(foot).position") == "static"
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".cv-done")).to_be_visible()
    check(page, LESSONS["near-miss"])
    heights = page.locator(".cv .cv-button:visible, .cv input:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


SMALL = """(box) => [...box.querySelectorAll("*")].filter((one) => one.checkVisibility() &&
  [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
  parseFloat(getComputedStyle(one).fontSize) < 13).map((one) => one.outerHTML)"""
OUTSIDE = """(box) => [...box.querySelectorAll("button, input, select, text, td, th, p, span")].filter((one) => {
  const part = one.getBoundingClientRect(), card = one.closest(".cv-box:not(.cv-card)")?.getBoundingClientRect();
  const scrolls = one.closest(".cv-picture, .cv-pairs") !== null && one.closest("table") !== null;
  return card && part.width && !scrolls && one.checkVisibility({ visibilityProperty: true }) &&
    (part.right > card.right + 0.5 || part.left < card.left - 0.5) && !one.closest(".cv-heard");
}).map((one) => one.outerHTML.slice(0, 120))"""
LETTERS = """(box) => {
  const all = [...box.querySelectorAll(".cv-letter circle")].map((one) => one.getBoundingClientRect());
  return all.flatMap((one, i) => all.slice(i + 1).filter((other) =>
    Math.hypot(one.x - other.x, one.y - other.y) < one.width - 1));
}"""


@pytest.mark.parametrize("key", matrix(LESSONS, "carry", "order-only"))
def test_on_a_phone_why_and_take_away_come_into_sight_after_the_task_and_nothing_stands_on_something_else(
    shown: Callable[..., Page], key: str
) -> None:
    lesson = LESSONS[key]
    page = shown(key, **PHONE, reduced_motion="reduce")  # which scrolls at once
    for step in ("asked", "moved", "done"):
        if step == "moved":
            page.locator(".cv-choices button").nth(1).tap()
            expect(page.locator(".cv-board").first).to_be_in_viewport(ratio=1)
        elif step == "done":
            page.get_by_role("button", name="Do it for me").tap()
            expect(page.locator(".cv-done")).to_be_visible(timeout=20_000)
        box = page.locator(".cv")
        assert (step, box.evaluate(SMALL), box.evaluate(OUTSIDE), box.evaluate(LETTERS)) == (step, [], [], [])
    last = page.locator(".cv-why" if lesson.words else ".cv-take")
    expect(last).to_be_in_viewport(ratio=1)
    foot, end = (part.bounding_box() for part in (page.locator(".cv-foot"), last))
    assert foot
    assert end
    assert end["y"] + end["height"] <= foot["y"]
    expect(page.locator(".cv-why")).to_be_in_viewport(ratio=1)
    if lesson.further[0]:
        page.get_by_role("button", name=lesson.further[0]).tap()
        expect(page.locator(".cv-board")).to_be_in_viewport(ratio=1)
        board, _ = check(page, lesson)
        assert board.side(board.carried) == lesson.further[1]


def test_a_note_on_a_word_lies_on_nothing_that_can_be_tapped_and_closes_by_a_tap(shown: Callable[..., Page]) -> None:
    page = shown("flip-hunt", **PHONE)
    page.locator(".cv-choices button").nth(1).tap()
    words = page.locator(".cv-scores .cv-measure")
    for at in range(3):  # each is reached while the note of the one before is open
        words.nth(at).tap()
        expect(page.locator(".cv-note")).to_contain_text(words.nth(at).inner_text())
    page.locator(".cv-note").tap()
    expect(page.locator(".cv-note")).to_be_hidden()


def test_carrying_b_too_brings_the_board_back_into_sight(shown: Callable[..., Page]) -> None:
    page = shown("carry", **PHONE, reduced_motion="reduce")
    page.get_by_role("button", name="I am not sure, show me").tap()
    expect(page.locator(".cv-take")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Carry B, too").tap()
    expect(page.locator(".cv-board")).to_be_in_viewport(ratio=1)
    expect(page.locator(".cv-live")).to_contain_text("24/80 = 0.300")
    page.get_by_role("button", name="Curves").tap()
    expect(page.locator(".cv-picture .cv-curve + text")).to_have_text(["gold", "B at first"])
