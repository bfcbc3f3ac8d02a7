"""Data: a table that is not plain is read as the visitor says, and not before; the card shows what comes out."""

import csv
import io
import json

import numpy as np
import openpyxl
import pytest

from ordquant_core.__main__ import main
from ordquant_core.tasks import read_task
from pages.shared import sources
from tests.pages.apps import app_at, shown, text_of, verdict
from tests.pages.on_data import (
    GOLD,
    RUN,
    becomes,
    buttons,
    can_use,
    command,
    data,
    doubts,
    drop,
    layout,
    press,
    question,
    role_of,
    roles,
    select,
    some,
    tick,
    waits_for,
)

pytestmark = pytest.mark.slow

REPLIES = "post,reply,annotator,label\n" + "".join(
    f"{post},{reply},{who},{label}\n"
    for post, reply, labels in (("p1", 1, "331"), ("p1", 2, "121"), ("p2", 1, "332"), ("p2", 2, "222"))
    for who, label in zip("abc", labels, strict=True)
)
RATED = "item,rater1,rater2,rater3\nA,1,2,9\nB,5,4,5\nC,3,8,3\n"
PEOPLE = "participant,sys_A,sys_B,sys_C\np1,4,1,3\np2,5,2,3\np3,4,1,2\n"
WORK = "hit,worker,status,rating\n" + "".join(
    f"h{hit},w{worker},{'Rejected' if worker == hit else 'Approved'},{1 + (hit + worker) % 3}\n"
    for hit in range(1, 4)
    for worker in range(1, 5)
)


def task_of(app):
    """Return the task as the page reads it."""
    (source,) = app.session_state["own_tasks"].values()
    return read_task(source.load(), gold=source.gold, choices=source.choices).task


def votes_of(task):
    return {case: tuple(map(int, row)) for case, row in zip(task.cases, task.votes, strict=True)}


def use_and_compare(app, tmp_path, monkeypatch, capsys, **files):
    """Use what was said, and compare the task with what the command that the card shows reads of the same files."""
    assert can_use(app), waits_for(app)
    _, _, gold, *options = command(app)
    press(app, "Use it")
    assert verdict(app).startswith("Ready")
    task = task_of(app)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    assert main(["score", gold, "baseline:uniform", "--measures", "NVD", *options]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    even = np.abs(task.gold - 1 / len(task.classes)).sum(axis=1) / 2
    assert float(row["mean"]) == pytest.approx(even.mean(), abs=1e-12)
    return task


def test_two_columns_are_the_case_and_nothing_is_used_before_all_is_said(tmp_path, monkeypatch, capsys):
    app = drop(("replies.csv", REPLIES))
    assert verdict(app) == "What is in replies.csv?"
    assert "post and reply" in question(app)
    assert [role_of(app, name)[0] for name in ("post", "reply", "annotator", "label")] == [
        None,
        None,
        "annotator",
        "vote",
    ]
    assert role_of(app, "post")[1] == "Choose…"
    assert not can_use(app)
    assert waits_for(app) == "Still to choose: case."
    roles(app, post="case")
    assert "a votes twice" in doubts(app)
    roles(app, reply="case")
    assert not doubts(app)
    assert becomes(app) == {"p1/1": ["1", "0", "2"], "p1/2": ["2", "1", "0"], "p2/1": ["0", "1", "2"]}
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"replies.csv": REPLIES})
    assert votes_of(task) == {"p1/1": (1, 0, 2), "p1/2": (2, 1, 0), "p2/1": (0, 1, 2), "p2/2": (0, 3, 0)}


def test_of_a_role_that_one_column_has_there_is_one_only():
    app = drop(("replies.csv", REPLIES))
    roles(app, reply="vote")
    assert role_of(app, "label")[0] is None
    assert role_of(app, "reply")[0] == "vote"


def test_people_in_rows_and_a_wrong_choice_shows_what_it_leads_to(tmp_path, monkeypatch, capsys):
    app = drop(("form.csv", PEOPLE))
    assert "participant seems to name people" in question(app)
    assert app.radio[0].value is None
    assert waits_for(app) == "Still to choose: what a row holds."
    layout(app, "A column per class")
    roles(app, participant="case")
    assert list(becomes(app)) == ["p1", "p2", "p3"]  # people where cases should be
    layout(app, "A row per person")
    assert not can_use(app)
    assert role_of(app, "sys_A") == (None, "case")
    roles(app, participant="person")
    assert becomes(app) == {
        "sys_A": ["0", "0", "0", "2", "1"],
        "sys_B": ["2", "1", "0", "0", "0"],
        "sys_C": ["0", "1", "2", "0", "0"],
    }
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"form.csv": PEOPLE})
    assert task.cases == ("sys_A", "sys_B", "sys_C")


