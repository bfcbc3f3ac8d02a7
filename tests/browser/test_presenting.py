"""The stage, a frame of another page, the full screen and paper, as a browser shows them."""

import io
import math
import re
from contextlib import suppress

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import TimeoutError, expect

from ordquant_core.figures.template import DARK, LIGHT
from tests.browser.servers import by_name
from tests.browser.settling import middle, open_on_canvas, open_share, settled, until, words_of
from tests.browser.test_compare import rgb
from tests.depth import matrix

pytestmark = pytest.mark.browser

MIDDLES = """parts => [...document.querySelectorAll(parts)].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
STAGES = {
    "compare?gold=2,3,9&classes=bad,fair,good&view=stage": ".dq-handle",
    "lessons?lesson=looks&step=3&view=stage": ".cv-board",
    "lessons?lesson=make&view=stage": ".cv-board",
    "lessons?lesson=judges&view=stage": ".cv-board",
    "popularity-vs-uniform?view=stage": ".st-key-cases_focus .main-svg",
    "cases?case=D020&view=stage": ".st-key-case_picture .main-svg",
}
FOLLOW = 20_000  # milliseconds
LEAST = 22  # px of type on 1920 x 1080
# Every text that can be seen: its words, the size of its type on the screen and where it stands.
TEXTS = """() => {
  const found = [];
  const visit = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) visit(node.shadowRoot);
      const own = [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
      if (!own.length || node.closest("style, script, title, [aria-live]")) continue;
      if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, top, right, bottom, width } = range.getBoundingClientRect();
      const clipped = node.closest(".dq-hint") !== null;
      if (!width || clipped) continue;
      const plot = node.closest(".js-plotly-plot");
      const scale = plot ? plot.getBoundingClientRect().width / plot.offsetWidth : 1;
      const size = parseFloat(getComputedStyle(node).fontSize) * scale;
      found.push({ words: own.map((child) => child.data.trim()).join(" "), size, left, top, right, bottom });
    }
  };
  visit(document.querySelector("[data-testid=stMain]"));
  return found;
}"""
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll("[data-testid=stMain], .st-key-stage *")]
  .filter((node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowY))
  .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.className)"""


OUTSIDE = f"""([width, height]) => ({TEXTS})().filter(({{ left, top, right, bottom }}) =>
  Math.min(left, top) < -1 || right > width + 1 || bottom > height + 1)"""


