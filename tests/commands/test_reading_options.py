"""The options that say how tables are read: what they mean, what is refused, and that messages lead to an answer."""

import argparse
import csv
import io
import json
import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.__main__ import main, parsers
from ordquant_core.commands.decisions import choices_of
from ordquant_core.errors import REPAIRS, OrdquantError
from ordquant_core.formats.mapping import HINTS, LAYOUTS, SPLITS, TableMapping, mappings_of
from ordquant_core.tasks import Decisions, load_gold
from ordquant_core.tasks.loading import load_task
from tests.formats.test_tables_of_other_layouts import FOLDER, rows, scored

VOTES = "post,reply,annotator,rating,status\n" + "".join(
    f"p{post},{reply},w{who},{(post + reply + who) % 3 + 1},{'ok' if who < 4 else 'spam'}\n"
    for post in (1, 2)
    for reply in (1, 2)
    for who in (1, 2, 3, 4)
)
OF_VOTES = TableMapping(
    "votes",
    case=("post", "reply"),
    annotator="annotator",
    label="rating",
    classes=("3", "2", "1"),
    where=(("status", "ok"),),
)


@pytest.fixture
def votes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.csv").write_text(VOTES)
    (tmp_path / "m.json").write_text(json.dumps(OF_VOTES.to_json()))
    return tmp_path


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


def test_options_a_file_a_text_and_task_json_lead_to_one_gold(votes, table):
    expected = load_gold("gold.csv", choices=Decisions().with_mapping(OF_VOTES))
    assert expected.classes == ("3", "2", "1")
    assert expected.cases[0] == "p1/1"
    assert expected.votes.sum(axis=1).tolist() == [3] * 4
    (votes / "task").mkdir()
    (votes / "task" / "gold.csv").write_text(VOTES)
    said = {"gold": "gold.csv", "mapping": OF_VOTES.to_json()}
    (votes / "task" / "task.json").write_text(json.dumps(said))
    ways = [
        ["gold.csv", *OF_VOTES.words()],
        ["gold.csv", "--mapping", "m.json"],
        ["gold.csv", "--mapping", json.dumps({"gold.csv": OF_VOTES.to_json()})],
        ["task"],
    ]
    found = [table("score", *way, "baseline:uniform", "--per-case", "--measures", "NMD")[1] for way in ways]
    assert found == [found[0]] * len(ways)
    assert [row[1] for row in found[0]] == list(expected.cases)
    for way in (["gold.csv", "--mapping", "m.json"], ["task"]):
        assert "3 classes (2, 3, 1), 3 votes each" in table("check", *way, "--classes", "2,3,1")[2]


WRONG = {
    "a role without a layout": (["--label", "stars"], "--label needs --layout"),
    "rows without a layout": (["--where", "status=ok"], "--where needs --layout"),
    "a file and options": (["--mapping", "m.json", "--layout", "votes"], "--mapping cannot be combined with --layout"),
    "no such file": (["--mapping", "n.json"], "n.json: there is no such file"),
    "no JSON": (["--mapping", "cut.json"], "cut.json: not JSON"),
    "an unknown field": (
        ["--mapping", '{"layout": "votes", "cases": "x"}'],
        "--mapping: there is no field cases; did you mean case?",
    ),
    "a field of a file": (
        ["--mapping", '{"a.csv": {"layout": "votes", "empty": 7}}'],
        "--mapping: a.csv: empty is '7'; expected refuse, 0 and missing",
    ),
    "no layout in a file": (["--mapping", '{"label": "x"}'], "--mapping: the layout is missing"),
    "a wrong layout": (["--layout", "vote"], "invalid choice: 'vote'"),
    "a column twice": (["--layout", "votes", "--case", "a,a"], "argument --case: 'a' is named twice"),
    "no value": (["--layout", "votes", "--where", "status"], "--where: expected COLUMN=VALUE; found 'status'"),
    "no line": (["--header", "0"], "argument --header: '0' is not the number of a line"),
    "an unknown repair": (
        ["--repair", "renormalize"],
        "there is no repair 'renormalize'; did you mean renormalise? The repairs are renormalise, percentages",
    ),
    "a repair of old": (["--repair", "latin-1"], "there is no repair 'latin-1'"),
    "no row that is kept": (
        ["--layout", "votes", "--case", "post", "--label", "rating", "--drop", "status=ok", "--drop", "status=spam"],
        "gold.csv: all rows are left out; leave fewer rows out",
    ),
    "no vote that counts": (
        ["--layout", "votes", "--case", "post", "--label", "status", "--no-vote", "ok,spam"],
        "gold.csv: there is no vote",
    ),
    "no such column": (
        ["--layout", "votes", "--case", "post", "--label", "stars"],
        "there is no column stars: the columns are post, reply, annotator, rating, status",
    ),
}


