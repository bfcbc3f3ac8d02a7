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
    button, menu = page.get_by_role("button", name="More tools"), page.get_by_role("menu")
    expect(button).to_have_attribute("aria-haspopup", "menu")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(menu).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(menu).to_be_visible()
    assert focused(page) == "Shift left"
    entries = [
        *("Shift left", "Shift right", "Random", "Popularity", "Uniform", "Swap A and B"),
        *("Exchange gold with A", "Exchange gold with B", "Copy gold to A", "Copy gold to B"),
        *("Equal distances", "Full screen"),
    ]
    for name in [*entries[1:], entries[0]]:
        page.keyboard.press("ArrowDown")
        assert focused(page) == name
    for key, name in {"ArrowUp": "Full screen", "Home": "Shift left", "End": "Full screen"}.items():
        page.keyboard.press(key)
        assert focused(page) == name
    for key, name in (("c", "Copy gold to A"), ("c", "Copy gold to B"), ("r", "Random")):  # keys of Streamlit, too
        page.keyboard.press(key)
        assert focused(page) == name
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")

    page.keyboard.press("ArrowUp")
    assert focused(page) == "Full screen"
    page.keyboard.press("Tab")
    expect(menu).to_be_hidden()
    page.keyboard.press("Shift+Tab")
    expect(button).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert raw(page)[0] == (0, 0, 1, 2, 17)
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
