"""The page Lessons in a browser: by keys alone, on a phone; no score after the move arrives before the prediction."""

import re

import pytest
from playwright.sync_api import expect

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.own_lesson import OwnLesson, to_link
from tests.browser.settling import expect_narrow, settled

pytestmark = pytest.mark.browser

SHADOWS = """() => [document, ...[...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean)]
  .map((root) => (root.body ?? root).innerHTML.replace(/<(style|script)[^]*?<[/]\\1>/g, "")).join(" ")"""
MAIN = "document.querySelector('[data-testid=stMain]')"


@pytest.mark.alone
def test_lessons_by_keys_alone_fit_the_screen_and_no_score_after_the_move_arrives_before_the_answer(server, open_page):
    page = open_page(width=1280, height=800)
    received: list[bytes] = []

    def take(payload: str | bytes) -> None:
        received.append(payload.encode() if isinstance(payload, str) else payload)

    page.on("websocket", lambda socket: socket.on("framereceived", take))
    page.goto(f"{server}/lessons?lesson=one-vote")
    expect(page.locator(".cv-choices button")).to_have_count(4)
    settled(page)
    assert len(received) > 5
    said = b" ".join(received) + page.evaluate(SHADOWS).encode()
    assert [score for score in (b"0.411", b"0.41115", b"0.325") if score in said] == []
    assert page.evaluate(f"{MAIN}.scrollWidth <= innerWidth")
    page.keyboard.press("2")  # the focus is nowhere
    expect(page.locator(".cv-task")).to_be_focused()
    expect(page.locator(".cv-said")).to_contain_text("RNOD")
    expect(page).to_have_url(re.compile("answers=one-vote.2$"))
    board = page.locator(".cv-board").element_handle()
    page.locator(".cv-pile").nth(3).focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".cv-verdict")).to_contain_text("you predicted it")
    expect(page.locator(".cv-next")).to_be_in_viewport(ratio=1)
    last = page.get_by_role("button", name="Lesson 9 Order only").bounding_box()
    first = page.get_by_test_id("stPopover").first.bounding_box()  # Share
    assert last
    assert first
    assert last["x"] + last["width"] < first["x"]
    assert last["y"] < first["y"] + first["height"]  # beside each other
    expect(page.locator(".cv-live")).to_contain_text("A 0.411, B 0.325")
    expect(page).to_have_url(re.compile("answers=one-vote.2.done$"))
    expect(page.get_by_role("button", name="Lesson 6 One vote, done")).to_have_attribute("aria-current", "step")
    assert board is not None
    assert board.evaluate("(node) => node.isConnected")  # a run of the page leaves what was carried
    page.get_by_role("button", name="A new picture →").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("A new picture")
    assert page.locator(".cv-scores").inner_text().count("•••") == 6
    assert "Smaller is better" in page.locator(".cv-scores").inner_text()
    page.keyboard.press("3")
    expect(page.locator(".cv-task")).to_contain_text("You said B: right.")
    page.get_by_role("button", name="The ends →").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("The ends")


def test_the_mistake_that_is_slid_for_the_learner_is_undone_step_by_step(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?lesson=the-ends")
    page.locator(".cv-choices button").first.click()
    before = page.locator(".cv-board").get_attribute("aria-label")
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cv-board")).to_have_attribute("aria-label", before or "")


def test_the_strip_of_a_flip_hunt_fills_only_where_one_has_been_until_the_task_is_done(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?lesson=flip-hunt")
    page.locator(".cv-choices button").first.click()
    page.locator(".cv-flips input").fill("3")
    shown = page.locator(".cv-cells").nth(1).locator("span")
    expect(shown.nth(3)).to_have_text("B")
    assert [text for text in shown.all_inner_texts() if text] == ["A", "B"]
    page.locator(".cv-flips input").fill("5")  # the task is done: what was jumped over is shown, as why speaks of it
    expect(shown.nth(5)).to_have_text("B")
    assert [text for text in shown.all_inner_texts() if text] == ["A", "B", "B", "B", "B", "B"]


def test_curves_after_a_detour_show_where_the_votes_are_now(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?lesson=carry")
    page.keyboard.press("1")
    page.get_by_role("button", name="Curves").click()
    expect(page.locator(".cv-curve")).to_have_count(2)
    pile = page.locator(".cv-pile").nth(3)
    pile.focus()
    for key in ("Home", "ArrowRight"):  # all votes lie on class 5, farther than 8 of them must go
        page.keyboard.press(key)
    expect(page.locator(".cv-now")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cv-now")).to_have_count(0)


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_lesson_of_ones_own_hides_its_scores_until_the_answer_and_then_all_votes_can_be_carried(
    server, open_page, width, theme
):
    page = open_page(width=width, height=844, color_scheme=theme)
    own = OwnLesson(DEFAULT, "RNOD", ("NMD", "RNOD"), ("NMD",), task="Carry [one] {vote}.", why="((So)) it is.")
    page.goto(f"{server}/lessons?own={to_link(own)}")
    expect(page.locator(".cv-choices button")).to_have_count(4)
    assert "0.373" not in page.evaluate(SHADOWS)
    assert page.locator(".cv-scores tbody tr").nth(1).inner_text().count("•••") == 3
    if width == 390:
        expect_narrow(page)
    page.keyboard.press("3")
    expect(page.locator(".cv-task")).to_contain_text("You said B: right.")
    expect(page.locator(".cv-task")).to_contain_text("Carry [one] {vote}.")
    expect(page.locator(".cv-why")).to_contain_text("(A 0.373, B 0.258)")
    expect(page.locator(".cv-why")).to_contain_text("((So)) it is.")
    page.get_by_role("button", name="Gold", exact=True).click()
    page.locator(".cv-pile").nth(3).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cv-board")).to_have_attribute("aria-label", re.compile("gold: 0, 1, 3, 8, 8"))
    if width == 390:
        expect_narrow(page)


def test_on_a_phone_a_list_leads_to_every_lesson_and_targets_are_large_enough(server, open_page):
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/lessons?lesson=swap")
    chosen = page.get_by_role("combobox", name="Lesson")
    expect(chosen).to_be_visible()
    assert chosen.evaluate("(list) => list.getBoundingClientRect().width") > 340
    chosen.select_option(label="7 The ends")
    expect(page.get_by_role("heading", level=2)).to_have_text(LESSONS["the-ends"].title)
    expect_narrow(page)
    for button in page.locator(".cv-choices button, .cv-foot button, .cv-rail select").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_an_earlier_link_says_what_replaced_its_lesson(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?lesson=far-errors&step=predict")
    expect(page.get_by_text("The lesson “Far errors” was replaced by “The lookouts”.")).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_have_text("The lookouts")
