"""Tasks as they are offered: of a folder, of a single file, of an upload, and as one visitor has changed them."""

import json
from dataclasses import replace

import pytest

from ordquant_core.errors import InputError
from ordquant_core.tasks import NOTHING, File
from ordquant_core.tasks.published import source as module
from ordquant_core.tasks.published.source import Changes, of_path, of_tasks, of_upload

GOLD, RUN, OTHER = (File(name, b"case,a,b\nx,1,3\n") for name in ("gold.csv", "run.csv", "other.csv"))


def names(source):
    return sorted(file.name for file in source.load())


def test_a_folder_is_offered_as_its_description_says(tmp_path):
    folder = tmp_path / "quality"
    folder.mkdir()
    (folder / "gold.csv").write_bytes(GOLD.data)
    said = {"title": "Quality", "gold": "./gold.csv", "synthetic": True, "scale": "A", "repairs": ["renormalise"]}
    (folder / "task.json").write_text(json.dumps(said))
    found = of_path(folder)
    assert (found.key, found.title, found.gold, found.synthetic, found.scale) == (
        *("quality", "Quality", "gold.csv", True, "A"),
    )
    assert found.choices == NOTHING.with_(["renormalise"])
    assert (names(found), found.note, found.own) == (["gold.csv"], "", False)


def test_a_folder_that_cannot_be_used_says_so_under_its_own_name(tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "task.json").write_text('{"title": 1}')
    found = of_path(tmp_path / "broken")
    assert found.problems
    assert found.title == "broken"
    assert found.note.startswith("The folder broken cannot be used as a task.")


@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("own", "quantification", "own-task"),
        ("sample", "quantification", "sample"),
        ("sample", "nuggets", "sample-task"),
        ("other", "nuggets", "other"),
    ],
)
def test_no_folder_takes_a_key_that_links_use_for_something_else(tmp_path, name, kind, key):
    (tmp_path / name).mkdir()
    (tmp_path / name / "gold.json").write_text("[]")
    (tmp_path / name / "task.json").write_text(json.dumps({"kind": kind, "gold": "gold.json"}))
    assert of_path(tmp_path / name).key == key


def test_a_folder_that_is_a_task_itself_is_the_only_one(tmp_path):
    (tmp_path / "gold.csv").write_bytes(GOLD.data)
    (tmp_path / "more").mkdir()
    assert [one.key for one in of_tasks(tmp_path)] == ["gold", "more"]
    assert of_tasks(tmp_path, undescribed=False) == ()
    (tmp_path / "task.json").write_text('{"title": "Whole", "gold": "gold.csv"}')
    assert [one.title for one in of_tasks(tmp_path, undescribed=False)] == ["Whole"]


def test_a_task_whose_description_says_more_than_is_known_loads_no_file(tmp_path):
    (tmp_path / "gold.csv").write_bytes(GOLD.data)
    (tmp_path / "task.json").write_text('{"gold": "gold.csv", "secret": true}')
    with pytest.raises(InputError, match="this key is unknown"):
        of_path(tmp_path).load()


def test_a_single_file_is_a_task_even_behind_a_link(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "all.zip").write_bytes(b"zip")
    (tmp_path / "quality.zip").symlink_to(tmp_path / "elsewhere" / "all.zip")
    found = of_path(tmp_path / "quality.zip")
    assert (found.key, found.title, names(found)) == ("quality", "quality", ["all.zip"])


def test_an_upload_keeps_what_was_decided_while_its_gold_is_there():
    first = replace(of_upload([GOLD, RUN]), gold="gold.csv", choices=NOTHING.with_(["renormalise"]))
    assert first.own
    assert first.title == "gold.csv and 1 more"
    more = of_upload([GOLD, RUN, OTHER], first)
    assert (more.gold, more.choices, names(more)) == ("gold.csv", first.choices, ["gold.csv", "other.csv", "run.csv"])
    assert more.key != first.key
    fewer = of_upload([RUN], more)
    assert (fewer.gold, fewer.choices, fewer.title) == (None, first.choices, "run.csv")


def test_an_upload_beyond_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MAX_UNPACKED", len(GOLD.data) + 1)
    with pytest.raises(InputError, match="with it the files have more than"):
        of_upload([GOLD, RUN])


@pytest.fixture
def official(tmp_path):
    (tmp_path / "task").mkdir()
    for file in (GOLD, RUN):
        (tmp_path / "task" / file.name).write_bytes(file.data)
    return of_path(tmp_path / "task")


def test_added_runs_stand_beside_the_official_files_and_can_be_replaced_and_removed(official):
    changes = Changes().adding([OTHER])
    changed = changes.applied_to(official)
    assert names(changed) == ["gold.csv", "run.csv", "your runs/other.csv"]
    assert changed.official is not None
    assert names(changed.official) == ["gold.csv", "run.csv"]
    again = changes.adding([File("other.csv", b"case,a,b\nx,2,2\n")])
    assert len(again.added) == 1
    assert len({official.digest, changed.digest, again.applied_to(official).digest}) == 3
    assert again.without("other.csv").applied_to(official).digest == official.digest
