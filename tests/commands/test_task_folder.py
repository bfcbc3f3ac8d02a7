"""The folder of a published task, and the check of nuggets and ranked lists."""

import json
import shutil

import pytest

from ordquant_core.__main__ import main
from tests.commands.files import GOLD, ROOT, RUN

STC3 = ROOT.parent / "shared" / "data" / "stc3"
SAMPLES = ROOT / "ordquant_core" / "samples"
COLUMNS = ["file", "case", "problem", "action"]
OTHER = RUN.replace(".5,.25,.25", ".25,.5,.25")
CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
NUGGET_GOLD = [
    {
        "id": "p",
        "turns": [{"sender": "customer"}, {"sender": "helpdesk"}],
        "annotations": [{"nugget": ["CNUG", "HNUG"]}],
    }
]
NUGGET_RUN = [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}]
QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 d 1\n"
LISTS = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"


@pytest.fixture
def task(folder):
    (folder / "task" / "runs").mkdir(parents=True)
    (folder / "task" / "gold.csv").write_text(GOLD)
    (folder / "task" / "extra.csv").write_text("not a table")
    (folder / "task" / "runs" / "one.csv").write_text(RUN)
    (folder / "task" / "runs" / "two.csv").write_text(OTHER)
    describe(folder, gold="gold.csv", runs=["runs/*.csv"])
    return folder


def describe(folder, **facts):
    (folder / "task" / "task.json").write_text(json.dumps(facts))


def runs_of(rows):
    return list(dict.fromkeys(row[0] for row in rows))


@pytest.mark.parametrize("with_runs", [False, True])
def test_a_run_of_ones_own_is_scored_where_the_task_json_names_no_gold(folder, table, with_runs):
    (folder / "task").mkdir()
    (folder / "task" / "gold.csv").write_text(GOLD)
    if with_runs:
        (folder / "task" / "one.csv").write_text(OTHER)
    describe(folder, title="A task")
    (folder / "mine.csv").write_text(RUN)
    _, rows, err = table("score", "task", "mine.csv", "--measures", "NMD")
    assert (runs_of(rows), err) == (["mine"], "")
    _, rows, err = table("check", "task", "mine.csv")
    assert rows == []
    assert "mine.csv: accepted" in err


def test_a_folder_is_scored_as_its_task_json_says(task, table):
    header, rows, err = table("score", "task", "--measures", "NMD")
    assert header == ["run", "measure", "mean", "cases"]
    assert runs_of(rows) == ["one", "two"]
    assert err == ""
    alone = table("score", "task/gold.csv", "task/runs/one.csv", "--measures", "NMD")[1]
    assert rows[0] == alone[0]
    assert table("score", "task/", "--measures", "NMD")[1] == rows


def test_runs_on_the_command_line_go_before_those_of_the_folder(task, table):
    (task / "mine.csv").write_text(RUN)
    (task / "task" / "runs" / "two.csv").write_text("broken")
    assert runs_of(table("score", "task", "mine.csv", "baseline:uniform")[1]) == ["mine", "Uniform"]
    (task / "task" / "runs" / "two.csv").write_text(OTHER)
    assert runs_of(table("score", "task", "task:two", "mine.csv")[1]) == ["two", "mine"]
    assert runs_of(table("score", "task", "task/runs/two.csv")[1]) == ["two"]


def test_classes_of_task_json_are_taken_and_those_of_the_command_line_go_before_them(task, table, capsys):
    order = lambda *more: table("score", "task", "--measures", "NMD", *more)[1][0][2]  # noqa: E731
    plain = order()
    describe(task, gold="gold.csv", runs=["runs/*.csv"], classes=["b", "a", "c"])
    published = order()
    assert published != plain
    assert order("--classes", "a,b,c") == plain
    assert order("--classes", "b,a,c") == published


def test_choices_of_task_json_are_made_and_those_of_the_command_line_are_added(task, table, refused):
    shutil.copy(task / "off.csv", task / "task" / "runs" / "off.csv")
    refused("score", "task")
    describe(task, gold="gold.csv", runs=["runs/*.csv"], repairs=["renormalise"])
    _, rows, err = table("score", "task")
    assert runs_of(rows) == ["off", "one", "two"]
    assert "divided by its sum" in err
    (task / "task" / "runs" / "short.csv").write_text("case,a,b,c\nx,.5,.5,0\ny,1,0,0\n")
    refused("score", "task")
    assert table("score", "task", "--repair", "drop-missing")[1][0][3] == "2"


