"""Data: a table that is not plain is read as the visitor says, and not before; the card shows what comes out."""

import csv
import io
import json
import re
import shlex

import numpy as np
import openpyxl
import pytest

from ordquant_core.__main__ import main
from ordquant_core.formats.mapping import LAYOUTS
from ordquant_core.tasks import read_task
from pages.shared import sources
from tests.pages.apps import app_at, shown, text_of, verdict
from tests.pages.on_data import GOLD, RUN, buttons, data, drop, press, question, select, texts

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


def of_label(app, kind, label):
    (one,) = (one for one in app.get(kind) if one.label == label)
    return one


def layout(app, words):
    """Say what a row of the table holds, in the words of its picture."""
    (radio,) = app.radio
    radio.set_value(LAYOUTS[radio.options.index(words)]).run()


def roles(app, **said):
    """Say what columns are, by their names with words joined by `_`."""
    for name, role in said.items():
        select(app, f"Role of {name.replace('_', ' ')}", role)


def role_of(app, name):
    """Return the role that is chosen for a column, and what its list shows while nothing is chosen."""
    box = of_label(app, "selectbox", f"Role of {name.replace('_', ' ')}")
    return box.value, box.proto.placeholder


def tick(app, words):
    of_label(app, "checkbox", words).check().run()


def some(app, label, *values):
    of_label(app, "multiselect", label).set_value(list(values)).run()


def can_use(app):
    return not of_label(app, "button", "Use it").disabled


def becomes(app):
    """Return the first cases as the card shows them: the numbers of each, by its name."""
    cases = re.findall("<figure>(.*?)</figure>", shown(app, 'id="would_become"'))
    names = [text_of(re.search("<figcaption[^>]*>(.*?)</figcaption>", one)[1]) for one in cases]
    return {name: re.findall("<span>([^<]*)</span><i", one) for name, one in zip(names, cases, strict=True)}


def segment(app, begins, value):
    """Choose one of some words beside each other."""
    (control,) = (one for one in app.button_group if one.key.startswith(begins))
    assert control.value is None
    control.set_value(value).run()


def columns(app):
    """Say that each class has a column, if that is asked."""
    if app.radio[0].value is None:
        layout(app, "A column per class")


def order(app, text):
    of_label(app, "text_input", "Or type the classes in their order").set_value(text).run()


def task_of(app):
    """Return the task as the page reads it."""
    (source,) = app.session_state["own_tasks"].values()
    return read_task(source.load(), gold=source.gold, choices=source.choices).task


def votes_of(task):
    return {case: tuple(map(int, row)) for case, row in zip(task.cases, task.votes, strict=True)}


# File, part of the question, what the card waits for, what the visitor says, and what then becomes of the first case.
READ = {
    "two columns are the case": (
        ("gold.csv", REPLIES), "post and reply", "case",
        [lambda app: roles(app, post="case", reply="case")],
        lambda task: votes_of(task) == {"p1/1": (1, 0, 2), "p1/2": (2, 1, 0), "p2/1": (0, 1, 2), "p2/2": (0, 3, 0)},
    ),
    "people in rows": (
        ("gold.csv", PEOPLE), "participant seems to name people", "what a row holds",
        [lambda app: layout(app, "A row per person"), lambda app: roles(app, participant="person")],
        lambda task: (task.cases, task.votes[0].tolist()) == (("sys_A", "sys_B", "sys_C"), [0, 0, 0, 2, 1]),
    ),
    "codes for no vote": (
        ("gold.csv", RATED), "", "",
        [
            lambda app: tick(app, "Each of these columns is one annotator: rater1, rater2 and rater3"),
            lambda app: some(app, "Labels that are no vote", "8", "9"),
        ],
        lambda task: votes_of(task)["C"] == (0, 0, 2, 0, 0),
    ),
    "a row of totals": (
        ("gold.csv", f"{GOLD}Total,5,7,18\n"), "Total is the sum of the other rows: is it a case?", "rows to leave out",
        [lambda app: some(app, "Rows to leave out", ("case", "Total"))], lambda task: task.cases == ("x", "y", "z"),
    ),
    "votes": (
        ("gold.csv", SHARES), "The rows sum to 100: votes or percentages?", "",
        [lambda app: columns(app), lambda app: segment(app, "numbers_", "counts")],
        lambda task: task.votes[0].tolist() == [10, 20, 70],
    ),
    "rows for several votes": (
        ("gold.csv", TIMES), "does a row stand for several votes?", "votes in each row",
        [lambda app: tick(app, "Each row is one vote")], lambda task: task.votes.sum() == 9,
    ),
    "an answer names the classes": (
        ("gold.csv", with_column("mean", "0.5", "1.5", "2.5")), "Is mean a class, too?", "",
        [lambda app: press(app, "The classes are low, mid and high")],
        lambda task: task.classes == ("low", "mid", "high"),
    ),
    "rows and columns exchanged": (
        ("gold.json", TURNED), "", "",
        [
            lambda app: layout(app, "A column per class"), lambda app: press(app, "Exchange rows and columns"),
            lambda app: select(app, "Role of the column without a name", "case"),
            lambda app: press(app, "This is the order"),
        ],
        lambda task: votes_of(task) == {"A": (1, 2, 6), "B": (5, 4, 0)},
    ),
    "an encoding": (
        ("gold.csv", CHINESE), "gbk: 对话, 差, 一般", "", [lambda app: select(app, "Encoding", "gbk")],
        lambda task: (task.classes[0], task.classes[-1]) == ("差", "好"),
    ),
    "a sheet": (
        ("gold.xlsx", workbook()), "sheet", "", [lambda app: select(app, "Sheet", "second")],
        lambda task: votes_of(task)["z"] == (9, 1, 0),
    ),
    "lists of shares": (
        ("gold.csv", LISTS), "", "",
        [
            lambda app: layout(app, "A column per class"), lambda app: roles(app, item="case", shares="class"),
            lambda app: segment(app, "split_", ","), lambda app: order(app, "low,mid,high"),
        ],
        lambda task: task.gold.tolist() == [[0.2, 0.3, 0.5], [1, 0, 0]],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "asked", "waits", "answers", "holds"), READ.values(), ids=READ)
