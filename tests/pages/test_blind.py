"""A blind task: whatever page, link, download, upload or error a visitor tries, nothing depends on the gold of a case.

Two gold files are compared: in the second one, two cases have exchanged their votes. All runs have the same estimates
on these two, so that every mean, interval and test over all cases is the same, digit by digit. Any difference in what a
visitor gets would reveal which of the two has which votes.
"""

import json
import os
import random
import re
import zipfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import streamlit as st

from ordquant_core.analysis import blind
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.formats.published.source import of_path, of_tasks
from pages.shared import downloads, own_runs, sources
from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor
from tests.pages.apps import ROOT, app_at, messages

pytestmark = pytest.mark.slow

CLASSES = ("low", "mid", "high")
CASES = tuple(f"case-{number:02}" for number in range(30))
HEADER = "case,low,mid,high,text"
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").glob("*/page.py"))
ON_TASKS = tuple(f"pages/{name}/page.py" for name in ("cases", "data", "measures", "plan", "popularity", "systems"))
WITH_OTHERS = tuple(f"pages/{name}/page.py" for name in ("measures", "plan", "popularity", "systems"))
MINE = "case,low,mid,high\n" + "".join(f"{case},.5,.3,.2\n" for case in CASES)
STRANGE = MINE.replace(".5,.3,.2\n", ".5,.3\n", 1)
FEW = "case,low,mid,high\n" + "".join(f"{case},.5,.3,.2\n" for case in CASES[:5])


def votes():
    return np.random.default_rng(8).multinomial(997, [0.2, 0.3, 0.5], size=30)


def write_gold(folder, *, exchanged):
    names = list(CASES)
    if exchanged:
        names[4], names[17] = names[17], names[4]
    rows = [
        ",".join(map(str, (case, *row, f"word{number}")))
        for number, (case, row) in enumerate(zip(names, votes(), strict=True))
    ]
    gold = folder / "gold.csv"
    gold.write_text("\n".join([HEADER, *rows]) + "\n")
    os.utime(gold, (1_700_000_000, 1_700_000_000))


def publish(folder, facts=None, *, exchanged=False):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "runs").mkdir(exist_ok=True)
    chance = np.random.default_rng(2)
    write_gold(folder, exchanged=exchanged)
    for name in ("one", "two", "three"):
        estimates = chance.dirichlet([2, 3, 4], size=30)
        estimates[17] = estimates[4]
        rows = [",".join(map(str, (case, *row))) for case, row in zip(CASES, estimates.tolist(), strict=True)]
        run = folder / "runs" / f"{name}.csv"
        run.write_text("\n".join(["case,low,mid,high", *rows]) + "\n")
        os.utime(run, (1_700_000_000, 1_700_000_000))
    said = {"title": "Secret task", "gold": "gold.csv", "runs": ["runs/*.csv"], "blind": True, "teams": {"one": "Red"}}
    (folder / "task.json").write_text(json.dumps(said if facts is None else facts))


@pytest.fixture
def tasks(tmp_path, monkeypatch):
    with published(tmp_path, monkeypatch):
        yield tmp_path


@contextmanager
def published(folder, monkeypatch):
    publish(folder / "secret")
    monkeypatch.setenv("ORDQUANT_TASKS", str(folder))
    forget()
    yield
    forget()


def forget():
    sources.offered.clear()
    st.cache_resource.clear()


class Collector:
    """All that one visitor gets: what is drawn, and every file that could be downloaded."""

    def __init__(self, monkeypatch):
        self.files = []
        monkeypatch.setattr(downloads, "file_button", self._button)

    def _button(self, label, data, file_name, mime, *, help_=None):
        try:
            content = data()
        except OrdquantError as problem:
            content = str(problem).encode()
        self.files.append((label, file_name, content))

    def take(self, app):
        assert not app.exception, app.exception
        drawn = [str(getattr(node, "proto", "")) for node in nodes(app._tree)]
        found = re.sub(r'(visit\\+": \\+")[0-9a-f]{16}', r"\1", "\n".join(drawn))  # a new one for every visit
        found = "\n".join(line for line in found.splitlines() if line.strip())  # empty containers of spinners
        taken = (found, messages(app), [*self.files])
        self.files.clear()
        return taken


def nodes(block):
    yield block
    for child in getattr(block, "children", {}).values():
        yield from nodes(child)


def upload(app, name, text, key="add_runs_secret"):
    app.file_uploader(key=f"{key}_0").set_value([(name, text.encode(), "text/csv")]).run()
    return app


