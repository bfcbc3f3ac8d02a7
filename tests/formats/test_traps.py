"""The traps of real files, one by one: reported with their choices, and repaired only on request."""

import numpy as np
import pytest

from ordquant_core.errors import REPAIRS, InputError, Problem, fixing
from ordquant_core.formats import Decisions, File, assemble, parse_gold, parse_run, read_task
from ordquant_core.formats.task.remedies import remedies
from ordquant_core.records import Gold, Run

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


# --- rows ---


@pytest.mark.parametrize("total", [0.998, 1.001, 0.99, 1.02, 0.98])
def test_a_sum_slightly_off_is_divided_on_the_users_word(total):
    run = RUN.replace(b"z,1,0,0,0,0", f"z,{total},0,0,0,0".encode())
    assert reported(task(GOLD, run)) == [("run.csv", "case z", ("renormalise", "drop-faulty"))]
    read = task(GOLD, run, renormalise=True)
    assert estimates(read) == EXPECTED
    assert read.task.notes == ("run.csv: 1 row divided by its sum (case z)",)


def test_a_sum_far_off_cannot_be_divided_but_the_case_may_be_left_out():
    run = RUN.replace(b"z,1,", b"z,.9,")
    assert reported(task(GOLD, run, renormalise=True)) == [("run.csv", "case z", ("drop-faulty",))]
    read = task(GOLD, run, drop_faulty=True)
    assert estimates(read) == EXPECTED[:2]
    assert read.task.cases == ("x", "y")
    assert read.task.gold.tolist() == [
        [1 / 15, 2 / 15, 3 / 15, 4 / 15, 5 / 15],
        [5 / 15, 4 / 15, 3 / 15, 2 / 15, 1 / 15],
    ]
    assert read.task.votes.tolist() == [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]
    assert read.task.notes == (
        "run.csv: 1 case with a fault left out (z)",
        "1 case left out of the gold and all runs, because of a fault in some file (z)",
    )


def test_a_faulty_case_of_the_gold_is_left_out_of_all_runs():
    gold = GOLD.replace(b"y,5", b"y,-5")
    assert reported(task(gold, RUN)) == [("gold.csv", "case y", ("drop-faulty",))]
    read = task(gold, RUN, drop_faulty=True)
    assert read.task.cases == ("x", "z")
    assert estimates(read) == [EXPECTED[0], EXPECTED[2]]


def test_of_two_rows_of_one_case_the_first_is_kept_or_none():
    run = RUN + b"x,0,0,0,0,1\n"
    assert reported(task(GOLD, run)) == [("run.csv", "case x", ("keep-first", "drop-faulty"))]
    read = task(GOLD, run, keep_first=True)
    assert estimates(read) == EXPECTED
    assert read.task.notes == ("run.csv: 1 further row left out, the first of each case kept (x)",)
    assert task(GOLD, run, drop_faulty=True).task.cases == ("y", "z")


def test_scientific_notation_is_a_number():
    assert estimates(task(GOLD, RUN.replace(b".1,.2,.3", b"1e-1,2E-01,+3.0e-1"))) == EXPECTED


def test_no_case_left_is_a_problem():
    read = task(
        GOLD,
        b"case,-2,-1,0,1,2\n" + b"".join(b"%b,9,.1,0,0,0\n" % case for case in (b"x", b"y", b"z")),
        drop_faulty=True,
    )
    assert read.task is None
    assert "no case is left" in str(read.problems[-1])


# --- cases ---


def test_another_order_of_cases_is_no_problem():
    lines = RUN.splitlines(keepends=True)
    assert estimates(task(GOLD, lines[0] + b"".join(reversed(lines[1:])))) == EXPECTED


def test_missing_cases_are_left_out_of_everything():
    other = RUN.replace(b"z,1,0,0,0,0\n", b"")
    read = read_task([File("gold.csv", GOLD), File("a.csv", RUN), File("b.csv", other)])
    assert reported(read) == [("b.csv", "case z", ("skip-faulty-runs", "drop-missing"))]
    read = read_task(
        [File("gold.csv", GOLD), File("a.csv", RUN), File("b.csv", other)], choices=Decisions(drop_missing=True)
    )
    assert read.task.cases == ("x", "y")
    assert read.task.estimates.tolist() == [EXPECTED[:2], EXPECTED[:2]]
    assert read.task.notes == ("1 case left out of the gold and all runs, because some run lacks them (z)",)


def test_surplus_cases_are_left_out_of_the_run():
    run = RUN + b"more,1,0,0,0,0\n"
    assert reported(task(GOLD, run)) == [("run.csv", "case more", ("drop-surplus",))]
    read = task(GOLD, run, drop_surplus=True)
    assert estimates(read) == EXPECTED
    assert read.task.notes == ("run.csv: 1 case left out that the gold does not have (more)",)


