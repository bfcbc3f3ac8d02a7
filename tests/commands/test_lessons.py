"""`lessons`: one file; what is refused."""

import json
import re

import pytest

from ordquant_core import browser
from ordquant_core.teaching import one_file


def held(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


@pytest.fixture
def quick(monkeypatch):
    """Leave out the quizzes, which take two seconds."""
    monkeypatch.setattr(one_file, "quizzes", lambda space: iter(()))
    monkeypatch.setattr(one_file, "quiz_space", lambda: None)


def test_the_file_is_written_to_stdout_or_where_it_is_wanted(folder, run, quick):
    assert run("lessons", "--out", "lessons.html") == ("", "")
    page = (folder / "lessons.html").read_text(encoding="utf-8")
    assert len(held(page)["lessons"]) == 9
    assert run("lessons")[0] == page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "absent/lessons.html"], "absent/lessons.html cannot be written"),
        (["gold.csv"], "unrecognized arguments: gold.csv"),
    ],
)
def test_what_is_no_lesson_is_refused_in_one_line(folder, refused, quick, arguments, words):
    assert words in refused("lessons", *arguments)
    assert not (folder / "lessons.html").exists()


def test_an_installation_without_its_modules_says_so(folder, refused, quick, monkeypatch):
    monkeypatch.setattr(one_file, "BROWSER", folder)
    assert "The installation lacks lessons/lessons.css" in refused("lessons")
    for name in ("lessons/lessons.css", "board/board.html", "board/board.css", "draw/draw.html", "draw/draw.css"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((browser.BROWSER / name).read_text(encoding="utf-8"))
    assert "lessons.js" in refused("lessons")
