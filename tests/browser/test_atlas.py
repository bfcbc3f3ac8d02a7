"""The atlas as a visitor uses it: a point, a row and a cell that are chosen, the way into Compare and back, a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.settling import listening, open_on_canvas, settled, until

pytestmark = pytest.mark.browser


def test_a_row_chosen_by_click_and_by_keyboard_changes_the_card_and_the_address(open_at):
    page = open_at("atlas")
    rows = page.locator("#disagreements [data-choice]")
    third = rows.nth(2).get_attribute("data-choice")
    listening(page, "disagreements")
    rows.nth(2).click()
    expect(page.locator("#card").first).to_contain_text(f"Gold {third}:")
    expect(page).to_have_url(re.compile(f"gold={third.replace(',', '(,|%2C)')}"))
    settled(page)
    fifth = rows.nth(4).get_attribute("data-choice")
    expect(page.locator("#disagreements .oq-chosen")).to_have_attribute("data-choice", third)
    until(  # the table is drawn again after a choice: a focus given just before that is lost
        page,
        lambda: rows.nth(4).get_by_role("button").press("Enter"),
        lambda timeout: expect(page.locator("#card").first).to_contain_text(f"Gold {fifth}:", timeout=timeout),
    )
    for place in (1, 2):  # one click after another
        settled(page)
        wanted = rows.nth(place).get_attribute("data-choice")
        rows.nth(place).click()
        expect(page.locator("#card").first).to_contain_text(f"Gold {wanted}:")


def test_what_was_found_is_downloaded_and_opens_in_compare_and_a_preset_finds_another(open_at):
    page = open_at("atlas?view=by_score")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="These distributions (CSV)").click()
    page.keyboard.press("Escape")
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("class_1,class_2,class_3,class_4,class_5,delta_NMD,delta_RNOD")
    assert lines[1].startswith("0,1,2,9,8,-0.15")
    page.locator("#found a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare")
    open_on_canvas(page, "Type the numbers")
    expect(page.get_by_role("textbox", name=re.compile("^Gold"))).to_have_value("0, 1, 2, 9, 8")
    expect(page.get_by_role("textbox", name=re.compile("^Run A"))).to_have_value("popularity")
    page.go_back()
    page.locator("#verdict").wait_for()
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("0,1,2,9,8")
    page.get_by_role("button", name="LQ 2021, Figure 3 (b)").click()
    expect(page.locator("#verdict")).to_contain_text("8,7,3,1,1")
