"""Damaged files against every reader, a few of each; what was found once stays in corpus/.

`ORDQUANT_EXAMPLES=100000` tries that many for each reader and seed, on new random numbers with `ORDQUANT_SEED`.
"""

import contextlib
import json
import os
import random
import resource
import tempfile
import time
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest

from ordquant_core.analysis.picture import to_query
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.mapping import TableMapping, mapping_of, mappings_of
from ordquant_core.formats.official.nuggets import read_nuggets
from ordquant_core.formats.official.trec import parse_judgements, parse_run
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.teams import parse_teams
from ordquant_core.tasks import File, read_task, unpack
from ordquant_core.tasks.merging import parse_merge
from ordquant_core.tasks.outline import parse_case_ids
from ordquant_core.tasks.published.description import parse_description
from ordquant_core.tasks.published.source import of_upload
from ordquant_core.tasks.published.study import on_every_scale, read_study
from pages.compare.state import from_query
from pages.shared.pair.presets import CASES, POPULARITY
from tests.degenerate.nuggets import GOLD as NUGGETS
from tests.degenerate.nuggets import RUN as OF_RUN
from tests.fuzz.damage import changed
from tests.fuzz.fuzz_formats import ALL, CHOICES, LISTS, MAPPINGS, as_bytes, check_task, target
from tests.fuzz.fuzz_formats import SEEDS as OF_FILES
from tests.zips import zipped

PAGES = ["atlas", "lessons", "measures", "nuggets", "papers", "plan", "ranked_lists", "systems"]
CORPUS = Path(__file__).parent / "corpus"
ROUNDS = int(os.environ.get("ORDQUANT_EXAMPLES", "4"))
SEED = int(os.environ.get("ORDQUANT_SEED", "1"))
SLOW, LARGE = 20.0, 500  # seconds of CPU, MiB: what one input may take, on any machine
QRELS = b"t1 0 d1 1\nt1 0 d2 0\nt2 0 d1 2\nt2 0 d3 0\n"
RUN = b"t1 Q0 d1 1 0.9 tag\nt1 Q0 d2 2 0.5 tag\nt2 Q0 d3 1 3e0 tag\n"
MANIFEST = {"title": "S", "tasks": [{"folder": "a", "name": "A", "venue": "V", "language": "L", "annotators": "5"}]}
FACTS = {"title": "A", "gold": "gold.csv", "runs": ["runs/**/*.csv"], "classes": ["a", "b"], "repairs": ["renormalise"]}
FACTS |= {"teams": {"r": "x"}, "by": "text"}


def files(data):
    """Read the bytes as a task, a gold and a run, as some mappings say."""
    target(data, random.Random(data).sample(CHOICES, 3))


def trec(data):
    """Read the bytes in every way that the page of ranked lists and its command have."""
    for choices in (Decisions(), Decisions().with_mapping(TableMapping(encoding="cp1252"))):
        for parse in (parse_judgements, parse_run):
            with contextlib.suppress(InputError):
                parse(data, "file", choices=choices)
        for files in ([File("q", QRELS), File("r", data)], [File("q", data), File("r", RUN)]):
            found = read_lists(files, choices)
            assert (found.collection is None) == bool(found.problems)
    with contextlib.suppress(InputError):
        parse_teams(data, "file")


def nuggets(data):
    """Read the bytes as a gold, and as a run beside one."""
    gold = File("gold", as_bytes(NUGGETS))
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


def merge(data):
    """Read the bytes as classes that a link merges."""
    with contextlib.suppress(OrdquantError):
        parse_merge(data.decode("utf-8", "replace"))


def mapping(data):
    """Read the bytes as a file of mappings, and tables as these say; also as a list of cases."""
    with contextlib.suppress(InputError):
        parse_case_ids(data, "file")
    try:
        choices = Decisions(mappings=mappings_of(data.decode("utf-8", "replace"), "mapping.json"))
    except OrdquantError:
        return
    for table in TABLES:
        read_task([File("gold.csv", table)], choices=choices)
    for _, one in choices.mappings:
        assert one == mapping_of(one.to_json(), "again") or not one.to_json()
        one.options()


