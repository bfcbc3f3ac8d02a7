"""refusals.txt: what is no use to a command is one line on stderr that names it, exit code 2, no output."""

import shlex
from string import Template

import numpy as np
import pytest

from ordquant_core.commands import elsewhere
from ordquant_core.teaching import one_file
from tests.commands.files import ROOT, RUN, SAMPLES, ended, of_scales, refused, table

VOTES = "case,annotator,label\n" + "".join(f"c{n},x,{n % 3}\n" for n in range(12))
FILES = {
    **{"empty.csv": "", "cut.json": "[", "short.csv": RUN.replace("z,.4,.3,.3\n", ""), "ids.txt": "x\ny\nz\n"},
    "wrong.csv": "case,a,b,c\nx,.5,.3,0\ny,1,0,0\nz,1,0,0\n",
    "votes.csv": "post,rating,status\np,1,ok\np,2,spam\nq,2,ok\n",
    **{"single.csv": VOTES, "twice.txt": "x\ny\nx\n", "codes.txt": "EY-666666-666666\n"},
    "shares.csv": "case,a,b,c\nx,.5,.25,.25\ny,.5,.25,.25\nz,.5,.25,.25\n",
    "certain.csv": table("xyz", np.eye(3).tolist()),
    **{"two.json": of_scales(votes=True), "two-run.json": of_scales()},
    **{"qrels.txt": "1 0 a 1\n1 0 b 0\n", "bm25": "1 Q0 a 1 3 x\n", "lists2": "1 Q0 a 1 3 x\n1 Q0 a 2 2 x\n"},
    **{"foreign": "9 Q0 d 2 0.5 x\n", "one-grade": "1 0 a 1\n", "subtopics.txt": "1 1 a 1\n"},
    "many.csv": "case,a,b,text\n" + "".join(f"c{n},{n % 4},{3 - n % 4},text {n}\n" for n in range(60)),
    "all.csv": "system,topic,0,1\nGOLD,t,1,3\none,t,2,2\ntwo,t,4,0\n",
}
SAID = {
    "ALL": "--layout class-columns --case topic --system system",
    "CLASSES": "--layout class-columns --case case",
    "VOTED": "--layout votes --case case --annotator annotator --label label",
    **{"NUGGETS": SAMPLES / "nuggets", "LISTS": SAMPLES / "ranked-lists", "SAMPLE": SAMPLES / "breakdown-labels"},
    "SAMPLES": SAMPLES,
}
TABLE = (ROOT / "tests" / "commands" / "refusals.txt").read_text(encoding="utf-8").splitlines()
ROWS = [Template(row).substitute(SAID).split(" -> ") for row in TABLE if row and not row.startswith("#")]


@pytest.fixture
def here(folder, monkeypatch):
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for name in ("nothing", "folder"):
        (folder / name).mkdir()
    (folder / "binary.csv").write_bytes(bytes(range(256)))
    with (folder / "big.csv").open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(elsewhere, "PATIENCE", 1)
    monkeypatch.setenv("BROWSER_PATH", "no-such-browser")
    return folder


@pytest.mark.parametrize(("line", "words"), ROWS, ids=[line.strip()[:70] for line, _ in ROWS])
def test_what_is_no_use_is_refused_in_one_line_that_names_it(here, line, words):
    said = refused(*(word.replace("\\n", "\n") for word in shlex.split(line)))
    assert all(part in said for part in words.strip().split(" … ")), said
    assert not {path.name for path in here.iterdir()} & {"x.pdf", "bundle.zip", "bundle.txt", "tables", "absent"}


def test_what_a_figure_needs_and_is_not_there_is_named(here, monkeypatch):
    monkeypatch.delenv("BROWSER_PATH")
    monkeypatch.setenv("PATH", "")
    assert "install Chromium or Chrome" in refused("figure", "groups", SAID["SAMPLE"], "--out", "x.pdf")
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert "pip install 'ordquant[dask]'" in refused("atlas --votes 3 --classes 3 --dask tcp://127.0.0.1:1")


def test_a_bundle_for_others_has_no_measure_of_ones_own(own):
    assert "KS is not part of the library" in refused("export gold.csv --tira --out t.zip --measures NMD,KS")


def test_an_installation_without_the_modules_of_its_lessons_says_so(here, monkeypatch):
    monkeypatch.setattr(one_file, "BROWSER", here)
    assert "The installation lacks file/file.css" in refused("lessons")


MANIFESTS = {
    "[]": "this is not a study manifest",
    '{"tasks": []}': "this is not a study manifest",
    '{"tasks": ["first"]}': "tasks, entry 1",
    '{"tasks": [{"folder": "../first"}]}': "leads out of the folder",
    '{"tasks": [{"folder": "first", "vennue": "x"}]}': "'vennue' is unknown",
    '{"tasks": [{"folder": "first", "venue": 3}]}': "venue is not a text",
    '{"tasks": [{"folder": "first"}, {"folder": "first"}]}': "occurs twice",
    '{"title": 1, "tasks": [{"folder": "first"}]}': "title",
}


def test_a_manifest_that_cannot_be_used_is_refused(here):
    (here / "folder" / "first").mkdir()
    (here / "gold.csv").rename(here / "folder" / "first" / "gold.csv")
    for manifest, words in MANIFESTS.items():
        (here / "folder" / "study.json").write_text(manifest)
        assert words in refused("study folder --out tables"), manifest
    assert not (here / "tables").exists()


def test_the_description_of_a_task_under_another_name_is_a_problem_of_every_command(here):
    (here / "gold.csv").rename(here / "folder" / "gold.csv")
    for name in ("Task.json", "task.json.txt", "task.json~"):
        place = here / "folder" / name
        place.write_text('{"gold": "gold.csv"}')
        (row,) = ended("check folder").rows
        said = {"file": "folder/task.json", "problem": f"is called '{name}'", "action": "rename it to task.json"}
        assert row == row | said
        assert refused("score folder baseline:uniform").startswith("error: folder/task.json: is called ")
        place.unlink()
