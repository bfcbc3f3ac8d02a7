"""Data: a table that is not plain is read as the visitor says, and not before; the card shows what comes out."""

import csv
import io
import json
import re
import shlex
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import openpyxl
import pytest

from ordquant_core.__main__ import main
from ordquant_core.tasks import read_task
from pages.shared import sources
from tests.pages.apps import app_at, blocks, say, shown, text_of, verdict
from tests.pages.on_data import GOLD, RUN, buttons, data, drop, press, question, select, texts
from tests.reviewed import reviewed
from tests.reviewed import said as told

pytestmark = pytest.mark.slow

REPLIES = "post,reply,annotator,label\n" + "".join(
    f"{post},{reply},{who},{label}\n"
    for post, reply, labels in (("p1", 1, "331"), ("p1", 2, "121"), ("p2", 1, "332"), ("p2", 2, "222"))
    for who, label in zip("abc", labels, strict=True)
)
RATED = "item,rater1,rater2,rater3\nA,1,2,9\nB,5,4,5\nC,3,8,3\n"
PEOPLE = "participant,sys_A,sys_B,sys_C\np1,4,1,3\np2,5,2,3\np3,4,1,2\n"
SHARES = "case,low,mid,high\nx,10,20,70\ny,40,40,20\nz,0,10,90\n"
CHINESE = "对话,差,一般,好\n甲,1,2,3\n乙,3,2,1\n丙,0,2,4\n丁,1,1,4\n戊,2,2,2\n".encode("gbk")
TIMES = "item,worker,rating,times\n" + "".join(
    f"{case},{who},{1 + (case + who) % 3},{1 + who % 2}\n" for case in (1, 2, 3) for who in (1, 2, 3)
)
TURNED = '{"1": {"A": 1, "B": 5}, "2": {"A": 2, "B": 4}, "3": {"A": 6, "B": 0}}'
LISTS = 'item,shares\nA,"[0.2, 0.3, 0.5]"\nB,"[1, 0, 0]"\n'


def with_column(name, *cells):
    head, *rows = GOLD.splitlines()
    return "\n".join([f"{head},{name}", *(f"{row},{cell}" for row, cell in zip(rows, cells, strict=True))]) + "\n"


def workbook():
    book = openpyxl.Workbook()
    for name, rows in (("first", GOLD), ("second", GOLD.replace("0,1,9", "9,1,0"))):
        sheet = book.create_sheet(name)
        for row in csv.reader(io.StringIO(rows)):
            sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.remove(book["Sheet"])
    book.save(buffer := io.BytesIO())
    return buffer.getvalue()


def role_of(app, name):
    """Return the role that is chosen for a column, and what its list shows while nothing is chosen."""
    (box,) = (box for box in app.selectbox if box.label == f"Role of {name}")
    return box.value, box.proto.placeholder


def can_use(app):
    return any(button.label == "Use it" and not button.disabled for button in app.button)


def becomes(app):
    """Return the first cases as the card shows them: the numbers of each, by its name."""
    cases = re.findall("<figure>(.*?)</figure>", shown(app, 'id="would_become"'))
    names = [text_of(re.search("<figcaption[^>]*>(.*?)</figcaption>", one)[1]) for one in cases]
    return {name: re.findall("<span>([^<]*)</span><i", one) for name, one in zip(names, cases, strict=True)}


def task_of(app):
    """Return the task as the page reads it."""
    (source,) = app.session_state["own_tasks"].values()
    return read_task(source.load(), gold=source.gold, choices=source.choices).task


def votes_of(task):
    return {case: tuple(map(int, row)) for case, row in zip(task.cases, task.votes, strict=True)}


def read_as(name, content, *answers):
    """Give a table and say what it holds; return what is asked, what then becomes of it, and the cases of the task."""
    app = drop((name, content))
    asked = [question(app), texts(app, "oq-left")]
    assert not can_use(app)
    for answer in answers:
        say(app, *answer)
    if can_use(app):
        _, _, gold, *options = shlex.split(app.code[0].value)
        shows = becomes(app) if any('id="would_become"' in block for block in blocks(app)) else {}
        press(app, "Use it")
        task = task_of(app)
        for case in [*shows][: task.votes is not None]:
            assert shows[case] == [str(int(n)) for n in task.votes[task.cases.index(case)]]
        with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(io.StringIO()) as out:
            Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
            assert main(["score", gold, "baseline:uniform", "--measures", "NVD", *options]) == 0
        (row,) = csv.DictReader(io.StringIO(out.getvalue()))
        even = np.abs(task.gold - 1 / len(task.classes)).sum(axis=1) / 2
        assert float(row["mean"]) == pytest.approx(even.mean(), abs=1e-12)
    task = task_of(app)
    rows = (task.gold if task.votes is None else task.votes).tolist()
    cases = (f"{case}: {row}" for case, row in zip(task.cases, rows, strict=True))
    return " ‖ ".join([*asked, verdict(app), f"{', '.join(task.classes)}", *cases])


@reviewed(__file__)
def test_a_table_is_read_as_the_visitor_says_and_the_command_on_the_card_reads_the_same(made, words):
    assert told(made, globals()) == words


