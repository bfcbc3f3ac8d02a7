"""Drawing on the canvas with mouse and finger: the bars follow, the measures too, no message is lost."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import Open, act, choose, drag, fact, grip, point, raw, settled

pytestmark = pytest.mark.browser


def test_dragging_a_bar_changes_the_votes_and_the_measures(canvas: Open) -> None:
    page = canvas()
    before = fact(page, "NMD-a")
    drag(page, 3, 0.2)  # from 9 to 4 votes of 20; the others share 16 in proportion to 0, 1, 2, 8
    assert raw(page)[0] == (0.0, 1.0, 3.0, 4.0, 12.0)
    assert fact(page, "NMD-a") != before


def test_dragging_away_and_back_loses_nothing_and_is_no_step_of_undo(canvas: Open) -> None:
    page = canvas()
    start = grip(page, 3)
    drag(page, 3, 1.0, release=False)
    page.mouse.move(*point(page, 3, 0.0), steps=5)
    page.mouse.move(*start, steps=5)
    page.mouse.up()
    assert raw(page)[0] == (0, 1, 2, 9, 8)
    expect(page.locator("[data-act=undo]")).to_have_attribute("aria-disabled", "true")


def test_a_finger_drags_a_bar_and_the_page_does_not_scroll(canvas: Open) -> None:
    page = canvas(width=390, height=500, has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)
    page.locator(".dq-stage").scroll_into_view_if_needed()
    (x, y), (_, to) = grip(page, 3), point(page, 3, 0.05)

    def touch(kind: str, at: float | None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for step in range(1, 11):
        touch("touchMove", y + (to - y) * step / 10)
    touch("touchEnd", None)
    assert raw(page)[0][3] == 1
    assert sum(raw(page)[0]) == 20
    assert grip(page, 3)[1] == pytest.approx(to, abs=8)  # had the page scrolled, the bar would be elsewhere


def test_popularity_follows_the_gold_and_becomes_a_run_when_drawn_on(canvas: Open) -> None:
    page = canvas()
    page.mouse.click(*point(page, 0, 0.9))
    assert raw(page)[1:] == ["popularity", "uniform"]
    assert fact(page, "a") == [1, 0, 0, 0, 0]
    choose(page, "a")
    page.mouse.click(*point(page, 4, 0.5))
    assert raw(page)[1] == (10, 0, 0, 0, 10)
    expect(page.get_by_role("radio", name="Run A")).to_be_checked()
    act(page, "undo")
    assert raw(page)[1] == "popularity"


def test_equal_bars_stay_exactly_equal_in_probability_mode(canvas: Open) -> None:
    page = canvas(query={"gold": "0.1,0.3,0.3,0.2,0.1", "a": "1,0,0,0,0"})
    for share in (0.63, 0.07, 0.91):
        page.mouse.click(*point(page, 3, share))
        gold = raw(page)[0]
        assert gold[3] == pytest.approx(share, abs=0.0101)
        assert gold[0] == gold[4]
        assert gold[1] == gold[2]
        assert math.fsum(gold) == pytest.approx(1, abs=1e-11)


def test_every_drag_is_one_message_and_none_is_lost(canvas: Open) -> None:
    page = canvas()
    for turn in range(8):
        goal = (2, 14)[turn % 2] / 20
        drag(page, 3, goal, steps=15)
        assert raw(page)[0][3] == goal * 20
        assert fact(page, "seq") == str(turn + 1)
    assert int(fact(page, "runs")) <= 8 + 3


def test_nothing_is_sent_while_the_button_is_down(canvas: Open) -> None:
    page = canvas()
    drag(page, 3, 0.1, release=False)
    expect(page.locator("[data-testid=stMain]")).to_have_attribute("data-drawing", "held")
    settled(page)
    assert fact(page, "seq") == "0"
    page.mouse.up()
    assert raw(page)[0][3] == 2
    assert fact(page, "seq") == "1"
    expect(page.locator("[data-testid=stMain]")).not_to_have_attribute("data-drawing", re.compile(""))
