"""Nuggets as a visitor uses it: the slider, a click on a block and on a point, uploads, links, a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import listening, middle, settled, until

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "ordquant_core" / "samples" / "nuggets"


def arrived(page: Page) -> None:
    page.locator("#worst").wait_for()
    listening(page, "worst")
    page.locator(".st-key-nugget_points .js-plotly-plot").wait_for()
    settled(page)


def ranking(page: Page) -> list[str]:
    return [row.get_attribute("data-run") or "" for row in page.locator("#runs tbody tr").all()]


def test_the_ranking_follows_the_slider(open_at):
    page = open_at("nuggets?measure=JSD&alpha=0.5", "h1")
    arrived(page)
    before = ranking(page)
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator("#verdict")).to_contain_text("system-01 leads")
    expect(page.locator("#dialogue_scores")).to_contain_text("at alpha 1:")
    expect(page).to_have_url(re.compile("alpha=1&"))
    assert ranking(page) != before


def test_a_worst_block_and_a_point_open_their_dialogue_and_the_link_says_so(open_at):
    page = open_at("nuggets", "h1")
    arrived(page)
    row = page.locator("#worst tbody tr").nth(3)
    name, block = (row.locator("th, td").nth(i).inner_text() for i in (0, 1))
    row.click()
    dialogue = page.locator(".st-key-nugget_go input")
    expect(dialogue).to_have_value(name)
    expect(page).to_have_url(re.compile(f"dialogue={name}&block={block}$"))
    expect(page.locator("#worst tbody tr").nth(3).locator("button")).to_have_attribute("aria-pressed", "true")

    point = page.locator(".st-key-nugget_points .scatterlayer .trace").first.locator("path.point").nth(12)
    until(
        page,
        lambda: page.mouse.click(*middle(point)),
        lambda timeout: expect(dialogue).not_to_have_value(name, timeout=timeout),
    )
    shown = dialogue.input_value()
    expect(page).to_have_url(re.compile(f"dialogue={shown}$"))

    page.locator(".st-key-nugget_next button").first.click()
    expect(dialogue).to_have_value(f"N{int(shown[1:]) + 1:02d}")
