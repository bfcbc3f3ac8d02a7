"""What goes wrong ends in a sentence: files that are damaged, too many or too slow to read, a full disk, our faults."""

import ast
import os
import resource
import shutil
import sys
import threading
from functools import partialmethod

import pytest
from streamlit import config
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from ordquant_core.__main__ import main
from ordquant_core.errors import OrdquantError, ReadingTimeError
from ordquant_core.formats.limits import check_time
from pages.shared import holding, reading, result_cache, room, session, sources
from tests.depth import matrix
from tests.pages.apps import app_at, messages, shown, verdict
from tests.pages.fresh_memory import begin_afresh
from tests.pages.on_data import GOLD, RUN, data, drop, select, verdicts
from tests.source_files import CORE, PAGES, imports, naming, relative, tree
from tests.zips import zipped

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


class Failing:
    """A cache in which nothing can be computed."""

    result = None

    def __init__(self, problem):
        self.problem = problem

    def __getitem__(self, key):
        return self

    def fill(self, compute, show):
        raise self.problem


def opened(monkeypatch, page, query, problem):
    """Open a page whose long computations fail."""
    begin_afresh()
    monkeypatch.setattr(result_cache, "LONG", Failing(problem))
    option = config.get_config_options()["client.showErrorDetails"]
    types = type(option)(option.key, default_val="type")
    types.set_value("type", "test")
    monkeypatch.setitem(config.get_config_options(), "client.showErrorDetails", types)
    explained = partialmethod(ScriptRunner.__init__, on_script_error=session.explain_error)  # as app.py has it
    monkeypatch.setattr(ScriptRunner, "__init__", explained)
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


# Files that are damaged, or have gone

