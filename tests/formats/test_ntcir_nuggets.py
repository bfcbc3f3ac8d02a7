"""Nugget labels and distributions in the official NTCIR JSON: what is read, what is said of the rest, what fits."""

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.official.nuggets import SIDES, NuggetTypes, assemble, parse_gold, parse_run, read_nuggets
from ordquant_core.measures.registry import MEASURES
from ordquant_core.nuggets import score_nuggets
from ordquant_core.tasks import parse_run as parse_quality_run
from tests.formats.files import as_bytes, assert_words_are_known, problems_of, table

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


@st.composite
def tasks(draw):
    """Return labels by dialogue, block and annotator, whose block each is, and estimates of a run."""
    sides = draw(st.lists(st.lists(st.sampled_from([*SIDES]), min_size=1, max_size=4), min_size=1, max_size=4))
    annotators = range(draw(st.integers(1, 3)))
    labels = [[[draw(st.sampled_from(SIDES[side])) for _ in annotators] for side in some] for some in sides]
    weights = [[[draw(st.integers(1, 9)) for _ in SIDES[side]] for side in some] for some in sides]
    return sides, labels, weights, draw(st.permutations(range(len(sides))))


@given(tasks())
def test_labels_become_votes_and_runs_are_put_in_the_order_of_the_gold(drawn):
    sides, labels, weights, order = drawn
    gold, run = [], []
    for number, some in enumerate(sides):
        annotations = [{"nugget": list(of_one)} for of_one in zip(*labels[number], strict=True)]
        turns = [{"sender": side} for side in some]
        gold.append({"id": f"d{number}", "turns": turns, "annotations": annotations, "quality": 7})
        shares = [
            {kind: weight / sum(row) for kind, weight in reversed([*zip(SIDES[side], row, strict=True)])}
            for side, row in zip(some, weights[number], strict=True)
        ]
        run.append(run_entry(f"d{number}", *shares))
    read = read_nuggets(
        File("dir/gold.json", as_bytes(gold)), [File("r.json", as_bytes([run[number] for number in order]))]
    )
    task = read.task
    assert (read.problems, task.name, task.runs, task.senders) == ((), "gold", ("r",), tuple(map(tuple, sides)))
    assert task.dialogues == tuple(f"d{number}" for number in range(len(sides)))
    blocks = [(number, block) for number, some in enumerate(sides) for block in range(len(some))]
    assert task.dialogue_of.tolist() == [number for number, _ in blocks]
    assert task.starts.tolist() == [blocks.index((number, 0)) for number in range(len(sides))]
    assert task.customer.tolist() == [sides[number][block] == "customer" for number, block in blocks]
    for at, (number, block) in enumerate(blocks):
        kinds, votes, row = SIDES[sides[number][block]], labels[number][block], weights[number][block]
        rest = [0] * (4 - len(kinds))
        assert task.votes[at].tolist() == [*(votes.count(kind) for kind in kinds), *rest]
        assert task.gold[at] == pytest.approx(task.votes[at] / len(votes))
        assert task.estimates[0, at] == pytest.approx([*(weight / sum(row) for weight in row), *rest])


def test_a_gold_may_hold_distributions_or_counts_instead_of_labels():
    counts = (
        dict(zip(SIDES[side], votes, strict=True))
        for side, votes in (("customer", (3, 0, 1, 0)), ("helpdesk", (1, 1, 2)))
    )
    gold = read_gold([run_entry("a", *counts)])
    assert gold.votes.tolist() == [[3, 0, 1, 0], [1, 1, 2, 0]]
    assert gold.probabilities[0].tolist() == [0.75, 0, 0.25, 0]
    assert read_gold([run_entry("a", CUSTOMER, HELPDESK)]).votes is None


def test_one_file_may_hold_quality_and_nuggets():
    quality = {"A": dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)}
    data = as_bytes([run_entry("a", CUSTOMER, quality=quality)])
    assert parse_run(data, "both.json").dialogues == ("a",)
    assert parse_quality_run(data, "both.json").probabilities.tolist() == [[0.2] * 5]


def off(factor):
    return {key: value * factor for key, value in CUSTOMER.items()}


