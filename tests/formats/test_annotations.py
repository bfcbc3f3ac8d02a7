"""Whose vote is whose: read from files and frames, kept while cases are chosen and classes ordered or merged."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordquant_core as oq
from ordquant_core.tasks import parse_gold
from ordquant_core.tasks.merging import with_merged

SHARED = Path(__file__).parents[2] / "../shared/data"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the data of real tasks is not here")
CSV = {
    "a row per vote": (
        "case,who,label\na,ann,3\na,bob,1\nb,bob,2\n",
        ("votes", {"annotator": "who", "label": "label"}),
    ),
    "a column per annotator": ("case,ann,bob\na,3,1\nb,,2\n", ("annotator-columns", {"empty": "missing"})),
    "a row per person": ("who,a,b\nann,3,\nbob,1,2\n", ("people", {"annotator": "who", "empty": "missing"})),
    "a list of names beside a list of votes": (
        'case,who,label\na,"[""ann"", ""bob""]","[3, 1]"\nb,"[""bob""]","[2]"\n',
        ("votes", {"annotator": "who", "label": "label"}),
    ),
    "a marked class in each row": (
        "case,who,3,1,2\na,ann,1,0,0\na,bob,0,1,0\nb,bob,0,0,1\n",
        ("class-columns", {"annotator": "who"}),
    ),
}
LEWIDI = {"soft_label": {}, "number of annotations": 2}
JSON = {
    "LeWiDi": {
        "a": LEWIDI | {"annotations": {"ann": "3", "bob": "1"}},
        "b": {"annotations": {"ann": None, "bob": "2"}},
    },
    "LeWiDi 2023": {
        "a": LEWIDI | {"annotations": "3,1", "annotators": "ann,bob"},
        "b": {"annotations": "2", "annotators": "bob"},
    },
}
UNKNOWN = {
    "LeWiDi 2023 without names": {"a": LEWIDI | {"annotations": "1,2"}},
    "LeWiDi 2023 with one name twice": {"a": LEWIDI | {"annotations": "1,2", "annotators": "ann,ann"}},
    "NTCIR with lists of two lengths": [
        {"id": "a", "annotations": [{"quality": {"A": 1}}, {"quality": {"A": -2}}]},
        {"id": "b", "annotations": [{"quality": {"A": 1}}]},
    ],
    "DBDC without ids of annotators": {
        "dialogue-id": "d",
        "turns": [{"turn-index": 1, "annotations": [{"breakdown": "T"}, {"breakdown": "X"}]}],
    },
}


def gold_of_table(text, layout, **fields):
    mapping = oq.TableMapping(layout, case=() if layout == "people" else ("case",), **fields)
    return parse_gold(text.encode(), "gold.csv", choices=oq.Decisions().with_mapping(mapping))


def check_counts(holder):
    """Annotations are the votes of each case, one by one."""
    counts = [(holder.annotations == number).sum(axis=1) for number in range(len(holder.classes))]
    np.testing.assert_array_equal(np.stack(counts, axis=1), holder.votes)


@pytest.mark.parametrize(("text", "mapping"), CSV.values(), ids=CSV)
def test_a_table_that_names_annotators_says_whose_vote_is_whose(text, mapping):
    layout, fields = mapping
    gold = gold_of_table(text, layout, **fields)
    assert (gold.classes, gold.annotations.tolist()) == (("1", "2", "3"), [[2, 0], [-1, 1]])


@pytest.mark.parametrize("value", JSON.values(), ids=JSON)
def test_a_file_that_names_annotators_says_whose_vote_is_whose(value):
    gold = parse_gold(json.dumps(value).encode(), "gold.json")
    assert (gold.classes, gold.annotations.tolist()) == (("1", "2", "3"), [[2, 0], [-1, 1]])


def test_a_place_in_lists_of_ntcir_is_a_person():
    votes = {"a": (1, -2), "b": (2, 2)}
    value = [{"id": case, "annotations": [{"quality": {"A": v}} for v in some]} for case, some in votes.items()]
    assert parse_gold(json.dumps(value).encode(), "gold.json").annotations.tolist() == [[3, 0], [4, 4]]


def test_annotators_of_dbdc_have_ids():
    given = {1: {"17": "T", "9": "X"}, 2: {"9": "O", "4": "O"}}
    turns = [
        {"turn-index": turn, "annotations": [{"annotator-id": who, "breakdown": one} for who, one in labels.items()]}
        for turn, labels in given.items()
    ]
    gold = parse_gold(json.dumps({"dialogue-id": "d", "turns": turns}).encode(), "d.log.json")
    assert gold.annotations.tolist() == [[1, 2, -1], [-1, 0, 0]]


def test_each_label_of_several_is_accepted_or_not_by_each_annotator():
    shares = {"no": {"0": 0.5, "1": 0.5}, "yes": {"0": 0.0, "1": 1.0}}
    value = {"a": {"annotations": {"ann": "yes,no", "bob": "yes"}, "soft_label": shares}}
    gold = parse_gold(json.dumps(value).encode(), "gold.json")
    assert (gold.cases, gold.annotations.tolist()) == (("a/no", "a/yes"), [[1, 0], [1, 1]])


@pytest.mark.parametrize("value", UNKNOWN.values(), ids=UNKNOWN)
def test_without_names_or_one_order_nobody_knows_whose_vote_is_whose(value):
    assert parse_gold(json.dumps(value).encode(), "d.log.json").annotations is None


def test_votes_that_were_counted_do_not_say_whose_they_are():
    assert gold_of_table("case,1,2\na,3,1\n", "class-columns").annotations is None


def test_a_table_of_too_many_persons_is_not_kept(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.rows.MOST_ANNOTATIONS", 3)
    text, (layout, fields) = CSV["a row per vote"]
    gold = gold_of_table(text, layout, **fields)
    assert (gold.annotations, gold.votes.sum()) == (None, 3)


def test_they_stay_with_their_cases_and_classes():
    text = "case,who,label\na,ann,bad\na,bob,good\nb,ann,fair\nx,ann,good\nx,ann,good\n"
    mapping = oq.TableMapping(
        "votes", case=("case",), label="label", annotator="who", classes=("good", "fair", "bad"), drop=(("case", "x"),)
    )
    gold = parse_gold(text.encode(), "gold.csv", choices=oq.Decisions().with_mapping(mapping))
    task = oq.assemble(gold, [])
    merged = with_merged(task.at(np.array([1, 0])), (("fair", "bad"),))
    assert (task.annotations.tolist(), merged.annotations.tolist()) == ([[2, 0], [1, -1]], [[1, -1], [1, 0]])
    check_counts(merged)


VOTES = pd.DataFrame([("a", "ann", 3), ("a", "bob", 1), ("b", "bob", 2)], columns=["item", "who", "rating"])
WIDE = VOTES.pivot(index="item", columns="who", values="rating")  # noqa: PD010 - nothing is added up
GOLD = oq.from_votes(VOTES, item="item", annotator="who", rating="rating")


def test_a_frame_says_whose_vote_is_whose():
    assert oq.from_frames(GOLD, annotations=WIDE.iloc[::-1]).annotations.tolist() == [[2, 0], [-1, 1]]


@pytest.mark.parametrize(
    ("gold", "frame", "words"),
    [
        (GOLD, WIDE.iloc[:1], "no row for case b"),
        (GOLD, WIDE.replace(3, 7), "holds 7; the classes are 1, 2, 3"),
        (GOLD, WIDE.replace(3, 1), r"case a the votes \[2, 0, 0\], the gold \[1, 0, 1\]"),
        (GOLD.div(GOLD.sum(axis=1), axis=0), WIDE, "whole numbers of votes"),
        (GOLD, WIDE.to_numpy(), "give a DataFrame"),
    ],
)
def test_a_frame_that_is_not_of_these_votes_is_refused(gold, frame, words):
    with pytest.raises(oq.OrdquantError, match=words):
        oq.from_frames(gold, annotations=frame)


@needs_shared
@pytest.mark.parametrize(
    ("file", "scale", "shape", "complete"),
    [
        ("stc3/gold_test.json", "A", (390, 19), True),
        ("stc3/gold_test.json", "E", (390, 19), True),
        ("lewidi2025/paraphrase_dev.json", None, (50, 4), True),
        ("dbdc3/original_json/iris_00174.log.json", None, (10, 30), True),
    ],
)
def test_real_files_say_whose_votes_are_whose(file, scale, shape, complete):
    gold = oq.load_gold(SHARED / file, scale=scale)
    assert (gold.annotations.shape, bool((gold.annotations >= 0).all())) == (shape, complete)
    check_counts(gold)
