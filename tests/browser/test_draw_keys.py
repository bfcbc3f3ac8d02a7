"""The canvas from the keyboard: sliders in words, bursts of keys, where the focus stays."""

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import Open, burst, choose, fact, handle, raw

pytestmark = pytest.mark.browser


def test_every_bar_is_a_slider_with_a_value_in_words(canvas: Open) -> None:
    page = canvas()
    slider = page.get_by_role("slider", name="Gold, class 1", exact=True)
    expect(slider).to_have_attribute("aria-valuenow", "9")
    expect(slider).to_have_attribute("aria-valuetext", "9 of 20 votes")
    expect(slider).to_have_attribute("aria-valuemax", "20")
    choose(page, "b")
    expect(page.get_by_role("slider", name="Uniform, class 1", exact=True)).to_have_attribute("aria-valuenow", "4")


def test_keys_move_a_bar(canvas: Open) -> None:
    page = canvas()
    moves = {"ArrowUp": 10, "ArrowRight": 10, "ArrowDown": 8, "ArrowLeft": 8}
    for key, votes in (moves | {"PageUp": 11, "PageDown": 7, "Home": 0, "End": 20}).items():
        handle(page, 3).focus()
        page.keyboard.press(key)
        numbers = raw(page)[0]
        assert numbers[3] == votes, key
        assert sum(numbers) == 20
        page.keyboard.press("Control+z")


def test_a_burst_of_keys_is_one_final_message_and_one_step_of_undo(canvas: Open) -> None:
    page = canvas()
    burst(page, 0, *["ArrowUp"] * 8)
    assert raw(page)[0][0] == 8
    assert fact(page, "seq") == "1"
    page.keyboard.press("ArrowDown")
    assert raw(page)[0][0] == 7
    page.keyboard.press("Control+z")
    assert raw(page)[0][0] == 8
    page.keyboard.press("Control+z")
    assert raw(page)[0] == (0, 1, 2, 9, 8)


def test_the_focus_stays_where_it_was_when_the_grid_is_redrawn(canvas: Open) -> None:
    page = canvas()
    handle(page, 2).focus()
    grid = page.locator(".dq svg[role=group]")
    before = grid.get_attribute("viewBox") or ""
    page.set_viewport_size({"width": 700, "height": 900})
    expect(grid).not_to_have_attribute("viewBox", before)
    page.keyboard.press("End")
    assert raw(page)[0] == (0, 0, 20, 0, 0)


def test_the_choice_of_what_to_draw_works_with_arrow_keys(canvas: Open) -> None:
    page = canvas()
    page.get_by_role("radio", name="Gold", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="A Popularity")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="B Uniform")).to_be_checked()
