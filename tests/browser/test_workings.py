"""How a measure is calculated, in a real browser: A and B beside or below each other, and nothing moves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import settled

pytestmark = pytest.mark.browser
DOCKED = 976  # pixels that the card of Compare has inside at 1280
BOTH = ".st-key-workings .js-plotly-plot >> nth=1"
SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll('.st-key-workings *')]
  .filter(one => ["text", "TH", "TD", "P", "SPAN", "STRONG"].includes(one.tagName))
  .filter(one => one.textContent.trim() && one.getClientRects().length)
  .map(one => parseFloat(getComputedStyle(one).fontSize)))"""


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return dict(found)


def choose(page: Page, key: str) -> None:
    page.get_by_role("radio", name=key, exact=True).click()
    expect(page.locator("#shown")).to_have_text(key)
    settled(page)


def test_a_and_b_stand_beside_each_other_low_enough_and_nothing_moves_with_the_measure(
    open_at: Callable[..., Page],
) -> None:
    page = open_at(f"workings?width={DOCKED}", BOTH, width=1400, height=800)
    a, b = box(page, ".st-key-working_a"), box(page, ".st-key-working_b")
    assert a["y"] == b["y"]
    assert a["x"] + a["width"] <= b["x"]
    tint = "one => getComputedStyle(one).backgroundColor"
    cells = page.locator(".st-key-working_a .oq-contributions td").all()
    assert cells[0].evaluate(tint) != cells[3].evaluate(tint)  # 0.00 and 0.40
    places = set()
    for key in ("NMD", "RSNOD", "RNSS", "JSD", "DNKT", "DNKT_NMD"):  # one of every layout
        choose(page, key)
        sides = box(page, ".st-key-working_sides")
        steps = [one.bounding_box() for one in page.locator(".oq-last-step").all()]
        places.add((sides["y"], sides["height"], *(step["y"] for step in steps if step)))
    assert len(places) == 1
    assert places.pop()[1] <= 170


@pytest.mark.thorough
def test_on_a_phone_a_is_above_b_and_eleven_classes_scroll_inside_their_table(open_at: Callable[..., Page]) -> None:
    page = open_at("workings?classes=11", BOTH, width=390, height=844, color_scheme="dark")
    for key in ("RSNOD", "DNKT", "DNKT_JSD", "NMD"):
        choose(page, key)
        a, b = box(page, ".st-key-working_a"), box(page, ".st-key-working_b")
        assert a["y"] + a["height"] <= b["y"]
        assert a["x"] == b["x"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(SMALLEST_TEXT) >= 12


@pytest.mark.thorough
def test_all_steps_of_both_runs_open_below_and_stay_open_when_the_measure_changes(
    open_at: Callable[..., Page],
) -> None:
    page = open_at(f"workings?width={DOCKED}", BOTH, width=1400, height=1000)
    page.get_by_text("All steps").click()
    expect(page.locator(".st-key-steps_a")).to_contain_text("NMD of A Popularity is 0.150")
    expect(page.locator(".st-key-steps_b")).to_contain_text("NMD of B Uniform is 0.300")
    choose(page, "JSD")
    expect(page.locator(".st-key-steps_b")).to_contain_text("JSD of B Uniform is 0.207")
    a, b = box(page, ".st-key-steps_a"), box(page, ".st-key-steps_b")
    assert a["y"] == b["y"]
    assert a["x"] + a["width"] <= b["x"]
