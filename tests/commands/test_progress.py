"""Progress on a terminal: one line on stderr that is rewritten and cleared; nothing of it in pipes and files."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from ordquant_core import terminal as module
from ordquant_core.__main__ import main
from ordquant_core.terminal import progress, waiting
from tests.commands.files import ROOT

pytestmark = pytest.mark.slow

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
PATIENCE = 60  # seconds
LONG = ("--trials", "5000000")
RUNS = ("gold.csv", "run.csv", "baseline:uniform", "baseline:popularity")


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        raise OSError("no file")


@pytest.fixture
def terminal(monkeypatch):
    """Make stderr a terminal that remembers what was written, for a computer that is always slow."""

    def begin():  # in the test itself: pytest has a stderr of its own for every phase of a test
        written = Terminal()
        monkeypatch.setattr(sys, "stderr", written)
        monkeypatch.setattr(module, "SHOWN_AFTER", 0)
        monkeypatch.setattr(module, "REWRITTEN_AFTER", 0)
        return written

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


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (("discriminative-power", *RUNS), "Permuting runs: 5,000 of 5,000 trials"),
        (("consistency", *RUNS, "--splits", "40"), "Splitting cases: 40 of 40 splits"),
        (("report", *RUNS, "--trials", "50"), "Permuting runs: 50 of 50 trials"),
        (("score", *RUNS), "Scoring: 3 of 3 cases"),
    ],
)
def test_long_commands_say_how_far_they_are_and_leave_no_trace_of_it(folder, terminal, capsys, arguments, title):
    screen = terminal()
    assert main(list(arguments)) == 0
    written = screen.getvalue()
    assert title in written
    left = [line for line in as_seen(written) if line]
    assert all(line.startswith("note: ") for line in left), left
    assert "\r" not in capsys.readouterr().out


def test_a_shorter_line_covers_a_longer_one(terminal):
    screen = terminal()
    with progress("A title") as show:
        show(1, 1000)
        show(10, 10)
        assert as_seen(screen.getvalue()) == ["A title: 10 of 10 trials"]
    assert as_seen(screen.getvalue()) == [""]


def test_reading_is_shown_and_cleared_even_if_it_fails(terminal):
    screen = terminal()

    def read():
        until = time.monotonic() + PATIENCE
        while "Reading the files" not in screen.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), waiting("Reading the files"):
        read()
    assert "Reading the files" in screen.getvalue()
    assert as_seen(screen.getvalue()) == [""]


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_without_a_terminal_nothing_is_written(monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "SHOWN_AFTER", 0)
    with progress("Title") as show, waiting("Reading"):
        assert show is None
        time.sleep(0.05)
    assert stream is None or stream.getvalue() == ""


def test_a_real_terminal_shows_time_left_and_ctrl_c_ends_with_130(folder):
    """Without an end in sight: the line comes, Ctrl-C is heard at once, the line goes, no traceback is left."""
    own, other = pty.openpty()
    command = [sys.executable, "-m", "ordquant_core", "discriminative-power", *RUNS, *LONG, "--measures", "NMD"]
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
    seen += _rest(own)
    assert "Traceback" not in seen
    assert [line for line in as_seen(seen) if line] == []


def _rest(terminal):
    """Read what is left; the end of a terminal is an error on some systems, nothing on others."""
    text = ""
    while True:
        try:
            more = os.read(terminal, 4096).decode()
        except OSError:
            break
        if not more:
            break
        text += more
    os.close(terminal)
    return text
