"""Published tasks: task.json and its schema, the files of a folder and nothing from outside, what is offered."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from jsonschema import Draft202012Validator

from ordquant_core.errors import REPAIRS, InputError
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.mapping import LAYOUTS, TableMapping
from ordquant_core.tasks import File
from ordquant_core.tasks.loading import SAMPLES
from ordquant_core.tasks.published import contents, source
from ordquant_core.tasks.published.contents import is_described, load_files, read_folder
from ordquant_core.tasks.published.description import KEYS, KINDS, REPAIRS_OF, TaskDescription, parse_description
from ordquant_core.tasks.published.source import of_path, of_tasks, of_upload
from tests.formats.files import assert_words_are_known, table
from tests.reviewed import reviewed, said
from tests.source_files import ROOT

# ---- task.json ----

SCHEMA = json.loads((ROOT / "assets" / "schemas" / "task.schema.json").read_text(encoding="utf-8"))
valid = Draft202012Validator(SCHEMA).is_valid


def parse(facts):
    return parse_description(json.dumps(facts).encode(), title="folder")


@pytest.mark.parametrize("row", table("descriptions"), ids=lambda row: row[0][:60])
def test_what_the_schema_allows_is_read_and_what_it_forbids_is_said_by_its_key(row):
    facts, *said = row
    facts = json.loads(facts)
    assert valid(facts) == (not said)
    found = [(one.file, one.case) for one in parse(facts)[1]]
    assert found == [("task.json", key) for key in said[:1]]
    for problem in parse(facts)[1]:
        assert said[1] in problem.seen
        assert said[2] in problem.action
        assert_words_are_known(str(problem), row)


def test_the_schema_is_a_schema_and_names_what_the_code_knows():
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == {*KEYS, "$schema"}
    assert tuple(SCHEMA["properties"]["kind"]["enum"]) == KINDS
    assert tuple(SCHEMA["$defs"]["repair"]["enum"]) == REPAIRS == REPAIRS_OF["quantification"]
    assert set(SCHEMA["$defs"]["mapping"]["properties"]) == {one.name for one in fields(TableMapping)}
    assert tuple(SCHEMA["$defs"]["mapping"]["properties"]["layout"]["enum"]) == LAYOUTS
    for example in SCHEMA["examples"]:
        assert valid(example)
        assert parse(example)[1] == []


def test_the_samples_are_described_as_the_schema_says():
    for path in SAMPLES.glob("*/task.json"):
        assert valid(json.loads(path.read_text(encoding="utf-8")))
        found, problems = parse_description(path.read_bytes(), title="folder")
        assert (problems, found.synthetic, "synthetic" in found.description.lower()) == ([], True, True)


def test_every_entry_is_taken_over_and_what_is_not_said_is_left_to_the_files():
    facts = {
        **{"title": "T", "description": "D", "gold": "g.csv", "runs": ["r"], "scale": "A", "synthetic": True},
        **{"classes": [" low", 1.0], "repairs": ["renormalise", "drop-missing"], "missing": "end"},
        **{"run_scale": "E", "mapping": {"b.csv": {"layout": "votes", "case": "topic"}}},
    }
    mapping = ("b.csv", TableMapping("votes", case=("topic",)))
    said = {"classes": ("low", "1"), "run_scale": "E", "missing": "end"}
    choices = Decisions(renormalise=True, drop_missing=True, mappings=(mapping,), **said)
    assert parse(facts) == (TaskDescription("T", "D", "quantification", "g.csv", ("r",), "A", choices, True), [])
    assert parse({}) == (TaskDescription("folder", "", "quantification", None, None, None, NOTHING, False), [])


# ---- the files of a folder ----

NAMES = ("gold.csv", "extra.csv", "runs/a.csv", "runs/b.csv", "runs/notes.txt", "runs/deep/c.csv", "[x].csv", "z.csv")


def write(place):
    root = place / "task"
    for name in (*NAMES, ".hidden.csv", "runs/.DS_Store", "__MACOSX/gold.csv", "Thumbs.db"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (place / "secret.csv").write_text("secret")
    return root


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path)


def described(folder, **facts):
    (folder / "task.json").write_text(json.dumps(facts))
    return read_folder(folder)


def only_problem(read):
    (problem,) = read.problems
    assert_words_are_known(str(problem), read.path)
    return problem


def test_without_task_json_all_files_but_hidden_ones_are_the_task_in_the_order_of_their_paths(folder):
    assert not is_described(folder)
    found = read_folder(folder)
    assert (found.description.title, found.gold, found.problems) == ("task", (), ())
    assert found.runs == tuple(sorted(NAMES, key=lambda name: name.split("/")))


def found(**facts):
    """Return gold and runs of a folder, or what is wrong with what its task.json says."""
    with TemporaryDirectory() as place:
        folder = write(Path(place))
        (folder / "empty").mkdir()
        os.mkfifo(folder / "pipe.csv")
        one = described(folder, **facts)
    return [*map(str, one.problems)] or (one.gold, one.runs)


def offered(text):
    """Return title, note, gold, scale of a folder with this task.json, and whether it is made up."""
    with TemporaryDirectory() as place:
        (write(Path(place)) / "task.json").write_text(text)
        one = of_path(Path(place) / "task")
    return one.title, one.note, one.gold, one.scale, one.synthetic


def unsound(data):
    """Return what is wrong with a task.json that no schema sees."""
    return [*map(str, parse_description(data, title="folder")[1])]


@reviewed(__file__)
def test_folders_are_read_as_was_reviewed(made, words):
    """Runs are files, folders and patterns, in their order, and never the gold."""
    assert said(made, globals()) == words


@pytest.mark.parametrize("name", ["link.csv", "l*.csv", "out/secret.csv", "out/*.csv", "out"])
def test_links_that_lead_out_of_the_folder_are_refused(folder, name):
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    (folder / "out").symlink_to(folder.parent)
    ways = [({"gold": "gold.csv", "runs": [name]}, "task.json", "runs, entry 1")]
    if name == "link.csv":
        ways += [({}, "link.csv", ""), ({"gold": name}, "task.json", "gold")]
    for facts, file, key in ways:
        found = described(folder, **facts)
        problem = only_problem(found)
        assert (problem.file, problem.case) == (file, key)
        assert "leads out of the folder" in problem.seen
        assert not [one for one in found.files if "link" in one or "out" in one or "secret" in one]
        assert str(folder.parent) not in str(problem)


def test_links_inside_the_folder_and_a_folder_that_is_a_link_itself_are_fine(folder):
    (folder / "same.csv").symlink_to("runs/a.csv")
    (folder.parent / "alias").symlink_to(folder)
    found = described(folder.parent / "alias", gold="gold.csv", runs=["same.csv"])
    assert found.problems == ()
    assert [file.data for file in load_files(found)] == [b"gold.csv", b"runs/a.csv"]


def test_a_link_that_is_bent_after_the_listing_is_not_followed_and_every_file_that_has_gone_is_reported(folder):
    found = described(folder, gold="gold.csv", runs=["runs/a.csv", "z.csv"])
    (folder / "gold.csv").unlink()
    (folder / "z.csv").unlink()
    with pytest.raises(InputError) as caught:
        load_files(found)
    assert [problem.file for problem in caught.value.problems] == ["gold.csv", "z.csv"]
    assert str(folder) not in str(caught.value)
    assert found.trouble("task") == "gold.csv cannot be read"
    (folder / "gold.csv").write_text("")
    (folder / "z.csv").symlink_to(folder.parent / "secret.csv")
    with pytest.raises(InputError, match=r"z\.csv: this link leads out of the folder"):
        load_files(found)


@pytest.mark.parametrize("target", ["../secret.csv", "task.json"])
def test_a_task_json_that_is_a_link_elsewhere_or_to_itself_is_refused(folder, target):
    (folder / "task.json").symlink_to(target)
    assert is_described(folder)
    found = read_folder(folder)
    assert (only_problem(found).file, found.files) == ("task.json", ())


def test_more_files_or_bytes_than_a_task_may_have_are_refused(folder, monkeypatch):
    monkeypatch.setattr(contents, "MAX_MEMBERS", 5)
    assert "more than 5 files" in only_problem(read_folder(folder)).seen
    monkeypatch.undo()
    monkeypatch.setattr(contents, "MAX_UNPACKED", 10)
    assert "MiB together" in only_problem(read_folder(folder)).seen


# ---- what is offered: a folder, a file, an upload, and as one visitor has changed them ----

GOLD, RUN, ANOTHER = (File(name, b"case,a,b\nx,1,3\n") for name in ("gold.csv", "run.csv", "other.csv"))


@pytest.fixture
def task(tmp_path):
    place = tmp_path / "quality"
    place.mkdir()
    for file in (GOLD, RUN):
        (place / file.name).write_bytes(file.data)
    return place


def names(source):
    return sorted(file.name for file in source.load())


def test_no_folder_takes_a_key_that_links_use_for_something_else(tmp_path):
    for name, kind, key in (
        *(("own", "quantification", "own-task"), ("sample", "quantification", "sample")),
        *(("sample", "nuggets", "sample-task"), ("other", "nuggets", "other")),
    ):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "task.json").write_text(json.dumps({"kind": kind, "gold": "gold.json"}))
        assert of_path(tmp_path / name).key == key


def test_a_folder_that_is_a_task_itself_is_the_only_one_and_a_file_is_one_behind_a_link(task):
    (task / "more").mkdir()
    assert [one.key for one in of_tasks(task)] == ["gold", "more", "run"]
    assert of_tasks(task, undescribed=False) == ()
    (task / "task.json").write_text('{"title": "Whole", "gold": "gold.csv"}')
    assert [one.title for one in of_tasks(task, undescribed=False)] == ["Whole"]
    (task.parent / "linked.zip").symlink_to(task / "run.csv")
    found = of_path(task.parent / "linked.zip")
    assert (found.key, found.title, names(found)) == ("linked", "linked", ["run.csv"])


def test_an_upload_keeps_what_was_decided_while_its_gold_is_there(monkeypatch):
    first = replace(of_upload([GOLD, RUN]), gold="gold.csv", choices=NOTHING.with_(["renormalise"]))
    assert (first.own, first.title) == (True, "gold.csv and 1 more")
    more = of_upload([GOLD, RUN, ANOTHER], first)
    assert (more.gold, more.choices, names(more)) == ("gold.csv", first.choices, ["gold.csv", "other.csv", "run.csv"])
    assert more.key != first.key
    fewer = of_upload([RUN], more)
    assert (fewer.gold, fewer.choices, fewer.title) == (None, first.choices, "run.csv")
    monkeypatch.setattr(source, "MAX_UNPACKED", len(GOLD.data) + 1)
    with pytest.raises(InputError, match="with it the files have more than"):
        of_upload([GOLD, RUN])
