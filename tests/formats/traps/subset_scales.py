"""NTCIR JSON on another scale than -2 to 2: the votes alone do not say which classes there are."""

from tests.formats.traps.build import as_json, gzipped
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

LABELS = {"p": (-1, 0, 0, 1), "q": (1, 1, 1, 0), "r": (-1, -1, 0, -1)}
THREE = ("-1", "0", "1")
VOTES = ((1, 2, 1), (0, 1, 3), (3, 1, 0))
WIDE = ((0, 1, 2, 1, 0), (0, 0, 1, 3, 0), (0, 3, 1, 0, 0))
FIVE = ("-2", "-1", "0", "1", "2")
RUN = ((0.2, 0.5, 0.3), (0.1, 0.1, 0.8), (0.6, 0.3, 0.1))
WIDE_RUN = ((0.1, 0.1, 0.5, 0.2, 0.1), (0, 0.1, 0.1, 0.8, 0), (0.2, 0.4, 0.3, 0.1, 0))
CASES = tuple(LABELS)
FROM_ZERO = {"t1": ("0", "2"), "t2": ("1", "1"), "t3": ("2", "0"), "t4": ("2", "2")}
FROM_ONE = {"d1": (1, 5, 4), "d2": (3, 3, 5), "d3": (2, 5, 1)}


def _gold(labels, scale="A"):
    return as_json(
        [{"id": case, "annotations": [{"quality": {scale: vote}} for vote in votes]} for case, votes in labels.items()]
    )


def _run(rows, classes, scale="A", cases=CASES):
    return as_json(
        [
            {"id": case, "quality": {scale: dict(zip(classes, row, strict=True))}}
            for case, row in zip(cases, rows, strict=True)
        ]
    )


def _trap(name, labels, must, *, runs=None, **how):
    return Trap(name, {"gold.json": _gold(labels), **(runs or {})}, must, gold="gold.json", **how)


TRAPS = (
    _trap(
        "all annotators vote for -1, 0 or 1: three classes, or five of which two are unused?",
        LABELS,
        asked("classes", words=["gold.json", "-1, 0, 1", "-2 to 2", "-2,-1,0,1,2"]),
    ),
    _trap(
        "the votes within -1 to 1 are on a scale of three, as the user says",
        LABELS,
        Read({}, VOTES, THREE, CASES),
        choices={"classes": THREE},
    ),
    _trap(
        "the votes within -1 to 1 are on the scale of five, as the user says",
        LABELS,
        Read({}, WIDE, FIVE, CASES),
        choices={"classes": FIVE},
    ),
    _trap(
        "the run says that the votes within -1 to 1 are on a scale of three",
        LABELS,
        Read({"run": RUN}, VOTES, THREE, CASES),
        runs={"run.json": _run(RUN, THREE)},
    ),
    _trap(
        "the run says that the votes within -1 to 1 are on the scale of five",
        LABELS,
        Read({"run": WIDE_RUN}, WIDE, FIVE, CASES, notes=("nobody votes for -2, 2",)),
        runs={"run.json": _run(WIDE_RUN, FIVE)},
    ),
    _trap(
        "one run has three classes, the other five",
        LABELS,
        asked("classes", words=["gold.json", "-1, 0, 1"]),
        runs={"three.json": _run(RUN, THREE), "five.json": _run(WIDE_RUN, FIVE)},
    ),
    _trap(
        "votes from 0 to 2, written as texts", FROM_ZERO, asked("classes", words=["gold.json", "0, 1, 2", "-2 to 2"])
    ),
    _trap(
        "votes from 0 to 2, of which one is unused",
        {"a": (0, 1), "b": (1, 1), "c": (0, 0)},
        asked("classes", words=["gold.json", "0, 1", "-2 to 2"]),
    ),
    _trap(
        "votes on both sides of a scale without a middle",
        {"a": (-1, 1), "b": (-2, 1), "c": (2, 2)},
        asked("classes", words=["gold.json", "-2, -1, 1, 2"]),
    ),
    Trap(
        "votes within -1 to 1 in a zip of gzip",
        {"task.zip": zipped({"gold.json.gz": gzipped(_gold(LABELS, "E")), "run.json": _run(RUN, THREE, "E")})},
        Read({"run": RUN}, VOTES, THREE, CASES),
        gold=None,
    ),
    Trap(
        "votes within -1 to 1, and the run is a table of three classes",
        {"gold.json": _gold(LABELS), "run.csv": b"id,-1,0,1\np,.2,.5,.3\nq,.1,.1,.8\nr,.6,.3,.1\n"},
        Read({"run": RUN}, VOTES, THREE, CASES),
        gold="gold.json",
    ),
    _trap(
        "votes from 1 to 5 are on another scale than the task's",
        FROM_ONE,
        asked("classes", words=["gold.json", "1, 2, 3, 4, 5", "-2 to 2"]),
    ),
    _trap(
        "votes from 1 to 5, as the user says",
        FROM_ONE,
        Read({}, ((1, 0, 0, 1, 1), (0, 0, 2, 0, 1), (1, 1, 0, 0, 1)), ("1", "2", "3", "4", "5"), tuple(FROM_ONE)),
        choices={"classes": ("1", "2", "3", "4", "5")},
    ),
    _trap(
        "one vote of many is beyond the scale of five",
        {"a": (-2, 2), "b": (1, 3), "c": (0, -1)},
        refused("gold.json", "b", "annotation 2 says 3"),
    ),
    _trap(
        "nobody votes for one end, which is no scale of its own",
        {"a": (-2, 1), "b": (-1, 0), "c": (0, 1)},
        Read(
            {"run": WIDE_RUN},
            ((1, 0, 0, 1, 0), (0, 1, 1, 0, 0), (0, 0, 1, 1, 0)),
            FIVE,
            ("a", "b", "c"),
            notes=("nobody votes for 2", "has all five classes"),
        ),
        runs={"run.json": _run(WIDE_RUN, FIVE, cases="abc")},
    ),
)
