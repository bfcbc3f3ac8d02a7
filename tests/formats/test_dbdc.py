"""DBDC: a file a dialogue, many dialogues a gold or a run."""

import pytest

from ordquant_core.tasks import File, read_task
from tests.formats.files import as_bytes, gold_of, official, parts_of, problems_of, run_of


def turn(index, *votes, speaker="S"):
    return {"turn-index": index, "speaker": speaker, "annotations": [{"breakdown": vote} for vote in votes]}


def labelled(index, o, t, x):
    return {"turn-index": index, "labels": [{"breakdown": "O", "prob-O": o, "prob-T": t, "prob-X": x}]}


def dialogue(name, *turns):
    return as_bytes({"dialogue-id": name, "turns": list(turns)})


LOGS = [
    File("dev/log/d1.log.json", dialogue("d1", turn(0, speaker="U"), turn(1, "O", "O", "X"), turn(3, "T", "T", "T"))),
    File("dev/log/d2.log.json", dialogue("d2", turn(1, "X", "X", "O"))),
]
LABELS = [
    File("dev/team/d1.labels.json", dialogue("d1", labelled(1, 0.5, 0.25, 0.25), labelled(3, 0, 1, 0))),
    File("dev/team/d2.labels.json", dialogue("d2", {"turn-index": 0, "labels": []}, labelled(1, 1, 0, 0))),
]


def test_dialogues_are_one_gold_and_those_of_a_folder_one_run():
    read = read_task([*LABELS, *LOGS, *(File(name.replace("team", "other.v2"), data) for name, data in LABELS)])
    assert read.problems == ()
    task = read.task
    assert (task.name, task.classes, task.cases) == ("log", ("O", "T", "X"), ("d1/1", "d1/3", "d2/1"))
    assert task.votes.tolist() == [[2, 0, 1], [0, 3, 0], [1, 0, 2]]
    assert task.runs == ("team", "other.v2")
    assert task.estimates[0].tolist() == [[0.5, 0.25, 0.25], [0, 1, 0], [1, 0, 0]]
    assert {seen.kind for seen in read.recognised} == {"dbdc-log", "dbdc-labels"}


def test_one_dialogue_alone_is_a_gold_or_a_run_as_well():
    log, labels = official(LOGS[1].data, LOGS[1].name), official(LABELS[0].data, "d1.labels.json")
    assert (log.title, log.kind, log.role) == ("d2", "dbdc-log", "gold")
    assert (labels.title, labels.kind, labels.role) == ("d1", "dbdc-labels", "run")
    run = run_of(LABELS[0].data, "d1.labels.json")
    assert (run.cases, run.classes, run.ordered_by) == (("d1/1", "d1/3"), ("O", "T", "X"), "format")


def test_dialogues_of_several_files_are_joined():
    first, second = (official(data, name) for name, data in LOGS)
    logs = first.joined([second])
    assert (logs.title, logs.name, first.joined([])) == ("log", "dev/log", first)
    problems = parts_of(LOGS[0].data).problems
    (part,) = logs.read(problems)
    assert (part.content.cases, problems.kept) == (("d1/1", "d1/3", "d2/1"), [])
    assert part.content.votes.tolist() == [[2, 0, 1], [0, 3, 0], [1, 0, 2]]
    apart = official(LOGS[0].data, "one/a.json").joined([official(LOGS[1].data, "two/b.json")])
    assert apart.name == "one/a.json"


def test_a_file_is_a_dialogue_by_its_turns():
    assert official(as_bytes({"turns": 3, "dialogue-id": "d"})) is None
    assert official(as_bytes({"turns": [{"speaker": "S", "text": "Hi"}]})) is None
    (problem,) = parts_of(as_bytes({"turns": [turn(1, "O")]})).problems.sorted()
    assert problem.seen == 'the "dialogue-id" is null'


def test_utterances_are_kept():
    spoken = {"turn-index": 1, "utterance": "Hi!", "annotations": [{"breakdown": "O"}, {"breakdown": "X"}]}
    assert gold_of(dialogue("d", spoken), "d.log.json").extras == {"utterance": ("Hi!",)}


@pytest.mark.parametrize(
    ("faulty", "case", "words"),
    [
        (turn(1, "O", "Z"), "case d/1", "annotation 2 says 'Z'; the classes are O, T, X"),
        ({"turn-index": 1, "annotations": 3}, "case d/1", '"annotations" is 3'),
        ({"annotations": []}, "turn 2", 'the "turn-index" is null'),
        (7, "turn 2", "this is 7"),
        (turn(0, "O", "T"), "case d/0", "this turn occurs twice"),
        (turn(1, "O", None), "case d/1", "annotation 2 says null; the classes are O, T, X; leave out annotations"),
    ],
)
def test_a_faulty_turn_of_a_gold_is_reported(faulty, case, words):
    problems = problems_of(gold_of, dialogue("d", turn(0, "O", "X"), faulty), "d.log.json")
    assert [(problem.file, problem.case) for problem in problems] == [("d.log.json", case)]
    assert words in str(problems[0])


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        ({"turn-index": 1, "labels": [{}, {}]}, '"labels" holds 2 labels'),
        ({"turn-index": 1, "labels": [{"prob-O": 1, "prob-T": 0}]}, "class X is missing"),
        ({"turn-index": 1, "labels": [{"prob-O": "1", "prob-T": 0, "prob-X": 0}]}, "class O holds '1'"),
        (labelled(1, 0.5, 0.25, 0.24), "sums to 0.99"),
    ],
)
def test_a_faulty_turn_of_a_run_is_reported(faulty, words):
    (problem,) = problems_of(run_of, dialogue("d", labelled(0, 1, 0, 0), faulty), "d.labels.json")
    assert problem.case == "case d/1"
    assert words in str(problem)


def test_dialogues_nobody_labelled_are_no_gold():
    (problem,) = problems_of(gold_of, dialogue("d", turn(0), turn(1)), "d.log.json")
    assert 'there is no turn with "annotations"' in problem.seen
