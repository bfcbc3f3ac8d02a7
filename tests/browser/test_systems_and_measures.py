"""Systems and Measures, as a visitor goes: from a row to its reason, from link to link, on a phone."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_a_contradiction_is_chosen_with_the_keyboard_and_shared_by_its_link(open_at: Callable[..., Page]) -> None:
    page = open_at("measures?view=overlap&trials=500")
    listening(page, "contradictions")
    row = page.locator("#contradictions tbody tr").nth(4)
    first, second = row.locator("th").inner_text(), row.locator("td").nth(0).inner_text()
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pair").first).to_contain_text(f"{first} and {second}")
    x, y = (name.replace("·", "_") for name in (first, second))
    wanted = {"view": "overlap", "trials": "500"} | {k: v for k, v in (("x", x), ("y", y)) if v not in ("NMD", "RNOD")}
    page.wait_for_url(lambda url: wanted.items() <= dict(parse_qsl(urlsplit(url).query)).items())
    settled(page)
    said = page.locator("#pair").first.inner_text()
    again = open_at(page.url.split("/", 3)[3])
    expect(again.locator("#pair").first).to_have_text(said, use_inner_text=True)


def test_a_contradiction_leads_to_its_cases(open_at: Callable[..., Page]) -> None:
    page = open_at("measures?view=overlap&trials=500&x=NMD&y=RNOD")
    a, b = (page.locator("#contradiction b").nth(place).inner_text() for place in (0, 1))
    page.get_by_role("link", name="See the cases behind this contradiction").click()
    page.wait_for_url(lambda url: "/cases?" in url and f"a={a}" in url and f"b={b}" in url)
    page.locator("h1", has_text="Cases").wait_for()
