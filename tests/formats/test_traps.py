"""The traps of real files, one by one: reported with their choices, and repaired only on request."""

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats import Decisions, File, assemble, parse_gold, parse_run, read_task

GOLD = b"case,-2,-1,0,1,2\nx,1,2,3,4,5\ny,5,4,3,2,1\nz,1,1,1,1,1\n"
RUN = b"case,-2,-1,0,1,2\nx,.1,.2,.3,.2,.2\ny,.2,.2,.2,.2,.2\nz,1,0,0,0,0\n"


def task(gold, run, **choices):
    """Read one gold and one run; returns what was read."""
    return read_task([File("gold.csv", gold), File("run.csv", run)], gold="gold.csv", choices=Decisions(**choices))


def reported(read):
    return [(problem.file, problem.case, problem.choices) for problem in read.problems]


def estimates(read):
    assert read.problems == ()
    return read.task.estimates[0].tolist()


EXPECTED = [[0.1, 0.2, 0.3, 0.2, 0.2], [0.2] * 5, [1, 0, 0, 0, 0]]


def test_a_faulty_row_number_is_no_missing_case():
    run = b"case,-2,-1,0,1,2\n0,.1,.2,.3,.2,.2\n1,7,.2,.2,.2,.2\n2,1,0,0,0,0\n"
    assert reported(task(GOLD, run, by_position=True)) == [("run.csv", "case 1", ())]


@pytest.mark.parametrize(
    "case", ["3718912216646049", "0371891221664604900", "1e5", "#tag", "حوار", "3.0", "1_000", "-0", "٣", "a b"]
)
def test_ids_stay_text_and_meet_only_their_like(case):
    gold, run = (data.decode().replace("\nx,", f"\n{case},").encode() for data in (GOLD, RUN))
    read = task(gold, run)
    assert read.task.cases[0] == case
    assert estimates(read) == EXPECTED


def test_numbers_that_would_become_the_same_class_stay_two():
    gold = parse_gold(b"case,1,1.0\nx,3,4\n", "gold.csv")
    assert gold.classes == ("1", "1.0")


def test_a_case_with_probability_in_an_impossible_class_is_never_divided_silently():
    run = b"case,-2,-1,0,1,2,3\nx,.1,.2,.3,.2,.2,0\ny,.2,.2,.2,.2,.19,.01\nz,1,0,0,0,0,0\n"
    read = task(GOLD, run, drop_classes=True, renormalise=True)
    assert reported(read) == [("run.csv", "case y", ())]
    assert "0.01 of it is in 3, which is left out" in str(read.problems[0])


def test_a_class_that_nobody_uses_and_a_run_lacks_is_left_out_of_everything():
    gold = b"case,1,2,3\nx,1,3,0\ny,2,2,0\n"
    runs = [File("p.csv", b"case,1,2\nx,.5,.5\ny,1,0\n"), File("q.csv", b"case,1,2,3\nx,.5,.5,0\ny,.75,.25,0\n")]
    read = read_task([File("gold.csv", gold), *runs])
    assert reported(read) == [("p.csv", "class 3", ("drop-classes",))]
    read = read_task([File("gold.csv", gold), *runs], choices=Decisions(drop_classes=True))
    assert (read.task.classes, read.task.cases) == (("1", "2"), ("x", "y"))
    assert read.task.estimates.tolist() == [[[0.5, 0.5], [1, 0]], [[0.5, 0.5], [0.75, 0.25]]]
    assert any("gold.csv: class 3 left out" in note for note in read.task.notes)
    used = read_task([File("gold.csv", gold.replace(b"2,2,0", b"2,2,1")), *runs], choices=Decisions(drop_classes=True))
    assert [(problem.case, problem.choices) for problem in used.problems] == [("class 3", ())]


@pytest.mark.parametrize(
    ("classes", "words"),
    [
        (("b", "a"), None),
        (("b", "x"), "there is no class x; the classes of the file are a, b"),
        (("a",), "fewer than two classes are chosen"),
        (("a", "a"), "fewer than two classes are chosen"),
    ],
)
def test_the_user_may_order_the_classes_but_not_invent_them(classes, words):
    choices = Decisions(classes=classes)
    if words is None:
        assert parse_gold(b"case,a,b\nx,1,2\n", "gold.csv", choices=choices).votes.tolist() == [[2, 1]]
    else:
        with pytest.raises(InputError, match=words):
            parse_gold(b"case,a,b\nx,1,2\n", "gold.csv", choices=choices)


