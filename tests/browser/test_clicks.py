"""The rows that can be chosen, on a page of its own: no choice is lost while a re-run exchanges the parts of a page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ordquant_core.browser import bundle
from ordquant_core.markup import Cell, Row, table

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
                table.parentElement.innerHTML = table.outerHTML.replaceAll(/ tabindex="-?[0-9]"/g, "");
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


@pytest.mark.parametrize(("released", "choices"), [("RNOD", [["first", "picked", "RNOD"]]), ("NMD", [])])
def test_a_button_chooses_the_row_it_is_released_over_although_the_table_was_redrawn(rows, released, choices):
    rows.evaluate("() => void call('first')")
    rows.get_by_text("RNOD").hover()
    rows.mouse.down()
    rows.evaluate("redraw()")
    rows.get_by_text(released).hover()
    rows.mouse.up()
    assert reported(rows) == choices


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


@pytest.mark.parametrize(
    ("moved", "there"),
    [("document.querySelector('#elsewhere').focus()", "#elsewhere"), ("document.activeElement.blur()", "body")],
)
def test_a_focus_that_went_elsewhere_or_was_given_up_is_not_given_back(rows, moved, there):
    rows.evaluate("() => void call('first')")
    control(rows, "RNOD").press("Enter")
    rows.evaluate(moved)
    rows.evaluate("redraw()")
    still(rows)
    assert rows.evaluate("there => document.activeElement === document.querySelector(there)", there)


def test_the_button_of_a_row_is_pressed_by_mouse_and_so_is_the_rest_of_the_row(open_rows):
    page = open_rows(BUTTONS)
    page.evaluate("() => void call('first')")
    expect(page.get_by_role("button", name="NMD", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="RNOD", exact=True).click()
    page.get_by_text("0.5").first.click()
    assert [choice for _, _, choice in reported(page)] == ["RNOD", "NMD"]


LONG = ("NMD", "RNOD", "RNSS", "JSD", "NVD")
CHOSEN = "RNSS"


@pytest.fixture
def long(open_rows: Callable[[str], Page]) -> Page:
    """Open a table of five rows, of which the one in the middle is chosen, and something after it."""
    rows = [Row([Cell(key, heads=True), "0.5"], choice=key, chosen=key == CHOSEN) for key in LONG]
    page = open_rows(table(("Measure", "Score"), rows, id="t"))
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'after' }))")
    page.evaluate("() => void call('first')")
    page.locator("#elsewhere").focus()
    return page


def test_a_table_is_one_tab_stop_the_chosen_row(long):
    long.keyboard.press("Tab")
    expect(control(long, CHOSEN)).to_be_focused()
    long.keyboard.press("Tab")
    expect(long.locator("#after")).to_be_focused()
    long.keyboard.press("Shift+Tab")
    expect(control(long, CHOSEN)).to_be_focused()
    expect(long.get_by_role("button")).to_have_count(len(LONG))  # screen readers find them all


def test_without_a_chosen_row_the_first_is_the_tab_stop(rows):
    rows.evaluate("() => void call('first')")
    rows.evaluate(
        "document.querySelectorAll('[aria-pressed]').forEach((one) => one.setAttribute('aria-pressed', 'false'))"
    )
    rows.evaluate("redraw()")
    rows.locator("#elsewhere").focus()
    rows.keyboard.press("Tab")
    expect(control(rows, KEYS[0])).to_be_focused()
    rows.keyboard.press("ArrowDown")
    expect(control(rows, KEYS[1])).to_be_focused()


def test_arrows_home_and_end_move_in_a_table_and_choose_nothing(long):
    long.keyboard.press("Tab")
    for key, reached in (
        ("ArrowDown", "JSD"),
        ("ArrowUp", "RNSS"),
        ("Home", "NMD"),
        ("ArrowUp", "NMD"),
        ("End", "NVD"),
        ("ArrowDown", "NVD"),
        ("ArrowRight", "NVD"),
    ):
        long.keyboard.press(key)
        expect(control(long, reached)).to_be_focused()
    assert reported(long) == []
    long.keyboard.press("Enter")
    assert reported(long) == [["first", "picked", "NVD"]]


def test_where_a_row_has_several_buttons_arrows_keep_the_column(open_rows):
    cell = '<td><button class="oq-choose" data-choice="{0}">{0}</button></td>'
    grid = "".join(f"<tr>{''.join(cell.format(side + key) for side in 'ab')}</tr>" for key in KEYS)
    page = open_rows(f'<table id="t">{grid}</table>')
    page.evaluate("() => void call('first')")
    page.locator("#elsewhere").focus()
    for key, reached in (("Tab", "aNMD"), ("ArrowRight", "bNMD"), ("ArrowDown", "bRNOD"), ("ArrowLeft", "aRNOD")):
        page.keyboard.press(key)
        expect(page.locator(f'[data-choice="{reached}"]')).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body || !document.activeElement.closest('table')")


def test_a_redrawn_table_keeps_the_focus_and_is_still_one_tab_stop(long):
    long.keyboard.press("Tab")
    long.keyboard.press("End")
    long.keyboard.press("Enter")
    for _ in range(2):
        long.evaluate("redraw()")
        expect(control(long, "NVD")).to_be_focused()
    assert long.evaluate("[...document.querySelectorAll('#t button')].filter((one) => one.tabIndex === 0).length") == 1
    long.keyboard.press("ArrowUp")
    expect(control(long, "JSD")).to_be_focused()
    long.keyboard.press("Tab")
    expect(long.locator("#after")).to_be_focused()
    assert reported(long) == [["first", "picked", "NVD"]]


def control(page: Page, choice: str) -> Locator:
    """Return what has the focus of a row: its button, or the row itself."""
    row = page.locator(f'[data-choice="{choice}"]')
    return row.locator("button") if row.locator("button").count() else row


def still(page: Page) -> None:
    """Wait until what was to happen after a change of the page has happened."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
