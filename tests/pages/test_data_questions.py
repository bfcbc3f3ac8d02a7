"""Data: what files do not say is asked, what is wrong is repaired on request only, and every decision can be undone."""

import json

import pytest

from ordquant_core.formats import File, read_task, unpack
from ordquant_core.formats.published import source as offered
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


def scale_of(app):
    (control,) = (one for one in app.button_group if one.key and one.key.startswith("run_scale_"))
    return control


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
    scale_of(app).set_value("E").run()
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert "run.json: scale E is scored against scale S of the gold" in noted(app)
    press(app, "Use the scale of the gold")
    assert verdict(app) == "Not ready: 1 question in 1 file."


def test_a_task_of_several_scales_is_shown_on_those_of_its_gold():
    app = drop(("run.json", quality("AE")), ("gold.json", annotated(S=1, E=0)))
    assert app.button_group(key="scale").options == ["S", "E"]
    assert verdict(app) == "Not ready: 1 question in 1 file."
    app.button_group(key="scale").set_value("E").run()
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."


def test_votes_that_could_be_a_scale_of_their_own_are_asked_about_and_each_answer_is_a_button():
    votes = {"x": (-1, 0), "y": (0, 1), "z": (1, 1)}
    entries = [
        {"id": case, "annotations": [{"quality": {"S": vote}} for vote in given]} for case, given in votes.items()
    ]
    app = drop(("gold.json", json.dumps(entries)))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "the annotators vote for -1, 0, 1 only; the scale of the task is -2 to 2" in question(app)
    press(app, "Use −1, 0, 1")
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    assert "3 classes" in text_of(shown(app, 'id="files"'))
    app = drop(("gold.json", json.dumps(entries)))
    press(app, "Use −2, −1, 0, 1, 2")
    assert "5 classes" in text_of(shown(app, 'id="files"'))


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


def test_where_no_column_is_clearly_the_ids_the_visitor_chooses_one_or_none_and_changes_it():
    app = drop(("gold.csv", "low,mid,high\n3,5,3\n4,4,4\n2,6,3\n5,4,4\n"))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "column low holds numbers" in question(app)
    select(app, "Column of the ids", "No column: number the rows")
    assert verdict(app) == "Ready: 4 gold distributions and no runs; nothing had to be repaired."
    assert "rows are numbered from 1" in noted(app)
    press(app, "Undo")
    select(app, "Column of the ids", "low")
    assert verdict(app) == "Ready: 4 gold distributions and no runs; nothing had to be repaired."
    assert "Ids: column low" in " ".join(text_of(block.value) for block in app.html)
    press(app, "Detect the ids from the files")
    assert verdict(app) == "Not ready: 1 question in 1 file."


def year():
    first, *rows = GOLD.splitlines()
    return "\n".join([f"{first},year", *(f"{row},{2000 + n}" for n, row in enumerate(rows))]) + "\n"


def test_a_column_of_years_is_a_question_and_is_left_out_by_one_click_that_can_be_undone():
    app = drop(("truth.csv", year()), ("team.csv", RUN))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "column year: this may not be a class: the rows add up only without it" in question(app)
    assert verdicts(app)["truth.csv"] == "waits for an answer: see the question above"
    press(app, "Leave out column year")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert "column year is not a class" in noted(app)
    press(app, "Undo")
    assert verdict(app) == "Not ready: 1 question in 1 file."
    press(app, "Use these classes")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert text_of(shown(app, 'id="order"')) == "low→mid→high"


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
    assert "cannot be unpacked" in problems(app)[0][2]
    assert verdict(app) == "Not ready: 1 problem in 1 file."
    assert 'data-choice="more.zip"' in shown(app, 'id="files"')


def test_more_than_a_task_may_hold_is_refused_and_the_task_stays_as_it_is(monkeypatch):
    app = drop(("gold.csv", GOLD))
    monkeypatch.setattr(offered, "MAX_UNPACKED", 200)
    drop(("many.csv", RUN * 9), app=app)
    assert "unpacked" in app.error[0].value
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."


# One source of words and of choices


def test_a_page_of_the_task_shows_questions_fixes_and_the_way_to_data():
    app = app_at("pages/systems/page.py", task="own")
    drop(("truth.csv", year()), ("off.csv", OFF), app=app)
    assert verdict(app) == "Not ready: 1 question and 1 problem in 2 files."
    press(app, "Leave out column year")
    assert [row[0] for row in problems(app)] == ["off.csv"]
    press(app, "Divide rows by their sum")
    assert not [block for block in app.html if 'id="problems"' in block.value]
    assert "divided by its sum" in text_of(shown(app, 'id="notes"'))


def test_files_that_make_no_task_say_what_to_do_in_the_words_of_the_page():
    app = data(task="own")
    drop(("truth.csv", GOLD), ("off.csv", OFF), app=app)
    action = problems(app)[0][3]
    assert "choose “Divide rows by their sum”" in action
    assert "--" not in action
    read = read_task([File("truth.csv", GOLD.encode()), File("off.csv", OFF.encode())])
    assert "--renormalise" in read.problems[0].advice


# A column per annotator


# A row per vote

UNCLEAR = "pic,who,liking\np1,ann,3\np1,bob,1\np2,ann,3\np2,bob,2\np3,ann,2\np3,bob,2\np4,ann,1\np4,bob,1\n"
RATED = "case,1,2,3\np1,.5,.25,.25\np2,.2,.3,.5\np3,0,1,0\np4,1,0,0\n"


def test_the_columns_of_a_row_per_vote_under_unknown_names_are_asked_for_and_the_votes_are_counted():
    app = drop(("votes.csv", UNCLEAR), ("run.csv", RATED))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "looks like a row per vote: column pic holds each value in 2 rows" in question(app)
    choices = {box.label: (box.value, box.options) for box in app.selectbox}
    assert choices["Items"] == ("pic", ["pic", "who", "liking"])
    assert choices["Annotators"] == ("who", ["No column: each row is a vote", "pic", "who", "liking"])
    assert choices["Labels"] == ("liking", ["pic", "who", "liking"])
    assert "p1: 1 vote for 1 and 1 vote for 3" in text_of(shown(app, 'id="would_become"'))
    press(app, "Count these votes")
    assert verdict(app) == "Ready: 4 gold distributions and 1 run; nothing had to be repaired."
    assert "a table with a row per vote: 4 cases × 3 classes, 2 votes each" in text_of(shown(app, 'id="files"'))
    app.button(key="undo_label-column").click().run()
    assert verdict(app) == "Not ready: 1 question in 1 file."


@pytest.mark.parametrize("name", ["", "Unnamed: 0"])
def test_a_run_with_an_index_without_a_name_is_matched_by_position_with_one_button(name):
    run = f"{name},0,1,2\n0,.2,.3,.5\n1,.5,.25,.25\n2,.1,.2,.7\n"
    app = drop(("gold.csv", GOLD.replace("low,mid,high", "0,1,2")), ("run.csv", run))
    assert verdict(app) == "Not ready: 1 problem in 1 file."
    press(app, "Match by position, in the order of the gold")
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