@pytest.mark.parametrize("first", [0, 1])
def test_row_numbers_for_ids_are_taken_by_their_number(first):
    lines = [
        b"case,-2,-1,0,1,2\n",
        *(b"%d,%b" % (n, line[2:]) for n, line in enumerate(RUN.splitlines(True)[1:], first)),
    ]
    for run in (b"".join(lines), b"".join([lines[0], lines[3], lines[1], lines[2]])):
        assert reported(task(GOLD, run)) == [("run.csv", "", ("by-position",))]
        read = task(GOLD, run, by_position=True)
        assert estimates(read) == EXPECTED
        assert read.task.notes == (
            f"run.csv: the ids {first} to {first + 2} taken as row numbers, {first} is the gold's first case (x)",
        )


def test_a_faulty_row_number_leaves_out_the_case_it_stands_for():
    run = b"case,-2,-1,0,1,2\n0,.1,.2,.3,.2,.2\n1,7,.2,.2,.2,.2\n2,1,0,0,0,0\n"
    read = task(GOLD, run, by_position=True, drop_faulty=True)
    assert read.task.cases == ("x", "z")
    assert estimates(read) == [EXPECTED[0], EXPECTED[2]]


def test_row_numbers_are_not_used_where_the_gold_lost_a_row_itself():
    gold, run = (
        GOLD.replace(b"y,5", b"y,-5"),
        RUN.replace(b"\nx", b"\n0").replace(b"\ny", b"\n1").replace(b"\nz", b"\n2"),
    )
    read = task(gold, run, by_position=True, drop_faulty=True)
    assert reported(read) == [("run.csv", "", ("skip-files",))]


def test_a_run_for_another_split_is_never_taken_by_position():
    run = RUN.replace(b"\nx", b"\np").replace(b"\ny", b"\nq").replace(b"\nz", b"\nr")
    for by_position in (False, True):
        read = task(GOLD, run, by_position=by_position, drop_surplus=True, drop_missing=True)
        assert reported(read) == [("run.csv", "", ("skip-files",))]
        assert "none of its 3 cases occurs in the gold: p here, x there" in str(read.problems[0])
    read = task(GOLD, run, skip_files=True)
    assert (read.task.runs, read.problems) == ((), ())
    assert read.task.notes == ("run.csv: ignored, none of its cases is one of the gold's",)


@pytest.mark.parametrize(
    "case", ["3718912216646049", "0371891221664604900", "1e5", "#tag", "حوار", "3.0", "1_000", "-0", "٣", "a b"]
)
def test_ids_stay_text_and_meet_only_their_like(case):
    gold, run = (data.decode().replace("\nx,", f"\n{case},").encode() for data in (GOLD, RUN))
    read = task(gold, run)
    assert read.task.cases[0] == case
    assert estimates(read) == EXPECTED


def test_ids_that_are_one_number_but_not_one_text_are_two_cases():
    read = task(GOLD.replace(b"\nx", b"\n7"), RUN.replace(b"\nx", b"\n7.0"))
    assert [problem.case for problem in read.problems] == ["case 7", "case 7.0"]


# --- classes ---


@pytest.mark.parametrize("labels", ["-2.0,-1.0,0.0,1.0,2.0", "-2,-1,-0,+1,+2", " -2 , -1 ,0, 1,2", "-02,-01,00,01,02"])
def test_one_number_is_one_class_however_it_is_written(labels):
    run = RUN.replace(b"-2,-1,0,1,2", labels.encode())
    assert estimates(task(GOLD, run)) == EXPECTED
    assert estimates(task(GOLD.replace(b"-2,-1,0,1,2", labels.encode()), RUN)) == EXPECTED


def test_descending_classes_are_aligned_by_label():
    def reversed_rows(data):
        rows = [line.split(b",") for line in data.splitlines()]
        return b"\n".join(b",".join([row[0], *row[:0:-1]]) for row in rows)

    assert np.array(estimates(task(GOLD, reversed_rows(RUN)))) == pytest.approx(np.array(EXPECTED), abs=1e-15)
    assert estimates(task(reversed_rows(GOLD), RUN)) == EXPECTED


def test_numbers_that_would_become_the_same_class_stay_two():
    gold = parse_gold(b"case,1,1.0\nx,3,4\n", "gold.csv")
    assert gold.classes == ("1", "1.0")


def test_classes_that_are_numbers_are_put_in_their_order_and_that_is_reported():
    gold = parse_gold(b"case,0,10,-1,1.5\nx,1,2,3,4\n", "gold.csv")
    assert gold.classes == ("-1", "0", "1.5", "10")
    assert gold.votes.tolist() == [[3, 1, 4, 2]]
    assert gold.notes == (
        "gold.csv: classes put in the order of their numbers, -1, 0, 1.5, 10 (the file has 0, 10, -1, 1.5)",
    )
    assert parse_gold(b"case,2,1,0\nx,1,2,3\n", "gold.csv").notes == ()


