"""Every command on tasks in which something is missing, constant, equal or infinite: numbers, or one error line."""

import csv
import io
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings

from ordquant_core.__main__ import main
from tests.degenerate.tasks import DEGENERATE, Made, make, tasks

FEW = ("--trials", "30")
OF_RUNS = {
    "score": ((), ("--per-case",), ("--views",), ("--format", "markdown")),
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
PLANS = (
    ("--noise", "--draws", "20"),
    ("--noise", "--draws", "20", "--per-case"),
    ("--design",),
    ("--annotators",),
    ("--split", "--cases", "5,10", "--resamples", "3"),
)
GROUPED = ((*FEW, "--by", "group"), (*FEW, "--by", "group", "--pairs"))
WRONG = re.compile(r"\b(nan|inf|None)\b|Traceback")


def calls(made: Made):
    """Yield the arguments of every command for a task that stands in the current folder."""
    runs = tuple(made.runs)
    given_runs = (runs, (*runs, "baseline:popularity", "baseline:uniform")) if len(runs) < 2 else (runs,)
    for some in given_runs:
        for name, options in OF_RUNS.items():
            of_task = ("gold.csv",) if name == "template" else ("gold.csv", *some)
            for more in options:
                yield (name, *of_task, *more, *(("--scores", "scores.csv") if made.scores and name in OUTSIDE else ()))
        for more in PLANS:
            yield ("plan", "gold.csv", *([] if "--noise" in more else some), *more)
        if len(some) > 1:
            yield ("compare", "gold.csv", *some[:2])
        if "group" in made.gold.splitlines()[0]:
            for more in GROUPED:
                yield ("results", "gold.csv", *some, *more)


OUTSIDE = ("results", "agreement", "consistency", "discriminative-power", "overlap", "contradictions", "report")


def faults_of(made: Made, folder: Path) -> list[str]:
    """Return what is wrong with the answers of all commands to a task."""
    made.write(folder)
    found = []
    for arguments in calls(made):
        name, *rest = arguments
        extra = () if name == "template" else ("--accept-gold-copies",)
        words = [name, *rest, *extra]
        out, err = io.StringIO(), io.StringIO()
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = main(words)
        except Exception as problem:  # noqa: BLE001 - the command that failed is named, the others go on
            found.append(f"{' '.join(words)}: {problem!r}")
            continue
        out, err = out.getvalue(), err.getvalue()
        lines = err.splitlines()
        if code == 0:
            if WRONG.search(err):
                found.append(f"{' '.join(words)}: {err}")
            if name not in ("report", "template") and "--format" not in words:
                rows = list(csv.reader(io.StringIO(out)))
                if not rows or any(len(row) != len(rows[0]) for row in rows):
                    found.append(f"{' '.join(words)}: no table: {out[:200]}")
        elif (
            code != 2
            or [line for line in lines if not line.startswith("note: ")]
            != [line for line in lines if line.startswith("error: ")]
            or sum(line.startswith("error: ") for line in lines) != 1
        ):
            found.append(f"{' '.join(words)}: exit code {code}: {err}")
        elif WRONG.search(err):
            found.append(f"{' '.join(words)}: {err}")
    return found


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", DEGENERATE)
def test_every_command_answers_a_degenerate_task_with_numbers_or_one_error(name, here):
    assert faults_of(DEGENERATE[name], here) == []


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(made=tasks)
def test_every_command_answers_any_combination_of_traits(made, tmp_path_factory):
    folder, before = tmp_path_factory.mktemp("task"), Path.cwd()
    os.chdir(folder)
    try:
        assert faults_of(made, folder) == []
    finally:
        os.chdir(before)


def test_the_search_for_faults_finds_them(here, monkeypatch):
    monkeypatch.setitem(OF_RUNS, "score", (("--measures", "unknown"),))
    assert faults_of(make(), here) == []  # an unknown measure is one error line
    monkeypatch.setattr("tests.degenerate.test_commands.WRONG", re.compile("."))
    assert faults_of(make(), here)
