"""How commands read files: by options, a mapping or task.json, the same in every command; and messages that lead on."""

import argparse
import io
import json
import re
import shlex
import shutil
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.__main__ import parsers
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.reading_options import add_reading
from ordquant_core.errors import REPAIRS, OrdquantError
from ordquant_core.formats.mapping import LAYOUTS, SPLITS, TableMapping, mappings_of
from ordquant_core.tasks import Decisions
from ordquant_core.tasks.loading import load_task
from tests.commands.files import GOLD, RUN, describe, done, ended, of_scales, refused, table
from tests.zips import zipped

VOTES = "post,reply,annotator,rating,status\n" + "".join(
    f"p{post},{reply},w{who},{(post * 3 + reply + who * who) % 4 + 1},{'ok' if who < 6 else 'spam'}\n"
    for post in (1, 2, 3)
    for reply in (1, 2)
    for who in (1, 2, 3, 4, 5, 6)
)
IDS = [f"p{post}/{reply}" for post in (1, 2, 3) for reply in (1, 2)]
OF_VOTES = TableMapping(
    "votes",
    case=("post", "reply"),
    annotator="annotator",
    label="rating",
    classes=("4", "3", "2", "1"),
    where=(("status", "ok"),),
)


# --- options are mappings and decisions ---


def decided(*words):
    return choices_of(parsers()[1]["score"].parse_args(["gold.csv", *words]))


names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6).map(str.strip).filter(bool)
columns = names.filter(lambda name: "=" not in name)
lists = st.lists(names, max_size=3, unique=True).map(tuple)
pairs = st.lists(st.tuples(columns, names), max_size=3, unique=True).map(lambda some: tuple(sorted(some)))
every_mapping = st.builds(
    TableMapping,
    layout=st.sampled_from(LAYOUTS),
    **dict.fromkeys(("case", "columns", "classes", "keep", "ignore", "no_vote"), lists),
    **dict.fromkeys(("label", "annotator", "value", "system", "encoding", "sheet"), st.just("") | names),
    **dict.fromkeys(("where", "drop"), pairs),
    empty=st.sampled_from(["refuse", "0", "missing"]),
    numbers=st.sampled_from(["", "counts", "shares"]),
    split=st.sampled_from(["", *SPLITS]),
    header=st.integers(0, 99),
    decimal=st.sampled_from(["", ".", ","]),
    turned=st.booleans(),
)


@given(every_mapping)
def test_a_mapping_is_the_same_after_it_was_options_and_after_it_was_a_file(mapping):
    assert decided(*shlex.split(mapping.options())).mappings == (("", mapping),)
    assert mappings_of(json.dumps(mapping.to_json()), "m.json") == (("", mapping),)
    by_file = json.dumps({"": mapping.to_json(), "b.csv": mapping.to_json()})
    assert decided("--mapping", by_file).mappings == (("", mapping), ("b.csv", mapping))


def test_options_that_are_no_roles_need_no_layout_and_repairs_may_be_named_in_any_way():
    assert decided("--header", "3", "--turned").mappings == (("", TableMapping(header=3, turned=True)),)
    assert decided("--classes", "-1,0,1") == Decisions(classes=("-1", "0", "1"))
    both = decided("--layout", "people", "--annotator", "who", "--classes", "a,b")
    assert both == Decisions().with_mapping(TableMapping("people", annotator="who", classes=("a", "b")))
    assert decided("--repair", "renormalise,drop-missing", "--repair", "by-position").made == (
        *("renormalise", "by-position", "drop-missing"),
    )
    assert decided("--repair", ",".join(REPAIRS)).made == REPAIRS
    assert decided("--merge", "a,b;c,d", "--missing", "end", "--run-scale", "S", "--positions", "1,2,9") == Decisions(
        merge=(("a", "b"), ("c", "d")), missing="end", run_scale="S", positions=(1, 2, 9), positions_from="--positions"
    )


