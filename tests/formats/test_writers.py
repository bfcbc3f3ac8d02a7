"""What is written is read back as the same run, or is not written."""

# ruff: noqa: F401 - the text uses what is imported

import io
import json
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.plain import Known
from ordquant_core.records import Run
from ordquant_core.tasks import File, assemble, parse_gold, parse_run, parse_runs
from ordquant_core.tasks.writing.cases import table_of
from ordquant_core.tasks.writing.runs import WRITERS, write_run, write_scales
from tests import strategies as distributions
from tests.formats.files import CLASS_COLUMNS
from tests.reviewed import reviewed, said

FIVE, OTX = ("-2", "-1", "0", "1", "2"), ("O", "T", "X")
CLASSES = {"ntcir": FIVE, "dbdc": OTX, "semeval": FIVE}
ids = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=9).filter(str.strip)
AWKWARD = '3718912216646049|007|1e5| x|x |#tag|حوار|say "hi"|a,b|a;b|[1|id|case|=1+1|\'|x/'
WORDS = 'NB|PB|B|very, very|a "b"|-1|0|1|1.5|other|label|B |ü'
awkward, words = (st.sampled_from(some.split("|")) for some in (AWKWARD, WORDS))
labels = st.lists(words, min_size=2, max_size=5, unique_by=str.strip)


@st.composite
def runs(draw, key):
    free = [text.strip() for text in draw(labels)] if key in ("csv", "lequa") else "12345678"[: draw(st.integers(2, 8))]
    classes = tuple(CLASSES.get(key, free))
    if key in ("ntcir", "dbdc"):
        classes = tuple(draw(st.permutations(classes)))
    cases = tuple(draw(st.lists(ids | awkward, min_size=1, max_size=6, unique=True)))
    if key == "dbdc":
        cases = tuple(f"{case}/{n}" for n, case in enumerate(cases))
    rows = draw(distributions.votes_tables(len(classes), len(cases)))
    return Run("run", classes, cases, rows / rows.sum(axis=1, keepdims=True), labelled=key != "lewidi")


@pytest.mark.parametrize("key", WRITERS)
@given(data=st.data())
def test_every_run_comes_back_as_it_was_or_is_refused(key, data):
    run = data.draw(runs(key))
    try:
        written = write_run(run, key)
    except OrdquantError:
        return
    known = Known(run.classes, frozenset(run.cases)) if run.labelled else None
    (back,) = parse_runs([File(f"run{WRITERS[key].extension}", written)], known=known)
    assert back.name == "run"
    order = [run.cases.index(case) for case in back.cases]
    assert sorted(order) == list(range(len(run.cases)))
    columns = [run.classes.index(text) for text in back.classes] if back.labelled else range(len(run.classes))
    np.testing.assert_allclose(back.probabilities, run.probabilities[order][:, columns], rtol=0, atol=4e-16)


PLAIN = Run("run", FIVE, ("d1/1", "d1/3", "d2/1"), np.array([[0.1, 0.2, 0.3, 0.2, 0.2], [0, 0, 1, 0, 0], [0.2] * 5]))
BREAKDOWN = Run("run", ("X", "O", "T"), PLAIN.cases, np.array([[0.5, 0.25, 0.25], [0, 1, 0], [1, 0, 0]]))


# ---- cases as tables ----

THIRDS = ".3333333333333333,.3333333333333333,.3333333333333334"
TASKS = {  # gold of votes, a run
    "turns": ("case,O,T,X\na/b/1,1,2,3\na/b/3,4,0,0\nc/2,0,0,5\n",
              f"case,O,T,X\na/b/1,.1,.2,.7\na/b/3,{THIRDS}\nc/2,1,0,0\n"),
    "words": ('case,low,mid,high\np,1,2,3\n"q,""x""",4,0,0\nü,0,0,5\n',
              f'case,low,mid,high\np,.1,.2,.7\n"q,""x""",{THIRDS}\nü,1,0,0\n'),
}  # fmt: skip


def task_of(gold, run):
    read = parse_gold(gold.encode(), "gold.csv", choices=CLASS_COLUMNS)
    return assemble(read, [parse_run(run.encode(), "run.csv", choices=CLASS_COLUMNS)])


@pytest.mark.parametrize("texts", TASKS.values(), ids=TASKS)
@pytest.mark.parametrize("run", [None, "run"])
def test_tables_are_read_back_to_the_last_bit_with_ids_that_need_quotes(texts, run):
    task = task_of(*texts)
    data = table_of(task, [1, 2, 0], run=run)
    read = (parse_gold if run is None else parse_run)(data, "t.csv", choices=CLASS_COLUMNS)
    assert read.classes == task.classes
    assert read.cases == tuple(task.cases[case] for case in (1, 2, 0))
    np.testing.assert_array_equal(read.probabilities, (task.gold if run is None else task.estimates[0])[[1, 2, 0]])
    if run is None:
        assert read.votes.tolist() == task.votes[[1, 2, 0]].tolist()


# ---- as was reviewed in test_writers.txt ----

X = Run("run", FIVE, ("x",), np.array([[0, 0.25, 0.75, 0, 0]]))
OTHER = Run("run", FIVE[::-1], PLAIN.cases, PLAIN.probabilities)
TURNED = Run("run", FIVE, PLAIN.cases[::-1], PLAIN.probabilities)
SHARES = task_of(TASKS["words"][1], TASKS["words"][1])


def one_hot(classes, cases=("x", "y"), **more):
    return Run("run", tuple(classes), tuple(cases), np.eye(len(classes))[[0] * len(cases)], **more)


def in_zip(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


@reviewed(__file__)
def test_what_is_written_is_what_was_reviewed(made, words):
    assert said(made, globals()) == words
