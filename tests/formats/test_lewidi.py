"""LeWiDi: annotations, soft labels, runs of arrays."""

import pytest

from ordquant_core.formats import Decisions, File, parse_gold, parse_run, read_task
from tests.formats.files import as_bytes, problems_of


def lewidi(labels, soft=None, **more):
    return {"annotations": {f"Ann{n}": label for n, label in enumerate(labels)}, "soft_label": soft or {}} | more


SOFT = {"1": 0.5, "0": 0.0, "-1": 0.5}


def test_soft_labels_alone_are_probabilities():
    gold = parse_gold(as_bytes({"7": {"soft_label": {"0.0": 0.25, "1.0": 0.75}}}), "g.json")
    assert (gold.classes, gold.votes, gold.probabilities.tolist()) == (("0", "1"), None, [[0.25, 0.75]])


def test_annotations_without_soft_labels_know_the_classes_that_somebody_chose():
    data = as_bytes({"7": {"annotations": {"a": "1", "b": "3"}}})
    assert parse_gold(data, "g.json").classes == ("1", "3")
    assert parse_gold(data, "g.json", choices=Decisions(classes=("1", "2", "3"))).votes.tolist() == [[1, 0, 1]]


def test_texts_of_the_cases_are_kept():
    entries = {
        "1": lewidi(["1", "-1"], SOFT, text={"q1": "How?", "q2": "Why?"}),
        "2": lewidi(["1", "-1"], SOFT, text={}),
    }
    assert parse_gold(as_bytes(entries), "g.json").extras == {"q1": ("How?", ""), "q2": ("Why?", "")}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (lewidi(["1", "2"], SOFT), "annotator Ann1 says '2'; the classes are -1, 0, 1"),
        (lewidi(["1", True], SOFT), "annotator Ann1 says true"),
        (lewidi([], SOFT), '"annotations" is an empty object'),
        ({"soft_label": SOFT}, 'there are no "annotations"'),
        (lewidi(["1", "1"], SOFT), '"soft_label" and "annotations" differ by 0.5'),
        (lewidi(["1", "-1"], {"1": "x", "-1": 0.5}), "class 1 holds 'x'"),
        (lewidi(["1", "-1"], {"1": 0.5, "1.0": 0.5, "-1": 0.5}), "class 1.0 occurs twice"),
        (7, "this is 7"),
        (lewidi(["1", "-1"], "x"), "\"soft_label\" is 'x'"),
    ],
)
def test_a_faulty_case_of_lewidi_is_reported(entry, words):
    (problem,) = problems_of(parse_gold, as_bytes({"7": lewidi(["1", "-1"], SOFT), "8": entry}), "g.json")
    assert problem.case == "case 8"
    assert words in str(problem)
    assert problem.choices == ()


def test_a_run_of_arrays_takes_the_classes_of_the_gold_by_position():
    run = parse_run(b"7\t[0.25, 0.5,0.25]\r\n\r\n3\t[1e-1,.9 , 0]\n", "runs/team_soft.tsv")
    assert (run.name, run.classes, run.labelled) == ("team_soft", ("1", "2", "3"), False)
    assert run.cases == ("7", "3")
    assert run.probabilities.tolist() == [[0.25, 0.5, 0.25], [0.1, 0.9, 0]]
    gold = as_bytes({"3": lewidi(["1", "-1"], SOFT), "7": lewidi(["1", "-1"], SOFT)})
    read = read_task([File("g.json", gold), File("r.tsv", b"7\t[0.25,0.5,0.25]\n3\t[.1,.9,0]\n")])
    assert (read.problems, read.task.estimates.tolist()) == ((), [[[0.1, 0.9, 0], [0.25, 0.5, 0.25]]])


def test_what_is_wrong_with_an_array_is_reported():
    data = b"1\t[.5,.5]\n2\t[.5]\n3 [.5,.5]\n4\t.5,.5\n5\t[.5,x]\n\t[1,0]\n1\t[1,0]\n6\t[.5,.49]\n"
    problems = problems_of(parse_run, data, "r.tsv")
    assert [(problem.case, problem.seen) for problem in problems] == [
        ("line 2", "1 number"),
        ("line 3", "0 numbers"),
        ("line 4", "0 numbers"),
        ("line 5 (case 5)", "column 2 holds 'x'"),
        ("line 6", "the id is empty"),
        ("case 1", "this id stands in lines 1 and 7"),
        ("case 6", "(0.5, 0.49) sums to 0.99"),
    ]
    assert "expected id<TAB>[p1,p2,…] with 2" in problems[0].action