def test_what_a_role_and_a_layout_lead_to_is_shown_before_they_are_used():
    app = drop(("replies.csv", REPLIES))
    assert verdict(app) == "What is in replies.csv?"
    names = ("post", "reply", "annotator", "label")
    assert [role_of(app, name)[0] for name in names] == [None, None, "annotator", "vote"]
    assert role_of(app, "post")[1] == "Choose…"
    say(app, "Role of post", "case")
    assert "a votes twice" in texts(app, "oq-doubts")
    say(app, "Role of reply", "vote")  # of a role that one column has there is one only
    assert (role_of(app, "label")[0], role_of(app, "reply")[0]) == (None, "vote")
    app = drop(("form.csv", PEOPLE))
    say(app, "radio", "A column per class")
    say(app, "Role of participant", "case")
    assert list(becomes(app)) == ["p1", "p2", "p3"]  # people where cases should be
    say(app, "radio", "A row per person")
    assert role_of(app, "sys A") == (None, "case")


def test_the_header_in_line_3_then_the_roles_and_each_can_be_undone():
    app = drop(("replies.csv", "Survey of 2026,,,\nreplies only,,,\n" + REPLIES))
    assert "The header may be in line 3" in question(app)
    assert "Survey of 2026" in text_of(shown(app, 'id="first_lines"'))
    for line in ("1", "3"):
        select(app, "Line of the header", line)
        press(app, "Use it")
        if line == "1":
            press(app, "Undo")
            assert "The header may be in line 3" in question(app)
    assert "post and reply" in question(app)
    say(app, "Role of post", "case")
    say(app, "Role of reply", "case")
    press(app, "Use it")
    assert votes_of(task_of(app))["p1/2"] == (2, 1, 0)
    press(app, "Undo")
    assert "The header may be in line 3" in question(app)


def test_a_reading_is_shown_changed_and_taken_back():
    app = drop(("gold.csv", GOLD), ("team.csv", RUN))
    (line,) = (said for block in app.html if "a column for each class" in (said := text_of(block.value)))
    assert line.startswith("Read as")
    app.button(key="change_reading_0").click().run()
    say(app, "Role of high", "not used")
    assert becomes(app)["x"] == ["1", "2"]
    press(app, "Cancel")
    assert not app.radio
    app.button(key="change_reading_0").click().run()
    assert role_of(app, "high")[0] == "class"
    next(one for one in app.button if one.key.startswith("reverse_order_of_reading_")).click().run()
    press(app, "Use it")
    assert (task_of(app).classes, task_of(app).votes[0].tolist()) == (("high", "mid", "low"), [7, 2, 1])
    press(app, "Undo")
    assert task_of(app).classes == ("low", "mid", "high")


def test_one_answer_does_for_all_files_with_the_same_columns_and_other_pages_lead_to_data():
    runs = [(f"run{n}.csv", "case,who,label\nx,a,low\ny,a,high\nz,a,mid\n") for n in range(3)]
    app = drop(("gold.csv", GOLD), *runs)
    assert verdict(app) == "What is in run0.csv?"
    assert "Not ready: 1 question in 1 file" in text_of(shown(app, 'id="not_ready"'))
    assert "2 other files have the same columns." in " ".join(text_of(block.value) for block in app.html)
    app = drop(("replies.csv", REPLIES), app=app_at("pages/systems/page.py", task="own"))
    assert verdict(app) == "Not ready: 1 question in 1 file."
    assert "Answer questions and apply repairs on Data" in [one.value for one in app.caption]


def test_the_finding_asks_about_the_first_file_and_a_title_about_each_of_the_others():
    app = drop(("replies.csv", REPLIES), ("form.csv", PEOPLE))
    (asked,) = (name for name in ("replies.csv", "form.csv") if verdict(app) == f"What is in {name}?")
    other = {"replies.csv": "form.csv", "form.csv": "replies.csv"}[asked]
    titles = [title.value.replace("\\", "") for title in app.header]
    assert [title for title in titles if title.startswith("What")] == [f"What is in {other}?"]


def test_names_out_of_files_are_text():
    name = "<img src=x onerror=alert(1)>"
    text = REPLIES.replace("post,reply", f"{name},![reply](http://example.org)").replace("p1,1,a", "p1,<b>1</b>,a")
    app = drop(("replies.csv", text))
    sent = " ".join(block.value for block in app.html)
    assert not [part for part in (name, "<b>1</b>") if part in sent]
    assert any(box.label == "Role of reply http example org" for box in app.selectbox)


def test_the_mapping_of_a_published_task_is_used_changed_and_put_back(tmp_path, monkeypatch):
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "gold.csv").write_text(REPLIES)
    mapping = {"layout": "votes", "case": ["post", "reply"], "annotator": "annotator", "label": "label"}
    facts = {"title": "Replies", "gold": "gold.csv", "mapping": mapping}
    (tmp_path / "replies" / "task.json").write_text(json.dumps(facts))
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    sources.offered.clear()
    app = data(task="replies")
    ready = "Ready: {} gold distributions and no runs; nothing had to be repaired."
    assert verdict(app) == ready.format(4)
    assert "Undo" not in buttons(app)
    app.button(key="change_reading_0").click().run()
    assert role_of(app, "reply")[0] == "case"
    say(app, "Role of annotator", "not used")
    say(app, "No column names the annotator: each row is a vote")
    say(app, "Role of reply", "not used")
    press(app, "Use it")
    assert verdict(app) == ready.format(2)
    press(app, "Undo")
    assert verdict(app) == ready.format(4)
    sources.offered.clear()
