"""Lessons in a browser: by keyboard alone, on a phone, by dragging; no score arrives before the prediction."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.on_canvas import grip
from tests.browser.settling import expect_narrow, settled

pytestmark = pytest.mark.browser

FAR = (b"0.354", b"0.35355", b"0.500")  # scores of the lesson on far errors, in every way that they are written
SHADOWS = """() => [document, ...[...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter(Boolean)]
  .map((root) => (root.body ?? root).innerHTML.replace(/<(style|script)[^]*?<[/]\\1>/g, "")).join(" ")"""
MAIN = "document.querySelector('[data-testid=stMain]')"


def fits(page: Page) -> bool:
    settled(page)
    return bool(page.evaluate(f"{MAIN}.scrollHeight <= innerHeight && {MAIN}.scrollWidth <= innerWidth"))


def press(page: Page, key: str, shows: str) -> None:
    """Press a key as somebody who sees the page does, and wait for what it brings."""
    settled(page)
    page.keyboard.press(key)
    expect(page.locator(shows).first).to_be_visible()
    settled(page)


def lies(page: Page, *selectors: str) -> list[dict[str, int]]:
    """Return where parts of the page are, in whole pixels."""
    settled(page)
    boxes = [page.locator(selector).first.bounding_box() for selector in selectors]
    return [{side: round(px) for side, px in (box or {}).items()} for box in boxes]


@pytest.mark.alone
def test_a_lesson_by_keyboard_alone_fits_the_screen_nothing_moves_and_no_score_arrives_before_the_answer(
    server, open_page
):
    page = open_page(width=1280, height=720)
    received: list[bytes] = []

    def take(payload: str | bytes) -> None:
        received.append(payload.encode() if isinstance(payload, str) else payload)

    page.on("websocket", lambda socket: socket.on("framereceived", take))
    page.goto(f"{server}/lessons?lesson=far-errors")
    page.locator(".dq-handle").first.wait_for()
    assert fits(page)
    expect(page.get_by_role("img", name="0 of 8 lessons done")).to_be_visible()
    expect(page.get_by_role("slider", name="Gold, class 1")).to_have_attribute("aria-disabled", "true")
    press(page, "Enter", ".st-key-choose_a")
    assert fits(page)
    for name, key in (("A", "a"), ("A tie", "t"), ("B", "b")):
        button = page.get_by_role("button", name=name, exact=True).last
        expect(button).to_have_attribute("aria-keyshortcuts", key)
    watched = [".st-key-canvas", ".st-key-said", ".st-key-numbers", ".st-key-nav"]
    before = lies(page, *watched)
    page.keyboard.press("t")
    expect(page.locator(".st-key-choose_tie button")).to_have_attribute("aria-pressed", "true")
    press(page, "a", '.st-key-choose_a button[aria-pressed="true"]')
    said = b" ".join(received) + page.evaluate(SHADOWS).encode()
    assert len(received) > 10
    assert [score for score in FAR if score in said] == []
    page.keyboard.press("2")
    expect(page.locator("#verdict")).to_have_text("RNOD prefers A: 0.354 against 0.500.")
    assert b"0.354" in b" ".join(received)  # so that it would have been found
    expect(page.get_by_text("✓ You said A, fairly sure: right.")).to_be_visible()
    expect(page.locator(".dq-distance")).to_have_count(4)
    expect(page.locator(".st-key-lesson_steps")).to_contain_text("1 of 8 done")
    assert fits(page)
    assert lies(page, *watched) == before
    page.keyboard.press("ArrowRight")
    expect(page.locator(".oq-panel")).to_contain_text("Try it:")
    assert fits(page)
    page.locator(".dq-handle").nth(1).focus()
    page.keyboard.press("ArrowDown")  # an arrow on a bar moves the bar, not the lesson
    page.locator(".dq-handle").nth(4).focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#measures tr[data-measure=RNOD] .oq-prefers")).to_contain_text("B ▶")
    expect(page).to_have_url(re.compile("step=try"))
    page.get_by_role("button", name="Reset").click()
    expect(page.locator("#measures tr[data-measure=RNOD] .oq-prefers")).to_contain_text("A 0.146")
    page.evaluate("document.activeElement?.blur()")
    press(page, "Enter", ".oq-take-away")
    assert fits(page)
    assert lies(page, *watched) == before
    expect(page).to_have_url(re.compile("lesson=far-errors&step=take-away&answers=far-errors.a.fairly"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".oq-take-away")).to_have_count(0)
    press(page, "ArrowRight", ".oq-take-away")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 2  # a handout
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Swap")
    expect(page.locator(".st-key-step_swap button")).to_be_disabled()
    expect(page.locator("[data-series=b]")).to_be_hidden()


@pytest.mark.thorough
def test_every_step_of_every_lesson_fits_the_screen_and_the_drag_is_the_answer(server, open_page):
    page = open_page(width=1280, height=720)
    page.goto(f"{server}/lessons")
    page.locator(".dq-handle").first.wait_for()
    for number in range(8):
        assert fits(page), number
        press(page, "Enter", ".st-key-sure")
        assert fits(page), number
        if number == 6:  # NMD must come to prefer Uniform
            expect(page.locator(".st-key-sure_sure button")).to_be_disabled()
            x, y = grip(page, 0)
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, y - 160, steps=6)
            page.mouse.up()
            expect(page.locator(".st-key-sure_sure button")).to_be_enabled()
        else:
            page.keyboard.press("a")
        expect(page.locator(".st-key-sure_sure button")).to_be_enabled()
        press(page, "3", ".st-key-calculations")
        assert fits(page), number
        if number == 6:
            expect(page.get_by_text("You drew a gold on which NMD prefers B, sure: right.")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".oq-panel")).to_contain_text("Try it:")
        press(page, "Enter", ".oq-take-away")
        assert fits(page), number
        page.keyboard.press("Enter")
        expect(page.locator(".oq-take-away")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Quiz")


@pytest.mark.parametrize("link", ["lessons?lesson=far-errors&step=predict", "lessons?lesson=the-ends&step=predict"])
def test_on_a_phone_the_canvas_stays_in_view_above_answers_that_a_finger_can_hit(server, open_page, link):
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/{link}")
    page.locator(".dq-handle").first.wait_for()
    expect_narrow(page)
    canvas = page.locator("svg[role=group]")
    for key in ("choose_a", "choose_tie", "choose_b", "sure_guess", "sure_fairly", "sure_sure"):
        box = page.locator(f".st-key-{key} button").bounding_box()
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844
        assert box["y"] > canvas.bounding_box()["y"] + canvas.bounding_box()["height"]
    page.locator(".st-key-choose_b button").tap()
    page.locator(".st-key-sure_guess button").tap()
    expect(page.locator(".st-key-calculations")).to_be_visible()
    expect_narrow(page)
    page.locator(".st-key-go_on button").scroll_into_view_if_needed()
    settled(page)
    box = canvas.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= page.locator("#verdict").bounding_box()["y"] + 844
    assert page.locator(".st-key-go_on button").bounding_box()["height"] >= 44
    expect(canvas).to_be_in_viewport()
