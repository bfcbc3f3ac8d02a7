"""What is written is read back as the same run, or is not written."""

import io
import json
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.formats import File, parse_run, parse_runs
from ordquant_core.formats.writing.runs import WRITERS, write_run, write_scales
from ordquant_core.records import Run
from tests import strategies as distributions

FIVE = ("-2", "-1", "0", "1", "2")
CLASSES = {"ntcir": FIVE, "dbdc": ("O", "T", "X"), "semeval": FIVE}
ids = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=9).filter(str.strip)
awkward = st.sampled_from(
    [
        "3718912216646049",
        "007",
        "1e5",
        " x",
        "x ",
        "#tag",
        "حوار",
        'say "hi"',
        "a,b",
        "a;b",
        "[1",
        "id",
        "case",
        "=1+1",
        "'",
        "x/",
    ]
)
labels = st.lists(
    st.sampled_from(["NB", "PB", "B", "very, very", 'a "b"', "-1", "0", "1", "1.5", "other", "label", "B ", "ü"]),
    min_size=2,
    max_size=5,
    unique_by=str.strip,
)


@st.composite
def runs(draw, key):
    classes = CLASSES.get(key) or (
        tuple(text.strip() for text in draw(labels))
        if key in ("csv", "lequa")
        else tuple(map(str, range(1, draw(st.integers(2, 9)))))
    )
    if key in CLASSES and key != "semeval":
        classes = tuple(draw(st.permutations(classes)))
    if len(classes) < 2:
        classes = ("1", "2")
    cases = tuple(draw(st.lists(ids | awkward, min_size=1, max_size=6, unique=True)))
    if key == "dbdc":
        cases = tuple(f"{case}/{n}" for n, case in enumerate(cases))
    rows = draw(distributions.votes_tables(len(classes), len(cases)))
    labelled = key not in ("lewidi",)
    return Run("run", classes, cases, rows / rows.sum(axis=1, keepdims=True), labelled=labelled)


@pytest.mark.parametrize("key", WRITERS)
@given(data=st.data())
def test_every_run_comes_back_as_it_was_or_is_refused(key, data):
    run = data.draw(runs(key))
    try:
        written = write_run(run, key)
    except OrdquantError:
        return
    (back,) = parse_runs([File(f"run{WRITERS[key].extension}", written)])
    assert back.name == "run"
    order = [run.cases.index(case) for case in back.cases]
    assert sorted(order) == list(range(len(run.cases)))
    columns = [run.classes.index(text) for text in back.classes] if back.labelled else range(len(run.classes))
    np.testing.assert_allclose(back.probabilities, run.probabilities[order][:, columns], rtol=0, atol=4e-16)


PLAIN = Run("run", FIVE, ("d1/1", "d1/3", "d2/1"), np.array([[0.1, 0.2, 0.3, 0.2, 0.2], [0, 0, 1, 0, 0], [0.2] * 5]))
BREAKDOWN = Run("run", ("X", "O", "T"), PLAIN.cases, np.array([[0.5, 0.25, 0.25], [0, 1, 0], [1, 0, 0]]))


@pytest.mark.parametrize("key", WRITERS)
def test_a_plain_run_is_written_in_every_format(key):
    run = BREAKDOWN if key == "dbdc" else PLAIN
    (back,) = parse_runs([File("team", write_run(run, key))])
    assert back.cases == run.cases


def test_the_bytes_are_those_of_the_official_formats():
    run = Run("run", FIVE, ("7",), np.array([[0, 0.25, 0.75, 0, 0]]))
    assert write_run(run, "csv") == b"case,-2,-1,0,1,2\n7,0.0,0.25,0.75,0.0,0.0\n"
    assert write_run(run, "lequa") == b"id,-2,-1,0,1,2\n7,0.0,0.25,0.75,0.0,0.0\n"
    assert write_run(run, "semeval") == b"7\t0.0\t0.25\t0.75\t0.0\t0.0\n"
    assert write_run(run, "lewidi") == b"7\t[0.0, 0.25, 0.75, 0.0, 0.0]\n"
    assert json.loads(write_run(run, "ntcir", scale="E")) == [
        {"id": "7", "quality": {"E": {"-2": 0.0, "-1": 0.25, "0": 0.75, "1": 0.0, "2": 0.0}}}
    ]


def test_a_breakdown_run_has_a_file_for_every_dialogue_and_the_same_bytes_every_time():
    data = write_run(BREAKDOWN, "dbdc")
    assert data == write_run(BREAKDOWN, "dbdc")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["d1.labels.json", "d2.labels.json"]
        assert json.loads(archive.read("d2.labels.json")) == {
            "dialogue-id": "d2",
            "turns": [{"turn-index": 1, "labels": [{"breakdown": "X", "prob-O": 0.0, "prob-T": 0.0, "prob-X": 1.0}]}],
        }


def test_several_scales_share_a_file():
    other = Run("run", FIVE[::-1], PLAIN.cases, PLAIN.probabilities)
    data = write_scales({"A": PLAIN, "E": other})
    assert parse_run(data, "run.json", scale="A").probabilities == pytest.approx(PLAIN.probabilities, abs=1e-15)
    assert parse_run(data, "run.json", scale="E").probabilities == pytest.approx(
        PLAIN.probabilities[:, ::-1], abs=1e-15
    )
    with pytest.raises(ShapeMismatchError, match="same cases"):
        write_scales({"A": PLAIN, "E": Run("run", FIVE, PLAIN.cases[::-1], PLAIN.probabilities)})


def test_what_a_format_cannot_hold_is_refused():
    with pytest.raises(UnknownNameError, match="There is no format 'xml'; choose from csv, lequa"):
        write_run(PLAIN, "xml")
    with pytest.raises(ShapeMismatchError, match="classes of this format are O, T, X"):
        write_run(PLAIN, "dbdc")
    with pytest.raises(ShapeMismatchError, match="classes of this format are -2, -1, 0, 1, 2"):
        write_run(BREAKDOWN, "ntcir")
    with pytest.raises(OrdquantError, match="case x is not a turn of a dialogue"):
        write_run(Run("run", ("O", "T", "X"), ("x",), np.array([[1.0, 0, 0]])), "dbdc")
    with pytest.raises(OrdquantError, match="cannot be written as CSV"):
        write_run(Run("run", ("text", "a", "b"), ("x",), np.array([[1.0, 0, 0]])), "csv")
    with pytest.raises(OrdquantError, match="cannot be written as LeWiDi"):
        write_run(Run("run", ("a", "b"), ("[x",), np.array([[1.0, 0]]), labelled=False), "lewidi")
