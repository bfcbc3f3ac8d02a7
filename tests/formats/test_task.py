"""All files of a task at once: which is the gold, what is recognised, what waits for a choice; fast as slow."""

import csv
import io
import json
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats import Decisions, File, parse_gold, read_task, recognise
from ordquant_core.formats.tables import delimited
from ordquant_core.formats.tables.delimited import Reader
from ordquant_core.formats.task.repair_buttons import repair_buttons

VOTES = File("votes.csv", b"case,a,b\nx,1,3\ny,2,2\n")
SHARES = File("shares.csv", b"case,a,b\nx,.25,.75\ny,.5,.5\n")
RUN = File("run.csv", b"case,a,b\nx,.5,.5\ny,1,0\n")
LONG = File("long.csv", b"case,annotator,label\nx,p,a\nx,q,b\ny,p,b\n")


def ntcir(name, scales, *, votes):
    value = 1 if votes else dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)
    quality = dict.fromkeys(scales, value)
    case = {"id": "x", "annotations": [{"quality": quality}]} if votes else {"id": "x", "quality": quality}
    return File(name, json.dumps([case]).encode())


@pytest.mark.parametrize(
    ("files", "gold"),
    [
        ([RUN, VOTES], "votes"),
        ([RUN, LONG], "long"),
        ([VOTES, LONG], "long"),
        ([RUN, SHARES._replace(name="dir/Gold-test.csv")], "Gold-test"),
    ],
)
def test_the_gold_is_what_can_only_be_it_then_what_has_votes_then_what_is_called_so(files, gold):
    read = read_task(files)
    assert read.gold.name == gold
    assert len(read.runs) == len(files) - 1


@pytest.mark.parametrize(
    "files", [[RUN, SHARES], [VOTES, VOTES._replace(name="more.csv")], [LONG, LONG._replace(name="m.csv")]]
)
def test_where_several_files_can_be_the_gold_the_user_says_which(files):
    read = read_task(files)
    assert (read.task, read.gold) == (None, None)
    assert "2 files can be the gold" in read.problems[0].seen
    assert read_task([files[0], RUN], gold=files[0].name).gold.name == files[0].name.removesuffix(".csv")


def test_no_file_at_all_is_no_task():
    assert read_task([]) == (None, None, (), (), (), (), (), None)


def test_runs_are_chosen_by_name_file_or_folder():
    files = [VOTES, RUN._replace(name="t/one.csv"), RUN._replace(name="t/two.csv"), RUN._replace(name="three.csv")]
    for wanted, names in [
        (["one"], ["one"]),
        (["t/two.csv"], ["two"]),
        (["t"], ["one", "two"]),
        (["three", "t:one"], ["one", "three"]),
        ([], []),
    ]:
        read = read_task(files, gold="votes.csv", runs=wanted)
        assert (list(read.task.runs), read.problems) == (names, ())
    (problem,) = read_task(files, gold="votes.csv", runs=["four"]).problems
    assert str(problem).startswith("four: there is no such run")


def test_a_sentence_says_what_a_file_is():
    assert recognise(VOTES).words == "a table with a column per class, 2 cases, 2 classes (a, b), 4 votes each"
    assert recognise(File("r.tsv", b"x\t[.5,.5]\n")).words == (
        "a LeWiDi run (an id and an array in each line), 1 case, 2 classes without labels, probabilities"
    )
    seen = recognise(ntcir("g.json", "AE", votes=True))
    assert (seen.kind, seen.role, seen.scales, seen.classes) == ("ntcir", "gold", ("A", "E"), ())
    with pytest.raises(InputError, match="the file starts with 'Dear reader'"):
        recognise(File("letter.txt", b"Dear reader,\n"))


def test_everything_that_is_wrong_is_reported_at_once():
    files = [
        File("g.csv", b"case,a,b\nx,1,2\ny,-1,2\n"),
        File("r.csv", b"case,a,b\nx,.5,.4\nw,1,0\n"),
        File("s.csv", b"case,a,c\nx,1,0\ny,1,0\n"),
        File("t.json", b"["),
    ]
    read = read_task(files, gold="g.csv")
    assert [(problem.file, problem.case) for problem in read.problems] == [
        ("t.json", "line 1, column 2"),
        ("g.csv", "case y"),
        ("r.csv", "case x"),
        ("r.csv", "case w"),
        ("s.csv", "class b"),
        ("s.csv", "class c"),
    ]


def many(row, count=10_500):
    return b"case,a,b\n" + b"".join(b"%d,%b\n" % (number, row) for number in range(count))


@pytest.mark.parametrize(
    ("gold", "run", "choices"),
    [
        (many(b"1,1"), many(b".5,.49"), ("renormalise",)),
        (many(b"-1,1"), many(b".5,.5"), ()),
        (many(b"1,1"), many(b".5,.5", 11), ("drop-missing",)),
        (many(b"1,1", 11), many(b".5,.5"), ("drop-surplus",)),
        (many(b"1,1,0").replace(b"a,b", b"a,b,other"), many(b".5,.5"), ("drop-classes",)),
    ],
)
def test_problems_beyond_what_anybody_looks_at_are_counted_and_what_fixes_them_is_offered(gold, run, choices):
    read = read_task([File("g.csv", gold), File("r.csv", run)], gold="g.csv")
    assert 1 <= len(read.problems) <= 10_001
    assert read.problems[-1].choices == choices


