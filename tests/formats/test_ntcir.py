"""The official NTCIR JSON: what is read, and what is said of everything that cannot be."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.formats.json.strict import load
from ordquant_core.formats.official.ntcir import CLASSES
from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.outcomes import WAITS, outcomes
from tests.formats.files import as_bytes, gold_of, official, parts_of, problems_of, run_of

SHARED = Path(__file__).parents[2] / "../shared/data/stc3"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")

EVEN = dict.fromkeys(CLASSES, 0.2)


def gold_case(case, *labels, scale="A"):
    return {"id": case, "annotations": [{"quality": {scale: label}} for label in labels]}


def run_case(case, classes=EVEN, scale="A"):
    return {"id": case, "quality": {scale: classes}}


DCH = {"TS": CLASSES[1:4], "TA": CLASSES[1:4], "CS": CLASSES, "HA": CLASSES[1:4], "CA": CLASSES[1:4]}  # EVIA 2017, 2.4


@pytest.mark.parametrize("scale", DCH)
def test_the_scales_of_dch_1_are_read_each_with_its_own_classes(scale):
    chance = random.Random(1)
    labels = {f"d{n}": [{one: int(chance.choice(DCH[one])) for one in DCH} for _ in range(3)] for n in range(12)}
    gold = [{"id": case, "annotations": [{"quality": one} for one in votes]} for case, votes in labels.items()]
    run = [
        {"id": case, "quality": {one: dict.fromkeys(some, 1 / len(some)) for one, some in DCH.items()}}
        for case in labels
    ]
    found = run_of(as_bytes(run), "run.json", scale=scale)
    assert (found.classes, found.scale) == (DCH[scale], scale)
    given = gold_of(as_bytes(gold), "gold.json", scale=scale, choices=Decisions(classes=found.classes))
    assert given.classes == DCH[scale]
    assert given.votes.tolist() == [
        [sum(one[scale] == int(label) for one in votes) for label in DCH[scale]] for votes in labels.values()
    ]
    alone = parts_of(as_bytes(gold), "gold.json", scale=scale).problems.sorted()
    assert bool(alone) == (scale != "CS")  # votes within -1 to 1: it is asked which classes there are
    assert all(problem.asks and "name the classes" in problem.action for problem in alone)


def test_annotations_become_votes_and_probabilities():
    data = as_bytes([gold_case("a", -1, 0, 0, 2), gold_case("b", 1)])
    file, gold = official(data, "dir/gold.json"), gold_of(data, "dir/gold.json")
    assert (file.title, file.kind, file.role) == ("gold", "ntcir", "gold")
    assert (gold.scale, gold.classes, gold.cases) == ("A", CLASSES, ("a", "b"))
    assert gold.votes.tolist() == [[0, 1, 2, 0, 1], [0, 0, 0, 1, 0]]
    assert gold.votes.dtype == np.int64
    assert gold.probabilities.tolist() == [[0, 0.25, 0.5, 0, 0.25], [0, 0, 0, 1, 0]]


def test_a_gold_may_hold_distributions_instead_of_annotations():
    gold = gold_of(as_bytes([run_case("a")]), "gold.json")
    assert gold.votes is None
    assert gold.probabilities.tolist() == [[0.2] * 5]


def test_scales_stand_in_the_order_of_their_first_appearance():
    cases = [
        {"id": "a", "annotations": [{"quality": {"E": 0}}, {"quality": {"S": 0, "A": 1}}]},
        {"id": "b", "quality": {"Z": {}, "A": {}}},
        None,
        {"id": "c", "annotations": 3, "quality": []},
    ]
    assert official(as_bytes(cases), "gold.json").scales == ("E", "S", "A", "Z")
    assert official(as_bytes([{"id": "a", "nugget": [{}]}]), "gold.json").scales == ()


def test_a_class_is_the_same_however_its_number_is_written():
    values = dict(zip(("2.0", "+1", "0", "-1.00", "-02"), [0.25, 0.15, 0.3, 0.2, 0.1], strict=True))
    run = run_of(as_bytes([run_case("a", values)]), "run.json")
    assert run.probabilities.tolist() == [pytest.approx([0.1, 0.2, 0.3, 0.15, 0.25])]
    assert gold_of(as_bytes([gold_case("a", 1, "1", "1.0", 1.0, "-2")]), "gold.json").votes.tolist() == [
        [1, 0, 0, 4, 0]
    ]


@pytest.mark.parametrize("case", ["007", "3718912216646049", "#tag", "حوار", "a b", "3.7e15", " x"])
def test_string_ids_stay_exactly_as_they_are(case):
    assert run_of(as_bytes([run_case(case)]), "run.json").cases == (case,)


def test_a_scale_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(UnknownNameError, match=r"gold\.json has no scale 'B'; choose one: A$"):
        gold_of(as_bytes([gold_case("a", 0)]), "gold.json", scale="B")


FILES = {  # bytes -> what the message must hold
    "cut short": (b'[{"id": "a"', ["line 1, column", "not JSON"]),
    "two lines": (b'[\n{"id" "a"}]', ["line 2, column 7", "not JSON"]),
    "deep": (b"[" * 100_000, ["nested too deeply"]),
    "deep objects": (b'{"a":' * 100_000, ["nested too deeply"]),
    "not UTF-8": (b'[{"id": "\xff"}]', ["line 1", "not UTF-8", "0xff"]),
    "zeros": (b"[\0]", ["byte 2 is zero"]),
    "NaN": (b'[{"id": "x", "quality": {"A": {"-2": NaN}}}]', ["NaN"]),
    "Infinity, elsewhere": (b'[{"id": "x", "turns": [[-Infinity]]}]', ["-Infinity"]),
    "a huge integer": (b'[{"id": "x", "n": ' + b"1" * 10_000 + b"}]", ["holds '1111"]),
    "a key twice": (b'[{"id": "x", "quality": {"A": {"0": 1, "1": 0, "0": 0}}}]', ["case x", "'0' occurs twice"]),
    "an id twice in a case": (b'[{"id": "x", "id": "y"}]', ["'id' occurs twice"]),
    "NaN outside of a list": (b'{"x": NaN}', ["NaN"]),
}


@pytest.mark.parametrize(("data", "words"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_sound_json_is_refused(data, words):
    with pytest.raises(InputError) as caught:
        load(data, "file.json")
    assert str(caught.value).startswith("file.json")
    for word in words:
        assert word in str(caught.value)


OTHERS = {  # no official file: a table, or nothing
    "a label called quality": [{"id": "d1", "annotator": "a", "quality": 1}],
    "a text called quality": [{"id": "d1", "quality": "good"}],
    "an object of counts called quality": [{"id": "d1", "quality": {"1": 2, "2": 3}}],
    "votes in a list": [{"id": "d1", "annotations": [1, 2]}],
    "results of an annotation tool": [{"id": 1, "annotations": [{"result": [{"value": {"choices": ["good"]}}]}]}],
    "an object": {"a": 1},
    "an empty list": [],
    "ids alone": [{"id": "a"}],
    "turns of speakers": [{"id": "a", "turns": [{"sender": "x"}]}],
}


@pytest.mark.parametrize("value", OTHERS.values(), ids=OTHERS)
def test_a_file_is_official_by_its_structure_alone(value):
    assert official(as_bytes(value)) is None


def test_nuggets_without_quality_are_recognised_for_what_they_are():
    entry = {"id": "a", "turns": [{"sender": "customer"}], "annotations": [{"nugget": ["CNUG0"]}]}
    assert official(as_bytes([entry])).role == official(as_bytes([{"id": "a", "nugget": [{}]}])).role == "other"


FINE = gold_case("fine", 0)
GOLD_FAULTS = {  # a case beside a sound one -> what the message must hold
    "not an object": (3, ["entry 2", "this is 3"]),
    "no id": ({"annotations": [{"quality": {"A": 0}}]}, ["entry 2", '"id" is null']),
    "an id that is none": (gold_case(True, 0), ["entry 2", '"id" is true']),
    "empty id": (gold_case(" ", 0), ["entry 2", "is empty"]),
    "same id": (gold_case("fine", 1), ["case fine", "twice", "1 and 2"]),
    **{
        f"label {label!r}": (
            gold_case("a", 0, label),
            ["case a", f"annotation 2 says {said}", "-2, -1, 0, 1, 2", "leave out"],
        )
        for label, said in [(3, "3"), ("x", "'x'"), (1.5, "1.5"), (True, "true"), (None, "null"), ("nan", "'nan'")]
    },
    "a distribution": (run_case("b"), ["case b", '"annotations" is null']),
    "no annotations": ({"id": "b"}, ["case b", '"annotations" is null']),
    "empty annotations": (gold_case("b"), ["case b", "empty list"]),
    "annotations of a wrong type": ({"id": "a", "annotations": {"quality": 1}}, ["case a", "an object"]),
    **{
        f"annotation {one}": ({"id": "a", "annotations": [one]}, ["case a", 'annotation 1 has no "quality" on scale A'])
        for one in (7, {"nugget": []}, {"quality": [1]}, {"quality": {"E": 0}})
    },
}


@pytest.mark.parametrize(("case", "words"), GOLD_FAULTS.values(), ids=GOLD_FAULTS)
def test_a_gold_with_a_fault_is_refused_with_the_place_of_the_fault(case, words):
    (problem,) = problems_of(gold_of, as_bytes([FINE, case]), "gold.json", scale="A")
    assert (problem.file, problem.choices) == ("gold.json", ())
    assert [word for word in words if word not in str(problem)] == []


RUNS = {
    "sums to .8": (dict(zip(CLASSES, [0.5, 0.3, 0, 0, 0], strict=True)), ["(0.5, 0.3, 0, 0, 0) sums to 0.8"]),
    "negative": (EVEN | {"2": -0.2, "1": 0.6}, ["negative number -0.2"]),
    "unknown class": (EVEN | {"3": 0.0}, ["unknown class '3'", "-2, -1, 0, 1, 2"]),
    "two spellings": (EVEN | {"1.0": 0.0}, ["class '1.0' occurs twice, written in two ways"]),
    "missing class": ({key: 0.25 for key in CLASSES if key != "0"}, ["class 0 is missing"]),
    "text": (EVEN | {"0": "0.2"}, ["class 0 holds '0.2'", "expected a number"]),
    "true": (EVEN | {"0": True}, ["class 0 holds true"]),
    "long": (EVEN | {"0": "x" * 5000}, ["xxx…"]),
    "not an object": ([0.2] * 5, ["scale A is a list"]),
    "empty": ({}, ["is missing"]),
    "a huge number": (EVEN | {"0": 10**200}, ["sums to 1e+200"]),
}


@pytest.mark.parametrize(("classes", "words"), RUNS.values(), ids=RUNS)
@pytest.mark.parametrize("read", [gold_of, run_of])
def test_distributions_with_a_fault_are_refused_with_the_case_of_the_fault(read, classes, words):
    (problem,) = problems_of(read, as_bytes([run_case("fine"), run_case("12", classes)]), "run.json")
    assert (problem.file, problem.case) == ("run.json", "case 12")
    assert len(str(problem)) < 250
    assert [word for word in words if word not in str(problem)] == []


def test_a_number_too_large_for_a_float_is_refused():
    data = as_bytes([run_case("12")]).replace(b"0.2", b"1e999", 1)
    with pytest.raises(InputError, match=r"case 12.*not finite"):
        run_of(data, "run.json")


@pytest.mark.parametrize("entry", [{"id": "a"}, {"id": "a", "quality": None}])
def test_a_run_without_quality_is_reported(entry):
    (problem,) = problems_of(run_of, as_bytes([run_case("fine"), entry]), "run.json")
    assert (problem.case, problem.seen) == ("case a", 'the case has no "quality" on scale A')


def test_all_problems_of_a_file_are_collected_in_its_order():
    bad_sum = run_case("b", dict.fromkeys(CLASSES, 0.1))
    with pytest.raises(InputError) as caught:
        run_of(as_bytes([run_case("a", {}), bad_sum, 7, run_case("c"), run_case("d", None)]), "run.json")
    assert [problem.case for problem in caught.value.problems] == ["case a", "case b", "entry 3", "case d"]
    assert str(caught.value).endswith("(and 3 more problems)")


votes = st.dictionaries(
    st.text("abcأ#0123", min_size=1, max_size=6), st.lists(st.integers(-2, 2), min_size=1, max_size=9), min_size=1
)


@given(votes)
def test_what_was_written_is_read_back(labels):
    data = as_bytes([gold_case(case, *given) for case, given in labels.items()])
    gold = gold_of(data, "gold.json", choices=Decisions(classes=CLASSES))
    assert gold.cases == tuple(labels)
    assert gold.votes.tolist() == [[given.count(label) for label in range(-2, 3)] for given in labels.values()]
    rows = [
        run_case(c, dict(zip(CLASSES, row, strict=True)))
        for c, row in zip(labels, gold.probabilities.tolist(), strict=True)
    ]
    run = run_of(as_bytes(rows), "run.json")
    np.testing.assert_allclose(run.probabilities, gold.probabilities, rtol=0, atol=1e-15)


@real
def test_the_official_gold_has_390_cases_of_19_votes_on_two_scales():
    data = (SHARED / "gold_test.json").read_bytes()
    file = official(data, "gold_test.json")
    assert (file.title, file.scales) == ("gold_test", ("A", "E"))
    for scale in "AE":
        gold = gold_of(data, scale=scale)
        assert (gold.scale, len(gold.cases)) == (scale, 390)
        assert (gold.votes.sum(axis=1) == 19).all()


@real
def test_the_submission_example_is_a_run_with_three_scales():
    data = (SHARED / "submission_example.json").read_bytes()
    file, run = official(data, "submission_example.json"), run_of(data, scale="A")
    assert (file.title, file.role, file.scales, run.classes) == (
        "submission_example",
        "either",
        ("A", "S", "E"),
        CLASSES,
    )
    assert run.probabilities[0] == pytest.approx([0.1, 0.2, 0.3, 0.25, 0.15])


@real
@pytest.mark.parametrize("scale", ["A", "E"])
def test_every_real_run_fits_the_gold_in_any_order_of_cases_and_keys(scale):
    gold = gold_of((SHARED / "gold_test.json").read_bytes(), scale=scale)
    paths = sorted((SHARED / "runs_quality").glob("*.json"))
    assert len(paths) == 9
    chance = random.Random(7)
    for path in paths:
        data = path.read_bytes()
        run = run_of(data, path.name, scale=scale)
        assert (run.classes, {*run.cases}, run.probabilities.shape) == (CLASSES, {*gold.cases}, (390, 5))
        cases = json.loads(data)
        chance.shuffle(cases)
        for case in cases:
            case["quality"] = {
                key: dict(chance.sample(list(classes.items()), 5)) for key, classes in reversed(case["quality"].items())
            }
        shuffled = run_of(as_bytes(cases), path.name, scale=scale)
        order = [shuffled.cases.index(case) for case in run.cases]
        np.testing.assert_array_equal(shuffled.probabilities[order], run.probabilities)


def test_a_file_with_millions_of_problems_is_not_read_to_its_end():
    with pytest.raises(InputError) as caught:
        run_of(as_bytes([run_case("a"), *[1] * 200_000]), "run.json")
    assert len(caught.value.problems) == 10_001
    assert str(caught.value.problems[-1]) == "run.json: more than 10,000 problems; the rest of them is not listed"


def test_every_run_of_several_scales_waits_for_the_answer_that_the_first_one_asks_for():
    gold = File("gold.csv", b"case,-2,-1,0,1,2\np,1,0,2,0,1\nq,0,4,0,0,0\nr,1,1,1,1,0\n")
    entries = [{"id": case, "quality": {"A": EVEN, "E": EVEN}} for case in "pqr"]
    runs = [File(f"{name}.json", json.dumps(entries).encode()) for name in ("one", "two", "three")]
    found = {one.file: (one.used, one.verdict) for one in outcomes(read_task([gold, *runs]))}
    assert found == {"gold.csv": ("gold", "accepted")} | {run.name: ("run", WAITS) for run in runs}
