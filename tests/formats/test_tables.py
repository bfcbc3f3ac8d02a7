"""Tables: classes, votes, systems, whose vote is whose; names that are too long; the way from a path to bytes."""

# ruff: noqa: F401 - the text uses what is imported

import json
import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ordquant_core as oq
from ordquant_core.errors import InputError
from ordquant_core.formats import files, names
from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.formats.human_judgements import parse_judgements_of_people
from ordquant_core.formats.official.nuggets import read_nuggets
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.teams import parse_teams
from ordquant_core.tasks import (
    Decisions,
    File,
    TableMapping,
    list_scales,
    load_gold,
    load_run,
    parse_gold,
    parse_run,
    read_bytes,
    read_task,
)
from ordquant_core.tasks.merging import with_merged
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.outline import parse_case_ids
from ordquant_core.tasks.published.description import parse_description
from tests.formats.files import CLASS_COLUMNS, SYSTEM_ROWS, VOTE_ROWS, as_bytes, problems_of, table
from tests.fuzz.fuzz_formats import EVEN, TURN
from tests.reviewed import reviewed, said

# ---- faults ----

READ = {  # each as several readers do
    "task": [partial(read, choices=CLASS_COLUMNS) for read in (parse_gold, parse_run)],
    "teams": [parse_teams],
    "people": [parse_judgements_of_people],
}


@pytest.mark.parametrize(("reader", "text", "words"), table("table_faults"))
def test_every_fault_of_a_table_is_a_problem_with_its_place(reader, text, words):
    for read in READ[reader]:
        problems = problems_of(read, json.loads(text).encode(), "t.csv")
        assert reader != "task" or len(problems) == 1
        assert words in " ".join(map(str, problems))


def test_ids_that_stand_twice_are_named_with_both_lines_however_far_apart():
    rows = [f"c{number},1,{number % 9}" for number in range(60_000)]
    expected = {20_000: 40_000, 44_000: 45_000, 58_999: 59_999, 3: 59_000}
    for first, again in expected.items():
        rows[again] = f"c{first},1,1"
    read = read_task([File("gold.csv", "\n".join(["case,0,1", *rows]).encode())], choices=CLASS_COLUMNS)
    assert {one.case: one.seen for one in read.problems} == {
        f"case c{first}": f"line {first + 2} and line {again + 2} are of this case" for first, again in expected.items()
    }


def mapped(data, layout, **fields):
    """Return the problems of a gold that is read by a mapping, by their places."""
    said = Decisions().with_mapping(TableMapping(layout, **fields))
    return [(one.case, one.seen) for one in problems_of(parse_gold, data, "g.csv", choices=said)]


ALL_SYSTEMS = b"system,query,0,1,2\nA,q1,1,1,2\nGold,q1,0,3,1\nGold,q2,4,0,0\nA,q2,0,0,4\nB,q2,4,0,0\nB,q1,0,0,4\n"


@given(st.text("=+-@'1a;\t\r\n .＝", max_size=9))
def test_texts_like_formulas_are_guarded_and_come_back(text):
    assert restored(guarded(text)) == text
    parts = re.split(r"[;\t\r\n]", guarded(text))
    assert guarded(text) == text or not any(re.match(r"\s*[=+\-@＝]", part) for part in parts)


# ---- whose vote is whose ----

NAMED = {  # the same votes: of ann (3 on a), and of bob (1 on a, 2 on b)
    "a row per vote": ("case,who,label\na,ann,3\na,bob,1\nb,bob,2\n", "votes", {"annotator": "who", "label": "label"}),
    "a column per annotator": ("case,ann,bob\na,3,1\nb,,2\n", "annotator-columns", {"empty": "missing"}),
    "a row per person": ("who,a,b\nann,3,\nbob,1,2\n", "people", {"annotator": "who", "empty": "missing"}),
    "a list of names beside a list of votes": (
        'case,who,label\na,"[""ann"", ""bob""]","[3, 1]"\nb,"[""bob""]","[2]"\n',
        "votes", {"annotator": "who", "label": "label"}),
    "a marked class in each row": (
        "case,who,3,1,2\na,ann,1,0,0\na,bob,0,1,0\nb,bob,0,0,1\n", "class-columns", {"annotator": "who"}),
}  # fmt: skip


