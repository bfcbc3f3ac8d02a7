"""Bytes against the readers of tasks: nothing but `OrdquantError` may leave them, and they return distributions.

The files that damage starts from are made here, one of each kind.
"""

import contextlib
import json
from collections.abc import Iterable

import numpy as np

from ordquant_core.errors import REPAIRS, OrdquantError
from ordquant_core.tasks import NOTHING, Decisions, File, TableMapping, TaskRead, parse_gold, parse_run, read_task
from tests.formats.traps.entries import workbook_of
from tests.zips import zipped

ALL = NOTHING.with_(REPAIRS)
MAPPINGS = [  # each is tried on every file: most do not fit
    TableMapping("class-columns", case=("case",), empty="0"),
    TableMapping("class-columns", numbers="shares"),
    TableMapping("class-columns", case=("query",), system="system", drop=(("system", "GOLD"),)),
    TableMapping("class-columns", case=("id",), classes=("a", "b"), header=1, turned=True),
    TableMapping("votes", case=("case",), label="label", annotator="annotator", no_vote=("1",), empty="missing"),
    TableMapping("votes", case=("id",), label="votes", split=","),
    TableMapping("values", case=("item",), label="class", value="prob", where=(("item", "x"),)),
    TableMapping("annotator-columns", case=("case",), no_vote=("x",), decimal=",", encoding="cp1252"),
    TableMapping("people", annotator="case", keep=(), ignore=("b",)),
    TableMapping(header=2, encoding="gbk"),
]
LEWIDI = {"7": {"annotations": {"a": "1", "b": -1.0}, "soft_label": {"1": 0.5, "0": 0, "-1": 0.5}, "text": {"q": "?"}}}
LEWIDI_2023 = {"1": {"annotations": "1,0", "annotators": "a,b", "soft_label": {"1": 0.5, "0": 0.5}}}
CHOSEN = {"7": {"annotations": {"a": "neutral", "b": "neutral,entailment,contradiction"}}}
RECORDS = [{"id": "x", "a": 1, "b": 2}, {"id": "y", "a": 3, "b": 0}]
LISTS = [{"id": "x", "votes": [1, 2, 2]}, {"id": "y", "votes": ["1", 2.0]}]
TURN = {"turn-index": 1, "annotations": [{"breakdown": "O"}, {"breakdown": "X"}]}
GUESS = {"turn-index": 1, "labels": [{"prob-O": 0.5, "prob-T": 0.25, "prob-X": 0.25}]}
EVEN = dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)


def as_bytes(value: object) -> bytes:
    return json.dumps(value).encode()


SEEDS = [
    b"case,a,b\nx,1,2\ny,.5,.5\n",
    b'\xef\xbb\xbfid;text;0;1;other\r\n7;"a";.5;.49;0\r\n',
    b"st. louis\t.2\t.2\t.2\t.2\t.2\nthor\t0\t1\t0\t0\t0\n",
    b"7\t[0.5, 0.25,0.25]\n3\t[1e-1,.9,0]\n",
    b"case,annotator,label\nx,a,1\nx,b,2.0\n",
    b"system,query,0,1,2\nGOLD,q,1,2,3\nA,q,3,2,1\n",
    as_bytes([{"id": "x", "annotations": [{"quality": {"A": 1, "E": -2}}], "turns": [{"sender": "customer"}]}]),
    as_bytes([{"id": 7, "quality": {"A": EVEN}}]),
    as_bytes(LEWIDI),
    as_bytes(LEWIDI_2023),
    as_bytes(CHOSEN),
    b"7\t[[0.5, 0.5],[1e-1,.9],[0,1]]\n",
    as_bytes(RECORDS),
    as_bytes(RECORDS[0]) + b"\n" + as_bytes(RECORDS[1]),
    as_bytes({one["id"]: one for one in RECORDS}),
    as_bytes({"columns": ["id", "a", "b"], "index": [0, 1], "data": [["x", 1, 2], ["y", 0.5, 0.5]]}),
    as_bytes({"x": [0.5, 0.5], "y": [0.25, 0.75]}),
    as_bytes(LISTS),
    b"item,class,prob\nx,a,.5\nx,b,.5\ny,a,1\n",
    b"system\tid\tlabel\tcount\nA\tx\ta\t2\nB\tx\tb\t1\n",
    b"item,predicted\nx,a\ny,b\n",
    b"team;id;a;b\nA;x;,5;,5\nB;x;,25;,75\n",
    as_bytes({"x": "a", "y": "b"}),
    as_bytes({"dialogue-id": "d", "turns": [TURN]}),
    as_bytes({"dialogue-id": "d", "turns": [GUESS]}),
    zipped(("gold.csv", b"case,a,b\nx,1,2\n"), ("run.csv", b"case,a,b\nx,.5,.5\n")),
    workbook_of({"s": (["case", "a", "b"], ["x", 1, 2], ["y", 0.5, None])}),
]


CHOICES = (ALL, *(ALL.with_mapping(mapping) for mapping in MAPPINGS))


def target(data: bytes, chosen: Iterable[Decisions]) -> None:
    """Read the bytes without choices, and with some of them."""
    for choices in (Decisions(), *chosen):
        for read in (parse_gold, parse_run):
            with contextlib.suppress(OrdquantError):
                one = read(data, "file", choices=choices)
                check(one.probabilities, (len(one.cases), len(one.classes)))
        for files in ([File("file", data)], [File("gold.csv", SEEDS[0]), File("file", data)]):
            check_task(read_task(files, choices=choices))  # never raises


def check_task(found: TaskRead) -> None:
    """Raise unless what was found are distributions, and what is said of them can be sent to a browser."""
    if found.task is not None:
        check(found.task.gold, (len(found.task.cases), len(found.task.classes)))
        for values in found.task.estimates:
            check(values, found.task.gold.shape)
    json.dumps([str(problem) for problem in found.problems]).encode()


def check(values: np.ndarray, shape: tuple[int, ...]) -> None:
    """Raise unless these are distributions."""
    if values.shape != shape or not (values >= 0).all() or not (np.abs(values.sum(axis=-1) - 1) < 1e-9).all():
        raise RuntimeError(f"no distributions: {values!r} of shape {values.shape}, expected {shape}")
