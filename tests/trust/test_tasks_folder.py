"""The organiser's folder of tasks: one bad entry is a note at that one, and the others stay as they were.

Links that lead out of a folder, and files that are not there: tests/formats/test_published.py.
"""

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


def sound(folder, task=None):
    """Make a task that nothing is wrong with, unless its `task.json` is this."""
    folder.mkdir()
    (folder / "gold.csv").write_bytes(GOLD)
    (folder / "run.csv").write_bytes(b"case,a,b\nx,0.5,0.5\ny,0.25,0.75\n")
    (folder / "task.json").write_text(task or json.dumps({"title": "Sound", "gold": "gold.csv"}))


def holding(name, put):
    """Return what makes a task with something else in the place of a file."""

    def make(folder):
        sound(folder)
        (folder / name).unlink(missing_ok=True)
        put(folder / name)

    return make


MADE = {
    "a pipe": os.mkfifo,
    "a pipe in place of task.json": holding("task.json", os.mkfifo),
    "a pipe in place of the gold": holding("gold.csv", os.mkfifo),
    "a link to a system file": lambda folder: folder.symlink_to("/etc/hosts"),
    "a link to a folder elsewhere": lambda folder: folder.symlink_to(folder.parents[1] / "elsewhere"),
    "a link to itself": lambda folder: folder.symlink_to(folder),
    "a name": lambda folder: sound(folder.with_name(f"{folder.name}-\udcff")),
    "a name inside": holding("run-\udcff.csv", Path.touch),
}
SAID = {  # in task.json
    "a path out": json.dumps({"gold": "../first/gold.csv"}),
    "a zero character": json.dumps({"gold": "gold\0.csv"}),
    "a surrogate in the title": json.dumps({"gold": "gold.csv", "title": "half \ud800"}),
    "a surrogate in a path": json.dumps({"gold": "gold\udcff.csv"}),
    "a surrogate in a key": json.dumps({"gold": "gold.csv", "\udfff": 1}),
    "deep lists": '{"title": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep objects": '{"title": ' + '{"a":' * 100_000 + "}" * 100_001,
    "many stars": json.dumps({"gold": "gold.csv", "runs": ["**/" * 40 + "x"]}),
}


def all_of(folder):
    """Return the files of every task of a folder, or what is said of it, as every page lists and shows them."""
    found = {}
    for source in of_tasks(folder):
        said = source.note or " ".join(map(str, source.problems))
        files = []
        try:
            files = [file.name for file in source.load()] if not said else []
        except InputError as error:
            said = str(error)
        for text in (source.key, source.title, source.description, said, *files):
            text.encode()  # what cannot be written cannot be sent to a browser
        found[source.key] = said or files
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_one_bad_entry_is_a_note_at_that_task_and_the_others_stay(tmp_path):
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    sound(tmp_path / "elsewhere")
    sound(tasks / "first")
    for name, make in MADE.items():
        make(tasks / name)
    for name, text in SAID.items():
        sound(tasks / name, text)
    sound(tasks / "the last")
    found = all_of(tasks)
    assert found.pop("first") == found.pop("the last") == ["gold.csv", "run.csv"]
    assert len(found) == len(MADE) + len(SAID)
    assert {key: said for key, said in found.items() if not isinstance(said, str)} == {}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no such permissions")
def test_what_the_server_may_not_read_is_a_note_at_that_task():
    with TemporaryDirectory() as folder:  # that of pytest lets nobody else in
        tasks = Path(folder)
        tasks.chmod(0o755)
        for name in ("whole", "facts", "gold", "runs"):
            sound(tasks / name)
        (tasks / "runs" / "more").mkdir()
        places = [tasks / place for place in ("whole", "facts/task.json", "gold/gold.csv", "runs/more")]
        for place in places:
            place.chmod(0)
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
                place.chmod(0o755)
    assert len(found) == len(places)
    assert all("permission" in str(said).lower() for said in found.values()), found
