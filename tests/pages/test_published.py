"""Published tasks: what task.json says is shown, and a visitor's own runs stand beside the official ones."""

import json
import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np
import pytest
import streamlit as st

from ordquant_core.measures.registry import MEASURES
from pages.shared import links, sources
from tests.commands.test_before_submitting import of_scales
from tests.pages.apps import (
    app_at,
    chosen,
    follow,
    give,
    go_to,
    in_app,
    link_of,
    messages,
    offered,
    opened,
    said,
    scores,
    shown,
    table,
    text_of,
    verdict,
)
from tests.pages.on_data import GOLD, OFF, RUN, data, press, used
from tests.pages.on_lists import LISTS
from tests.pages.on_nuggets import GOLD as NUGGET_GOLD
from tests.pages.on_nuggets import RUN as NUGGET_RUN
from tests.pages.test_said import page
from tests.reviewed import reviewed
from tests.reviewed import said as told

pytestmark = pytest.mark.slow

OTHER = RUN.replace(".2,.3,.5", ".1,.3,.6")
QUIET = "One <script>alert(1)</script> line & *no more*."
TOLD = {  # what an organiser may announce
    **{"title": "T", "description": QUIET, "instructions": "Mail\na zip.", "contact": "<b>task@example.org</b>"},
    **{"venue": "NTCIR-<15>", "subtask": "Dialogue Quality", "language": "C+E", "runs_per": {"C": 13, "E": 9}},
    **{"deadline": "2026-12-01T23:59Z", "opens": "2027-01-15"},
}


def write(folder, facts, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "task.json").write_text(facts if isinstance(facts, str) else json.dumps(facts))


def official():
    """Return the files of a task of 40 cases in two languages, and of a run of a visitor."""
    chance, files = np.random.default_rng(11), {}
    votes = chance.multinomial(12, [0.2, 0.3, 0.3, 0.2], size=40)
    rows = {"gold": [[*row, "zh" if number % 4 else "en"] for number, row in enumerate(votes.tolist())]}
    for run, skill in (("runs__one", 9), ("runs__two", 4), ("runs__three", 1), ("own", 0.2)):
        rows[run] = [chance.dirichlet(0.5 + skill * row).tolist() for row in votes]
    for name, of in rows.items():
        head = "case,a,b,c,d,language" if name == "gold" else "case,a,b,c,d"
        lines = (f"c{number:02},{','.join(map(str, row))}" for number, row in enumerate(of))
        files[f"{name}_csv"] = "\n".join([head, *lines]) + "\n"
    return files, files.pop("own_csv")


OFFICIAL, OWN = official()


def publish(folder):
    """Publish tasks with and without positions and announcements, some whose task.json is wrong, nuggets and lists."""
    files = {"gold_csv": GOLD, "runs__team_csv": RUN}
    facts = {"gold": "gold.csv", "runs": ["runs/*.csv"]}
    mine = {"title": "My task", "description": QUIET}
    write(folder / "mine", mine | facts, **files, notes_csv="none of the task")
    write(folder / "wrong", {"titel": "W", "gold": "gold.csv"}, gold_csv=GOLD)
    for name, positions in (
        ("placed", {"positions": [1, 2, 6]}),
        ("unplaced", {}),
        ("misplaced", {"positions": [1, 2]}),
    ):
        write(folder / name, {"title": name} | facts | positions, **files, runs__two_csv=OTHER)
    write(folder / "told", TOLD | facts, **files)
    of_results = {"measures": ["NMD", "RNOD"], "primary": "RNOD", "teams": {"one": "Red", "two": "Blue"}}
    write(folder / "official", facts | of_results | {"groups": "language"}, **OFFICIAL)
    scales = {"gold_json": of_scales("A", "E", votes=True), "run_json": of_scales("A", "E")}
    write(folder / "scaled", {"scale": "E", "gold": "gold.json", "runs": ["run.json"]}, **scales)
    entries = {"gold_json": json.dumps(NUGGET_GOLD), "one_json": json.dumps(NUGGET_RUN)}
    write(folder / "nugs", {"title": "N", "kind": "nuggets", "gold": "gold.json", "description": "D n"}, **entries)
    lists = dict(zip(("qrels_txt", "runs__bm25_txt", "runs__bert_txt"), dict(LISTS).values(), strict=True))
    write(folder / "lists", {"title": "L", "kind": "ranked lists", "description": "D l"}, **lists)
    write(folder / "wronglists", {"kind": "ranked lists", "gold": "no.txt"}, **lists)


