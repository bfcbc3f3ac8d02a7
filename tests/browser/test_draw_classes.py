"""The classes of the canvas: adding, removing and renaming them; hostile labels are text."""

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import HOSTILE, Open, close_menu, entry, fact, point, raw, settled

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def test_a_class_that_holds_mass_is_not_removed_and_says_so(canvas: Open) -> None:
    page = canvas()
    entry(page, "Add a class").click()
    assert raw(page)[0] == (0, 1, 2, 9, 8, 0)
    assert fact(page, "classes") == "-2|-1|0|1|2|3"
    remove = entry(page, "Remove the last class")
    remove.click()
    assert raw(page)[0] == (0, 1, 2, 9, 8)
    remove.click()
    expect(page.get_by_text("Class 2 is not empty in the gold")).to_be_visible()
    assert raw(page)[0] == (0, 1, 2, 9, 8)


def test_two_to_eleven_classes(canvas: Open) -> None:
    page = canvas()
    for _ in range(6):
        entry(page, "Add a class").click()
    assert len(raw(page)[0]) == 11
    expect(page.locator(".dq-handle")).to_have_count(11)
    close_menu(page)
    page.mouse.click(*point(page, 0, 1.0))
    for _ in range(9):
        entry(page, "Remove the last class").click()
    assert raw(page)[0] == (20, 0)


def test_a_label_is_renamed_by_keyboard_and_streamlits_own_keys_stay_quiet(canvas: Open) -> None:
    page = canvas()
    page.get_by_role("button", name="Rename class 1", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("cr much")  # c and r are shortcuts of Streamlit
    page.keyboard.press("Enter")
    settled(page)
    assert fact(page, "classes") == "-2|-1|0|cr much|2"
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.shadowRoot.activeElement.ariaLabel") == "Rename class cr much"
    page.keyboard.press("Enter")
    page.keyboard.type("something else")
    page.keyboard.press("Escape")
    settled(page)
    assert fact(page, "classes") == "-2|-1|0|cr much|2"


@pytest.mark.parametrize(("text", "message"), [("", "A class needs a label."), ("0", "Another class is called 0.")])
def test_a_label_that_cannot_be_is_refused_with_a_reason(canvas: Open, text: str, message: str) -> None:
    page = canvas()
    page.get_by_role("button", name="Rename class 1", exact=True).click()
    page.locator(".dq-labels input").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_text(message)).to_be_visible()
    page.locator(".dq-pill").first.click()
    expect(page.locator(".dq-labels input")).to_have_count(0)
    assert fact(page, "classes") == "-2|-1|0|1|2"


def test_hostile_labels_and_names_are_text(canvas: Open) -> None:
    page = canvas(query={"gold": "1,2", "a": "2,1", "classes": f"x,{HOSTILE}", "name_a": HOSTILE})
    page.get_by_role("button", name="Rename class x", exact=True).click()
    page.locator(".dq-labels input").fill("<b onclick=fired=1>b</b>")
    page.keyboard.press("Enter")
    settled(page)
    assert fact(page, "classes") == f"<b onclick=fired=1>b</b>|{HOSTILE}"
    assert page.evaluate("typeof fired") == "undefined"
    expect(page.locator(".dq img, .dq b b, .dq-labels b")).to_have_count(0)
