"""Who voted for what: read from all formats that say it, and only where it adds up to the votes of the task."""

import json

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.formats import NOTHING, Decisions, File, annotators, assemble, parse_gold, read_task
from ordquant_core.formats.annotators import NONE, read_annotations
from tests.formats.traps.build import workbook
from tests.pages.apps import ROOT
from tests.zips import zipped

DATA = ROOT.parent / "shared" / "data"
LABELS = {"c1": {"x": "2", "y": "2", "z": "3"}, "c2": {"x": "1", "y": "3", "z": "3"}, "c3": {"x": "1", "y": "2"}}


def lewidi(labels=LABELS):
    return json.dumps({case: {"annotations": given} for case, given in labels.items()})


def long(labels=LABELS, column="annotator"):
    rows = [f"{case},{who},{label}" for case, given in labels.items() for who, label in given.items()]
    return "\n".join([f"case,{column},label", *rows]) + "\n"


def dbdc(dialogue, turns):
    def annotations(given):
        return [{"annotator-id": who, "breakdown": label} for who, label in given.items()]

    listed = [{"turn-index": n, "annotations": annotations(given)} for n, given in enumerate(turns)]
    return json.dumps({"dialogue-id": dialogue, "turns": listed})


def ntcir(rows):
    listed = [
        {"id": f"d{n}", "annotations": [{"quality": {"A": label, "E": -label}} for label in row]}
        for n, row in enumerate(rows)
    ]
    return json.dumps(listed)


def read(*files, scale=None, choices=NOTHING):
    given = tuple(File(name, text if isinstance(text, bytes) else text.encode()) for name, text in files)
    found = read_task(given, scale=scale, choices=choices)
    assert found.task is not None, found.problems
    return found.task, read_annotations(given, found.task, choices)


def as_labels(task, found):
    return {
        who: {task.cases[case]: task.classes[label] for case, label in enumerate(row) if label != NONE}
        for who, row in zip(found.annotators, found.labels.tolist(), strict=True)
    }


EXPECTED = {"x": {"c1": "2", "c2": "1", "c3": "1"}, "y": {"c1": "2", "c2": "3", "c3": "2"}, "z": {"c1": "3", "c2": "3"}}


def test_lewidi_names_its_annotators():
    task, found = read(("gold.json", lewidi()))
    assert found.named
    assert as_labels(task, found) == EXPECTED


SPELLINGS = [("Image ID", "workerId", "answer"), ("text", "Annotated By", "Rating"), ("case", "username", "stance")]


@pytest.mark.parametrize("names", SPELLINGS)
@pytest.mark.parametrize("sep", [",", "\t", ";", "  "])
def test_a_table_names_them_under_all_names_of_columns_that_are_known(names, sep):
    text = long().replace("case,annotator,label", ",".join(names))
    if sep == "  ":
        text = text.replace(names[0], names[0].replace(" ", "_")).replace(names[1], names[1].replace(" ", "_"))
    task, found = read(("gold.csv", text.replace(",", sep)))
    assert as_labels(task, found) == EXPECTED


def test_columns_are_those_that_the_user_names():
    choices = Decisions(id_columns=("stim",), annotator_column="sbj", label_column="resp")
    task, found = read(("gold.csv", long().replace("case,annotator,label", "stim,sbj,resp")), choices=choices)
    assert as_labels(task, found) == EXPECTED


def one_hot():
    rows = [
        [case, who, *("1" if label == text else "0" for text in "123")]
        for case, given in LABELS.items()
        for who, label in given.items()
    ]
    return [["item", "rater", "1", "2", "3"], *rows]


def per_annotator():
    rows = [[text, *(given.get(who, "1") for who in "xyz")] for text, given in LABELS.items()]
    return [["case", "rater1", "rater2", "rater3"], *rows]


@pytest.mark.parametrize("rows", [one_hot, per_annotator])
@pytest.mark.parametrize("form", ["csv", "tsv", "xlsx", "json"])
def test_a_row_per_annotator_with_a_column_per_class_and_a_column_per_annotator_name_them(rows, form):
    given = rows()
    data = {
        "csv": lambda: "\n".join(map(",".join, given)),
        "tsv": lambda: "\n".join(map("\t".join, given)),
        "xlsx": lambda: workbook({"votes": given}),
        "json": lambda: json.dumps([dict(zip(given[0], row, strict=True)) for row in given[1:]]),
    }[form]()
    task, found = read((f"gold.{form}", data), choices=Decisions(ratings=rows is per_annotator))
    names = dict(zip(("rater1", "rater2", "rater3"), "xyz", strict=True))
    expected = {who: dict(given) for who, given in EXPECTED.items()}
    expected["z"] |= {"c3": "1"} if rows is per_annotator else {}
    assert {names.get(who, who): given for who, given in as_labels(task, found).items()} == expected


def test_columns_that_are_not_counted_play_no_part_and_words_may_stand_for_labels():
    task, found = read(("gold.tsv", "case\tann1\tann2\tsum\nx\t1\t4\t5\ny\t1\t1\t2\n"), choices=Decisions(ratings=True))
    assert as_labels(task, found) == {"ann1": {"x": "1", "y": "1"}, "ann2": {"x": "4", "y": "1"}}
    task, found = read(("gold.csv", "case,ann1,ann2\nx,bad,good\ny,bad,\n"), choices=Decisions(missing_votes=True))
    assert as_labels(task, found) == {"ann1": {"x": "bad", "y": "bad"}, "ann2": {"x": "good"}}


