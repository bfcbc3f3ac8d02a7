"""Data: what files are recognised as, questions and repairs, what every file became, and what can be taken along."""

import csv
import io
import re

import pytest

from ordquant_core.__main__ import main
from ordquant_core.tasks import File, unpack
from ordquant_core.tasks.outcomes import without
from ordquant_core.tasks.published import source as offered
from pages.data import files
from tests.commands.test_before_submitting import HEADER, IDS, ROWS, of_scales
from tests.pages.apps import go_to, in_app, said, shown, table, text_of, verdict, wins
from tests.pages.on_data import GOLD, OFF, RUN, data, drop, noted, press, question, used, verdicts
from tests.zips import zipped

pytestmark = pytest.mark.slow

SHARES = GOLD.replace("1,2,7", ".1,.2,.7").replace("4,4,2", ".4,.4,.2").replace("0,1,9", "0,.1,.9")
READY = "Ready: 3 gold distributions and {}; nothing had to be repaired."
REPAIRED = "Ready: 3 gold distributions and {}; 1 repair or choice was applied."


def in_dashboard():
    """Open the app, and Data on files of one's own."""
    return in_app("data").selectbox(key="task").set_value("own").run()


# What files are recognised as


def test_files_come_one_after_the_other_in_any_order_of_their_cases_and_alike_ones_share_a_row():
    app = drop(("truth.csv", GOLD))
    assert verdict(app) == READY.format("no runs")
    drop(("team.csv", RUN), app=app)
    assert verdict(app) == READY.format("1 run")
    assert used(app) == {"truth.csv": "gold", "team.csv": "run"}
    assert len(app.session_state["own_tasks"]) == 1
    app = drop(("truth.csv", GOLD), *((f"run{number}.csv", RUN) for number in range(4)))
    gold, runs = table(app, "files")
    assert gold[0] == "truth.csv"
    assert runs[0].startswith("4 runs run0.csv … run3.csv")
    for name in ("truth.csv", *(f"run{number}.csv" for number in range(4))):  # each can be removed
        assert f'data-choice="{name}"' in shown(app, 'id="files"')


def test_a_row_of_the_table_is_removed_with_all_its_files_and_nothing_else():
    names = ["gold.csv", "a.zip/run.csv", "a.zip/b/1.json", "a.zip/b/2.json", "a.zip/b2/1.json"]
    held, others = [File(name, b"") for name in names], ["gold.csv", "a.zip/run.csv", "a.zip/b", "a.zip/b2/1.json"]
    left = {"a.zip/b": [*names[:2], names[4]], "gold.csv": names[1:], "../etc": names}
    assert {row: [file.name for file in without(held, row, others)] for row in left} == left
    assert [file.name for file in without(held, "a.zip", ["gold.csv", "a.zip", "a.zip/run.csv"])] == names[:2]


def test_of_many_rows_the_gold_and_what_is_rejected_come_first_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(files, "MOST_ROWS", 2)
    app = drop(("a.csv", RUN), ("b.csv", RUN), ("odd.csv", RUN.replace(".1", "x")), ("truth.csv", GOLD))
    assert [row[0] for row in table(app, "files")] == ["truth.csv", "odd.csv"]
    assert text_of(shown(app, "Listed:")) == "Listed: 2 of 4, the gold and rejected files first."


def test_another_page_says_how_many_problems_it_does_not_list_and_leads_to_data():
    app = in_dashboard()
    drop(("truth.csv", GOLD), *((f"off{number}.csv", OFF) for number in range(5)), app=app)
    go_to(app, "pages/systems/page.py").run()
    assert verdict(app) == "Not ready: 5 problems in 5 files."
    assert len(table(app, "problems")) == 3
    assert shown(app, "… and 2 more.")
    assert "Answer questions and apply repairs on Data" in [link.label for link in app.get("page_link")]
    assert not [button for button in app.button if (button.key or "").startswith("repair_")]


def test_archives_are_unpacked_once(monkeypatch):
    opened = []
    monkeypatch.setattr(offered, "unpack", lambda files: opened.append([f.name for f in files]) or unpack(files))
    app = drop(("all.zip", zipped({"gold.csv": GOLD, "team.csv": RUN, "__MACOSX/._gold.csv": "x"})))
    app.run()
    assert opened == [["all.zip"]]
    (source,) = app.session_state["own_tasks"].values()
    assert [file.name for file in source.load()] == ["all.zip/gold.csv", "all.zip/team.csv"]


# The order of the classes


