"""A blind task: whatever page, link, download, upload or error a visitor tries, nothing depends on the gold of a case.

Two gold files are compared: in the second one, two cases have exchanged their votes. All runs have the same estimates
on these two, so that every mean, interval and test over all cases is the same, digit by digit. Any difference in what a
visitor gets would reveal which of the two has which votes.
"""

import json
import os
import random
import re
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
import streamlit as st

from ordquant_core.analysis import blind
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import File
from ordquant_core.formats.published.answers import NAME
from ordquant_core.formats.published.source import of_path, of_tasks
from ordquant_core.tables.runs.blind_sentences import WHY
from pages.shared import downloads, sources
from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor
from tests.pages.apps import ROOT, app_at, messages, shown, text_of
from tests.zips import zipped

pytestmark = pytest.mark.slow

ONE = {"anyone": True, "answers": 1}
CLASSES = ("low", "mid", "high")
CASES = tuple(f"case-{number:02}" for number in range(30))
HEADER = "case,low,mid,high,text"
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").glob("*/page.py"))
ON_TASKS = tuple(one for one in PAGES if re.search(r"data/|tasks\.current\(", one + (ROOT / one).read_text("utf-8")))
NOT_ON_TASKS = {*PAGES} - {*ON_TASKS}
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
    said = {"title": "Secret task", "gold": "gold.csv", "runs": ["runs/*.csv"], "blind": ONE, "teams": {"one": "Red"}}
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
        if mime == "application/pdf":  # plots are among what is drawn, and their file says when it was made
            return
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


