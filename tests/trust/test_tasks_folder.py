"""The organiser's folder of tasks: one bad entry is a note at that one, and the others stay as they were."""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ordquant_core.errors import InputError
from ordquant_core.tasks.published.source import of_tasks

pytestmark = pytest.mark.slow

GOLD = b"case,a,b\nx,1,2\ny,2,1\n"


def sound(folder):
    """Make a task that nothing is wrong with."""
    folder.mkdir()
    (folder / "gold.csv").write_bytes(GOLD)
    (folder / "run.csv").write_bytes(b"case,a,b\nx,0.5,0.5\ny,0.25,0.75\n")
    (folder / "task.json").write_text(json.dumps({"title": "Sound", "gold": "gold.csv"}))


def in_it(change):
    """Return what makes a folder that is sound but for one change."""

    def make(folder):
        sound(folder)
        change(folder)

    return make


def described(**facts):
    """Return what makes a folder whose `task.json` says this."""
    text = json.dumps({"gold": "gold.csv", **facts})
    return in_it(lambda folder: (folder / "task.json").write_text(text))


def piped(name):
    """Return what puts a pipe in the place of a file."""

    def change(folder):
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return in_it(change)


def nested(around):
    text = '{"title": ' + around[0] * 100_000 + around[1] * 100_000 + "}"
    return in_it(lambda folder: (folder / "task.json").write_text(text))


def link_to_a_folder_elsewhere(folder):
    sound(elsewhere := folder.parent.parent / "elsewhere")
    folder.symlink_to(elsewhere)


BAD = {
    "a pipe": os.mkfifo,
    "a pipe in place of task.json": piped("task.json"),
    "a pipe in place of the gold": piped("gold.csv"),
    "a link to a system file": lambda folder: folder.symlink_to("/etc/hosts"),
    "a link to a folder elsewhere": link_to_a_folder_elsewhere,
    "a link to itself": lambda folder: folder.symlink_to(folder),
    "a link inside": in_it(lambda folder: (folder / "more.csv").symlink_to("/etc/hosts")),
    "a name": in_it(lambda folder: folder.rename(folder.with_name(f"{folder.name}-\udcff"))),
    "a name inside": in_it(lambda folder: (folder / "run-\udcff.csv").write_bytes(GOLD)),
    "a path out": described(gold="../other/gold.csv"),
    "a zero character": described(gold="gold\0.csv"),
    "a surrogate in the title": described(title="half \ud800"),
    "a surrogate in a path": described(gold="gold\udcff.csv"),
    "a surrogate in a key": described(**{"\udfff": 1}),
    "deep lists": nested("[]"),
    "deep objects": nested(['{"a":', "}"]),
    "many stars": described(runs=["**/" * 40 + "x"]),
}


def all_of(folder):
    """Say what the tasks of a folder are, as every page lists and shows them."""
    found = {}
    for source in of_tasks(folder):
        shown = [source.key, source.title, source.description, source.note, *map(str, source.problems)]
        try:
            files = [file.name for file in source.load()] if not source.problems else []
        except InputError as error:
            files, shown = [], [*shown, *map(str, error.problems)]
        for text in (*shown, *files):
            text.encode()  # what cannot be written cannot be sent to a browser
        found[source.key] = [shown[3] or " ".join(shown[4:]), files]
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_one_bad_entry_is_a_note_at_that_task_and_the_others_stay(tmp_path):
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    sound(tasks / "a first")
    for number, make in enumerate(BAD.values()):
        make(tasks / f"bad{number:02}")
    sound(tasks / "the third")
    found = all_of(tasks)
    assert found["a first"] == found["the third"] == ["", ["gold.csv", "run.csv"]]
    wrong = {key: value for key, value in found.items() if key.startswith("bad")}
    assert len(wrong) == len(BAD)
    for bad, (note, files) in zip(BAD, wrong.values(), strict=True):
        assert note, f"{bad}: the task is offered as if nothing were wrong with it"
        assert not any("hosts" in file for file in files), bad


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no such permissions")
def test_what_the_server_may_not_read_is_a_note_at_that_task():
    places = ["whole", "facts/task.json", "gold/gold.csv", "runs/runs"]
    with TemporaryDirectory() as folder:  # that of pytest lets nobody else in
        tasks = Path(folder)
        tasks.chmod(0o755)
        sound(tasks / "first")
        for place in places:
            sound(tasks / place.partition("/")[0])
            (tasks / place).mkdir(exist_ok=True) if place.endswith("/runs") else None
            (tasks / place).chmod(0)
        all_of(tasks)  # imports what is imported late: it may be the administrator's
        administrator = os.geteuid() == 0
        try:
            if administrator:
                os.setegid(65534)
                os.seteuid(65534)
            found = all_of(tasks)
        finally:
            if administrator:
                os.seteuid(0)
                os.setegid(0)
            for place in places:
                (tasks / place).chmod(0o755)
    assert found.pop("first") == ["", ["gold.csv", "run.csv"]]
    assert {key: "permission" in note.lower() for key, (note, _) in found.items()} == dict.fromkeys(found, True), found
    assert len(found) == len(places)
