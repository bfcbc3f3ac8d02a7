"""Start: the question and its answers are on the first screen, and nothing moves when one is chosen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.on_canvas import grip
from tests.browser.settling import settled

pytestmark = pytest.mark.browser


def lies(page: Page, *selectors: str) -> list[dict[str, float] | None]:
    settled(page)
    return [page.locator(selector).first.bounding_box() for selector in selectors]


@pytest.mark.parametrize("size", [pytest.param((1280, 720), marks=pytest.mark.thorough), (390, 844)])
def test_nothing_moves_when_the_answer_comes_and_the_picture_stays_live(open_at, size):
    width, height = size
    page = open_at("", width=width, height=height)
    last = page.get_by_role("button", name="B is better")
    expect(last).to_be_visible()
    watched = [".st-key-canvas", ".st-key-say_a", ".st-key-say_b"]
    watched += [".st-key-question", ".st-key-entries"] * (width > 640)  # on a phone these follow it
    before = lies(page, *watched)
    expect(page.get_by_role("link", name="Start the lessons")).to_be_visible()
    for button in ("A is better", "B is better"):
        box = page.get_by_role("button", name=button).bounding_box()
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 44
    if width > 640:
        entries = page.locator(".st-key-source").bounding_box()
        assert entries["y"] + entries["height"] <= height
    last.click()
    expect(page.locator("#verdict")).to_have_text("RNOD agrees with you; NMD prefers A.")
    expect(page.get_by_role("button", name="✓ You said B")).to_be_visible()
    assert lies(page, *watched) == before
    following = page.get_by_role("button", name="Again with another pair").bounding_box()
    assert following["y"] + following["height"] <= height
    x, y = grip(page, 3)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    expect(page.locator("#measures tr[data-measure=NMD] td").first).not_to_have_text("0.150")
    assert lies(page, *watched) == before
    page.get_by_role("link", name="See all 13 measures").click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    assert "gold=" in page.url
