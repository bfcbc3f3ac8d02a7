"""Pages of a task: the finding stands at the top, and little moves while they load."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

PAGES = ("cases", "popularity-vs-uniform", "systems", "measures", "plan", "data")
MOST_SHIFT = 0.1  # what web.dev calls good
STILL = ("cases",)  # the pages that stay below it on a wide screen; the others fill their cards later
LOWEST = {1280: 200, 390: 400}  # pixels, by the width of the screen
WATCH = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("width", LOWEST)
@pytest.mark.parametrize("name", matrix(PAGES, "cases"))
def test_the_finding_stands_at_the_top(open_page: OpenPage, server: str, name: str, width: int) -> None:
    page = opened(open_page, f"{server}/{name}", width)
    assert page.locator("#verdict").evaluate("node => node.getBoundingClientRect().top") <= LOWEST[width]


@pytest.mark.thorough  # what is drawn together, and so does not move, depends on how busy the machine is
@pytest.mark.parametrize("name", STILL)
def test_little_moves_while_a_page_loads(open_page: OpenPage, server: str, name: str) -> None:
    assert opened(open_page, f"{server}/{name}", max(LOWEST)).evaluate("window.shifted") < MOST_SHIFT


def opened(open_page: OpenPage, address: str, width: int) -> Page:
    page = open_page(width=width, height=900)
    page.add_init_script(WATCH)
    page.goto(address)
    page.locator("#verdict").wait_for()
    settled(page)
    return page
