"""All pages: they open, alone and together, and the visitor's choices travel with them."""

import re

import pytest
import streamlit as st

from ordquant_core.analysis.picture import from_example
from ordquant_core.papers.examples import EXAMPLES
from pages.shared import look
from tests.pages.apps import ROOT, app_at, go_to, shown, text_of, wins, worked_example

pytestmark = pytest.mark.slow

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").glob("*/page.py"))
COMPARE, POPULARITY = "pages/compare/page.py", "pages/popularity/page.py"


# Start and Which measure? show some after the answers; the board of Lessons draws its own table: test_board. Measures
# shows how alike rankings are.
_WITHOUT = ("data", "lessons", "measures", "start", "which_measure", "papers")
WITHOUT_SCORES = tuple(f"pages/{name}/page.py" for name in _WITHOUT)


CODE_NAMES = {  # names that only code has, such as TukeyHSD: a rename may take a title with it
    name
    for folder in ("ordquant_core", "pages")
    for path in (ROOT / folder).rglob("*.py")
    for name in re.findall(r"^class ([A-Z][a-z]+[A-Z]\w*)", path.read_text("utf-8"), re.MULTILINE)
} - {"SemEval"}  # which people call it, too


@pytest.mark.parametrize("page", PAGES)
def test_every_page_runs_alone_has_one_title_and_says_which_direction_is_good(page):
    app = app_at(page)
    assert not app.exception
    assert len(app.title) == 1
    assert not app.error
    assert not app.warning
    said = " ".join(block.value for block in (*app.markdown, *app.html) if "<style>" not in block.value)
    assert page in WITHOUT_SCORES or re.search("(maller|arger) [^.]*better", said)
    shown = " ".join(str(one.proto) for one in app.main if hasattr(one, "proto"))
    assert CODE_NAMES & set(re.findall(r"\w+", shown)) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_inside_the_app_and_runs_again_unchanged(page):
    app = go_to(app_at("pages/dashboard.py"), page)
    before = [block.value for block in app.html]
    app.run()
    assert not app.exception
    assert [block.value for block in app.html] == before


def test_the_chosen_task_survives_a_page_change():
    app = go_to(app_at("pages/dashboard.py"), POPULARITY)
    app.selectbox(key="task").set_value("breakdown-labels").run()
    counted = wins(app)
    go_to(app, COMPARE)
    go_to(app, POPULARITY)
    assert app.selectbox(key="task").value == "breakdown-labels"
    assert wins(app) == counted
    assert not app.exception


def test_an_uploaded_task_and_its_scale_survive_a_page_change():
    gold = b'[{"id": "x", "annotations": [{"quality": {"A": 1, "E": -2}}, {"quality": {"A": 2, "E": -2}}]}]'
    app = go_to(app_at("pages/dashboard.py"), POPULARITY)
    app.selectbox(key="task").set_value("own").run()
    app.file_uploader(key="files_0").set_value([("gold.json", gold, "application/json")]).run()
    app.button_group(key="scale").set_value("E").run()
    task = app.selectbox(key="task").value
    go_to(app, COMPARE)
    go_to(app, POPULARITY)
    assert app.selectbox(key="task").value == task
    assert app.button_group(key="scale").value == "E"
    assert not app.exception


def test_the_picture_survives_a_page_change_and_the_explained_measure_one_to_a_page_that_asks_for_none():
    app = go_to(app_at("pages/dashboard.py"), COMPARE)
    worked_example(app).set_value("evia2017-figure-1").run()
    app.session_state["measure"] = "JSD"
    app.run()
    go_to(app, "pages/which_measure/page.py")
    go_to(app, COMPARE)
    assert "JSD is 0" in text_of(shown(app, "oq-title"))
    go_to(app, POPULARITY)  # which explains the measure of its x-axis
    go_to(app, COMPARE)
    assert app.session_state["compare_picture"].picture == from_example(EXAMPLES["evia2017-figure-1"])
    assert "NMD is 0" in text_of(shown(app, "oq-title"))


def test_two_visitors_do_not_see_each_others_picture_or_task():
    first = app_at(COMPARE, gold="1,0,0")
    assert app_at(COMPARE).session_state["compare_picture"] != first.session_state["compare_picture"]


LINKS = {
    "start": {},
    "lessons": {"lesson": "make", "built": "totals.squared.distance.all"},
    "data": {"task": "breakdown-labels"},
    "compare": {"gold": "3,2,1", "classes": "x,y,z", "card": "robust"},
    "atlas": {"view": "by_score"},
    "popularity": {"task": "breakdown-labels", "x": "NVD"},
    "cases": {"task": "breakdown-labels", "y": "JSD"},
    "nuggets": {"measure": "JSD"},
    "systems": {"task": "breakdown-labels", "measure": "NVD"},
    "measures": {"task": "breakdown-labels", "view": "overlap"},
    "plan": {"task": "breakdown-labels", "measure": "NVD"},
    "which_measure": {"ordered": "no"},
    "ranked_lists": {"measure": "ERR"},
    "papers": {"paper": "sakai2018"},
}


@pytest.mark.parametrize("page", PAGES)
def test_a_link_is_followed_although_the_first_run_breaks_off(monkeypatch, page):
    # Whatever a visitor or a part of the page asks for meanwhile ends a run wherever it is.
    query, prepare, runs = LINKS.get(page.split("/")[1], {}), look.prepare, []

    def broken_off(*sheets):
        runs.append(page)
        if len(runs) == 1:
            st.rerun()
        prepare(*sheets)

    expected = app_at(page, **query)
    monkeypatch.setattr(look, "prepare", broken_off)
    app = app_at(page, **query)
    assert len(runs) == 2
    assert not app.exception
    assert [block.value for block in app.html] == [block.value for block in expected.html]
    assert app.session_state["following"] is None
