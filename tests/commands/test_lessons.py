"""`lessons`: one file; lessons of one's own in it; what is refused."""

import json
import re

import pytest

from ordquant_core import browser
from ordquant_core.teaching import one_file
from ordquant_core.teaching.own_lesson import from_json, to_link

OWN = {
    "ordquant_lesson": 1,
    "classes": ["1", "2", "3", "4", "5"],
    "gold": [0, 1, 2, 9, 8],
    "a": [0, 0, 0, 20, 0],
    "b": [4, 4, 4, 4, 4],
    "asks": "NMD",
    "measures": ["NMD", "RNOD"],
    "title": "</script> & mine",
}


def held(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


@pytest.fixture
def quick(monkeypatch):
    """Leave out the quizzes, which take two seconds."""
    monkeypatch.setattr(one_file, "quizzes", lambda space: iter(()))
    monkeypatch.setattr(one_file, "quiz_space", lambda: None)


def test_lessons_of_ones_own_from_a_file_and_a_link_are_in_the_file(folder, run, quick):
    (folder / "mine.json").write_text(json.dumps([OWN, {**OWN, "title": "Second"}]))
    link = f"https://ordquant.example/lessons?lesson=own&own={to_link(*from_json(json.dumps(OWN).encode()))}"
    out, err = run("lessons", "--lesson", "mine.json", "--lesson", link, "--out", "lessons.html")
    assert (out, err) == ("", "")
    data = held((folder / "lessons.html").read_text(encoding="utf-8"))
    assert len(data["lessons"]) == 9
    assert [one["title"] for one in data["own"]] == [OWN["title"], "Second", OWN["title"]]
    assert data["own"][0]["board"]["gold"] == OWN["gold"]
    assert run("lessons", "--lesson", "mine.json", "--lesson", link)[0] == (folder / "lessons.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--lesson", "absent.json"], "absent.json: there is no such file"),
        (["--lesson", "gold.csv"], "gold.csv: "),
        (["--lesson", "https://ordquant.example/compare?gold=1,2"], "this link holds no lesson"),
        (["--lesson", "https://ordquant.example/lessons?own=1.damaged"], "the link is damaged; copy the whole link"),
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
