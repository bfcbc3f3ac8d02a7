"""Names of columns, in all spellings; a row per vote under unknown names is asked about."""

import csv

from tests.formats.traps.build import CASES, CLASSES, RUN, VOTES, as_json, table, text, votes_one_by_one, workbook
from tests.formats.traps.trap import Asked, Read, Trap, refused

ORDER = ("case", "annotator", "label")
ITEMS = ("product", "imageId", "Image URL", "ASIN", "task-id", "File Name", "text", "reviewID", "unit_id", "sentence")
KNOWN = (
    ("imageId", "workerId", "answer"),
    ("asin", "reviewerID", "overall"),
    ("Task", "Annotated By", "Judgment"),
    ("text", "User Name", "stance"),
    ("Input.image-url", "WorkerId", "Answer.rating"),
    ("utterance ID", "performer", "quality_rating"),
)
UNKNOWN = (("specimen", "who", "liking"), ("Foto", "Person", "Note"), ("stim", "sbj", "resp. (1 to 5)"))
WORDS = "looks like a row per vote"


def _long(names, order=ORDER, **how):
    return votes_one_by_one(order, dict(zip(ORDER, names, strict=True)), **how)


def _sheet(data):
    return workbook({"Sheet1": list(csv.reader(data.decode().splitlines()))})


def _records(data):
    return as_json(list(csv.DictReader(data.decode().splitlines())))


def _told(names):
    return {"id_columns": (names[0],), "annotator_column": names[1], "label_column": names[2]}


def _unclear(name, files, columns, **how):
    must = Asked(frozenset(["votes"]), (WORDS, *columns), never=("no-ids", "drop-classes"))
    return Trap(name, {**files, "run.csv": table(RUN)}, must, **how)


TIMES = [
    [case, who, f"2024-05-0{n + 1} 10:0{n % 7}", label]
    for n, (case, who, label) in enumerate(csv.reader(_long(UNKNOWN[0]).decode().splitlines()[1:]))
]
TIMED = text([*UNKNOWN[0][:2], "when", "x"], TIMES).encode()
NO_NAMES = votes_one_by_one(("case", "label"), {"case": "file_name", "label": "apparent_age"})
TWO_LABELS = text(
    ["case", "annotator", "label", "rating"],
    [[*row, row[-1]] for row in csv.reader(votes_one_by_one().decode().splitlines()[1:])],
).encode()
MANY = tuple(f"{n}.5" for n in range(30))
SCORES = text(
    ["item", "rater", "score"], [[case, f"w{n}", value] for case in CASES for n, value in enumerate(MANY)]
).encode()
WITH_AUTHORS = [[case, f"author {n}", *row] for n, (case, row) in enumerate(zip(CASES, VOTES, strict=True))]

