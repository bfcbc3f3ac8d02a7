"""Data: what files do not say is asked, what is wrong is repaired on request only, and every decision can be undone."""

import json

import pytest

from ordquant_core.tasks import File, read_task, unpack
from ordquant_core.tasks.published import source as offered
from tests.pages.apps import app_at, problems, shown, text_of, verdict
from tests.pages.on_data import (
    GOLD,
    OFF,
    RUN,
    annotated,
    data,
    drop,
    noted,
    press,
    quality,
    question,
    select,
    thirty,
    used,
    verdicts,
)
from tests.zips import zipped

pytestmark = pytest.mark.slow

OTHER = RUN.replace(".2,.3,.5", ".1,.3,.6")
SHARES = GOLD.replace("1,2,7", ".1,.2,.7").replace("4,4,2", ".4,.4,.2").replace("0,1,9", "0,.1,.9")


def fixes(app):
    """Return the buttons of repairs, in their order, and which of them is the suggestion."""
    buttons = [one.proto for one in app.button if one.key and one.key.startswith("repair_")]
    return {button.label: button.type for button in buttons}


# Questions


def test_estimates_of_another_scale_than_that_of_the_gold_are_asked_about_and_never_scored_by_themselves():
    app = drop(("gold.json", annotated(S=1)), ("run.json", quality("AE")))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "has no scale S, which is the gold's (gold.json), but A, E" in question(app)
    assert "The scale you choose is scored against scale S of the gold." in question(app)
    select(app, "Scale of the runs", "E")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert "run.json: scale E is scored against scale S of the gold" in noted(app)
    press(app, "Undo")
    assert verdict(app) == "Not ready: 1 question in 1 file."


def test_a_task_of_several_scales_is_shown_on_those_of_its_gold():
    app = drop(("run.json", quality("AE")), ("gold.json", annotated(S=1, E=0)))
    assert app.button_group(key="scale").options == ["S", "E"]
    assert verdict(app) == "Not ready: 1 question in 1 file."
    app.button_group(key="scale").set_value("E").run()
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


@pytest.mark.parametrize("classes", ["-1,0,1", "-2,-1,0,1,2"])
def test_votes_that_could_be_a_scale_of_their_own_are_asked_about_and_the_classes_are_typed(classes):
    votes = {"x": (-1, 0), "y": (0, 1), "z": (1, 1)}
    entries = [
        {"id": case, "annotations": [{"quality": {"S": vote}} for vote in given]} for case, given in votes.items()
    ]
    app = drop(("gold.json", json.dumps(entries)))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "the annotators vote for -1, 0, 1 only; the scale of the task is -2 to 2" in question(app)
    app.text_input[0].set_value(classes).run()
    if verdict(app).startswith("Not"):
        press(app, "Use these classes")  # they stand there already
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    assert f"{classes.count(',') + 1} classes" in text_of(shown(app, 'id="files"'))


def test_a_run_alone_is_not_the_gold_and_the_page_asks_for_one():
    app = drop(("team.csv", RUN))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert used(app) == {"team.csv": "not decided"}
    assert "A run never becomes the gold by itself." in question(app)
    drop(("truth.csv", GOLD), app=app)
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


def test_the_visitor_says_which_of_two_tables_is_the_gold_and_changes_it_again():
    app = drop(("one.csv", SHARES), ("two.csv", RUN))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    select(app, "Which file is the gold?", "two.csv")
    assert used(app) == {"two.csv": "gold", "one.csv": "run"}
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."
    select(app, "Which file is the gold?", "one.csv")
    assert used(app) == {"one.csv": "gold", "two.csv": "run"}
    press(app, "Detect the gold from the files")
    assert verdict(app) == "Not ready: 1 question in 1 file."


# Repairs


def test_a_fix_says_what_is_left_does_what_it_says_is_noted_and_can_be_undone():
    app = drop(("truth.csv", GOLD), ("off.csv", OFF))
    assert "the run and all 3 cases remain" in text_of(shown(app, "the run and all"))
    press(app, "Divide rows by their sum")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert noted(app) == "off.csv: 1 row divided by its sum (case x)"
    assert verdicts(app)["off.csv"] == "accepted with repairs: 1 row divided by its sum (case x)"
    press(app, "Undo")
    assert verdict(app) == "Not ready: 1 problem in 1 file."