@pytest.mark.parametrize(("words", "message"), WRONG.values(), ids=WRONG)
def test_what_does_not_go_together_is_one_line(votes, refused, words, message):
    (votes / "cut.json").write_text("{")
    assert message in refused("score", "gold.csv", "baseline:uniform", *words)


def test_repairs_may_be_named_together_or_one_by_one():
    assert decided("--repair", "renormalise,drop-missing", "--repair", "by-position").made == (
        *("renormalise", "by-position", "drop-missing"),
    )
    assert decided("--repair", ",".join(REPAIRS)).made == REPAIRS


def test_what_is_said_on_the_file_needs_no_layout_and_classes_are_for_every_format():
    assert decided("--header", "3", "--turned").mappings == (("", TableMapping(header=3, turned=True)),)
    assert decided("--classes", "a,b") == Decisions(classes=("a", "b"))
    assert decided("--classes", "-1,0,1").classes == ("-1", "0", "1")
    both = decided("--layout", "people", "--annotator", "who", "--classes", "a,b")
    assert both == Decisions().with_mapping(TableMapping("people", annotator="who", classes=("a", "b")))


def test_check_prints_the_question_with_its_answer_and_every_command_refuses_with_the_same_line(votes, table, refused):
    _, ((file, case, seen, action),), _ = table("check", "gold.csv", "baseline:uniform")
    assert (file, case) == ("gold.csv", "")
    assert action.startswith("say how to read it: --layout votes ")
    assert ", and --" in action
    line = f"error: gold.csv: {seen}; {action}\n"
    for command in ("score", "results", "compare", "agreement", "report"):
        assert refused(command, "gold.csv", "baseline:uniform", "baseline:popularity") == line
    assert refused("plan", "gold.csv", "--noise") == line
    assert refused("template", "gold.csv") == line
    assert refused("export", "gold.csv", "--tira", "--out", "t.zip") == line


def test_check_says_how_each_table_was_read_and_that_reads_it_again(votes, table):
    (votes / "run.csv").write_text("id,1,2,3\n" + "".join(f"p{p}/{r},.2,.3,.5\n" for p in (1, 2) for r in (1, 2)))
    _, found, err = table("check", "gold.csv", "run.csv", *OF_VOTES.words())
    assert found == []
    assert "note: gold.csv: a row per vote, 4 cases, 3 classes (3, 2, 1), 3 votes each\n" in err
    said = re.findall(r"^note: (.*): as with (.*)$", err, re.MULTILINE)
    assert [name for name, _ in said] == ["gold.csv", "run.csv"]
    assert shlex.split(said[0][1].partition("; ")[0]) == OF_VOTES.words()
    again = table("check", "gold.csv", "run.csv", *shlex.split(said[0][1].partition("; ")[0]))
    assert again[2] == err
    of_run = json.loads(shlex.split(said[1][1])[1])
    both = json.dumps({"": OF_VOTES.to_json(), **of_run})
    assert (
        table("score", "gold.csv", "run.csv", "--mapping", both, "--per-case")[1]
        == (table("score", "gold.csv", "run.csv", *OF_VOTES.words(), "--per-case")[1])
    )


