"""task.json: what its entries mean, what is said about wrong ones, and the JSON Schema that states the same."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ordquant_core.errors import REPAIRS
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.mapping import LAYOUTS, TableMapping
from ordquant_core.tasks.loading import SAMPLES
from ordquant_core.tasks.published.description import KEYS, KINDS, REPAIRS_OF, TaskDescription, parse_description

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "assets" / "schemas" / "task.schema.json").read_text(encoding="utf-8"))
valid = Draft202012Validator(SCHEMA).is_valid

GOOD = [
    {"measures": ["NMD", "RNOD"], "primary": "RNOD", "teams": {"run-1": "A"}, "groups": {"x": "zh"}},
    {"teams": "teams.csv", "groups": "language"},
    {},
    {"title": "T", "description": "", "synthetic": True, "gold": "gold.csv", "runs": []},
    {"gold": "a/b c.csv", "runs": ["runs", "x/*.csv", "**/r?.tsv", "."]},
    {"gold": "..gold.csv", "runs": ["a..b"]},
    {"gold": "gold.csv"},
    {"classes": ["NB", "PB", "B"]},
    {"classes": [-2, -1, 0, 1, 2]},
    {"classes": ["sehr gut", 2.5]},
    {"scale": "A"},
    {"scale": None},
    {"run_scale": "E"},
    {"run_scale": None},
    {"mapping": {"layout": "votes", "case": "id", "label": "rating"}},
    {"mapping": {"layout": "votes", "case": ["post", "reply"], "annotator": "", "where": {"status": ["ok", 1]}}},
    {"mapping": {"layout": "class-columns", "classes": [1, 2, 3], "empty": "0", "drop": {"id": "total"}}},
    {"mapping": {"header": 3, "decimal": ",", "turned": False}},
    {"mapping": {"gold.csv": {"layout": "people", "annotator": "who"}, "b.csv": {"encoding": "gbk"}}},
    {"repairs": "renormalise"},
    {"repairs": []},
    {"repairs": ["renormalise", "drop-missing", "renormalise"]},
    {"missing": "uniform"},
    {"missing": "end"},
    {"deadline": "2026-12-01", "opens": "2027-01-15 00:00+09:00", "instructions": "Mail it.", "contact": "a@b.org"},
    {"deadline": "2026-12-01T23:59:00Z", "opens": "2026-12-02"},
    {"kind": "nuggets", "gold": "gold.json", "deadline": "2026-12-01", "contact": "a@b.org"},
    {"venue": "NTCIR-14 (2019)", "subtask": "STC-3 (Dialogue Quality)", "type": "OQ", "language": "C+E"},
    {"annotators": "19 of 20", "runs_per": {"Chinese": 10, "English": 0}},
    {"kind": "ranked lists", "venue": "TREC-8"},
    {"merge": ["PB", "B"]},
    {"merge": [[1, 2], ["a", "b", "c"]]},
    {"positions": [1, 2, 4, 5]},
    {"positions": [-1.5, 0], "merge": ["a", "b"]},
    {"kind": "quantification", "classes": ["a", "b"]},
    {"kind": "nuggets", "gold": "gold.json"},
    {"kind": "nuggets", "gold": "gold.json", "runs": ["runs"], "repairs": ["renormalise"]},
    {"kind": "nuggets", "gold": "gold.json", "repairs": "renormalise"},
    {"kind": "ranked lists"},
    {"kind": "ranked lists", "gold": "qrels.txt", "runs": ["*.run"], "mapping": {"encoding": "latin-1"}},
    {"name": "x", "choices_made": ["renormalise"], "notes": ["one"], "$schema": "task.schema.json", "_todo": 7},
]
BAD = [  # the content of task.json, and what is said: key, what was found, what is expected
    ([], "", "an empty list", "expected an object"),
    ({"titel": "T"}, "titel", "this key is unknown", 'did you mean "title"?'),
    ({"organiser": "T"}, "organiser", "this key is unknown", "the keys are title, description, kind"),
    ({"title": " "}, "title", "the title is empty", "give a title"),
    ({"description": ["x"]}, "description", "found a list", "expected a text"),
    ({"kind": "nugget"}, "kind", "found 'nugget'", 'did you mean "nuggets"?'),
    ({"synthetic": "yes"}, "synthetic", "found 'yes'", "expected true or false"),
    ({"gold": ""}, "gold", "an empty path", "expected a path inside the folder"),
    ({"gold": "/etc/passwd"}, "gold", "absolute path", "expected a path inside the folder"),
    ({"gold": "runs\\gold.csv"}, "gold", "holds a backslash", "write / between"),
    ({"gold": ".."}, "gold", "leads out of the folder", "put the file into the folder"),
    ({"gold": "a\u0000b"}, "gold", "cannot be printed", "expected a path"),
    ({"gold": "g.csv", "runs": "runs/*.csv"}, "runs", "found 'runs/*.csv'", 'such as ["runs/*.csv"]'),
    ({"gold": "g.csv", "runs": ["a.csv", 7]}, "runs, entry 2", "found 7", "expected a path"),
    ({"runs": ["a.csv"]}, "gold", 'there are "runs" but no "gold"', "name the file that holds the gold"),
    ({"classes": "a,b"}, "classes", "found 'a,b'", "expected two or more different labels"),
    ({"classes": ["a"]}, "classes", "found 1 label", "expected two or more different labels"),
    ({"classes": ["a", "b", "a"]}, "classes", "'a' occurs twice", "expected two or more different labels"),
    ({"classes": ["a", None]}, "classes, entry 2", "found null", "expected a label"),
    ({"classes": ["a", " "]}, "classes, entry 2", "found ' '", "expected a label"),
    ({"scale": ""}, "scale", "the name is empty", "or leave the entry out"),
    ({"mapping": "votes"}, "mapping", "'votes'", "expected an object with the fields of a mapping"),
    ({"mapping": {}}, "mapping", "it names no field", "say at least the layout: class-columns"),
    ({"mapping": {"case": "id"}}, "mapping", "the layout is missing", "expected class-columns, votes"),
    ({"mapping": {"layout": "vote"}}, "mapping", "layout is 'vote'", "expected class-columns, votes"),
    ({"mapping": {"layout": "votes", "cases": "id"}}, "mapping", "there is no field cases", "did you mean case?"),
    ({"mapping": {"layout": "votes", "case": ["a", "a"]}}, "mapping", "case names something twice", "such as"),
    ({"mapping": {"layout": "votes", "case": {"a": 1}}}, "mapping", "case: an object", "expected a list of texts"),
    ({"mapping": {"layout": "votes", "label": True}}, "mapping", "label: true", "expected a text"),
    ({"mapping": {"layout": "votes", "where": "a=b"}}, "mapping", "where: 'a=b'", 'such as {"status": "approved"}'),
    ({"mapping": {"layout": "votes", "header": -1}}, "mapping", "header: -1", "expected a number"),
    ({"mapping": {"a.csv": {"label": "x"}}}, "mapping", "a.csv: the layout is missing", "expected class-columns"),
    ({"mapping": {"../a.csv": {"layout": "votes"}}}, "mapping", "leads out of the folder", "put the file into"),
    ({"repairs": ["magic"]}, "repairs, entry 1", "found 'magic'", 'expected one of "renormalise"'),
    ({"repairs": ["renormalize"]}, "repairs, entry 1", "found 'renormalize'", 'did you mean "renormalise"?'),
    ({"choices": ["renormalise"]}, "choices", "this key is unknown", "the keys are"),
    ({"deadline": "1 December"}, "deadline", "found '1 December'", "expected a date or a time with its zone"),
    ({"deadline": "2026-12-01 23:59"}, "deadline", "found '2026-12-01 23:59'", "with its zone"),
    ({"opens": 2026}, "opens", "found 2026", "expected a date"),
    ({"contact": " "}, "contact", "the text is empty", "leave the entry out"),
    ({"instructions": ["mail"]}, "instructions", "found a list", "expected a text"),
    ({"merge": "PB,B"}, "merge", "found 'PB,B'", 'such as ["PB", "B"]'),
    ({"merge": []}, "merge", "found an empty list", "expected neighbouring classes"),
    ({"kind": "nuggets", "gold": "g", "merge": ["a", "b"]}, "merge", "has no such entry", "remove it"),
    ({"positions": "1,2"}, "positions", "found '1,2'", "such as [1, 2, 4, 5]"),
    ({"venue": 2016}, "venue", "found 2016", "expected a text"),
    ({"language": " "}, "language", "the text is empty", "leave the entry out"),
    ({"runs_per": {"C": 1.5}}, "runs_per", "'C': found 1.5", '{"Chinese": 10, "English": 9}'),
    ({"runs_per": {}}, "runs_per", "found an empty object", "how many runs"),
    ({"positions": [1]}, "positions", "found 1 number", "expected numbers that increase"),
    ({"positions": [1, "2"]}, "positions, entry 2", "found '2'", "expected a number from −1,000,000 to 1,000,000"),
    ({"positions": [0, 1e9]}, "positions, entry 2", "found 1000000000.0", "expected a number"),
    ({"missing": "zero"}, "missing", "found 'zero'", 'expected one of "uniform", "end"'),
    ({"measures": "NMD"}, "measures", "found 'NMD'", 'such as ["NMD", "RNOD"]'),
    ({"measures": []}, "measures", "found an empty list", "expected keys of measures"),
    ({"primary": ["NMD"]}, "primary", "found a list", "expected the key of a measure"),
    ({"teams": "../teams.csv"}, "teams", "leads out of the folder", "put the file into the folder"),
    ({"teams": {"run-1": 7}}, "teams", "found 7", "expected the team of each run"),
    ({"groups": {"x": " "}}, "groups", "found ' '", "expected the group of each case"),
    ({"groups": ["language"]}, "groups", "found a list", "the name of a column of the gold"),
    ({"secret": True}, "secret", "this key is unknown", "the keys are"),
    ({"kind": "ranked lists", "teams": "t.csv"}, "teams", "has no such entry", "remove it"),
    ({"notes": [1]}, "notes, entry 1", "found 1", "expected a text"),
    ({"choices_made": "x"}, "choices_made", "found 'x'", "expected a list"),
    ({"kind": "nuggets"}, "gold", 'there is no "gold"', "name the file"),
    ({"kind": "nuggets", "gold": "g", "classes": ["a", "b"]}, "classes", "has no such entry", 'change "kind"'),
    ({"kind": "nuggets", "gold": "g", "repairs": ["percentages"]}, "repairs, entry 1", "found", '"renormalise"'),
    ({"kind": "nuggets", "gold": "g", "mapping": {"encoding": "gbk"}}, "mapping", "has no such entry", "remove it"),
    ({"kind": "ranked lists", "missing": "end"}, "missing", "has no such entry", "remove it"),
    ({"kind": "ranked lists", "repairs": "renormalise"}, "repairs", "has no such entry", "remove it"),
    ({"kind": "ranked lists", "mapping": {"layout": "votes"}}, "mapping", "found an object", "expected the encoding"),
]


def parse(facts):
    return parse_description(json.dumps(facts).encode(), title="folder")


@pytest.mark.parametrize("facts", GOOD, ids=json.dumps)
def test_what_the_schema_allows_is_read_without_a_problem(facts):
    assert valid(facts)
    assert parse(facts)[1] == []


@pytest.mark.parametrize(("facts", "key", "seen", "action"), BAD, ids=lambda value: json.dumps(value)[:60])
def test_what_the_schema_forbids_is_reported_by_key_with_what_was_found_and_what_is_expected(facts, key, seen, action):
    assert not valid(facts)
    (problem,) = parse(facts)[1]
    assert (problem.file, problem.case) == ("task.json", key)
    assert seen in problem.seen
    assert action in problem.action


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


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/task.json")), ids=lambda p: p.parent.name)
def test_the_samples_are_described_as_the_schema_says(path):
    assert valid(json.loads(path.read_text(encoding="utf-8")))
    found, problems = parse_description(path.read_bytes(), title="folder")
    assert problems == []
    assert found.synthetic
    assert "synthetic" in found.description.lower()


def test_every_entry_is_taken_over():
    facts = {
        **{"title": "T", "description": "D", "gold": "g.csv", "runs": ["r"], "scale": "A", "synthetic": True},
        **{"classes": [" low", 1.0], "repairs": ["renormalise", "drop-missing"], "missing": "end"},
        **{"run_scale": "E", "mapping": {"b.csv": {"layout": "votes", "case": "topic"}}},
    }
    choices = Decisions(
        renormalise=True,
        drop_missing=True,
        mappings=(("b.csv", TableMapping("votes", case=("topic",))),),
        classes=("low", "1"),
        run_scale="E",
        missing="end",
    )
    assert parse(facts) == (TaskDescription("T", "D", "quantification", "g.csv", ("r",), "A", choices, True), [])


def test_what_is_not_said_is_left_to_the_files():
    assert parse({}) == (TaskDescription("folder", "", "quantification", None, None, None, NOTHING, False), [])


def test_all_problems_are_reported_at_once_and_sound_entries_are_kept():
    found, problems = parse({"title": "T", "gold": 7, "runs": [1, "a", ""], "repairs": ["x"], "year": 2019})
    assert [problem.case for problem in problems] == [
        *("year", "repairs, entry 1", "gold", "runs, entry 1", "runs, entry 3")
    ]
    assert (found.title, found.gold, found.choices) == ("T", None, NOTHING)


@pytest.mark.parametrize(
    ("data", "case", "words"),
    [
        (b"{", "line 1, column 2", "not JSON"),
        (b'{"title": "a", "title": "b"}', "", "the key 'title' occurs twice"),
        (b'{"classes": [1, NaN]}', "", "NaN"),
    ],
)
def test_what_is_not_json_is_reported_with_its_line(data, case, words):
    (problem,) = parse_description(data, title="folder")[1]
    assert (problem.file, problem.case) == ("task.json", case)
    assert words in problem.seen
    assert problem.action


def test_a_day_that_does_not_exist_and_a_gold_that_opens_early_are_reported():
    found, problems = parse_description(b'{"deadline": "2026-02-30"}', title="t")
    assert (found.announced.deadline, problems[0].case) == ("", "deadline")
    early = {"deadline": "2026-12-01 12:00+09:00", "opens": "2026-12-01 02:59Z"}
    found, problems = parse_description(json.dumps(early).encode(), title="t")
    assert [(one.case, one.seen) for one in problems] == [
        ("opens", "'2026-12-01 02:59Z' is before the deadline, '2026-12-01 12:00+09:00'")
    ]
    assert not parse_description(json.dumps(early | {"opens": "2026-12-01 03:00Z"}).encode(), title="t")[1]