def test_codes_for_no_vote_are_named_and_left_out(tmp_path, monkeypatch, capsys):
    app = drop(("raters.csv", RATED))
    assert app.radio[0].value == "annotator-columns"
    assert role_of(app, "rater1") == (None, "annotator")
    tick(app, "Each of these columns is one annotator: rater1, rater2 and rater3")
    assert becomes(app)["A"] == ["1", "1", "0", "0", "0", "0", "1"]
    some(app, "Labels that are no vote", "8", "9")
    assert becomes(app)["A"] == ["1", "1", "0", "0", "0"]
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"raters.csv": RATED})
    assert votes_of(task)["C"] == (0, 0, 2, 0, 0)


def test_rejected_work_does_not_count(tmp_path, monkeypatch, capsys):
    app = drop(("batch.csv", WORK))
    assert "status is Rejected, Approved: do all rows count?" in question(app)
    assert waits_for(app) == "Still to choose: rows that count."
    some(app, "Rows that count", ("status", "Approved"))
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"batch.csv": WORK})
    assert task.votes.sum() == 9
    app = drop(("batch.csv", WORK))
    some(app, "Rows that count", ())
    press(app, "Use it")
    assert task_of(app).votes.sum() == 12


def test_rows_that_count_are_changed_again():
    app = drop(("batch.csv", WORK))
    some(app, "Rows that count", ("status", "Approved"))
    press(app, "Use it")
    app.button(key="change_reading_0").click().run()
    (box,) = (box for box in app.multiselect if box.label == "Rows that count")
    assert box.value == [("status", "Approved")]
    some(app, "Rows that count", ())
    press(app, "Use it")
    assert task_of(app).votes.sum() == 12


def test_a_row_of_totals_is_left_out():
    app = drop(("gold.csv", f"{GOLD}Total,5,7,18\n"))
    assert question(app) == "Total is the sum of the other rows: is it a case?"
    assert waits_for(app) == "Still to choose: rows to leave out."
    some(app, "Rows to leave out", ("case", "Total"))
    press(app, "Use it")
    assert task_of(app).cases == ("x", "y", "z")


@pytest.mark.parametrize(("words", "has_votes"), [("votes", True), ("percentages", False)])
def test_rows_that_sum_to_100_are_votes_or_percentages(tmp_path, monkeypatch, capsys, words, has_votes):
    shares = "case,low,mid,high\nx,10,20,70\ny,40,40,20\nz,0,10,90\n"
    app = drop(("gold.csv", shares))
    assert "The rows sum to 100: votes or percentages?" in question(app)
    if app.radio[0].value is None:
        layout(app, "A column per class")
    (control,) = (one for one in app.button_group if one.key.startswith("numbers_"))
    assert control.value is None
    assert not can_use(app)
    control.set_value({"votes": "counts", "percentages": "shares"}[words]).run()
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"gold.csv": shares})
    assert (task.votes is not None) == has_votes
    np.testing.assert_allclose(task.gold[0], (0.1, 0.2, 0.7))


def test_rows_that_may_stand_for_several_votes_are_settled_before_they_are_used():
    rows = "".join(f"{case},{who},{1 + (case + who) % 3},{1 + who % 2}\n" for case in (1, 2, 3) for who in (1, 2, 3))
    app = drop(("gold.csv", f"item,worker,rating,times\n{rows}"))
    assert "does a row stand for several votes?" in question(app)
    assert waits_for(app) == "Still to choose: votes in each row."
    tick(app, "Each row is one vote")
    press(app, "Use it")
    assert task_of(app).votes.sum() == 9


def test_an_answer_that_a_question_names_says_which_columns_are_the_classes():
    first, *rows = GOLD.splitlines()
    app = drop(("gold.csv", "\n".join([f"{first},mean", *(f"{row},{n}.5" for n, row in enumerate(rows))])))
    assert question(app) == "Is mean a class, too?"
    press(app, "The classes are low, mid and high")
    assert role_of(app, "high") == ("class", "not used")
    assert role_of(app, "mean") == (None, "not used")
    press(app, "Use it")
    assert task_of(app).classes == ("low", "mid", "high")


def test_outer_keys_that_are_the_classes_turn_the_table():
    app = drop(("gold.json", '{"1": {"A": 1, "B": 5}, "2": {"A": 2, "B": 4}, "3": {"A": 6, "B": 0}}'))
    layout(app, "A column per class")
    press(app, "The classes are 1, 2 and 3")
    tick(app, "The outer keys of the JSON name the cases")
    press(app, "The classes are 1, 2 and 3")
    press(app, "Use it")
    assert votes_of(task_of(app)) == {"A": (1, 2, 6), "B": (5, 4, 0)}


