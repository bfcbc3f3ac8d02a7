"""Nugget labels and distributions in the official NTCIR JSON: what is read, what is said of the rest, what fits."""

# ruff: noqa: F401 - the text uses what is imported

import json

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.official.nuggets import SIDES, NuggetTypes, assemble, parse_gold, parse_run, read_nuggets
from ordquant_core.measures.registry import MEASURES
from ordquant_core.nuggets import score_nuggets
from ordquant_core.tasks import parse_run as parse_quality_run
from tests.formats.files import as_bytes, assert_words_are_known, table
from tests.reviewed import reviewed, said

CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
CUSTOMER_TURNS = [{"sender": "customer"}]
BOTH_TURNS = [{"sender": "customer"}, {"sender": "helpdesk"}]
GOLD = [
    {"id": "a", "turns": BOTH_TURNS, "annotations": [{"nugget": ["CNUG0", side]} for side in ("HNUG", "HNaN")]},
    {"id": "b", "turns": CUSTOMER_TURNS, "annotations": [{"nugget": ["CNaN"]}, {"nugget": ["CNUG*"]}]},
]


def run_entry(dialogue, *blocks, **more):
    return {"id": dialogue, "nugget": list(blocks), **more}


FINE = run_entry("fine", CUSTOMER)
RUN = [run_entry("b", CUSTOMER), run_entry("a", CUSTOMER, HELPDESK)]
OTHER = {"customer_types": ["ask", "thank", "tell", "repeat", "none"], "helpdesk_types": ["answer", "none"]}


def read_gold(entries):
    return parse_gold(as_bytes(entries), "dir/gold.json")


def read_run(entries, name="run.json", **options):
    return parse_run(as_bytes(entries), name, **options)


def off(factor):
    return {key: value * factor for key, value in CUSTOMER.items()}


@pytest.mark.parametrize(("kind", "entries", "place", "words"), table("nugget_faults"), ids=lambda one: one[-30:])
def test_a_fault_is_refused_with_dialogue_and_block(kind, entries, place, words):
    for name in ("GOLD", "FINE", "BOTH_TURNS", "CUSTOMER_TURNS", "CUSTOMER", "HELPDESK"):
        entries = entries.replace(name, json.dumps(globals()[name]))
    data = entries.replace("OTHER_TYPES", json.dumps(OTHER)[1:-1]).encode()
    gold, runs = File("f.json", data), []
    if kind != "gold":
        fine = File("fine.json", as_bytes(RUN))
        gold, runs = File("gold.json", as_bytes(GOLD)), [*([fine] if kind.endswith("gold") else []), gold]
    read = read_nuggets(gold, runs)
    problem = read.problems[0]
    assert (problem.file, problem.case) == ("f.json", place)
    assert words in str(problem)
    assert len(str(problem)) < 300
    assert [one for one in read.problems if one.file != "f.json"] == []
    assert read.task is None
    assert_words_are_known(str(problem), data)


COUNTED = [
    dict(zip(SIDES[side], votes, strict=True)) for side, votes in zip(SIDES, ((3, 0, 1, 0), (1, 1, 2)), strict=True)
]
QUALITY = {"A": dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)}
BOTH = as_bytes([run_entry("a", CUSTOMER, quality=QUALITY)])
OFF = [run_entry("a", CUSTOMER, HELPDESK), run_entry("b", off(0.977)), run_entry("c", HELPDESK, off(1.05))]
LABELLED = [{"nugget": [*some]} for some in (("tell", "answer"), ("none",) * 2)]
OTHER_GOLD = OTHER | {"dialogues": [{"id": "a", "turns": BOTH_TURNS, "annotations": LABELLED}]}
OTHER_RUN = [
    run_entry("a", {"ask": 0.1, "thank": 0.2, "tell": 0.3, "repeat": 0.4, "none": 0}, {"none": 1, "answer": 0})
]
OF_PAPER = [{"nugget": ["NaN", "NaN"]}, {"nugget": ["CNUG", "HNaN"]}]
PAPER = {"CNUG0": 3, "CNUG": 4, "CNUG*": 3, "NaN": 0}, {"HNUG": 4, "HNUG*": 4, "NaN": 2}


def held(read, entries, **options):
    """Return the numbers of each block, with notes, or what is wrong and which repair is offered."""
    try:
        one = read(entries, **options)
    except InputError as error:
        return [f"{problem} {list(problem.choices)}" for problem in error.problems]
    return (one.probabilities.round(9) if one.votes is None else one.votes).tolist(), [*one.notes]


def whole():
    """Return all that a task holds whose run is in another order, its types, too."""
    sides = ("helpdesk", "customer", "customer")
    turns = [{"sender": side} for side in sides]
    labels = [{"nugget": ["HNUG*", "CNUG", "CNaN"]}, {"nugget": ["HNaN", "CNUG", "CNUG*"]}]
    gold = [{"id": "c", "turns": turns, "annotations": labels, "quality": 7}, *GOLD]
    turned = [
        dict(reversed(block.items())) for block in (HELPDESK, CUSTOMER, dict(zip(CUSTOMER, (1, 0, 0, 0), strict=True)))
    ]
    run = [*RUN, run_entry("c", *turned)]
    task = read_nuggets(File("dir/gold.json", as_bytes(gold)), [File("r.json", as_bytes(run))]).task
    arrays = (task.dialogue_of, task.starts, task.customer, task.votes, task.gold, task.estimates)
    return task.name, task.runs, task.dialogues, task.senders, *(one.tolist() for one in arrays)


def of_other():
    """Return a task of other types."""
    gold = read_gold(OTHER_GOLD)
    return assemble(gold, [read_run(OTHER_RUN, types=gold.types)])


@reviewed(__file__)
def test_nuggets_are_read_as_was_reviewed(made, words):
    assert said(made, globals()) == words
