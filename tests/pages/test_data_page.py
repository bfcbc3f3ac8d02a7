"""Data: what files are recognised as, what is wrong with them, the visitor's choices, and what can be taken along."""

import io
import json
import re
import zipfile

import numpy as np
import pytest

from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.outcomes import without
from ordquant_core.tasks.writing.cases import task_archive
from pages.shared import sources
from pages.shared.common import COMMON
from tests.html_tables import cells_of
from tests.pages.apps import REAL_GOLD, app_at, go_to, messages, problems, shown, text_of, verdict, wins
from tests.pages.grammar import check_round_trip, link_of
from tests.pages.on_data import GOLD, OFF, RUN, annotated, data, drop, noted, press, question, used


def test_the_page_opens_on_a_sample_that_is_ready_and_said_to_be_synthetic():
    app = data()
    assert not app.exception
    assert verdict(app) == "Ready: 300 gold distributions and 18 runs; nothing had to be repaired."
    assert "300 cases · 5 classes" in text_of(shown(app, 'id="facts"'))
    assert "Synthetic data" in text_of(shown(app, 'id="notes"'))
    assert list(used(app).values()) == ["gold", "run"]  # all runs share a row


def test_gold_and_runs_that_fit_are_ready_whatever_the_order_of_their_cases():
    app = drop(("truth.csv", GOLD), ("team.csv", RUN))
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."
    assert used(app) == {"truth.csv": "gold", "team.csv": "run"}
    assert "3 cases · 3 classes, low to high · 10 annotators" in text_of(shown(app, 'id="facts"'))


def test_files_come_one_after_the_other_and_go_again():
    app = drop(("truth.csv", GOLD))
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    drop(("team.csv", RUN), app=app)
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; nothing had to be repaired."
    assert len(app.session_state["own_tasks"]) == 1


def test_files_that_were_recognised_alike_share_a_row_and_each_can_be_removed():
    app = data(task="own")
    drop(("truth.csv", GOLD), *((f"run{number}.csv", RUN) for number in range(4)), app=app)
    table = shown(app, 'id="files"')
    (gold, *runs) = cells_of(table, "files")
    assert gold[0] == "truth.csv"
    assert len(runs) == 1
    assert runs[0][0].startswith("4 runs run0.csv … run3.csv")
    assert [f'data-choice="run{number}.csv"' in table for number in range(4)] == [True] * 4


def test_a_row_of_the_table_is_removed_with_all_its_files_and_nothing_else():
    names = ["gold.csv", "a.zip/run.csv", "a.zip/b/1.json", "a.zip/b/2.json", "a.zip/b2/1.json"]
    held = [File(name, b"") for name in names]
    others = ["gold.csv", "a.zip/run.csv", "a.zip/b", "a.zip/b2/1.json"]
    assert [file.name for file in without(held, "a.zip/b", others)] == [*names[:2], names[4]]
    assert [file.name for file in without(held, "gold.csv", others)] == names[1:]
    assert [file.name for file in without(held, "a.zip", ["gold.csv", "a.zip", "a.zip/run.csv"])] == names[:2]
    assert len(without(held, "../etc", others)) == len(held)


def test_every_problem_is_in_the_table_and_nothing_is_used_before_the_visitor_chooses():
    app = drop(("truth.csv", GOLD), ("off.csv", OFF), ("other.csv", RUN.replace("z,", "q,")))
    assert verdict(app) == "Not ready: 3 problems in 2 files."
    reported = {(file, where): (seen, action) for file, where, seen, action in problems(app)}
    assert reported["off.csv", "line 3, case x"][0] == "(0.2, 0.3, 0.49) sums to 0.99"
    assert reported["other.csv", "case z"][0] == "this case is missing"
    assert reported["other.csv", "case q"][0] == "the gold has no such case"
    assert not app.get("plotly_chart")


def test_another_page_says_how_many_problems_it_does_not_list():
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    app.selectbox(key="task").set_value("own").run()
    drop(("truth.csv", GOLD), *((f"off{number}.csv", OFF) for number in range(5)), app=app)
    go_to(app, "pages/systems/page.py").run()
    assert verdict(app) == "Not ready: 5 problems in 5 files."
    assert len(problems(app)) == 3
    assert shown(app, "… and 2 more.")


def test_the_order_of_the_classes_can_be_typed_reversed_and_put_back():
    app = drop(("truth.csv", GOLD))
    assert text_of(shown(app, 'id="order"')) == "low→mid→high"
    assert text_of(shown(app, 'id="order_basis"')) == "In the usual order of this scale."
    app.text_input[0].set_value("high,low,mid").run()
    assert "3 classes, high to mid" in text_of(shown(app, 'id="facts"'))
    assert text_of(shown(app, 'id="order_basis"')) == "In the order you chose."
    press(app, "Reverse the order")
    assert app.text_input[0].value == "mid,low,high"
    press(app, "Back to the order of the file")
    assert "3 classes, low to high" in text_of(shown(app, 'id="facts"'))


def test_an_order_that_only_the_visitor_knows_is_a_question_that_blocks_nothing():
    words = GOLD.replace("low,mid,high", "so,wild,calm") + "v,4,4,2\nw,0,5,5\n"
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    app.selectbox(key="task").set_value("own").run()
    drop(("truth.csv", words), app=app)
    assert verdict(app) == "Ready: 5 gold distributions and no runs; nothing had to be repaired."
    assert question(app) == "Is this the order, from one end to the other?"
    go_to(app, "pages/popularity/page.py").run()
    assert "The classes are in the order of the file: so, wild, calm." in app.info[0].value
    go_to(app, "pages/data/page.py")
    press(app, "Yes")
    assert not question(app)
    assert text_of(shown(app, 'id="order_basis"')) == "In the order you chose."
    go_to(app, "pages/popularity/page.py")
    assert not app.info


