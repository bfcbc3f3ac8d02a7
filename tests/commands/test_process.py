"""The command line as a process and on a terminal: exit codes, encodings, readers that leave, plug-ins, progress."""

import csv
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from ordquant_core import terminal as module
from ordquant_core.__main__ import main, parsers
from ordquant_core.measures.own.loading import VARIABLE
from ordquant_core.terminal import progress, waiting, write_message
from ordquant_core.version import VERSION
from tests.commands.files import FILES, ROOT, SAMPLES, done, ended, refused

slow = pytest.mark.slow
PATIENCE = 120  # seconds


def shell(*arguments, module="ordquant_core", **options):
    strict = ["-W", "error"] if module == "ordquant_core" else []
    command = [sys.executable, *strict, "-m", module, *map(str, arguments)]
    env = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, check=False, **options)


# --- processes ---


@slow
def test_the_process_writes_csv_also_of_a_plug_in_and_succeeds_whatever_the_terminal(own):
    """In worker processes: test_elsewhere."""
    Path("odd.csv").write_text('case,a,b\nحوار,1,2\n"x,y",0,3\n', encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", VARIABLE: ""}
    line = "score odd.csv baseline:uniform --per-case --measures KS"
    found = shell(*line.split(), "--plugin", "largest_gap.py", env=ascii_only)
    assert (found.returncode, found.stderr, found.stdout) == (0, "", done(line).out)
    assert [row[1] for row in csv.reader(io.StringIO(found.stdout))] == ["case", "حوار", "x,y"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_reader_that_has_seen_enough_is_no_error_and_a_full_disk_or_none_is_one_line(monkeypatch, capsys):
    read, write = os.pipe()
    os.close(read)
    full, cannot = os.open("/dev/full", os.O_WRONLY), r"error: the output cannot be written \(.*\)\n"
    for stream, ended_with, said in ((os.fdopen(write, "w"), 0, ""), (os.fdopen(full, "w"), 2, cannot)):
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["measure", "--gold", "1,0", "--estimate", "0,1"]) == ended_with
        stream.close()  # nothing is left in it that could not be written
        assert re.fullmatch(said, capsys.readouterr().err)
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["measure", "--gold", "1,0", "--estimate", "0,1"]) == 2
    assert "error: there is no standard output to write to" in capsys.readouterr().err
    assert ended("--version") == (0, f"OrdQuant {VERSION}\n", "")


STARTED = f"""
import sys
from ordquant_core.__main__ import main
print([name for name in {["scipy", "streamlit", "plotly", "openpyxl"]} if name in sys.modules])
main(["score", "-h"])
main(["score"])
"""