def test_an_order_that_only_the_visitor_knows_is_a_question_that_blocks_nothing():
    app = drop(("truth.csv", GOLD.replace("low,mid,high", "so,wild,calm") + "v,4,4,2\nw,0,5,5\n"), app=in_dashboard())
    assert verdict(app).startswith("Ready: 5 gold distributions")
    assert question(app) == "Is this the order, from one end to the other?"
    go_to(app, "pages/popularity/page.py").run()
    assert "The classes are in the order of the file: so, wild, calm." in app.info[0].value
    press(go_to(app, "pages/data/page.py"), "Yes")
    assert not question(app)
    assert said(app, "order_basis") == "In the order you chose."
    assert not go_to(app, "pages/popularity/page.py").info


# Repairs


def test_a_fix_says_what_is_left_does_what_it_says_is_noted_on_all_pages_and_can_be_undone():
    app = drop(("truth.csv", GOLD), ("off.csv", OFF), app=in_dashboard())
    assert "the run and all 3 cases remain" in text_of(shown(app, "the run and all"))
    press(app, "Divide rows by their sum")
    words = "off.csv: 1 row divided by its sum (case x)"
    assert verdict(app) == REPAIRED.format("1 run")
    assert noted(app) == words
    assert verdicts(app)["off.csv"] == f"accepted with repairs: {words.partition(': ')[2]}"
    go_to(app, "pages/popularity/page.py").run()  # a test's browser sends the persisted choice one run late
    assert wins(app)
    folded = re.search("<summary>(.*?)</summary>", shown(app, 'id="notes"'))[1]
    assert text_of(folded) == "2 notes, 1 repair or choice"  # seen without unfolding them
    press(go_to(app, "pages/data/page.py"), "Undo")
    assert verdict(app) == "Not ready: 1 problem in 1 file."


def test_nobody_sees_the_files_of_another_visitor_nor_notes_on_them():
    drop(("secret.csv", GOLD))
    assert not [option for option in data().selectbox(key="task").options if "secret" in option]
    files = {"gold.csv": GOLD, "run.csv": RUN}  # equal files in another archive, beside a hidden one
    for more in ({".mine.txt": "hidden"}, {}):
        app = drop(("task.zip", zipped(files, more)), app=in_dashboard())
        go_to(app, "pages/popularity/page.py")
        assert (".mine.txt" in said(app, "notes")) == bool(more)


# Before submitting: the usual mistakes get the messages of the command, with and without the gold


LINES = "\n".join(IDS)


def without_gold(text, ids=LINES, classes="-2, -1, 0, 1, 2", name="run.csv"):
    app = data(task="own", without_gold="ids")
    app.text_area(key="outline_ids").set_value(ids).run()
    app.text_input(key="outline_classes").set_value(classes).run()
    app.file_uploader(key="runs_to_check_0").set_value([(name, f"{text}\n".encode(), "text/csv")]).run()
    assert not app.exception
    return app


def test_without_the_gold_a_sound_run_is_ready_a_mistake_is_named_and_a_task_that_is_not_described_is_said():
    sound = "\n".join([HEADER, *ROWS])
    app = without_gold(sound)
    assert said(app, "ready") == "Ready to submit: 1 run, nothing is missing."
    app.button(key="remove_runs_to_check").click().run()
    assert app.session_state["runs_without_gold"] == ()
    assert said(without_gold("\n".join([HEADER, *ROWS[:4]])), "mistakes") == (
        "run.csv: 2 cases of the task's 6 are missing (d5, d6). A run needs an estimate for every case: add them."
    )
    assert "Give two or more different classes" in without_gold(sound, classes="a, a").error[0].value
    assert "the file is empty" in without_gold(sound, ids="").error[0].value
    app = without_gold(of_scales("A", "E"), name="run.json")
    assert said(app, "ready") == "Ready to submit: 1 run, nothing is missing on scales A and E."
    app = without_gold(of_scales("A", "E", wrong=("E",)), name="run.json")
    assert said(app, "ready") == "Not complete: nothing is missing on scale A; see below for scale E of the task."
    assert said(app, "mistakes").startswith("run.json: on scale E: 1 row does not sum to 1")


def test_data_and_the_command_say_the_same_of_a_task_with_two_scales(tmp_path, monkeypatch, capsys):
    files = {"gold.json": of_scales("A", "E", votes=True), "run.json": of_scales("A", "E", wrong=("E",))}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["check", *files, "--scale", "all"]) == 0
    out, err = capsys.readouterr()
    app = drop(*files.items())
    assert verdict(app).startswith("Ready")
    app.button_group(key="scale").set_value("E").run()
    assert verdict(app).startswith("Not ready")
    page = text_of(" ".join(block.value for block in app.html))
    found = [(row["scale"], row["problem"] in page) for row in csv.DictReader(io.StringIO(out))]
    assert {*found} == {("E", True)}
    assert f"note: scale E: {said(app, 'mistakes')}\n" in err
