"""Compare, Carry the votes: the board has the picture that is shown, where it is made of up to 100 votes."""

import json

import pytest

from pages.compare.state import CARDS
from pages.shared.board import BELOW
from tests.pages.apps import compare, messages

VOTES = {"gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}


def boards(app):
    return [json.loads(one.proto.json) for one in app.get("bidi_component") if '"step":' in (one.proto.json or "")]


@pytest.mark.parametrize(
    ("measure", "below"),
    [("NMD", "traffic"), ("RNOD", "weights"), ("NVD", "bins"), ("DNKT", "order"), ("JSD", "traffic")],
)
def test_the_board_shows_the_picture_and_what_the_measure_counts(measure, below):
    app = compare(**VOTES, card="carry", measure=measure, classes="a,b,c,d,e")
    assert not app.exception
    (sent,) = boards(app)
    step = sent["step"]
    assert (step["below"], step["classes"], step["highest"]) == (below, [*"abcde"], 20)
    assert [step["board"][side] for side in ("gold", "a", "b")] == [[0, 1, 2, 9, 8], [0, 0, 0, 20, 0], [4] * 5]
    assert step["rows"] == [measure if measure in BELOW else "NMD"]


@pytest.mark.parametrize(
    "picture",
    [
        {"gold": ".1,.2,.7", "a": "1,0,0", "b": "uniform"},
        {"gold": "2,3,9", "a": "popularity", "b": "uniform"},  # 14/3 votes in each class
        {"gold": "50,50,1", "a": "popularity", "b": "101,0,0"},
        {**VOTES, "positions": "1,2,3,4,9"},
    ],
)
def test_what_cannot_be_carried_vote_by_vote_has_no_such_card(picture):
    app = compare(**picture)
    offered = app.button_group(key="compare_card").options
    assert list(offered) == [words for key, words in CARDS.items() if key != "carry"]
    assert "“carry”" in messages(compare(**picture, card="carry"))
