"""Which measure? as a visitor uses it: a cell that is chosen, a link made before, a phone, the true distribution."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser


@pytest.fixture
def open_at(server: str, open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(address: str, **options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/{address}")
        page.locator("#verdict").wait_for()
        settled(page)
        return page

    return start


def test_a_link_made_before_opens_the_table_of_properties_and_a_cell_shows_its_example(open_at):
    page = open_at("atlas?view=laws&laws_n=4&laws_l=3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which measure?")
    expect(page).to_have_url(re.compile("which-measure.*properties_n=4"))
    listening(page, "properties")
    page.locator('#properties [data-choice="JSD.triangle"]').click()
    expect(page.locator("#example")).to_have_text("JSD, triangle inequality: no, by a counterexample")
    expect(page).to_have_url(re.compile("property=JSD.triangle"))


@pytest.mark.parametrize("size", ["", "&properties_n=2&properties_l=8"])
def test_only_on_a_phone_every_row_of_the_table_of_ranges_is_a_card_that_is_seen_whole(open_at, size):
    page = open_at(f"which-measure?show=properties{size}", width=390, height=844, has_touch=True)
    table = page.locator("#ranges")
    expect(table.locator("tbody tr").first).to_be_visible()
    assert table.evaluate("table => table.parentElement.scrollWidth - table.parentElement.clientWidth") <= 0
    edges = table.evaluate(
        "table => [...table.querySelectorAll('td, a')].map(one => one.getBoundingClientRect().right)"
    )
    assert max(edges) <= table.bounding_box()["x"] + table.bounding_box()["width"] + 1
    expect(table.locator("thead")).to_be_hidden()
    named = table.locator("tr[data-measure=NMD] td").evaluate_all(
        "cells => cells.filter(cell => cell.checkVisibility())"
        ".map(cell => getComputedStyle(cell, '::before').content.slice(1, -1))"
    )
    assert named[:4] == ["range here", "largest on (gold, estimate)", "upper bound", "pairs that score 1"]
    page.set_viewport_size({"width": 1280, "height": 844})  # there it is a table
    expect(table.locator("thead")).to_be_visible()
    assert table.locator("td").first.evaluate("cell => getComputedStyle(cell, '::before').content") == "none"


@pytest.mark.thorough
def test_the_true_distribution_is_drawn_and_typed_and_a_row_chooses_the_measure(open_at):
    page = open_at("which-measure?show=propriety")
    expect(page.locator("#verdict")).to_contain_text("NMD is best at 0, 0.333, 0.667: 0.155")
    page.locator(".dq-handle").nth(0).focus()
    page.keyboard.press("PageUp")
    field = page.get_by_label("Probabilities or votes")
    expect(field).to_have_value(re.compile(r"^0\.2,"))
    settled(page)
    page.keyboard.press("PageUp")  # the canvas still has the focus
    expect(field).to_have_value(re.compile(r"^0\.3,"))
    field.fill("0.25,0.75")
    field.press("Enter")
    expect(page.locator(".dq-handle")).to_have_count(2)
    settled(page)
    listening(page, "propriety")
    page.locator("#propriety [data-choice=RPS]").click()
    expect(page.locator("#verdict")).to_contain_text("By RPS, no report found is better than the truth")
    expect(page).to_have_url(re.compile("truth=0.25(%2C|,)0.75.*report=RPS"))