def test_an_impossible_class_of_a_run_is_left_out_where_nobody_uses_it():
    run = (
        RUN.replace(b",2\n", b",2,other\n")
        .replace(b".2\n", b".2,0\n")
        .replace(b"0\nz", b"0\nz")
        .replace(b"z,1,0,0,0,0", b"z,1,0,0,0,0,0")
    )
    assert reported(task(GOLD, run)) == [("run.csv", "class other", ("drop-classes",))]
    read = task(GOLD, run, drop_classes=True)
    assert estimates(read) == EXPECTED
    assert read.task.notes == ("run.csv: class other left out",)


def test_a_case_with_probability_in_an_impossible_class_is_never_divided_silently():
    run = b"case,-2,-1,0,1,2,3\nx,.1,.2,.3,.2,.2,0\ny,.2,.2,.2,.2,.19,.01\nz,1,0,0,0,0,0\n"
    read = task(GOLD, run, drop_classes=True, renormalise=True)
    assert reported(read) == [("run.csv", "case y", ("drop-faulty",))]
    assert "0.01 of it is in 3, which is left out" in str(read.problems[0])
    read = task(GOLD, run, drop_classes=True, drop_faulty=True)
    assert read.task.cases == ("x", "z")
    assert estimates(read) == [EXPECTED[0], EXPECTED[2]]


def test_a_class_that_nobody_uses_and_a_run_lacks_is_left_out_of_everything():
    gold = b"case,1,2,3\nx,1,3,0\ny,2,2,0\n"
    runs = [File("p.csv", b"case,1,2\nx,.5,.5\ny,1,0\n"), File("q.csv", b"case,1,2,3\nx,.5,.5,0\ny,.5,.25,.25\n")]
    read = read_task([File("gold.csv", gold), *runs])
    assert reported(read) == [("p.csv", "class 3", ("drop-classes", "union-classes", "skip-faulty-runs"))]
    read = read_task([File("gold.csv", gold), *runs], choices=Decisions(drop_classes=True, drop_faulty=True))
    assert (read.task.classes, read.task.cases) == (("1", "2"), ("x",))
    assert read.task.estimates.tolist() == [[[0.5, 0.5]], [[0.5, 0.5]]]
    assert any("gold.csv: class 3 left out" in note for note in read.task.notes)
    used = read_task([File("gold.csv", gold.replace(b"2,2,0", b"2,2,1")), *runs], choices=Decisions(drop_classes=True))
    assert [(problem.case, problem.choices) for problem in used.problems] == [
        ("class 3", ("union-classes", "skip-faulty-runs"))
    ]


def test_other_is_no_class_of_a_gold_until_the_user_gives_it_a_place():
    gold = b"case,0,1,other\nx,1,3,0\ny,2,1,1\n"
    with pytest.raises(InputError, match="class other: its label does not name a point on the scale") as caught:
        parse_gold(gold, "gold.csv")
    assert caught.value.choices == ("drop-classes",)
    with pytest.raises(InputError, match=r"case y: 0\.25 of it is in other"):
        parse_gold(gold, "gold.csv", choices=Decisions(drop_classes=True))
    left = parse_gold(gold, "gold.csv", choices=Decisions(drop_classes=True, drop_faulty=True))
    assert (left.classes, left.cases, left.votes.tolist()) == (("0", "1"), ("x",), [[1, 3]])
    placed = parse_gold(gold, "gold.csv", choices=Decisions(classes=("other", "0", "1")))
    assert (placed.classes, placed.votes.tolist()) == (("other", "0", "1"), [[0, 1, 3], [1, 2, 1]])


def test_other_labels_are_taken_by_position_on_request_and_reported_one_by_one():
    run = RUN.replace(b"-2,-1,0,1,2", b"1,2,3,4,5")
    read = task(GOLD, run)
    assert {problem.choices for problem in read.problems} == {
        ("by-position", "union-classes"),
        ("by-position", "drop-classes", "union-classes"),
    }
    read = task(GOLD, run, by_position=True)
    assert estimates(read) == EXPECTED
    assert read.task.notes == ("run.csv: classes taken by position (1 as -2, 2 as -1, 3 as 0, 4 as 1, 5 as 2)",)


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
    assert caught.value.choices == ("by-position",)
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


def test_labels_of_the_run_alone_are_paired_on_the_users_word():
    gold = parse_gold(b"x\t3\t0\t1\n", "gold.tsv")
    run = parse_run(b"case,lo,mid,hi\nx,.5,.3,.2\n", "run.csv")
    with pytest.raises(InputError, match="the gold has no labels for its classes, the run has lo, mid, hi"):
        assemble(gold, [run])
    assert assemble(gold, [run], choices=Decisions(by_position=True)).estimates.tolist() == [[[0.5, 0.3, 0.2]]]