def test_the_scale_of_task_json_is_taken_where_the_files_have_scales(task, table, refused):
    gold = [{"id": "x", "annotations": [{"quality": {"A": 1, "E": 0}}]}]
    (task / "task" / "gold.json").write_text(json.dumps(gold))
    estimates = {"-2": 0.0, "-1": 0.0, "0": 0.0, "1": 0.5, "2": 0.5}
    run = [{"id": "x", "quality": {"A": estimates, "E": estimates}}]
    (task / "task" / "run.json").write_text(json.dumps(run))
    describe(task, gold="gold.json", runs=["run.json"], scale="A")
    assert table("score", "task", "--measures", "NMD")[1][0][2] == "0.125"
    assert table("score", "task", "--measures", "NMD", "--scale", "E")[1][0][2] == "0.375"
    describe(task, gold="gold.json", runs=["run.json"], scale="S")
    assert "has no scale S" in refused("score", "task")
    describe(task, gold="gold.csv", runs=["runs/*.csv"], scale="A")  # as the download of a task on one scale says
    assert runs_of(table("score", "task")[1]) == ["one", "two"]


def test_a_folder_of_another_kind_is_not_scored_as_quantification(refused):
    err = refused("score", SAMPLES / "nuggets")
    assert "is a task of nuggets" in err


def test_check_reports_the_problems_of_task_json_and_of_all_files(task, table):
    (task / "task" / "runs" / "two.csv").write_text("case,a,b,c\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n")
    (task / "task" / "runs" / "empty.csv").write_text("")
    describe(task, titel="T", gold="gold.csv", runs=["runs/*.csv", "none/*.csv"])
    header, rows, _ = table("check", "task")
    assert header == COLUMNS
    assert [row[:2] for row in rows] == [
        ["task/task.json", "titel"],
        ["task/task.json", "runs, entry 2"],
        ["task/runs/empty.csv", ""],
        ["task/runs/two.csv", "line 2, case x"],
    ]
    assert rows[0][2:] == ["this key is unknown", 'did you mean "title"?']


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in SAMPLES.glob("*/task.json")))
def test_the_samples_have_no_problem(sample, table):
    assert table("check", SAMPLES / sample)[1] == []


@pytest.fixture
def nuggets(folder):
    (folder / "task" / "runs").mkdir(parents=True)
    (folder / "task" / "gold.json").write_text(json.dumps(NUGGET_GOLD))
    (folder / "task" / "runs" / "one.json").write_text(json.dumps(NUGGET_RUN))
    describe(folder, kind="nuggets", gold="gold.json", runs=["runs/*.json"])
    return folder


@pytest.fixture
def lists(folder):
    (folder / "task" / "runs").mkdir(parents=True)
    (folder / "task" / "qrels.txt").write_text(QRELS)
    (folder / "task" / "runs" / "one.run").write_text(LISTS)
    describe(folder, kind="ranked lists", gold="qrels.txt", runs=["runs"])
    return folder


def test_published_nuggets_are_scored_and_checked_by_their_folder(nuggets, table, refused):
    assert table("nuggets", "task")[1] == table("nuggets", "task/gold.json", "task/runs/one.json")[1]
    assert table("check", "task")[1] == []
    assert "name a RUN or more" in refused("nuggets", "task/gold.json")
    assert "says that the kind is nuggets, not ranked lists" in refused("rank-lists", "task")
    assert "says that the kind is nuggets, not ranked lists" in refused("check", "--ranked-lists", "task")


