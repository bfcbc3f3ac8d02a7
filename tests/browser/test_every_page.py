"""Every page: nothing moves while it loads, nothing is cut off, axe finds nothing, keys reach all, menus let go.

`make test` looks at corners, `DEPTH=full make test` at all pages and sections.
"""

import re
from pathlib import Path
from typing import Any

import axe_playwright_python
import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, Route, TimeoutError, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import expect_narrow, finding, settled, words_of
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
CUT = Path(__file__).with_name("cut.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_THEME = ["color-contrast", "link-in-text-block"]  # what another theme can break
OF_STREAMLIT = {  # rule: the part of Streamlit in which it is broken (seen in 1.67)
    "list": "stSidebarNavItems",  # holds a `div` for each group of pages: streamlit/pull/8681
    "listitem": "stSidebarNavItems",  # for that reason its items stand in no list
    "presentation-role-conflict": "stFileUploaderDropzone",  # a label beside `presentation`: streamlit/issues/15921
}
FIND = """async ([where, rules, known]) => {
  const { violations } = await axe.run(where, { runOnly: rules, elementRef: true });
  return violations.flatMap(({ id, nodes }) => nodes
    .filter(({ element }) => !element.closest(`[data-testid="${known[id]}"]`))
    .map(({ element, any, all }) => [id, element.outerHTML.slice(0, 200), [...any, ...all][0]?.message ?? ""]));
}"""
EVERYWHERE: dict[str, Any] = {"include": [["html"]]}
BESIDE_PLOTS = EVERYWHERE | {"exclude": [[".js-plotly-plot svg"]]}  # its text has a test of its own, in tests/figures
# What a page does not open with, as far as it has parts that no page opens with.
SECTIONS = (
    *("atlas?view=by_score", "cases?show=tests", "papers?show=artificial&study_seeds=3", "nuggets?how=yes"),
    *("which-measure?show=properties", "which-measure?show=properties&property=NMD.proper"),
    "which-measure?ordered=yes&spaced=any",
    *("measures?view=consistency&splits=50&trials=300", "measures?view=overlap&printed=yes&trials=300"),
    "measures?view=information",
    *("lessons?lesson=looks&step=3", "lessons?lesson=make", "lessons?lesson=judges"),
    *("popularity-vs-uniform?show=pairs", "ranked-lists?show=merged", "ranked-lists?show=all"),
    *("compare?built=totals.squared.distance.all", "compare?view=stage", "cases?view=stage"),
)
CARDS = {  # rows of cards that end together
    **dict.fromkeys(("popularity-vs-uniform", "cases", "systems", "measures", "plan", "atlas", "ranked-lists"), 1),
    **dict.fromkeys(("popularity-vs-uniform?show=pairs", "ranked-lists?show=merged", "ranked-lists?show=all"), 1),
    "data": 2,
}
MOST = 2  # pixels
# For each row of columns with cards: left and right end of its columns, lower end of the last card in each.
ROWS = """() => [...document.querySelectorAll("[data-testid=stHorizontalBlock]")].map((row) =>
  [...row.children].filter((child) => child.dataset.testid === "stColumn").map((column) => {
    const cards = [...column.querySelectorAll("[data-testid=stVerticalBlock]")]
      .filter((block) => parseFloat(getComputedStyle(block).borderTopWidth) > 0 && block.checkVisibility());
    const { left, right } = column.getBoundingClientRect();
    return cards.length ? [left, right, cards.at(-1).getBoundingClientRect().bottom] : null;
  }).filter(Boolean)).filter((row) => row.length > 1)"""
SIZES = {1280: 800, 390: 844, 1920: 1080}
SMALLEST = (320, 640), (640, 400)  # WCAG 2.2, 1.4.10; what a window of 1280 x 800 has at 200%
OF_A_TASK = "systems", "popularity-vs-uniform", "cases", "measures", "plan"
LOWEST_PICTURE = {1280: 200, 390: 240}  # pixels from the top, at the most, on the pages of a task
WITHOUT_FINDING = ("lessons",)  # it has its own
PICTURE = ".js-plotly-plot, .oq-table, .dq"
TOP_OF = """parts => Math.min(...[...document.querySelectorAll(parts)].filter((part) => part.checkVisibility())
  .map((part) => part.getBoundingClientRect().top))"""
LARGEST = """() => { const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const finding = document.querySelector("#verdict");
  return [...document.querySelectorAll("[data-testid=stMain] *")]
    .filter((node) => !finding.contains(node) && !node.contains(finding))
    .filter((node) => !node.closest(".js-plotly-plot, [translate=no]")) // icons are words of a font
    .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && size(node) > size(finding))
    .map((node) => [node.textContent, size(node)]);
}"""
FOLLOW = 20_000  # milliseconds in which plots follow their containers


@pytest.mark.parametrize("name", matrix([*PAGES, *SECTIONS], "compare"))
def test_a_page_is_whole_at_every_size_for_axe_for_keys_and_on_paper(open_at: OpenPage, name: str) -> None:
    page = open_at(name, color_scheme="light", reduced_motion="reduce")
    staged = "view=stage" in name
    if name in PAGES:
        expect_holds_still_and_is_walked(page)
    if not staged:
        expect_uncut(page, name)
    expect_rows(page, CARDS.get(name, 0))
    page.evaluate(AXE)
    expect_no_violations(page, 1280, "light", RULES, EVERYWHERE)
    expect_no_violations(page, 390, "dark", RULES, BESIDE_PLOTS)
    for width, height in SMALLEST if name in PAGES else ():
        page.set_viewport_size({"width": width, "height": height})
        expect_narrow(page, width)
    if not staged:
        expect_printed(page)


def expect_no_violations(page: Page, width: int, theme: Any, rules: list[str], where: dict[str, Any]) -> None:
    """Expect that axe finds nothing but what is Streamlit's own."""
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": 900})
    settled(page)
    assert page.evaluate(FIND, [where, rules, OF_STREAMLIT]) == [], f"{theme}, {width}"


def expect_rows(page: Page, number: int) -> None:
    """Expect so many rows of cards that end together, 0: whatever there is; on a phone each card below the other."""
    for width in (1280, 1440, 390):
        page.set_viewport_size({"width": width, "height": 800})
        settled(page)
        rows: list[list[list[float]]] = page.evaluate(ROWS)
        if width == 390:
            assert all(len({left for left, _, _ in row}) == 1 for row in rows)
        elif number:
            ends = [[bottom for _, _, bottom in row] for row in rows]
            assert [max(of) - min(of) <= MOST for of in ends] == [True] * number, (width, rows)
    expect_narrow(page)


def expect_uncut(page: Page, name: str = "") -> None:
    """Expect at every size that no words are cut off or lie over others, all can be pressed, nothing is too wide.

    The finding is the largest of all words, and on the pages of a task the first picture stands high.
    """
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        whole = f"() => Object.values(({CUT})()).every((words) => !words.length)"
        try:
            page.wait_for_function(whole, timeout=FOLLOW)
        except TimeoutError:
            assert page.evaluate(CUT) == {"cut": [], "over": [], "covered": []}, width
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= main.clientWidth"), width
        if name in OF_A_TASK and width in LOWEST_PICTURE:
            assert page.evaluate(TOP_OF, PICTURE) <= LOWEST_PICTURE[width]
        if name in PAGES and name not in WITHOUT_FINDING and width in LOWEST_PICTURE:
            assert page.evaluate(LARGEST) == []


def expect_printed(page: Page) -> None:
    """Expect that on paper lists are words, plots have the width of their column, and no words lie over others."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})
    settled(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert not page.locator("select:visible, [data-testid=stSelectbox] svg:visible").count()
    for plot in page.locator(".js-plotly-plot:visible").all():
        wide = plot.evaluate(
            "node => node.getBoundingClientRect().width / node.closest('.stElementContainer').clientWidth"
        )
        assert 0.6 < wide <= 1.01
    assert page.evaluate(CUT)["over"] == []


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


def expect_holds_still_and_is_walked(page: Page) -> None:
    """Expect no movement for whoever wants none, and that Tab reaches all of ours, with a ring."""
    assert page.evaluate(MOVING) == []
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(WATCH, OURS)
    for number in range(200):  # a table of 500 cases is one stop
        page.keyboard.press("Tab")
        if number % 20 == 19 and page.evaluate("window.over"):
            break
    assert page.evaluate("[window.over, window.bare]") == [True, []]
    assert page.evaluate(MISSED, OURS) == []


NAMED = ("Cases",), ("Systems", "Popularity vs Uniform", "Measures", "Plan")


@pytest.mark.parametrize("titles", [NAMED[0], pytest.param(NAMED[1], marks=pytest.mark.thorough)])
def test_the_longest_names_are_neither_cut_off_nor_printed_over_others(
    open_at: OpenPage, titles: tuple[str, ...]
) -> None:
    page = open_at("data?task=own")
    rng, cases = np.random.default_rng(7), [f"dialogue-2026-11-29T12:00:00Z/session-{n:05d}/turn-3" for n in range(40)]
    tables = {run: rng.dirichlet(np.ones(4), 40) for run in RUNS}
    tables["gold_of_a_task_whose_file_has_a_rather_long_name_indeed"] = rng.integers(1, 9, (40, 4))
    texts = {name: pd.DataFrame(of, cases, CLASSES).to_csv(index_label="case") for name, of in tables.items()}
    given = [{"name": f"{name}.csv", "mimeType": "", "buffer": text.encode()} for name, text in texts.items()]
    page.locator("input[type=file]").last.set_input_files(given)  # type: ignore[arg-type]
    expect(page.locator("#verdict")).to_contain_text("Ready")
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    expect_uncut(page)
    for title in titles:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect_uncut(page)


CLASSES = (
    "very dissatisfied, would never come back",
    "dissatisfied with parts of the dialogue",
    "neither satisfied nor dissatisfied at all",
    "satisfied with most of the dialogue here",
)
RUNS = (
    "university-of-somewhere_BERT-large-finetuned-ordinal-v2.1_run-3-of-5_submitted",
    "UniversityOfSomewhereElseBERTLargeFinetunedOrdinalV21Run4Of5Submitted",
    "نظام-طويل-جدا-باسم-عربي-لا-ينتهي-أبدا-هنا",
    "ランキング評価のための非常に長いシステム名その五",
)


@pytest.mark.parametrize("name", matrix([name for name in PAGES if name], "cases"))
def test_a_frame_shows_the_finding_the_first_pictures_and_one_line_with_the_source(
    open_at: OpenPage, name: str
) -> None:
    page = open_at(f"{name}?embed=true", width=800)
    for width in (800, 400):
        page.set_viewport_size({"width": width, "height": 900})
        settled(page)
        if name not in WITHOUT_FINDING:
            expect(page.locator("#verdict")).to_be_visible()
        link = page.get_by_role("link", name="Open in OrdQuant")
        expect(link).to_have_attribute("href", re.compile(rf"/{name}(\?(?!.*embed).*)?$"))
        for part in ("stSidebar", "stHeader", "stPopover", "stExpander", "stFileUploader"):
            assert not page.get_by_test_id(part).locator("visible=true").count(), part
        lowest = link.evaluate("node => node.getBoundingClientRect().bottom")
        assert page.evaluate(TOP_OF, PICTURE) < lowest or name in WITHOUT_FINDING
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= width
        assert page.evaluate(TWICE_OR_NEVER) == []


# Words that are written for wide and for narrow screens, of which not exactly one is seen.
TWICE_OR_NEVER = """() => [...document.querySelectorAll("[data-testid=stMain] .oq-wide + .oq-narrow")]
  .filter((narrow) => {
    const [wide, parent] = [narrow.previousElementSibling, narrow.parentElement];
    const written = narrow.textContent && wide.textContent && parent.checkVisibility();
    return written && narrow.checkVisibility() === wide.checkVisibility();
  })
  .map((narrow) => narrow.parentElement.textContent)"""

HEADINGS = {"compare": "Compare", "cases": "Cases"}
QUICK = "?task=breakdown-labels"  # the smaller sample


@pytest.mark.parametrize("name", matrix([page for page in PAGES if page not in ("", "lessons")], "cases"))
def test_whatever_menu_is_open_a_link_of_the_sidebar_leads_away_and_back_leads_back(
    open_at: OpenPage, name: str
) -> None:
    target = "cases" if name == "compare" else "compare"
    page = open_at(name + QUICK * (name == "cases"), color_scheme="dark")
    path = page.evaluate("location.pathname")
    menus = page.locator("[data-testid=stMain] [data-testid=stPopoverButton]")
    for number in range(menus.count()):
        menus.nth(number).press("Enter")  # two of Compare are seen only while the keyboard is on them
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        # Press where the link is: Playwright's own click would wait until nothing lies over it.
        box = page.locator(f'[data-testid=stSidebarNavLink][href$="/{target}"]').bounding_box()
        assert box
        page.mouse.click(box["x"] + 30, box["y"] + box["height"] / 2)
        expect(page).to_have_url(re.compile(f"/{target}(\\?|$)"))
        expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[target])
        settled(page)
        page.go_back()
        settled(page)
        assert page.evaluate("location.pathname") == path
        expect(page.get_by_test_id("stException")).to_have_count(0)
    if name == "cases":
        expect_ways_in_and_out(page)


def expect_ways_in_and_out(page: Page) -> None:
    """Expect that Tab leads into a menu and Escape out of it and of notes, and that a dialog has the theme."""
    body, share = page.get_by_test_id("stPopoverBody"), page.get_by_role("button", name="Share")
    share.press("Enter")
    expect(body).to_be_visible()
    page.keyboard.press("Tab")
    expect(body.locator("*:focus").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(body).to_have_count(0)
    expect(share).to_be_focused()
    page.locator("#notes summary").press("Enter")
    expect(page.locator("#notes")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("#notes[open]")).to_have_count(0)
    expect(page.locator(".st-key-skeleton")).to_have_count(0)
    sheets = "() => [...document.querySelectorAll('style')].map((one) => one.textContent).filter(Boolean)"
    before = page.evaluate(sheets)
    page.get_by_role("button", name="Terms").click()
    expect(page.get_by_role("dialog")).to_contain_text("smaller is better")
    settled(page)
    page.evaluate(AXE)
    assert page.evaluate(FIND, [{"include": [["[role=dialog]"]]}, OF_THE_THEME, {}]) == []
    assert page.evaluate(sheets) == before  # the page below it stays as it was


MOST_SHIFT = 0.1  # what web.dev calls good
ANEW = {1280: (1, 2), 390: (0, 1)}  # by the width: what was computed for one is no answer to the other
LOWEST = {1280: 200, 390: 400}  # pixels, by the width of the screen
SHIFTED = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
COLD = {  # what is computed anew: by another seed, or of other classes
    "systems": "seed=46{}",
    "plan": "seed=46{}",
    "measures": "view=power&seed=46{}",
    **dict.fromkeys(("cases", "popularity-vs-uniform", "data"), "merge={},{}"),
}
WITH_TASK = (*OF_A_TASK, "data", "nuggets", "ranked-lists")
WITH_PLOTS = {*WITH_TASK} - {"systems"}
SCRIPTS, PLOTS = re.compile(r"/(Html|PlotlyChart)\.[^/]*\.js"), re.compile(r"/PlotlyChart\.")  # what draws both
LOADED = [(name, cold, w) for w in LOWEST for name, cold in [*((n, False) for n in PAGES), *((n, True) for n in COLD)]]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cold", "width"), matrix(LOADED, ("cases", False, 390)))
def test_while_a_page_loads_nothing_moves_and_its_finding_is_seen_before_the_scripts_that_draw_html_and_plots(
    open_page: OpenPage, server: str, name: str, cold: bool, width: int
) -> None:
    page = open_page(width=width, height=900, waits=False)
    page.add_init_script(SHIFTED)
    address, held = f"{server}/{name}?{COLD[name].format(*ANEW[width]) if cold else ''}", list[Route]()
    if name in WITH_PLOTS and not cold:
        page.route(SCRIPTS, lambda route: held.append(route))
        with page.expect_request(PLOTS):
            page.goto(address)
        words = words_of(page.locator(".st-key-finding p:visible"))
        for route in held:
            route.continue_()
        page.locator("#verdict").wait_for()
        assert finding(page) == words
        expect(page.locator(".st-key-finding #verdict:visible")).to_have_count(1)
        expect(page.locator(".st-key-finding [data-testid=stMarkdown] p:visible")).to_have_count(0)
        page.locator(".main-svg:visible").first.wait_for()  # those of another tab are hidden
    else:
        page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    settled(page)
    assert page.evaluate("shifted") < MOST_SHIFT
    if name in WITH_TASK:
        assert page.locator("#verdict").evaluate("node => node.getBoundingClientRect().top") <= LOWEST[width]
