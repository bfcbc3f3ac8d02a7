"""Damaged bytes against the readers of ranked lists, nuggets, task.json and archives; what was found stays in corpus/.

`ORDQUANT_EXAMPLES=100000` tries that many for each reader and seed, on new random numbers with `ORDQUANT_SEED`.
"""

import json
import os
import random
import resource
import time
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.analysis.outside_scores import notes_on, with_outside
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import File, read_task, unpack
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.nuggets.files import read_nuggets
from ordquant_core.formats.outside_scores import holds_scores, parse_outside_scores
from ordquant_core.formats.published.description import parse_description
from ordquant_core.formats.trec.beside import parse_scores, parse_teams
from ordquant_core.formats.trec.files import read_lists
from ordquant_core.formats.trec.groups import parse_membership, parse_target
from ordquant_core.formats.trec.lines import parse_judgements, parse_run
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Scores
from tests.fuzz.damage import damaged, rearranged
from tests.fuzz.fuzz_formats import target as read_files
from tests.fuzz.fuzz_formats import zipped

CORPUS = Path(__file__).parent / "corpus"
ROUNDS = int(os.environ.get("ORDQUANT_EXAMPLES", "60"))
SEED = int(os.environ.get("ORDQUANT_SEED", "1"))
SLOW, LARGE = 2.0, 500  # seconds and MiB that one input may take
QRELS = b"t1 0 d1 1\nt1 0 d2 0\nt2 0 d1 2\nt2 0 d3 0\n"
RUN = b"t1 Q0 d1 1 0.9 tag\nt1 Q0 d2 2 0.5 tag\nt2 Q0 d3 1 3e0 tag\n"
CUSTOMER = {"CNUG0": 0.25, "CNUG": 0.25, "CNUG*": 0.25, "CNaN": 0.25}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.25, "HNaN": 0.25}
BLOCKS = [{"id": "x", "nugget": [CUSTOMER, HELPDESK]}]
LABELLED = [
    {
        "id": "x",
        "turns": [{"sender": "customer"}, {"sender": "helpdesk"}],
        "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNaN", "HNaN"]}],
    }
]
FACTS = {"title": "A", "gold": "gold.csv", "runs": ["runs/*.csv"], "classes": ["a", "b"], "choices": ["renormalise"]}


def trec(data):
    """Read the bytes in every way that the page of ranked lists and its command have."""
    for choices in (Decisions(), Decisions(keep_first=True, skip_files=True)):
        for parse in (parse_judgements, parse_run):
            try:
                parse(data, "file", choices=choices)
            except InputError:
                continue
        for files in ([File("q", QRELS), File("r", data)], [File("q", data), File("r", RUN)]):
            found = read_lists(files, choices)
            assert (found.collection is None) == bool(found.problems)
    for parse_beside in (parse_membership, parse_target, parse_scores, parse_teams):
        try:
            parse_beside(data, "file")
        except OrdquantError:
            continue


def nuggets(data):
    """Read the bytes as a gold, and as a run beside one."""
    gold = File("gold", json.dumps(LABELLED).encode())
    for renormalise in (False, True):
        for first, run in ((File("g", data), gold), (gold, File("r", data))):
            found = read_nuggets(first, [run], renormalise=renormalise)
            assert (found.task is None) == bool(found.problems)
            if found.task is not None:
                assert (np.abs(found.task.estimates.sum(axis=-1) - 1) < 1e-9).all()


def task(data):
    """Read the bytes as a task.json."""
    found, problems = parse_description(data, title="folder")
    assert found is not None or problems
    json.dumps([str(problem) for problem in problems]).encode()
    if found is not None:
        (found.title + found.description + str(found.gold)).encode()  # can be sent to a browser


def archive(data):
    """Open the bytes as an archive, and read what is in it."""
    found = unpack([File("a.zip", data)])
    assert found.files or found.problems
    read_task([File("a.zip", data)])


def outside(data):
    """Read the bytes as scores that were computed elsewhere, and put them beside others."""
    holds_scores(data)
    try:
        found = parse_outside_scores(data, "file")
        labels = [MEASURES[key].label for key in found.scores]
        "".join([*labels, *found.runs, *notes_on(found)]).encode(errors="replace")
        with_outside(Scores(("NMD",), ("r",), ("c",), np.zeros((1, 1, 1))), found)
    except InputError:
        return


ARCHIVE = zipped(("gold.csv", b"case,a,b\nx,1,2\n"), ("runs/run.csv", b"case,a,b\nx,.5,.5\n"))
SEEDS = {
    "trec": (trec, [QRELS, RUN, b"t1 d1 L2\nt1 d2 L0\n", b"t1 d1 0.5 0.5\n", b"run,topic,measure,score\nr,t,m,0.5\n"]),
    "nuggets": (nuggets, [json.dumps(BLOCKS).encode(), json.dumps(LABELLED).encode()]),
    "task": (task, [json.dumps(FACTS).encode(), json.dumps({"kind": "nuggets", "gold": "g.json"}).encode()]),
    "outside": (
        outside,
        [b"run,case,measure,score\nr,c,m,0.5\n", b"better\tscore\tmeasure\tcase\trun\nlarger\t1\tP@10\tc\tr\n"],
    ),
    "archive": (archive, [ARCHIVE, zipped(("inner.zip", ARCHIVE), ("__MACOSX/x", b"1"))]),
}


def tried(target, data):
    """Give the bytes to a reader, which may take neither long nor much."""
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with np.errstate(all="ignore"):
        target(data)
    assert time.process_time() - begun < SLOW, data
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < LARGE, data


@pytest.mark.parametrize("kind", SEEDS)
def test_damaged_bytes_end_in_problems(kind):
    target, seeds = SEEDS[kind]
    chance = random.Random(f"{kind} {SEED}")
    for seed in seeds:
        tried(target, seed)
        for _ in range(ROUNDS):
            data = seed
            for _ in range(chance.choice((1, 1, 2, 4))):
                data = chance.choice((damaged, rearranged))(data, chance)
            tried(target, data)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_once_is_read_without_fault(path):
    target = read_files if path.parent.name == "files" else SEEDS[path.parent.name][0]
    tried(target, path.read_bytes())
