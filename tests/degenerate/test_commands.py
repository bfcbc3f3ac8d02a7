"""Every command on tasks in which something is missing, constant, equal or infinite: numbers, or one error line."""

import csv
import io
import json
import os
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings

from ordquant_core.__main__ import main
from ordquant_core.ranked_lists import chance
from tests.degenerate.lists import CORNERS as CORNERS_OF_LISTS
from tests.degenerate.lists import LISTS
from tests.degenerate.nuggets import NUGGETS
from tests.degenerate.tasks import CORNERS, DEGENERATE, Made, make, tasks
from tests.depth import matrix

WRONG = re.compile(r"\b(nan|inf|None(?! of \d))\b|Traceback")  # "None of 13 measures" is a sentence
NO_TABLE = ("export", "report", "template", "study")  # commands that write something else, or to files
FEW = ("--trials", "30")
OF_RUNS = {
    "score": ((), ("--per-case",), ("--format", "markdown")),
    "results": (FEW, (*FEW, "--pairs"), (*FEW, "--baselines"), (*FEW, "--pairs", "--format", "latex")),
    "agreement": ((), ("--baselines",), ("--format", "latex")),
    "consistency": (("--splits", "5"), ("--splits", "5", "--size", "1")),
    "discriminative-power": (FEW,),
    "overlap": (FEW,),
    "contradictions": (FEW,),
    "information-tau": ((), ("--given", "NVD")),
    "check": ((),),
    "template": ((),),
    "report": (FEW,),
}
PLANS = (("--noise",), ("--noise", "--per-case"), ("--design",), ("--split", "--cases", "5,10", "--resamples", "3"))
GROUPED = ((*FEW, "--by", "group"), (*FEW, "--by", "group", "--pairs"))
OF_NUGGETS = ((), ("--micro",), ("--per-case",), ("--format", "latex"))
OF_LISTS = (
    (),
    ("--measures", "RIC,AP,GAP,nDCG,ERR,RBP,P@5,recall"),
    ("--joint",),
    ("--difference",),
    ("--information-tau",),
    ("--information-tau", "--given", "AP"),
    ("--by-topic",),
    ("--format", "markdown"),
)


def fault_of(words: Sequence[str], wrong: re.Pattern[str] = WRONG) -> str:
    """Return what is wrong with the answer to these arguments of the command line; "" where nothing is."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(list(words))
    except Exception as problem:  # noqa: BLE001 - the command that failed is named, the others go on
        return f"{' '.join(words)}: {problem!r}"
    said = err.getvalue()
    if wrong.search(said):
        return f"{' '.join(words)}: {said}"
    if code == 0:
        if words[0] in NO_TABLE or "--format" in words:
            return ""
        rows = list(csv.reader(io.StringIO(out.getvalue())))
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            return f"{' '.join(words)}: no table: {out.getvalue()[:200]}"
        return ""
    lines = [line for line in said.splitlines() if not line.startswith("note: ")]
    one_error = len(lines) == 1 and lines[0].startswith("error: ")
    return "" if code == 2 and one_error else f"{' '.join(words)}: exit code {code}: {said}"


def calls(made: Made):
    """Yield the arguments of every command for a task that stands in the current folder."""
    runs = tuple(made.runs)
    given_runs = (runs, (*runs, "baseline:popularity", "baseline:uniform")) if len(runs) < 2 else (runs,)
    for some in given_runs:
        for name, options in OF_RUNS.items():
            of_task = ("gold.csv",) if name == "template" else ("gold.csv", *some, "--repair", "accept-gold-copies")
            for more in options:
                yield (name, *of_task, *more)
        for more in PLANS:
            of_task = () if "--noise" in more else (*some, "--repair", "accept-gold-copies")
            yield ("plan", "gold.csv", *of_task, *more)
        if len(some) > 1:
            yield ("compare", "gold.csv", *some[:2], "--repair", "accept-gold-copies")
        if "group" in made.gold.splitlines()[0]:
            for more in GROUPED:
                yield ("results", "gold.csv", *some, "--repair", "accept-gold-copies", *more)


def faults(of, wrong: re.Pattern[str] = WRONG) -> list[str]:
    """Return what is wrong with the answers to these calls."""
    return [fault for words in of if (fault := fault_of(words, wrong))]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


OFTEN = ("one case", "no run", "annotators who all agree", "runs with infinite scores only", "a group of one case")


@pytest.mark.parametrize("name", matrix(DEGENERATE, *OFTEN))
def test_every_command_answers_a_degenerate_task_with_numbers_or_one_error(name, here):
    DEGENERATE[name].write(here)
    assert faults(calls(DEGENERATE[name])) == []


def test_the_command_answers_degenerate_nuggets(here):
    for title, files in NUGGETS.items():
        names = [f"file{number}.json" for number in range(len(files))]
        for name, entries in zip(names, files, strict=True):
            (here / name).write_text(json.dumps(entries))
        assert faults(("nuggets", *names, *options) for options in OF_NUGGETS) == [], title


def test_the_command_answers_degenerate_ranked_lists(here, monkeypatch):
    monkeypatch.setattr(chance, "MOST", 40)  # permutations of grades
    for number, (title, files) in enumerate(LISTS.items()):
        for name, text in files.items():
            (here / name).write_text(text)
        some = OF_LISTS if title in CORNERS_OF_LISTS else OF_LISTS[number % 3 :: 3]
        assert faults(("rank-lists", *files, *options) for options in some) == [], title


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(made=tasks)
def test_every_command_answers_any_combination_of_traits(made, tmp_path_factory):
    folder, before = tmp_path_factory.mktemp("task"), Path.cwd()
    os.chdir(folder)
    try:
        made.write(folder)
        assert faults(calls(made)) == []
    finally:
        os.chdir(before)


def test_the_search_for_faults_finds_them(here):
    make().write(here)
    unknown = ("score", "gold.csv", "run-1.csv", "--measures", "unknown")
    assert faults([unknown]) == []  # an unknown measure is one error line
    assert faults([unknown], re.compile("."))


def test_a_study_of_degenerate_tasks_writes_its_tables(tmp_path, monkeypatch):
    """Its figures are made, but no Chromium draws them."""
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
    monkeypatch.setattr("ordquant_core.report.study.sheets", lambda figures, **_: b"%PDF")
    for title in CORNERS:
        DEGENERATE[title].publish(tmp_path / "tasks" / re.sub(r"\W+", "-", title), title)
    words = ("study", str(tmp_path / "tasks"), "--out", str(tmp_path / "out"), *FEW, "--splits", "5")
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main(list(words))
    said = out.getvalue() + err.getvalue()
    assert code in (0, 2), said
    assert not WRONG.search(said), said
    written = list((tmp_path / "out").rglob("*.csv"))
    assert written
    for path in written:
        rows = list(csv.reader(path.read_text().splitlines()))
        assert rows, path
        assert all(len(row) == len(rows[0]) for row in rows), path
