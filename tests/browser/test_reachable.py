"""Every page on the smallest screens, with the keyboard alone, and for whoever wants nothing to move."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import expect_narrow, settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser

SMALLEST = (320, 640)  # WCAG 2.2, 1.4.10
ENLARGED = (640, 400)  # what a window of 1280 x 800 has at 200%
MOST_STOPS, AT_ONCE = 200, 20  # a table of 500 cases is one stop
# What is ours: what stands in HTML that we write, and in our components.
LINKS = "[data-testid=stSidebarNavLink], [data-testid=stPageLink-NavLink]"  # Streamlit's, with a ring of ours
OURS = f"[data-testid=stHtml], [data-testid=stBidiComponentRegular], {LINKS}"
MOVING = """() => {
  const names = (one) => [...one.classList].some((name) => /^(oq|dq)-/.test(name));
  const inside = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  const styled = inside(document).filter(names).filter((one) => {
    const { animationName, transitionDuration, transitionProperty } = getComputedStyle(one);
    const takes = transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
    return animationName !== "none" || (takes && transitionProperty !== "none");
  });
  const plots = [...document.querySelectorAll(".js-plotly-plot")].filter((plot) => plot.layout.transition);
  return [...styled, ...plots].map((one) => one.outerHTML.slice(0, 200));
}"""
# Collects what gets the focus, and what of ours shows no ring then.
WATCH = """(ours) => {
  window.reached = new Set();
  window.bare = [];
  window.first = null;
  window.over = false;
  if (window.watched) return; // tests share pages
  window.watched = true;
  const ring = (one) => {
    const shown = ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    const grip = one.querySelector(".dq-grip");
    return shown(getComputedStyle(one)) || (grip && getComputedStyle(grip).stroke !== "none");
  };
  document.addEventListener("focusin", (event) => {
    const one = event.composedPath()[0];
    if (one === window.first) window.over = true;
    window.first ??= one;
    window.reached.add(one);
    const host = one.getRootNode().host ?? one;
    if (host.closest(ours) && !ring(one)) window.bare.push(one.outerHTML.slice(0, 200));
  });
}"""
MISSED = """(ours) => {
  const inside = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  return [...document.querySelectorAll(ours)].flatMap(inside)
    .filter((one) => one.matches("a[href], button, input, select, textarea, summary, [tabindex]"))
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !window.reached.has(one))
    .map((one) => one.outerHTML.slice(0, 200));
}"""


@pytest.mark.parametrize("name", matrix(PAGES, "compare", "cases"))
def test_every_page_fits_small_screens_holds_still_and_is_walked_by_keyboard(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page(reduced_motion="reduce", width=1280, height=800)
    page.goto(f"{server}/{name}")
    settled(page)
    assert page.evaluate(MOVING) == []
    stops, bare, missed = walked(page)
    assert stops > 3
    assert bare == []
    assert missed == []
    if name == "cases":
        opens_and_closes(page)
    for width, height in (SMALLEST, ENLARGED):
        page.set_viewport_size({"width": width, "height": height})
        expect_narrow(page, width)


def opens_and_closes(page: Page) -> None:
    """Expect that Tab leads into what a key has opened, and Escape out of it."""
    page.get_by_role("button", name="Share").press("Enter")
    body = page.get_by_test_id("stPopoverBody")
    expect(body).to_be_visible()
    page.keyboard.press("Tab")
    expect(body.locator("*:focus").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(body).to_have_count(0)
    expect(page.get_by_role("button", name="Share")).to_be_focused()
    page.locator("#notes summary").press("Enter")
    expect(page.locator("#notes")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("#notes[open]")).to_have_count(0)


def walked(page: Page) -> Any:
    """Press Tab until the focus is where it began; return the number of stops, and what of ours had no ring or none."""
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(WATCH, OURS)
    for _ in range(MOST_STOPS // AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        if page.evaluate("window.over"):
            break
    else:
        pytest.fail(f"more than {MOST_STOPS} tab stops")
    return page.evaluate("window.reached.size"), page.evaluate("window.bare"), page.evaluate(MISSED, OURS)
