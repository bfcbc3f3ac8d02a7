"""Published tasks: what task.json says is shown, and a visitor's own runs stand beside the official ones."""

import json
import re
import shutil

import pytest
import streamlit as st

from ordquant_core.measures.registry import MEASURES
from pages.shared import links, sources
from tests.commands.test_before_submitting import of_scales
from tests.pages.apps import ROOT, app_at, follow, give, go_to, in_app, messages, problems, said, scores, shown, text_of, verdict
from tests.pages.on_data import GOLD, OFF, RUN, data, press, used, verdicts
from tests.pages.on_lists import LISTS
from tests.pages.on_nuggets import GOLD as NUGGET_GOLD
from tests.pages.on_nuggets import RUN as NUGGET_RUN

pytestmark = pytest.mark.slow

OTHER = RUN.replace(".2,.3,.5", ".1,.3,.6")
QUIET = "One <script>alert(1)</script> line & *no more*."


def write(folder, facts, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "task.json").write_text(facts if isinstance(facts, str) else json.dumps(facts))


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Publish a task, one whose task.json is wrong, nuggets and ranked lists."""
    write(
        tmp_path / "mine",
        {"title": "My task", "description": QUIET, "gold": "gold.csv", "runs": ["runs/*.csv"]},
        gold_csv=GOLD, runs__team_csv=RUN, notes_csv="none of the task",
    )  # fmt: skip
    write(tmp_path / "wrong", {"titel": "W", "gold": "gold.csv"}, gold_csv=GOLD)
    entries = {"gold_json": json.dumps(NUGGET_GOLD), "one_json": json.dumps(NUGGET_RUN)}
    write(tmp_path / "nugs", {"title": "N", "kind": "nuggets", "gold": "gold.json", "description": "D n"}, **entries)
    lists = dict(zip(("qrels_txt", "runs__bm25_txt", "runs__bert_txt"), dict(LISTS).values(), strict=True))
    write(tmp_path / "lists", {"title": "L", "kind": "ranked lists", "description": "D l"}, **lists)
    write(tmp_path / "wronglists", {"kind": "ranked lists", "gold": "no.txt"}, **lists)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


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


# What task.json says


def test_only_the_files_that_task_json_names_are_read_and_its_words_are_shown_as_text(published):
    app = data(task="mine")
    assert used(app) == {"gold.csv": "gold", "runs/team.csv": "run"}
    facts = {"title": "T", "gold": "gold.csv", "runs": ["runs/*.csv"], "instructions": "Mail\na zip."}
    facts |= {"description": QUIET}
    facts |= {"venue": "NTCIR-<15>", "subtask": "Dialogue Quality", "language": "C+E", "runs_per": {"C": 13, "E": 9}}
    facts |= {"deadline": "2026-12-01T23:59Z", "opens": "2027-01-15", "contact": "<b>task@example.org</b>"}
    write(published / "told", facts, gold_csv=GOLD, runs__team_csv=RUN)
    read_again()
    told = (
        *("Deadline for runs: 2026-12-01 23:59Z", "The gold opens: 2027-01-15", "a zip.", "task@example.org"),
        *("Venue: NTCIR-<15>", "Task: Dialogue Quality", "Runs: 13 C + 9 E"),
    )
    for page in ("data", "systems"):
        app = app_at(f"pages/{page}/page.py", task="told")
        notes = shown(app, 'id="announced"')
        assert QUIET in text_of(notes)
        assert not [markup for markup in ("<script", "<b>task") if markup in notes]
        assert [words for words in told if words not in text_of(notes)] == []
    assert all('id="announced"' not in block.value for block in data(task="mine").html)


def test_the_scale_of_task_json_is_shown_first_and_what_a_run_of_another_lacks_is_said(published):
    files = {"gold_json": of_scales("A", "E", votes=True), "run_json": of_scales("A", "E")}
    write(published / "mine", {"scale": "E", "gold": "gold.json", "runs": ["run.json"]}, **files)
    read_again()
    app = give(data(task="mine"), ("mine.json", of_scales("A")))
    scale = app.button_group(key="scale")
    assert (scale.options, scale.value) == (["E", "A"], "E")
    assert "or choose the scale to read" in said(app, "mistakes")
    assert "The gold has scale A, too" in text_of(shown(app, "oq-ask"))
    app.button_group(key="scale").set_value("A").run()
    assert verdicts(app)["your runs/mine.json"] == "accepted"


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
    follow(lists, data="wronglists")
    assert "The folder wronglists cannot be used as a task." in messages(lists)
    assert problems(lists) == [
        ("task.json", "gold", "there is no 'no.txt' in the folder", "correct the path, or add the file"),
    ]
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

AT = "classes stand at {} (task.json): the measures with distances between classes use them"


@pytest.fixture
def placed(published):
    for name, positions in (("placed", [1, 2, 6]), ("even", None), ("misplaced", [1, 2])):
        facts = {"title": name, "gold": "gold.csv", "runs": ["runs/*.csv"]}
        facts |= {"positions": positions} if positions else {}
        write(published / name, facts, gold_csv=GOLD, runs__team_csv=RUN, runs__two_csv=OTHER)
    read_again()
    return published


def test_pages_of_the_task_say_where_its_classes_stand_and_scores_use_it(placed, monkeypatch):
    seen = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: seen.update({label: query}))
    app = app_at("pages/cases/page.py", task="placed", a="team", b="two", case="x")
    assert AT.format("1, 2, 6") in said(app, "notes")
    assert "classes at 1, 2, 6" in said(app, "facts")
    for key, (of_team, _) in scores(app).items():
        at = [[1, 2, 6]] if MEASURES[key].takes_positions else []
        assert of_team == float(MEASURES[key]([1, 2, 7], [0.2, 0.3, 0.5], *at))
    assert seen["Open in Compare"]["positions"] == "1,2,6"
    assert "classes at" not in text_of(shown(app_at("pages/cases/page.py", task="even"), 'id="facts"'))


def test_positions_are_mirrored_with_the_order_lost_with_another_and_refused_where_they_do_not_fit(placed):
    app = data(task="placed")
    for button, at in (("reverse_order", "1, 5, 6"), ("undo_order", "1, 2, 6")):
        app.button(key=button).click().run()
        assert AT.format(at) in text_of(every_block(app))
    (box,) = (box for box in app.text_input if box.label.startswith("Or type the classes"))
    box.set_value("mid,low,high").run()
    assert "classes stand at" not in every_block(app)
    assert "The task gives positions for another order: here classes are one step apart." in every_block(app)
    app = app_at("pages/cases/page.py", task="misplaced")
    text = text_of(every_block(app)) + messages(app)
    assert "2 numbers (1, 2) for 3 classes" in text
    assert "give one number for each class" in text


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
    assert problems(app)[0][0] == "your runs/off.csv"
    press(app, "Divide rows by their sum")
    assert verdict(app) == "Ready: 3 gold distributions and 2 runs, 1 of them yours; 1 repair or choice was applied."
    app = give(data(task="mine"), *((f"{n}.csv", OTHER) for n in range(4)))
    next(button for button in app.button if button.label == "Remove all 4 files").click().run()
    assert verdict(app) == READY.format("1 run")
    next(button for button in app.button if button.label == "Put all 4 files back").click().run()
    assert "5 runs, 4 of them yours" in verdict(app)


VOTES = GOLD.replace("1,2,7", "2,1,7")
THEIRS = json.dumps([{"id": name, "annotations": [{"quality": {"A": vote}} for vote in range(-2, 3)]} for name in "pq"])
DROPPED = {  # what is dropped beside the task: what the page then says
    "another gold": ({"their.json": THEIRS}, "Ready: 2 gold distributions and no runs; nothing had to be repaired."),
    "a gold of other cases": ({"v.csv": VOTES.replace("x,", "q,")}, READY.format("no runs")),
    "a gold and a run": ({"v.csv": VOTES, "r.csv": RUN}, READY.format("1 run")),
    "votes": ({"my gold.csv": VOTES}, "Is my gold.csv a run of My task, or a gold of your own?"),
}


@pytest.mark.parametrize(("files", "words"), DROPPED.values(), ids=DROPPED)
def test_what_is_dropped_beside_a_task_is_its_run_or_a_task_of_its_own_or_asked_about(published, files, words):
    app = give(data(task="mine"), *files.items())
    assert verdict(app) == words
    if "Is " not in words:
        assert app.selectbox(key="task").value.startswith("own-")
        return
    assert list(used(app)) == ["gold.csv", "runs/team.csv"]  # nothing is done before the answer
    assert not {link.label for link in app.get("page_link")} & {"See which runs differ", "Compare the baselines"}
    press(app, "Add it as a run")
    assert used(app) == {"gold.csv": "gold", "runs/team.csv": "run", "your runs/my gold.csv": "run"}
    assert not [option for box in app.selectbox for option in box.options if option.startswith("your runs/")]
    app = press(give(data(task="mine"), *files.items()), "Open it as a task")
    assert verdict(app) == READY.format("no runs")


def test_a_faulty_run_of_the_cases_of_the_task_is_a_run_without_a_question(published):
    app = give(data(task="mine"), ("run.csv", RUN.replace("high", "very good")))
    assert verdict(app).startswith("Not ready")
    assert not [block for block in app.html if "oq-ask" in block.value and "<style>" not in block.value]
    assert '"very good" is not a class of this task, and high is missing.' in said(app, "mistakes")
    assert "your runs/run.csv" in shown(app, 'id="files"')


def test_beside_a_gold_with_faults_the_runs_of_a_visitor_wait_and_never_become_the_gold(published):
    (published / "mine" / "task.json").unlink()
    (published / "mine" / "notes.csv").unlink()
    read_again()
    assert verdict(give(data(task="mine"), ("a.csv", OTHER))).startswith("Ready: 3 gold distributions and 2 runs, 1 of")
    (published / "mine" / "gold.csv").write_text(GOLD.replace("1,2,7", "1,2,-7"))
    read_again()
    app = give(data(task="mine"), ("a.csv", OTHER))
    assert {row[0] for row in problems(app)} <= {"gold.csv", "runs/team.csv"}
    assert not [file for file, kind in used(app).items() if kind == "gold" and file != "gold.csv"]
    assert give(data(task="wrong"), ("run.csv", RUN)).selectbox(key="task").value.startswith("own-")


def test_after_an_upload_run_a_is_the_own_one_and_b_the_leader_until_the_visitor_chooses():
    runs = ROOT / "ordquant_core/samples/dialogue-quality/runs"
    app = in_app("cases")
    leader = pair(app)[0]
    give(go_to(app, "pages/data/page.py"), ("mine.csv", (runs / "system-12.csv").read_text()))
    go_to(app, "pages/cases/page.py")
    assert pair(app) == ("mine", leader)
    go_to(app, "pages/systems/page.py")
    assert [app.session_state[f"systems_{letter}"] for letter in "ab"] == ["mine", leader]
    go_to(app, "pages/cases/page.py")
    app.session_state["a"] = "system-07"  # as the list in the finding does
    app.run()
    go_to(go_to(app, "pages/data/page.py"), "pages/cases/page.py")
    assert pair(app) == ("system-07", leader)
