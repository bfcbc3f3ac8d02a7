"""Which measure? as a visitor uses it: a cell that is chosen, a phone, the true distribution."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser


def test_a_link_opens_the_table_of_properties_and_a_cell_shows_its_example(open_at):
    page = open_at("which-measure?show=properties&properties_n=4&properties_l=3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which measure?")
    expect(page).to_have_url(re.compile("which-measure.*properties_n=4"))
    listening(page, "properties")
    page.locator('#properties [data-choice="JSD.triangle"]').click()
    expect(page.locator("#example")).to_have_text("JSD, triangle inequality: no, by a counterexample")
    expect(page).to_have_url(re.compile("property=JSD.triangle"))


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
