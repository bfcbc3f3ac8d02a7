"""All files of a task at once: which is the gold, what is recognised, what waits for a choice, what a visitor adds.

Most of it as was reviewed in test_task.txt.
"""

# ruff: noqa: F401 - the text uses what is imported

import unicodedata
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from ordquant_core.formats.opening import open_file
from ordquant_core.formats.preview import preview
from ordquant_core.tasks import Decisions, File, TableMapping, TaskRead, read_task, recognise
from ordquant_core.tasks.additions import digest_of, is_yours, put_beside
from ordquant_core.tasks.repair_buttons import repair_buttons
from tests.formats.files import CLASS_COLUMNS
from tests.reviewed import reviewed, said
from tests.zips import zipped

VOTES = File("votes.csv", b"case,1,2\nw,0,4\nx,1,3\ny,2,2\n")
RUN = File("run.csv", b"case,1,2\nw,.5,.5\nx,.5,.5\ny,1,0\n")
LONG = File("long.csv", b"case,annotator,label\nw,p,2\nx,p,1\nx,q,2\ny,p,2\n")
RUNS = [VOTES, RUN._replace(name="t/one.csv"), RUN._replace(name="t/two.csv"), RUN._replace(name="three.csv")]
GOLD = File("gold.csv", b"case,a,b\nx,1,2\ny,1,4\nz,2,1\n")
OFF, SHORT = File("off.csv", b"case,a,b\nx,.5,.49\ny,1,0\nz,0,1\n"), File("short.csv", b"case,a,b\nx,1,0\nz,0,1\n")
NEGATIVE = File("neg.csv", b"case,a,b\nx,-1,2\ny,1,0\nz,0,1\n")
BY_CASE = partial(TableMapping, case=("id",))
WORDS = ("tense", "calm", "glad", "mild")
BY_CLASS = {"layout": "class-columns", "case": ("id",)}
FEW = b"id,n,bad,ok,good\nx,7,1,2,3\ny,8,3,2,1\nz,9,0,0,4\nw,5,1,1,1\n"
OFFICIAL = File("gold.csv", b"case,1,2\nx,0,4\ny,2,2\n")
OF_RUN, OF_OTHER = b"case,1,2\nx,.5,.5\ny,.25,.75\n", b"case,1,2\nx,.4,.6\ny,.25,.75\n"
IN_ZIP = File("all.zip", zipped({"task/gold.csv": OFFICIAL.data, "task/a.csv": OF_RUN}))


def chosen(*runs):
    """Return the runs that are chosen of some files, or what is wrong."""
    read = read_task(RUNS, gold="votes.csv", runs=runs)
    return [*read.task.runs] if read.task else [*map(str, read.problems)]


def buttons_of(*files):
    def again(choices):
        return read_task(files, gold="gold.csv", choices=choices)

    return {one.words: one.left for one in repair_buttons(again(CLASS_COLUMNS), CLASS_COLUMNS, again, size=0)}


def shown(table, fields):
    """Return what a preview shows of a table."""
    return preview(open_file(File("gold.csv", table)).table, fields)


def problems_of(table, mapping):
    read = read_task([File("a.csv", table)], choices=Decisions().with_mapping(mapping))
    return [*map(str, read.problems)]


def asked(table):
    """Return the fields that are asked for, what is seen, and what is certain."""
    (question,) = read_task([File("a.csv", table)]).questions
    return [reason.field for reason in question.reasons], question.seen, question.certain.to_json()


def beside(official, *added):
    """Return the names of files that a visitor puts beside an official one."""
    files = put_beside([File(official, OF_RUN)], [File(name, OF_OTHER) for name in added])
    assert [is_yours(file.name) for file in files] == [False, *[True] * len(added)]
    return [file.name for file in files]


def beside_votes(name):
    """Return which file is the gold of plain votes and a table that is unclear, and what is asked."""
    votes = "case,1,2,3\n" + "".join(f"c{n},{n},{n % 3},{12 - n - n % 3}\n" for n in range(6))
    unclear = File(name, b"thing,x1,y2\nc0,3,4\nc1,2,5\nc2,1,3\n")
    read = read_task([File("votes.csv", votes.encode()), unclear])
    return read.gold_file, [question.files for question in read.questions]


def with_cells(*cells, **choices):
    """Return the classes of a gold with some cells in a column of numbers, or what is asked or wrong."""
    column = [*"0213", *cells, *"1101" * 30]
    text = "case,none,mild,severe\n" + "".join(f"c{row},{row % 3},{cell},2\n" for row, cell in enumerate(column))
    read = read_task([File("gold.csv", text.encode())], choices=Decisions(**choices))
    asked = [(reason.field, reason.words) for question in read.questions for reason in question.reasons]
    return asked or [*map(str, read.problems)] or read.gold.classes


def in_forms(gold, run, case="é2"):
    """Return what is said of a gold and a run whose texts are in two forms of Unicode; a case of the run may differ."""
    texts = ("case,schlecht,schön\né1,1,2\né2,2,1\n", "case,schlecht,schön\né1,.3,.7\né2,.5,.5\n")
    one, other = map(unicodedata.normalize, (gold, run), texts)
    files = [File("gold.csv", one.encode()), File("run.csv", other.replace("é2", case).encode())]
    both = CLASS_COLUMNS.with_mapping(CLASS_COLUMNS.mappings[0][1], "run.csv")
    return [*map(str, read_task(files, gold="gold.csv", choices=both).problems)]


def beside_words():
    """Return the classes of a gold with a column of words and numbers beside them."""
    rows = "".join(f"c{row},{(row % 9) / 8},{1 - (row % 9) / 8},{'seven' if row % 2 else row}\n" for row in range(300))
    return read_task([File("gold.csv", f"case,0,1,note\n{rows}".encode())]).gold.classes


@reviewed(__file__)
def test_files_are_what_was_reviewed(made, words):
    assert said(made, globals()) == words


WESTERN = File("gold.csv", "Votes\nid,ok,mäßig,bad\nä,1,2,9\nö,2,3,1\n".encode("cp1252"))
OPENED = TableMapping("class-columns", case=("id",), header=2, encoding="cp1252")


@pytest.mark.parametrize("gold", ["gold.csv", None])
@pytest.mark.parametrize("named", ["", "gold.csv"])
def test_a_mapping_is_of_the_gold_and_its_runs_are_opened_as_they_are(gold, named):
    text = "id,ok,mäßig,bad\nä,.1,.2,.7\nö,.5,.25,.25\n"
    alike = [WESTERN, File("unicode.csv", text.encode()), File("same.csv", text.encode("cp1252"))]
    choices = Decisions().with_mapping(OPENED, named)
    assert read_task(alike[:2], gold=gold, choices=choices).task.runs == ("unicode",)
    if gold or named:  # it is known which file has answered the question that both ask
        assert read_task(alike, gold=gold, choices=choices).task.runs == ("unicode", "same")
    lost = read_task(alike[:2], gold=gold, choices=Decisions().with_mapping(replace(OPENED, header=9), named))
    assert any(str(problem).startswith("gold.csv, line 9: is empty or not there") for problem in lost.problems)


def test_files_with_the_same_ids_hold_them_once():
    files = [File("gold.csv", b"case,1,2\nx,1,3\ny,2,3\n")]
    files += [File(f"{name}.csv", b"case,1,2\ny,.5,.5\nx,.25,.75\n") for name in "ab"]
    first, second = read_task(files).runs
    assert first.cases == ("y", "x")
    assert first.cases is second.cases