# --- every command reads a task in the same way ---


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A task that nothing reads without decisions: as files, and as a folder whose task.json decides."""
    folder = tmp_path_factory.mktemp("tables")
    rng = np.random.default_rng(1)
    (folder / "gold.csv").write_text(VOTES)
    for number in range(3):
        rows = rng.dirichlet(np.ones(4), size=6).round(4)
        rows[:, 3] = 1 - rows[:, :3].sum(axis=1)
        rows[number] *= 0.99 if number < 2 else 1
        text = table(IDS, rows.tolist(), ("4", "3", "2", "1"))
        (folder / f"run{number}.csv").write_text("".join(text.splitlines(keepends=True)[: 6 if number == 2 else 7]))
    decisions = {"mapping": OF_VOTES.to_json(), "repairs": ["renormalise"], "missing": "uniform"}
    decisions |= {"merge": [["4", "3"]], "positions": [1, 2, 5]}
    options = f"{OF_VOTES.options()} --repair renormalise --missing uniform --merge 4,3 --positions 1,2,5"
    return of_folder(folder, decisions), options


@pytest.fixture(scope="module")
def scales(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scales")
    (folder / "gold.csv").write_text(of_scales(votes=True))
    for number in range(3):
        (folder / f"run{number}.csv").write_text(of_scales(seed=number))
    return of_folder(folder, {"scale": "E", "run_scale": "A"}), "--scale E --run-scale A"


def of_folder(folder, decisions):
    for place in ("tasks/task", "bare/task"):
        (folder / place).mkdir(parents=True)
        for path in folder.glob("*.csv"):
            shutil.copy(path, folder / place)
    describe(folder / "tasks/task", gold="gold.csv", runs=["run*.csv"], **decisions)
    describe(folder / "bare/task", gold="gold.csv", runs=["run*.csv"])
    return folder


KEYS = "--measures NMD,RNOD"
ALL = "gold.csv run0.csv run1.csv run2.csv"
READING = {  # command: the files that it reads, in the place of the folder, and more
    "score": (ALL, "--per-case"),
    "results": (ALL, "--trials 20 --pairs"),
    "compare": ("gold.csv run0.csv run1.csv", ""),
    "template": ("gold.csv", "--form csv"),
    "check": (ALL, ""),
    **dict.fromkeys(
        ("agreement", "consistency", "discriminative-power", "overlap", "contradictions", "information-tau"),
        (ALL, KEYS),
    ),
    "plan": ("gold.csv", f"--noise {KEYS}"),
    "report": (ALL, f"--trials 20 {KEYS}"),
    "figure": (f"ranks {ALL}", "--out x.svg"),
    "study": ("bare", f"--out {{out}} --trials 9 --splits 4 --size 2 {KEYS}"),
    "export": ("gold.csv", f"--codabench --out x.zip {KEYS}"),
}
FOLDERS = {"compare": "tasks/task tasks/task:run0 tasks/task:run1", "figure": "ranks tasks/task", "study": "tasks"}


def test_every_command_that_reads_a_task_is_in_the_list_above():
    reading = argparse.ArgumentParser(add_help=False)
    add_reading(reading)
    options = {*reading._option_string_actions} - {"--split"}
    assert {name for name, parser in parsers()[1].items() if options <= {*parser._option_string_actions}} == {*READING}


# Of a task with a preferred scale a study has all scales, and an export names none.
ON_SCALES = [command for command in READING if command not in ("study", "export")]


@pytest.mark.parametrize(
    ("kind", "command"), [*(("tables", one) for one in READING), *(("scales", one) for one in ON_SCALES)]
)
@pytest.mark.usefixtures("drawn_as_text")
def test_options_are_as_good_as_a_task_json_in_every_command(kind, command, request, monkeypatch):
    folder, options = request.getfixturevalue(kind)
    monkeypatch.chdir(folder)
    files, more = READING[command]
    by_folder = f"{command} {FOLDERS.get(command, 'tasks/task')} {more.format(out='a')}"
    expected = gist(command, done(*shlex.split(by_folder)))
    assert expected
    assert gist(command, done(*shlex.split(f"{command} {files} {more.format(out='b')} {options}"))) == expected
    without = ended(*shlex.split(f"{command} {files} {more.format(out='c')}"))
    assert without.code == 2 or command == "check"  # which lists what is asked


def gist(command, answer):
    """Return what is the same wherever the files lie."""
    if command == "check":
        return [{name: cell for name, cell in row.items() if name != "file"} for row in answer.rows] or "no problem"
    if command == "report":
        return re.findall(r'<td[^>]* title="([\d.]+)"', answer.out)
    if command == "figure":
        return Path("x.svg").read_text()
    if command == "study":
        written = Path("b") if Path("b").exists() else Path("a")
        return {path.name: path.read_text() for path in written.glob("*.csv")}
    if command == "export":
        with zipfile.ZipFile("x.zip") as archive:
            reference = json.loads(archive.read("reference_data/reference.json"))
            del reference["choices"]
            return reference, archive.read("starting_kit/" + reference["template"])
    return answer.out


def test_what_is_asked_is_the_same_line_in_every_command_and_in_python_names_no_option(tables, monkeypatch):
    monkeypatch.chdir(tables[0])
    (row,) = done("check gold.csv baseline:uniform").rows
    assert row["action"].startswith("say how to read it: --layout votes ")
    line = f"error: gold.csv: {row['problem']}; {row['action']}\n"
    for words in ("score gold.csv baseline:uniform", "plan gold.csv --noise", "template gold.csv"):
        assert refused(words) == line
    with pytest.raises(OrdquantError, match=re.escape("oq.TableMapping(layout='votes', ")) as asked:
        load_task("gold.csv")
    assert "--" not in str(asked.value)


def test_check_says_how_each_table_was_read_and_that_reads_it_again(tables, monkeypatch):
    monkeypatch.chdir(tables[0])
    files, words = ("gold.csv", "run0.csv"), OF_VOTES.words()
    found = done("check", *files, *words, "--repair", "renormalise")
    assert found.rows == []
    assert "note: gold.csv: a row per vote, 6 cases, 4 classes (4, 3, 2, 1), 5 votes each\n" in found.err
    said = re.findall(r"^note: (.*): as with (.*)$", found.err, re.MULTILINE)
    assert [name for name, _ in said] == [*files]
    again = shlex.split(said[0][1].partition("; ")[0])
    assert again == words
    of_run = json.loads(shlex.split(said[1][1])[1])
    both = json.dumps({"": OF_VOTES.to_json(), **of_run})
    as_said = done("score", *files, "--mapping", both, "--repair", "renormalise")
    assert as_said.rows == done("score", *files, *words, "--repair", "renormalise").rows
    shutil.copy("run0.csv", "rün.csv")
    assert 'rün.csv: as with --mapping \'{"rün.csv": {' in done("check", "gold.csv", "rün.csv", *words).err
    order = done("check", *files, *words, "--repair", "renormalise", "--classes", "2,3,4,1")
    assert "4 classes (2, 3, 4, 1), 5 votes each" in order.err


def test_a_question_on_a_run_is_answered_by_a_mapping_with_its_name(folder):
    (folder / "odd.csv").write_text(
        "id,level,x,y\n" + "".join(f"{i},{c},{x},1\n" for i in "xyz" for c, x in zip("abc", (0.5, 0.5, 0), strict=True))
    )
    asked = json.loads(shlex.split(refused("score gold.csv odd.csv").partition("say how to read it: ")[2])[1])
    assert list(asked) == ["odd.csv"]
    mapping = {"layout": "values", "case": "id", "label": "level", "value": "x"}
    found = done("score", "gold.csv", "odd.csv", "run.csv", "--mapping", json.dumps({"odd.csv": mapping}), "--per-case")
    assert {row["run"] for row in found.rows} == {"odd", "run"}
    lost = done("score", "gold.csv", "run.csv", "--mapping", json.dumps({"run-7.csv": mapping}))
    assert "note: run-7.csv: its mapping is not used, as there is no such file\n" in lost.err
    (folder / "gold.json").write_text(of_scales(scales=("A",), votes=True))
    unused = done("score gold.json baseline:uniform --layout people --annotator id")
    assert "note: gold.json: its mapping is not used, as this is NTCIR JSON of dialogue quality\n" in unused.err


# --- folders, runs and scales ---


@pytest.fixture
def published(folder):
    """A folder with a gold, two runs, and a file that its task.json does not name."""
    (folder / "task" / "runs").mkdir(parents=True)
    (folder / "task" / "gold.csv").write_text(GOLD)
    (folder / "task" / "extra.csv").write_text("not a table")
    (folder / "task" / "runs" / "one.csv").write_text(RUN)
    (folder / "task" / "runs" / "two.csv").write_text(RUN.replace(".5,.25,.25", ".25,.5,.25"))
    describe(folder / "task", gold="gold.csv", runs=["runs/*.csv"])
    return folder


def runs_of(answer):
    return list(dict.fromkeys(row["run"] for row in answer.rows))


@pytest.mark.parametrize("path", ["task", "task/", "./task", ".", "./", "../task"])
def test_a_folder_is_read_by_every_way_to_name_it(published, monkeypatch, path):
    if path.startswith("."):
        monkeypatch.chdir("task")
    found = done("score", "../task" if path == "./task" else path)
    assert (runs_of(found), found.err) == (["one", "two"], "")
    assert done("check", "../task" if path == "./task" else path).rows == []
    assert refused("score", "").startswith("error: '': there is no such file")  # also in a folder with a task.json


def test_runs_of_the_command_line_go_before_those_of_a_folder_and_baselines_join_them(published):
    (published / "mine.csv").write_text(RUN)
    (published / "task" / "runs" / "two.csv").write_text("broken")
    assert runs_of(done("score task mine.csv baseline:uniform")) == ["mine", "Uniform"]
    (published / "task" / "runs" / "two.csv").write_text(RUN)
    assert runs_of(done("score task task:two mine.csv")) == ["two", "mine"]
    assert runs_of(done("score task task/runs/two.csv")) == ["two"]
    assert runs_of(done("score task baseline:uniform")) == ["one", "two", "Uniform"]
    describe(published / "task", title="A task")  # all files are runs, but for the gold
    (published / "task" / "extra.csv").unlink()
    found = done("score task mine.csv --measures NMD")
    assert (runs_of(found), found.err) == (["mine"], "")
    assert "mine.csv: accepted" in done("check task mine.csv").err


def test_a_run_of_several_is_named_after_its_file(folder):
    (folder / "all.csv").write_text("system,topic,0,1\nGOLD,t,1,3\none,t,2,2\ntwo,t,4,0\n")
    said = "--measures NMD --layout class-columns --case topic --system system"
    both = done(f"score all.csv {said}").rows
    assert [row["run"] for row in both] == ["one", "two"]
    assert done(f"score all.csv all.csv {said}").rows == both
    two, uniform = done(f"score all.csv all.csv:two baseline:uniform {said}").rows
    assert (two, [*uniform.values()]) == (both[1], ["Uniform", "NMD", "0.25", "1"])
    for name in ("one", "two"):  # runs of an archive, which is not the gold
        (folder / f"{name}.csv").write_text(f"case,0,1\nt,{'.5,.5' if name == 'one' else '1,0'}\n")
    (folder / "gold.csv").write_text("case,0,1\nt,1,3\n")
    (folder / "runs.zip").write_bytes(zipped({path: (folder / path).read_text() for path in ("one.csv", "two.csv")}))
    assert done("score gold.csv runs.zip:two --measures NMD").rows == [both[1]]
    (wins,) = done(f"compare all.csv all.csv:two all.csv:one {said}").rows
    assert [wins[side] for side in ("prefers_a", "prefers_b", "ties")] == ["0", "1", "0"]


def test_standard_input_is_a_file(folder, monkeypatch):
    expected = done("score gold.csv run.csv").rows
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(RUN.encode())))
    assert [row["mean"] for row in done("score gold.csv -").rows] == [row["mean"] for row in expected]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GOLD.encode())))
    assert "standard input can be read only once" in refused("export - --tira --out x.zip")


def test_choices_of_the_command_line_go_before_those_of_task_json_or_are_added(published):
    place = published / "task"
    score = lambda *more: done("score", "task", "--measures", "NMD,NVD", *more)  # noqa: E731
    plain = score().rows
    describe(place, gold="gold.csv", runs=["runs/*.csv"], classes=["b", "a", "c"])
    assert score().rows != plain
    assert score("--classes", "a,b,c").rows == plain
    describe(place, gold="gold.csv", runs=["runs/*.csv"], positions=[1, 2, 5])
    assert [one != other for one, other in zip(score().rows, plain, strict=True)] == [True, False] * 2
    assert score("--positions", "1,2,3").rows == plain
    shutil.copy(published / "off.csv", place / "runs" / "off.csv")
    (place / "runs" / "short.csv").write_text("case,a,b,c\nx,.5,.5,0\ny,1,0,0\n")
    describe(place, gold="gold.csv", runs=["runs/*.csv"], repairs=["renormalise"])
    assert "short.csv, case z: this case is missing" in refused("score task")
    assert score("--repair", "drop-missing").rows[0]["cases"] == "2"


def test_the_scale_of_task_json_is_taken_where_the_files_have_scales(published):
    place = published / "task"
    describe(place, gold="gold.csv", runs=["runs/*.csv"], scale="A")  # as the download of a task on one scale says
    assert runs_of(done("score task")) == ["one", "two"]
    (place / "gold.csv").write_text(of_scales(votes=True))
    for run in ("one", "two"):
        (place / "runs" / f"{run}.csv").write_text(of_scales())
    describe(place, gold="gold.csv", runs=["runs/*.csv"], scale="A")
    assert done("score task --scale A").rows == done("score task").rows != done("score task --scale E").rows
    describe(place, gold="gold.csv", runs=["runs/*.csv"], scale="S")
    assert "has no scale S" in refused("score task")