def test_the_task_and_the_choices_made_on_it_are_those_of_the_other_pages():
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    app.selectbox(key="task").set_value("own").run()
    drop(("truth.csv", GOLD), ("off.csv", OFF), app=app)
    press(app, "Divide rows by their sum")
    go_to(app, "pages/popularity/page.py").run()  # a test's browser sends the persisted choice one run late
    assert not app.exception
    assert "3 cases" in text_of(shown(app, "annotators"))
    assert wins(app)
    notes = shown(app, 'id="notes"')
    assert "divided by its sum" in text_of(notes)
    folded = re.search("<summary>(.*?)</summary>", notes)[1]
    assert text_of(folded) == "2 notes, 1 repair or choice"  # seen without unfolding them


@pytest.mark.parametrize("content", ["", "Dear reader", "[" * 9999, b"\x00\xff" * 99, b"PK\x03\x04broken"])
def test_what_is_no_task_at_all_is_reported_and_other_files_can_be_added(content):
    app = drop(("<b>odd</b>.csv", content))
    assert "Not ready" in verdict(app)
    assert problems(app)[0][0] == "<b>odd</b>.csv"
    assert app.get("file_uploader")


def test_the_zip_of_a_task_reads_back_as_the_same_task():
    files = [File("gold.csv", GOLD.encode()), File("a/b.csv", OFF.encode()), File("a:b.csv", RUN.encode())]
    read = read_task(files, choices=Decisions(renormalise=True))
    with zipfile.ZipFile(io.BytesIO(task_archive(read.task, "T", Decisions(renormalise=True)))) as archive:
        again = read_task([File(name, archive.read(name)) for name in archive.namelist() if name != "task.json"])
        facts = json.loads(archive.read("task.json"))
    np.testing.assert_array_equal(again.task.votes, read.task.votes)
    np.testing.assert_array_equal(again.task.estimates, read.task.estimates)
    assert facts["choices_made"] == ["renormalise"]
    assert facts["notes"] == list(read.task.notes)
    assert "divided by its sum" in facts["notes"][0]


# A folder of tasks for all visitors


@pytest.fixture
def offered(tmp_path, monkeypatch):
    (tmp_path / "my-task" / "runs").mkdir(parents=True)
    (tmp_path / "my-task" / "gold.csv").write_text(GOLD)
    (tmp_path / "my-task" / "runs" / "team.csv").write_text(OFF)
    (tmp_path / "my-task" / "task.json").write_text('{"title": "My task", "repairs": ["renormalise"]}')
    (tmp_path / "plain.csv").write_text(GOLD)
    (tmp_path / ".hidden").mkdir()
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def test_start_leads_to_a_published_task_before_the_sample(offered):
    app = app_at("pages/dashboard.py")
    sent = " ".join(block.value for block in app.html)
    assert "My task" in sent
    assert "A synthetic sample" not in sent


def test_a_folder_of_tasks_is_offered_to_every_visitor_and_links_name_its_tasks(offered):
    app = data(task="my-task")
    assert app.selectbox(key="task").options[:2] == ["My task", "plain"]
    assert verdict(app) == "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied."
    assert "divided by its sum" in noted(app)
    assert str(offered) not in json.dumps([block.value for block in app.html])
    assert verdict(data(task="plain")) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."


def test_a_folder_that_is_not_there_offers_nothing(monkeypatch):
    monkeypatch.setenv("ORDQUANT_TASKS", "/no/such/folder")
    assert verdict(data()) == "Ready: 300 gold distributions and 18 runs; nothing had to be repaired."


def test_what_one_visitor_uploads_another_does_not_see():
    drop(("secret.csv", GOLD))
    other = data()
    assert not [option for option in other.selectbox(key="task").options if "secret" in option]


@pytest.mark.skipif(not REAL_GOLD.exists(), reason="real data not here")
def test_the_real_task_is_ready_on_both_scales():
    runs = sorted((REAL_GOLD.parent / "runs_quality").iterdir())
    app = drop(*[(path.name, path.read_bytes()) for path in (REAL_GOLD, *runs)])
    assert verdict(app) == "Ready: 390 gold distributions and 9 runs; nothing had to be repaired."
    assert "390 cases · 5 classes, −2 to 2 · 19 annotators" in text_of(shown(app, 'id="facts"'))
    app.button_group(key="scale").set_value("E").run()
    assert verdict(app) == "Ready: 390 gold distributions and 9 runs; nothing had to be repaired."


# Links


def test_a_link_opens_the_task_that_it_names_and_says_so_again():
    check_round_trip("pages/data/page.py", COMMON, "task", "breakdown-labels")


def test_a_link_opens_the_list_of_what_can_be_read():
    check_round_trip("pages/data/page.py", COMMON, "formats", True)
    words = "Files are detected from their content"
    assert not any(words in part.body for part in data(task="breakdown-labels").get("html"))
    assert any(words in part.body for part in data(task="breakdown-labels", formats="yes").get("html"))


def test_the_scale_of_a_link_waits_for_the_files_and_is_shown_then():
    app = data(task="own", scale="E")
    drop(("gold.json", annotated(A=1, E=0)), app=app)
    assert app.button_group(key="scale").value == "E"
    assert link_of(app)["scale"] == "E"
    app = data(task="own", scale="nonsense")
    drop(("gold.json", annotated(A=1, E=0)), app=app)
    assert app.button_group(key="scale").value == "A"
    assert "The link names the scale “nonsense”, which is not available." in messages(app)
    assert "nonsense" in messages(app.run())  # until the visitor chooses something
    app.button_group(key="scale").set_value("E").run()
    assert not messages(app)