def test_a_table_is_read_as_the_visitor_says_and_the_command_on_the_card_reads_the_same(
    tmp_path, monkeypatch, capsys, file, asked, waits, answers, holds
):
    app = drop(file)
    assert asked in question(app)
    assert not can_use(app)
    if waits:
        assert texts(app, "oq-left") == f"Still to choose: {waits}."
    for answer in answers:
        answer(app)
    if can_use(app):
        _, _, gold, *options = shlex.split(app.code[0].value)
        (tmp_path / file[0]).write_bytes(file[1] if isinstance(file[1], bytes) else file[1].encode())
        shows = becomes(app) if any('id="would_become"' in block.value for block in app.html) else {}
        press(app, "Use it")
        task = task_of(app)
        if shows and task.votes is not None:
            case = next(iter(shows))
            assert shows[case] == [str(int(n)) for n in task.votes[task.cases.index(case)]]
        monkeypatch.chdir(tmp_path)
        capsys.readouterr()
        assert main(["score", gold, "baseline:uniform", "--measures", "NVD", *options]) == 0
        (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
        even = np.abs(task.gold - 1 / len(task.classes)).sum(axis=1) / 2
        assert float(row["mean"]) == pytest.approx(even.mean(), abs=1e-12)
    assert verdict(app).startswith("Ready")
    assert holds(task_of(app))


def test_what_a_role_and_a_layout_lead_to_is_shown_before_they_are_used():
    app = drop(("replies.csv", REPLIES))
    assert verdict(app) == "What is in replies.csv?"
    names = ("post", "reply", "annotator", "label")
    assert [role_of(app, name)[0] for name in names] == [None, None, "annotator", "vote"]
    assert role_of(app, "post")[1] == "Choose…"
    roles(app, post="case")
    assert "a votes twice" in texts(app, "oq-doubts")
    roles(app, reply="vote")  # of a role that one column has there is one only
    assert (role_of(app, "label")[0], role_of(app, "reply")[0]) == (None, "vote")
    app = drop(("form.csv", PEOPLE))
    layout(app, "A column per class")
    roles(app, participant="case")
    assert list(becomes(app)) == ["p1", "p2", "p3"]  # people where cases should be
    layout(app, "A row per person")
    assert role_of(app, "sys_A") == (None, "case")


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
    roles(app, post="case", reply="case")
    press(app, "Use it")
    assert votes_of(task_of(app))["p1/2"] == (2, 1, 0)
    press(app, "Undo")
    assert "The header may be in line 3" in question(app)


def test_a_reading_is_shown_changed_and_taken_back():
    app = drop(("gold.csv", GOLD), ("team.csv", RUN))
    (line,) = (said for block in app.html if "a column for each class" in (said := text_of(block.value)))
    assert line.startswith("Read as")
    app.button(key="change_reading_0").click().run()
    roles(app, high="not used")
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
    roles(app, annotator="not used")
    tick(app, "No column names the annotator: each row is a vote")
    roles(app, reply="not used")
    press(app, "Use it")
    assert verdict(app) == ready.format(2)
    press(app, "Undo")
    assert verdict(app) == ready.format(4)
    sources.offered.clear()