ARCHIVE = zipped({"gold.csv": GOLD.encode(), "run.csv": RUN.encode()})


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (ARCHIVE[:-30], "cannot be unpacked"),
        (RUN.encode()[:-9] + bytes(9), "this is no text"),
        (RUN.encode()[:-2], "case y: (0.5, 0.25, 0.2) sums to 0.95"),  # cut off
    ],
)
def test_a_damaged_file_is_named_and_said_to_be_damaged(damaged, said):
    app = drop(("truth.csv", GOLD), ("team.bin", damaged))
    assert "Not ready" in verdict(app)
    told = " ".join([*verdicts(app).values(), *(block.value for block in app.html)])
    assert "team.bin" in told
    assert said in told


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Publish two tasks."""
    for name in ("stays", "goes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.csv").write_text(GOLD)
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    monkeypatch.setenv(sources.OFFER, "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def test_a_task_that_goes_is_said_to_have_gone_until_the_visitor_chooses(published):
    app_at("pages/data/page.py", task="stays")
    (published / "goes" / "gold.csv").unlink()  # while it is offered
    unread = app_at("pages/data/page.py", task="goes")
    assert not unread.exception
    assert "gold.csv" in messages(unread)
    assert str(published) not in messages(unread)
    (published / "goes" / "gold.csv").write_text(GOLD)
    app = app_at("pages/data/page.py", task="goes")
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    shutil.rmtree(published / "goes")
    sources.offered.clear()
    app.query_params.clear()
    for _ in range(2):
        app.run()
        assert not app.exception
        assert "The task “goes”, which you had chosen, is no longer available." in messages(app)
    app.selectbox(key="task").select("stays").run()
    assert "no longer available" not in messages(app)


# More files than a session, or all of them, may hold

LIMIT = 4_000


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(holding, "MOST", LIMIT)


def padded(number, size=1000):
    """Return the gold with a column of text that makes the file so large and its content unique."""
    head, *rows = GOLD.splitlines()
    text = f"{number:03}" + "x" * ((size - len(GOLD)) // 3 - 8)
    return "\n".join([f"{head},text", *(f"{row},{text}" for row in rows)]) + "\n"


def kept(app):
    """Return how many tasks the session has, and the bytes of all that it holds."""
    state = {key: app.session_state[key] for key in holding._LIMITED if key in app.session_state}
    return len(state["own_tasks"]), holding.size_of(holding.held(state))


def another(app, *files):
    """Drop files as a further task."""
    return drop(*files, app=select(app, "Task", "own"))


def test_repeated_uploads_reach_the_limit_and_the_last_is_refused_in_words(small):
    app, seen = data(task="own"), []
    for number in range(6):
        app = another(app, (f"gold{number}.csv", padded(number)))
        assert kept(app)[1] <= LIMIT
        seen.append((kept(app)[0], "The files were not added" in messages(app)))
    fit = LIMIT // len(padded(0))
    assert seen == [(n, False) for n in range(1, fit + 1)] + [(fit, True)] * (6 - fit)
    assert "Remove files or a task on the page Data" in messages(app)
    assert "MiB" in messages(app)


def test_equal_and_replaced_files_count_once_and_own_runs_beside_a_sample_count_too(small):
    app = drop(("gold.csv", padded(0, 2500)), ("run.csv", RUN))
    for number in range(3):
        app = drop(("gold.csv", padded(number, 2500)), app=app)  # to this task: it replaces the first
        assert kept(app) == (1, len(padded(0, 2500)) + len(RUN))
    for _ in range(3):
        app = another(app, ("gold.csv", padded(2, 2500)), ("other.csv", RUN.replace(".7", ".70")))
        assert "not added" not in messages(app)
    before = kept(app)
    assert before[1] == len(padded(0, 2500)) + 2 * len(RUN) + 1
    app = select(app, "Task", "dialogue-quality")
    (place,) = (one for one in app.get("file_uploader") if one.key.startswith("files"))
    app.file_uploader(key=place.key).set_value([("mine.csv", padded(3, 2500).encode(), "text/plain")]).run()
    assert "not added" in messages(app)
    assert kept(app) == before


def test_what_is_removed_makes_room(small, monkeypatch):
    app = drop(("gold.csv", padded(1, 2500)), ("run.csv", RUN))
    (task,) = app.session_state["own_tasks"].values()
    state = {key: app.session_state[key] for key in holding._LIMITED if key in app.session_state}
    with monkeypatch.context() as patched:
        patched.setattr(session.st, "session_state", state)
        key = sources.remove_or_put_back(task.key, "gold.csv", others=("gold.csv", "run.csv"))
        sources.remove_or_put_back(key, "run.csv", others=("gold.csv", "run.csv"))
        assert state["own_tasks"] == {}
    for key, value in state.items():
        app.session_state[key] = value
    app = another(app, ("more.csv", padded(2, 2500)))
    assert "not added" not in messages(app)
    assert kept(app)[1] == len(padded(2, 2500))


def test_what_all_sessions_hold_together_is_bounded_too(small, monkeypatch):
    monkeypatch.setattr(holding.room, "files", lambda: 3000)
    monkeypatch.setitem(holding.KEPT, "somebody else", 1500)
    app = another(data(task="own"), ("gold.csv", padded(1)))
    assert "no room" not in messages(app)
    app = another(app, ("gold2.csv", padded(2)))
    assert "The server has no room for more files at the moment. Try again in a minute." in messages(app)
    assert kept(app)[1] == len(padded(1))


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

FIGURE = ["figure", "agreement", "task/gold.csv", "task/run-a.csv", "task/run-b.csv", "--out", "made.svg"]
STUDY = ["study", ".", "--trials", "100", "--splits", "10", "--out", "made"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limits of a process can be set on Linux")
@pytest.mark.parametrize("words", [FIGURE, STUDY])
def test_a_command_on_a_full_disk_says_so_in_a_line_and_leaves_nothing(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "task").mkdir()
    rows = {"gold": "{0}7,{0}5,3", "run-a": ".2,.3,.5", "run-b": ".5,.3,.2"}
    for name, row in rows.items():
        lines = "".join(f"c{number},{row.format(number % 5 + 1)}\n" for number in range(50))
        (tmp_path / "task" / f"{name}.csv").write_text(f"case,low,mid,high\n{lines}")
    before, limits = sorted(tmp_path.rglob("*")), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        code = main(words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    said = capsys.readouterr().err
    assert (code, len(said.splitlines())) == (2, 1), said
    assert sorted(tmp_path.rglob("*")) == before


def test_no_clock_that_may_jump_is_asked():
    """Time that passes is measured by clocks that nobody sets; a date would change what a task gives.

    The dates that an organiser writes into a description are read and written, and no clock is asked.
    """
    wall = {"time.time", "time.localtime", "time.strftime", "time.ctime", "datetime.datetime", "datetime.date"}
    asking = set()
    for path in naming(r"\b(date)?time\b", *CORE, *PAGES):
        called = {ast.unparse(node) for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
        if (called | imports(path)) & wall:
            asking.add(relative(path))
    assert asking == {"ordquant_core/commands/codabench.py", "ordquant_core/tasks/published/description.py"}
