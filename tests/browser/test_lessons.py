"""The page Lessons in a browser: by keys alone, on a phone; no score after the move arrives before the prediction."""

import re

import pytest
from playwright.sync_api import expect

from ordquant_core.teaching.lessons import LESSONS
from tests.browser.settling import expect_narrow, open_share, settled

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
    page.get_by_role("button", name="Question on a new picture →").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Question on a new picture")
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


QUESTION = "Question {} of 10"


def answered(page):
    expect(page.locator(".qz-said h3")).to_be_focused()
    expect(page.get_by_role("button", name="Next question →")).to_be_enabled()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_quiz_is_taken_on_the_page_and_its_link_keeps_it(server, open_page, width, theme):
    page = open_page(width=width, height=844, color_scheme=theme, has_touch=width == 390)
    page.goto(f"{server}/lessons?show=quiz")
    page.get_by_label("Level").select_option("hard")
    expect(page).to_have_url(re.compile(r"show=quiz&level=hard$"))
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=QUESTION.format(1))).to_be_visible()
    settled(page)
    canvas = page.locator(".qz-canvas").bounding_box()
    foot = page.get_by_role("button", name="Next question →").bounding_box()
    shown = page.locator(".qz-said").inner_text()
    for name in ("A tie", "Guess"):
        button = page.get_by_role("button", name=name)
        button.tap() if width == 390 else button.click()
    answered(page)
    assert page.locator(".qz-said").inner_text() != shown
    expect(page).to_have_url(re.compile(r"level=hard&sitting=[1-9]0{9}\.0$"))
    settled(page)
    assert page.locator(".qz-canvas").bounding_box() == canvas
    if width == 1280:
        assert page.get_by_role("button", name="Next question →").bounding_box() == foot
    if width == 390:
        expect_narrow(page)
    for button in page.locator(".qz-bar button, .qz-said button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=QUESTION.format(2))).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.press("3")
    answered(page)
    expect(page).to_have_url(re.compile(r"sitting=[1-9]{2}0{8}\.1$"))
    page.reload()
    expect(page.get_by_role("heading", name=QUESTION.format(2))).to_be_visible()
    expect(page.get_by_role("button", name="Next question →")).to_be_enabled()
    page.get_by_role("button", name="← Back").click()
    expect(page.get_by_role("heading", name=QUESTION.format(1))).to_be_visible()
    expect(page).to_have_url(re.compile(r"sitting=[1-9]{2}0{8}\.0$"))


def test_the_result_leads_to_lessons_and_the_quiz_waits_where_it_was(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?show=quiz&sitting=1591591591.10")
    expect(page.locator(".qz-verdict")).to_contain_text("of 10 right.")
    page.get_by_role("button", name="Another quiz →").click()
    expect(page.get_by_role("heading", name=QUESTION.format(1))).to_be_visible()
    expect(page).to_have_url(re.compile(r"seed=2&sitting=0{10}\.0$"))
    page.goto(f"{server}/lessons?show=quiz&sitting=1591591591.10")
    page.get_by_role("button", name="Repeat: ").first.click()
    expect(page.locator(".cv-choices button")).to_have_count(4)
    settled(page)
    page.get_by_role("radio", name="Quiz").click()
    expect(page.locator(".qz-verdict")).to_contain_text("of 10 right.")


def test_letters_that_are_typed_elsewhere_answer_nothing(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?show=quiz&sitting=0000000000.0")
    expect(page.get_by_role("heading", name=QUESTION.format(1))).to_be_visible()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").last.press("a")
    page.get_by_role("button", name="A", exact=True).press("Control+b")
    assert page.locator(".qz [aria-pressed=true]").count() == 0
    page.get_by_role("button", name="Sure", exact=True)
    page.locator("body").press("t")
    expect(page.get_by_role("button", name="A tie")).to_have_attribute("aria-pressed", "true")


def test_the_picture_of_a_quiz_fills_the_stage(server, open_page):
    page = open_page(width=1600, height=900)
    page.goto(f"{server}/lessons?show=quiz&sitting=1591591591.1&view=stage")
    expect(page.get_by_role("heading", name=QUESTION.format(2))).to_be_visible()
    settled(page)
    box = page.locator(".qz-canvas").bounding_box()
    assert box is not None
    assert box["height"] > 0.55 * 900
    assert page.evaluate(f"{MAIN}.scrollHeight <= innerHeight")
    expect(page.get_by_role("button", name="Next question →")).to_be_in_viewport(ratio=1)
    assert "sitting" not in page.url.partition("view=stage")[2]


def test_a_quiz_is_where_it_was_after_another_page_and_after_the_stage(server, open_page):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/lessons?show=quiz&level=medium")
    page.get_by_role("button", name="Begin").click()
    page.keyboard.press("b")
    page.keyboard.press("2")
    answered(page)
    said = page.locator(".qz-said").inner_text()
    settled(page)
    page.get_by_role("link", name="Compare", exact=True).click()
    expect(page.locator(".dq")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Lessons", exact=True).click()
    answer = page.locator(".qz-said")
    expect(answer).to_contain_text("Open in Compare")
    assert answer.inner_text() == said
    settled(page)
    open_share(page)
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".qz-stage .qz-said")).to_contain_text("Open in Compare")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name=QUESTION.format(2))).to_be_visible()
    settled(page)
    page.keyboard.press("Escape")
    expect(page.locator(".qz:not(.qz-stage)")).to_be_visible()
    expect(page.get_by_role("heading", name=QUESTION.format(2))).to_be_visible()
