"""Papers as a visitor uses it: a cold link, a table of numbers, the way to Compare, a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.settling import expect_narrow, settled

pytestmark = pytest.mark.browser


def test_a_cold_link_opens_the_page_and_its_sections_and_links_work(server, open_page):
    page = open_page(height=800)
    page.goto(f"{server}/papers?paper=sakai2017")
    settled(page)
    expect(page.locator("#verdict").first).to_contain_text("8 are slips")
    expect(page.locator("#slips tbody tr")).to_have_count(8)
    page.get_by_text("All 51 numbers").click()
    expect(page.locator("#printed tbody tr")).to_have_count(11)
    expect(page).to_have_url(re.compile("every=yes"))
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    expect_narrow(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#slips").get_by_role("link", name="Compare").first.click()
    expect(page).to_have_url(re.compile("/compare.*gold="))
