"""The files of NTCIR, DBDC, LeWiDi and SemEval: read as they are written, and every fault said with its place."""

# ruff: noqa: F401 - the text uses what is imported

import json
from functools import partial
from operator import itemgetter

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats.json.strict import load
from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.questions import open_questions, sentence
from tests.formats.files import as_bytes, official, parts_of, problems_of, read_official, table
from tests.formats.traps.entries import Texts, data_of
from tests.reviewed import reviewed, said
from tests.source_files import ROOT
from tests.strategies import votes_tables

FIVE, OTX = ("-2", "-1", "0", "1", "2"), ("O", "T", "X")
EVEN = dict.fromkeys(FIVE, 0.2)
SOFT = {"1": 0.5, "0": 0.0, "-1": 0.5}


def ntcir(case, *labels, scale="A"):
    return {"id": case, "annotations": [{"quality": {scale: label}} for label in labels]}


def ntcir_run(case, classes=EVEN, scale="A"):
    return {"id": case, "quality": {scale: classes}}


def lewidi(labels, soft=None, **more):
    return {"annotations": {f"Ann{n}": label for n, label in enumerate(labels)}, "soft_label": soft or {}} | more


def turn(index, *votes, speaker="S"):
    return {"turn-index": index, "speaker": speaker, "annotations": [{"breakdown": vote} for vote in votes]}


def turn_of_run(index, *shares):
    probabilities = {f"prob-{name}": share for name, share in zip(OTX, shares, strict=True)}
    return {"turn-index": index, "labels": [{"breakdown": "O", **probabilities}]}


def dialogue(name, *turns):
    return as_bytes({"dialogue-id": name, "turns": list(turns)})


# ---- what is written is read ----

PEOPLE = [f"w{n}" for n in range(5)]
CLASSES = {"ntcir": FIVE, "dbdc": OTX, "semeval": FIVE, "lewidi run": ("1", "2", "3", "4")}
VOTES = {  # how each format writes labels, those of a case in the order of PEOPLE
    "ntcir": lambda cases, classes: as_bytes([ntcir(case, *map(int, labels)) for case, labels in cases.items()]),
    "dbdc": lambda cases, classes: dialogue("d", *({
        "turn-index": int(case.removeprefix("d/")),
        "annotations": [{"annotator-id": who, "breakdown": one} for who, one in zip(PEOPLE, labels, strict=False)],
    } for case, labels in cases.items())),
    "lewidi": lambda cases, classes: as_bytes({case: {
        "annotations": dict(zip(PEOPLE, labels, strict=False)), "number of annotations": len(labels),
        "soft_label": {text: labels.count(text) / len(labels) for text in classes},
    } for case, labels in cases.items()}),
    "lewidi of 2023": lambda cases, classes: as_bytes([{
        "id": case, "annotations": ",".join(labels), "annotators": ",".join(PEOPLE[: len(labels)]),
        "soft_label": {text: labels.count(text) / len(labels) for text in classes},
    } for case, labels in cases.items()]),
}  # fmt: skip
SHARES = {  # how each format writes the numbers of a case
    "ntcir": lambda cases, classes: as_bytes([
        ntcir_run(case, dict(zip(classes, row, strict=True))) for case, row in cases.items()
    ]),
    "dbdc": lambda cases, classes: dialogue("d", *({
        "turn-index": int(case.removeprefix("d/")),
        "labels": [{f"prob-{name}": share for name, share in zip(classes, row, strict=True)}],
    } for case, row in cases.items())),
    "semeval": lambda cases, _: "\n".join("\t".join([case, *map(repr, row)]) for case, row in cases.items()).encode(),
    "lewidi run": lambda cases, _: "\n\n".join(f"{case}\t{row}" for case, row in cases.items()).encode(),
}  # fmt: skip


def cases_of(kind, count):
    return [f"d/{n}" if kind == "dbdc" else f"c{n}" for n in range(count)]