LINKS = [
    {"task": "secret"},
    {"task": "secret", "case": CASES[4], "a": "one", "b": "Uniform", "show": "tests", "x": "NMD", "y": "RNOD"},
    {"task": "secret", "with": "dialogue-quality|", "measure": "RNOD", "seed": "77", "trials": "100", "alpha": ".2"},
    {"task": "dialogue-quality", "with": "secret|", "trials": "100", "splits": "10"},
    {"task": "secret", "scale": "A", "gold": "1,2,3", "data": "secret", "weights": "secret", "view": "present"},
    {"task": "secret", "merge": "low,mid", "show": "taus", "measure": "RPS", "x": "outside:KS", "y": "RPS"},
]


def everything(monkeypatch):
    """Open every page by every link, and try what a visitor of a blind task can try."""
    collector, found = Collector(monkeypatch), {}
    for page in PAGES:
        for number, link in enumerate(LINKS):
            if number and page not in (ON_TASKS if number != 3 else WITH_OTHERS):
                continue
            found[page, number] = collector.take(app_at(page, **link))
    for page in ("pages/systems/page.py", "pages/data/page.py"):
        for name, text in (("few.csv", FEW), ("strange.csv", STRANGE), ("foreign.csv", MINE.replace("case-", "x-"))):
            app = upload(app_at(page, task="secret"), name, text)
            found[page, name] = collector.take(app)
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Return all that a visitor gets, of the gold as it is and of the other one."""
    folder = tmp_path_factory.mktemp("tasks")
    with pytest.MonkeyPatch.context() as patch, published(folder, patch):
        first = everything(patch)
        write_gold(folder / "secret", exchanged=True)
        forget()
        return first, everything(patch)


def test_nothing_that_a_visitor_gets_depends_on_the_gold_of_a_case(found):
    first, second = found
    assert set(first) == set(second)
    for key in first:
        assert first[key] == second[key], key
    systems = first["pages/systems/page.py", 0]
    assert "Official results" in systems[0]
    assert [file_name for _, file_name, _ in systems[2]] == ["results.csv"]
    data = first["pages/data/page.py", 0]
    assert [file_name for _, file_name, _ in data[2]] == ["template.csv"]


def test_what_is_compared_differs_where_a_task_is_not_blind(tasks, monkeypatch):
    facts = json.loads((tasks / "secret" / "task.json").read_text()) | {"blind": False}
    collector, seen = Collector(monkeypatch), []
    for exchanged in (False, True):
        publish(tasks / "secret", facts, exchanged=exchanged)
        forget()
        seen.append(collector.take(app_at("pages/data/page.py", task="secret")))
    assert seen[0] != seen[1]


def test_no_votes_scores_words_or_numbers_of_a_case_are_anywhere(tasks, found):
    text = str([one for (page, number), one in found[0].items() if page in ON_TASKS and number != 3])
    rows = [",".join(map(str, row)) for row in votes().tolist()]
    assert not [row for row in rows if row in text]
    task = of_path(tasks / "secret").sealed.task(None)
    scores = score(task).values
    digits = {f"{value:.6f}" for value in scores.ravel().tolist() if 0 < value < 1 and abs(value - 1 / 3) > 1e-6}
    assert len(digits) > 500
    assert not [number for number in digits if number in text]
    assert not re.search(r"\bword\d+\b", text)
    source = of_path(tasks / "secret")
    assert "Sealed" not in repr(source) or "File(" not in repr(source)


def test_a_server_sends_no_votes_scores_or_words_of_a_case_in_messages_and_media(tasks, tmp_path_factory, monkeypatch):
    received = []
    take = Visitor._take

    def record(visitor, message):
        received.append(message.SerializeToString())
        take(visitor, message)

    monkeypatch.setattr(Visitor, "_take", record)

    async def look_around(address):
        for page in ("cases", "data", "measures", "plan", "popularity-vs-uniform", "systems"):
            visitor = Visitor(address, random.Random(1))
            await visitor.open(page, {"task": "secret"}, files=False)
            if page == "systems":
                await visitor.upload("add_runs_secret_0", {"mine.csv": MINE.encode()})
            media = {found for message in received for found in re.findall(rb"/media/[\w.%-]+", message)}
            for path in media:
                answer = await visitor.client.ask("GET", path.decode())
                received.append(answer.body)
            await visitor.close()

    address, process = servers.start(ROOT / "app.py", tmp_path_factory.mktemp("blind") / "log.txt")
    try:
        completed(look_around(address))
    finally:
        process.terminate()
        process.wait()
    text = b"\n".join(received).decode("utf-8", "replace")
    assert "Official results" in text
    assert "own_standing" in text
    assert not [row for row in votes().tolist() if re.search(r"\b" + r"\D{1,40}".join(map(str, row)), text)]
    scores = score(of_path(tasks / "secret").sealed.task(None)).values.ravel().tolist()
    assert not [value for value in scores if 0 < value < 1 and abs(value - 1 / 3) > 1e-6 and f"{value:.6f}" in text]
    assert not re.search(r"\bword\d+\b", text)
    binary = b"\n".join(received)
    shares = votes() / votes().sum(axis=1, keepdims=True)
    assert not [row for row in shares if row.tobytes() in binary or row.astype(np.float32).tobytes() in binary]


def test_the_files_of_a_blind_task_are_handed_out_to_nobody(tasks):
    source = of_path(tasks / "secret")
    assert source.blind
    with pytest.raises(OrdquantError, match="This task is blind"):
        source.load()
    changed = sources.Changes(gold="runs/one.csv").adding([File("mine.csv", MINE.encode())]).applied_to(source)
    with pytest.raises(OrdquantError, match="This task is blind"):
        changed.load()
    assert changed.gold == source.gold


def test_only_the_module_on_blind_tasks_opens_what_is_sealed():
    uses = {
        path.relative_to(ROOT).as_posix()
        for folder in ("ordquant_core", "pages")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\.sealed\b(?! import)|_sealed\(", path.read_text(encoding="utf-8"))
    }
    assert uses == {"ordquant_core/formats/published/source.py", "ordquant_core/analysis/blind.py"}


def test_only_runs_with_every_case_are_scored_and_choices_of_a_visitor_count_for_nothing(tasks):
    source = of_path(tasks / "secret")
    results = blind.blind_results(source)
    read = blind.check_own_runs(source, [File("few.csv", FEW.encode())])
    assert read.task is None
    with pytest.raises(OrdquantError, match="an estimate for every case"):
        blind.stand_own_runs(source, read, results)
    read = blind.check_own_runs(source, [File("mine.csv", MINE.encode())])
    (own,) = blind.stand_own_runs(source, read, results)
    steps = own.means / own.step
    assert own.step == pytest.approx(0.05)
    assert steps == pytest.approx(np.round(steps), abs=1e-9)


def test_the_standing_of_an_own_run_is_shown_and_a_limit_holds(tasks, monkeypatch):
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    drawn = Collector(monkeypatch).take(app)[0]
    assert "own_standing" in drawn
    assert "Ready to submit" in drawn
    counter = own_runs._Counter()
    assert all(counter.may_score("t", str(number), 0.0) for number in range(own_runs.MOST_A_DAY))
    assert not counter.may_score("t", "one more", 10.0)
    assert counter.may_score("t", "3", 10.0)  # seen before
    assert counter.may_score("u", "one more", 10.0)
    assert counter.may_score("t", "one more", own_runs.A_DAY + 1.0)


@pytest.mark.parametrize("broken", ["gold", "run"])
def test_problems_of_the_files_are_counted_and_not_shown(tasks, broken):
    file = tasks / "secret" / ("gold.csv" if broken == "gold" else "runs/one.csv")
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:5], lines[5].rpartition(",")[0].replace(CASES[4], "?!?,?!?"), *lines[6:]]))
    forget()
    for page in ("pages/systems/page.py", "pages/data/page.py"):
        app = app_at(page, task="secret")
        said = messages(app)
        assert "runs/one.csv" in said
        assert ": cannot be used; organisers: `python -m ordquant_core check FOLDER` lists what is wrong" in said
        assert "?!?" not in str([node.proto for node in nodes(app._tree) if hasattr(node, "proto")])


# Where a blind task could be taken for another one


def test_a_wrong_entry_shows_nothing_of_the_task(tasks):
    facts = json.loads((tasks / "secret" / "task.json").read_text()) | {"blind": "yes"}
    (tasks / "secret" / "task.json").write_text(json.dumps(facts))
    source = of_path(tasks / "secret")
    assert [problem.case for problem in source.problems] == ["blind"]


def test_a_blind_task_further_down_or_in_an_archive_is_refused(tasks):
    publish(tasks / "venue" / "secret")
    (problem,) = of_path(tasks / "venue").problems
    assert problem.seen == "this is the description of a blind task"
    with zipfile.ZipFile(tasks / "packed.zip", "w") as archive:
        for path in sorted((tasks / "secret").rglob("*.*")):
            archive.write(path, path.relative_to(tasks))
    with pytest.raises(OrdquantError, match="it holds a blind task"):
        of_path(tasks / "packed.zip").load()


def test_a_folder_of_tasks_that_is_itself_a_blind_task_is_that_task(tasks):
    (source,) = of_tasks(tasks / "secret")
    assert source.blind
    assert Path(str(source.key)).name == "secret"


@pytest.mark.parametrize("shift", [-0.002, 0.0, 0.004])
def test_the_rank_of_an_own_run_is_all_that_its_rounded_mean_allows(shift):
    others, step = np.array([0.101, 0.104, 0.108, 0.3]), 0.01
    true = 0.104 + shift
    best, worst = blind._possible_ranks(round(true / step) * step, others, step)
    assert best <= 1 + int((others < true).sum()) <= worst
    assert (best, worst) != (1, 5)
    assert blind._possible_ranks(float("nan"), others, step) is None
