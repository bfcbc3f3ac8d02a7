"""Every command on tasks in which something is missing, constant, equal or infinite: numbers, or one error line."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings

from ordquant_core.__main__ import main
from ordquant_core.ranked_lists import chance
from tests.degenerate.lists import CORNERS as CORNERS_OF_LISTS
from tests.degenerate.lists import LISTS
from tests.degenerate.nuggets import NUGGETS
from tests.degenerate.tasks import DEGENERATE, publish, tasks
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


def faults(calls: Iterable[Sequence[str]]) -> list[str]:
    """Return what is wrong with the answers to these arguments of the command line."""
    return [f"{' '.join(words)}: {fault}" for words in calls if (fault := fault_of(words))]


def fault_of(words: Sequence[str]) -> str:
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(list(words))
    except Exception as problem:  # noqa: BLE001 - the command that failed is named, the others go on
        return repr(problem)
    said = err.getvalue()
    errors = [line for line in said.splitlines() if not line.startswith("note: ")]
    if WRONG.search(said) or (code and (code != 2 or len(errors) != 1 or not errors[0].startswith("error: "))):
        return f"exit code {code}: {said}"
    is_table = code == 0 and words[0] not in NO_TABLE and "--format" not in words
    return "" if not is_table or is_rectangular(out.getvalue()) else f"no table: {out.getvalue()[:200]}"


def is_rectangular(text: str) -> bool:
    return len({len(row) for row in csv.reader(io.StringIO(text))}) == 1


def calls(made: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the arguments of every command for a task that stands in the current folder."""
    runs, allowed = [*made][1:], ("--repair", "accept-gold-copies")
    for some in (runs, [*runs, "baseline:popularity", "baseline:uniform"]) if len(runs) < 2 else (runs,):
        of_task = ("gold.csv", *some, *allowed)
        for name, options in OF_RUNS.items():
            for more in options:
                yield (name, *(("gold.csv",) if name == "template" else of_task), *more)
        for more in PLANS:
            yield ("plan", *(("gold.csv",) if "--noise" in more else of_task), *more)
        if len(some) > 1:
            yield ("compare", "gold.csv", *some[:2], *allowed)
        if "group" in made["gold.csv"].splitlines()[0]:
            for more in GROUPED:
                yield ("results", *of_task, *more)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)


OFTEN = ("one case", "no run", "annotators who all agree", "runs with infinite scores only", "a group of one case")
STUDIED = (*OFTEN, "two equal runs", "two annotators", "probabilities of 0 and 1")


@pytest.mark.parametrize("name", matrix(DEGENERATE, *OFTEN))
def test_every_command_answers_a_degenerate_task_with_numbers_or_one_error(name, here):
    write(here, DEGENERATE[name])
    assert faults(calls(DEGENERATE[name])) == []


def test_the_command_answers_degenerate_nuggets(here):
    for title, files in NUGGETS.items():
        write(here, named := {f"file{n}.json": json.dumps(entries) for n, entries in enumerate(files)})
        assert faults(("nuggets", *named, *options) for options in OF_NUGGETS) == [], title


def test_the_command_answers_degenerate_ranked_lists(here, monkeypatch):
    monkeypatch.setattr(chance, "MOST", 40)  # permutations of grades
    for number, (title, files) in enumerate(LISTS.items()):
        write(here, files)
        some = OF_LISTS if title in CORNERS_OF_LISTS else OF_LISTS[number % 3 :: 3]
        assert faults(("rank-lists", *files, *options) for options in some) == [], title


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(made=tasks)
def test_every_command_answers_any_combination_of_traits(made, tmp_path_factory):
    with chdir(folder := tmp_path_factory.mktemp("task")):
        write(folder, made)
        assert faults(calls(made)) == []


def test_a_study_of_degenerate_tasks_writes_its_tables(tmp_path, monkeypatch):
    """Its figures are made, but no Chromium draws them."""
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
    monkeypatch.setattr("ordquant_core.report.study.sheets", lambda figures, **_: b"%PDF")
    for title in STUDIED:
        publish(DEGENERATE[title], tmp_path / "tasks" / re.sub(r"\W+", "-", title), title)
    assert faults([("study", str(tmp_path / "tasks"), "--out", str(tmp_path / "out"), *FEW, "--splits", "5")]) == []
    written = list((tmp_path / "out").rglob("*.csv"))
    assert written
    assert [path for path in written if not is_rectangular(path.read_text())] == []