def study(data):
    """Read the bytes as a study.json, and as the task.json of an upload and of a folder of the study."""
    gold = File("gold.csv", b"case,a,b\nx,1,2\n")
    with tempfile.TemporaryDirectory() as name:
        (inner := Path(name) / "a").mkdir()
        (inner / gold.name).write_bytes(gold.data)
        (inner / "task.json").write_bytes(data)
        (said := Path(name) / "study.json").write_bytes(data)
        for change in (lambda: None, said.unlink):
            change()
            try:
                members = read_study(Path(name)).members
            except InputError:
                continue
            assert all(on_every_scale(member.source) for member in members)
    with contextlib.suppress(InputError):
        of_upload([gold, File("task.json", data)]).load()


def link(data):
    """Read the bytes as the query of a link: each value as each parameter of each page, all of them as a picture."""
    query = dict(parse_qsl(data.decode("utf-8", "replace")))
    with contextlib.suppress(ValueError):
        to_query(from_query(query))
    for text in query.values():
        with contextlib.suppress(ValueError):
            parse_merge(text)
        for param in PARAMS:
            try:
                value = param.parse(text)
            except ValueError:
                continue
            param.parse(param.write(value))


STATES = [CASES.state, POPULARITY.state, *(import_module(f"pages.{page}.state").STATE for page in PAGES)]
PARAMS = [param for state in STATES for param in state.params.values()]
QUERIES = [
    b"classes=1,2,3&gold=1,2,3&a=uniform&b=0.5,0.5,0&na=x&positions=0,1,3",
    b"x=NMD&y=RNOD&votes=1-20&rank=delta&show=tests&robust=robust&case=D1&merge=-2,-1;1,2",
    b"if=NMD%3C0.1,RNOD%3E0.2&a=sharpened:2&b=shifted:1&gold=3,4,5&truth=0.1,0.3,0.6&property=NMD.order",
    b"measures=AP,nDCG,ERR&topic=t1&answers=a1t2b3&size=10&target=0.8&given=NVD,JSD",
]
TABLES = [b"case,annotator,label\nx,a,1\nx,b,2\ny,a,1\n", b"id,a,b,c\nx,1,,3\ny,2,2,0\n", as_bytes(LISTS)]
SAID = [{"gold.csv": MAPPINGS[0].to_json()}, *(one.to_json() for one in MAPPINGS)]
ARCHIVE = zipped(("gold.csv", b"case,a,b\nx,1,2\n"), ("runs/run.csv", b"case,a,b\nx,.5,.5\n"))
SEEDS = {
    "files": (files, OF_FILES),
    "trec": (trec, [QRELS, RUN, b"t1 d1 L2\nt1 d2 L0\n", b"run,team\nr,t\n"]),
    "nuggets": (nuggets, [as_bytes(OF_RUN), as_bytes(NUGGETS)]),
    "task": (task, [as_bytes(FACTS), as_bytes({"kind": "nuggets", "gold": "g.json"})]),
    "link": (link, QUERIES),
    "merge": (merge, [b"-2,-1; 1,2"]),
    "mapping": (mapping, [as_bytes(one) for one in SAID]),
    "study": (study, [as_bytes(MANIFEST), as_bytes(FACTS)]),
    "archive": (archive, [ARCHIVE, zipped(("inner.zip", ARCHIVE), ("__MACOSX/x", b"1"))]),
}


def tried(read, data):
    """Give the bytes to a reader, which may take neither long nor much."""
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with np.errstate(all="ignore"):
        read(data)
    assert time.process_time() - begun < SLOW, data
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < LARGE, data


@pytest.mark.parametrize("kind", SEEDS)
def test_damaged_bytes_end_in_problems(kind):
    read, seeds = SEEDS[kind]
    chance = random.Random(f"{kind} {SEED}")
    for seed in seeds:
        for data in (seed, *(changed(seed, chance) for _ in range(ROUNDS))):
            tried(read, data)


NAMES = ["gold.csv", "run.csv", "a/run.csv", "b/d.labels.json", "b/e.labels.json", "g.log.json", "README", "x.zip"]


def test_no_set_of_damaged_files_makes_the_reader_of_tasks_stumble():
    chance = random.Random(SEED)
    for _ in range(3 * ROUNDS):
        names = chance.sample(NAMES, chance.randint(0, 5))
        members = [File(name, changed(chance.choice(OF_FILES), chance)) for name in names]
        given = [File("task.zip", zipped(*members))] if chance.random() < 0.5 else members
        for choices in (Decisions(), ALL):
            read = read_task(given, choices=choices)
            check_task(read)
            assert (read.task is None) == bool(read.problems) or not read.recognised
            assert len(read.recognised) <= 2 * len(members)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_once_is_read_without_fault(path):
    tried(SEEDS[path.parent.name][0], path.read_bytes())
