"""Class labels are dragged along the axis: their classes move with them, and Python knows where they stand."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import settling
from tests.browser.on_canvas import Open, act, fact, raw

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

FIVE = {"classes": "p,q,r,s,t", "gold": "1,1,2,9,8", "a": "uniform", "b": "popularity"}


def label(page: Page, i: int):
    return page.locator(".dq-labels button").nth(i)


def middles(page: Page, nodes: str) -> list[float]:
    return [box["x"] + box["width"] / 2 for node in page.locator(nodes).all() if (box := node.bounding_box())]


def drag_label(page: Page, i: int, px: float, *, release: bool = True) -> None:
    x, y = settling.middle(label(page, i))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + px, y + 2, steps=6)
    if release:
        page.mouse.up()


def test_a_dragged_label_moves_its_class_and_undo_and_equal_distances_bring_it_back(canvas: Open) -> None:
    page = canvas(query=FIVE)
    bars = middles(page, ".dq-bar")
    step = bars[1] - bars[0]
    drag_label(page, 2, step / 2, release=False)
    assert fact(page, "positions") == "None"  # it is sent when the label is let go
    page.mouse.up()
    assert fact(page, "positions") == (1, 2, 3.5, 4, 5)
    assert middles(page, ".dq-bar") == pytest.approx([*bars[:2], bars[2] + step / 2, *bars[3:]], abs=1)
    assert middles(page, ".dq-labels button") == pytest.approx(middles(page, ".dq-bar"), abs=1)
    expect(page.locator(".dq-labels input")).to_have_count(0)  # the end of a drag is no click
    assert raw(page)[0] == (1, 1, 2, 9, 8)
    drag_label(page, 2, 10 * step)  # as far as the next class allows
    assert fact(page, "positions") == (1, 2, 3.7, 4, 5)
    act(page, "undo")
    assert fact(page, "positions") == (1, 2, 3.5, 4, 5)
    act(page, "equal")
    assert fact(page, "positions") == "None"
    assert middles(page, ".dq-bar") == pytest.approx(bars, abs=1)
    act(page, "undo")
    assert fact(page, "positions") == (1, 2, 3.5, 4, 5)


def test_a_click_still_renames_and_the_ends_stay(canvas: Open) -> None:
    page = canvas(query=FIVE)
    label(page, 1).click()
    page.keyboard.type("quite")
    page.keyboard.press("Enter")
    assert fact(page, "classes") == "p|quite|r|s|t"
    drag_label(page, 0, 60)
    assert fact(page, "positions") == "None"


def test_arrow_keys_on_a_label_move_its_class(canvas: Open) -> None:
    page = canvas(query={**FIVE, "positions": "0,10,20,30,40"})
    assert fact(page, "positions") == (0, 10, 20, 30, 40)
    label(page, 1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    assert fact(page, "positions") == (0, 12, 20, 30, 40)
    expect(label(page, 1)).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    assert fact(page, "positions") == (0, 7, 20, 30, 40)
    page.keyboard.press("Control+z")
    assert fact(page, "positions") == (0, 10, 20, 30, 40) or fact(page, "positions") == (0, 12, 20, 30, 40)
    expect(page.locator(".dq-hint")).to_contain_text("The classes stand at 0, 1")
