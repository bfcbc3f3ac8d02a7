"""A worker that is lost, or would use too much, ends in a sentence on every page; other errors show nothing inside."""

from concurrent.futures import Future
from functools import partialmethod

import pytest
from streamlit import config
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from ordquant_core.statistics import pool as pools
from pages.shared import session, shared_work, task_files
from tests.depth import matrix
from tests.pages.apps import app_at, messages
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

PATH = "/srv/secret/place.py"
LISTS = ("read", "RIC", "pairs", "raw")  # the steps of Ranked lists that are given to workers
PAGES = [
    ("cases", {"show": "tests"}),
    ("cases", {"show": "robustness"}),
    *(("ranked_lists", {"show": "groups", "fails": step}) for step in LISTS),
    ("systems", {}),
    ("measures", {"view": "consistency"}),
    ("measures", {"view": "power"}),
    ("plan", {}),
    ("atlas", {"view": "every"}),
    ("atlas", {"view": "by_score"}),
    ("papers", {"show": "artificial"}),
    ("which_measure", {"show": "properties"}),
    ("popularity", {}),
    ("data", {}),
    ("nuggets", {}),
]


class Failing:
    """A pool of workers each of which fails with one problem."""

    size = 1

    def __init__(self, problem):
        self.problem, self.asked = problem, 0

    def job(self, owner="", group=""):
        return self

    def submit(self, *called):
        self.asked += 1
        future = Future()
        future.set_exception(self.problem)
        return future


def opened(monkeypatch, page, query, problem):
    """Open a page whose work, reading too, is all given to workers that fail."""
    pool, long_results = Failing(problem), begin_afresh(monkeypatch)
    if page == "ranked_lists":
        app_at("pages/ranked_lists/page.py", **query)
        del long_results.results[
            next(key for key in long_results.results if key[:2] == ("ranked lists", query["fails"]))
        ]
    monkeypatch.setattr(shared_work, "worker_pool", lambda: pool)
    monkeypatch.setattr(shared_work, "DONE_HERE", 0)
    if page in ("popularity", "data", "nuggets"):
        monkeypatch.setattr(task_files, "READ_HERE", 0)
    monkeypatch.setitem(config.get_config_options(), "client.showErrorDetails", _types())
    explained = partialmethod(ScriptRunner.__init__, on_script_error=session.explain_error)  # as app.py has it
    monkeypatch.setattr(ScriptRunner, "__init__", explained)
    app = app_at(f"pages/{page}/page.py", **query)
    assert pool.asked
    return app


def _types():
    option = config.get_config_options()["client.showErrorDetails"]
    changed = type(option)(option.key, default_val="type")
    changed.set_value("type", "test")
    return changed


LOST, LARGE = pools.LostWorkerError(), pools.TooLargeError("4 GiB of memory")


@pytest.mark.parametrize(
    ("page", "query", "problem"),
    [
        *((*page, LOST) for page in PAGES),
        *((*page, LARGE) for page in PAGES[:1]),
        *(pytest.param(*page, LARGE, marks=pytest.mark.thorough) for page in PAGES[1:]),
    ],
    ids=str,
)
def test_a_worker_that_fails_ends_in_a_sentence(monkeypatch, page, query, problem):
    app = opened(monkeypatch, page, query, problem)
    assert [box.message for box in app.exception] == []
    assert "The computation was stopped" in messages(app)


@pytest.mark.parametrize(("page", "query"), matrix(PAGES[:8], *PAGES[:2]), ids=str)
def test_an_error_that_nobody_expects_shows_neither_paths_nor_code(monkeypatch, page, query):
    app = opened(monkeypatch, page, query, RuntimeError(f"cannot open {PATH}"))
    assert len(app.exception) == 1
    assert PATH not in str(app)
    (box,) = app.exception
    assert ".py" not in f"{box.message} {[*box.stack_trace]}"
