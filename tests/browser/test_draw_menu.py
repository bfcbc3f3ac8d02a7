"""The menu of the canvas: by mouse, by keyboard, above everything else, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.on_canvas import Open, raw

pytestmark = pytest.mark.browser

FOCUSED = "document.activeElement.shadowRoot.activeElement.textContent.trim()"


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def test_the_menu_works_by_keyboard(canvas: Open) -> None:
    page = canvas()
    button, menu = page.get_by_role("button", name="More tools"), page.get_by_role("dialog", name="More tools")
    expect(button).to_have_attribute("aria-haspopup", "dialog")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(menu).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(menu).to_be_visible()
    assert focused(page) == "Votes"
    entries = ["Votes", "−", "+", "−", "", "+"]  # between the last two the field of the votes
    entries += ["Even", "Mirror", "Shift left", "Shift right", "Popularity", "Uniform", "Random"]
    entries += ["Swap A and B", "Equal distances", "Exchange gold with A", "Exchange gold with B"]
    entries += ["Copy gold to A", "Copy gold to B", "Full screen"]
    for name in [*entries[1:], entries[0]]:
        page.keyboard.press("ArrowDown")
        assert focused(page) == name
    for key, name in {"ArrowUp": "Full screen", "Home": "Votes", "End": "Full screen"}.items():
        page.keyboard.press(key)
        assert focused(page) == name
    for key, name in (("c", "Copy gold to A"), ("c", "Copy gold to B"), ("r", "Random")):  # keys of Streamlit, too
        page.keyboard.press(key)
        assert focused(page) == name
    expect(page.get_by_test_id("stDialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")

    page.keyboard.press("ArrowUp")
    assert focused(page) == "Full screen"
    page.keyboard.press("Tab")
    expect(menu).to_be_hidden()
    button.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    assert raw(page)[0] == (0, 0, 1, 2, 17)
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()


def test_numbers_are_changed_while_the_menu_stays_open(canvas: Open) -> None:
    page = canvas()
    button, menu = page.get_by_role("button", name="More tools"), page.get_by_role("dialog", name="More tools")
    button.click()
    page.get_by_role("button", name="One vote more").click()
    page.get_by_role("button", name="Add a class").click()
    page.get_by_role("textbox", name="Votes").fill("22")
    page.keyboard.press("Enter")
    assert sum(raw(page)[0]) == 22
    page.get_by_role("radio", name="Votes").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Probability")).to_be_checked()
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_the_line_says_how_to_draw_until_somebody_has_and_that_popularity_follows_the_gold_until_it_is_drawn(
    canvas: Open,
) -> None:
    page = canvas()
    line, pill = page.locator(".dq-hint"), page.locator("[data-series=a]")
    expect(line).to_contain_text("Drag a bar")
    expect(line).to_contain_text("Mode 1, mean 1.20.")
    expect(line).to_contain_text("Popularity follows the gold.")
    pill.click()
    expect(line).to_contain_text("Drag a bar")
    page.get_by_role("slider").first.press("ArrowUp")
    expect(line).to_have_text("Mode 1, mean 1.20.")
