"""Moving a distribution from one side of the canvas to another: exact, one step of undo, never a silent rounding."""

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import Open, act, choose, close_menu, entry, fact, number, raw

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

VOTES = [0, 1, 2, 9, 8]
THIRDS = [1 / 3, 1 / 3, 1 / 3, 0, 0]
FIFTHS = [0.2] * 5
RUN = [0.05, 0.15, 0.3, 0.4, 0.1]  # 1, 3, 6, 8, 2 of 20
NOT_WHOLE = "{} cannot be written as whole votes out of 20, so the canvas now shows probabilities."
FINE = [0.123, 0.377, 0.25, 0.25, 0]


def sides(gold: object, a: object, b: object = "uniform", name_a: str = "", name_b: str = "") -> dict[str, object]:
    return {"classes": list("12345"), "gold": gold, "a": a, "b": b, "name_a": name_a, "name_b": name_b}


MOVES: list[tuple[str, dict[str, object], str, dict[str, object]]] = [
    ("votes stay votes", sides(VOTES, [4, 4, 4, 4, 4], name_a="S"), "exchange a", sides([4, 4, 4, 4, 4], VOTES)),
    ("another number of votes is kept", sides(VOTES, [1, 0, 0, 0, 2]), "exchange a", sides([1, 0, 0, 0, 2], VOTES)),
    ("a baseline that is whole votes", sides(VOTES, "popularity"), "exchange a", sides([0, 0, 0, 20, 0], VOTES)),
    ("whole votes of a run", sides(VOTES, RUN, name_a="S"), "exchange a", sides([1, 3, 6, 8, 2], VOTES)),
    (
        "thirds of 20 votes are probabilities",
        sides(VOTES, THIRDS, name_a="S"),
        "exchange a",
        sides(THIRDS, [vote / 20 for vote in VOTES]),
    ),
    ("probabilities stay as they are", sides(RUN, FINE, name_a="S"), "exchange a", sides(FINE, RUN)),
    ("votes of a run beside probabilities", sides(RUN, [1, 1, 1, 1, 1]), "exchange a", sides(FIFTHS, RUN)),
    ("gold to a run", sides(VOTES, RUN, name_a="S"), "copy gold a", sides(VOTES, VOTES)),
    ("a run keeps what it is", sides(VOTES, RUN, name_a="S"), "copy a b", sides(VOTES, RUN, RUN, "S", "S")),
    ("a baseline stays a word", sides(VOTES, RUN, name_a="S"), "copy b a", sides(VOTES, "uniform")),
    ("a run keeps its name", sides(VOTES, RUN, name_a="S"), "copy a gold", sides([1, 3, 6, 8, 2], RUN, name_a="S")),
    (
        "popularity follows the new gold",
        sides(VOTES, RUN, "popularity"),
        "copy a gold",
        sides([1, 3, 6, 8, 2], RUN, "popularity"),
    ),
    ("to itself", sides(VOTES, RUN), "copy gold gold", sides(VOTES, RUN)),
]


def test_a_move_is_one_step_of_undo_and_says_what_else_changed(canvas: Open) -> None:
    page = canvas(query={"gold": "0,1,2,9,8", "b": "1/3,1/3,1/3,0,0", "name_b": "System 7"})
    before = [raw(page), fact(page, "names")]
    entry(page, "Exchange gold with B").click()
    assert raw(page) == [(1 / 3, 1 / 3, 1 / 3, 0, 0), "popularity", (0, 0.05, 0.1, 0.45, 0.4)]
    assert fact(page, "names") == ["Popularity", "Run B"]
    expect(number(page, "Probability")).to_be_checked()
    expect(page.locator("[data-part=hint]")).to_have_text(NOT_WHOLE.format("B"))
    act(page, "undo")
    assert [raw(page), fact(page, "names")] == before
    expect(number(page, "Votes")).to_be_checked()
    close_menu(page)
    expect(page.locator("[data-part=hint]")).to_be_empty()

    choose(page, "a")
    entry(page, "Copy A to gold").click()
    assert raw(page)[0] == (0, 0, 0, 20, 0)
    act(page, "undo")
    entry(page, "Copy A to B").click()
    assert raw(page)[1:] == ["popularity", "popularity"]
    choose(page, "gold")
    entry(page, "Copy gold to A").click()
    assert raw(page)[:2] == [(0, 1, 2, 9, 8), (0, 1, 2, 9, 8)]
    act(page, "undo")
    act(page, "undo")
    assert [raw(page), fact(page, "names")] == before
    expect(page.locator("[data-act=undo]")).to_have_attribute("aria-disabled", "true")
