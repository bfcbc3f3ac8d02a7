"""A name in a finding is a choice: whatever is chosen there, the page is about it afterwards."""

import pytest
from playwright.sync_api import expect

from tests.browser.settling import settled, words_of
from tests.depth import matrix

pytestmark = pytest.mark.browser

PAGES = (
    *("compare", "popularity-vs-uniform", "cases", "systems", "plan"),
    *("atlas", "nuggets", "ranked-lists", "papers"),
)
PLACES = "lists => lists.map(list => [list.closest('[id]').id, list.dataset.role])"
OTHERS = """list => [...list.options]
  .filter((option, i) => !option.disabled && i !== list.selectedIndex && !option.textContent.startsWith("⇄"))
  .map(option => [option.value, option.textContent])"""


@pytest.mark.parametrize("name", matrix(PAGES, "cases"))
def test_what_is_chosen_in_a_finding_is_what_the_page_is_about(server, open_page, name):
    page = open_page(width=1280, height=800)
    page.goto(f"{server}/{name}")
    settled(page)
    expect(page.locator(".oq-choice").first).to_be_visible()
    for sentence, role in page.locator("[data-testid=stMain] .oq-choice select").evaluate_all(PLACES):
        choice = page.locator(f"#{sentence} .oq-choice:has(select[data-role='{role}'])")
        others = choice.locator("select").evaluate(OTHERS) if choice.count() else []
        if not others:  # or what was chosen before leaves nothing to say of it
            continue
        value, words = others[min(2, len(others) - 1)]
        said = page.locator(f"#{sentence}").text_content()
        choice.locator("select").select_option(value)
        settled(page)
        for name in choice.locator("> span").all():  # scores stand in the list alone, letters of runs in the sentence
            assert words.startswith(words_of(name).removesuffix("…").removeprefix(f"{role.upper()} "))
        assert page.locator(f"#{sentence}").text_content() != said
        expect(page.get_by_test_id("stException")).to_have_count(0)