# --- runs ---


def test_of_two_runs_of_one_name_the_first_is_kept_on_the_users_word():
    files = [File("gold.csv", GOLD), File("run.csv", RUN), File("run.csv", RUN.replace(b"z,1,0", b"z,0,1"))]
    read = read_task(files)
    assert reported(read) == [("run", "", ("keep-first",))]
    read = read_task(files, choices=Decisions(keep_first=True))
    assert read.task.runs == ("run",)
    assert read.task.estimates.tolist() == [EXPECTED]
    assert read.task.notes == ("run run: the first is kept, left out: run.csv",)


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (("teamA/run.csv", "teamB/run.csv"), ("teamA/run", "teamB/run")),
        (("x/teamA/1/run.csv", "x/teamB/1/run.csv", "other.csv"), ("teamA/1/run", "teamB/1/run", "other")),
        (("run.csv", "run.tsv"), ("run.csv", "run.tsv")),
        (("run.csv", "b/run.csv"), ("run", "b/run")),
    ],
)
def test_runs_of_one_name_are_called_by_the_shortest_path_that_distinguishes_them(files, names):
    read = read_task([File("gold.csv", GOLD), *(File(name, RUN) for name in files)])
    assert read.task.runs == names


def test_a_copy_under_another_name_is_reported():
    files = [
        File("gold.csv", GOLD),
        *(File(f"{name}.csv", RUN) for name in "abc"),
        File("d.csv", RUN.replace(b"z,1,0", b"z,0,1")),
    ]
    read = read_task(files)
    assert read.problems == ()
    assert read.notes == ("the runs a and b hold the same estimates", "the runs a and c hold the same estimates")


# --- what fixes everything ---


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        ([("renormalise", "drop-faulty")], ("renormalise",)),
        ([("renormalise", "drop-faulty"), ("drop-faulty",)], ("drop-faulty",)),
        ([("drop-missing",), ("renormalise", "drop-faulty")], ("renormalise", "drop-missing")),
        ([("drop-missing",), ()], ()),
        ([], ()),
    ],
)
def test_the_fewest_and_gentlest_choices_that_fix_everything_are_reported(offers, expected):
    assert fixing([Problem("f", "", "s", "a", offer) for offer in offers]) == expected


def test_every_choice_is_a_field_that_a_problem_shows_in_its_words():
    assert {choice.replace("-", "_") for choice in REPAIRS} | {
        "classes",
        "id_columns",
        "annotator_column",
        "label_column",
        "run_scale",
        "single_precision",
        "topics",
        "missing",
        "merge",
        "positions",
        "positions_from",
    } == set(Decisions.__slots__)
    assert Decisions(renormalise=True, drop_faulty=True).made == ("renormalise", "drop-faulty")
    (problem,) = task(GOLD, RUN.replace(b"z,1,", b"z,.99,")).problems
    assert "or use --renormalise (divide rows by their sum) or --drop-faulty" in problem.advice


def test_a_gold_with_texts_keeps_them_with_its_cases():
    gold = b'case,text,-2,-1,0,1,2,url\nx,one,1,2,3,4,5,u1\ny,two,-5,4,3,2,1,u2\nz,"th,ree",1,1,1,1,1,u3\n'
    read = task(gold, RUN, drop_faulty=True)
    assert read.task.cases == ("x", "z")
    assert read.task.extras == {"text": ("one", "th,ree"), "url": ("u1", "u3")}


def test_assembling_by_hand_knows_the_same_choices():
    gold = Gold("g", None, ("a", "b"), ("x", "y"), np.array([[0.5, 0.5], [1, 0]]), extras={"text": ("p", "q")})
    run = Run("r", ("a", "b"), ("y", "w"), np.array([[0.25, 0.75], [1, 0]]))
    made = assemble(gold, [run], choices=Decisions(drop_missing=True, drop_surplus=True))
    assert (made.cases, made.estimates.tolist(), made.extras) == (("y",), [[[0.25, 0.75]]], {"text": ("q",)})


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


def test_a_way_with_more_choices_is_offered_where_it_leaves_more_runs():
    off, far = (RUN.replace(b"x,.1", start) for start in (b"x,.11", b"x,.5"))
    files = [File("gold.csv", GOLD), File("good.csv", RUN), File("off.csv", off), File("far.csv", far)]

    def again(choices):
        return read_task(files, gold="gold.csv", choices=choices)

    ways = remedies(again(Decisions()), Decisions(), again)
    left = {way.choices: way.runs for way in ways}
    assert left[("skip-faulty-runs",)] == ("good",)
    assert left[("renormalise", "skip-faulty-runs")] == ("good", "off")
