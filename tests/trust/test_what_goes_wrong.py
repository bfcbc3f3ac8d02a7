"""What goes wrong ends in a sentence: files that are too many or too slow to read, a full disk, our own faults.

Damaged files: tests/formats/traps, tests/fuzz, and on a page tests/pages/test_data_page.py.
"""

import os
import shutil
import subprocess
import sys
import threading
from collections import defaultdict
from functools import partialmethod
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1.util import patch_config_options

from ordquant_core.errors import OrdquantError, ReadingTimeError
from ordquant_core.formats.limits import check_time
from ordquant_core.tasks.loading import SAMPLES
from pages.shared import holding, reading, result_cache, room, session, sources
from tests.depth import matrix
from tests.pages.apps import app_at, messages, shown, verdict
from tests.pages.fresh_memory import begin_afresh
from tests.pages.on_data import GOLD, RUN, drop, select
from tests.source_files import CORE, PAGES, ROOT, naming, relative

pytestmark = pytest.mark.slow

# Computations that fail

PATH, SENTENCE = "/srv/secret/place.py", "There is no room for so many runs."
EXPLAINED = [  # pages that say it themselves, and one of those of which the server does
    ("atlas", {"view": "every"}),
    ("measures", {"view": "consistency"}),
    ("papers", {"show": "artificial"}),
    ("which_measure", {"show": "properties"}),
    ("plan", {}),
]
COMPUTING = [
    *EXPLAINED,
    ("cases", {"show": "tests"}),
    ("cases", {"show": "robustness"}),
    ("ranked_lists", {}),
    ("systems", {}),
    ("measures", {"view": "power"}),
    ("atlas", {"view": "by_score"}),
    ("nuggets", {}),
]


def opened(monkeypatch, page, query, problem):
    """Open a page whose long computations fail, on a server as app.py starts it."""

    def fail(compute, show):
        raise problem

    begin_afresh()
    monkeypatch.setattr(result_cache, "LONG", defaultdict(lambda: SimpleNamespace(result=None, fill=fail)))
    explained = partialmethod(ScriptRunner.__init__, on_script_error=session.explain_error)
    monkeypatch.setattr(ScriptRunner, "__init__", explained)
    with patch_config_options({"client.showErrorDetails": "type"}):
        return app_at(f"pages/{page}/page.py", **query)


@pytest.mark.parametrize(("page", "query"), matrix(COMPUTING, *EXPLAINED), ids=str)
def test_what_cannot_be_computed_ends_in_a_sentence(monkeypatch, page, query):
    app = opened(monkeypatch, page, query, OrdquantError(SENTENCE))
    assert [box.message for box in app.exception] == []
    assert SENTENCE in messages(app)


@pytest.mark.parametrize(("page", "query"), matrix(COMPUTING, COMPUTING[0]), ids=str)
def test_an_error_that_nobody_expects_shows_neither_paths_nor_code(monkeypatch, page, query):
    app = opened(monkeypatch, page, query, RuntimeError(f"cannot open {PATH}"))
    (box,) = app.exception
    assert PATH not in str(app)
    assert ".py" not in f"{box.message} {[*box.stack_trace]}"


# Files that have gone


def test_a_task_that_goes_is_said_to_have_gone_until_the_visitor_chooses(tmp_path, monkeypatch):
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    monkeypatch.setenv(sources.OFFER, "all")
    sources.offered.clear()
    for name in ("stays", "goes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.csv").write_text(GOLD)
    app = app_at("pages/data/page.py", task="goes")
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    shutil.rmtree(tmp_path / "goes")
    sources.offered.clear()
    app.query_params.clear()
    for _ in range(2):
        app.run()
        assert not app.exception
        assert "The task “goes”, which you had chosen, is no longer available." in messages(app)
    app.selectbox(key="task").select("stays").run()
    assert "no longer available" not in messages(app)
    sources.offered.clear()


# More files than a session, or all of them, may hold


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(holding, "MOST", 4000)


def padded(number):
    """Return the gold with a column of text that makes the file large and its content unique."""
    head, *rows = GOLD.splitlines()
    text = f"{number}" + "x" * 800
    return "\n".join([f"{head},text", *(f"{row},{text}" for row in rows)]) + "\n"


LARGE, OTHER = len(padded(0)), RUN.replace(".7", ".70")


def state_of(app):
    return {key: app.session_state[key] for key in holding._LIMITED if key in app.session_state}


def kept(app):
    """Return how many tasks the session has, and the bytes of all that it holds."""
    return len(app.session_state["own_tasks"]), holding.size_of(holding.held(state_of(app)))


