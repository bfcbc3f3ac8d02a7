"""What a page shows is of this visitor, this task and these settings: nothing of others, nothing of before."""

import json

import pytest
import streamlit as st

from pages.shared import sources
from tests.pages.apps import app_at, follow, go_to, popularity, shown, text_of
from tests.pages.fresh_memory import begin_afresh
from tests.pages.grammar import link_of
from tests.pages.on_cases import cases
from tests.pages.on_data import GOLD, RUN, data, drop, file_rows
from tests.zips import zipped

pytestmark = pytest.mark.slow


@pytest.fixture
def published(tmp_path, monkeypatch):
    """A folder with one task; returns what writes its `task.json`."""
    begin_afresh()
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "gold.csv").write_text(GOLD)
    (tmp_path / "one" / "mine.csv").write_text(RUN)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))

    def say(**facts):
        (tmp_path / "one" / "task.json").write_text(json.dumps({"gold": "gold.csv", "runs": ["mine.csv"], **facts}))
        sources.offered.clear()
        st.cache_resource.clear()

    yield say
    sources.offered.clear()
    st.cache_resource.clear()


def test_equal_files_in_another_archive_have_no_notes_on_that_of_somebody_else():
    begin_afresh()
    files = {"gold.csv": GOLD, "run.csv": RUN}
    first, second = (drop(("task.zip", zipped(files, more))) for more in ({".mine.txt": "hidden"}, {}))
    assert file_rows(first) == file_rows(second)
    page = popularity()
    for app in (first, second):
        page.session_state["own_tasks"] = dict(app.session_state["own_tasks"])
        (key,) = page.session_state["own_tasks"]
        follow(page, task=key)
        assert (".mine.txt" in text_of(shown(page, 'id="notes"'))) == (app is first)


def test_what_cannot_be_computed_leaves_no_word_of_what_is_shown_meanwhile():
    app = app_at("pages/atlas/page.py", l="3", n="40")
    app.number_input(key="atlas_l").set_value(11).run()
    assert app.error
    assert not [block for block in app.html if 'class="oq oq-stale"' in block.value]


def test_a_link_to_a_printed_table_shows_it_whatever_was_listed_before():
    app = go_to(app_at("pages/dashboard.py"), "pages/papers/page.py")
    follow(app, paper="sakai2018", slips="yes", row="9")
    follow(app, paper="sakai2021lq", table="Table 7")
    assert link_of(app) == {"paper": "sakai2021lq", "table": "Table 7"}


def test_a_link_keeps_the_check_without_gold_open_where_there_are_no_files_yet():
    assert link_of(data(task="own", without_gold="ids")) == {"task": "own", "without_gold": "ids"}


def test_a_link_to_the_tests_of_two_runs_has_the_settings_of_systems():
    app = cases(show="tests", a="system-02", b="system-06", alpha="0.2", trials="200", tests_seed="3", seed="4")
    said = {name: link_of(app)[name] for name in ("alpha", "trials", "tests_seed", "seed")}
    assert said == {"alpha": "0.2", "trials": "200", "tests_seed": "3", "seed": "4"}
    assert "200 trials, seed 3" in text_of(" ".join(block.value for block in app.html))
