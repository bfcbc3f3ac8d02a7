"""The menu of the canvas: by mouse, by keyboard, above everything else, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.on_canvas import Open, choose, entry, raw

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
        *("Equal distances", "Download SVG", "Download PNG", "Full screen"),
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


def test_the_menu_closes_after_a_choice_or_a_click_elsewhere_and_offers_what_can_be_done(canvas: Open) -> None:
    page = canvas()
    button, menu = page.get_by_role("button", name="More tools"), page.get_by_role("menu")
    expect(entry(page, "Popularity")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("menuitem", name="Popularity").click(force=True)  # cannot be done to the gold: nothing happens
    expect(menu).to_be_visible()
    page.mouse.click(5, 5)
    expect(menu).to_be_hidden()
    button.click()
    button.click()
    expect(menu).to_be_hidden()
    choose(page, "b")
    expect(entry(page, "Copy B to gold")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Copy B to A")).to_be_visible()
    expect(page.get_by_role("menuitem", name="to B")).to_have_count(0)
    page.get_by_role("menuitem", name="Popularity").click()
    expect(menu).to_be_hidden()
    assert raw(page)[2] == "popularity"


def test_on_a_phone_the_menu_is_whole_and_above_the_rest(canvas: Open) -> None:
    page = canvas(width=390, height=700, has_touch=True, is_mobile=True)
    for height in (700, 300):
        page.set_viewport_size({"width": 390, "height": height})
        entry(page, "Random").scroll_into_view_if_needed()
        box = page.get_by_role("menu").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        on_top = page.get_by_role("menu").evaluate(
            """menu => {
              const { left, right, top, bottom } = menu.getBoundingClientRect();
              const inner = [left + 9, right - 9].flatMap((x) => [[x, top + 9], [x, bottom - 9]]);
              return inner.every(([x, y]) => menu.contains(menu.getRootNode().elementFromPoint(x, y)));
            }"""
        )
        assert on_top
        page.get_by_role("menuitem", name="Full screen").scroll_into_view_if_needed()
        expect(page.get_by_role("menuitem", name="Full screen")).to_be_in_viewport()
        page.keyboard.press("Escape")
