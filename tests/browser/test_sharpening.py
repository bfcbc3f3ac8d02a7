"""Long work in a real browser: a first answer that gets sharper, stops, goes on; nothing moves, nothing runs on."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
HOST = Path(__file__).with_name("sharpening_host.py")
FINISHED = '[data-test-script-state="notRunning"]'
PATIENCE = 60  # seconds


@pytest.fixture
def at_work(serve: Callable[..., str], open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(name: str, *, total: int = 100_000, **options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{serve(HOST)}/?total={total}&name={name}")
        page.locator("#verdict").wait_for()
        return page

    return start


def answer(page: Page) -> int:
    return int(page.locator("#verdict").inner_text())


def sharper_than(page: Page, before: int) -> int:
    """Wait for an answer by more trials."""
    until = time.monotonic() + PATIENCE
    while answer(page) <= before:
        assert time.monotonic() < until, f"still {before}"
        page.wait_for_timeout(50)
    return answer(page)


def line(page: Page) -> str:
    return page.locator("#progress").inner_text()


def test_the_first_answer_stands_long_before_the_end_and_gets_sharper(at_work: Callable[..., Page]) -> None:
    page = at_work("sharper")
    first = answer(page)
    assert 0 < first < 1000
    assert re.fullmatch(r"p-values from [\d,]+ of 100,000 trials so far; about [\d.]+ (min|h) left", line(page))
    assert sharper_than(page, sharper_than(page, first)) < 10_000


def test_nothing_moves_while_it_gets_sharper_nor_when_it_stops(at_work: Callable[..., Page]) -> None:
    page = at_work("still")
    where = "document.querySelector('#last').getBoundingClientRect().top"
    sharper_than(page, answer(page))
    places = {page.evaluate(where)}
    for _ in range(3):
        sharper_than(page, answer(page))
        places.add(page.evaluate(where))
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#progress")).to_contain_text("Stopped at")
    places.add(page.evaluate(where))
    assert len(places) == 1


def test_cancel_keeps_what_there_is_and_continue_goes_on_from_it(at_work: Callable[..., Page]) -> None:
    page = at_work("cancelled")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#progress")).to_contain_text("Stopped at")
    page.locator(FINISHED).wait_for(state="attached")
    kept = answer(page)
    assert line(page) == f"Stopped at {kept} of 100,000 trials."
    page.wait_for_timeout(1500)  # three drawings
    assert answer(page) == kept
    page.get_by_role("button", name="Continue").click()
    assert sharper_than(page, kept) > kept
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def test_the_page_answers_while_it_works(at_work: Callable[..., Page]) -> None:
    page = at_work("answers")
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator("#anything")).to_have_text("1")
    assert sharper_than(page, answer(page)) < 10_000


def test_in_the_end_the_line_says_so_and_nothing_runs(at_work: Callable[..., Page]) -> None:
    page = at_work("ends", total=60)  # three seconds
    expect(page.locator("#verdict")).to_have_text("60")
    expect(page.locator("#progress")).to_have_text("All 60 trials are done.")
    page.locator(FINISHED).wait_for(state="attached")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


def test_who_leaves_leaves_no_work_running_and_the_next_one_goes_on(at_work: Callable[..., Page]) -> None:
    page = at_work("left")
    before = sharper_than(page, answer(page))
    page.close()
    time.sleep(3)
    again = at_work("left")
    found = answer(again)
    assert before <= found  # nothing was lost
    assert found < before + 50  # 60 portions of 0.05 s would have been done by somebody who stayed
    assert sharper_than(again, found) > found


def test_two_visitors_share_the_work(at_work: Callable[..., Page]) -> None:
    first = at_work("shared")
    before = sharper_than(first, answer(first))
    second = at_work("shared")
    assert answer(second) >= before
    first.get_by_role("button", name="Cancel").click()
    expect(first.locator("#progress")).to_contain_text("Stopped at")
    assert sharper_than(second, answer(second)) > before


def test_systems_gets_sharper_and_ends_with_all_trials(server: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server}/systems?trials=50000&seed=77")
    page.locator("#verdict").wait_for()
    expect(page.locator("#because")).to_contain_text("B = 50,000 trials", timeout=PATIENCE * 1000)
    expect(page.locator("#because")).to_contain_text("seed 77")
    page.locator(FINISHED).wait_for(state="attached")
