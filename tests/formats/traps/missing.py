"""Votes that are missing among those of other annotators: no class, and left out only if the user says so."""

from tests.formats.traps.build import as_json, gzipped
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

CLASSES = ("1", "2", "3")
RUN = ((0.2, 0.3, 0.5), (0.6, 0.3, 0.1))
VOTES = ((1, 1, 0), (0, 2, 1))
NAMED = ("a", "b", "c")
LEAVE = {"missing_votes": True}
FIVE = ("-2", "-1", "0", "1", "2")
FIVE_RUN = ((0.1, 0.2, 0.3, 0.2, 0.2), (0.2, 0.2, 0.2, 0.2, 0.2))


def _run(rows, ids, classes):
    cells = [",".join(map(str, [case, *row])) for case, row in zip(ids, rows, strict=True)]
    return "\n".join([",".join(["id", *classes]), *cells, ""]).encode()


def _dict(missing, **more):
    first = dict(zip(NAMED, ("1", "2", missing), strict=True))
    return {"x": {"annotations": first, **more}, "y": {"annotations": dict(zip(NAMED, (3, 2, "2"), strict=True))}}


def _text(missing):
    entry = {"annotators": "a,b,c", "number of annotations": 3}
    return {"x": {"annotations": f"1,2,{missing}", **entry}, "y": {"annotations": "3,2,2", **entry}}


def _quality(missing):
    votes = {"x": (1, missing, -2), "y": (2, 0, -1)}
    return [{"id": case, "annotations": [{"quality": {"A": vote}} for vote in row]} for case, row in votes.items()]


def _dialogue(missing):
    turns = [
        {
            "turn-index": n,
            "annotations": [{"annotator-id": who, "breakdown": vote} for who, vote in zip(NAMED, row, strict=True)],
        }
        for n, row in enumerate((("O", missing, "X"), ("T", "T", "O")), start=1)
    ]
    return {"dialogue-id": "d", "turns": turns}


def _lewidi(name, gold, must=None, file="gold.json", **how):
    files = {file: gold if isinstance(gold, bytes) else as_json(gold), "run.csv": _run(RUN, "xy", CLASSES)}
    left = Read({"run": RUN}, VOTES, CLASSES, ("x", "y"), notes=("1 missing vote is left out", "(x)"))
    return Trap(name, files, must or left, gold=file, **how)


TRAPS = (
    _lewidi(
        "null among annotators' labels",
        _dict(None),
        refused("gold.json", "null", "(x)", "--missing-votes", choices=["missing-votes"]),
    ),
    _lewidi("null among annotators' labels is left out on request", _dict(None), choices=LEAVE),
    _lewidi(
        "nan among annotators' labels",
        _dict("nan"),
        asked("classes", words=("gold.json", "nan", "(x)"), choices=["missing-votes"]),
    ),
    _lewidi("NA among annotators' labels is left out on request", _dict("NA"), choices=LEAVE),
    _lewidi(
        "-99 among labels in one text",
        _text("-99"),
        asked("classes", words=("gold.json", "-99"), choices=["missing-votes"]),
    ),
    _lewidi("-99 among labels in one text is left out on request", _text(" -99"), choices=LEAVE),
    _lewidi("an empty label in one text is left out on request", _text(""), choices=LEAVE),
    _lewidi(
        "N/A in a gold in gzip is left out on request",
        gzipped(as_json(_text("N/A"))),
        file="gold.json.gz",
        choices=LEAVE,
    ),
    _lewidi(
        "a missing label in UTF-16 is left out on request",
        as_json(_dict("None")).decode().encode("utf-16"),
        choices=LEAVE,
    ),
    Trap(
        "none is a class where the user names it",
        {
            "gold.json": as_json(_dict("none")),
            "run.csv": _run(((0.1, 0.2, 0.2, 0.5), (0.1, 0.3, 0.2, 0.4)), "xy", ("none", *CLASSES)),
        },
        Read(
            {"run": ((0.1, 0.2, 0.2, 0.5), (0.1, 0.3, 0.2, 0.4))},
            ((1, 1, 1, 0), (0, 0, 2, 1)),
            ("none", *CLASSES),
            ("x", "y"),
        ),
        gold="gold.json",
        choices={"classes": ("none", *CLASSES)},
    ),
    Trap(
        "none is a class where the soft labels name it",
        {
            "gold.json": as_json(
                {"x": {"annotations": {"a": "none", "b": "some"}, "soft_label": {"none": 0.5, "some": 0.5}}}
            ),
            "run.csv": _run([(0.5, 0.5)], "x", ("none", "some")),
        },
        refused("run.csv", "equal the gold", choices=["accept-gold-copies"]),
        gold="gold.json",
    ),
    _lewidi(
        "a case whose labels are all missing",
        {**_dict("1"), "z": {"annotations": {"a": None, "b": None}}},
        refused("gold.json", "case z", "all of its votes are missing"),
        choices=LEAVE,
    ),
    Trap(
        "a missing annotation of dialogue quality",
        {"gold.json": as_json(_quality(None)), "run.csv": _run(FIVE_RUN, "xy", FIVE)},
        refused("gold.json", "null", "(x)", choices=["missing-votes"]),
        gold="gold.json",
    ),
    Trap(
        "a missing annotation of dialogue quality is left out on request",
        {"gold.json": as_json(_quality("nan")), "run.csv": _run(FIVE_RUN, "xy", FIVE)},
        Read(
            {"run": FIVE_RUN}, ((1, 0, 0, 1, 0), (0, 1, 1, 0, 1)), FIVE, ("x", "y"), notes=("missing vote is left out",)
        ),
        gold="gold.json",
        choices=LEAVE,
    ),
    Trap(
        "a missing label of a dialogue's turn",
        {
            "task.zip": zipped({"gold/d.log.json": as_json(_dialogue(None))}),
            "run.csv": _run(RUN, ("d/1", "d/2"), "OTX"),
        },
        refused("task.zip", "null", "(d/1)", choices=["missing-votes"]),
        gold="task.zip",
    ),
    Trap(
        "a missing label of a dialogue's turn is left out on request",
        {"d.log.json": as_json(_dialogue("NA")), "run.csv": _run(RUN, ("d/1", "d/2"), "OTX")},
        Read({"run": RUN}, ((1, 0, 1), (1, 2, 0)), tuple("OTX"), ("d/1", "d/2"), notes=("missing vote is left out",)),
        gold="d.log.json",
        choices=LEAVE,
    ),
    Trap(
        "a missing choice of several labels is left out on request",
        {
            "gold.json": as_json({"7": {"annotations": {"a": "neutral,entailment", "b": None, "c": "contradiction"}}}),
            "run.tsv": b"7\t[[0.1,0.9],[0.8,0.2],[0.75,0.25]]\n",
        },
        Read(
            {"run": ((0.1, 0.9), (0.8, 0.2), (0.75, 0.25))},
            ((1, 1), (1, 1), (1, 1)),
            ("0", "1"),
            ("7/contradiction", "7/entailment", "7/neutral"),
            notes=("1 missing vote is left out", "(7)"),
        ),
        gold="gold.json",
        choices=LEAVE,
    ),
)
