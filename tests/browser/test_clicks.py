"""The rows that can be chosen, on a page of its own: no choice is lost while a re-run exchanges the parts of a page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pages.shared.component import bundle

pytestmark = pytest.mark.browser

SOURCE = bundle(Path(__file__).parents[2] / "pages" / "shared" / "clicks" / "clicks.js")
TABLE = """<div><div><table id="t"><tr data-choice="NMD" tabindex="0"><td>NMD</td></tr>
<tr data-choice="RNOD" tabindex="0"><td>RNOD</td></tr></table></div></div>"""


@pytest.fixture
def rows(page: Page) -> Page:
    """Open a table with a row per measure; `call(who)` is what Streamlit does, `told` what has been told, to whom."""
    page.goto("about:blank")
    page.set_content(TABLE)
    page.evaluate(
        """async (source) => {
          const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
          const component = (await import(address)).default;
          window.told = [];
          window.call = (who) => {
            const parentElement = document.createElement("div");
            parentElement.innerHTML = "<span></span>";
            const setStateValue = (name, value) => told.push([who, name, value.choice]);
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


def told(page: Page) -> list[list[str]]:
    return json.loads(page.evaluate("JSON.stringify(told)"))


def test_a_choice_goes_to_the_latest_call_though_the_one_before_ends_after_it_began(rows):
    rows.evaluate("() => { const end = call('first'); call('second'); end(); }")
    rows.get_by_text("RNOD").click()
    assert told(rows) == [["second", "picked", "RNOD"]]


def test_a_choice_made_between_two_calls_waits_for_the_next(rows):
    rows.evaluate("call('first')()")
    rows.get_by_text("RNOD").click()
    assert told(rows) == []
    rows.evaluate("() => void call('second')")
    assert told(rows) == [["second", "picked", "RNOD"]]
    rows.evaluate("() => void call('third')")
    assert len(told(rows)) == 1


def test_a_table_drawn_anew_under_the_pressed_button_does_not_lose_the_choice(rows):
    rows.evaluate("() => void call('first')")
    rows.get_by_text("RNOD").hover()
    rows.mouse.down()
    rows.evaluate("redraw()")
    rows.mouse.up()
    assert told(rows) == [["first", "picked", "RNOD"]]


def test_a_button_released_over_another_row_chooses_nothing(rows):
    rows.evaluate("() => void call('first')")
    rows.get_by_text("RNOD").hover()
    rows.mouse.down()
    rows.evaluate("redraw()")
    rows.get_by_text("NMD").hover()
    rows.mouse.up()
    assert told(rows) == []


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_keys_choose_a_row_once_and_it_keeps_the_focus_when_it_is_drawn_anew(rows, key):
    rows.evaluate("() => void call('first')")
    rows.locator('[data-choice="RNOD"]').press(key)
    rows.evaluate("redraw()")
    rows.wait_for_function("document.activeElement.dataset.choice === 'RNOD'")
    assert told(rows) == [["first", "picked", "RNOD"]]
