"""What a page shows first and how large, that no words are cut off or lie over others; frames of other pages, paper."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser

CUT = Path(__file__).with_name("cut.js").read_text(encoding="utf-8")
FOLLOW = 5_000  # milliseconds
SIZES = {1280: 800, 390: 844, 1920: 1080}
LOWEST_PICTURE = {1280: 200, 390: 330}  # pixels from the top, at the most, on the pages of a task
OF_A_TASK = "systems", "popularity-vs-uniform", "cases", "measures", "plan"
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
VOTES = "0,3,5,2", "9,1,0,0", "1,1,4,4", "2,6,1,1", "0,0,3,7", "5,5,0,0", "3,3,3,1", "0,1,1,8"
ESTIMATES = ".1,.2,.3,.4", ".4,.3,.2,.1", ".25,.25,.25,.25", ".7,.1,.1,.1", "0,.5,.5,0", ".2,.6,.1,.1"


@pytest.mark.parametrize("name", matrix(PAGES, "cases", "systems", "plan"))
def test_the_finding_is_the_largest_the_picture_stands_high_and_no_words_are_cut_off(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page()
    page.goto(f"{server}/{name}")
    expect_uncut(page)
    for width in LOWEST_PICTURE:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        settled(page)
        if name in OF_A_TASK:
            assert page.evaluate(TOP_OF, PICTURE) <= LOWEST_PICTURE[width]
        if name not in WITHOUT_FINDING:
            assert page.evaluate(LARGEST) == []


def test_the_longest_names_are_neither_cut_off_nor_printed_over_others_on_the_pages_of_a_task(
    open_page: OpenPage, server: str
) -> None:
    page = open_page()
    page.goto(f"{server}/data?task=own")
    settled(page)
    cases = [f"dialogue-2026-11-29T12:00:00Z/session-{number:05d}/turn-3" for number in range(40)]
    head = ",".join(["case", *(f'"{label}"' for label in CLASSES)])
    gold = "\n".join([head, *(f"{case},{VOTES[number % 8]}" for number, case in enumerate(cases))])
    files = {"gold_of_a_task_whose_file_has_a_rather_long_name_indeed.csv": gold}
    for at, run in enumerate(RUNS):
        rows = (f"{case},{ESTIMATES[(number * (at + 2) + at) % 6]}" for number, case in enumerate(cases))
        files[f"{run}.csv"] = "\n".join([head, *rows])
    given = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]
    page.locator("input[type=file]").last.set_input_files(given)  # type: ignore[arg-type]
    expect(page.locator("#verdict")).to_contain_text("Ready")
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    expect_uncut(page)
    for title in ("Systems", "Popularity vs Uniform", "Cases", "Measures", "Plan"):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect_uncut(page)


@pytest.mark.parametrize("width", [800, 400])
@pytest.mark.parametrize("name", matrix([name for name in PAGES if name], "cases", "data"))
def test_a_frame_shows_the_finding_the_first_pictures_and_one_line_with_the_source(
    open_page: OpenPage, server: str, name: str, width: int
) -> None:
    page = open_page(width=width)
    page.goto(f"{server}/{name}{'&' if '?' in name else '?'}embed=true")
    settled(page)
    if name not in WITHOUT_FINDING:
        expect(page.locator("#verdict")).to_be_visible()
    link = page.get_by_role("link", name="Open in OrdQuant")
    expect(link).to_have_attribute("href", re.compile(rf"/{name.partition('?')[0]}(\?(?!.*embed).*)?$"))
    for part in ("stSidebar", "stHeader", "stPopover", "stExpander", "stFileUploader"):
        assert not page.get_by_test_id(part).locator("visible=true").count(), part
    lowest = link.evaluate("node => node.getBoundingClientRect().bottom")
    assert page.evaluate(f"parts => ({TOP_OF})(parts)", PICTURE) < lowest or name in WITHOUT_FINDING
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= width


@pytest.mark.parametrize("name", matrix(["compare", "popularity-vs-uniform", "cases", "systems"], "cases"))
def test_on_paper_lists_are_words_and_plots_have_the_width_of_their_column(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page(width=1280)
    page.goto(f"{server}/{name}")
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


def expect_uncut(page: Page) -> None:
    """Expect at every size that no words are cut off, none lie over others, and nothing is wider than the screen."""
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        with suppress(TimeoutError):  # plots follow their containers a moment later
            page.wait_for_function(f"() => Object.values(({CUT})()).every((words) => !words.length)", timeout=FOLLOW)
        assert page.evaluate(CUT) == {"cut": [], "over": []}, width
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= main.clientWidth"), width
