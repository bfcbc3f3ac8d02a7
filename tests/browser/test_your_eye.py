"""Your eye on a phone: one tap per pair, without scrolling; keys; a reload keeps the answers."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.settling import settled

pytestmark = pytest.mark.browser


def test_a_tap_per_pair_on_a_phone_without_scrolling_and_a_reload_keeps_the_answers(server, open_page):
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/your-eye?seed=7")
    for number in range(1, 4):
        expect(page.get_by_text(f"Pair {number} of 24")).to_be_visible()
        settled(page)
        for side in ("a", "neither", "b"):
            button = page.locator(f".st-key-choose_{side} button")
            box = button.bounding_box()
            assert box["y"] + box["height"] <= 844
            assert min(box["width"], box["height"]) >= 44
        page.locator(".st-key-choose_b button").tap()
    expect(page).to_have_url(re.compile(r"answers=1\.bbb$"))
    page.reload()
    expect(page.get_by_text("Pair 4 of 24")).to_be_visible()
    settled(page)
    page.keyboard.press("n")
    expect(page.get_by_text("Pair 5 of 24")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".st-key-choose_neither button")).to_have_attribute("aria-pressed", "true")