def test_sums_slightly_off_are_divided_only_on_the_users_word_and_those_far_off_never():
    entries = [run_entry("a", CUSTOMER, HELPDESK), run_entry("b", off(0.977)), run_entry("c", HELPDESK, off(1.05))]
    problems = problems_of(read_run, entries)
    assert [one.choices for one in problems] == [("renormalise",)] * 2
    assert [one.case for one in problems] == ["dialogue b, block 1 (customer)", "dialogue c, block 2 (customer)"]
    assert "sums to 0.977" in problems[0].seen
    assert problems[0].action == "probabilities must sum to 1: correct the block"
    run = read_run(entries, renormalise=True)
    np.testing.assert_allclose(run.probabilities[[0, 2, 4]], [list(CUSTOMER.values())] * 3)
    assert run.notes == ("run.json: 2 rows divided by their sum (blocks b/1, c/2)",)
    noise = read_run([run_entry("a", off(1 + 4e-7))])
    assert (noise.probabilities.sum(), noise.notes) == (pytest.approx(1, abs=1e-15), ())
    for factor, renormalise in product((0.94, 1.06, 0), (False, True)):
        with pytest.raises(InputError, match="sums to") as caught:
            read_run([run_entry("a", off(factor))], renormalise=renormalise)
        assert [one.choices for one in caught.value.problems] == [()]


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


def test_entries_without_a_usable_id_and_runs_of_one_name_are_reported():
    problems = problems_of(read_run, [7, {"nugget": []}, run_entry("a", CUSTOMER), run_entry("a", CUSTOMER)])
    assert [problem.case for problem in problems] == ["entry 1", "entry 2", "case a"]
    assert problems[2].seen == "this id occurs twice (entries 3 and 4)"
    twice = read_nuggets(File("g", as_bytes(GOLD)), [File(f"{name}/r.json", as_bytes(RUN)) for name in "xyz"]).problems
    assert [(one.file, one.seen) for one in twice] == [(f"{name}/r.json", "two runs have this name") for name in "yz"]


# ---- other types ----


def test_a_file_names_its_types_any_number_per_side():
    labels = [{"nugget": [*some]} for some in (("tell", "answer"), ("none",) * 2)]
    entry = {"id": "a", "turns": BOTH_TURNS, "annotations": labels}
    gold = read_gold(OTHER | {"dialogues": [entry]})
    assert gold.types == NuggetTypes(tuple(OTHER["customer_types"]), tuple(OTHER["helpdesk_types"]))
    assert gold.votes.tolist() == [[0, 0, 1, 0, 1], [1, 1, 0, 0, 0]]
    block = {"ask": 0.1, "thank": 0.2, "tell": 0.3, "repeat": 0.4, "none": 0}
    task = assemble(gold, [read_run([run_entry("a", block, {"none": 1, "answer": 0})], types=gold.types)])
    assert task.estimates[0].tolist() == [[0.1, 0.2, 0.3, 0.4, 0], [0, 1, 0, 0, 0]]
    scores = score_nuggets(task, ("RNSS", "JSD"))
    for layer, key in enumerate(scores.measures):
        expected = [MEASURES[key]([0, 0, 0.5, 0, 0.5], [*block.values()]), MEASURES[key]([0.5, 0.5], [0, 1])]
        np.testing.assert_allclose(scores.blocks[layer, 0], np.array(expected))
    with pytest.raises(InputError, match="its nugget types are others than those of the gold"):
        assemble(gold, [read_run([run_entry("a", CUSTOMER, HELPDESK)])])
    with pytest.raises(InputError, match=r"the types of the customer are ask, thank.*expected CNUG0, CNUG"):
        parse_gold(as_bytes(OTHER | {"dialogues": [entry]}), "gold.json", types=NuggetTypes())


def test_the_nan_of_the_paper_is_read_on_both_sides():
    labels = [{"nugget": ["NaN", "NaN"]}, {"nugget": ["CNUG", "HNaN"]}]
    gold = read_gold([{"id": "a", "turns": BOTH_TURNS, "annotations": labels}])
    assert gold.votes.tolist() == [[0, 1, 0, 1], [0, 0, 2, 0]]
    paper = {"CNUG0": 3, "CNUG": 4, "CNUG*": 3, "NaN": 0}, {"HNUG": 4, "HNUG*": 4, "NaN": 2}
    assert read_run([run_entry("a", *paper)]).votes.tolist() == [[3, 4, 3, 0], [4, 4, 2, 0]]
