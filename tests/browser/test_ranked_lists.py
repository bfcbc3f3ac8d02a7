"""Ranked lists as a visitor uses them: clicks on rows, points and cells, uploads, links, a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import at_rest, listening, settled

pytestmark = pytest.mark.browser

SAMPLE = Path(__file__).parents[2] / "assets" / "samples" / "ranked-lists"


def arrived(page: Page) -> None:
    page.locator("#alike").first.wait_for()
    listening(page, "systems", "alike")
    page.locator(".st-key-lists_differences .js-plotly-plot").wait_for()
    settled(page)


def opened(page: Page, section: str) -> None:
    page.get_by_role("radio", name=section).or_(page.get_by_role("button", name=section, exact=True)).first.click()
    settled(page)


def test_a_cold_link_opens_the_page_and_clicks_choose_runs_methods_and_topics(open_at):
    page = open_at("ranked-lists?a=keyword-1&b=keyword-2&topic=q05&show=pairs&sets=10", "h1")
    arrived(page)
    expect(page.locator("#verdict").first).to_contain_text("has the largest mean RIC over 20 topics")
    page.locator('#alike tr:has-text("keyword-3 · neural-3")').click()
    expect(page).to_have_url(re.compile("a=keyword-3&b=neural-3"))
    expect(page.locator("#alike .oq-chosen")).to_contain_text("keyword-3 · neural-3")
    page.locator('#systems tr[data-run="hybrid-1"] button').focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("a=hybrid-1&b=neural-3"))
    opened(page, "Merging")
    listening(page, "methods")
    page.locator('#methods tr:has-text("Condorcet")').click()
    expect(page).to_have_url(re.compile("method=Condorcet"))
    expect(page.locator("#merging").first).to_contain_text("merged by Condorcet")
    opened(page, "Topics")
    expect(page.get_by_role("heading", name="Topic q05")).to_be_visible()


def test_a_click_on_a_dot_makes_its_pair_runs_a_and_b(open_at):
    page = open_at("ranked-lists", "h1")
    arrived(page)
    plot = page.locator(".st-key-lists_differences .js-plotly-plot")
    at_rest(plot)
    place = plot.evaluate(
        """gd => { const box = gd.getBoundingClientRect(), { xaxis, yaxis } = gd._fullLayout;
        const at = (axis, value) => axis._offset + axis.l2p(value), { x, y, customdata } = gd.calcdata[0][0].trace;
        const xs = Array.from(x), point = xs.indexOf(Math.max(...xs)); // no other dot near it
        return { x: box.x + at(xaxis, xs[point]), y: box.y + at(yaxis, y[point]), pair: customdata[point][1] }; }"""
    )
    page.mouse.click(place["x"], place["y"])
    one, other = place["pair"].split(" · ")
    expect(page).to_have_url(re.compile(f"a={one}&b={other}&"))
