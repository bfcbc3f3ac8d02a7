"""Published tasks: what task.json says is shown, nuggets and ranked lists too, and a visitor's own runs beside them."""

import json
import re
import shutil

import pytest

from pages.shared import sources
from tests.pages.apps import ROOT, app_at, follow, go_to, messages, problems, shown, text_of, verdict
from tests.pages.on_data import press
from tests.pages.on_nuggets import GOLD as NUGGET_GOLD
from tests.pages.on_nuggets import RUN as NUGGET_RUN
from tests.pages.on_nuggets import ranking

pytestmark = pytest.mark.slow

GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
OTHER = RUN.replace(".2,.3,.5", ".1,.3,.6")
OFF = RUN.replace(".2,.3,.5", ".2,.3,.49")
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 0\n2 0 d 1\n"
LISTS = ("1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n", "1 Q0 b 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n")
LONG = "First line <b>bold</b> & more. " * 12
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
    lists = {"qrels_txt": QRELS, "runs__bm25_txt": LISTS[0], "runs__bert_txt": LISTS[1]}
    write(tmp_path / "lists", {"title": "L", "kind": "ranked lists", "description": "D l"}, **lists)
    write(tmp_path / "wronglists", {"kind": "ranked lists", "gold": "no.txt"}, **lists)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def data(**query):
    return app_at("pages/data/page.py", **query)


def systems(**query):
    return app_at("pages/systems/page.py", **query)


def add(app, *files):
    """Add runs to a task on the Data page."""
    version = app.session_state["uploads_versions"].get("files", 0)
    held = [(name, text.encode(), "text/plain") for name, text in files]
    app.file_uploader(key=f"files_{version}").set_value(held).run()
    assert not app.exception
    return app


def used(app):
    rows = re.findall(r"<tr>(.*?)</tr>", shown(app, 'id="files"'), flags=re.DOTALL)[1:]
    cells = [[text_of(cell) for cell in re.findall(r"<td.*?>(.*?)</td>", row, flags=re.DOTALL)] for row in rows]
    return {name: kind for name, _, kind, _ in cells}


def listed(app):
    return re.findall(r'<tr[^>]* data-run="([^"]+)"', shown(app, 'id="standings"'))


def pair(app):
    return app.session_state["a"], app.session_state["b"]


def removals(app):
    return [button for button in app.button if button.label == "Remove"]


def test_only_the_files_that_task_json_names_are_read(published):
    assert used(data(task="mine")) == {"gold.csv": "gold", "runs/team.csv": "run"}


@pytest.mark.parametrize("page", ["data", "systems", "cases", "popularity", "measures"])
def test_the_description_is_shown_on_the_pages_of_the_task_as_plain_text(published, page):
    app = app_at(f"pages/{page}/page.py", task="mine")
    assert not app.exception
    (notes,) = re.findall(r'<details[^>]*id="notes".*?</details>', shown(app, 'id="notes"'), flags=re.DOTALL)
    assert QUIET in text_of(notes)
    assert "<script" not in notes


def test_the_scale_of_task_json_is_shown_first(published):
    quality = lambda a, e: {"A": {str(v): float(v == a) for v in range(-2, 3)},  # noqa: E731
                            "E": {str(v): float(v == e) for v in range(-2, 3)}}  # fmt: skip
    gold = [{"id": name, "annotations": [{"quality": {"A": 1, "E": 0}}]} for name in "xyz"]
    run = [{"id": name, "quality": quality(1, 2)} for name in "xyz"]
    facts = {"scale": "E", "gold": "gold.json", "runs": ["run.json"]}
    write(published / "mine", facts, gold_json=json.dumps(gold), run_json=json.dumps(run))
    sources.offered.clear()
    app = data(task="mine")
    assert app.button_group(key="scale").options == ["E", "A"]
    assert app.button_group(key="scale").value == "E"


def test_a_correction_of_task_json_and_a_further_file_are_seen_when_the_folder_is_read_again(published):
    write(published / "wrong", {"title": "Right now", "gold": "gold.csv"}, second_csv=OTHER)
    sources.offered.clear()  # as it happens every ten seconds
    app = data(task="wrong")
    assert "Right now" in app.selectbox(key="task").options
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


