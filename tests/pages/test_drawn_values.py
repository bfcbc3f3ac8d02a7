"""What a browser sends is not trusted: `read_drawn` gives a checked picture, or None. (No browser is needed here.)"""

import math
from typing import Any

import pytest

from ordquant_core.analysis.picture import Picture
from pages.shared import draw
from pages.shared.draw import read_drawn
from pages.shared.session import Item

SENT = {
    "classes": ["NB", "PB", "B"],
    "gold": [1, 2, 7],
    "a": "popularity",
    "b": [0.2, 0.3, 0.5],
    "name_a": "",
    "name_b": "System 7",
    "mode": "votes",
    "n": 10,
    "visit": "this session",
    "rev": 4,
    "seq": 9,
    "mount": 0.5,
}


@pytest.fixture(autouse=True)
def _visit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Visit(Item[str]):
        def get(self) -> str:
            return "this session"

    monkeypatch.setattr(draw, "VISIT", Visit("visit", str))


def test_a_proper_value_becomes_a_picture() -> None:
    drawn = read_drawn(SENT, 4)
    assert drawn
    assert drawn.picture == Picture(("NB", "PB", "B"), (1, 2, 7), "popularity", (0.2, 0.3, 0.5), "", "System 7")
    assert drawn.seq == 9


def test_a_value_of_an_earlier_rev_is_nothing() -> None:
    assert read_drawn(SENT, 5) is None


@pytest.mark.parametrize("visit", ["the session before a restart", None, 1])
def test_a_value_of_another_session_is_nothing(visit: object) -> None:
    assert read_drawn({**SENT, "visit": visit}, 4) is None


@pytest.mark.parametrize("value", [None, 1, "x", [], [SENT], {}, {"rev": 4}, {"visit": "this session", "rev": 4}])
def test_anything_but_a_drawing_is_nothing(value: Any) -> None:
    assert read_drawn(value, 4) is None


@pytest.mark.parametrize(
    "change",
    [
        {"gold": [1, 2]},
        {"gold": [1, 2, 3, 4]},
        {"gold": [math.nan, 2, 7]},
        {"gold": [math.inf, 2, 7]},
        {"gold": [-1, 2, 7]},
        {"gold": [0, 0, 0]},
        {"gold": [0.5, 0.6, 0.1]},
        {"gold": ["1", 2, 7]},
        {"gold": [True, 2, 7]},
        {"gold": [None, 2, 7]},
        {"gold": [[1], 2, 7]},
        {"gold": [10**400, 2, 7]},
        {"gold": [10**9, 2, 7]},
        {"gold": "popularity"},
        {"gold": {"0": 1}},
        {"a": "oracle"},
        {"a": "uniform" * 10_000},
        {"b": None},
        {"classes": ["NB", "PB"]},
        {"classes": ["NB", "NB", "B"]},
        {"classes": ["NB", "", "B"]},
        {"classes": ["NB", "x" * 100_000, "B"]},
        {"classes": ["NB", "\ud800", "B"]},
        {"classes": ["NB", 1, "B"]},
        {"classes": "NB "},
        {"classes": [], "gold": [], "b": []},
        {"classes": [str(i) for i in range(12)], "gold": [1] * 12, "b": [1] * 12},
        {"classes": [str(i) for i in range(10**5)], "gold": [1] * 10**5},
        {"name_a": 7},
        {"seq": "9"},
        {"mount": None},
    ],
    ids=lambda change: f"{change}"[:40].encode("ascii", "replace").decode(),
)
def test_a_drawing_with_one_wrong_part_is_nothing(change: dict[str, object]) -> None:
    assert read_drawn({**SENT, **change}, 4) is None


def test_a_long_name_is_cut() -> None:
    drawn = read_drawn({**SENT, "name_b": "x" * 10_000}, 4)
    assert drawn
    assert len(drawn.picture.name_b) == 60