def gold_of(text, layout, fields):
    mapping = TableMapping(layout, case=() if layout == "people" else ("case",), **fields)
    return parse_gold(text.encode(), "gold.csv", choices=Decisions().with_mapping(mapping))


@pytest.mark.parametrize("way", NAMED.values(), ids=NAMED)
def test_a_table_that_names_annotators_says_whose_vote_is_whose_unless_it_is_too_large(way, monkeypatch):
    gold = gold_of(*way)
    assert (gold.classes, gold.annotations.tolist()) == (("1", "2", "3"), [[2, 0], [-1, 1]])
    assert gold.votes.tolist() == [[1, 0, 1], [0, 1, 0]]
    monkeypatch.setattr("ordquant_core.formats.rows.MOST_ANNOTATIONS", 3)
    assert (gold_of(*way).annotations, gold_of(*way).votes.sum()) == (None, 3)


VOTES = pd.DataFrame([("a", "ann", 3), ("a", "bob", 1), ("b", "bob", 2)], columns=["item", "who", "rating"])
WIDE = VOTES.pivot(index="item", columns="who", values="rating")  # noqa: PD010 - nothing is added up
GOLD = oq.from_votes(VOTES, item="item", annotator="who", rating="rating")


# ---- small tables beside a task ----

PEOPLE = b"person,gold,estimate_a,estimate_b,choice\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_they_are_read_in_every_order_of_columns_and_every_encoding_that_their_first_bytes_tell(encoding):
    assert parse_case_ids("id\nx\ny\n".encode(encoding), "ids.txt") == ("x", "y")
    teams = "team,Run\nt,a\n\nu,b\nt,c\n"
    for text in (teams, teams.replace(",", "\t"), teams.replace("\n", "\r\n")):
        assert parse_teams(text.encode(encoding), "teams.csv") == {"a": "t", "b": "u", "c": "t"}
    found = parse_judgements_of_people(
        (PEOPLE.decode() + 'p,1 2,"0.5, 0.5",3;0,B\nq,1 2,2 1,1 2,neither\n').encode(encoding), "p.csv"
    )
    assert (found.persons, found.sides.tolist()) == (("p", "q"), [1, 0])
    assert [side[0].tolist() for side in (found.gold, found.a, found.b)] == [[1, 2], [0.5, 0.5], [3, 0]]


# ---- as was reviewed in test_tables.txt ----

MISSING = b"case,annotator,label\na,r1,1\na,r2,2\na,r3,nan\nb,r1,3\nb,r2,2\nb,r3,2\n"
WITHOUT_NAN = Decisions().with_mapping(replace(VOTE_ROWS.mappings[0][1], no_vote=("nan",)))
FAULTY_SYSTEMS = b"system,query,0,1\nGOLD,q,1,3\nGOLD,r,1,1\nA,q,odd,1\nA,r,1,1\nA,r,1,1\nB,q,1,1\n"
DROPPED = {"classes": ("good", "fair", "bad"), "drop": (("case", "x"),), "annotator": "who", "label": "label"}
WITH_DROPPED = oq.assemble(
    gold_of("case,who,label\na,ann,bad\na,bob,good\nb,ann,fair\nx,ann,good\nx,ann,good\n", "votes", DROPPED), []
)
LISTS_OF_SHARES = {"case": ("id",), "columns": ("p",), "classes": ("1", "2"), "split": ","}


def systems(data=ALL_SYSTEMS):
    """Return a task whose systems stand in one table, or what is wrong, and the verdicts."""
    read = read_task([File("all.csv", data)], choices=SYSTEM_ROWS)
    if (task := read.task) is None:
        return [f"{one.file}, {one.case}: {one.seen}" for one in read.problems], [
            (one.file, one.verdict) for one in outcomes(read)
        ]
    return task.name, [*task.runs], [*task.cases], task.votes.tolist(), task.estimates.tolist(), read.recognised[0].role


def called(is_called, texts):
    """Return which of some names of columns fit."""
    return [name for name in texts.split("|") if is_called(name)]


@reviewed(__file__)
def test_tables_are_read_as_was_reviewed(made, words):
    assert said(made, globals()) == words


# ---- names have at most 1,000 characters, wherever they stand ----


def of_task(data, choices=CLASS_COLUMNS):
    return read_task([File("gold.csv", data)], gold="gold.csv", choices=choices).problems


def of_lists(data):
    return read_lists([File("q.txt", data), File("r.txt", b"t Q0 a 1 1 r\n")]).problems


