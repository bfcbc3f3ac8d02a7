"""The report in a real browser: from a file, without any network, light and dark, wide and narrow."""

import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ordquant_core.__main__ import main
from ordquant_core.figures.template import DARK, LIGHT
from tests.browser.settling import expect_narrow, open_share

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "ordquant_core/samples/dialogue-quality"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    runs = sorted(SAMPLE.glob("runs/*.csv"))[:6]
    with path.open("w", encoding="utf-8") as file, redirect_stdout(file):
        assert main(["report", *map(str, (SAMPLE / "gold.csv", *runs)), "--trials", "100"]) == 0
    return path.as_uri()


def expect_words_in(page, palette):
    expect(page.locator("#scores .gtitle")).to_have_css("fill", rgb(palette.ink))


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "scheme", "palette"),
    [pytest.param(1280, "light", LIGHT, marks=pytest.mark.thorough), (390, "dark", DARK)],
)
def test_all_figures_are_drawn_in_the_colours_of_the_reader_and_nothing_is_wider_than_the_screen(
    open_page, address, width, scheme, palette
):
    page = open_page(width=width, color_scheme=scheme, offline=True)
    page.goto(address)
    for place in ("scores", "agreement", "deltas"):
        expect(page.locator(f"#{place} .main-svg").first).to_be_visible()
    expect_words_in(page, palette)
    expect_narrow(page, width)


WIDER = """() => {
  document.querySelectorAll("details").forEach(part => part.open = true);
  const room = place => place.getBoundingClientRect().width + 0.5;
  return [...document.querySelectorAll("table")]
    .filter(table => table.getBoundingClientRect().width > room(table.parentElement)
      || table.scrollWidth > room(table.parentElement)
      || [...table.querySelectorAll("td, th")].some(cell => cell.scrollWidth > cell.clientWidth + 1))
    .map(table => table.innerText.slice(0, 80));
}"""
PAPER = 718  # px between the margins of A4


@pytest.mark.thorough
@pytest.mark.browser
def test_no_table_is_wider_than_the_page(open_page, address):
    page = open_page(width=390, offline=True)
    page.goto(address)
    assert page.locator("table").count() >= 8
    for width, media in ((390, "screen"), (768, "screen"), (1000, "screen"), (1280, "screen"), (PAPER, "print")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media=media)
        expect_narrow(page, width)
        assert page.evaluate(WIDER) == [], f"{width} px, {media}"
        expect_narrow(page, width)  # with all that WIDER has opened


@pytest.mark.browser
def test_on_paper_figures_fit_and_have_light_colours(open_page, address):
    page = open_page(width=1280, color_scheme="dark", offline=True)
    page.goto(address)
    expect(page.locator("#scores .main-svg").first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_function("document.querySelector('#agreement .main-svg').getBoundingClientRect().width <= 700")
    for place in ("scores", "agreement", "deltas"):
        drawn = f"document.querySelector('#{place} .main-svg').getBoundingClientRect().width"
        page.wait_for_function(f"paper => {drawn} <= paper", arg=PAPER)
    expect_words_in(page, LIGHT)


@pytest.mark.browser
def test_the_reader_chooses_a_measure_and_may_turn_the_light_off(open_page, address):
    page = open_page(color_scheme="light", offline=True)
    page.goto(address)
    expect(page.locator("#scores .gtitle")).to_have_text(re.compile("^NMD of all cases"))
    page.get_by_role("combobox").select_option("DNKT_RNOD")
    expect(page.locator("#scores .gtitle")).to_have_text(re.compile("^DNKT·RNOD of all cases"))
    page.emulate_media(color_scheme="dark")
    expect(page.locator("#scores .gtitle")).to_have_text(re.compile("^DNKT·RNOD of all cases"))
    expect_words_in(page, DARK)


@pytest.mark.browser
def test_a_page_that_works_on_a_task_hands_out_scores_report_and_program(open_page, server, tmp_path):
    page = open_page()
    page.goto(f"{server}/popularity-vs-uniform?task=breakdown-labels")
    open_share(page)
    starts = {
        "Every score (CSV)": b"run,case,measure,score\nsystem-01,",
        "Report (HTML)": b"<!doctype html>\n",
        "The means in Python": b"# Run this where these files are: ",
    }
    for label, start in starts.items():
        with page.expect_download() as handed_out:
            page.get_by_role("button", name=label).click()
        saved = tmp_path / handed_out.value.suggested_filename
        handed_out.value.save_as(saved)
        assert saved.read_bytes().startswith(start), label
