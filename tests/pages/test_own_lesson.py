"""A lesson made on Compare: its link and its file open the same lesson, with the answer computed there."""

import json
import random
from urllib.parse import parse_qs, urlsplit

import pytest

from ordquant_core.analysis.picture import LONGEST_LABEL, MOST_CLASSES
from ordquant_core.teaching.own_lesson import LONGEST_TAKE_AWAY, LONGEST_TITLE, as_lesson, from_link
from pages.compare import own_lesson
from tests.pages.apps import app_at, compare

GOLD = "0,1,2,9,8"


def making(*, typed=None, **query):
    """Open the form; a dialog of AppTest does not outlive a run, so what is `typed` into it stands there before."""
    app = compare(**{"gold": GOLD, "a": "popularity", "b": "uniform"} | query)
    for key, value in (typed or {}).items():
        app.session_state[key] = value
    app.button(key="make_lesson").click().run()
    assert not app.exception
    return app


def made(app):
    """Return the lesson of the link that is shown."""
    (address,) = (block.value for block in app.code if "/lessons?own=" in block.value)
    (lesson,) = from_link(parse_qs(urlsplit(address).query)["own"][0])
    return lesson


@pytest.fixture(autouse=True)
def address(monkeypatch):
    monkeypatch.setattr(own_lesson.st.context.__class__, "url", "https://class.example/oq/compare")


def test_the_lesson_asks_about_the_measure_that_is_explained():
    lesson = made(making(measure="RNOD"))
    assert (lesson.asks, lesson.measures, lesson.given) == ("RNOD", ("RNOD", "NMD", "NVD"), ())
    assert lesson.picture.shown("gold") == "0, 1, 2, 9, 8"
    assert as_lesson(lesson).right == 2


def test_the_address_is_that_of_the_page_lessons_on_this_server():
    (address,) = (block.value for block in making().code if "own=" in block.value)
    assert address.startswith("https://class.example/oq/lessons?own=1.")


def test_what_is_typed_is_in_the_link_and_on_the_page_that_it_opens():
    typed = {"lesson_title": " Near or far? ", "lesson_take_away": "NMD sees\nhow far.", "lesson_given_NMD": ["NVD"]}
    app = making(typed=typed)
    lesson = made(app)
    assert (lesson.title, lesson.take_away, lesson.given) == ("Near or far?", "NMD sees how far.", ("NVD",))
    (address,) = (block.value for block in app.code if "own=" in block.value)
    opened = app_at("pages/lessons/page.py", own=parse_qs(urlsplit(address).query)["own"][0], step="predict")
    assert not opened.exception
    (board,) = (json.loads(one.proto.json) for one in opened.get("bidi_component") if '"rail"' in one.proto.json)
    assert board["lesson"]["title"] == "Near or far?"
    assert board["lesson"]["ask"] == "Which estimate does NMD prefer?"
    assert board["lesson"]["hidden"] == ["NMD"]


def test_a_lesson_that_is_too_long_for_a_link_says_so_and_can_still_be_saved():
    rng = random.Random(1)
    words = lambda length: "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(length))  # noqa: E731
    typed = {"lesson_title": words(LONGEST_TITLE), "lesson_take_away": words(LONGEST_TAKE_AWAY)}
    labels = [words(LONGEST_LABEL) for _ in range(MOST_CLASSES)]
    app = making(classes=",".join(labels), gold=",".join("1" * MOST_CLASSES), typed=typed)
    (problem,) = app.error
    assert "Shorten the labels and the texts, or save it as a file" in problem.value
    assert not [block for block in app.code if "own=" in block.value]
    assert "Save as a file" in [button.label for button in app.get("download_button")]