def of_teams(data):
    try:
        parse_teams(data, "t.csv")
    except InputError as error:
        return error.problems
    return ()


MANY = "".join(f"c{n},1,2\n" for n in range(9000))
of_votes, of_systems = partial(of_task, choices=VOTE_ROWS), partial(of_task, choices=SYSTEM_ROWS)
LABELS = {"annotations": {"a": "1", "b": "2"}, "soft_label": {"1": 0.5, "2": 0.5}}
NUGGETS = [{"CNUG": 1.0, "CNUG0": 0, "CNUG*": 0, "CNaN": 0}]
WAYS = {  # how a file is read, and the file with a name; a text, or a value of JSON
    "id": (of_task, lambda name: f"case,a,b\n{name},1,2\n"),
    "id of many": (of_task, lambda name: f"case,a,b\n{MANY}{name},1,2\n"),
    "class": (of_task, lambda name: f"case,a,{name}\nx,1,2\n"),
    "class of a vote": (of_votes, lambda name: f"case,annotator,label\nx,a,m\nx,b,{name}\n"),
    "id of a vote": (of_votes, lambda name: f"case,annotator,label\n{name},a,1\n{name},b,2\n"),
    "system": (of_systems, lambda name: f"system,query,0,1\nGOLD,q,1,2\n{name},q,2,1\n"),
    "system of many": (of_systems, lambda name: "system,query,0,1\n" + "".join(
        f"{system},q{n},1,2\n" for system in ("GOLD", name) for n in range(9000))),
    "id in JSON": (of_task, lambda name: [{"id": name, "quality": {"A": EVEN}}]),
    "scale": (of_task, lambda name: [{"id": "x", "quality": {name: EVEN}}]),
    "id of annotations": (of_task, lambda name: {name: LABELS}),
    "dialogue": (of_task, lambda name: {"dialogue-id": name, "turns": [TURN]}),
    "nuggets": (lambda data: read_nuggets(File("g.json", data), []).problems,
                lambda name: [{"id": name, "nugget": NUGGETS}]),
    "topic": (of_lists, lambda name: f"t 0 a 1\nt 0 b 0\n{name} 0 a 1\n{name} 0 b 0\n"),
    "document": (of_lists, lambda name: f"t 0 a 1\nt 0 {name} 0\n"),
    "team": (of_teams, lambda name: f"run,team\nr,{name}\n"),
    "group": (lambda data: parse_description(data, title="t")[1],
              lambda name: {"title": "t", "groups": {"x": name}}),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_name_of_more_than_a_thousand_characters_is_a_problem(way):
    read, made = WAYS[way]

    def said_of(name):
        content = made(name)
        return " ".join(map(str, read(content.encode() if isinstance(content, str) else as_bytes(content))))

    words = said_of("n" * 1001)
    assert "1,001 characters" in words
    assert "the limit is 1,000" in words
    assert "characters" not in said_of("n" * 1000)


# ---- from a path to bytes ----


def test_a_run_is_named_after_its_file_without_the_extension(tmp_path):
    path = tmp_path / "team.run.1.csv"
    path.write_text("case,a,b\nx,.5,.5\n")
    assert load_run(path).name == "team.run.1"
    assert load_gold(str(path)).name == "team.run.1"


@pytest.mark.parametrize("path", ["a\0b", "a" * 5000])
def test_what_is_no_path_cannot_be_read(path):
    with pytest.raises(InputError, match=r"cannot be read \(.*\); give a readable file"):
        read_bytes(path)


@pytest.mark.skipif(not Path("/dev/zero").exists() or os.name != "posix", reason="there is no endless file here")
def test_an_endless_file_is_read_no_further_than_the_limit(monkeypatch):
    monkeypatch.setattr(files, "MAX_BYTES", 2**20)
    with pytest.raises(InputError, match="the limit is 1 MiB"):
        read_bytes("/dev/zero")


@pytest.mark.parametrize("rows", ["x,1e308,0\ny,1e308,0", "x,1e308,1e308", "x,1e308,-1e308", "x,1e308,0.5"])
def test_numbers_whose_sum_no_float_holds_are_asked_about_without_a_warning(rows):
    with pytest.raises(InputError, match=r"too large|what do the numbers mean|is it a class"):
        parse_gold(f"case,a,b\n{rows}\n".encode(), "gold.csv")
