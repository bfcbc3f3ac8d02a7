"""What goes wrong around the server: a sentence for the visitor, or nothing that they would notice."""

import ast
import os
import random
import resource
import shutil
import subprocess
import sys

import pytest

from pages.shared import sources
from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor
from tests.pages.apps import app_at, messages, shown, verdict
from tests.pages.on_data import drop, verdicts
from tests.source_files import CORE, PAGES, ROOT, imports, naming, relative, tree
from tests.zips import zipped

pytestmark = pytest.mark.slow

GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
ARCHIVE = zipped({"gold.csv": GOLD.encode(), "run.csv": RUN.encode()})
FIGURE = ["figure", "agreement", "task/gold.csv", "task/run-a.csv", "task/run-b.csv", "--out", "made.svg"]
STUDY = ["study", ".", "--trials", "100", "--splits", "10", "--out", "made"]
LITTLE = 64 * 1024  # bytes: what the server may still write to a file


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Publish two tasks."""
    for name in ("stays", "goes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.csv").write_text(GOLD)
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    monkeypatch.setenv(sources.OFFER, "all")
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (ARCHIVE[:-30], "cannot be unpacked"),
        (ARCHIVE.replace(b"high", b"HIGH")[:60] + bytes(40) + ARCHIVE[100:], "cannot be unpacked"),
        (b"\x1f\x8b\x08\x00" + bytes(40), "cannot be unpacked as gzip"),
        (b"PAR1" + bytes(40), "not a Parquet file that can be read"),
        (RUN.encode()[:-9] + bytes(9), "this is no text"),
    ],
)
def test_a_damaged_file_is_named_and_said_to_be_damaged(damaged, said):
    app = drop(("truth.csv", GOLD), ("team.bin", damaged))
    assert "Not ready" in verdict(app)
    told = " ".join([*verdicts(app).values(), shown(app, 'id="problems"')])
    assert "team.bin" in told
    assert said in told


def test_of_a_table_that_was_cut_off_the_row_that_lost_something_is_named():
    app = drop(("truth.csv", GOLD), ("team.bin", RUN.encode()[:-2]))
    assert "Not ready" in verdict(app)
    assert "case y: (0.5, 0.25, 0.2) sums to 0.95" in " ".join(block.value for block in app.html)


def test_a_chosen_task_that_has_gone_is_said_to_have_gone(published):
    app = app_at("pages/data/page.py", task="goes")
    assert verdict(app) == "Ready: 3 gold distributions and no runs; nothing had to be repaired."
    shutil.rmtree(published / "goes")
    sources.offered.clear()
    app.query_params.clear()
    app.run()
    assert not app.exception
    assert "The task “goes”, which you had chosen, is no longer available." in messages(app)
    app.run()
    assert "no longer available" in messages(app)  # until the visitor chooses
    app.selectbox(key="task").select("stays").run()
    assert "no longer available" not in messages(app)


def test_a_task_that_goes_while_it_is_offered_is_said_to_be_unreadable(published):
    app = app_at("pages/data/page.py", task="stays")
    (published / "goes" / "gold.csv").unlink()
    app = app_at("pages/data/page.py", task="goes")
    assert not app.exception
    assert "gold.csv" in messages(app)
    assert str(published) not in messages(app)


def test_no_clock_that_may_jump_is_asked():
    """Time that passes is measured by clocks that nobody sets; a date would change what a task gives.

    The dates that an organiser writes into a description are read and written, and no clock is asked.
    """
    wall = {"time.time", "time.localtime", "time.strftime", "time.ctime", "datetime.datetime", "datetime.date"}
    asking = {}
    for path in naming(r"\b(date)?time\b", *CORE, *PAGES):
        used = {
            f"{node.value.id}.{node.attr}"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        if found := (used | imports(path)) & wall:
            asking[relative(path)] = found
    assert asking == {
        "ordquant_core/commands/codabench.py": {"datetime.datetime"},
        "ordquant_core/tasks/published/description.py": {"datetime.datetime"},
    }


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limits of another process can be set on Linux")
def test_with_a_full_disk_and_a_home_that_nobody_can_write_to_large_files_are_taken_and_read(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/proc")
    with servers.running(servers.ROOT / "app.py", tmp_path / "log.txt") as (address, process):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (LITTLE, LITTLE))
        table = "".join(f"case{number},{number % 7},{number % 5 + 1},3\n" for number in range(100_000))

        async def visit() -> dict[str, str]:
            visitor = Visitor(address, random.Random(1))
            await visitor.open("data", {"task": "own"}, files=False)
            await visitor.upload("files_0", {"large.csv": f"case,low,mid,high\n{table}".encode()})
            await visitor.close()
            return visitor.shown.tables()

        assert "case5" in completed(visit())["preview"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limits of another process can be set on Linux")
@pytest.mark.parametrize("words", [FIGURE, STUDY])
def test_a_command_on_a_full_disk_says_so_in_a_line_and_leaves_nothing(tmp_path, words):
    (tmp_path / "task").mkdir()
    rows = "".join(f"c{number},{number % 7},{number % 5 + 1},3\n" for number in range(50))
    (tmp_path / "task" / "gold.csv").write_text(f"case,low,mid,high\n{rows}")
    for name, row in (("a", ".2,.3,.5"), ("b", ".5,.3,.2")):
        shares = "".join(f"c{number},{row}\n" for number in range(50))
        (tmp_path / "task" / f"run-{name}.csv").write_text(f"case,low,mid,high\n{shares}")
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-m", "ordquant_core", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert sorted(tmp_path.rglob("*")) == before