def test_mass_in_a_class_that_is_left_out_is_reported_for_many_cases_too():
    files = [File("g.csv", many(b"1,1,1").replace(b"a,b", b"a,b,other")), File("r.csv", many(b".5,.5"))]
    read = read_task(files, gold="g.csv", choices=Decisions(drop_classes=True))
    assert len(read.problems) == 10_001
    files = [File("g.csv", many(b"1,1")), File("r.csv", many(b".5,.4,.1").replace(b"a,b", b"a,b,c"))]
    read = read_task(files, gold="g.csv", choices=Decisions(drop_classes=True))
    assert len(read.problems) == 10_001


@contextmanager
def blocks_of(size):
    """Read all but the first row in blocks of this many bytes, or (0) row by row."""
    kept = delimited.FIRST_PIECE, delimited.BLOCK, Reader.__init__

    def slowly(self, *arguments, **options):
        kept[2](self, *arguments, **options)
        self._plain = False

    try:
        delimited.FIRST_PIECE = 1
        if size:
            delimited.BLOCK = size
        else:
            Reader.__init__ = slowly
        yield
    finally:
        delimited.FIRST_PIECE, delimited.BLOCK, Reader.__init__ = kept


def outcome(data, choices):
    """Everything that reading a gold gives, as something to compare."""
    try:
        gold = parse_gold(data, "g.csv", choices=choices)
    except InputError as problem:
        return problem.problems
    votes = None if gold.votes is None else gold.votes.tolist()
    return gold.classes, gold.cases, gold.probabilities.tolist(), votes, gold.notes, gold.faulty


NUMBERS = ["0", "1", "7", ".5", "0.25", "0.75", " 1", "1e-1", "-1"]
cells = st.sampled_from([*NUMBERS, "nan", "1_0", "", "x", "٣", "1e999", '"2"'])
ids = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=',"\t;'), min_size=1, max_size=4)
rows = st.lists(st.tuples(ids, cells, cells).map(list) | st.lists(cells, max_size=4), min_size=1, max_size=12)


@given(rows, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(",\t;"), st.integers(5, 60))
@example(table=[[], []], end="\n", between=",", size=5)
def test_blocks_of_text_are_read_as_rows_are(table, end, between, size):
    data = end.join(between.join(row) for row in [["case", "a", "b"], *table]).encode()
    said = ("a", "b")  # questions rest on the first rows, of which blocks have one here
    choices = Decisions(renormalise=True, classes=said)
    with blocks_of(0):
        expected = outcome(data, choices)
    with blocks_of(size):
        assert outcome(data, choices) == expected
    assert outcome(data, choices) == expected


shares = st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(any)


@given(st.dictionaries(ids, shares, min_size=1, max_size=30), st.integers(20, 200))
def test_clean_tables_are_read_at_once_and_to_the_bit(table, size):
    table = {case: (np.array(row) / sum(row)).tolist() for case, row in table.items()}
    file = io.StringIO()
    csv.writer(file).writerows([["case", "a", "b", "c"], *([case, *row] for case, row in table.items())])
    with blocks_of(size):
        gold = parse_gold(file.getvalue().encode(), "g.csv")
    assert gold.cases == tuple(table)
    expected = np.array(list(table.values()))
    np.testing.assert_array_equal(gold.probabilities, expected / expected.sum(axis=1, keepdims=True))


def test_the_file_of_the_gold_is_known_though_it_cannot_be_read():
    read = read_task([File("gold.csv", b"case,a,b\nx,1,2\ny,-1,4\nz,2,1\n"), File("run.csv", b"case,a,b\nx,1,0\n")])
    assert (read.gold, read.gold_file) == (None, "gold.csv")


def buttons_of(*files):
    def again(choices):
        return read_task(files, gold="gold.csv", choices=choices)

    return {one.words: one.left for one in repair_buttons(again(Decisions()), Decisions(), again, size=0)}


def test_each_repair_is_a_button_of_its_own_that_says_what_it_leads_to():
    gold = File("gold.csv", b"case,a,b\nx,1,2\ny,1,4\nz,2,1\n")
    off = File("off.csv", b"case,a,b\nx,.5,.49\ny,1,0\nz,0,1\n")
    short = File("short.csv", b"case,a,b\nx,1,0\nz,0,1\n")
    assert buttons_of(gold, off) == {"Divide rows by their sum": "the run and all 3 cases remain"}
    end = "Score missing cases as the end of the scale farther from the gold"
    assert buttons_of(gold, off, short) == {
        "Divide rows by their sum": "1 problem remains",
        "Leave out cases that a run lacks": "1 problem remains",
        "Score missing cases as Uniform": "1 problem remains",
        end: "1 problem remains",
    }
    assert buttons_of(gold, short) == {
        "Leave out cases that a run lacks": "the run and 2 of 3 cases remain",
        "Score missing cases as Uniform": "the run and all 3 cases remain",
        end: "the run and all 3 cases remain",
    }
    assert buttons_of(gold, File("neg.csv", b"case,a,b\nx,-1,2\ny,1,0\nz,0,1\n")) == {}


def test_of_files_too_large_to_be_read_again_the_repairs_are_offered_as_they_are():
    files = [File("gold.csv", b"case,a,b\nx,1,2\n"), File("off.csv", b"case,a,b\nx,.5,.49\n")]
    (button,) = repair_buttons(read_task(files, gold="gold.csv"), Decisions(), None, size=21 * 2**20)
    assert (button.words, button.choices, button.left) == ("Divide rows by their sum", Decisions(renormalise=True), "")
