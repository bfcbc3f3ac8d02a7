"""A computation that fails ends in its sentence on every page; an error that nobody expects shows nothing inside."""

from functools import partialmethod

import pytest
from streamlit import config
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from ordquant_core.errors import OrdquantError
from pages.shared import result_cache, session
from tests.depth import matrix
from tests.pages.apps import app_at, messages
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

PATH, SENTENCE = "/srv/secret/place.py", "There is no room for so many runs."
PAGES = [
    ("cases", {"show": "tests"}),
    ("cases", {"show": "robustness"}),
    ("ranked_lists", {}),
    ("systems", {}),
    ("measures", {"view": "consistency"}),
    ("measures", {"view": "power"}),
    ("plan", {}),
    ("atlas", {"view": "every"}),
    ("atlas", {"view": "by_score"}),
    ("papers", {"show": "artificial"}),
    ("which_measure", {"show": "properties"}),
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


@pytest.mark.parametrize(("page", "query"), PAGES, ids=str)
def test_what_cannot_be_computed_ends_in_a_sentence(monkeypatch, page, query):
    app = opened(monkeypatch, page, query, OrdquantError(SENTENCE))
    assert [box.message for box in app.exception] == []
    assert SENTENCE in messages(app)


@pytest.mark.parametrize(("page", "query"), matrix(PAGES, *PAGES[:2]), ids=str)
def test_an_error_that_nobody_expects_shows_neither_paths_nor_code(monkeypatch, page, query):
    app = opened(monkeypatch, page, query, RuntimeError(f"cannot open {PATH}"))
    assert len(app.exception) == 1
    assert PATH not in str(app)
    (box,) = app.exception
    assert ".py" not in f"{box.message} {[*box.stack_trace]}"
