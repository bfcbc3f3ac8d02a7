"""Measures and Plan as a visitor goes: cells, rows and the names in sentences choose measures, and the link says so."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import at_rest, listening, settled, until

pytestmark = pytest.mark.browser

PLOT = ".st-key-matrix_agreement .js-plotly-plot"
CELL = """() => {
  const plot = document.querySelector(".st-key-matrix_agreement .js-plotly-plot");
  const { x, y, text } = plot.data.at(-1), area = plot.querySelector(".nsewdrag").getBoundingClientRect();
  const i = text.findIndex((words) => words.startsWith("NVD and DNKT:")), { xaxis, yaxis } = plot._fullLayout;
  return { x: area.x + xaxis.d2p(x[i]), y: area.y + yaxis.d2p(y[i]) };
}"""


def choice(page: Page, place: str, role: str):
    return page.locator(f"#{place} select[data-role={role}]")


def expect_pair(page: Page, x: str, y: str, timeout: float | None = None) -> None:
    for role, label in (("x", x), ("y", y)):
        expect(choice(page, "pair", role).locator("option[selected]")).to_have_text(label, timeout=timeout)


def test_a_cell_a_row_and_a_name_choose_measures_and_the_link_says_so(server: str, page: Page) -> None:
    page.goto(f"{server}/measures")
    listening(page, "similarity")
    settled(page)
    at_rest(page.locator(PLOT))

    def click() -> None:
        place = page.evaluate(CELL)
        page.mouse.click(place["x"], place["y"])

    until(page, click, lambda timeout: expect_pair(page, "NVD", "DNKT", timeout))
    settled(page)
    page.locator("#similarity [data-choice=JSD]").click()
    expect_pair(page, "JSD", "DNKT")
    settled(page)
    choice(page, "pair", "y").select_option(label="NMD")
    expect_pair(page, "JSD", "NMD")
    settled(page)
    assert {"x=JSD", "y=NMD"} <= {*page.url.partition("?")[2].split("&")}


def test_a_plan_is_made_for_the_votes_and_the_measure_of_its_finding(server: str, page: Page) -> None:
    page.goto(f"{server}/plan")
    listening(page, "verdict")
    settled(page)
    choice(page, "verdict", "budget").select_option(label="8,000 votes")
    expect(page.get_by_text("ways to spend 8,000 votes")).to_be_visible()
    settled(page)
    page.locator("#needed [data-choice=JSD]").click()
    expect(choice(page, "verdict", "measure").locator("option[selected]")).to_have_text("JSD")
    settled(page)
    assert {"budget=8000", "measure=JSD"} <= {*page.url.partition("?")[2].split("&")}