TRAPS = (
    *(
        Trap(
            f"the ids stand in a column called {name}",
            {"gold.csv": table(VOTES, key=name, sep=sep), "run.csv": table(RUN, key=name, sep=sep)},
            Read(),
        )
        for name, sep in zip(ITEMS, ",;\t,;\t,;\t,", strict=True)
    ),
    Trap(
        "the ids of a workbook stand in a column called Product ID",
        {"gold.xlsx": _sheet(table(VOTES, key="Product ID")), "run.csv": table(RUN, key="productId")},
        Read(),
        gold="gold.xlsx",
    ),
    *(
        Trap(
            f"a row per vote in columns called {', '.join(names)}",
            {"gold.csv": _long(names, order), "run.csv": table(RUN)},
            Read(),
        )
        for names, order in zip(KNOWN, (ORDER, ORDER[::-1]) * 3, strict=True)
    ),
    Trap(
        "a row per vote among tabs under names of other spellings",
        {"gold.tsv": _long(KNOWN[0]).replace(b",", b"\t"), "run.csv": table(RUN)},
        Read(),
        gold="gold.tsv",
    ),
    Trap(
        "a row per vote in a workbook under names of other spellings",
        {"gold.xlsx": _sheet(_long(KNOWN[2])), "run.csv": table(RUN)},
        Read(),
        gold="gold.xlsx",
    ),
    *(
        _unclear(f"a row per vote under unknown names: {', '.join(names)}", {"gold.csv": _long(names)}, names)
        for names in UNKNOWN
    ),
    _unclear(
        "a row per vote among tabs under unknown names",
        {"gold.tsv": _long(UNKNOWN[1]).replace(b",", b"\t")},
        UNKNOWN[1],
        gold="gold.tsv",
    ),
    _unclear(
        "a row per vote in a workbook under unknown names",
        {"gold.xlsx": _sheet(_long(UNKNOWN[0]))},
        UNKNOWN[0],
        gold="gold.xlsx",
    ),
    _unclear("a row per vote with the times of the votes", {"gold.csv": TIMED}, ("when", "x")),
    _unclear("a row per vote that names nobody", {"gold.csv": NO_NAMES}, ("file_name", "apparent_age")),
    _unclear("a row per vote with two columns of labels", {"gold.csv": TWO_LABELS}, ("label", "rating")),
    Trap(
        "numbers with decimals, another for nearly every row, are no labels",
        {"gold.csv": SCORES, "run.csv": table(RUN)},
        Asked(frozenset(["votes"]), ("gold.csv", "score", "30 different numbers")),
    ),
    *(
        Trap(
            f"a row per vote in columns called {', '.join(names)}, as the user says",
            {"gold.csv": _long(names, order), "run.csv": table(RUN)},
            Read(),
            choices=_told(names),
        )
        for names, order in zip(UNKNOWN, (ORDER, ORDER[::-1], ("annotator", "label", "case")), strict=True)
    ),
    Trap(
        "a row per vote in a workbook under unknown names, as the user says",
        {"gold.xlsx": _sheet(_long(UNKNOWN[0])), "run.csv": table(RUN)},
        Read(),
        gold="gold.xlsx",
        choices=_told(UNKNOWN[0]),
    ),
    Trap(
        "a row per vote that names nobody, as the user says",
        {"gold.csv": NO_NAMES, "run.csv": table(RUN)},
        Read(),
        choices={"label_column": "apparent_age"},
    ),
    Trap(
        "of two columns of labels the user names the one that counts",
        {"gold.csv": TWO_LABELS, "run.csv": table(RUN)},
        Read(),
        choices={"label_column": "rating"},
    ),
    Trap(
        "the user names a column of labels that there is not",
        {"gold.csv": _long(UNKNOWN[0]), "run.csv": table(RUN)},
        Asked(frozenset(["votes"]), ("no table has the column grading", "liking")),
        choices={"label_column": "grading"},
    ),
    Trap(
        "a list of records with a vote each, under names of other spellings",
        {"gold.json": _records(_long(KNOWN[0])), "run.csv": table(RUN)},
        Read(),
        gold="gold.json",
    ),
    _unclear(
        "a list of records with a vote each, under unknown names",
        {"gold.json": _records(_long(UNKNOWN[1]))},
        UNKNOWN[1],
        gold="gold.json",
    ),
    Trap(
        "a list of records with a vote each, under unknown names, as the user says",
        {"gold.json": _records(_long(UNKNOWN[1])), "run.csv": table(RUN)},
        Read(),
        gold="gold.json",
        choices=_told(UNKNOWN[1]),
    ),
    Trap(
        "users who wrote the cases are no annotators",
        {"gold.csv": text(["id", "user", *CLASSES], WITH_AUTHORS).encode(), "run.csv": table(RUN)},
        Read(),
    ),
    Trap(
        "a case that stands twice is no row per vote",
        {"gold.csv": table((*VOTES, VOTES[0]), ids=(*CASES, CASES[0])), "run.csv": table(RUN)},
        refused("gold.csv", "case D01", "stands in lines 2 and 5"),
    ),
)