@slow
def test_the_program_starts_without_heavy_libraries_and_is_named_as_it_was_called(tmp_path):
    script = tmp_path / "ordquant"  # as pip calls it
    script.write_text(STARTED)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    found = subprocess.run([sys.executable, script], env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.startswith("[]\nusage: ordquant score ")
    assert "\n  ordquant score gold" in found.stdout
    assert found.stderr.endswith("(see ordquant score -h)\n")
    assert refused("score").endswith("(see python -m ordquant_core score -h)\n")


@slow
def test_a_shell_can_ask_how_a_line_goes_on(tmp_path):
    pytest.importorskip("argcomplete")
    line, answer = "ordquant score --lay", tmp_path / "answer"
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9", "IFS": "\n"}
    shell(env=asked | {"_ARGCOMPLETE_STDOUT_FILENAME": str(answer)})
    assert answer.read_text().strip() == "--layout"


@pytest.mark.parametrize("command", [None, *parsers()[1]])
def test_help_fits_a_terminal_and_has_an_example(monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    out, err = done(*([] if command is None else [command]), "-h")[1:]
    assert err == ""
    assert max(map(len, out.partition("example:")[0].splitlines())) < 80
    example = out.partition("example:")[2 if command else 0]
    assert f"python -m ordquant_core {command or ''}".rstrip() in example
    if command:  # and it is one that the command takes
        parsers()[0].parse_args(shlex.split(example)[3:])


# --- a measure of one's own ---

FEW = "--measures NMD,KS"
HUMANS = "person,gold,estimate_a,estimate_b,choice\np,1 0,0 1,1 0,b\nq,1 0,0 1,1 0,a\n"
OWN = {  # commands with a measure of one's own, each a way to score by it
    "measure": "--gold 0,1,3 --estimate .25,.25,.5",
    "score": f"{FILES} --per-case",
    "information-tau": FILES,
    "plan": "gold.csv --noise",
    "atlas": "--votes 4 --classes 3",
    "report": f"{FILES} --trials 20",
    "human-agreement": "answers.csv",
    "figure": f"ranks {FILES} --out ranks.svg",
    "study": "tasks --out tables --trials 9 --splits 4 --size 2",
}
SAID = {  # where the file is named, so that others can do the same
    "report": ("--plugin largest_gap.py", "# Own measures: largest_gap.py; name", "KS (own)", "Kolmogorov 1933"),
    "study": ("--plugin largest_gap.py", '"largest_gap.py": "'),
}


@pytest.mark.parametrize("command", OWN)
@pytest.mark.usefixtures("drawn_as_text")
def test_commands_have_a_row_of_the_own_measure(own, command):
    Path("answers.csv").write_text(HUMANS)
    Path("tasks/one").mkdir(parents=True, exist_ok=True)
    for name in FILES.split():
        shutil.copy(name, "tasks/one")
    out = done(f"{command} {OWN[command]} {FEW}").out
    written = ("ranks.svg", "tables/results.csv", "tables/provenance.json")
    out += "".join(Path(name).read_text() for name in written if Path(name).exists())
    assert [words for words in ("KS", *SAID.get(command, ())) if words not in out] == []


WITHOUT = {"start", "lessons", "data", "nuggets", "ranked_lists", "papers"}  # pages that show no score of a task


@slow
@pytest.mark.thorough
def test_every_page_with_measures_shows_it_marked_as_own_and_none_fails(own):
    place = Path("largest_gap.py").absolute()
    found = shell("KS", module="tests.pages.every_page", cwd=ROOT, env={VARIABLE: str(place)})
    pages = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(one["page"], one["query"]) for one in pages if one["exceptions"] or one["boxes"]] == []
    for one in pages:
        if one["page"] not in WITHOUT:
            assert "KS (own)" in one["texts"], (one["page"], one["query"])
            assert not re.search(r">KS<", one["texts"]), (one["page"], one["query"])


# --- what is written ---


def test_a_name_that_would_command_the_terminal_is_spelt_out(capsys):
    write_message("run \x1b[2J\x9b31m of\nü\u00a0x")
    assert capsys.readouterr().err == "run \\x1b[2J\\x9b31m of ü\u00a0x\n"


def test_a_command_that_fails_leaves_the_file_as_it_is_and_a_strict_check_writes_it(folder):
    (folder / "out").write_text("before")
    assert "nothing.csv" in refused("score gold.csv nothing.csv --out out")
    assert (folder / "out").read_text() == "before"
    assert ended("check gold.csv off.csv --strict --out out")[:2] == (1, "")
    assert (folder / "out").read_text().startswith("file,case,problem,action\noff.csv,")


# --- progress on a terminal ---


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        raise OSError("no file")


@pytest.fixture
def terminal(monkeypatch):
    """Make stderr a terminal that remembers what was written, for a computer that is always slow."""

    def begin():  # in the test itself: pytest has a stderr of its own for every phase of a test
        monkeypatch.setattr(sys, "stderr", screen := Terminal())
        monkeypatch.setattr(module, "SHOWN_AFTER", 0)
        monkeypatch.setattr(module, "REWRITTEN_AFTER", 0)
        return screen

    return begin


def as_seen(text):
    """Return what stands on the screen in the end, line by line: a carriage return goes back to the first column."""
    lines = []
    for line in text.split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part + shown[len(part) :]
        lines.append(shown.rstrip())
    return lines


LISTS = SAMPLES / "ranked-lists"
PROGRESS = {  # what a line on the terminal says of a command
    f"score {FILES}": ("Scoring: 20 of 20 cases",),
    f"results {FILES} {{}} --trials 50 --by language": (
        *("Permuting runs: 50 of 50 trials", "Testing groups: 2 of 2 groups", "Scoring: 20 of 20 cases"),
    ),
    f"discriminative-power {FILES} {{}}": ("Permuting runs: 5,000 of 5,000 trials",),
    f"consistency {FILES} {{}} --splits 40": ("Splitting cases: 40 of 40 splits",),
    f"report {FILES} {{}} --trials 50": ("Permuting runs: 50 of 50 trials",),
    f"plan {FILES} {{}} --split --cases 5 --resamples 9": ("Resampling: ",),
    "plan gold.csv --noise {}": ("Drawing panels: 20 of 20 cases",),
    "atlas --votes 3 --classes 3 {}": ("Scoring: 10 of 10 distributions",),
    f"rank-lists {LISTS}": ("Reading runs: 12 of 12 runs", "Scoring runs: "),
    f"rank-lists {LISTS} --difference": ("Comparing runs: ",),
    f"rank-lists {LISTS} --joint": ("Permuting grades: ",),
}


@pytest.mark.parametrize("line", PROGRESS)
def test_long_commands_say_how_far_they_are_and_leave_no_trace_of_it(task, terminal, capsys, line):
    screen = terminal()
    assert main(line.format("--measures NMD,RNOD").split()) == 0
    written = screen.getvalue()
    assert [title for title in PROGRESS[line] if title not in written] == []
    assert all(line.startswith("note: ") for line in as_seen(written) if line)
    assert "\r" not in capsys.readouterr().out


def test_a_line_is_covered_by_shorter_ones_cut_at_the_edge_and_cleared_even_where_work_fails(terminal):
    screen = terminal()
    with progress("A title") as show:
        show(1, 1000)
        show(10, 10)
        assert as_seen(screen.getvalue()) == ["A title: 10 of 10 trials"]
    with progress("long " * 40, "cases") as show:
        show(1, 1)
        assert len(as_seen(screen.getvalue())[0]) == module.WIDTH - 1

    @waiting("Reading the files")
    def read():
        until = time.monotonic() + PATIENCE
        while "Reading the files" not in screen.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        read()
    assert "Reading the files" in screen.getvalue()
    assert as_seen(screen.getvalue()) == [""]


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_without_a_terminal_nothing_is_written(monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "SHOWN_AFTER", 0)
    with progress("Title") as show, waiting("Reading"):
        assert show is None
    assert stream is None or stream.getvalue() == ""


@slow
def test_a_real_terminal_shows_time_left_and_ctrl_c_ends_with_130(task):
    """Without an end in sight: the line comes, Ctrl-C is heard at once, the line goes, no traceback is left."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    own, other = pty.openpty()
    line = f"discriminative-power {FILES} --trials 5000000 --measures NMD"
    command = [sys.executable, "-m", "ordquant_core", *line.split()]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    # A shell starts what runs in its background deaf to Ctrl-C; the command under test is not.
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=other, env=environment, preexec_fn=hears) as process:
        os.close(other)
        seen, until = "", time.monotonic() + PATIENCE
        while not re.search(r"Permuting runs: [\d,]+ of 5,000,000 trials, about [\d.]+ \w+ left", seen):
            assert time.monotonic() < until, seen
            seen += os.read(own, 4096).decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
        assert process.stdout.read() == b""
    while True:  # the end of a terminal is an error on some systems, nothing on others
        try:
            more = os.read(own, 4096).decode()
        except OSError:
            break
        seen += more
        if not more:
            break
    os.close(own)
    assert "Traceback" not in seen
    assert [line for line in as_seen(seen) if line] == []
