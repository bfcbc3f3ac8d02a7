"""The template of the guide as a custom measure: in commands, reports and worker processes, and on every page."""

import csv
import io
import json
import os
import re
import subprocess
import sys

import pytest

from ordquant_core.measures.own.loading import VARIABLE
from tests.commands.files import GOLD, ROOT, RUN
from tests.measures.test_own_measures import TEMPLATE

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "ordquant_core" / "samples" / "breakdown-labels"
FILES = ("gold.csv", "run.csv", "baseline:uniform")
FEW = ("--measures", "NMD,KS")
COMMANDS = {
    "score": (*FILES, "--per-case"),
    "results": (*FILES, *FEW, "--trials", "100"),
    "compare": FILES,
    "agreement": (*FILES, "baseline:popularity"),
    "consistency": (*FILES, *FEW, "--splits", "10", "--size", "1"),
    "discriminative-power": (*FILES, "--trials", "100"),
    "overlap": (*FILES, *FEW, "--trials", "100"),
    "information-tau": (*FILES, "baseline:popularity", *FEW),
    "plan": ("gold.csv", "--noise", *FEW),
    "atlas": ("--votes", "4", "--classes", "3"),
}


def process(module, *arguments, plugin, cwd):
    environment = os.environ | {"PYTHONPATH": str(ROOT), VARIABLE: str(plugin)}
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("own")
    (path / "gold.csv").write_text(GOLD)
    (path / "run.csv").write_text(RUN)
    (path / "largest_gap.py").write_text(TEMPLATE, encoding="utf-8")
    return path


@pytest.fixture
def run(folder):
    def rows(*arguments):
        done = process("ordquant_core", *arguments, plugin=folder / "largest_gap.py", cwd=folder)
        assert done.returncode == 0, done.stderr
        return list(csv.DictReader(io.StringIO(done.stdout)))

    return rows


ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
from ordquant_core.__main__ import main
for arguments in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(arguments) == 0, arguments
    print(json.dumps([arguments[0], out.getvalue()]))
"""


def test_every_command_has_a_row_of_the_own_measure(folder):
    environment = os.environ | {"PYTHONPATH": str(ROOT), VARIABLE: str(folder / "largest_gap.py")}
    given = json.dumps([[name, *options] for name, options in COMMANDS.items()])
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER],
        **{"input": given, "cwd": folder, "env": environment},
        **{"capture_output": True, "text": True, "encoding": "utf-8", "check": False},
    )
    assert done.returncode == 0, done.stderr
    tables = {name: list(csv.DictReader(io.StringIO(out))) for name, out in map(json.loads, done.stdout.splitlines())}
    assert list(tables) == list(COMMANDS)
    for name, found in tables.items():
        named = [{row.get("measure"), row.get("measure_1"), row.get("measure_2")} for row in found]
        assert any("KS" in names for names in named), name
    check_by_hand(tables["score"])


def check_by_hand(rows):
    """Gold x is (0, 1, 3) / 4, the run (.25, .25, .5): the sums differ by .25 and .25."""
    found = {(row["run"], row["case"]): row["score"] for row in rows if row["measure"] == "KS"}
    assert float(found["run", "x"]) == pytest.approx(0.25, abs=1e-15)
    assert float(found["Uniform", "x"]) == pytest.approx(0.75 - 1 / 3, abs=1e-15)


def test_worker_processes_have_it_too(run):
    alone = run("atlas", "--votes", "6", "--classes", "3", *FEW)
    assert run("atlas", "--votes", "6", "--classes", "3", *FEW, "--workers", "2") == alone


def test_a_report_names_it_with_its_origin(folder):
    done = process("ordquant_core", "report", SAMPLE / "gold.csv", SAMPLE / "runs", "--trials", "100", "--measures",
                   "NMD,RNOD,KS", plugin=folder / "largest_gap.py", cwd=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr
    for words in (
        "--measures NMD,RNOD,KS --plugin largest_gap.py",
        "# Own measures: largest_gap.py; name",
        "KS (own)",
        "Own: added to this installation",
        "Kolmogorov 1933",
    ):
        assert words in done.stdout


@pytest.fixture(scope="module")
def pages(folder):
    """What every page shows on every section, in a process with the custom measure."""
    done = process("tests.pages.every_page", "KS", plugin=folder / "largest_gap.py", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


WITHOUT = {"start", "lessons", "data", "nuggets", "ranked_lists", "papers"}  # pages that show no score of a task


@pytest.mark.thorough
def test_no_page_fails_on_it(pages):
    assert [(one["page"], one["query"], one["exceptions"]) for one in pages if one["exceptions"]] == []
    assert [(one["page"], one["query"], one["boxes"]) for one in pages if one["boxes"]] == []


@pytest.mark.thorough
def test_every_page_with_measures_shows_it_marked_as_own(pages):
    for one in pages:
        if one["page"] not in WITHOUT:
            assert "KS (own)" in one["texts"], (one["page"], one["query"])
            assert not re.search(r">KS<", one["texts"]), (one["page"], one["query"])
