"""The axis of the canvas: it ends above the largest bar, stays during a drag, and hides no vote."""

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import FLAT, Open, act, drag, grip, handle, point, raw, ticks

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def test_the_axis_stays_while_a_bar_is_dragged_and_fits_the_bars_afterwards(canvas: Open) -> None:
    page = canvas(query=FLAT)
    drag(page, 3, 0.5, release=False)
    assert ticks(page) == [0, 10, 20, 30]
    page.mouse.up()
    votes = raw(page)[0][3]
    assert votes > 30
    assert ticks(page)[-1] > votes or ticks(page)[-1] == 100
    drag(page, 3, 0.05)
    assert raw(page)[0][3] == pytest.approx(5, abs=1)
    assert ticks(page) == [0, 10, 20, 30]


def test_a_drag_reaches_all_votes_from_a_low_axis_and_comes_back(canvas: Open) -> None:
    page = canvas(query=FLAT)
    start = grip(page, 3)
    drag(page, 3, 1.0, release=False)
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "110")
    assert ticks(page) == [0, 10, 20, 30]
    page.mouse.move(*start, steps=5)
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "10")
    page.mouse.move(*point(page, 3, 1.0), steps=5)
    page.mouse.up()
    assert raw(page)[0][3] == 110
    expect(page.locator(".dq-tick").last).to_have_text("100")
    act(page, "undo")
    assert ticks(page) == [0, 10, 20, 30]
