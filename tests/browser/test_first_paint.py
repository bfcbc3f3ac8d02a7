"""Pages of a task, opened cold: nothing moves while they load, and the finding stands at the top."""

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

PAGES = ("cases", "popularity-vs-uniform", "systems", "measures", "plan", "data")
MOST_SHIFT = 0.1  # what web.dev calls good; on a wide screen, and not yet where a page draws itself again (Systems)
LOWEST = {1280: 200, 390: 400}  # pixels, by the width of the screen
WATCH = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("width", LOWEST)
@pytest.mark.parametrize("name", matrix(PAGES, "cases"))
def test_the_finding_stands_at_the_top_and_on_a_wide_screen_nothing_moves_while_the_page_loads(
    open_page: OpenPage, server: str, name: str, width: int
) -> None:
    page = open_page(width=width, height=900)
    page.add_init_script(WATCH)
    page.goto(f"{server}/{name}")
    page.locator("#verdict").wait_for()
    settled(page)
    if width == max(LOWEST) and name != "systems":
        assert page.evaluate("window.shifted") < MOST_SHIFT
    assert page.locator("#verdict").evaluate("node => node.getBoundingClientRect().top") <= LOWEST[width]
