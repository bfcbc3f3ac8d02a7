"""Ranked lists as a visitor uses them: links, clicks on rows, dots and methods."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import at_rest, listening, settled

pytestmark = pytest.mark.browser


def arrived(page: Page, plot: str, *tables: str) -> None:
    page.locator(f".st-key-{plot} .js-plotly-plot").wait_for()
    listening(page, "systems", *tables)
    settled(page)


def test_a_cold_link_opens_the_page_and_clicks_choose_runs_and_methods(open_at):
    page = open_at("ranked-lists?a=keyword-1&b=keyword-2&show=merged", "h1")
    arrived(page, "lists_metasearch", "methods")
    expect(page.locator("#verdict").first).to_contain_text("largest mean RIC")
    page.locator('#systems tr[data-run="hybrid-1"] button').focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("a=hybrid-1&b=keyword-2"))
    page.locator('#methods tr:has-text("Condorcet")').click()
    expect(page).to_have_url(re.compile("method=Condorcet"))
    expect(page.locator("#merging").first).to_contain_text("merged by Condorcet")
    page.locator("#merged select[data-role=size]").select_option("2")
    expect(page).to_have_url(re.compile("size=2"))
    expect(page.locator("#merging").first).to_contain_text("sets of 2 runs")


def test_a_click_on_a_dot_makes_its_pair_runs_a_and_b(open_at):
    page = open_at("ranked-lists", "h1")
    arrived(page, "lists_differences")
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
    expect(page).to_have_url(re.compile(f"a={one}&b={other}|a={other}&b={one}"))
