"""Every page, opened once: axe finds nothing of ours, cards of a row end together, nothing is wider than a phone.

What axe finds in Streamlit's own parts is listed.
"""

from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import expect_narrow, settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_THEME = ["color-contrast", "link-in-text-block"]  # what another theme can break
_ISSUES = "https://github.com/streamlit/streamlit"
OF_STREAMLIT = {  # rule: the part of Streamlit in which it is broken, how, and what is known of it (seen in 1.67)
    "list": (
        "stSidebarNavItems",
        "the list of pages holds a `div` for each group of pages",
        f"{_ISSUES}/pull/8681 brought the groups; no issue of its own, {_ISSUES}/issues/8399 is open on structure",
    ),
    "listitem": ("stSidebarNavItems", "for that reason its items stand in no list", "as for `list`"),
    "presentation-role-conflict": (
        "stFileUploaderDropzone",
        "the drop zone has the role `presentation`, a label and a tabindex",
        f"{_ISSUES}/issues/15921: it is no tab stop any more ({_ISSUES}/pull/15928); label and role are left",
    ),
}
FIND = """async ([where, rules, known]) => {
  const { violations } = await axe.run(where, { runOnly: rules, elementRef: true });
  return violations.flatMap(({ id, nodes }) => nodes
    .filter(({ element }) => !element.closest(`[data-testid="${known[id]}"]`))
    .map(({ element, any, all }) => [id, element.outerHTML.slice(0, 200), [...any, ...all][0]?.message ?? ""]));
}"""
EVERYWHERE: dict[str, Any] = {"include": [["html"]]}
BESIDE_PLOTS = EVERYWHERE | {"exclude": [[".js-plotly-plot svg"]]}  # its text has a test of its own, in tests/figures

ONE_ROW = "popularity-vs-uniform", "cases", "data", "systems", "measures", "plan"
ROWS_OF_CARDS = {**dict.fromkeys(ONE_ROW, 1), "data": 2, "atlas": 1, "ranked-lists": 1}
SECTIONS = {  # what a page does not open with, as far as it has parts that no page opens with; its rows of cards
    "atlas?view=by_score": 0,
    "cases?show=tests": 0,
    "popularity-vs-uniform?show=pairs": 1,
    "papers?show=artificial&study_seeds=3": 0,
    "which-measure?show=properties": 0,
    "which-measure?show=properties&property=NMD.proper": 0,
    "which-measure?ordered=yes&spaced=any": 0,
    "measures?view=consistency&splits=50&trials=300": 0,
    "measures?view=information": 0,
    "lessons?lesson=looks&step=3": 0,
    "lessons?lesson=make": 0,
    "lessons?lesson=judges": 0,
    "nuggets?how=yes": 0,
    "measures?view=overlap&printed=yes&trials=300": 0,
    "ranked-lists?show=merged": 1,
    "ranked-lists?show=all": 1,
    "compare?built=totals.squared.distance.all": 0,
    "compare?view=stage": 0,
    "cases?view=stage": 0,
}
MOST = 2  # pixels
# For each row of columns with cards: left and right end of its columns, lower end of the last card in each.
ROWS = """() => [...document.querySelectorAll("[data-testid=stHorizontalBlock]")].map((row) =>
  [...row.children].filter((child) => child.dataset.testid === "stColumn").map((column) => {
    const cards = [...column.querySelectorAll("[data-testid=stVerticalBlock]")]
      .filter((block) => parseFloat(getComputedStyle(block).borderTopWidth) > 0);
    const { left, right } = column.getBoundingClientRect();
    return cards.length ? [left, right, cards.at(-1).getBoundingClientRect().bottom] : null;
  }).filter(Boolean)).filter((row) => row.length > 1)"""


@pytest.mark.parametrize("name", matrix(PAGES, "compare", "data"))
def test_on_every_page(open_page: OpenPage, server: str, name: str) -> None:
    page = open_page(color_scheme="light")
    page.goto(f"{server}/{name}")
    settled(page)
    expect_rows(page, ROWS_OF_CARDS.get(name, 0))
    page.evaluate(AXE)
    expect_no_violations(page, 390, "light", RULES, BESIDE_PLOTS)
    expect_no_violations(page, 390, "dark", OF_THE_THEME, BESIDE_PLOTS)
    expect_no_violations(page, 1280, "dark", OF_THE_THEME, BESIDE_PLOTS)
    expect_no_violations(page, 1280, "light", RULES, EVERYWHERE)


@pytest.mark.parametrize("address", matrix(SECTIONS, "measures?view=information", "cases?view=stage"))
def test_in_sections_that_a_page_does_not_open_with(open_page: OpenPage, server: str, address: str) -> None:
    page = open_page(color_scheme="dark")
    page.goto(f"{server}/{address}")
    settled(page)
    expect_rows(page, SECTIONS[address])
    page.evaluate(AXE)
    expect_no_violations(page, 390, "light", RULES, BESIDE_PLOTS)
    expect_no_violations(page, 1280, "light", RULES, BESIDE_PLOTS)
    expect_no_violations(page, 1280, "dark", OF_THE_THEME, BESIDE_PLOTS)


def expect_rows(page: Page, number: int) -> None:
    """Expect so many rows of cards that end together, 0: whatever there is; on a phone each card below the other."""
    for width in (1280, 1440) if number else ():
        rows = _rows_of_cards(page, width)
        assert len(rows) == number
        for row in rows:
            ends = [bottom for _, _, bottom in row]
            assert max(ends) - min(ends) <= MOST, (width, row)
    for row in _rows_of_cards(page, 390):
        assert len({left for left, _, _ in row}) == 1
        assert all(right <= 390 for _, right, _ in row)
    expect_narrow(page)


def _rows_of_cards(page: Page, width: int) -> list[list[list[float]]]:
    page.set_viewport_size({"width": width, "height": 844 if width == 390 else 800})
    settled(page)
    found: list[list[list[float]]] = page.evaluate(ROWS)
    return found


def expect_no_violations(page: Page, width: int, theme: Any, rules: list[str], where: dict[str, Any]) -> None:
    """Expect that axe finds nothing but what is Streamlit's own."""
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": 900})
    settled(page)
    known = {rule: part for rule, (part, _, _) in OF_STREAMLIT.items()}
    assert page.evaluate(FIND, [where, rules, known]) == [], f"{theme}, {width}"


@pytest.mark.parametrize("link", ["systems", "lessons"])
def test_a_dialog_has_the_theme_and_the_page_below_it_stays_as_it_was(
    open_page: OpenPage, server: str, link: str
) -> None:
    page = open_page(color_scheme="dark")
    page.goto(f"{server}/{link}")
    settled(page)
    expect(page.locator(".st-key-skeleton")).to_have_count(0)
    sheets = "() => [...document.querySelectorAll('style')].map((one) => one.textContent).filter(Boolean)"
    before = page.evaluate(sheets)
    page.get_by_role("button", name="Terms").click()
    expect(page.get_by_role("dialog")).to_contain_text("smaller is better")
    settled(page)
    page.evaluate(AXE)
    assert page.evaluate(FIND, [{"include": [["[role=dialog]"]]}, OF_THE_THEME, {}]) == []
    assert page.evaluate(sheets) == before
