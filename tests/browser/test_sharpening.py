"""Long work in a real browser: a first answer that gets sharper, stops, goes on; nothing moves, nothing runs on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import settled

pytestmark = pytest.mark.browser
HOST = Path(__file__).with_name("sharpening_host.py")
PLACES = """() => {
  window.places = new Set();
  const look = () => {
    const last = document.querySelector("#last");
    if (last) places.add(last.getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def at_work(serve: Callable[..., str], open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(name: str, *, total: int = 100_000, **options: object) -> Page:
        page = open_page(waits=False, **options)
        page.goto(f"{serve(HOST)}/?total={total}&name={name}")
        page.locator("#verdict").wait_for()
        return page

    return start


def answer(page: Page) -> int:
    return int(page.locator("#verdict").inner_text())


def sharper_than(page: Page, before: int) -> int:
    """Wait for an answer by more trials."""
    more = "before => Number(document.querySelector('#verdict')?.textContent) > before"
    page.wait_for_function(more, arg=before)
    return answer(page)


def later(at_work: Callable[..., Page], name: str) -> None:
    """Let some time pass: as much as others need for fifty trials."""
    others = at_work(f"the clock of {name}")
    sharper_than(others, answer(others) + 50)
    others.close()


def test_the_first_answer_stands_long_before_the_end_gets_sharper_beside_other_work_and_nothing_moves(
    at_work: Callable[..., Page],
) -> None:
    page = at_work("sharper")
    first = answer(page)
    assert 0 < first < 1000
    shown = re.compile(r"^p-values from [\d,]+ of 100,000 trials so far; about [\d.]+ (min|h) left$")
    expect(page.locator("#progress")).to_have_text(shown)
    sharper_than(page, first)
    page.evaluate(PLACES)
    sharper_than(page, answer(page))
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator("#anything")).to_have_text("1")
    assert sharper_than(page, answer(page)) < 10_000
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#progress")).to_contain_text("Stopped at")
    settled(page)
    assert page.evaluate("places.size") == 1


def test_a_fragment_that_has_said_how_far_it_was_runs_again(server: str, page: Page) -> None:
    page.goto(f"{server}/progress")
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#runs")).to_have_text("2")


@pytest.mark.thorough
def test_in_the_end_there_is_no_line_and_nothing_runs(at_work: Callable[..., Page]) -> None:
    page = at_work("ends", total=60)  # three seconds
    expect(page.locator("#verdict")).to_have_text("60")
    settled(page)
    expect(page.locator("#progress")).to_have_count(0)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


@pytest.mark.thorough
def test_who_leaves_leaves_no_work_running_and_the_next_one_goes_on(
    at_work: Callable[..., Page], serve: Callable[..., str], open_page: Callable[..., Page]
) -> None:
    page = at_work("left")
    before = sharper_than(page, answer(page))
    page.close()
    onlooker = open_page()

    def done() -> int:
        onlooker.goto(f"{serve(HOST)}/?total=100000&name=left&look=1")
        return int(onlooker.locator("#done").inner_text())

    for _ in range(5):  # a busy server needs a while to see that somebody has left
        left = done()
        later(at_work, "left")
        if done() == left:
            break
    assert done() == left
    again = at_work("left")
    assert before <= left <= sharper_than(again, left - 1)  # nothing was lost
    assert sharper_than(again, left) > left