def test_outer_keys_that_look_like_labels_stay_the_cases():
    app = drop(("gold.json", json.dumps({str(n): {"ratings": [1 + n % 3, 1 + (n + 1) % 3]} for n in range(1, 5)})))
    layout(app, "A row per vote")
    roles(app, ratings="vote")
    tick(app, "The outer keys of the JSON name the cases")
    tick(app, "No column names the annotator: each row is a vote")
    press(app, "Reverse the order")
    press(app, "Use it")
    assert task_of(app).classes == ("3", "2", "1")
    assert task_of(app).cases == ("1", "2", "3", "4")


def test_a_column_that_is_no_class_is_not_used(tmp_path, monkeypatch, capsys):
    first, *rows = GOLD.splitlines()
    gold = "\n".join([f"{first},year", *(f"{row},{2000 + n}" for n, row in enumerate(rows))]) + "\n"
    app = drop(("gold.csv", gold))
    assert "year" in question(app)
    roles(app, year="not used")
    assert not can_use(app)
    press(app, "This is the order")
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"gold.csv": gold})
    assert task.classes == ("low", "mid", "high")


def test_the_header_in_line_3_then_the_roles(tmp_path, monkeypatch, capsys):
    text = "Survey of 2026,,,\nreplies only,,,\n" + REPLIES
    app = drop(("replies.csv", text))
    assert "The header may be in line 3" in question(app)
    assert "Survey of 2026" in text_of(shown(app, 'id="first_lines"'))
    assert waits_for(app) == "Still to choose: line of the header."
    select(app, "Line of the header", "3")
    press(app, "Use it")
    assert "post and reply" in question(app)
    roles(app, post="case", reply="case")
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"replies.csv": text})
    assert votes_of(task)["p1/2"] == (2, 1, 0)
    press(app, "Undo")
    assert "The header may be in line 3" in question(app)
    select(app, "Line of the header", "1")
    press(app, "Use it")
    press(app, "Undo")
    assert "The header may be in line 3" in question(app)


def test_an_encoding_is_chosen_by_the_words_in_it(tmp_path, monkeypatch, capsys):
    text = "对话,差,一般,好\n甲,1,2,3\n乙,3,2,1\n丙,0,2,4\n丁,1,1,4\n戊,2,2,2\n".encode("gbk")
    app = drop(("gold.csv", text))
    assert "gbk: 对话, 差, 一般" in question(app)
    select(app, "Encoding", "gbk")
    press(app, "Use it")
    assert "差 to 好" in text_of(shown(app, 'id="facts"'))


def test_one_of_several_sheets_is_chosen(tmp_path, monkeypatch, capsys):
    book = openpyxl.Workbook()
    for name, rows in (("first", GOLD), ("second", GOLD.replace("0,1,9", "9,1,0"))):
        sheet = book.create_sheet(name)
        for row in csv.reader(io.StringIO(rows)):
            sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.remove(book["Sheet"])
    buffer = io.BytesIO()
    book.save(buffer)
    app = drop(("gold.xlsx", buffer.getvalue()))
    assert "sheet" in question(app)
    select(app, "Sheet", "second")
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"gold.xlsx": buffer.getvalue()})
    assert votes_of(task)["z"] == (9, 1, 0)


def test_lists_of_votes_in_json(tmp_path, monkeypatch, capsys):
    text = json.dumps([{"item": "A", "ratings": [4, 5, 4]}, {"item": "B", "ratings": [1, 2, 3]}])
    app = drop(("gold.json", text))
    layout(app, "A row per vote")
    roles(app, item="case", ratings="vote")
    tick(app, "No column names the annotator: each row is a vote")
    assert becomes(app) == {"A": ["0", "0", "0", "2", "1"], "B": ["1", "1", "1", "0", "0"]}
    task = use_and_compare(app, tmp_path, monkeypatch, capsys, **{"gold.json": text})
    assert task.classes == ("1", "2", "3", "4", "5")


def test_lists_of_shares_in_cells():
    app = drop(("gold.csv", 'item,shares\nA,"[0.2, 0.3, 0.5]"\nB,"[1, 0, 0]"\n'))
    layout(app, "A column per class")
    roles(app, item="case", shares="class")
    (control,) = (one for one in app.button_group if one.key.startswith("split_"))
    control.set_value(",").run()
    (field,) = (one for one in app.text_input if one.label == "Or type the classes in their order")
    field.set_value("low,mid,high").run()
    assert becomes(app)["A"] == ["0.200", "0.300", "0.500"]
    press(app, "Use it")
    assert task_of(app).gold.tolist() == [[0.2, 0.3, 0.5], [1, 0, 0]]


