"""While a page loads nothing moves, its finding comes first, and it ends at the top."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import finding, settled, words_of
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

OF_A_TASK = ("cases", "popularity-vs-uniform", "systems", "measures", "plan", "data", "nuggets", "ranked-lists")
MOST_SHIFT = 0.1  # what web.dev calls good
ANEW = {1280: (1, 2), 390: (0, 1)}  # by the width: what was computed for one is no answer to the other
LOWEST = {1280: 200, 390: 400}  # pixels, by the width of the screen
WATCH = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
COLD = {  # what is computed anew: by another seed, or of other classes
    "systems": "seed=46{}",
    "plan": "seed=46{}",
    "measures": "view=power&seed=46{}",
    **dict.fromkeys(("cases", "popularity-vs-uniform", "data"), "merge={},{}"),
}
SCRIPTS, PLOTS = re.compile(r"/(Html|PlotlyChart)\.[^/]*\.js"), re.compile(r"/PlotlyChart\.")  # what draws both
CORNERS = ("compare", False), ("measures", True)  # Cases is loaded below


@pytest.mark.parametrize("width", LOWEST)
@pytest.mark.parametrize(
    ("name", "cold"), matrix([*((name, False) for name in PAGES), *((name, True) for name in COLD)], *CORNERS)
)
def test_nothing_moves_while_a_page_loads_and_the_finding_stands_at_the_top(
    open_page: OpenPage, server: str, name: str, cold: bool, width: int
) -> None:
    page = watched(open_page, width)
    page.goto(f"{server}/{name}?{COLD[name].format(*ANEW[width]) if cold else ''}")
    page.get_by_role("heading", level=1).wait_for()
    settled(page)
    assert page.evaluate("shifted") < MOST_SHIFT
    if name in OF_A_TASK:
        expect_at_the_top(page, width)


@pytest.mark.parametrize("width", LOWEST)
@pytest.mark.parametrize("name", matrix([name for name in OF_A_TASK if name != "systems"], "cases"))  # it has no plot
def test_the_finding_is_seen_before_the_scripts_are_loaded_that_draw_html_and_plots(
    open_page: OpenPage, server: str, name: str, width: int
) -> None:
    page = watched(open_page, width)
    held: list[Route] = []
    page.route(SCRIPTS, lambda route: held.append(route))
    with page.expect_request(PLOTS):
        page.goto(f"{server}/{name}")
    words = words_of(page.locator(".st-key-finding p:visible"))
    for route in held:
        route.continue_()
    page.locator("#verdict").wait_for()
    assert finding(page) == words
    expect(page.locator(".st-key-finding #verdict:visible")).to_have_count(1)
    expect(page.locator(".st-key-finding [data-testid=stMarkdown] p:visible")).to_have_count(0)
    page.locator(".main-svg").first.wait_for()
    settled(page)
    assert page.evaluate("shifted") < MOST_SHIFT
    expect_at_the_top(page, width)


def expect_at_the_top(page: Page, width: int) -> None:
    assert page.locator("#verdict").evaluate("node => node.getBoundingClientRect().top") <= LOWEST[width]


def watched(open_page: OpenPage, width: int) -> Page:
    page = open_page(width=width, height=900, waits=False)
    page.add_init_script(WATCH)
    return page