def test_a_link_out_of_the_folder_is_refused_on_the_page(published):
    (published / "secret.csv").write_text(RUN.replace("case", "secret"))
    (published / "mine" / "runs" / "link.csv").symlink_to(published / "secret.csv")
    sources.offered.clear()
    app = data(task="mine")
    assert problems(app)[0][2] == "'runs/link.csv' leads out of the folder"
    assert str(published) not in json.dumps([block.value for block in app.html]) + messages(app)


def test_each_kind_is_offered_on_its_own_page_only(published):
    assert not {"N", "L", "wronglists"} & set(data().selectbox(key="task").options)
    assert app_at("pages/nuggets/page.py").selectbox(key="nugget_data").options == [
        *("Nuggets of dialogues (synthetic)", "N", "Your own gold and runs…"),
    ]
    assert app_at("pages/ranked_lists/page.py").selectbox(key="lists_data").options == [
        *("Search engines (synthetic)", "L", "wronglists", "Your own judgements and runs…"),
    ]


def test_published_nuggets_are_opened_by_a_link_and_described(published):
    app = app_at("pages/nuggets/page.py", data="nugs")
    assert not app.exception
    assert not messages(app)
    assert app.selectbox(key="nugget_data").value == "nugs"
    assert list(ranking(app)) == ["one"]
    assert "D n" in text_of(shown(app, "oq-description"))
    assert "synthetic" not in text_of(shown(app, 'id="facts"'))


def test_published_ranked_lists_are_opened_by_a_link_and_described(published):
    app = app_at("pages/ranked_lists/page.py", data="lists")
    assert not app.exception
    assert not messages(app)
    assert "2 runs" in text_of(shown(app, 'id="facts"'))
    assert "D l" in text_of(shown(app, "oq-description"))
    follow(app, data="wronglists")
    assert "The folder wronglists cannot be used as a task." in messages(app)
    assert problems(app) == [
        ("task.json", "gold", "there is no 'no.txt' in the folder", "correct the path, or add the file"),
    ]


def test_a_task_that_is_no_longer_published_gives_way_to_the_sample(published):
    app = app_at("pages/nuggets/page.py", data="nugs")
    shutil.rmtree(published / "nugs")
    sources.offered.clear()
    app.query_params.clear()
    app.run()
    assert not app.exception
    assert app.selectbox(key="nugget_data").value == "sample"


@pytest.mark.parametrize(("task", "official"), [("mine", ["team"]), ("dialogue-quality", None)])
def test_a_run_that_a_visitor_adds_stands_beside_the_official_ones_under_the_same_link(published, task, official):
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    follow(app, task=task)
    before = verdict(app)
    if official is None:
        gold = (ROOT / "ordquant_core/samples/dialogue-quality/runs/system-03.csv").read_text()
        add(app, ("my-run.csv", gold))
        assert verdict(app) == "Ready: 300 gold distributions and 19 runs, 1 of them yours; nothing had to be repaired."
    else:
        add(app, ("my-run.csv", OTHER))
        assert verdict(app) == "Ready: 3 gold distributions and 2 runs, 1 of them yours; nothing had to be repaired."
    assert used(app)["your runs/my-run.csv"] == "run"
    assert app.selectbox(key="task").value == task
    go_to(app, "pages/systems/page.py").run()
    assert not app.exception
    assert "my-run" in listed(app)
    assert "with your own runs, which only you see" in text_of(shown(app, "with your own runs"))
    go_to(app, "pages/data/page.py").run()
    (remove,) = removals(app)
    remove.click().run()
    assert verdict(app) == before
    assert not removals(app)
    press(app, "Undo")
    assert used(app)["your runs/my-run.csv"] == "run"


def test_nobody_else_sees_the_runs_that_a_visitor_has_added(published):
    add(data(task="mine"), ("secret.csv", OTHER))
    other = data(task="mine")
    assert verdict(other) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."
    assert "secret" not in json.dumps([block.value for block in other.html])


def test_runs_are_added_and_removed_one_by_one_and_replaced_by_name(published):
    app = add(data(task="mine"), ("one.csv", OFF), ("two.csv", OTHER))
    add(app, ("one.csv", OTHER))
    names = [text_of(block.value) for block in app.html if 'oq-yours">' in block.value]
    assert names == ["two.csv", "one.csv"]
    assert used(app) == {
        **{"gold.csv": "gold", "runs/team.csv": "run"},
        **{"your runs/two.csv": "run", "your runs/one.csv": "run"},
    }
    removals(app)[0].click().run()
    assert list(used(app)) == ["gold.csv", "runs/team.csv", "your runs/one.csv"]


