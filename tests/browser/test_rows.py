"""The rows that can be chosen, on a page of its own: no choice is lost while a re-run exchanges the parts of a page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ordquant_core.browser import bundle
from ordquant_core.markup import Cell, Row, table
from tests.browser.conftest import OpenPage
from tests.source_files import ROOT

pytestmark = pytest.mark.browser

SOURCE = bundle(ROOT / "pages" / "shared" / "clicks" / "clicks.js")
KEYS = ("NMD", "RNOD", "RNSS", "JSD", "NVD")
CHOSEN = "RNSS"
HEAD = ("Measure", "Score")
ROWS = table(HEAD, [Row([Cell(key, heads=True), "0.5"], choice=key, chosen=key == CHOSEN) for key in KEYS], id="t")
# Some tables have a choice that is a button itself: a file to remove, a cell that shows its example.
ALONE = "".join(f'<tr><td><button data-choice="{key}">{key}</button></td><td>0.5</td></tr>' for key in KEYS)
Open = Callable[[str], Page]


@pytest.fixture
def open_rows(open_page: OpenPage) -> Open:
    """Open a table with a row per measure; `call(who)` is what Streamlit does, `reported` lists the choices by call."""

    def open_table(markup: str) -> Page:
        page = open_page()
        page.set_content(f"<input id=elsewhere><div><div>{markup}</div></div><input id=after>")
        page.evaluate(
            """async (source) => {
              const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
              const component = (await import(address)).default;
              window.reported = [];
              window.call = (who) => {
                const parentElement = document.createElement("div");
                parentElement.innerHTML = "<span></span>";
                const setStateValue = (_, value) => reported.push([who, value.choice]);
                return component({ data: { table: "t", opens: "" }, parentElement, setStateValue });
              };
              window.moment = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
              window.redraw = () => {
                const table = document.querySelector("#t");
                table.parentElement.innerHTML = table.outerHTML.replaceAll(/ tabindex="-?[0-9]"/g, "");
              };
            }""",
            SOURCE,
        )
        return page

    return open_table


@pytest.fixture(params=[ROWS, f'<table id="t">{ALONE}</table>'], ids=["rows", "buttons alone"])
def rows(open_rows: Open, request: pytest.FixtureRequest) -> Page:
    """Open the table, once with rows that hold a button and once with buttons alone."""
    return open_rows(request.param)


def reported(page: Page) -> list[list[str]]:
    """Return who was told which choice since it was asked last."""
    found: list[list[str]] = page.evaluate("reported.splice(0)")
    return found


def control(page: Page, choice: str) -> Locator:
    """Return what has the focus of a row: its button, or the button that it is."""
    return page.locator(f'button[data-choice="{choice}"], [data-choice="{choice}"] button')


def test_a_choice_goes_to_the_latest_call_or_waits_for_the_next_and_outlives_a_redraw_under_the_mouse(rows):
    rows.evaluate("() => { const end = call('first'); window.end = call('second'); end(); }")
    rows.get_by_text("RNOD").click()
    assert reported(rows) == [["second", "RNOD"]]
    rows.evaluate("end()")
    rows.get_by_text("NMD").click()
    assert reported(rows) == []
    rows.evaluate("() => void call('third')")
    assert reported(rows) == [["third", "NMD"]]
    rows.evaluate("() => void call('fourth')")
    assert reported(rows) == []
    for released, choices in (("RNOD", [["fourth", "RNOD"]]), ("NMD", [])):
        rows.get_by_text("RNOD").hover()
        rows.mouse.down()
        rows.evaluate("redraw()")
        rows.get_by_text(released).hover()
        rows.mouse.up()
        assert reported(rows) == choices


def test_keys_choose_once_and_the_focus_comes_back_unless_it_went_elsewhere(rows):
    rows.evaluate("() => void call('first')")
    for key in ("Enter", "Space"):
        control(rows, "RNOD").press(key)
        rows.evaluate("redraw()")
        expect(control(rows, "RNOD")).to_be_focused()
        assert reported(rows) == [["first", "RNOD"]]
    rows.evaluate("() => { window.kept = document.querySelector('#t'); kept.remove(); }")
    rows.evaluate("moment()")
    rows.evaluate("() => { document.querySelector('div div').innerHTML = kept.outerHTML; }")
    expect(control(rows, "RNOD")).to_be_focused()  # however long the table is away
    for moved, there in (
        ("#elsewhere').focus()", "#elsewhere"),
        ("body').focus(); document.activeElement.blur()", "body"),
    ):
        control(rows, "RNOD").focus()
        rows.evaluate(f"document.querySelector('{moved}")
        rows.evaluate("redraw()")
        rows.evaluate("moment()")
        assert rows.evaluate("there => document.activeElement === document.querySelector(there)", there)


def test_a_table_is_one_tab_stop_in_which_arrows_move_and_choose_nothing_also_when_it_is_redrawn(open_rows):
    page = open_rows(ROWS)
    page.evaluate("() => void call('first')")
    page.locator("#elsewhere").focus()
    page.keyboard.press("Tab")
    expect(control(page, CHOSEN)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for key, reached in (
        ("ArrowDown", "JSD"),
        ("ArrowUp", "RNSS"),
        ("Home", "NMD"),
        ("ArrowUp", "NMD"),
        ("End", "NVD"),
        ("ArrowDown", "NVD"),
        ("ArrowRight", "NVD"),
        ("Shift+ArrowUp", "NVD"),
    ):
        page.keyboard.press(key)
        expect(control(page, reached)).to_be_focused()
    expect(page.get_by_role("button")).to_have_count(len(KEYS))  # screen readers find them all
    assert reported(page) == []
    page.keyboard.press("Enter")
    assert reported(page) == [["first", "NVD"]]
    page.evaluate("redraw()")
    expect(control(page, "NVD")).to_be_focused()
    assert page.evaluate("[...document.querySelectorAll('#t button')].filter((one) => one.tabIndex === 0).length") == 1
    page.keyboard.press("ArrowUp")
    expect(control(page, "JSD")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()


def test_without_a_chosen_row_the_first_is_the_tab_stop_and_arrows_keep_the_column(open_rows):
    cell = '<td><button class="oq-choose" data-choice="{0}">{0}</button></td>'
    grid = "".join(f"<tr>{''.join(cell.format(side + key) for side in 'ab')}</tr>" for key in KEYS[:2])
    page = open_rows(f'<table id="t">{grid}</table>')
    page.evaluate("() => void call('first')")
    page.locator("#elsewhere").focus()
    for key, reached in (("Tab", "aNMD"), ("ArrowRight", "bNMD"), ("ArrowDown", "bRNOD"), ("ArrowLeft", "aRNOD")):
        page.keyboard.press(key)
        expect(control(page, reached)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()