def test_classes_without_labels_are_named_by_the_user():
    data = b"x\t.5\t.25\t.25\n"
    gold = parse_gold(data, "gold.tsv")
    assert (gold.classes, gold.labelled) == (("1", "2", "3"), False)
    named = parse_gold(data, "gold.tsv", choices=Decisions(classes=("NB", "PB", "B")))
    assert (named.classes, named.labelled) == (("NB", "PB", "B"), True)
    with pytest.raises(InputError, match="the file has 3 classes, you chose 2"):
        parse_gold(data, "gold.tsv", choices=Decisions(classes=("NB", "B")))


def test_classes_without_labels_are_those_of_the_gold_in_its_order_on_the_users_word():
    gold = parse_gold(b"case,NB,PB,B\nx,1,2,3\n", "gold.csv")
    run = parse_run(b"x\t.5\t.25\t.25\n", "run.tsv")
    with pytest.raises(InputError, match="its 3 classes have no labels") as caught:
        assemble(gold, [run])
    assert [problem.choices for problem in caught.value.problems] == [("by-position",)]
    task = assemble(gold, [run], choices=Decisions(by_position=True))
    assert task.estimates.tolist() == [[[0.5, 0.25, 0.25]]]
    assert task.notes == ("run.tsv: classes without labels taken by position (NB, PB, B)",)
    assert assemble(parse_gold(b"x\t3\t0\t1\n", "gold.tsv"), [run]).estimates.tolist() == [[[0.5, 0.25, 0.25]]]
    with pytest.raises(InputError, match="the run has 2 classes, the gold 3, and those of the run have no labels"):
        assemble(gold, [parse_run(b"x\t.5\t.5\n", "run.tsv")])


@pytest.mark.parametrize("order", [("a", "b", "c"), ("c", "b", "a"), ("b", "a", "c")])
def test_a_position_is_that_of_the_gold_file_however_its_classes_are_ordered(order):
    gold = parse_gold(b"case,a,b,c\nx,1,2,3\n", "gold.csv", choices=Decisions(classes=order))
    arrays = parse_run(b"x\t[.5,.3,.2]\n", "arrays.tsv")
    by_label = parse_run(b"case,a,b,c\nx,.5,.3,.2\n", "run.csv")
    others = parse_run(b"case,p,q,r\nx,.5,.3,.2\n", "other.csv")
    task = assemble(gold, [arrays, by_label, others], choices=Decisions(by_position=True))
    expected = [{"a": 0.5, "b": 0.3, "c": 0.2}[text] for text in order]
    assert task.estimates.tolist() == [[expected]] * 3


def test_an_array_may_hold_the_class_that_the_gold_gave_up():
    choices = Decisions(drop_classes=True)
    gold = parse_gold(b"case,0,1,other\nx,1,3,0\n", "gold.csv", choices=choices)
    assert assemble(gold, [parse_run(b"x\t[.5,.5,0]\n", "r.tsv")], choices=choices).estimates.tolist() == [[[0.5, 0.5]]]
    assert assemble(gold, [parse_run(b"x\t[.5,.5]\n", "r.tsv")], choices=choices).estimates.tolist() == [[[0.5, 0.5]]]
    with pytest.raises(InputError, match=r"0\.1 of it is in 3, which is left out"):
        assemble(gold, [parse_run(b"x\t[.5,.4,.1]\n", "r.tsv")], choices=choices)


def test_numbers_are_paired_with_numbers_in_their_order():
    gold = parse_gold(b"case,2,1,0\nx,1,2,3\n", "gold.csv")
    for header, row in (("10,20,30", ".5,.3,.2"), ("30,20,10", ".2,.3,.5"), ("20,30,10", ".3,.2,.5")):
        run = parse_run(f"case,{header}\nx,{row}\n".encode(), "run.csv")
        task = assemble(gold, [run], choices=Decisions(by_position=True))
        assert dict(zip(task.classes, task.estimates[0, 0].tolist(), strict=True)) == {"0": 0.5, "1": 0.3, "2": 0.2}
        assert task.notes == ("run.csv: classes taken by position (10 as 0, 20 as 1, 30 as 2)",)


def test_runs_that_name_the_same_classes_say_which_columns_of_the_gold_are_classes():
    gold = b"case,sad,calm,happy\nx,1,2,3\ny,5,4,3\nz,1,1,1\n"
    run = b"case,sad,calm,happy\nx,.1,.2,.7\ny,.2,.2,.6\nz,1,0,0\n"
    (problem, *_) = read_task([File("gold.csv", gold)], gold="gold.csv").problems
    assert problem.asks == "classes"
    read = task(gold, run)
    assert (read.task.classes, read.ordered_by) == (("sad", "calm", "happy"), "file")
    year = task(gold.replace(b"\n", b",2024\n").replace(b"happy,2024", b"happy,year"), run)
    assert [(problem.case, problem.asks) for problem in year.problems] == [("column year", "classes")]
    assert task(gold, run.replace(b"calm", b"quiet")).task is None