def test_rows_and_columns_are_exchanged():
    text = '{"1": {"A": 1, "B": 5}, "2": {"A": 2, "B": 4}, "3": {"A": 6, "B": 0}}'
    app = drop(("gold.json", text))
    layout(app, "A column per class")
    press(app, "Exchange rows and columns")
    select(app, "Role of the column without a name", "case")
    press(app, "This is the order")
    assert "--turned" in command(app)
    press(app, "Use it")
    assert votes_of(task_of(app)) == {"A": (1, 2, 6), "B": (5, 4, 0)}


def test_votes_without_ids_number_the_rows_where_the_visitor_says_so():
    app = drop(("gold.csv", "low,mid,high\n3,5,3\n4,4,4\n2,6,4\n5,4,4\n1,1,1\n"))
    layout(app, "A column per class")
    assert waits_for(app) == "Still to choose: case."
    tick(app, "No column names the case: number the rows")
    press(app, "Use it")
    assert task_of(app).cases == ("1", "2", "3", "4", "5")


def test_an_order_is_typed_reversed_or_taken_as_it_is():
    app = drop(("replies.csv", REPLIES))
    roles(app, post="case", reply="case")
    assert text_of(shown(app, "oq-order")) == "1→2→3"
    press(app, "Reverse the order")
    assert text_of(shown(app, "oq-order")) == "3→2→1"
    (field,) = (one for one in app.text_input if one.label == "Or type the classes in their order")
    assert field.value == "3,2,1"
    field.set_value("4,3,2,1").run()  # nobody voted for 4
    press(app, "Use it")
    assert task_of(app).classes == ("4", "3", "2", "1")


def test_a_reading_is_shown_changed_and_taken_back():
    app = drop(("gold.csv", GOLD), ("team.csv", RUN))
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."
    lines = [text_of(block.value) for block in app.html if "a column for each class" in block.value]
    assert lines
    app.button(key="change_reading_0").click().run()
    assert role_of(app, "low")[0] == "class"
    roles(app, high="not used")
    assert becomes(app)["x"] == ["1", "2"]
    press(app, "Cancel")
    assert not app.radio
    app.button(key="change_reading_0").click().run()
    assert role_of(app, "high")[0] == "class"
    next(one for one in app.button if one.key.startswith("reverse_order_of_reading_")).click().run()
    press(app, "Use it")
    assert not app.radio
    assert task_of(app).classes == ("high", "mid", "low")
    assert task_of(app).votes[0].tolist() == [7, 2, 1]
    press(app, "Undo")
    assert task_of(app).classes == ("low", "mid", "high")


def test_one_answer_does_for_all_files_with_the_same_columns():
    app = data(task="own")
    runs = [(f"run{n}.csv", "case,who,label\nx,a,low\ny,a,high\nz,a,mid\n") for n in range(3)]
    drop(("gold.csv", GOLD), *runs, app=app)
    assert verdict(app) == "What is in run0.csv?"
    assert "Not ready: 1 question in 1 file" in text_of(shown(app, 'id="not_ready"'))
    assert "2 other files have the same columns." in " ".join(text_of(block.value) for block in app.html)


def test_names_out_of_files_are_text(tmp_path):
    name = "<img src=x onerror=alert(1)>"
    text = REPLIES.replace("post,reply", f"{name},![reply](http://example.org)").replace("p1,1,a", "p1,<b>1</b>,a")
    app = drop(("replies.csv", text))
    sent = " ".join(block.value for block in app.html)
    assert name not in sent
    assert "<b>1</b>" not in sent
    assert any(box.label == "Role of reply http example org" for box in app.selectbox)


def test_other_pages_lead_to_data():
    app = app_at("pages/systems/page.py", task="own")
    drop(("replies.csv", REPLIES), app=app)
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert not app.radio
    assert "Answer questions and apply repairs on Data" in [one.value for one in app.caption]


def test_the_mapping_of_a_published_task_is_used_changed_and_put_back(tmp_path, monkeypatch):
    folder = tmp_path / "replies"
    folder.mkdir()
    (folder / "gold.csv").write_text(REPLIES)
    mapping = {"layout": "votes", "case": ["post", "reply"], "annotator": "annotator", "label": "label"}
    (folder / "task.json").write_text(json.dumps({"title": "Replies", "gold": "gold.csv", "mapping": mapping}))
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    sources.offered.clear()
    app = data(task="replies")
    assert verdict(app) == "Ready: 4 gold distributions and no runs; nothing had to be repaired."
    assert "Undo" not in buttons(app)
    app.button(key="change_reading_0").click().run()
    assert role_of(app, "reply")[0] == "case"
    roles(app, annotator="not used")
    tick(app, "No column names the annotator: each row is a vote")
    roles(app, reply="not used")
    press(app, "Use it")
    assert verdict(app) == "Ready: 2 gold distributions and no runs; nothing had to be repaired."
    press(app, "Undo")
    assert verdict(app) == "Ready: 4 gold distributions and no runs; nothing had to be repaired."
    sources.offered.clear()
