"""The board in a real browser: whatever a learner carries, sentence and scores are those of the core."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.teaching.lesson import Board, Lesson
from ordquant_core.teaching.lesson_fields import is_done, live_sentence, plain, scores, why
from ordquant_core.teaching.lessons import LESSONS
from tests.browser.test_every_page import AXE
from tests.depth import matrix

pytestmark = pytest.mark.browser
HOST = Path(__file__).with_name("board_host.py")
MOVES = 5
CARRIED = ["near-miss", "carry", "lookouts", "one-vote", "order-only", "average"]
NUMBER = re.compile(r"\d\.\d{3}")


@pytest.fixture
def shown(serve: Callable[..., str], open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(key: str, **options: object) -> Page:
        page = open_page(**({"width": 1280, "height": 900} | options))
        page.goto(f"{serve(HOST)}/?lesson={key}")
        expect(page.locator(".cv-choices button")).to_have_count(4)
        return page

    return start


def on_board(page: Page, lesson: Lesson) -> Board:
    """Return what the board says that it shows, to those who hear it."""
    said = page.locator(".cv-board").first.get_attribute("aria-label") or ""
    sides = {side: tuple(map(int, votes.split(", "))) for side, votes in re.findall(r"(gold|a|b): ([\d, ]+)", said)}
    words = page.locator(".cv-board").first.locator("text").all_text_contents()
    walked = int(words[words.index("Steps walked") + 1]) if "Steps walked" in words else 0
    return replace(lesson.board, **sides, walked=walked)


def in_table(page: Page, lesson: Lesson) -> dict[str, dict[str, str]]:
    """Return the scores that are shown, without those at first."""
    rows = {}
    for key, row in zip(lesson.measures, page.locator(".cv-scores tbody tr").all(), strict=True):
        rows[key] = dict(zip(lesson.sides, row.locator(".cv-new").all_inner_texts(), strict=True))
        if len(lesson.sides) > 1:
            rows[key]["prefers"] = row.locator(".cv-prefers").inner_text().split(" → ")[-1]
    return rows


def check(page: Page, lesson: Lesson) -> Board:
    board = on_board(page, lesson)
    said = (page.locator(".cv-live").text_content() or "").removeprefix("Now on the board")
    assert said == live_sentence(lesson, board)
    if lesson.measures:
        assert in_table(page, lesson) == scores(lesson, board)
    return board


def carry(page: Page, pile: int, to: int, part: float) -> None:
    """Carry votes of a pile with the mouse: those above a height, or all from below the ground."""
    boxes = [page.locator(".cv-pile").nth(at).bounding_box() for at in (pile, to)]
    source, target = (box for box in boxes if box)
    y = source["y"] + source["height"] * part
    page.mouse.move(source["x"] + source["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, y, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("key", matrix(CARRIED, "carry", "one-vote"))
def test_whatever_is_carried_the_sentence_and_scores_are_those_of_the_core(
    shown: Callable[..., Page], key: str
) -> None:
    lesson = LESSONS[key]
    page = shown(key)
    page.locator(".cv-choices button").last.click()
    rng = random.Random(45)
    for _ in range(MOVES):
        board = check(page, lesson)
        votes = board.side(lesson.board.carried)
        pile = rng.choice([at for at, number in enumerate(votes) if number])
        to = rng.choice([at for at in range(len(votes)) if at != pile])
        carry(page, pile, to, rng.choice([0.5, 0.8, 0.99]))
        after = check(page, lesson)
        assert sum(after.side(lesson.board.carried)) == sum(votes)
        assert after.side(lesson.board.carried)[pile] < votes[pile]
    page.get_by_role("button", name="Undo").click()
    check(page, lesson)


@pytest.mark.parametrize("key", matrix(LESSONS, "near-miss", "swap"))
def test_no_score_of_the_move_is_shown_before_the_answer_and_nothing_moves_when_the_task_ticks(
    shown: Callable[..., Page], key: str
) -> None:
    lesson = LESSONS[key]
    page = shown(key)
    first = {text for row in scores(lesson, lesson.board).values() for text in row.values()}
    before = page.locator(".cv").text_content() or ""
    if lesson.below != "lookouts":  # what each eye sees of the board at first is shown, too
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
    board = on_board(page, lesson)
    assert is_done(lesson, board)
    assert (
        (page.locator(".cv-why > span + *, .cv-why").first.text_content() or "")
        .removeprefix("Why")
        .startswith(plain(why(lesson)))
    )
    predicted = lesson.kind != "average"  # which asks for a decision
    assert ("you predicted it" in page.locator(".cv-verdict").inner_text()) == predicted


def test_keys_carry_the_votes_and_what_they_did_is_spoken(shown: Callable[..., Page]) -> None:
    page = shown("near-miss")
    page.locator(".cv-choices button").first.focus()
    page.keyboard.press("2")
    expect(page.locator(".cv-task")).to_be_focused()
    page.locator(".cv-pile").nth(4).focus()
    for key in ("Home", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    check(page, LESSONS["near-miss"])
    expect(page.locator(".cv-pile").nth(2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cv-done")).to_be_visible()
    expect(page.locator("[aria-live]").first).to_contain_text("Task done.")


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


def test_a_finger_carries_a_pile_and_targets_are_large_enough(shown: Callable[..., Page]) -> None:
    page = shown("near-miss", width=390, height=844, has_touch=True, is_mobile=True)
    page.locator(".cv-choices button").nth(1).tap()
    boxes = [page.locator(".cv-pile").nth(at).bounding_box() for at in (4, 1)]
    source, target = (box for box in boxes if box)
    hand = page.context.new_cdp_session(page)
    y = source["y"] + source["height"] - 6
    xs = [source["x"] + source["width"] / 2, (source["x"] + target["x"]) / 2, target["x"] + target["width"] / 2]
    for kind, x in zip(("touchStart", "touchMove", "touchMove"), xs, strict=True):
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".cv-done")).to_be_visible()
    check(page, LESSONS["near-miss"])
    heights = page.locator(".cv .cv-button:visible, .cv input:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
