"""The files of a published folder: lists, folders and patterns, and nothing from outside."""

import json
import os

import pytest

from ordquant_core.errors import InputError
from ordquant_core.tasks.published import contents as task_folder
from ordquant_core.tasks.published.contents import is_described, load_files, read_folder

NAMES = ("gold.csv", "extra.csv", "runs/a.csv", "runs/b.csv", "runs/notes.txt", "runs/deep/c.csv", "[x].csv", "z.csv")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "task"
    for name in (*NAMES, ".hidden.csv", "runs/.DS_Store", "__MACOSX/gold.csv", "Thumbs.db"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (tmp_path / "secret.csv").write_text("secret")
    return root


def described(folder, **facts):
    (folder / "task.json").write_text(json.dumps(facts))
    return read_folder(folder)


def only_problem(found):
    (problem,) = found.problems
    return problem


def test_without_task_json_all_files_but_hidden_ones_are_the_task(folder):
    assert not is_described(folder)
    found = read_folder(folder)
    assert found.description.title == "task"
    assert found.gold == ()
    assert found.runs == tuple(sorted(NAMES, key=lambda name: name.split("/")))
    assert found.problems == ()


def test_a_gold_alone_leaves_all_other_files_to_be_runs(folder):
    found = described(folder, gold="gold.csv")
    assert is_described(folder)
    assert found.gold == ("gold.csv",)
    assert set(found.runs) == set(NAMES) - {"gold.csv"}


@pytest.mark.parametrize(
    ("runs", "files"),
    [
        ([], []),
        (["runs/b.csv", "runs/a.csv"], ["runs/b.csv", "runs/a.csv"]),
        (["runs/*.csv"], ["runs/a.csv", "runs/b.csv"]),
        (["runs/?.csv"], ["runs/a.csv", "runs/b.csv"]),
        (["runs/[b-z].csv"], ["runs/b.csv"]),
        (["runs"], ["runs/a.csv", "runs/b.csv", "runs/deep/c.csv", "runs/notes.txt"]),
        (["runs/"], ["runs/a.csv", "runs/b.csv", "runs/deep/c.csv", "runs/notes.txt"]),
        (["runs/de*"], ["runs/deep/c.csv"]),
        (["**/c.csv", "runs/*.csv"], ["runs/deep/c.csv", "runs/a.csv", "runs/b.csv"]),
        (["runs/a.csv", "runs/*.csv"], ["runs/a.csv", "runs/b.csv"]),
        (["[x].csv"], ["[x].csv"]),
        (["*.csv"], ["[x].csv", "extra.csv", "z.csv"]),
        (["runs/deep/../a.csv"], None),
    ],
)
def test_runs_are_files_folders_and_patterns_and_never_the_gold(folder, runs, files):
    found = described(folder, gold="gold.csv", runs=runs)
    if files is None:
        assert "leads out of the folder" in only_problem(found).seen
    else:
        assert found.problems == ()
        assert list(found.runs) == files


def test_the_gold_may_be_a_folder_of_a_file_per_dialogue(folder):
    found = described(folder, gold="runs")
    assert found.gold == ("runs/a.csv", "runs/b.csv", "runs/deep/c.csv", "runs/notes.txt")
    assert set(found.runs) == {"gold.csv", "extra.csv", "[x].csv", "z.csv"}


@pytest.mark.parametrize(
    ("facts", "key", "seen"),
    [
        ({"gold": "nothing.csv"}, "gold", "there is no 'nothing.csv' in the folder"),
        ({"gold": "gold.csv", "runs": ["no.csv"]}, "runs, entry 1", "there is no 'no.csv' in the folder"),
        ({"gold": "gold.csv", "runs": ["z.csv", "*.tsv"]}, "runs, entry 2", "no file matches '*.tsv'"),
        ({"gold": "gold.csv", "runs": ["**x"]}, "runs, entry 1", "'**x'"),  # since Python 3.13 a pattern
        ({"gold": "gold.csv", "runs": ["gold.csv"]}, "runs, entry 1", "'gold.csv' is the gold"),
        ({"gold": "gold.csv", "runs": ["empty"]}, "runs, entry 1", "there is no file in the folder 'empty'"),
    ],
)
def test_an_entry_that_finds_nothing_is_reported_by_its_key(folder, facts, key, seen):
    (folder / "empty").mkdir()
    problem = only_problem(described(folder, **facts))
    assert problem.case == key
    assert seen in problem.seen
    assert problem.action


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"gold": "link.csv"}, "gold"),
        ({"gold": "gold.csv", "runs": ["link.csv"]}, "runs, entry 1"),
        ({"gold": "gold.csv", "runs": ["l*.csv"]}, "runs, entry 1"),
        ({"gold": "gold.csv", "runs": ["out/secret.csv"]}, "runs, entry 1"),
        ({"gold": "gold.csv", "runs": ["out/*.csv"]}, "runs, entry 1"),
        ({"gold": "gold.csv", "runs": ["out"]}, "runs, entry 1"),
        ({}, ""),
    ],
)
def test_links_that_lead_out_of_the_folder_are_refused(folder, facts, key):
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    (folder / "out").symlink_to(folder.parent)
    found = described(folder, **facts)
    problem = only_problem(found)
    assert (problem.case, problem.file) == (key, "task.json" if key else "link.csv")
    assert "leads out of the folder" in problem.seen
    assert not [name for name in found.files if "link" in name or "out" in name or "secret" in name]
    assert str(folder.parent) not in str(problem)


