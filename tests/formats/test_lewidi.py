"""LeWiDi: annotations, soft labels, runs of arrays."""

import pytest

from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.questions import open_questions, sentence
from tests.formats.files import as_bytes, gold_of, official, parts_of, problems_of, run_of


def lewidi(labels, soft=None, **more):
    return {"annotations": {f"Ann{n}": label for n, label in enumerate(labels)}, "soft_label": soft or {}} | more


SOFT = {"1": 0.5, "0": 0.0, "-1": 0.5}


def test_soft_labels_alone_are_probabilities():
    gold = gold_of(as_bytes({"7": {"annotations": {}, "soft_label": {"0.0": 0.25, "1.0": 0.75}}}), "g.json")
    assert (gold.classes, gold.votes, gold.probabilities.tolist()) == (("0", "1"), None, [[0.25, 0.75]])


def test_annotations_without_soft_labels_know_the_classes_that_somebody_chose():
    gold = gold_of(as_bytes({"7": {"annotations": {"a": "1", "b": "3"}, "number of annotations": 2}}), "g.json")
    assert (gold.classes, gold.votes.tolist(), gold.open_ended) == (("1", "3"), [[1, 1]], True)


def test_texts_of_the_cases_are_kept():
    entries = {
        "1": lewidi(["1", "-1"], SOFT, text={"q1": "How?", "q2": "Why?"}),
        "2": lewidi(["1", "-1"], SOFT, text={}),
    }
    assert gold_of(as_bytes(entries), "g.json").extras == {"q1": ("How?", ""), "q2": ("Why?", "")}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (lewidi(["1", "2"], SOFT), "annotator Ann1 says '2'; the classes are -1, 0, 1"),
        (lewidi(["1", True], SOFT), "annotator Ann1 says true"),
        *(
            (entry, '"annotations" holds no label')
            for entry in (lewidi([], SOFT), lewidi([None]), {"soft_label": SOFT}, 7)
        ),
        (lewidi(["1", "1"], SOFT), '"soft_label" and "annotations" differ by 0.5'),
        (lewidi(["1", "-1"], {"1": "x", "-1": 0.5}), "class 1 holds 'x'"),
        (lewidi(["1", "-1"], {"1": 0.5, "1.0": 0.5, "-1": 0.5}), "class '1.0' occurs twice"),
        (lewidi(["1", "-1"], "x"), "\"soft_label\" holds 'x'"),
    ],
)
def test_a_faulty_case_of_lewidi_is_reported(entry, words):
    (problem,) = problems_of(gold_of, as_bytes({"7": lewidi(["1", "-1"], SOFT), "8": entry}), "g.json")
    assert problem.case == "case 8"
    assert words in str(problem)
    assert problem.choices == ()


def test_a_run_of_arrays_takes_the_classes_of_the_gold_by_position():
    run = run_of(b"7\t[0.25, 0.5,0.25]\n\n3\t[1e-1,.9 , 0]\n", "runs/team_soft.tsv")
    file = official(b"7\t[0.25, 0.5,0.25]", "runs/team_soft.tsv")
    assert (file.title, file.kind, file.role) == ("team_soft", "lewidi-run", "run")
    assert (run.classes, run.labelled) == (("1", "2", "3"), False)
    assert run.cases == ("7", "3")
    assert run.probabilities.tolist() == [[0.25, 0.5, 0.25], [0.1, 0.9, 0]]
    gold = as_bytes({"3": lewidi(["1", "-1"], SOFT), "7": lewidi(["1", "-1"], SOFT)})
    read = read_task([File("g.json", gold), File("r.tsv", b"7\t[0.25,0.5,0.25]\n3\t[.1,.9,0]\n")])
    assert (read.problems, read.task.estimates.tolist()) == ((), [[[0.1, 0.9, 0], [0.25, 0.5, 0.25]]])


