"""Whatever menu is open on a page, a link of the sidebar leads to its page at once, and Back leads back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser
HEADINGS = {"compare": "Compare", "cases": "Cases"}
WITHOUT_MENUS = "start", "lessons?lesson=1"


@pytest.mark.parametrize("name", matrix([page for page in PAGES if page not in WITHOUT_MENUS], "cases", "compare"))
def test_an_open_menu_does_not_swallow_the_click_on_another_page(open_page: OpenPage, server: str, name: str) -> None:
    page, target = open_page(), "cases" if name.startswith("compare") else "compare"
    page.goto(f"{server}/{name}")
    settled(page)
    path = page.evaluate("location.pathname")
    menus = page.locator("[data-testid=stMain] [data-testid=stPopoverButton]")
    for number in range(menus.count()):
        menus.nth(number).press("Enter")  # two of Compare are seen only while the keyboard is on them
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        click_in_sidebar(page, target)
        expect(page).to_have_url(re.compile(f"/{target}(\\?|$)"))
        expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[target])
        settled(page)
        page.go_back()
        settled(page)
        assert page.evaluate("location.pathname") == path
        expect(page.get_by_test_id("stException")).to_have_count(0)


def click_in_sidebar(page: Page, target: str) -> None:
    """Press where the link is: Playwright's own click would wait until nothing lies over it."""
    box = page.locator(f'[data-testid=stSidebarNavLink][href$="/{target}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 30, box["y"] + box["height"] / 2)