def test_a_gold_that_is_dropped_on_a_published_task_starts_a_task_of_its_own(published):
    gold = json.dumps(
        [{"id": name, "annotations": [{"quality": {"A": vote}} for vote in range(-2, 3)]} for name in "pq"]
    )
    app = add(data(task="mine"), ("their-gold.json", gold))
    assert verdict(app) == "Ready: 2 gold distributions and no runs; nothing had to be repaired."
    app.selectbox(key="task").set_value("mine").run()
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


@pytest.mark.parametrize("name", ["gold.csv", "my gold.csv"])
def test_a_file_that_a_visitor_adds_never_becomes_the_gold(published, name):
    (published / "mine" / "task.json").unlink()
    (published / "mine" / "notes.csv").unlink()
    sources.offered.clear()
    assert used(data(task="mine"))["gold.csv"] == "gold"
    app = add(data(task="mine"), (name, GOLD.replace("1,2,7", "2,1,7")))
    assert verdict(app) == f"Is {name} a run of mine, or a gold of your own?"
    answers = [button.label for button in app.button if button.proto.type == "primary"]
    assert answers == ["Add it as a run", "Open it as a task"]
    assert not [
        link for link in app.get("page_link") if link.proto.label in ("See which runs differ", "Compare the baselines")
    ]
    press(app, "Add it as a run")
    kinds = used(app)
    assert kinds["gold.csv"] == "gold"
    assert [kind for file, kind in kinds.items() if file.startswith("your runs/")] == ["run"]
    for box in app.selectbox:
        assert not [option for option in box.options if option.startswith("your runs/")]


