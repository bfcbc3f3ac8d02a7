"""`lessons`: one file, to a place or to stdout; what is refused."""

import json
import re

import pytest

from ordquant_core import browser
from ordquant_core.teaching import one_file
from ordquant_core.teaching.course import COURSE


def test_the_file_is_written_or_printed(folder, run):
    assert run("lessons", "--out", "lessons.html") == ("", "")
    page = (folder / "lessons.html").read_text(encoding="utf-8")
    assert run("lessons")[0] == page
    assert json.loads(re.search(r'id="data">(.*?)</script>', page)[1])["course"] == COURSE


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "absent/lessons.html"], "absent/lessons.html cannot be written"),
        (["gold.csv"], "unrecognized arguments: gold.csv"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder, refused, arguments, words):
    assert words in refused("lessons", *arguments)
    assert not (folder / "lessons.html").exists()


def test_an_installation_without_its_modules_says_so(folder, refused, monkeypatch):
    monkeypatch.setattr(one_file, "BROWSER", folder)
    assert "The installation lacks file/file.css" in refused("lessons")
    sheets = "file/file.css", "lessons/course.css", "lessons/summary.css", "draw/draw.css"
    for name in (*sheets, "lessons/course.html", "draw/draw.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((browser.BROWSER / name).read_text(encoding="utf-8"))
    assert "file.js" in refused("lessons")
