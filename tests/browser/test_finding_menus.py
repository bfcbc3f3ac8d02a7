"""A name in a finding is a choice: whatever is chosen there, the page is about it afterwards."""

import pytest
from playwright.sync_api import expect

from tests.browser.settling import settled

pytestmark = pytest.mark.browser

PAGES = (
    *("compare", "popularity-vs-uniform", "cases", "systems", "plan"),
    *("atlas", "nuggets", "ranked-lists", "papers"),
)
OTHERS = """list => [...list.options].filter((option, i) => !option.disabled && i !== list.selectedIndex)
  .map(option => [option.value, option.textContent])"""
LONGEST = 24  # characters of a name in a sentence


@pytest.mark.parametrize("name", PAGES)
def test_what_is_chosen_in_a_finding_is_what_the_page_is_about(server, open_page, name):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/{name}")
    settled(page)
    choices = page.locator("[data-testid=stMain] .oq-choice")
    expect(choices.first).to_be_visible()
    for number in range(choices.count()):
        choice = choices.nth(number)
        others = choice.locator("select").evaluate(OTHERS)
        if not others:
            continue
        value, words = others[min(2, len(others) - 1)]
        said = choice.locator("xpath=..").text_content()
        choice.locator("select").select_option(value)
        expect(choice.locator("> span")).to_have_text(words if len(words) <= LONGEST else words[: LONGEST - 1] + "…")
        settled(page)
        assert choice.locator("xpath=..").text_content() != said
        expect(page.get_by_test_id("stException")).to_have_count(0)
