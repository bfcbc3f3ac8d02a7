"""The rows that can be chosen, on a page of its own: no choice is lost while a re-run exchanges the parts of a page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ordquant_core.markup import Cell, Row, table
from pages.shared.component import bundle

pytestmark = [pytest.mark.browser, pytest.mark.alone]

SOURCE = bundle(Path(__file__).parents[2] / "pages" / "shared" / "clicks" / "clicks.js")
KEYS = ("NMD", "RNOD")
BUTTONS = table(
    ("Measure", "Score"),
    [Row([Cell(key, heads=True), "0.5"], choice=key, chosen=key == "NMD") for key in KEYS],
    id="t",
)

# Some tables have a choice that is a button itself: a file to remove, a cell that shows its example.
ALONE = "".join(f'<tr><td><button data-choice="{key}">{key}</button></td><td>0.5</td></tr>' for key in KEYS)


@pytest.fixture
def open_rows(page: Page) -> Callable[[str], Page]:
    """Open a table with a row per measure; `call(who)` is what Streamlit does, `reported` lists the choices by call."""

    def open_table(markup: str) -> Page:
        page.goto("about:blank")
        page.set_content(f"<input id=elsewhere><div><div>{markup}</div></div>")
        page.evaluate(
            """async (source) => {
              const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
              const component = (await import(address)).default;
              window.reported = [];
              window.call = (who) => {
                const parentElement = document.createElement("div");
                parentElement.innerHTML = "<span></span>";
                const setStateValue = (name, value) => reported.push([who, name, value.choice]);
                return component({ data: { table: "t", opens: "" }, parentElement, setStateValue });
              };
              window.redraw = () => {
                const table = document.querySelector("#t");
                table.parentElement.innerHTML = table.outerHTML;
              };
            }""",
            SOURCE,
        )
        return page

    return open_table


@pytest.fixture(params=[BUTTONS, f'<table id="t">{ALONE}</table>'], ids=["rows", "buttons alone"])
def rows(open_rows: Callable[[str], Page], request: pytest.FixtureRequest) -> Page:
    """Open the table, once with rows that hold a button and once with buttons alone."""
    return open_rows(request.param)


def reported(page: Page) -> list[list[str]]:
    return json.loads(page.evaluate("JSON.stringify(reported)"))


def test_a_choice_goes_to_the_latest_call_though_the_one_before_ends_after_it_began(rows):
    rows.evaluate("() => { const end = call('first'); call('second'); end(); }")
    rows.get_by_text("RNOD").click()
    assert reported(rows) == [["second", "picked", "RNOD"]]


def test_a_choice_made_between_two_calls_waits_for_the_next(rows):
    rows.evaluate("call('first')()")
    rows.get_by_text("RNOD").click()
    assert reported(rows) == []
    rows.evaluate("() => void call('second')")
    assert reported(rows) == [["second", "picked", "RNOD"]]
    rows.evaluate("() => void call('third')")
    assert len(reported(rows)) == 1


def test_a_table_redrawn_under_the_pressed_button_does_not_lose_the_choice(rows):
    rows.evaluate("() => void call('first')")
    rows.get_by_text("RNOD").hover()
    rows.mouse.down()
    rows.evaluate("redraw()")
    rows.mouse.up()
    assert reported(rows) == [["first", "picked", "RNOD"]]


def test_a_button_released_over_another_row_chooses_nothing(rows):
    rows.evaluate("() => void call('first')")
    rows.get_by_text("RNOD").hover()
    rows.mouse.down()
    rows.evaluate("redraw()")
    rows.get_by_text("NMD").hover()
    rows.mouse.up()
    assert reported(rows) == []


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_keys_choose_a_row_once_and_it_keeps_the_focus_when_it_is_redrawn(rows, key):
    rows.evaluate("() => void call('first')")
    control(rows, "RNOD").press(key)
    for _ in range(2):
        rows.evaluate("redraw()")
        expect(control(rows, "RNOD")).to_be_focused()
    assert reported(rows) == [["first", "picked", "RNOD"]]


def test_keys_pressed_beside_the_button_choose_nothing(open_rows):
    page = open_rows(BUTTONS.replace("<tr ", '<tr tabindex="0" '))
    page.evaluate("() => void call('first')")
    row = page.locator('[data-choice="RNOD"]')
    row.press("Enter")
    row.press("Space")
    assert reported(page) == []
    row.get_by_role("button").press("Enter")
    assert reported(page) == [["first", "picked", "RNOD"]]


def test_the_focus_comes_back_however_long_the_table_is_away(rows):
    rows.evaluate("() => void call('first')")
    control(rows, "RNOD").focus()
    rows.evaluate("() => { window.kept = document.querySelector('#t'); kept.remove(); }")
    rows.evaluate("new Promise((done) => setTimeout(done, 1600))")
    rows.evaluate("() => { document.querySelector('div div').innerHTML = kept.outerHTML; }")
    expect(control(rows, "RNOD")).to_be_focused()


def test_a_focus_that_was_elsewhere_stays_there(rows):
    rows.evaluate("() => void call('first')")
    control(rows, "RNOD").press("Enter")
    rows.locator("#elsewhere").focus()
    rows.evaluate("redraw()")
    still(rows)
    expect(rows.locator("#elsewhere")).to_be_focused()


def test_a_focus_that_was_given_up_is_not_given_back(rows):
    rows.evaluate("() => void call('first')")
    control(rows, "RNOD").press("Enter")
    rows.evaluate("document.activeElement.blur()")
    rows.evaluate("redraw()")
    still(rows)
    assert rows.evaluate("document.activeElement === document.body")


def test_the_button_of_a_row_is_pressed_by_mouse_and_so_is_the_rest_of_the_row(open_rows):
    page = open_rows(BUTTONS)
    page.evaluate("() => void call('first')")
    expect(page.get_by_role("button", name="NMD", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="RNOD", exact=True).click()
    page.get_by_text("0.5").first.click()
    assert [choice for _, _, choice in reported(page)] == ["RNOD", "NMD"]


def control(page: Page, choice: str) -> Locator:
    """Return what has the focus of a row: its button, or the row itself."""
    row = page.locator(f'[data-choice="{choice}"]')
    return row.locator("button") if row.locator("button").count() else row


def still(page: Page) -> None:
    """Wait until what was to happen after a change of the page has happened."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