@pytest.mark.parametrize("kind", VOTES)
@given(data=st.data())
def test_votes_are_counted_and_stay_those_of_their_annotators(kind, data):
    classes, n_people = CLASSES.get(kind, ("0", "1", "2")), data.draw(st.integers(1, 4))
    rows = data.draw(
        st.lists(st.lists(st.sampled_from(classes), min_size=n_people, max_size=n_people), min_size=1, max_size=5)
    )
    cases = dict(zip(cases_of(kind, len(rows)), rows, strict=True))
    gold = read_official(VOTES[kind](cases, classes), "g.log.json", choices=Decisions(classes=classes))
    assert (gold.cases, gold.classes) == (tuple(cases), classes)
    assert gold.votes.tolist() == [[row.count(text) for text in classes] for row in rows]
    np.testing.assert_allclose(gold.probabilities, gold.votes / n_people, rtol=0, atol=1e-15)
    assert gold.annotations.tolist() == [[classes.index(text) for text in row] for row in rows]


@pytest.mark.parametrize("kind", SHARES)
@given(data=st.data())
def test_distributions_are_those_of_their_classes_in_whatever_order_these_are_written(kind, data):
    classes = CLASSES[kind]
    votes = data.draw(st.integers(1, 5).flatmap(lambda n: votes_tables(len(classes), n)))
    written = data.draw(st.permutations(range(len(classes)))) if kind in ("ntcir", "dbdc") else range(len(classes))
    rows = (votes / votes.sum(axis=1, keepdims=True))[:, list(written)]
    cases = dict(zip(cases_of(kind, len(rows)), rows.tolist(), strict=True))
    run = read_official(SHARES[kind](cases, [classes[place] for place in written]), "g.labels.json")
    assert (run.cases, run.classes, run.votes, run.labelled) == (tuple(cases), classes, None, kind != "lewidi run")
    np.testing.assert_allclose(run.probabilities[:, list(written)], rows, rtol=0, atol=1e-15)


TABLES = yaml.load((ROOT / "tests/formats/tables/official.yaml").read_text(encoding="utf-8"), Texts)
by_name = partial(pytest.mark.parametrize, "entry", ids=itemgetter("name"))


@by_name(TABLES["known"])
def test_a_file_is_known_by_its_structure(entry):
    file = official(data_of(entry["file"]), entry["called"])
    assert [file.title, file.kind, file.role, [*file.scales]] == entry["as"]


@pytest.mark.parametrize(("name", "value"), table("official_others"))
def test_anything_else_is_a_table(name, value):
    value = json.loads(value)
    assert official(value.encode() if isinstance(value, str) else as_bytes(value)) is None


# ---- every fault is said, with its place ----

BESIDE = {  # a faulty case beside a sound one
    "ntcir": lambda one: as_bytes([ntcir("fine", 0), one]),
    "ntcir run": lambda one: as_bytes([ntcir_run("fine"), one]),
    "ntcir shares": lambda one: as_bytes([ntcir_run("fine"), ntcir_run("12", one)]),
    "lewidi": lambda one: as_bytes({"7": lewidi(["1", "-1"], SOFT), "8": one}),
    "dbdc": lambda one: dialogue("d", turn(0, "O", "X"), one),
    "dbdc run": lambda one: dialogue("d", turn_of_run(0, 1, 0, 0), one),
}


@pytest.mark.parametrize(("kind", "one", "case", "words"), table("official_faults"))
def test_a_faulty_case_is_refused_with_its_place(kind, one, case, words):
    scale = "A" if kind.startswith("ntcir") else None
    (problem,) = problems_of(read_official, BESIDE[kind](json.loads(one)), "f.log.json", scale=scale)
    assert (problem.file, problem.case) == ("f.log.json", case)
    assert f"f.log.json, {case}: " in str(problem)
    assert words in str(problem)
    assert len(str(problem)) < 300
    assert problem.choices == (("renormalise",) if "correct the row" in words else ())


@by_name(TABLES["lines"])
def test_every_faulty_line_is_reported_in_the_order_of_the_file(entry):
    problems = problems_of(read_official, data_of(entry["file"]), "g.txt")
    assert [f"{problem.case}: {problem.seen}" for problem in problems] == entry["seen"]
    assert problems[0].action == entry["action"]


DEEP = [("[" * 100_000, "nested too deeply"), ('{"a":' * 100_000, "nested too deeply")]
JSON = [*DEEP, (f'[{{"n": {"1" * 10_000}}}]', "holds '1111"), *((one["file"], *one["words"]) for one in TABLES["json"])]


@pytest.mark.parametrize("entry", JSON, ids=lambda entry: entry[-1])
def test_a_file_that_is_no_sound_json_is_refused(entry):
    file, *words = entry
    (problem,) = problems_of(load, data_of(file), "file.json")
    assert str(problem).startswith("file.json")
    assert [word for word in words if word not in str(problem)] == []


