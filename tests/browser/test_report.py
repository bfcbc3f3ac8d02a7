"""The report in a real browser: from a file, without any network, light and dark, wide and narrow, on paper."""

import re
from contextlib import redirect_stdout

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.__main__ import main
from ordquant_core.figures.template import DARK, LIGHT, Look
from tests.browser.conftest import OpenPage
from tests.browser.settling import expect_narrow
from tests.browser.test_compare import rgb
from tests.source_files import ROOT

pytestmark = pytest.mark.browser

SAMPLE = ROOT / "ordquant_core/samples/dialogue-quality"
PLACES = "scores", "agreement", "deltas"
PAPER = 718  # px between the margins of A4
WIDER = """() => {
  document.querySelectorAll("details").forEach(part => part.open = true);
  const room = place => place.getBoundingClientRect().width + 0.5;
  return [...document.querySelectorAll("table")]
    .filter(table => table.getBoundingClientRect().width > room(table.parentElement)
      || table.scrollWidth > room(table.parentElement)
      || [...table.querySelectorAll("td, th")].some(cell => cell.scrollWidth > cell.clientWidth + 1))
    .map(table => table.innerText.slice(0, 80));
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "report.html"
    runs = sorted(SAMPLE.glob("runs/*.csv"))[:6]
    with path.open("w", encoding="utf-8") as file, redirect_stdout(file):
        assert main(["report", *map(str, (SAMPLE / "gold.csv", *runs)), "--trials", "100"]) == 0
    return path.as_uri()


def expect_words_in(page: Page, palette: Look) -> None:
    expect(page.locator("#scores .gtitle")).to_have_css("fill", rgb(palette.ink))


def test_figures_have_the_colours_of_the_reader_who_chooses_a_measure_and_on_paper_they_fit_and_are_light(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(width=390, color_scheme="light", offline=True)
    page.goto(address)
    title = page.locator("#scores .gtitle")
    expect(title).to_have_text(re.compile("^NMD of all cases"))
    for place in PLACES:
        expect(page.locator(f"#{place} .main-svg").first).to_be_visible()
    expect_words_in(page, LIGHT)
    expect_narrow(page, 390)
    page.get_by_role("combobox").select_option("DNKT_RNOD")
    expect(title).to_have_text(re.compile("^DNKT·RNOD of all cases"))
    page.emulate_media(color_scheme="dark")
    expect(title).to_have_text(re.compile("^DNKT·RNOD of all cases"))
    expect_words_in(page, DARK)
    expect_narrow(page, 390)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(media="print", color_scheme="dark")
    for place in PLACES:
        drawn = f"document.querySelector('#{place} .main-svg').getBoundingClientRect().width"
        page.wait_for_function(f"paper => {drawn} <= paper", arg=PAPER)
    expect_words_in(page, LIGHT)
    assert page.locator("table").count() >= 8
    for width, media in ((390, "screen"), (1000, "screen"), (PAPER, "print")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media=media)  # type: ignore[arg-type]
        assert page.evaluate(WIDER) == [], f"{width} px, {media}"
        expect_narrow(page, width)  # with all that WIDER has opened