def test_what_is_wrong_with_an_array_is_reported():
    data = b"1\t[.5,.5]\n2\t[.5]\n3 [.5,.5]\n4\t.5,.5\n5\t[.5,x]\n\t[1,0]\n1\t[1,0]\n6\t[.5,.49]\n"
    problems = problems_of(run_of, data, "r.tsv")
    assert [(problem.case, problem.seen) for problem in problems] == [
        ("line 2", "1 number"),
        ("line 3", "0 numbers"),
        ("line 4", "0 numbers"),
        ("line 5 (case 5)", "'x' is no number"),
        ("line 6", "the id is empty"),
        ("case 1", "this id stands in lines 1 and 7"),
        ("case 6", "(0.5, 0.49) sums to 0.99"),
    ]
    assert problems[0].action == "expected id<TAB>[p1,p2,…] with 2 numbers"


@pytest.mark.parametrize("value", [{}, {"soft_label": SOFT}, {"annotations": {"a": "1"}}, {"annotations": [{"x": 1}]}])
def test_a_file_is_official_only_with_annotations_and_a_soft_label_or_their_number(value):
    assert official(as_bytes({"7": value})) is None


def test_null_means_that_an_annotator_did_not_label_the_item():
    soft = {"1": 0.5, "2": 0.5, "3": 0.0}
    entry = {"annotations": {"a": "1", "b": None, "c": "2"}, "soft_label": soft}
    for announced in (2, 3):
        data = as_bytes({"x": entry | {"number of annotations": announced}, "y": lewidi(["3", "3"])})
        part = parts_of(data, "g.json")
        assert part.content.votes.tolist() == [[1, 1, 0], [0, 0, 2]]
        assert (part.problems.kept, part.problems.notes) == (
            [],
            ["g.json: 1 missing vote is left out, null in 1 case (x)"],
        )


@pytest.mark.parametrize("text", ["nan", "NA", "-99", ""])
@pytest.mark.parametrize("more", [{"soft_label": {"1": 0.5, "2": 0.5}}, {"number of annotations": 3}])
def test_a_text_for_no_label_is_a_problem_that_advises_null(text, more):
    labels = {"a": "1", "b": text, "c": "2"}
    whole = {"y": {"annotations": {"a": "2", "b": "1"}, "soft_label": {}}}
    for data in ({"x": {"annotations": labels, **more}}, {"x": {"annotations": ",".join(labels.values()), **more}}):
        (problem,) = parts_of(as_bytes({**data, **whole}), "g.json").problems.sorted()
        assert problem.file == "g.json"
        assert problem.case == "case x"
        assert repr(text) in problem.seen
        assert problem.action.endswith("; write null where an annotator gave no label")


def test_a_text_for_no_label_is_a_class_where_soft_labels_or_the_user_say_so():
    labels = {"annotations": {"a": "none", "b": "1", "c": "2", "d": "2"}, "number of annotations": 4}
    gold = gold_of(as_bytes({"x": labels}), choices=Decisions(classes=("none", "1", "2")))
    assert sorted(gold.classes) == ["1", "2", "none"]
    chosen = Decisions(classes=("none", "2", "1", "3"))
    more = read_task([File("g.json", as_bytes({"x": labels}))], choices=chosen).gold
    assert (more.classes, more.votes.tolist()) == (chosen.classes, [[1, 2, 1, 0]])
    some = {"annotations": {"a": "none", "b": "some"}, "soft_label": {"none": 0.5, "some": 0.5}}
    assert gold_of(as_bytes({"x": some})).classes == ("none", "some")


V2023 = {
    "1": {"annotations": "1,1,0", "annotators": "Ann1,Ann2,Ann3", "soft_label": {"0": 0.33, "1": 0.67}},
    "2": {"annotations": "0,0,0", "annotators": "Ann3,Ann2,Ann1", "soft_label": {"0": 1.0, "1": 0.0}},
}


