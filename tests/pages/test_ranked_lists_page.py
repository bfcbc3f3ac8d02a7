"""Ranked lists: measures that are typed, links to own files, more files later. Faults in files: test_said.py."""

import re

import pytest

from tests.pages.apps import app_at, give, link_of, shown, verdict
from tests.pages.on_lists import LISTS
from tests.zips import zipped

pytestmark = pytest.mark.slow

PAGE = "pages/ranked_lists/page.py"


def ranked(**query):
    return app_at(PAGE, **query)


def upload(*files, app=None):
    return give(app or ranked(data="own"), *files)


def test_a_link_to_own_files_is_followed_once_they_are_there():
    app = upload(*LISTS, app=ranked(data="own", a="bert", size="2"))
    assert not app.warning
    assert app.session_state["lists_a"] == "bert"
    assert app.session_state["lists_size"] == 2
    assert link_of(app)["data"] == "own"


def test_a_zip_of_files_and_more_files_later():
    app = upload(("all.zip", zipped({"round/qrels": LISTS[0][1], "round/bm25": LISTS[1][1]})))
    assert verdict(app) == "bm25 is the only run; its mean RIC is 1.000 bits."
    assert not app.get("plotly_chart")
    assert "<select" not in " ".join(block.value for block in app.html)
    app = upload(LISTS[2], app=app)
    assert not app.error
    assert {"bm25", "bert"} <= set(re.findall(r"<option[^>]*>([^<]+)", shown(app, 'id="two_runs"')))
