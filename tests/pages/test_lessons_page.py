"""Lessons: what a link opens and says, what the browser reports, the stage, all on one page, the file."""

import json
import re

import pytest

from ordquant_core.teaching.course import COURSE, STEPS, TITLES
from pages.shared import downloads
from tests.pages.apps import app_at, follow, go_to, in_app, link_of, parts, table

pytestmark = pytest.mark.slow

PAGE = "pages/lessons/page.py"


def sent(app):
    """Return what the lessons are sent."""
    (found,) = (part for part in parts(app) if "opened" in part)
    return found


def reported(app, **said):
    """Report what the lessons show, as the browser does."""
    app.session_state["course"] = {"step": {"opened": sent(app)["opened"], "at": str(said), **said}}
    return app.run()


def test_what_the_browser_shows_is_in_the_link_and_is_not_sent_back():
    app = app_at(PAGE)
    opened = sent(app)["opened"]
    for said in (
        {"lesson": "looks", "step": "3"},
        {"lesson": "make", "built": "totals.plain.distance.all", "picture": "2"},
        {"lesson": "judges", "level": "medium", "picture": "7"},
    ):
        reported(app, **said)
        assert link_of(app) == said
        assert sent(app)["opened"] == opened  # the browser keeps what it shows
    follow(app, lesson="squares")
    assert sent(app)["opened"] > opened
    assert sent(app)["query"] == {"lesson": "squares"}


NONSENSE = (
    *({"lesson": "nothing"}, {"lesson": ["carry"]}, {"step": "99"}, {"step": True}, {"built": "bars"}),
    *({"lesson": "judges", "picture": "-1"}, {"opened": -1, "lesson": "carry"}, {"show": "page"}, "step", None),
)


def test_what_a_browser_should_not_send_changes_nothing():
    app = app_at(PAGE)
    right = {"opened": sent(app)["opened"], "at": "1"}
    for step in NONSENSE:
        app.session_state["course"] = {"step": right | step if isinstance(step, dict) else step}
        app.run()
        assert not app.exception
        assert link_of(app) in ({}, {"lesson": "judges"})


def test_a_lesson_is_where_it_was_after_another_page():
    app = reported(in_app("lessons"), lesson="looks", step="2")
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert sent(app)["query"] == {"lesson": "looks", "step": "2"}


def test_all_on_one_page_lists_the_preferences_on_every_picture_and_can_be_taken_along(monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads, "file_button", lambda label, data, file_name, mime, help_=None: made.update({file_name: data()})
    )
    app = app_at(PAGE, show="page")
    assert not app.exception
    rows = {row[0].partition(" ")[2]: row[1:] for row in table(app, "summary")}
    assert list(rows) == [TITLES[key] for key in STEPS if key != "judges"]
    of_one_vote = [cell.replace("\u00a0", " ") for cell in rows["One vote"][:7]]
    assert of_one_vote == ["0, 0, 0, 11, 9", "0, 0, 0, 20, 0", "4, 4, 4, 4, 4", *"AAAA"]
    assert rows["Carry the votes"][3:7] == ["A", "B", "B", "A"]  # NMD, NVD, RNOD, DNKT
    assert rows["Make a measure"][3:7] == ["B", "A", "A", "A"]
    assert link_of(app) == {"show": "page"}
    data = json.loads(re.search(r'id="data">(.*?)</script>', made["lessons.html"].decode())[1])
    assert data["course"] == COURSE


def test_on_stage_the_lesson_goes_on_and_is_left_where_it_is():
    app = app_at(PAGE, lesson="looks", view="stage")
    assert not app.title
    assert sent(app)["stage"]
    assert link_of(reported(app, lesson="looks", step="2")) == {"lesson": "looks", "step": "2", "view": "stage"}
    app.button(key="leave_stage").click().run()
    assert not sent(app)["stage"]
    assert link_of(app) == sent(app)["query"] == {"lesson": "looks", "step": "2"}