FAULTS = {
    "a wrong sum": (RUN.replace(".1,.2,.7", ".3,.3,.7"), "line 2, case z: (0.3, 0.3, 0.7) sums to 1.3"),
    "a text": (RUN.replace(".25,.25", ".25,abc"), "line 4, case y: column high is 'abc', not a number"),
    "a missing case": (RUN.rpartition("y,")[0], "1 case of the task's 3 is missing (y)"),
    "a case too many": (f"{RUN}q,.1,.2,.7\n", "1 case does not belong to this task (q)"),
    "a wrong class": (
        RUN.replace("high", "very good"),
        '"very good" is not a class of this task, and high is missing. Give the classes of the gold (low, mid, high).',
    ),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_run_of_the_cases_of_the_task_is_a_run_without_a_question(published, text, words):
    app = add(data(task="mine"), ("run.csv", text))
    assert verdict(app).startswith("Not ready")
    assert not [block for block in app.html if "oq-ask" in block.value and "<style>" not in block.value]
    assert words in text_of(shown(app, 'id="mistakes"'))


def test_a_file_that_may_be_a_run_or_a_gold_becomes_what_the_visitor_says(published):
    votes = GOLD.replace("1,2,7", "2,1,7")
    app = add(data(task="mine"), ("votes.csv", votes))
    assert list(used(app)) == ["gold.csv", "runs/team.csv"]  # nothing is done before the answer
    press(app, "Open it as a task")
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    app = add(data(task="mine"), ("votes.csv", votes.replace("x,", "q,")))  # another case: it cannot be a run of it
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    for wrong in (RUN.replace(".1,.2,.7", ".3,.3,.7"), RUN.rpartition("y,")[0]):  # a row sums to 1.3, a case is missing
        app = add(data(task="mine"), ("run.csv", wrong))
        assert verdict(app).startswith("Not ready")
        assert "your runs/run.csv" in shown(app, 'id="files"')
    app = add(data(task="mine"), ("votes.csv", votes), ("run.csv", RUN))
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


def test_after_an_upload_run_a_is_the_own_one_and_b_the_leader_until_the_visitor_chooses():
    runs = ROOT / "ordquant_core/samples/dialogue-quality/runs"
    app = go_to(app_at("pages/dashboard.py"), "pages/cases/page.py")
    leader = pair(app)[0]
    go_to(app, "pages/data/page.py")
    add(app, ("mine.csv", (runs / "system-12.csv").read_text()))
    go_to(app, "pages/cases/page.py")
    assert pair(app) == ("mine", leader)
    go_to(app, "pages/systems/page.py")
    assert [app.session_state[f"systems_{letter}"] for letter in "ab"] == ["mine", leader]
    go_to(app, "pages/cases/page.py")
    app.session_state["a"] = "system-07"  # as the list in the finding does
    app.run()
    go_to(app, "pages/data/page.py")
    go_to(app, "pages/cases/page.py")
    assert pair(app) == ("system-07", leader)
    go_to(app, "pages/data/page.py")
    add(app, ("second.csv", (runs / "system-09.csv").read_text()))
    go_to(app, "pages/cases/page.py")
    assert pair(app) == ("second", leader)


def test_a_link_with_a_run_of_somebody_else_says_so_until_the_visitor_chooses():
    app = app_at("pages/cases/page.py", a="mine", b="system-01")
    words = (
        "The link names the run “mine”, which is not available. "
        "A run that somebody added opens only in the tab where it was added."
    )
    assert messages(app) == words
    assert pair(app) == ("system-02", "system-01")  # never the same run twice
    assert messages(app.run()) == words
    app.session_state["a"] = "system-07"  # as the list in the finding does
    assert not messages(app.run())


def test_beside_a_gold_with_faults_the_runs_of_a_visitor_wait(published):
    (published / "mine" / "task.json").unlink()
    (published / "mine" / "notes.csv").unlink()
    (published / "mine" / "gold.csv").write_text(GOLD.replace("1,2,7", "1,2,-7"))
    sources.offered.clear()
    app = add(data(task="mine"), ("a.csv", OTHER))
    assert {row[0] for row in problems(app)} <= {"gold.csv", "runs/team.csv"}
    assert not [file for file, kind in used(app).items() if kind == "gold" and file != "gold.csv"]


def test_what_changes_on_disk_is_seen_and_the_additions_stay(published):
    app = add(data(task="mine"), ("a.csv", OTHER))
    (published / "mine" / "runs" / "second.csv").write_text(OTHER.replace(".5,.25,.25", ".25,.5,.25"))
    sources.offered.clear()
    app.run()
    assert list(used(app)) == ["gold.csv", "runs/second.csv", "runs/team.csv", "your runs/a.csv"]


def test_the_choices_that_a_visitor_makes_hold_for_official_and_own_runs(published):
    app = add(data(task="mine"), ("off.csv", OFF))
    assert problems(app)[0][0] == "your runs/off.csv"
    next(button for button in app.button if button.label == "Divide rows by their sum").click().run()
    assert verdict(app) == "Ready: 3 gold distributions and 2 runs, 1 of them yours; 1 repair or choice was applied."
    removals(app)[0].click().run()
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


def test_what_is_dropped_on_a_task_that_cannot_be_used_is_a_task_of_its_own(published):
    app = add(data(task="wrong"), ("run.csv", RUN))
    assert app.selectbox(key="task").value.startswith("own-")


def test_deadline_contact_and_instructions_are_shown_to_participants(published):
    said = {"venue": "NTCIR-<15>", "subtask": "Dialogue Quality", "language": "C+E", "runs_per": {"C": 13, "E": 9}}
    said |= {"deadline": "2026-12-01T23:59Z", "opens": "2027-01-15", "contact": "<b>task@example.org</b>"}
    facts = {"title": "T", "gold": "gold.csv", "runs": ["runs/*.csv"], "instructions": "Mail\na zip."}
    write(published / "told", facts | said, gold_csv=GOLD, runs__team_csv=RUN)
    sources.offered.clear()
    for app in (data(task="told"), systems(task="told")):
        assert not app.exception
        told = shown(app, 'id="announced"')
        assert "<b>task" not in told
        words = text_of(told)
        for part in (
            "Deadline for runs: 2026-12-01 23:59Z",
            "The gold opens: 2027-01-15",
            "a zip.",
            "task@example.org",
            "Venue: NTCIR-<15>",
            "Task: Dialogue Quality",
            "Runs: 13 C + 9 E",
        ):
            assert part in words
    assert all('id="announced"' not in block.value for block in data(task="mine").html)
