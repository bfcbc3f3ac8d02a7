"""Which measure? as a visitor uses it: questions by the keyboard, a cell that is chosen, a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser


def test_a_link_opens_the_table_of_properties_and_a_cell_shows_its_example(open_at):
    page = open_at("which-measure?show=properties&n=4&l=3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which measure?")
    expect(page).to_have_url(re.compile("which-measure.*n=4"))
    listening(page, "properties")
    page.locator('#properties [data-choice="JSD.triangle"]').click()
    expect(page.locator("#example")).to_have_text("JSD, triangle inequality: no, by a counterexample")
    expect(page).to_have_url(re.compile("property=JSD.triangle"))
    pressed = page.locator("#properties [aria-pressed=true]")
    expect(pressed).to_have_count(1)
    expect(pressed).to_have_attribute("data-choice", "JSD.triangle")
    page.get_by_role("button", name="Settings").click()
    field = page.get_by_role("textbox", name="True distribution p")
    field.fill("0.25,0.75")
    field.press("Enter")
    settled(page)
    page.keyboard.press("Escape")
    listening(page, "properties")
    page.locator('#properties [data-choice="RPS.proper"]').click()
    expect(page.locator("#example")).to_contain_text("By RPS, no report found is better than the truth")
    expect(page).to_have_url(re.compile("property=RPS.proper.*truth=0.25(%2C|,)0.75"))


def test_questions_are_answered_by_the_keyboard_and_the_focus_stays_on_the_answers(open_at):
    page = open_at("which-measure")
    page.get_by_role("button", name="Yes").focus()
    for number in (2, 3, 4, 5):
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Question {number} of 5")).to_be_visible()
        settled(page)
        expect(page.get_by_role("button", name="Yes", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-candidates_picture")).to_be_visible()
    expect(page).to_have_url(re.compile("ordered=yes.*spaced=yes.*exchangeable=yes.*large=yes.*order_only=yes"))


def test_on_a_phone_tables_keep_their_columns_and_the_first_one_stays(open_at):
    page = open_at("which-measure?show=properties", width=390, height=844, has_touch=True)
    head, value = (page.locator(f"#properties tr[data-measure=NMD] {cell}").first for cell in ("th", "td:last-child"))
    before = head.bounding_box()["x"], value.bounding_box()["x"]
    page.locator(".oq-scroll:has(> #properties)").evaluate("table => table.scrollBy(100, 0)")
    assert head.bounding_box()["x"] == before[0]
    assert value.bounding_box()["x"] == pytest.approx(before[1] - 100, abs=1)
    page.goto(page.url.replace("show=properties", "ordered=yes"))
    row = page.locator("#answered tr[data-measure=NVD]")
    name, sign, said = row.locator("th"), row.locator("td").first, row.locator(".oq-sentence")
    said.wait_for()
    assert name.bounding_box()["y"] == pytest.approx(sign.bounding_box()["y"], abs=8)  # one line, as the heads
    assert said.bounding_box()["y"] >= name.bounding_box()["y"] + name.bounding_box()["height"] - 1
    assert said.bounding_box()["x"] + said.bounding_box()["width"] <= 390
    heads = page.locator("#answered thead th:visible")
    assert heads.nth(1).bounding_box()["x"] == pytest.approx(sign.bounding_box()["x"], abs=1)
