"""Papers as a visitor uses it: a cold link, a row, a page of the list, the way to Compare, a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.settling import expect_narrow, listening, settled

pytestmark = pytest.mark.browser


def test_a_cold_link_opens_the_page_and_rows_slips_and_links_work_on_it(server, open_page):
    page = open_page(height=800)
    page.goto(f"{server}/papers?paper=sakai2021lq")
    listening(page, "printed")
    settled(page)
    expect(page.locator("#verdict").first).to_contain_text("the other 12 are slips in the papers")
    page.locator("#printed tbody tr").nth(2).click()
    expect(page).to_have_url(re.compile("row=3"))
    expect(page.locator("#calculation").first).to_contain_text("; computed ")
    page.locator("#printed tbody tr").nth(5).locator("button").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("row=6"))
    page.get_by_text("Only slips").click()
    expect(page.locator("#printed tbody tr")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    expect_narrow(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="Open in Compare").first.click()
    expect(page).to_have_url(re.compile("/compare.*gold="))