def test_files_in_a_zip_are_read():
    task, found = read(("task.zip", zipped({"task/gold.json": lewidi()})))
    assert as_labels(task, found) == EXPECTED


def test_dialogues_of_dbdc_are_put_together():
    one = dbdc("d1", [{"p": "O", "q": "X"}, {"p": "T", "q": "X"}])
    task, found = read(("d1.log.json", one), ("d2.log.json", dbdc("d2", [{"q": "O", "r": "T"}])))
    assert found.annotators == ("p", "q", "r")
    assert as_labels(task, found)["q"] == {"d1/0": "X", "d1/1": "X", "d2/0": "O"}


@pytest.mark.parametrize(("scale", "sign"), [("A", 1), ("E", -1)])
def test_lists_of_one_length_stand_for_annotators_without_names(scale, sign):
    rows = [[-2, 0, 1], [2, 1, 1]]
    task, found = read(("gold.json", ntcir(rows)), scale=scale)
    assert not found.named
    assert found.annotators == ("annotator 1", "annotator 2", "annotator 3")
    numbers = [[int(task.classes[label]) for label in row] for row in found.labels.tolist()]
    assert numbers == [[sign * label for label in column] for column in zip(*rows, strict=True)]


def test_counts_name_nobody():
    assert read(("gold.csv", "case,a,b\nx,1,2\ny,2,1\n"))[1] is None
    assert read(("gold.csv", "case,a,b\nx,.5,.5\ny,.2,.8\n"))[1] is None


def test_a_case_whose_labels_do_not_add_up_to_its_votes_is_left_out():
    gold, other = lewidi(), lewidi({"c2": {"x": "1", "y": "1", "z": "1"}})
    task, _ = read(("gold.json", gold))
    found = read_annotations(
        (
            File("other.json", other.encode()),
            File("part.json", lewidi({"c1": LABELS["c1"], "c3": LABELS["c3"]}).encode()),
        ),
        task,
    )
    assert "c2" not in as_labels(task, found)["x"]
    assert set(as_labels(task, found)["x"]) == {"c1", "c3"}


@pytest.mark.parametrize(
    "text",
    ["{", "[1, {}]", '{"turns": 3}', '{"a": 1}', "annotator\n", "annotator,x\n1\n", "\0annotator", "annotator\nx\n"],
)
def test_other_files_are_ignored(text):
    task, found = read(("gold.json", lewidi()))
    again = read_annotations((File("gold.json", lewidi().encode()), File("other", text.encode())), task)
    assert again is not None
    assert np.array_equal(again.labels, found.labels)


@pytest.mark.skipif(not DATA.exists(), reason="the data of real tasks is not here")
@pytest.mark.parametrize(
    ("path", "scale", "people", "cases"),
    [("lewidi2025/paraphrase_dev.json", None, 4, 50), ("stc3/gold_test.json", "A", 19, 390)],
)
def test_the_labels_of_real_files_add_up_to_all_votes(path, scale, people, cases):
    task, found = read((path, (DATA / path).read_bytes()), scale=scale)
    assert found.labels.shape == (people, cases)
    assert (found.labels != NONE).sum() == task.votes.sum()


def test_too_many_annotators_are_refused_before_their_table_is_made(monkeypatch):
    gold = lewidi()
    task, _ = read(("gold.json", gold))
    monkeypatch.setattr(annotators, "MOST_LABELS", 8)
    with pytest.raises(OrdquantError, match="3 annotators on 3 cases are too many"):
        read_annotations((File("gold.json", gold.encode()),), task)


def _labels(data, **options):
    file = File("gold.json", data if isinstance(data, bytes) else json.dumps(data).encode())
    task = assemble(parse_gold(file.data, file.name, **options), [])
    found = read_annotations([file], task)
    return found and (found.annotators, found.labels.tolist(), found.named)


def test_the_labels_of_lewidi_2023_have_the_names_beside_them():
    entry = {"annotations": "1,1,0", "annotators": "Ann1,Ann2,Ann3"}
    data = {"x": entry, "y": entry | {"annotations": "0,1,0", "annotators": "Ann3,Ann2,Ann1"}}
    assert _labels(data) == (("Ann1", "Ann2", "Ann3"), [[1, 0], [1, 1], [0, 0]], True)


def test_where_annotators_choose_several_labels_each_is_voted_on():
    data = {"x": {"annotations": {"a": "yes", "b": "yes,no"}}}
    assert _labels(data) == (("a", "b"), [[0, 1], [1, 1]], True)


def test_votes_in_records_have_names_and_lists_of_votes_have_none():
    listed = [{"id": case, "votes": votes} for case, votes in (("x", [1, 2]), ("y", [2, 2]))]
    assert _labels(listed) == (("1", "2"), [[0, 1], [1, 1]], False)
    assert _labels([*listed, {"id": "z", "votes": [1]}]) is None
    records = [{"id": one["id"], "rater": f"r{n}", "vote": v} for one in listed for n, v in enumerate(one["votes"])]
    assert _labels(records) == (("r0", "r1"), [[0, 1], [1, 1]], True)
    lines = "\n".join(map(json.dumps, records)).encode()
    assert _labels(lines) == (("r0", "r1"), [[0, 1], [1, 1]], True)


def test_tables_in_utf_16_name_their_annotators():
    text = "case,annotator,label\nx,a,1\nx,b,2\ny,a,2\ny,b,2\n"
    assert _labels(text.encode("utf-16")) == (("a", "b"), [[0, 1], [1, 1]], True)