def test_all_problems_are_collected_in_the_order_of_the_file_up_to_a_limit():
    bad_sum = ntcir_run("b", dict.fromkeys(FIVE, 0.1))
    data = as_bytes([ntcir_run("a", {}), bad_sum, 7, ntcir_run("c"), ntcir_run("d", None)])
    with pytest.raises(InputError, match=r"\(and 3 more problems\)$") as caught:
        read_official(data, "run.json")
    assert [problem.case for problem in caught.value.problems] == ["case a", "case b", "entry 3", "case d"]
    many = problems_of(read_official, as_bytes([ntcir_run("a"), *[1] * 20_000]), "run.json")
    assert len(many) == 10_001
    assert str(many[-1]) == "run.json: more than 10,000 problems; the rest of them is not listed"
    (problem,) = problems_of(read_official, as_bytes([ntcir_run("12")]).replace(b"0.2", b"1e999", 1))
    assert "not finite" in problem.seen


# ---- as was reviewed in test_official.txt ----

VALUES = dict(zip(("2.0", "+1", "0", "-1.00", "-02"), [0.25, 0.15, 0.3, 0.2, 0.1], strict=True))
IDS = ["007", "3718912216646049", "#tag", "حوار", "a b", "3.7e15", " x"]
IN_FIVE = File("gold.csv", b"case,-2,-1,0,1,2\np,1,0,2,0,1\nq,0,4,0,0,0\nr,1,1,1,1,0\n")
OF_SCALES = as_bytes([{"id": case, "quality": {"A": EVEN, "E": EVEN}} for case in "pqr"])
LOGS = [
    File("dev/log/d1.log.json", dialogue("d1", turn(0, speaker="U"), turn(1, "O", "O", "X"), turn(3, "T", "T", "T"))),
    File("dev/log/d2.log.json", dialogue("d2", turn(1, "X", "X", "O"))),
]
LABELS = [
    File("dev/team/d1.labels.json", dialogue("d1", turn_of_run(1, 0.5, 0.25, 0.25), turn_of_run(3, 0, 1, 0))),
    File("dev/team/d2.labels.json", dialogue("d2", {"turn-index": 0, "labels": []}, turn_of_run(1, 1, 0, 0))),
]
FAULTY = [File(f"dev/log/d{n}.log.json", dialogue(f"d{n}", turn(1, "O"), turn(2, "Z"))) for n in (2, 1)]
SPOKEN = {"turn-index": 1, "utterance": "Hi!", "annotations": [{"breakdown": "O"}, {"breakdown": "X"}]}
NONE = {"x": {"annotations": {"a": "none", "b": "1", "c": "2", "d": "2"}, "number of annotations": 4}}
ALIKE = {case: lewidi(["1", "1"], {"1": 1.0}) for case in "78"}


def held(value, name="g.json", **options):
    """Return what an official file holds."""
    one = read_official(value if isinstance(value, bytes) else as_bytes(value), name, **options)
    numbers = one.probabilities.round(12).tolist() if one.votes is None else one.votes.tolist()
    whose = None if getattr(one, "annotations", None) is None else one.annotations.tolist()
    return [*one.classes], dict(zip(one.cases, numbers, strict=True)), whose, dict(one.extras) or "no texts"


def joined(*names):
    """Return the title and the name of two dialogues that are joined."""
    first, second = (official(file.data, name) for file, name in zip(LOGS, names, strict=True))
    both = first.joined([second])
    return both.title, both.name, first.joined([]) == first


def whole(files, **options):
    """Return a task of files, or what is wrong with them."""
    read = read_task(files, **options)
    if (task := read.task) is None:
        return [f"{one} [{one.asks}]" for one in read.problems]
    return task.name, task.classes, task.cases, task.votes.tolist(), task.runs, task.estimates.tolist()


def annotated(name, turns):
    given = lambda labels: [{"annotator-id": who, "breakdown": one} for who, one in labels.items()]  # noqa: E731
    return dialogue(name, *({"turn-index": n, "annotations": given(labels)} for n, labels in turns.items()))


@reviewed(__file__)
def test_official_files_hold_what_was_reviewed(made, words):
    assert said(made, globals()) == words