def test_equal_and_replaced_files_of_a_session_count_once_and_what_is_too_much_is_refused_in_words(small):
    app = drop(("gold.csv", padded(0)), ("run.csv", RUN))
    for number in range(3):
        app = drop(("gold.csv", padded(number)), app=app)  # to this task: it replaces the first
        assert kept(app) == (1, LARGE + len(RUN))
    for _ in range(2):
        app = drop(("gold.csv", padded(2)), ("other.csv", OTHER), app=select(app, "Task", "own"))
        assert "not added" not in messages(app)
        assert kept(app) == (2, LARGE + len(RUN) + len(OTHER))
    for task in ("own", "dialogue-quality"):  # a task, and a run beside a sample
        app = drop(("more.csv", padded(3)), app=select(app, "Task", task))
        for words in ("The files were not added", "Remove files or a task on the page Data", "MiB"):
            assert words in messages(app)
        assert kept(app) == (2, LARGE + len(RUN) + len(OTHER))


def test_what_is_removed_makes_room(small, monkeypatch):
    app = drop(("gold.csv", padded(1)), ("run.csv", RUN))
    (task,), state = app.session_state["own_tasks"].values(), state_of(app)
    with monkeypatch.context() as patched:
        patched.setattr(session.st, "session_state", state)
        key = sources.remove_or_put_back(task.key, "gold.csv", others=("gold.csv", "run.csv"))
        sources.remove_or_put_back(key, "run.csv", others=("gold.csv", "run.csv"))
        assert state["own_tasks"] == {}
    for key, value in state.items():
        app.session_state[key] = value
    app = drop(("more.csv", padded(2)), app=select(app, "Task", "own"))
    assert "not added" not in messages(app)
    assert kept(app) == (1, LARGE)


def test_what_all_sessions_hold_together_is_bounded_too(monkeypatch):
    monkeypatch.setattr(holding.room, "files", lambda: 3000 + LARGE)
    monkeypatch.setitem(holding.KEPT, "somebody else", 1500)
    app = drop(("gold.csv", padded(1)))
    assert "no room" not in messages(app)
    app = drop(("gold2.csv", padded(2)), app=select(app, "Task", "own"))
    assert "The server has no room for more files at the moment. Try again in a minute." in messages(app)
    assert kept(app) == (1, LARGE)


def test_large_files_are_read_one_after_another_and_small_ones_wait_for_nobody(monkeypatch):
    held, over = threading.Event(), threading.Event()

    def hold():
        with reading.reading(reading.SMALL):
            held.set()
            over.wait(60)

    monkeypatch.setattr(reading, "PATIENCE", 0.0)
    other = threading.Thread(target=hold)
    other.start()
    held.wait(60)
    with reading.reading(reading.SMALL - 1):
        pass
    with pytest.raises(OrdquantError, match="reading large files of other visitors"), reading.reading(reading.SMALL):
        pass
    over.set()
    other.join()
    with reading.reading(reading.SMALL), reading.reading(reading.SMALL):  # a task is read while its files are taken
        pass
    monkeypatch.setattr(reading.room, "is_short", lambda: True)
    with pytest.raises(OrdquantError, match="no room"), reading.reading(reading.SMALL):
        pass
    with reading.reading(1):
        pass


def test_a_task_that_takes_too_long_to_read_says_so(monkeypatch):
    monkeypatch.setattr(reading, "LONGEST", -1.0)
    for size in (1, reading.SMALL):
        with reading.reading(size), pytest.raises(ReadingTimeError):
            check_time("file")
    begin_afresh()
    app = drop(("gold.csv", GOLD), ("run.csv", RUN))
    assert "reading it was given up" in shown(app, 'id="problems"')
    begin_afresh()


def test_memory_is_short_beyond_what_the_operator_says_or_a_share_of_it(monkeypatch, tmp_path):
    monkeypatch.setattr(room, "_OF_PROCESS", tmp_path / "statm")
    assert not room.is_short()
    (tmp_path / "statm").write_text(f"9 {1000 * 2**20 // os.sysconf('SC_PAGE_SIZE')} 1")
    monkeypatch.setenv(room.MEMORY, "1001")
    assert (room.is_short(), room.is_short(0.5)) == (False, True)
    monkeypatch.setenv(room.MEMORY, "999")
    assert room.is_short()


# Commands and clocks


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limits of a process can be set on Linux")
@pytest.mark.parametrize(
    "words", ["figure agreement all/task --out made.svg", "study all --trials 100 --splits 10 --out made"]
)
def test_a_command_on_a_full_disk_says_so_in_a_line_and_leaves_nothing(tmp_path, words):
    shutil.copytree(SAMPLES / "breakdown-labels", tmp_path / "all" / "task")
    before = sorted(tmp_path.rglob("*"))
    command = f"ulimit -f 0; exec {sys.executable} -m ordquant_core {words}"
    where = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(ROOT)}}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, **where)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "cannot be written" in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_no_clock_that_may_jump_is_asked():
    """A date would change what a task gives; two modules read and write dates that people give."""
    clocks = r"\btime\.(time|localtime|strftime|ctime)\b|from time import|\bdatetime\b"
    asking = {relative(path) for path in naming(clocks, *CORE, *PAGES)}
    assert asking == {"ordquant_core/commands/codabench.py", "ordquant_core/tasks/published/description.py"}