def test_the_labels_of_2023_stand_in_one_text_and_a_list_of_cases_is_the_same():
    listed = [{"id": int(case), **entry} for case, entry in V2023.items()]
    numbers = [{**one, "annotations": list(map(int, one["annotations"].split(",")))} for one in listed]
    for value in (V2023, listed, numbers):
        gold = gold_of(as_bytes(value))
        assert (gold.cases, gold.classes, gold.votes.tolist()) == (("1", "2"), ("0", "1"), [[1, 2], [3, 0]])
    (problem,) = problems_of(gold_of, as_bytes([*listed, listed[0]]))
    assert problem.seen == "this id occurs twice (entries 1 and 3)"


VARIERR = {
    "138": {
        "annotations": {"Ann1": "contradiction", "Ann2": "contradiction,neutral", "Ann3": None},
        "number of annotations": 3,
        "soft_label": {
            "contradiction": {"0": 0.0, "1": 1.0},
            "entailment": {"0": 1.0, "1": 0.0},
            "neutral": {"0": 0.5, "1": 0.5},
        },
        "text": {"context": "How?"},
    }
}
NLI_CASES = ("138/contradiction", "138/entailment", "138/neutral")


def test_each_label_of_varierr_is_a_case():
    part = parts_of(as_bytes(VARIERR), "g.json")
    gold = part.content
    assert (gold.cases, gold.classes, gold.ordered_by) == (NLI_CASES, ("0", "1"), "format")
    assert (gold.votes.tolist(), part.problems.kept) == ([[0, 2], [2, 0], [1, 1]], [])
    assert gold.extras == {"context": ("How?",) * 3, "label": ("contradiction", "entailment", "neutral")}
    assert part.problems.notes == ["g.json: 1 missing vote is left out, null in 1 case (138)"]
    wrong = {"138": {**VARIERR["138"], "annotations": {"Ann1": "contradiction", "Ann2": "perhaps"}}}
    part = parts_of(as_bytes(wrong))
    (problem,) = part.problems.sorted()
    assert (problem.case, problem.seen) == ("case 138", "annotator Ann2 says 'perhaps'")
    assert tuple(part.problems.faulty) == NLI_CASES


def test_runs_of_varierr_have_a_pair_for_each_label():
    run = run_of(b"138\t[[0.1,0.9],[0.8, 0.2], [0.5,0.5]]\n", "r.tsv")
    assert (run.cases, run.probabilities.tolist()) == (NLI_CASES, [[0.1, 0.9], [0.8, 0.2], [0.5, 0.5]])
    data = b"138\t[[0.1,0.9],[0.8,0.2]]\n7\t[[0.1,0.9],[0.8,0.2],[0.5,0.6]]\n"
    found = [(problem.case, problem.seen) for problem in problems_of(run_of, data, "r.tsv")]
    assert found == [
        ("line 1", "there are not three pairs of numbers"),
        ("case 7/neutral", "(0.5, 0.6) sums to 1.1"),
    ]


@pytest.mark.parametrize("data", [b"1\t[0.5]\n", b"1\t[\n", b"1\t[]\n"])
def test_arrays_of_one_number_are_refused(data):
    assert "at least two are needed" in str(problems_of(run_of, data)[0])


def test_a_gold_in_which_everybody_chose_one_class_asks_for_the_others():
    file = File("g.json", as_bytes({"7": lewidi(["1", "1"], {"1": 1.0}), "8": lewidi(["1", "1"], {"1": 1.0})}))
    (problem,) = read_task([file]).problems
    assert (problem.seen, problem.asks) == ("its only class is 1", "reading")
    read = read_task([file], choices=Decisions(classes=("0", "1", "2")))
    assert (read.task.classes, read.task.votes.tolist()) == (("0", "1", "2"), [[0, 2, 0], [0, 2, 0]])
    (asked,) = open_questions(read_task([file]))
    assert sentence(asked, read_task([file])).startswith("Which classes")
