"""A page that another test had before is like a new one."""

import pytest

pytestmark = pytest.mark.browser


def test_nothing_has_the_focus_on_a_page_that_is_used_again(server, open_page):
    page = open_page(width=1280, height=720)
    page.goto(f"{server}/which-measure")
    page.locator("a[href$='/systems']").focus()
    page.goto(f"{server}/lessons")
    page.locator(".cv-choices button").first.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "BODY"