def test_check_of_nuggets_reports_every_problem_of_all_files(nuggets, table, refused):
    off = [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}]
    (nuggets / "off.json").write_text(json.dumps(off))
    (nuggets / "other.json").write_text(json.dumps([{"id": "q", "nugget": [HELPDESK]}]))
    (nuggets / "broken.json").write_text("[")
    header, rows, _ = table("check", "--nuggets", "task/gold.json", "off.json", "other.json", "broken.json")
    assert header == COLUMNS
    assert [row[:2] for row in rows] == [
        ["off.json", "dialogue p, block 2 (helpdesk)"],
        ["broken.json", "line 1, column 2"],
        ["other.json", "dialogue p"],
        ["other.json", "dialogue q"],
    ]
    _, rows, err = table("check", "--nuggets", "task/gold.json", "off.json", "--repair", "renormalise")
    assert rows == []
    assert "divided by its sum" in err
    err = refused("check", "--nuggets", "task/gold.json", "off.json", "--repair", "drop-missing")
    assert "--repair drop-missing does not apply to nuggets; the repairs are renormalise" in err
    (nuggets / "task" / "runs" / "off.json").write_text(json.dumps(off))
    assert [row[0] for row in table("check", "task")[1]] == ["task/runs/off.json"]
    describe(nuggets, kind="nuggets", gold="gold.json", runs=["runs/*.json"], repairs="renormalise", titel="T")
    assert [row[:2] for row in table("check", "task")[1]] == [["task/task.json", "titel"]]
    assert "task/task.json, titel: this key is unknown" in refused("nuggets", "task")


def test_published_ranked_lists_are_scored_and_checked_by_their_folder(lists, table, refused):
    expected = table("rank-lists", "task/qrels.txt", "task/runs/one.run", "--measures", "RIC")[1]
    assert table("rank-lists", "task", "--measures", "RIC")[1] == expected
    assert table("check", "task")[1] == []
    describe(lists, kind="ranked lists")
    assert table("rank-lists", "task", "--measures", "RIC")[1] == expected
    assert "name a RUN or more" in refused("rank-lists", "task/qrels.txt")


def test_check_of_ranked_lists_reports_every_problem_of_all_files(lists, table):
    (lists / "short.run").write_text("1 Q0 a 1 3\n")
    (lists / "other.run").write_text("9 Q0 a 1 3 x\n")
    (lists / "qrels.txt").write_text(f"{QRELS}2 0 d 0\n")
    header, rows, _ = table("check", "--ranked-lists", "task/qrels.txt", "short.run", "other.run")
    assert header == COLUMNS
    assert [row[:2] for row in rows] == [["short.run", "line 1"], ["other.run", ""]]
    rows = table("check", "--ranked-lists", "qrels.txt", "short.run", "task/runs/one.run")[1]
    assert [row[:2] for row in rows] == [["qrels.txt", "line 5, topic 2"], ["short.run", "line 1"]]
    (lists / "task" / "runs" / "note.txt").write_text("hello")
    (lists / "task" / "runs" / "other.run").write_text("9 Q0 a 1 3 x\n")
    assert [row[0] for row in table("check", "task")[1]] == ["task/runs/note.txt", "task/runs/other.run"]
    describe(lists, kind="ranked lists", gold="runs/one.run", runs=["runs/other.run"])
    assert table("check", "task")[1][0][:3] == ["task/runs/one.run", "", "holds no judgements (qrels)"]


def test_commands_use_the_positions_of_the_folder_and_an_option_goes_before_them(task, table, folder):
    score = ("score", "task", "--measures", "NMD,RNOD,NVD")
    plain = table(*score)[1]
    describe(folder, gold="gold.csv", runs=["runs/*.csv"], positions=[1, 2, 5])
    _, placed, err = table(*score)
    note = "note: classes stand at 1, 2, 5 ({}): the measures with distances between classes use them"
    assert note.format("task.json") in err
    assert [one != other for one, other in zip(placed, plain, strict=True)] == [True, True, False] * 2
    files = ("score", "task/gold.csv", "task/runs", "--measures", "NMD,RNOD,NVD")
    _, rows, err = table(*files, "--positions", "1,2,5")
    assert rows == placed
    assert note.format("--positions") in err
    assert table(*score, "--positions", "1,2,3")[1] == plain
    assert "0, 1, 9 (--positions)" in table(*score, "--positions", "0,1,9")[2]


@pytest.mark.parametrize("name", ["Task.json", "task.json.txt", "task.json~"])
def test_a_description_under_another_name_is_a_problem_of_every_command(task, table, capsys, name):
    (task / "task" / "task.json").rename(task / "task" / name)
    ((file, _, problem, action),) = table("check", "task")[1]
    assert (file, problem, action) == ("task/task.json", f"is called '{name}'", "rename it to task.json")
    assert main(["score", "task"]) == 2
    assert capsys.readouterr().err.startswith("error: task/task.json: is called ")
