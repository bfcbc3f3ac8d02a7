"""The command line as a process: exit codes, encodings, readers that leave, what is imported."""

import csv
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.files import ROOT

pytestmark = pytest.mark.slow


def shell(*arguments, **options):
    command = [sys.executable, "-W", "error", "-m", "ordquant_core", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", **options)


def test_the_process_writes_csv_and_succeeds():
    done = shell("measure", "--gold", "1,0", "--estimate", "0,1", "--measures", "NMD")
    assert (done.returncode, done.stdout, done.stderr) == (0, "measure,score\nNMD,1.0\n", "")


def test_ids_of_any_script_are_written_whatever_the_terminal(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text('case,a,b\nحوار,1,2\n"x,y",0,3\n', encoding="utf-8")
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = shell("score", path, "baseline:uniform", "--per-case", "--measures", "NMD", env=environment)
    assert done.returncode == 0, done.stderr
    assert [row[1] for row in csv.reader(io.StringIO(done.stdout))] == ["case", "حوار", "x,y"]


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("case,1,2\n" + "".join(f"case{number},{number % 4},{3 - number % 4}\n" for number in range(5000)))
    command = [sys.executable, "-m", "ordquant_core", "score", path, "baseline:uniform", "--per-case"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"run,case,measure,score\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line():
    command = [sys.executable, "-m", "ordquant_core", "measure", "--gold", "1,0", "--estimate", "0,1"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("error: the output cannot be written")
    assert done.stderr.count("\n") == 1


def test_the_command_line_starts_without_the_heavy_libraries():
    heavy = ["scipy", "streamlit", "plotly", "openpyxl"]
    code = f"import sys, ordquant_core.__main__; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_and_errors_name_the_program_as_it_was_called(tmp_path):
    script = tmp_path / "ordquant"  # as pip writes it
    script.write_text("from ordquant_core.__main__ import run\nrun()\n")
    for call, name in (([script], "ordquant"), (["-m", "ordquant_core"], "python -m ordquant_core")):
        command = [sys.executable, *map(str, call), "score"]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        shown = subprocess.run([*command, "-h"], env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert shown.stdout.startswith(f"usage: {name} score ")
        assert f"\n  {name} score gold" in shown.stdout
        wrong = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert wrong.stderr.endswith(f"(see {name} score -h)\n")


def test_a_shell_can_ask_how_a_line_goes_on(tmp_path):
    pytest.importorskip("argcomplete")
    for line, expected in (("ordquant sc", {"score"}), ("ordquant score --lay", {"--layout"})):
        asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9", "IFS": "\n"}
        answer = tmp_path / "answer"
        env = os.environ | asked | {"_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}
        subprocess.run([sys.executable, "-m", "ordquant_core"], cwd=ROOT, env=env, check=True)
        assert {word.strip() for word in re.split(r"[\v\n]", answer.read_text())} == expected
