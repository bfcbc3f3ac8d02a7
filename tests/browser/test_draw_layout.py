"""How the canvas is laid out: nothing moves, fingers hit, words can be read, and a page may ask for another look."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.on_canvas import Open, act, choose, close_menu, drag, entry, number, settled

pytestmark = pytest.mark.browser

WATCH = """() => {
  const host = [...document.querySelectorAll("*")].find((node) => node.shadowRoot?.querySelector(".dq"));
  const dq = host.shadowRoot.querySelector(".dq");
  const parts = [".dq", ".dq-head", ".dq-pill", ".dq-tools > *", ".dq-stage", ".dq-stage svg", ".dq-labels",
    ".dq-hint"];
  const look = () => {
    const frame = dq.getBoundingClientRect();
    return parts.flatMap((part) => [...host.shadowRoot.querySelectorAll(part)].map((node, i) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return `${part} ${i}: ${left - frame.left} ${top - frame.top} ${width} ${height}`;
    }));
  };
  const before = look();
  window.moved = new Set();
  window.looks = 0;
  const again = () => {
    window.looks += 1;
    const now = look();
    if (now.length !== before.length) window.moved.add("parts appeared or went");
    now.forEach((one, i) => { if (one !== before[i]) window.moved.add(`${before[i]} -> ${one}`); });
    requestAnimationFrame(again);
  };
  again();
}"""
READ = """dq => {
  const root = dq.getRootNode();
  const luminance = (colour) => {
    const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor;
  const behind = (node) => {
    if (node.closest(".dq-dot")) {
      const circle = node.closest(".dq-dot").querySelector("circle");
      return getComputedStyle(circle).fill;
    }
    for (let at = node; at && at !== dq; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return ground;
  };
  const seen = [];
  for (const node of dq.querySelectorAll("*")) {
    const words = node.localName === "input" ? node.value
      : [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data.trim()).join("");
    const style = getComputedStyle(node);
    if (!words || style.visibility === "hidden" || !node.getClientRects().length) continue;
    const colours = [node instanceof SVGElement ? style.fill : style.color, behind(node)].map(luminance);
    const [dark, light] = colours.sort((one, other) => one - other);
    seen.push([words, parseFloat(style.fontSize), (light + 0.05) / (dark + 0.05)]);
  }
  return seen;
}"""


def words_of(page: Page) -> list[tuple[str, float, float]]:
    """Return all words that are shown, their size in px and their contrast."""
    settled(page)
    return [(words, size, contrast) for words, size, contrast in page.locator(".dq").evaluate(READ)]


def option(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_text(name, exact=True).click()
    settled(page)


def box(part: Locator) -> Any:
    found = part.bounding_box()
    assert found
    return found


@pytest.mark.thorough
def test_nothing_moves_whatever_is_drawn(canvas: Open) -> None:
    page = canvas(
        query={"gold": "7,7,3,2,1", "b": "0.1,0.2,0.3,0.2,0.2", "name_b": "A system with a rather long name"},
        alone=True,
    )
    page.evaluate(WATCH)
    for turn in range(9):
        if turn % 3 == 0:
            choose(page, ("gold", "a", "b")[turn // 3])
        drag(page, turn % 5, (0.85, 0.1, 0.5)[turn % 3], steps=4)
    choose(page, "a")
    for tool in ("even", "mirror", "swap", "popularity", "uniform", "undo"):
        act(page, tool)
    entry(page, "Exchange gold with A").click()
    number(page, "Probability").click()
    number(page, "Votes").click()
    page.locator("[data-part=n]").fill("1000")
    page.keyboard.press("Enter")
    page.locator("[data-part=n]").fill("x")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=hint]")).not_to_be_empty()
    page.locator("[data-classes='-1']").click()  # refused: it is not empty
    for _ in range(6):
        page.locator("[data-classes='1']").click()
    close_menu(page)
    page.get_by_role("button", name="Rename class 1", exact=True).click()
    page.locator(".dq-labels input").fill("a label that is rather long")
    page.keyboard.press("Enter")
    expect(page.locator(".dq-handle")).to_have_count(11)
    settled(page)
    moved = [
        one for one in page.evaluate("[...window.moved]") if ".dq-stage svg" not in one and ".dq-labels" not in one
    ]
    assert moved == []
    assert page.evaluate("window.looks") > 100


def test_on_a_phone_fingers_hit_everything_and_words_can_be_read(canvas: Open) -> None:
    page = canvas(width=390, height=844, has_touch=True, is_mobile=True, color_scheme="light")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert box(page.locator(".dq-stage"))["height"] <= 300
    assert box(page.locator(".dq"))["height"] <= 540
    entry(page, "Random")
    targets = page.locator(".dq button:visible, .dq-handle, .dq-stepper input").all()
    assert len(targets) == 3 + 2 + 14 + 5 + 5 + 2 + 4 + 1
    for target in targets:
        assert box(target)["height"] >= 44, target.inner_text()
        if target.get_attribute("aria-label") != "Rename class 1":
            assert box(target)["width"] >= 44, target.inner_text()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(".dq-bar").first).to_have_css(
            "fill", "rgb(0, 114, 178)" if scheme == "light" else "rgb(86, 180, 233)"
        )
        shown = words_of(page)
        assert len(shown) > 40
        assert [one for one in shown if one[1] < 12 or one[2] < 4.5] == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 600})
    settled(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