@pytest.mark.parametrize("link", matrix(STAGES, next(iter(STAGES))))
def test_the_stage_fills_every_screen_with_all_to_be_seen_in_large_type_and_its_qr_code_opens_the_page(
    server, open_page, link
):
    page = open_page(width=1920, height=1080)
    page.goto(f"{by_name(server)}/{link}")
    page.locator(STAGES[link]).first.wait_for()
    settled(page)
    for part in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(part)).to_be_hidden()
    texts = page.evaluate(TEXTS)
    assert len(texts) > 20
    assert [text for text in texts if text["size"] < LEAST] == []
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        with suppress(TimeoutError):  # plots and canvas follow their containers
            fits = f"size => !({SCROLLS})().length && !({OUTSIDE})(size).length"
            page.wait_for_function(fits, arg=[width, height], timeout=FOLLOW)
        assert (page.evaluate(SCROLLS), page.evaluate(OUTSIDE, [width, height])) == ([], []), (width, height)
        (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    said = words_of(page.locator("#verdict, .cv-card h2"))
    page.set_viewport_size({"width": 390, "height": 844})  # a phone
    page.goto(code.text)
    expect(page.get_by_role("button", name="Leave the stage view")).to_have_count(0)
    page.locator("#verdict, .cv-card h2").first.wait_for()
    settled(page)
    assert words_of(page.locator("#verdict, .cv-card h2")).split(".")[0] in said


FULL = "[data-testid=stElementContainer]:fullscreen"


def test_the_table_and_the_canvas_fill_the_screen_and_come_back_as_they_were(open_at):
    page = open_at("compare?gold=2,3,9&classes=bad,fair,good", ".dq-handle", width=1300)
    page.locator(".dq-handle").nth(1).press("ArrowUp")
    expect(page).to_have_url(re.compile("gold=[^&]*,4,"))
    settled(page)
    full = page.locator(FULL)
    open_on_canvas(page, "Measures shown")
    page.get_by_role("button", name="Table on full screen").click()
    expect(full.locator("#measures")).to_be_visible()
    box = full.locator("#measures").bounding_box()
    assert box["width"] > 700
    assert box["height"] <= 900
    page.evaluate("document.exitFullscreen()")
    expect(full).to_have_count(0)
    page.keyboard.press("Escape")
    open_share(page)
    page.get_by_role("button", name="Copy embed code").click()
    expect(page.get_by_text("Code copied")).to_be_visible()
    assert re.search(r'src="[^"]*gold=[^"]*,4,[^"]*&amp;', page.evaluate("navigator.clipboard.readText()"))
    page.keyboard.press("Escape")
    drawn = page.locator("#verdict").inner_text().split("\n")[0]
    open_share(page)
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".dq-large.dq-bare")).to_be_visible()
    expect(page).to_have_url(re.compile("gold=[^&]*,4,.*view=stage"))
    expect(page.locator("#verdict")).to_contain_text(drawn)
    settled(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare")
    expect(page).not_to_have_url(re.compile("view="))
    expect(page).to_have_url(re.compile("gold=[^&]*,4,"))


@pytest.mark.parametrize("page_name", matrix(["popularity-vs-uniform", "cases"], "cases"))
def test_a_plot_fills_the_screen_and_present_opens_the_stage_of_pages_that_draw_it_in_a_fragment(open_at, page_name):
    page = open_at(f"{page_name}?task=breakdown-labels", ".st-key-case_picture .main-svg")
    plot, full = page.locator(".st-key-case_picture .js-plotly-plot"), page.locator(FULL)
    before, button = plot.bounding_box(), plot.locator('.modebar-btn[data-title="Fullscreen"]')
    until(page, lambda: button.dispatch_event("click"), lambda timeout: expect(full).to_have_count(1, timeout=timeout))
    enlarged = page.evaluate("getComputedStyle(document.fullscreenElement).getPropertyValue('--full-scale')")
    assert float(enlarged) > 1
    expect(full.locator(".js-plotly-plot")).to_be_visible()
    page.evaluate("document.exitFullscreen()")
    expect(full).to_have_count(0)
    assert plot.bounding_box()["width"] == before["width"]
    open_share(page)
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-key-staged")).to_be_visible()
    expect(page).to_have_url(re.compile("view=stage"))
    settled(page)
    plot = ".st-key-staged .js-plotly-plot:has(.oq-ring)"
    ring, dots = middle(page.locator(f"{plot} .oq-ring")), page.evaluate(MIDDLES, f"{plot} .scatterlayer .point")
    assert min(math.dist(ring, dot) for dot in dots) < 2, "plots are enlarged, and their marks with them"
    expect(page.get_by_text("Opens on this computer alone")).to_be_visible()
    assert not zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).not_to_have_url(re.compile("view="))


def test_compare_prints_two_pages_in_light_colours_whatever_the_theme(open_at):
    page = open_at("compare?gold=0,1,2,9,8&classes=-2,-1,0,1,2", ".st-key-working_b .main-svg", color_scheme="dark")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 2
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_text("Share", exact=True)).to_be_hidden()
    expect(page.locator(".dq-tools")).to_be_hidden()
    for part, name, colour in (
        ("[data-testid=stMain]", "background-color", LIGHT.background),
        (".st-key-working_b .xtick text", "fill", LIGHT.ink),
        ("#measures td.oq-of-a", "color", LIGHT.ink),
        (".dq-bar", "fill", LIGHT.gold),
    ):
        expect(page.locator(part).first).to_have_css(name, rgb(colour))
    lines = page.locator(".st-key-working_b .main-svg path").evaluate_all(
        "(nodes) => nodes.flatMap((node) => [getComputedStyle(node).fill, getComputedStyle(node).stroke])"
    )
    assert rgb(LIGHT.run_b) in lines
    assert not {rgb(DARK.run_b), rgb(DARK.gold), rgb(DARK.ink)} & set(lines)
