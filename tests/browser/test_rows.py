"""Cards that stand beside each other end together, and one below the other on a phone."""

import pytest
from playwright.sync_api import Page

from tests.browser.settling import settled

pytestmark = pytest.mark.browser

PAGES = {  # address: how many rows of cards it has
    "popularity-vs-uniform": 2,
    "cases": 2,
    "atlas": 2,
    "atlas?view=by_score": 1,
    "systems": 2,
    "plan": 2,
    "ranked-lists": 3,
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


def rows_of_cards(page: Page) -> list[list[list[float]]]:
    settled(page)
    found: list[list[list[float]]] = page.evaluate(ROWS)
    return found


@pytest.mark.parametrize("address", PAGES)
def test_cards_of_a_row_end_together_and_stand_in_one_column_on_a_phone(server, open_page, address):
    page = open_page(height=800)
    page.goto(f"{server}/{address}")
    page.locator("#verdict").wait_for()
    for width in (1280, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        rows = rows_of_cards(page)
        assert len(rows) == PAGES[address]
        for row in rows:
            ends = [bottom for _, _, bottom in row]
            assert max(ends) - min(ends) <= MOST, (width, row)
    page.set_viewport_size({"width": 390, "height": 844})
    for row in rows_of_cards(page):
        assert len({left for left, _, _ in row}) == 1
        assert all(right <= 390 for _, right, _ in row)