def test_to_score_a_run_that_equals_the_gold_is_offered_and_never_suggested():
    app = drop(("truth.csv", GOLD), ("copy.csv", SHARES), ("team.csv", RUN))
    assert fixes(app) == {"Score runs that equal the gold": "secondary"}
    assert verdict(app) == "Not ready: 1 problem in 1 file."  # nothing is applied by default
    press(app, "Score runs that equal the gold")
    assert verdict(app) == "Ready: 3 gold distributions and 2 runs; 1 repair or choice was applied."


def test_faulty_runs_are_rejected_with_the_reason_and_can_be_removed():
    app = app_at("pages/data/page.py", task="own")
    drop(*thirty(), app=app)
    assert verdict(app) == "Not ready: 5 problems in 5 files."
    rejected = {name: why for name, why in verdicts(app).items() if why.startswith("rejected")}
    assert set(rejected) == {f"run{number:02}.csv" for number in (3, 7, 11, 19, 23)}
    assert rejected["run11.csv"] == "rejected: case y: this case is missing"
    assert all(f'data-choice="{name}"' in shown(app, 'id="files"') for name in rejected)


# Archives


def test_an_upload_is_unpacked_once(monkeypatch):
    opened = []
    monkeypatch.setattr(offered, "unpack", lambda files: opened.append([f.name for f in files]) or unpack(files))
    app = drop(("all.zip", zipped({"gold.csv": GOLD, "team.csv": RUN, "__MACOSX/._gold.csv": "x"})))
    app.run()
    assert opened == [["all.zip"]]
    (source,) = app.session_state["own_tasks"].values()
    assert [file.name for file in source.load()] == ["all.zip/gold.csv", "all.zip/team.csv"]


def test_an_archive_that_cannot_be_opened_is_a_problem_and_can_be_removed():
    app = drop(("gold.csv", GOLD), ("team.csv", RUN), ("more.zip", b"PK\x03\x04broken"))
    assert "cannot be unpacked" in problems(app)[0][1]  # there is no place in it
    assert verdict(app) == "Not ready: 1 problem in 1 file."
    assert 'data-choice="more.zip"' in shown(app, 'id="files"')


def test_more_than_a_task_may_hold_is_refused_and_the_task_stays_as_it_is(monkeypatch):
    app = drop(("gold.csv", GOLD))
    monkeypatch.setattr(offered, "MAX_UNPACKED", 200)
    drop(("many.csv", RUN * 9), app=app)
    assert "unpacked" in app.error[0].value
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."


# One source of words and of choices


def test_a_page_of_the_task_shows_what_is_wrong_and_the_way_to_data():
    app = app_at("pages/systems/page.py", task="own")
    drop(("truth.csv", GOLD), ("off.csv", OFF), app=app)
    assert verdict(app) == "Not ready: 1 problem in 1 file."
    assert [row[0] for row in problems(app)] == ["off.csv"]
    assert "Answer questions and apply repairs on Data" in [one.value for one in app.caption]
    assert not fixes(app)


def test_files_that_make_no_task_say_what_to_do_in_the_words_of_the_page():
    app = data(task="own")
    drop(("truth.csv", GOLD), ("off.csv", OFF), app=app)
    action = problems(app)[0][3]
    assert "choose “Divide rows by their sum”" in action
    assert "--" not in action
    read = read_task([File("truth.csv", GOLD.encode()), File("off.csv", OFF.encode())])
    assert "--repair renormalise" in read.problems[0].advice


@pytest.mark.parametrize("name", ["", "Unnamed: 0"])
def test_a_run_with_row_numbers_for_ids_is_matched_by_position_with_one_button(name):
    run = f"{name},0,1,2\n0,.2,.3,.5\n1,.5,.25,.25\n2,.1,.2,.7\n"
    app = drop(("gold.csv", GOLD.replace("low,mid,high", "0,1,2")), ("run.csv", run))
    assert verdict(app) == "Not ready: 1 problem in 1 file."
    press(app, "Match by position, in the order of the gold")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