def test_links_inside_the_folder_and_a_folder_that_is_a_link_itself_are_fine(folder):
    (folder / "same.csv").symlink_to("runs/a.csv")
    (folder.parent / "alias").symlink_to(folder)
    found = described(folder.parent / "alias", gold="gold.csv", runs=["same.csv"])
    assert found.problems == ()
    assert [file.data for file in load_files(found)] == [b"gold.csv", b"runs/a.csv"]


def test_a_link_that_is_bent_after_the_listing_is_not_followed(folder):
    found = described(folder, gold="gold.csv", runs=["z.csv"])
    (folder / "z.csv").unlink()
    (folder / "z.csv").symlink_to(folder.parent / "secret.csv")
    with pytest.raises(InputError, match=r"z\.csv: this link leads out of the folder"):
        load_files(found)


@pytest.mark.parametrize("target", ["../secret.csv", "task.json"])
def test_a_task_json_that_is_a_link_elsewhere_or_to_itself_is_refused(folder, target):
    (folder / "task.json").symlink_to(target)
    assert is_described(folder)
    found = read_folder(folder)
    assert only_problem(found).file == "task.json"
    assert found.files == ()


def test_every_file_that_has_gone_is_reported(folder):
    found = described(folder, gold="gold.csv", runs=["runs/a.csv", "z.csv"])
    (folder / "gold.csv").unlink()
    (folder / "z.csv").unlink()
    with pytest.raises(InputError) as caught:
        load_files(found)
    assert [problem.file for problem in caught.value.problems] == ["gold.csv", "z.csv"]
    assert str(folder) not in str(caught.value)


def test_more_files_or_bytes_than_a_task_may_have_are_refused(folder, monkeypatch):
    monkeypatch.setattr(task_folder, "MAX_MEMBERS", 5)
    assert "more than 5 files" in only_problem(read_folder(folder)).seen
    monkeypatch.undo()
    monkeypatch.setattr(task_folder, "MAX_UNPACKED", 10)
    assert "MiB together" in only_problem(read_folder(folder)).seen


@pytest.mark.parametrize("path", ["", "no/such/folder"])
def test_what_is_no_folder_is_not_described(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "task.json").write_text("{}")
    assert not is_described(path)


def test_a_pipe_is_not_read(folder):
    os.mkfifo(folder / "pipe.csv")
    assert "neither a file nor a folder" in only_problem(described(folder, gold="pipe.csv")).seen
    assert "pipe.csv" not in described(folder).files
