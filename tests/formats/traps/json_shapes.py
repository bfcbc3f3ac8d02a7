"""JSON that holds a table, in the shapes that people and pandas write."""

from tests.formats.traps.build import CASES, CLASSES, OTHER, RUN, VOTES, as_json, gzipped, table
from tests.formats.traps.trap import Read, Trap, refused
from tests.zips import zipped

GOLD = table(VOTES)
RECORDS = [{"case": case, **dict(zip(CLASSES, row, strict=True))} for case, row in zip(CASES, RUN, strict=True)]
BY_CASE = {record["case"]: {key: number for key, number in record.items() if key != "case"} for record in RECORDS}
BY_CLASS = {text: {case: BY_CASE[case][text] for case in CASES} for text in CLASSES}
FRAME = {key: {str(n): record[key] for n, record in enumerate(RECORDS)} for key in RECORDS[0]}
ARRAYS = {case: list(row) for case, row in zip(CASES, RUN, strict=True)}
VOTED = [
    {"item": case, "votes": [text for text, count in zip(CLASSES, row, strict=True) for _ in range(count)]}
    for case, row in zip(CASES, VOTES, strict=True)
]


def _lines(values, end="\n"):
    return "".join(as_json(value).decode() + end for value in values).encode()


def _trap(name, run, must, **how):
    return Trap(name, {"gold.csv": GOLD, "run.json": run}, must, **how)


def _gold(name, gold, must, **how):
    return Trap(name, {"gold.json": gold, "run.csv": table(RUN)}, must, gold="gold.json", **how)


TRAPS = (
    _trap("a list of records", as_json(RECORDS), Read()),
    _trap("JSON Lines", _lines(RECORDS), Read()),
    _trap("JSON Lines that end as on Windows, with blank lines", _lines(RECORDS, "\r\n\r\n"), Read()),
    Trap("JSON Lines in gzip", {"gold.csv": GOLD, "run.jsonl.gz": gzipped(_lines(RECORDS))}, Read()),
    _trap("JSON Lines in UTF-16", b"\xff\xfe" + _lines(RECORDS).decode().encode("utf-16-le"), Read()),
    _trap("an object of records", as_json(BY_CASE), Read()),
    _trap("an object of records that know their id", as_json({str(n): one for n, one in enumerate(RECORDS)}), Read()),
    _trap(
        "an object of columns, which only their sums show",
        as_json(BY_CLASS),
        Read(notes=("run.json", "outer keys are read as columns")),
    ),
    _trap("an object of columns, as pandas writes", as_json(FRAME), Read()),
    _trap("an object of lists, one for each column", as_json({k: [r[k] for r in RECORDS] for k in RECORDS[0]}), Read()),
    _trap(
        "columns, index and data", as_json({"columns": CLASSES, "index": CASES, "data": list(map(list, RUN))}), Read()
    ),
    _trap("records below a key", as_json({"team": "A", "data": RECORDS}), Read()),
    _trap(
        "records with the numbers in an object of their own",
        as_json([{"id": case, "probabilities": numbers} for case, numbers in BY_CASE.items()]),
        Read(),
    ),
    _trap("lists below a header", as_json([["id", *CLASSES], *([case, *row] for case, row in ARRAYS.items())]), Read()),
    _trap(
        "an object of arrays names no classes",
        as_json(ARRAYS),
        refused("run.json", "its 5 classes have no labels", choices=["by-position"]),
    ),
    _trap(
        "an object of arrays is matched by position on request",
        as_json(ARRAYS),
        Read(notes=("run.json", "by position")),
        choices={"by_position": True},
    ),
    _trap(
        "records with an array are matched by position on request",
        _lines([{"id": case, "probs": row} for case, row in ARRAYS.items()]),
        Read(notes=("run.json", "by position")),
        choices={"by_position": True},
    ),
    _trap(
        "lists without a header are matched by position on request",
        _lines([[case, *row] for case, row in ARRAYS.items()]),
        Read(notes=("run.json", "by position")),
        choices={"by_position": True},
    ),
    _gold(
        "a gold of records",
        as_json([{"id": c, **dict(zip(CLASSES, r, strict=True))} for c, r in zip(CASES, VOTES, strict=True)]),
        Read(),
    ),
    _gold("a gold of votes in lists", as_json(VOTED), Read()),
    _gold("a gold of votes in lists, in JSON Lines", _lines(VOTED), Read()),
    _gold(
        "a gold of records of one vote each",
        as_json(
            [{"item": one["item"], "rater": n, "rating": int(v)} for one in VOTED for n, v in enumerate(one["votes"])]
        ),
        Read(),
    ),
    _gold(
        "a gold of objects in lists, one for each vote",
        as_json(
            [
                {
                    "id": o["item"],
                    "annotations": [{"id": 7, "annotator": n, "label": int(v)} for n, v in enumerate(o["votes"])],
                }
                for o in VOTED
            ]
        ),
        Read(),
    ),
    _trap(
        "a list with an object for each class, as pipelines write",
        as_json([{"id": c, "scores": [{"label": k, "score": p} for k, p in n.items()]} for c, n in BY_CASE.items()]),
        Read(),
    ),
    _gold(
        "annotations that hold lists and objects are no dialogues",
        as_json([{"id": 1, "annotations": [{"result": [{"value": {"choices": ["good"]}}]}]}]),
        refused("gold.json", "within each other"),
    ),
    _gold(
        "lists of whole numbers may be votes or counts",
        as_json({case: list(row) for case, row in zip(CASES, VOTES, strict=True)}),
        refused("gold.json", "votes, or a number per class", '"counts"'),
    ),
    _trap(
        "two objects of numbers in each record",
        as_json([{"id": case, "gold": numbers, "run": numbers} for case, numbers in BY_CASE.items()]),
        refused("run.json", "record 1", "'gold' and 'run' hold objects"),
    ),
    _trap(
        "a record lacks a class",
        as_json([*RECORDS[:2], {"case": "D03", "-2": 1}]),
        refused("run.json", "record 3", "column -1 is empty"),
    ),
    _trap("a line of JSON Lines breaks off", _lines(RECORDS)[:-20], refused("run.json", "line 3", "not JSON")),
    _trap(
        "a record stands twice",
        as_json([*RECORDS, RECORDS[0]]),
        refused("run.json", "D01", "records 1 and 4"),
    ),
    Trap(
        "records beside a table in a zip",
        {"task.zip": zipped({"gold.csv": GOLD, "run.jsonl": _lines(RECORDS), "other.csv": table(OTHER)})},
        Read({"run": RUN, "other": OTHER}),
        gold=None,
    ),
)
