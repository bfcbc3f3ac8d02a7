"""Nugget labels and distributions in the official NTCIR JSON: what is read, what is said of the rest, what fits."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.official.nuggets import SIDES, NuggetTypes, assemble, parse_gold, parse_run
from ordquant_core.measures.registry import MEASURES
from ordquant_core.nuggets import score_nuggets
from ordquant_core.tasks import parse_run as parse_quality_run
from tests.formats.files import as_bytes

SHARED = Path(__file__).parents[2] / "../shared/data/stc3"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")

CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}


def gold_entry(dialogue, senders, *annotations, **more):
    return {
        "id": dialogue,
        "turns": [{"sender": {"c": "customer", "h": "helpdesk"}[sender]} for sender in senders],
        "annotations": [{"nugget": labels} for labels in annotations],
        **more,
    }


def run_entry(dialogue, *blocks, **more):
    return {"id": dialogue, "nugget": list(blocks), **more}


GOLD = [gold_entry("a", "ch", ["CNUG0", "HNUG"], ["CNUG0", "HNaN"]), gold_entry("b", "c", ["CNaN"], ["CNUG*"])]
RUN = [run_entry("b", CUSTOMER), run_entry("a", CUSTOMER, HELPDESK)]


def read_gold(entries):
    return parse_gold(as_bytes(entries), "dir/gold.json")


def read_run(entries, name="run.json", **options):
    return parse_run(as_bytes(entries), name, **options)


def test_labels_become_votes_per_block():
    gold = read_gold(GOLD)
    assert (gold.name, gold.dialogues, gold.notes) == ("gold", ("a", "b"), ())
    assert gold.senders == (("customer", "helpdesk"), ("customer",))
    assert gold.votes.tolist() == [[2, 0, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1]]
    assert gold.probabilities.tolist() == [[1, 0, 0, 0], [0.5, 0, 0.5, 0], [0, 0, 0.5, 0.5]]


def test_a_run_gives_a_distribution_per_block_in_any_order_of_keys():
    run = read_run([run_entry("a", dict(reversed(CUSTOMER.items())), HELPDESK)])
    assert run.senders == (("customer", "helpdesk"),)
    assert run.votes is None
    np.testing.assert_allclose(run.probabilities, [[0.1, 0.2, 0.3, 0.4], [0.5, 0.3, 0.2, 0]])


def test_a_gold_may_hold_distributions_or_counts_instead_of_labels():
    counts = (
        dict(zip(SIDES["customer"], (3, 0, 1, 0), strict=True)),
        dict(zip(SIDES["helpdesk"], (1, 1, 2), strict=True)),
    )
    gold = read_gold([run_entry("a", *counts)])
    assert gold.votes.tolist() == [[3, 0, 1, 0], [1, 1, 2, 0]]
    assert gold.probabilities[0].tolist() == [0.75, 0, 0.25, 0]
    assert read_gold([run_entry("a", CUSTOMER, HELPDESK)]).votes is None


def test_the_quality_part_of_a_file_is_left_alone_and_serves_its_own_reader():
    quality = {"A": dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)}
    data = as_bytes([run_entry("a", CUSTOMER, quality=quality)])
    assert parse_run(data, "both.json").dialogues == ("a",)
    assert parse_quality_run(data, "both.json").probabilities.tolist() == [[0.2] * 5]


def off(factor):
    return {key: value * factor for key, value in CUSTOMER.items()}


def test_float_noise_is_divided_away():
    run = read_run([run_entry("a", off(1 + 4e-7))])
    assert run.probabilities.sum() == pytest.approx(1, abs=1e-15)
    assert run.notes == ()


def test_sums_slightly_off_are_divided_only_on_the_users_word():
    entries = [run_entry("a", CUSTOMER, HELPDESK), run_entry("b", off(0.977)), run_entry("c", HELPDESK, off(1.05))]
    with pytest.raises(InputError) as caught:
        read_run(entries)
    assert all(one.choices == ("renormalise",) for one in caught.value.problems)
    assert [problem.case for problem in caught.value.problems] == [
        "dialogue b, block 1 (customer)",
        "dialogue c, block 2 (customer)",
    ]
    assert "sums to 0.977" in str(caught.value)
    run = read_run(entries, renormalise=True)
    np.testing.assert_allclose(run.probabilities[[0, 2, 4]], [list(CUSTOMER.values())] * 3)
    assert run.notes == ("run.json: 2 rows divided by their sum (blocks b/1, c/2)",)


@pytest.mark.parametrize("factor", [0.94, 1.06, 0])
def test_sums_far_off_are_never_divided(factor):
    with pytest.raises(InputError, match="sums to") as caught:
        read_run([run_entry("a", off(factor))], renormalise=True)
    assert [one.choices for one in caught.value.problems] == [()]


GOLD_FAULTS = {
    "no turns": ([{"id": "a", "annotations": [{"nugget": ["CNUG"]}]}], "dialogue a", 'no "turns"'),
    "empty turns": ([gold_entry("a", "")], "dialogue a", "an empty list"),
    "a turn of a wrong type": ([{"id": "a", "turns": ["customer"], "annotations": []}], "dialogue a, block 1", "turn"),
    "an unknown sender": (
        [{"id": "a", "turns": [{"sender": "customer"}, {"sender": "bot"}], "annotations": []}],
        "dialogue a, block 2",
        "the sender is 'bot'",
    ),
    "no annotations": ([GOLD[0], {"id": "b", "turns": GOLD[1]["turns"]}], "dialogue b", 'no "annotations"'),
    "empty annotations": ([GOLD[0], gold_entry("b", "c")], "dialogue b", "an empty list"),
    "an annotation of a wrong type": ([GOLD[0] | {"annotations": [7]}], "dialogue a", "annotation 1 is 7"),
    "no nugget": ([GOLD[0] | {"annotations": [{"quality": {"A": 1}}]}], "dialogue a", 'annotation 1 has no "nugget"'),
    "too few labels": (
        [gold_entry("a", "ch", ["CNUG", "HNUG"], ["CNUG"])],
        "dialogue a",
        'annotation 2 labels 1 block; its "turns" are 2 blocks',
    ),
    "too many labels": ([gold_entry("a", "c", ["CNUG", "HNUG"])], "dialogue a", "labels 2 blocks"),
    "an unknown type": (
        [gold_entry("a", "ch", ["CNUG", "HNUG"], ["CNUG", "NUG"])],
        "dialogue a, block 2 (helpdesk)",
        "annotation 2 says the unknown nugget type 'NUG'; the types of a helpdesk block are HNUG, HNUG*, HNaN",
    ),
    "a customer's type at the helpdesk": (
        [gold_entry("a", "ch", ["CNUG", "CNUG0"])],
        "dialogue a, block 2 (helpdesk)",
        "annotation 1 says CNUG0, a type of the customer",
    ),
    "a helpdesk's type at the customer": (
        [gold_entry("a", "ch", ["HNaN", "HNaN"])],
        "dialogue a, block 1 (customer)",
        "annotation 1 says HNaN, a type of the helpdesk",
    ),
    **{
        f"label {label!r}": ([gold_entry("a", "c", [label])], "dialogue a, block 1 (customer)", "annotation 1 says")
        for label in (None, ["CNUG"])
    },
}


@pytest.mark.parametrize(("entries", "place", "words"), GOLD_FAULTS.values(), ids=GOLD_FAULTS)
def test_a_gold_with_a_fault_is_refused_with_dialogue_and_block(entries, place, words):
    with pytest.raises(InputError) as caught:
        read_gold(entries)
    (problem,) = caught.value.problems
    assert problem.file == "dir/gold.json"
    assert place in problem.case
    assert words in str(problem)


RUNS = {
    "no nugget": ({"id": "a", "quality": {}}, "dialogue a", 'no "nugget"'),
    "a gold file": (GOLD[0], "dialogue a", "this is a gold file"),
    "no block": (run_entry("a"), "dialogue a", "is an empty list"),
    "nugget of a wrong type": ({"id": "a", "nugget": "CNUG"}, "dialogue a", "'CNUG'"),
    "a block of a wrong type": (run_entry("a", CUSTOMER, [0.5]), "dialogue a, block 2", "a list"),
    "an empty block": (run_entry("a", {}), "dialogue a, block 1", "an empty object"),
    "an unknown type": (run_entry("a", CUSTOMER | {"CNUG2": 0}), "block 1 (customer)", "unknown nugget type 'CNUG2'"),
    "types of both sides": (
        run_entry("a", CUSTOMER | {"HNUG": 0}),
        "dialogue a, block 1 (customer)",
        "HNUG, a type of the helpdesk; the types of a customer block are CNUG0, CNUG, CNUG*, CNaN",
    ),
    "types of the other side than its turns": (
        run_entry("a", HELPDESK, turns=[{"sender": "customer"}]),
        "dialogue a, block 1 (customer)",
        "HNUG, a type of the helpdesk",
    ),
    "another number of blocks than its turns": (
        run_entry("a", CUSTOMER, HELPDESK, turns=[{"sender": "customer"}]),
        "dialogue a",
        'estimates 2 blocks; its "turns" are 1 block',
    ),
    "a missing type": (
        run_entry("a", dict.fromkeys(("HNUG", "HNaN"), 0.5)),
        "dialogue a, block 1 (helpdesk)",
        "nugget type HNUG* is missing",
    ),
    "text": (run_entry("a", HELPDESK | {"HNaN": "0.2"}), "block 1 (helpdesk)", "nugget type HNaN holds '0.2'"),
    "sums to .8": (run_entry("a", HELPDESK | {"HNaN": 0.0}), "block 1 (helpdesk)", "(0.5, 0.3, 0) sums to 0.8"),
}


@pytest.mark.parametrize(("entry", "place", "words"), RUNS.values(), ids=RUNS)
def test_a_run_with_a_fault_is_refused_with_dialogue_and_block(entry, place, words):
    with pytest.raises(InputError) as caught:
        read_run([run_entry("fine", CUSTOMER), entry])
    (problem,) = caught.value.problems
    assert place in problem.case
    assert words in str(problem)
    assert len(str(problem)) < 300


def test_entries_without_a_usable_id_are_reported_by_their_place():
    with pytest.raises(InputError) as caught:
        read_run([7, {"nugget": []}, run_entry("a", CUSTOMER), run_entry("a", CUSTOMER)])
    assert [problem.case for problem in caught.value.problems] == ["entry 1", "entry 2", "case a"]
    assert "twice" in caught.value.problems[2].seen


def test_runs_are_put_in_the_order_of_the_gold():
    task = assemble(read_gold(GOLD), [read_run(RUN, "x.json"), read_run(RUN[::-1], "y.json")])
    assert (task.runs, task.dialogues) == (("x", "y"), ("a", "b"))
    np.testing.assert_allclose(task.estimates[0], [[0.1, 0.2, 0.3, 0.4], [0.5, 0.3, 0.2, 0], [0.1, 0.2, 0.3, 0.4]])
    np.testing.assert_array_equal(task.estimates[0], task.estimates[1])
    assert task.starts.tolist() == [0, 2]
    assert task.customer.tolist() == [True, False, True]
    assert task.dialogue_of.tolist() == [0, 0, 1]


MISFITS = {
    "a missing dialogue": ([RUN[0]], "dialogue a", "this dialogue is missing"),
    "a surplus dialogue": ([*RUN, run_entry("z", CUSTOMER)], "dialogue z", "no such dialogue"),
    "too few blocks": (
        [RUN[0], run_entry("a", CUSTOMER)],
        "dialogue a",
        "the run has 1 block; the gold has 2: customer, helpdesk",
    ),
    "too many blocks": ([run_entry("b", CUSTOMER, HELPDESK), RUN[1]], "dialogue b", "the run has 2 blocks"),
    "a customer's types at the helpdesk": (
        [RUN[0], run_entry("a", CUSTOMER, CUSTOMER)],
        "dialogue a, block 2 (helpdesk)",
        "holds types of the customer (CNUG0, CNUG, CNUG*, CNaN); the types of a helpdesk block are HNUG, HNUG*, HNaN",
    ),
}


@pytest.mark.parametrize(("entries", "place", "words"), MISFITS.values(), ids=MISFITS)
def test_a_run_that_does_not_fit_is_refused_with_dialogue_and_block(entries, place, words):
    with pytest.raises(InputError) as caught:
        assemble(read_gold(GOLD), [read_run(RUN, "fine.json"), read_run(entries)])
    (problem,) = caught.value.problems
    assert (problem.file, problem.case) == ("run.json", place)
    assert words in str(problem)


@real
def test_the_official_gold_has_390_dialogues_of_19_labels_a_block():
    path = SHARED / "gold_test.json"
    gold = parse_gold(path.read_bytes(), path.name)
    assert len(gold.dialogues) == 390
    assert sorted({len(sides) for sides in gold.senders}) == [2, 3, 4, 5, 6, 7]
    assert gold.votes.shape == (1755, 4)
    assert (gold.votes.sum(axis=1) == 19).all()


@real
def test_the_submission_example_is_a_nugget_run_as_well_as_a_quality_run():
    path = SHARED / "submission_example.json"
    run = parse_run(path.read_bytes(), path.name)
    assert run.senders[0] == ("customer", "helpdesk")
    assert run.probabilities[0].tolist() == pytest.approx([0.2, 0.5, 0.2, 0.1])
    assert parse_quality_run(path.read_bytes(), path.name, scale="A").cases == run.dialogues


@real
def test_the_real_runs_sum_to_less_than_one_and_are_read_on_the_users_word():
    chance = random.Random(7)
    gold = parse_gold((SHARED / "gold_test.json").read_bytes(), "gold.json")
    for path in sorted((SHARED / "runs_nugget").glob("*.json")):
        with pytest.raises(InputError) as caught:
            parse_run(path.read_bytes(), path.name)
        assert all(one.choices == ("renormalise",) for one in caught.value.problems)
        run = parse_run(path.read_bytes(), path.name, renormalise=True)
        cases = json.loads(path.read_bytes())
        chance.shuffle(cases)
        for case in cases:
            case["nugget"] = [dict(chance.sample(list(block.items()), len(block))) for block in case["nugget"]]
        shuffled = parse_run(as_bytes(cases), "shuffled.json", renormalise=True)
        task = assemble(gold, [run, shuffled])
        np.testing.assert_array_equal(task.estimates[0], task.estimates[1])


OTHER = {"customer_types": ["ask", "thank", "tell", "repeat", "none"], "helpdesk_types": ["answer", "none"]}


def test_a_file_names_its_types_any_number_per_side():
    gold = read_gold(OTHER | {"dialogues": [gold_entry("a", "ch", ["tell", "answer"], ["none", "none"])]})
    assert gold.types == NuggetTypes(tuple(OTHER["customer_types"]), tuple(OTHER["helpdesk_types"]))
    assert gold.votes.tolist() == [[0, 0, 1, 0, 1], [1, 1, 0, 0, 0]]
    block = {"ask": 0.1, "thank": 0.2, "tell": 0.3, "repeat": 0.4, "none": 0}
    run = parse_run(as_bytes([run_entry("a", block, {"none": 1, "answer": 0})]), "run.json", types=gold.types)
    task = assemble(gold, [run])
    assert task.estimates[0].tolist() == [[0.1, 0.2, 0.3, 0.4, 0], [0, 1, 0, 0, 0]]
    scores = score_nuggets(task, ("RNSS", "JSD"))
    for layer, key in enumerate(scores.measures):
        expected = [MEASURES[key]([0, 0, 0.5, 0, 0.5], [*block.values()]), MEASURES[key]([0.5, 0.5], [0, 1])]
        np.testing.assert_allclose(scores.blocks[layer, 0], np.array(expected))


def test_the_nan_of_the_paper_is_read_on_both_sides():
    gold = read_gold([gold_entry("a", "ch", ["NaN", "NaN"], ["CNUG", "HNaN"])])
    assert gold.votes.tolist() == [[0, 1, 0, 1], [0, 0, 2, 0]]
    paper = {"CNUG0": 3, "CNUG": 4, "CNUG*": 3, "NaN": 0}, {"HNUG": 4, "HNUG*": 4, "NaN": 2}
    assert read_run([run_entry("a", *paper)]).votes.tolist() == [[3, 4, 3, 0], [4, 4, 2, 0]]
    with pytest.raises(InputError, match="NaN and CNaN"):
        read_run([run_entry("a", CUSTOMER | {"NaN": 0.0})])


@pytest.mark.parametrize(
    ("entries", "types", "said"),
    [
        ({**OTHER, "helpdesk_types": ["answer"], "dialogues": GOLD}, None, "helpdesk has 1 nugget types"),
        ({**OTHER, "customer_types": ["a", "b", "a"], "dialogues": GOLD}, None, "'a' twice|a twice"),
        ({**OTHER, "customer_types": "a,b", "dialogues": GOLD}, None, "give a list of names"),
        ({**OTHER, "dialogues": GOLD}, NuggetTypes(), "expected CNUG0, CNUG"),
        ({**OTHER, "dialogues": []}, None, "an empty list"),
        (
            {**OTHER, "dialogues": [gold_entry("a", "c", ["CNUG"])]},
            None,
            "the types of a customer block are ask, thank",
        ),
        (
            {
                "customer_types": ["x", "y"],
                "helpdesk_types": ["x", "y"],
                "dialogues": [run_entry("a", {"x": 1, "y": 0})],
            },
            None,
            "both sides.*turns",
        ),
    ],
)
def test_what_is_wrong_with_types_is_said(entries, types, said):
    with pytest.raises(InputError, match=said):
        parse_gold(as_bytes(entries), "gold.json", types=types)


def test_a_run_of_other_types_than_the_gold_is_refused():
    gold = read_gold(OTHER | {"dialogues": [gold_entry("a", "c", ["ask"])]})
    with pytest.raises(InputError, match="others than those of the gold"):
        assemble(gold, [read_run([run_entry("a", CUSTOMER)])])
