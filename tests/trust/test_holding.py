"""What a session holds of uploads is bounded: a file beyond the limit is refused in words, and nothing is dropped."""

import threading

import pytest

from ordquant_core.errors import OrdquantError
from pages.shared import holding, reading, session, sources
from tests.pages.apps import messages, shown
from tests.pages.fresh_memory import begin_afresh
from tests.pages.on_data import GOLD, RUN, data, drop, select

pytestmark = pytest.mark.slow

LIMIT = 4_000


def padded(number, size=1000):
    """Return the gold with a column of text that makes the file so large and its content unique."""
    head, *rows = GOLD.splitlines()
    text = f"{number:03}" + "x" * ((size - len(GOLD)) // 3 - 8)
    return "\n".join([f"{head},text", *(f"{row},{text}" for row in rows)]) + "\n"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(holding, "MOST", LIMIT)


def kept(app):
    """Return the tasks of the session, and the bytes of all that it holds."""
    state = app.session_state
    held = [key for key in holding._LIMITED if key in state]
    return [*state["own_tasks"]], holding.size_of(holding.held({key: state[key] for key in held}))


def another(app, *files):
    """Drop files as a further task."""
    return drop(*files, app=select(app, "Task", "own"))


def test_repeated_uploads_reach_the_limit_and_the_last_is_refused_in_words():
    app = data(task="own")
    seen = []
    for number in range(8):
        app = another(app, (f"gold{number}.csv", padded(number)))
        tasks, size = kept(app)
        assert size <= LIMIT
        seen.append((len(tasks), "The files were not added" in messages(app)))
    fit = LIMIT // len(padded(0))
    assert seen == [(n, False) for n in range(1, fit + 1)] + [(fit, True)] * (8 - fit)
    assert "Remove files or a task on the page Data" in messages(app)
    assert "MiB" in messages(app)


def test_the_same_file_again_and_a_file_that_replaces_another_do_not_count():
    app = drop(("gold.csv", padded(0, 2500)), ("run.csv", RUN))
    for number in range(5):
        app = drop(("gold.csv", padded(number, 2500)), app=app)  # to this task: it replaces the first
        assert "not added" not in messages(app)
        tasks, size = kept(app)
        assert (len(tasks), size) == (1, len(padded(0, 2500)) + len(RUN))
    for _ in range(5):
        app = another(app, ("gold.csv", padded(4, 2500)), ("other.csv", RUN.replace(".7", ".70")))
        assert "not added" not in messages(app)
    assert kept(app)[1] == len(padded(0, 2500)) + 2 * len(RUN) + 1


def test_own_runs_beside_a_sample_count_too():
    app = drop(("gold.csv", padded(1, 3500)))
    before = kept(app)
    select(app, "Task", "dialogue-quality")
    (place,) = (one for one in app.get("file_uploader") if one.key.startswith("files"))
    app.file_uploader(key=place.key).set_value([("mine.csv", padded(2).encode(), "text/plain")]).run()
    assert "not added" in messages(app)
    assert kept(app) == before


def test_what_is_removed_makes_room(monkeypatch):
    app = drop(("gold.csv", padded(1, 2500)), ("run.csv", RUN))
    app = another(app, ("more.csv", padded(2, 2500)))
    assert "not added" in messages(app)
    (task,) = app.session_state["own_tasks"].values()
    gold, run = task.load()
    state = {key: app.session_state[key] for key in holding._LIMITED if key in app.session_state}
    with monkeypatch.context() as patched:
        patched.setattr(session.st, "session_state", state)
        names = gold.name, run.name
        key = sources.remove_or_put_back(task.key, gold.name, others=names)
        sources.remove_or_put_back(key, run.name, others=names)
        assert state["own_tasks"] == {}
    for key, value in state.items():
        app.session_state[key] = value
    app = another(app, ("more.csv", padded(2, 2500)))
    assert "not added" not in messages(app)
    assert kept(app)[1] == len(padded(2, 2500))


def test_what_all_sessions_hold_together_is_bounded_too(monkeypatch):
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


def test_a_task_that_takes_too_long_to_read_says_so_and_is_not_read_again(monkeypatch):
    monkeypatch.setattr(reading, "LONGEST", -1.0)
    begin_afresh()
    app = drop(("gold.csv", GOLD), ("run.csv", RUN))
    assert "reading it was given up" in shown(app, 'id="problems"')
    begin_afresh()
