"""What the tools of the canvas do: votes and probabilities, commands, undo."""

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import Open, act, choose, close_menu, entry, fact, number, point, raw

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

OPERATIONS = ("even", "mirror", "left", "right", "random", "swap", "popularity", "uniform")


def test_probabilities_become_whole_votes_when_votes_are_chosen_and_undo_brings_them_back(canvas: Open) -> None:
    page = canvas(query={"gold": "0.3331,0.3332,0.3337"})
    number(page, "Votes").click()
    assert raw(page)[0] == (33, 33, 34)
    page.keyboard.press("Control+z")
    assert raw(page)[0] == (0.3331, 0.3332, 0.3337)
    number(page, "Votes").click()
    page.locator("[data-part=n]").fill("7")
    page.keyboard.press("Enter")
    assert sorted(raw(page)[0]) == [2, 2, 3]


def test_another_number_of_votes_is_dealt_in_proportion_and_back(canvas: Open) -> None:
    page = canvas()
    less = entry(page, "One vote less")
    for _ in range(10):
        less.click()
    assert sum(raw(page)[0]) == 10
    more = entry(page, "One vote more")
    for _ in range(10):
        more.click()
    assert raw(page)[0] == (0, 1, 2, 9, 8)
    for wrong in ("0", "1", "-3", "1.5", "1001", "x", ""):
        page.locator("[data-part=n]").fill(wrong)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Votes: a whole number from 2 to 1000.")).to_be_visible()
        expect(page.locator("[data-part=n]")).to_have_value("20")
    assert raw(page)[0] == (0, 1, 2, 9, 8)


def test_shift_piles_up_at_the_end_and_mirror_reverses(canvas: Open) -> None:
    page = canvas()
    act(page, "right")
    assert raw(page)[0] == (0, 0, 1, 2, 17)
    act(page, "mirror")
    assert raw(page)[0] == (17, 2, 1, 0, 0)
    act(page, "left")
    assert raw(page)[0] == (19, 1, 0, 0, 0)


def test_undo_goes_back_through_everything_to_the_exact_start(canvas: Open) -> None:
    page = canvas(query={"gold": "0.1,0.2,0.7", "a": "popularity", "b": "0.3,0.3,0.4", "name_b": "System 7"})
    seen = [[*raw(page), fact(page, "classes"), fact(page, "names")]]

    def look() -> None:
        seen.append([*raw(page), fact(page, "classes"), fact(page, "names")])

    for operation in OPERATIONS:
        choose(page, "b")
        page.mouse.click(*point(page, 0, 0.37))
        look()
        act(page, operation)
        look()
    number(page, "Votes").click()
    look()
    entry(page, "Add a class").click()
    look()
    close_menu(page)
    page.get_by_role("button", name="Rename class 4", exact=True).click()
    page.locator(".dq-labels input").fill("last")
    page.keyboard.press("Enter")
    look()
    entry(page, "One vote more").click()
    look()
    steps = [state for state, after in zip(seen, [*seen[1:], None], strict=True) if state != after]
    undone = [steps.pop()]
    while page.locator("[data-act=undo]").get_attribute("aria-disabled") == "false":
        act(page, "undo")
        state = [*raw(page), fact(page, "classes"), fact(page, "names")]
        if state != undone[-1]:  # a change of mode alone cannot be seen in the numbers
            undone.append(state)
            assert state == steps.pop()
    assert undone[-1] == seen[0]