def test_a_question_on_a_run_is_answered_by_a_mapping_with_its_name(votes, table, refused):
    shares = [
        (f"p{p}/{r}", level, share) for p in (1, 2) for r in (1, 2) for level, share in ((1, 0.5), (2, 0.5), (3, 0))
    ]
    (votes / "run.csv").write_text("id,level,share\n" + "".join(f"{i},{level},{share}\n" for i, level, share in shares))
    (votes / "odd.csv").write_text("id,level,x,y\n" + "".join(f"{i},{level},{x},1\n" for i, level, x in shares))
    err = refused("score", "gold.csv", "odd.csv", *OF_VOTES.words())
    asked = json.loads(shlex.split(err.partition("say how to read it: ")[2])[1])
    assert list(asked) == ["odd.csv"]
    mapping = {"layout": "values", "case": "id", "label": "level", "value": "x"}
    said = json.dumps({"gold.csv": OF_VOTES.to_json(), "odd.csv": mapping})
    _, found, _ = table("score", "gold.csv", "odd.csv", "run.csv", "--mapping", said, "--measures", "NMD")
    assert [row[0] for row in found] == ["odd", "run"]
    assert found[0][2] == found[1][2]


def test_in_python_a_question_names_the_mapping_to_complete(votes):
    with pytest.raises(OrdquantError, match=re.escape("oq.TableMapping(layout='votes', ")) as asked:
        load_task("gold.csv")
    assert "--" not in str(asked.value)
    task = load_task("gold.csv", choices=Decisions().with_mapping(OF_VOTES, "gold.csv"))
    assert task.classes == ("3", "2", "1")


@pytest.mark.parametrize(("file", "outcome", "right", "options"), [row for row in rows() if row[1] == "ask"])
def test_what_check_says_for_certain_goes_with_the_mapping_of_a_person(file, outcome, right, options, capsys):
    path = str(FOLDER / file)
    assert main(["check", path, "baseline:uniform"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    certain, separator, _ = row["action"].partition(", and --")
    said = parsers()[1]["score"]
    found = said.parse_args([path, *(shlex.split(certain.removeprefix("say how to read it:")) if separator else [])])
    both = said.parse_args([path, *shlex.split(options)], argparse.Namespace(**vars(found)))
    (_, mapping), *_ = choices_of(both).mappings
    assert scored(path, mapping.words(), capsys) == right
    assert scored(path, ["--mapping", json.dumps(mapping.to_json())], capsys) == right


def test_the_help_of_check_names_every_option_and_others_lead_to_it(capsys):
    assert main(["check", "-h"]) == 0
    words = capsys.readouterr().out
    assert {f"--{name.replace('_', '-')}" for name in HINTS} <= {*re.findall(r"--[a-z-]+", words)}
    assert set(REPAIRS) <= {*words.split()}
    assert main(["score", "-h"]) == 0
    assert "check -h" in capsys.readouterr().out
    assert main(["plan", "-h"]) == 0
    words = capsys.readouterr().out
    assert "--split  " in words  # the way of planning, not the sign in a list, which --mapping takes
    assert "--split SIGN" not in words


def test_a_mapping_of_a_file_that_is_not_there_or_is_no_table_is_reported(votes, table, refused):
    other = {"layout": "values", "case": "id", "label": "level", "value": "share"}
    said = json.dumps({"": OF_VOTES.to_json(), "run-7.csv": other})
    _, _, err = table("score", "gold.csv", "baseline:uniform", "--mapping", said)
    assert "note: run-7.csv: its mapping is not used, as there is no such file\n" in err
    gold = [{"id": "x", "annotations": [{"quality": {"A": label}} for label in range(-2, 3)]}]
    (votes / "gold.json").write_text(json.dumps(gold))
    _, _, err = table("score", "gold.json", "baseline:uniform", "--layout", "people", "--annotator", "id")
    assert "note: gold.json: its mapping is not used, as this is NTCIR JSON of dialogue quality\n" in err
    (votes / "task").mkdir()
    (votes / "task" / "gold.csv").write_text(VOTES)
    facts = {"gold": "gold.csv", "mapping": {"gold.csv": OF_VOTES.to_json(), "runs/one.csv": other}}
    (votes / "task" / "task.json").write_text(json.dumps(facts))
    assert "task/task.json, mapping: there is no 'runs/one.csv' in the folder" in refused("score", "task")