@pytest.fixture
def published(tmp_path, monkeypatch):
    publish(tmp_path)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def of_published(*asked, **query):
    """Open a page where these tasks are published; return what elements of it say."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, ORDQUANT_TASKS=folder, ORDQUANT_OFFER="all"):
        publish(Path(folder))
        sources.offered.clear()
        try:
            return page(*asked, **query)
        finally:
            sources.offered.clear()


@reviewed(__file__)
def test_pages_say_what_was_reviewed(made, words):
    assert told(made, globals()) == words


def listed(app):
    return re.findall(r'<tr[^>]* data-run="([^"]+)"', shown(app, 'id="standings"'))


def pair(app):
    return app.session_state["a"], app.session_state["b"]


def removals(app):
    return [button for button in app.button if button.label == "Remove"]


READY = "Ready: 3 gold distributions and {}; nothing had to be repaired."


def read_again():
    """As it happens every ten seconds."""
    sources.offered.clear()
    st.cache_resource.clear()


def every_block(app):
    return json.dumps([block.value for block in app.html])


def test_changes_on_disk_are_seen(published):
    app = give(data(task="mine"), ("a.csv", OTHER))
    (published / "mine" / "runs" / "second.csv").write_text(OTHER.replace(".5,.25,.25", ".25,.5,.25"))
    write(published / "wrong", {"title": "Right now", "gold": "gold.csv"}, second_csv=OTHER)
    read_again()
    assert list(used(app.run())) == ["gold.csv", "runs/second.csv", "runs/team.csv", "your runs/a.csv"]
    right = data(task="wrong")
    assert "Right now" in right.selectbox(key="task").options
    assert verdict(right) == READY.format("1 run")


def test_each_kind_is_offered_on_its_own_page_only_and_described(published):
    assert not {"N", "L", "wronglists"} & set(data().selectbox(key="task").options)
    nuggets, lists = app_at("pages/nuggets/page.py", data="nugs"), app_at("pages/ranked_lists/page.py", data="lists")
    of_nuggets = ["Nuggets (synthetic)", "N", "Your own gold and runs…"]
    of_lists = ["Search engines (synthetic)", "L", "wronglists", "Your own judgements and runs…"]
    for app, key, name, options in ((nuggets, "nugget", "nugs", of_nuggets), (lists, "lists", "lists", of_lists)):
        box = app.selectbox(key=f"{key}_data")
        assert not messages(app)
        assert (box.value, box.options) == (name, options)
        assert f"D {name[0]}" in text_of(shown(app, "oq-description"))
        assert "synthetic" not in said(app, "facts")
    shutil.rmtree(published / "nugs")
    read_again()
    nuggets.query_params.clear()
    assert nuggets.run().selectbox(key="nugget_data").value == "sample"  # it is no longer published


def test_published_tasks_come_first_and_a_folder_that_is_not_there_offers_nothing(published, monkeypatch):
    app = app_at("pages/dashboard.py")
    assert "My task" in every_block(app)
    assert "A synthetic sample" not in every_block(app)
    queries = {link.label: link.proto.query_string for link in app.get("page_link")}
    assert queries["Explore a task"] == "task=mine"  # not the one with problems
    assert data(task="mine").selectbox(key="task").options[0] == "My task"
    monkeypatch.setenv("ORDQUANT_TASKS", "/no/such/folder")
    assert verdict(data()) == "Ready: 300 gold distributions and 18 runs; nothing had to be repaired."


# Positions of the classes


def test_scores_use_the_positions_of_the_task_and_so_does_compare(published, monkeypatch):
    seen = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: seen.update({label: query}))
    app = app_at("pages/cases/page.py", task="placed", a="team", b="two", case="x")
    for key, (of_team, _) in scores(app).items():
        at = [[1, 2, 6]] if MEASURES[key].takes_positions else []
        assert of_team == float(MEASURES[key]([1, 2, 7], [0.2, 0.3, 0.5], *at))
    assert seen["Open in Compare"]["positions"] == "1,2,6"


# Runs that a visitor adds


def test_a_run_that_a_visitor_adds_stands_beside_the_official_ones_under_the_same_link(published):
    app = in_app("data")
    before = verdict(follow(app, task="mine"))
    give(app, ("my-run.csv", OTHER))
    assert "runs, 1 of them yours; nothing had to be repaired." in verdict(app)
    assert used(app)["your runs/my-run.csv"] == "run"
    assert app.selectbox(key="task").value == "mine"
    go_to(app, "pages/systems/page.py").run()
    assert "my-run" in listed(app)
    assert "with your own runs, which only you see" in text_of(shown(app, "with your own runs"))
    go_to(app, "pages/data/page.py").run()
    (remove,) = removals(app)
    remove.click().run()
    assert verdict(app) == before
    press(app, "Undo")
    assert used(app)["your runs/my-run.csv"] == "run"
    assert verdict(data(task="mine")) == before  # nobody else sees it


def test_runs_are_replaced_by_name_removed_one_by_one_and_repaired_together(published):
    app = give(give(data(task="mine"), ("one.csv", OFF), ("two.csv", OTHER)), ("one.csv", OTHER))
    assert [text_of(block.value) for block in app.html if 'oq-yours">' in block.value] == ["two.csv", "one.csv"]
    removals(app)[0].click().run()
    assert list(used(app)) == ["gold.csv", "runs/team.csv", "your runs/one.csv"]
    app = give(data(task="mine"), ("off.csv", OFF))
    assert table(app, "problems")[0][0] == "your runs/off.csv"
    press(app, "Divide rows by their sum")
    assert verdict(app) == "Ready: 3 gold distributions and 2 runs, 1 of them yours; 1 repair or choice was applied."
    app = give(data(task="mine"), *((f"{n}.csv", OTHER) for n in range(4)))
    next(button for button in app.button if button.label == "Remove all 4 files").click().run()
    assert verdict(app) == READY.format("1 run")
    next(button for button in app.button if button.label == "Put all 4 files back").click().run()
    assert "5 runs, 4 of them yours" in verdict(app)


VOTES = GOLD.replace("1,2,7", "2,1,7")
THEIRS = json.dumps([{"id": name, "annotations": [{"quality": {"A": vote}} for vote in range(-2, 3)]} for name in "pq"])


def test_beside_a_gold_with_faults_the_runs_of_a_visitor_wait_and_never_become_the_gold(published):
    (published / "mine" / "task.json").unlink()
    (published / "mine" / "notes.csv").unlink()
    read_again()
    assert verdict(give(data(task="mine"), ("a.csv", OTHER))).startswith("Ready: 3 gold distributions and 2 runs, 1 of")
    (published / "mine" / "gold.csv").write_text(GOLD.replace("1,2,7", "1,2,-7"))
    read_again()
    app = give(data(task="mine"), ("a.csv", OTHER))
    assert {row[0] for row in table(app, "problems")} <= {"gold.csv", "runs/team.csv"}
    assert not [file for file, kind in used(app).items() if kind == "gold" and file != "gold.csv"]
    assert give(data(task="wrong"), ("run.csv", RUN)).selectbox(key="task").value.startswith("own-")


def test_after_an_upload_run_a_is_the_own_one_and_b_the_leader_until_the_visitor_chooses(published):
    app = follow(in_app("cases"), task="official")
    leader = pair(app)[0]
    give(go_to(app, "pages/data/page.py"), ("own.csv", OWN))
    go_to(app, "pages/cases/page.py")
    assert pair(app) == ("own", leader)
    go_to(app, "pages/systems/page.py")
    assert [app.session_state[f"systems_{letter}"] for letter in "ab"] == ["own", leader]
    go_to(app, "pages/cases/page.py")
    app.session_state["a"] = "two"  # as the list in the finding does
    app.run()
    go_to(go_to(app, "pages/data/page.py"), "pages/cases/page.py")
    assert pair(app) == ("two", leader)


# Official results


def test_the_official_measures_are_those_of_the_pages_until_others_are_chosen(published):
    app = opened("systems", task="official", trials="300")
    assert chosen(app, "measure") == "RNOD"  # the primary one
    assert [*offered(app, "measure")] == ["RNOD", "NMD"]
    assert "measures" not in link_of(app)
    app = opened("systems", task="official", trials="300", measures="NMD,JSD,RNOD")
    assert [*offered(app, "measure")] == ["NMD", "JSD", "RNOD"]
    assert link_of(app)["measures"] == "NMD,JSD,RNOD"
    assert [*offered(opened("measures", task="official"), "x", "pair")] == ["RNOD", "NMD"]
    assert opened("plan", task="official").session_state["plan_measure"] == "RNOD"
    assert link_of(opened("systems", task="official", trials="300", show="groups", by="none"))["by"] == "none"


def test_the_run_of_a_visitor_is_ranked_with_the_others_and_compared_with_the_leader(published):
    app = give(follow(in_app("data"), task="official"), ("own.csv", OWN))
    go_to(app, "pages/systems/page.py")
    assert not app.exception
    assert [row[:2] for row in table(app, "standings")[:4]] == [
        ["1", "B one"], ["2", "two"], ["3", "three"], ["4", "A own yours"],
    ]  # fmt: skip
    assert said(app, "rest").startswith("own ranks 4th of 4 (")
    app.session_state["systems_a"] = "two"
    app.run()
    button = next(one for one in app.button if one.key == "own_and_leader")
    assert button.label == "Compare own with one"
    button.click().run()
    assert (app.session_state["systems_a"], app.session_state["systems_b"]) == ("own", "one")
