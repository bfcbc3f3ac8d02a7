"""Pages of a task: the finding stands at the top, and little moves while they load."""

import pytest

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
def test_the_finding_stands_at_the_top_and_stays_there(open_page: OpenPage, server: str, name: str, width: int) -> None:
    page = open_page(width=width, height=900)
    page.add_init_script(WATCH)
    page.goto(f"{server}/{name}")
    page.locator("#verdict").wait_for()
    settled(page)
    if width == max(LOWEST) and name in STILL:
        assert page.evaluate("window.shifted") < MOST_SHIFT
    assert page.locator("#verdict").evaluate("node => node.getBoundingClientRect().top") <= LOWEST[width]
