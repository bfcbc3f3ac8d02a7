"""Merged classes on the pages: Compare shows what changes, Data merges for every page of the task, links keep it."""

import pytest

from ordquant_core.measures.registry import MEASURES
from tests.depth import matrix
from tests.pages.apps import app_at, compare, follow, messages, scores, shown, text_of
from tests.pages.grammar import link_of

pytestmark = pytest.mark.slow

DBDC = {"classes": "NB,PB,B", "gold": "9,8,3", "a": "0.4,0.1,0.5", "b": "0.75,0.15,0.1"}
TASK = {"task": "breakdown-labels"}
PAGES = ["cases", "popularity", "systems", "measures", "plan"]


def merge(app, pair):
    app.button_group(key="entry_how").set_value("Merge").run()
    (box,) = (box for box in app.selectbox if box.label == "Classes to merge")
    box.set_value(pair).run()
    return app.button(key="merge").click().run()


def test_merging_on_compare_says_which_measures_change_their_verdict():
    app = compare(**DBDC)
    before = scores(app)
    merge(app, ("PB", "B"))
    assert not app.exception
    assert app.session_state["compare_picture"].picture.classes == ("NB", "PB+B")
    now = scores(app)
    for key, (a, b) in now.items():
        assert a == pytest.approx(float(MEASURES[key]((9, 11), (0.4, 0.6))), abs=1e-12), key
        assert b == pytest.approx(float(MEASURES[key]((9, 11), (0.75, 0.25))), abs=1e-12), key
    assert before["NVD"][0] > before["NVD"][1]
    assert now["NVD"][0] < now["NVD"][1]
    said = text_of(shown(app, 'id="rest"'))
    assert "PB and B are merged. Compared with separate classes, " in said
    assert "instead of B" in said


def test_data_merges_neighbours_and_undoes_it():
    app = app_at("pages/data/page.py", **TASK)
    app.button(key="merge").click().run()
    assert not app.exception
    assert link_of(app)["merge"] == "PB,B"
    assert "PB and B merged" in text_of(shown(app, 'id="facts"'))
    app.button(key="undo_merge").click().run()
    assert "merge" not in link_of(app)
    assert not app.exception


@pytest.mark.parametrize("page", matrix(PAGES, *(page for page in PAGES if page != "plan")))
def test_every_page_of_the_task_says_so_and_its_link_keeps_it(page):
    app = app_at(f"pages/{page}/page.py", **TASK, merge="PB,B")
    assert not app.exception
    assert not messages(app)
    facts = text_of(shown(app, 'id="facts"'))
    assert "2 classes, NB to PB+B" in facts
    assert "PB and B merged" in facts
    assert link_of(app)["merge"] == "PB,B"


@pytest.mark.parametrize(
    ("text", "said"), [("PB", "name two or more"), ("NB,B", "not neighbours"), ("<b>,x", "there is no class")]
)
def test_a_link_that_merges_nonsense_says_so_and_opens_the_task_as_it_is(text, said):
    app = app_at("pages/cases/page.py", **TASK, merge=text)
    assert not app.exception
    assert said in messages(app)
    assert "3 classes, NB to B" in text_of(shown(app, 'id="facts"'))
    assert "merge" not in link_of(app)


def test_a_link_without_merged_classes_opens_the_task_without():
    app = app_at("pages/cases/page.py", **TASK, merge="PB,B")
    follow(app, **TASK)
    assert "3 classes" in text_of(shown(app, 'id="facts"'))
