"""The files of NTCIR, DBDC, LeWiDi and SemEval: read as they are written, and every fault said with its place."""

# ruff: noqa: F401 - the text uses what is imported

import json

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.json.strict import load
from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.questions import open_questions, sentence
from tests.formats.files import as_bytes, official, parts_of, problems_of, read_official, table
from tests.reviewed import reviewed, said

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


def known(text, name):
    """Return what a file of an official format is."""
    file = official(text.encode(), name)
    return [file.title, file.kind, file.role, *file.scales]


def faults(text):
    """Return what is wrong with a file of lines."""
    return [f"{one.case}: {one.seen}; {one.action}" for one in problems_of(read_official, text.encode(), "g.txt")]


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