LINKS = [  # with a seed: Your eye draws one
    {"task": "secret", "seed": "1"},
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
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    assert "mine" in scored(app)
    found["scored"] = collector.take(app)
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Return all that a visitor gets, of the gold as it is and of the other one."""
    folder = tmp_path_factory.mktemp("tasks")
    with pytest.MonkeyPatch.context() as patch, published(folder, patch):
        first = everything(patch)
        write_gold(folder / "secret", exchanged=True)
        (folder / "secret" / NAME).unlink()
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
    text = str([one for key, one in found[0].items() if key[0] not in NOT_ON_TASKS and key[1] != 3])
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
                await visitor.press("score_own_secret")
            media = {found for message in received for found in re.findall(rb"/media/[\w.%-]+", message)}
            for path in media:
                answer = await visitor.client.ask("GET", path.decode())
                received.append(answer.body)
            await visitor.close()

    with servers.running(ROOT / "app.py", tmp_path_factory.mktemp("blind") / "log.txt") as (address, _):
        completed(look_around(address))
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


def test_sessions_servers_and_restarts_share_one_count_whatever_a_file_is_called(tasks, tmp_path_factory):
    """Three processes: two at once, and one that is started when the first has ended."""
    logs, texts = tmp_path_factory.mktemp("servers"), {}
    lines = MINE.splitlines()
    turned = "\n".join(
        [",".join([row.split(",")[0], *row.split(",")[:0:-1]]) for row in (lines[0], *lines[:0:-1])]
    )  # cases and classes in the other order
    other = MINE.replace(".5,.3,.2", "0,0,1")

    async def visit(name, address, file, text, *, press):
        visitor = Visitor(address, random.Random(1))
        await visitor.open("systems", {"task": "secret"}, files=False)
        await visitor.upload("add_runs_secret_0", {file: text.encode()})
        if press:
            await visitor.press("score_own_secret")
        texts[name] = str([part.element for part in visitor.shown.parts.values()])
        await visitor.close()

    with servers_of(logs, "one", "two") as (one, two):
        completed(visit("first", one, "mine.csv", MINE, press=True))
        completed(visit("another session", one, "mine.csv", other, press=False))
        completed(visit("another process", two, "mine.csv", other, press=False))
        completed(visit("the same run", two, "renamed.csv", turned, press=False))
    with servers_of(logs, "again") as (again,):
        completed(visit("after a restart", again, "mine.csv", other, press=False))
        completed(visit("the same run after a restart", again, "again.csv", MINE, press=False))
    for name, text in texts.items():
        assert ("own_standing" in text) == (name == "first" or "the same" in name), name
        assert "none of 1 answer" in text, name
        assert ("1 run is new, and no answer is left" in text.replace("\\", "")) == (
            name.startswith("another") or name == "after a restart"
        ), name


@contextmanager
def servers_of(logs, *names):
    """Hold servers, each a process of its own, and yield their addresses."""
    with ExitStack() as stack:
        started = [stack.enter_context(servers.running(ROOT / "app.py", logs / f"{name}.txt")) for name in names]
        yield [address for address, _ in started]


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


def test_only_runs_with_every_case_are_scored(tasks, tmp_path):
    source = of_path(tasks / "secret")
    results, file = blind.blind_results(source), tmp_path / "answers"
    read = blind.check_own_runs(blind.blind_outline(source), [File("few.csv", FEW.encode())])
    assert read.task is None
    with pytest.raises(OrdquantError, match="an estimate for every case"):
        blind.answer(source, read, results, "", file, 1, new=True)
    read = blind.check_own_runs(blind.blind_outline(source), [File("mine.csv", MINE.encode())])
    (own,) = blind.answer(source, read, results, "", file, 1, new=True)
    assert own.mean / 0.05 == pytest.approx(round(own.mean / 0.05), abs=1e-9)


def scored(app, press=True):
    """Press the button that has the runs of the visitor scored, and return what is said of them."""
    buttons = [button for button in app.button if button.label.startswith("Score ")]
    if buttons and press:
        buttons[0].click().run()
        assert not app.exception, app.exception
    found = [text_of(block.value) for block in app.html if 'id="own_standing"' in block.value]
    return found[0] if found else ""


def unescaped(box):
    return re.sub(r"\\(.)", r"\1", box.value)


def remaining(app):
    return text_of(shown(app, 'id="answers_left"'))


def test_a_run_is_scored_when_the_visitor_asks_for_it_and_the_answers_left_are_said(tasks):
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    assert remaining(app) == "For all visitors together: 1 of 1 answer is left. " + WHY
    assert scored(app, press=False) == ""
    assert "mine" in scored(app)
    assert remaining(app).startswith("For all visitors together: none of 1 answer")
    forget()  # as after a restart, for another visitor
    again = app_at("pages/systems/page.py", task="secret")
    assert remaining(again).startswith("For all visitors together: none of 1 answer")
    assert "mine" in scored(upload(again, "mine.csv", MINE), press=False)
    other = upload(app_at("pages/systems/page.py", task="secret"), "other.csv", MINE.replace(".5,.3,.2", "0,0,1"))
    assert scored(other) == ""
    assert [unescaped(box) for box in other.info] == [
        "1 run is new, and no answer is left: runs are only checked from now on."
    ]


def test_a_team_has_a_budget_of_its_own_and_its_token_is_nowhere(tasks, monkeypatch):
    tokens = {name: sha256(f"token of {name}".encode()).hexdigest() for name in ("Red", "Blue")}
    facts = json.loads((tasks / "secret" / "task.json").read_text())
    publish(tasks / "secret", facts | {"blind": {"answers": 2, "tokens": tokens}})
    for name, others in (("Red", "0,0,1"), ("Blue", "0,1,0")):
        app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
        assert scored(app) == ""
        (field,) = app.text_input
        assert field.proto.type == field.proto.PASSWORD
        field.set_value("a guess").run()
        assert "No team of this task has this token" in messages(app)
        app.text_input[0].set_value(f"token of {name}").run()
        assert remaining(app).startswith(f"{name}: 2 of 2 answers are left")
        assert "mine" in scored(app)
        assert remaining(app).startswith(f"{name}: 1 of 2 answers is left")
        upload_more(app, "others.csv", MINE.replace(".5,.3,.2", others))
        assert "others" in scored(app)
        assert remaining(app).startswith(f"{name}: none of 2 answers")
        drawn, said, files = Collector(monkeypatch).take(app)
        assert not [digest for digest in tokens.values() if digest in drawn + said + str(files)]
        assert "token of" not in "".join(str(dict(app.query_params))) + said


def upload_more(app, name, text):
    app.file_uploader(key="add_runs_secret_1").set_value([(name, text.encode(), "text/csv")]).run()


def test_where_answers_cannot_be_counted_none_is_given(tasks, monkeypatch):
    monkeypatch.setenv("ORDQUANT_STATE", str(tasks / "no such folder"))
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    assert "This server cannot count its answers now" in messages(app)
    assert scored(app) == ""
    assert "Official results" in Collector(monkeypatch).take(app)[0]


def test_where_nothing_is_scored_it_is_said_why_and_nothing_is_offered(tasks):
    facts = json.loads((tasks / "secret" / "task.json").read_text())
    publish(tasks / "secret", facts | {"blind": {"anyone": True, "answers": 0}})
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    assert remaining(app) == "Runs are checked here, but not scored: the organisers have decided so."
    assert not [button for button in app.button if button.label.startswith("Score ")]


@pytest.mark.parametrize("terms", [True, {"answers": 3}])
def test_without_tokens_nothing_is_scored_unless_the_organiser_lets_anyone_ask(tasks, terms):
    """One visitor could use up the answers of all."""
    facts = json.loads((tasks / "secret" / "task.json").read_text())
    publish(tasks / "secret", facts | {"blind": terms})
    app = upload(app_at("pages/systems/page.py", task="secret"), "mine.csv", MINE)
    reason = "the organisers have given no tokens to teams"
    assert remaining(app) == f"Runs are checked here, but not scored: {reason}."
    assert scored(app) == ""
    source = sources.every()["secret"]
    read = blind.check_own_runs(blind.blind_outline(source), [File("mine.csv", MINE.encode())])
    with pytest.raises(OrdquantError, match=reason):
        blind.answer(source, read, blind.blind_results(source), "", tasks / "count", 1, new=True)


def test_too_many_runs_at_once_are_not_scored(tasks):
    app = app_at("pages/systems/page.py", task="secret")
    files = [(f"run-{number}.csv", MINE.encode(), "text/csv") for number in range(blind.AT_ONCE + 1)]
    app.file_uploader(key="add_runs_secret_0").set_value(files).run()
    assert scored(app) == ""
    assert [box.value for box in app.info] == ["At most 5 runs are scored together. Remove some of your 6 runs."]


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


def test_a_blind_task_further_down_or_in_an_archive_is_refused(tasks):
    publish(tasks / "venue" / "secret")
    (problem,) = of_path(tasks / "venue").problems
    assert problem.seen == "this is the description of a blind task"
    files = {str(path.relative_to(tasks)): path.read_bytes() for path in (tasks / "secret").rglob("*.*")}
    (tasks / "packed.zip").write_bytes(zipped(files))
    with pytest.raises(OrdquantError, match="it holds a blind task"):
        of_path(tasks / "packed.zip").load()


def test_a_folder_of_tasks_that_is_itself_a_blind_task_is_that_task(tasks):
    (source,) = of_tasks(tasks / "secret")
    assert source.blind
    assert Path(str(source.key)).name == "secret"


@pytest.mark.parametrize("page", ["data", "systems", "cases"])
def test_a_wrong_entry_is_reported_on_every_page(tasks, page):
    publish(tasks / "secret", {"gold": "gold.csv", "runs": ["runs/*.csv"], "blind": "yes"})
    forget()
    app = app_at(f"pages/{page}/page.py", task="secret")
    assert not app.exception
    assert "found 'yes'" in text_of(shown(app, 'id="problems"'))
    with pytest.raises(InputError, match="found 'yes'"):
        of_path(tasks / "secret").load()


NAMES = ["Task.json", "TASK.JSON", "task.json.txt", "task.json~", "task.json.bak", "Task.JSON.json"]


@pytest.mark.parametrize("name", NAMES)
def test_a_description_under_a_name_that_resembles_task_json_opens_nothing(tasks, monkeypatch, name):
    (tasks / "secret" / "task.json").rename(tasks / "secret" / name)
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    forget()
    source = sources.every()["secret"]
    (problem,) = source.problems
    assert (problem.file, problem.action) == ("task.json", "rename it to task.json")
    with pytest.raises(InputError):
        source.load()
    app = app_at("pages/data/page.py", task="secret")
    assert not app.exception
    assert not [row for row in votes().tolist() if ",".join(map(str, row)) in str(app._tree)]


def test_a_second_description_that_says_that_the_task_is_blind_opens_nothing(tasks):
    facts = (tasks / "secret" / "task.json").read_text()
    (tasks / "secret" / "task.json.txt").write_text(facts)
    assert of_path(tasks / "secret").blind
    publish(tasks / "secret", {"gold": "gold.csv"})
    (problem,) = of_path(tasks / "secret").problems
    assert problem.seen == "this file may say that the task is blind, and task.json does not"
    (tasks / "secret" / "task.json.txt").write_text('{"gold": "gold.csv"}')
    source = of_path(tasks / "secret")
    assert not source.problems
    assert not [file.name for file in source.load() if "task.json" in file.name]


def test_a_folder_is_offered_once_it_has_a_task_json_unless_the_organiser_asks_for_more(tasks, monkeypatch):
    facts = (tasks / "secret" / "task.json").read_text()
    (tasks / "secret" / "task.json").unlink()
    (tasks / "gold.csv").write_text("case,a,b\nx,1,2\n")
    forget()
    assert not {"secret", "gold"} & set(sources.every())
    (tasks / "secret" / "task.json").write_text(facts)
    forget()
    assert sources.every()["secret"].blind
    (tasks / "secret" / "task.json").unlink()
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    forget()
    assert {"secret", "gold"} <= set(sources.every())


OPENING = "delete the file .answers.sqlite that counts its answers, then restart the server to open it"


@pytest.mark.parametrize("how", ["no task.json", "another task.json"])
@pytest.mark.parametrize("state", [False, True], ids=["beside the task", "in the folder of the state"])
def test_a_task_that_was_blind_stays_closed_after_a_restart_too(tasks, tmp_path_factory, monkeypatch, how, state):
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    file = tasks / "secret" / NAME
    if state:
        file = tmp_path_factory.mktemp("state") / f"secret{NAME}"
        monkeypatch.setenv("ORDQUANT_STATE", str(file.parent))
    assert sources.every()["secret"].blind
    if how == "no task.json":
        (tasks / "secret" / "task.json").unlink()
    else:
        publish(tasks / "secret", {"gold": "gold.csv", "runs": ["runs/*.csv"]})
    for restart in (sources.offered.clear, forget):  # as after ten seconds; as in a process that took over
        restart()
        source = sources.every()["secret"]
        assert [problem.action for problem in source.problems] == [OPENING]
        with pytest.raises(InputError):
            source.load()
    assert OPENING in shown(app_at("pages/data/page.py", task="secret"), 'id="problems"')
    file.unlink()
    forget()
    assert not sources.every()["secret"].problems


def test_a_task_is_closed_in_this_process_where_nothing_can_be_written(tasks, monkeypatch, caplog):
    monkeypatch.setenv("ORDQUANT_STATE", str(tasks / "no such folder"))
    assert sources.every()["secret"].blind
    assert "a restart forgets that this task was blind" in caplog.text
    publish(tasks / "secret", {"gold": "gold.csv", "runs": ["runs/*.csv"]})
    sources.offered.clear()
    assert sources.every()["secret"].problems


def test_the_files_of_a_folder_that_was_a_blind_task_are_no_tasks(tasks):
    (source,) = of_tasks(tasks / "secret")
    blind.left(source, blind.blind_results(source), "", blind.answers_file(source, None), 0)
    (tasks / "secret" / "task.json").unlink()
    (source,) = of_tasks(tasks / "secret")
    assert [problem.action for problem in source.problems] == [OPENING]


def test_the_log_names_what_is_not_offered_for_lack_of_a_task_json_once(tasks, caplog):
    (tasks / "being copied").mkdir()
    (tasks / "gold.csv").write_text("case,a,b\nx,1,2\n")
    for _ in range(2):
        sources.offered.clear()
        sources.every()
    said = [record.getMessage() for record in caplog.records if "is not offered" in record.getMessage()]
    assert [words.partition(" is not")[0] for words in said] == ["'being copied'", "'gold.csv'"]


def test_all_tasks_of_a_folder_can_be_blind_whatever_they_say(tasks, monkeypatch):
    publish(tasks / "open", {"gold": "gold.csv", "runs": ["runs/*.csv"]})
    publish(tasks / "undescribed")
    (tasks / "undescribed" / "task.json").unlink()
    (tasks / "lists").mkdir()
    (tasks / "lists" / "task.json").write_text('{"kind": "ranked lists", "gold": "q.txt", "runs": ["r.txt"]}')
    (tasks / "lists" / "q.txt").write_text("1 0 a 1\n")
    (tasks / "lists" / "r.txt").write_text("1 Q0 a 1 3 x\n")
    (tasks / "packed.zip").write_bytes(zipped({"gold.csv": (tasks / "secret" / "gold.csv").read_bytes()}))
    monkeypatch.setenv("ORDQUANT_OFFER", "all")
    monkeypatch.setenv("ORDQUANT_BLIND", "all")
    forget()
    found = {**sources.every(), **sources.published("ranked lists")}
    assert all(found[key].blind for key in ("secret", "open", "undescribed"))
    assert all(found[key].problems for key in ("lists", "packed.zip"))
    for key in ("secret", "open", "undescribed", "lists", "packed.zip"):
        with pytest.raises(OrdquantError):
            found[key].load()
    assert "Official results" in str([block.value for block in app_at("pages/systems/page.py", task="open").header])
