"""`lessons`: one file, to a place or to stdout; what is refused."""

import json
import re

import pytest

from ordquant_core import browser
from ordquant_core.teaching import one_file


@pytest.fixture
def quick(monkeypatch):
    """Leave out the quizzes, which take two seconds."""
    monkeypatch.setattr(one_file, "quizzes", lambda space: iter(()))
    monkeypatch.setattr(one_file, "quiz_space", lambda: None)


def test_the_file_is_written_or_printed(folder, run, quick):
    assert run("lessons", "--out", "lessons.html") == ("", "")
    page = (folder / "lessons.html").read_text(encoding="utf-8")
    assert run("lessons")[0] == page
    assert len(json.loads(re.search(r'id="data">(.*?)</script>', page)[1])["lessons"]) == 9


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "absent/lessons.html"], "absent/lessons.html cannot be written"),
        (["gold.csv"], "unrecognized arguments: gold.csv"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder, refused, quick, arguments, words):
    assert words in refused("lessons", *arguments)
    assert not (folder / "lessons.html").exists()


def test_an_installation_without_its_modules_says_so(folder, refused, quick, monkeypatch):
    monkeypatch.setattr(one_file, "BROWSER", folder)
    assert "The installation lacks lessons/lessons.css" in refused("lessons")
    styles = "lessons/lessons.css", "board/board.css", "draw/draw.css", "quiz/quiz.css"
    for name in (*styles, "board/board.html", "draw/draw.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((browser.BROWSER / name).read_text(encoding="utf-8"))
    assert "lessons.js" in refused("lessons")
