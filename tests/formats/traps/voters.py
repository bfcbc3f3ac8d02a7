"""A row per annotator and a column per class: votes, added up by case; annotators are never parts of ids."""

from tests.formats.traps.build import CASES, CLASSES, RUN, VOTES, table, text, workbook
from tests.formats.traps.trap import Read, Trap, refused

EVERY = [
    (case, f"w{n}", place)
    for case, counts in zip(CASES, VOTES, strict=True)
    for n, place in enumerate(place for place, count in enumerate(counts) for _ in range(count))
]


def _rows(one="1", none="0"):
    return [[case, who, *(one if place == at else none for at in range(len(CLASSES)))] for case, who, place in EVERY]


def _votes(name, header, rows, *, sep=",", must=None, **how):
    files = {"gold.csv": text([*header, *CLASSES], rows, sep).encode(), "run.csv": table(RUN)}
    return Trap(name, files, must or Read(gold=VOTES), **how)


TRAPS = (
    _votes("a row per annotator is a vote", ("text_id", "annotator_id"), _rows()),
    _votes(
        "a row per rater, who stands first, among tabs",
        ("Rater ID", "case"),
        [[row[1], row[0], *row[2:]] for row in _rows("1.0", "0.0")],
        sep="\t",
    ),
    _votes(
        "a row per user of another name, in any order",
        ("item", "username"),
        _rows()[::-1],
        must=Read(gold=VOTES[::-1], cases=CASES[::-1], runs={"run": RUN[::-1]}),
    ),
    Trap(
        "a row per annotator in a workbook is a vote",
        {"gold.xlsx": workbook({"votes": [["case", "worker", *CLASSES], *_rows()]}), "run.csv": table(RUN)},
        Read(gold=VOTES),
        gold="gold.xlsx",
    ),
    _votes(
        "an annotator who chooses two classes is no vote",
        ("case", "annotator"),
        [[CASES[0], "w99", "1", "1", "0", "0", "0"], *_rows()],
        must=refused("gold.csv", "w99", "D01", "2 classes are chosen", choices=["drop-faulty"]),
    ),
    _votes(
        "an annotator who chooses no class is no vote",
        ("case", "annotator"),
        [[CASES[0], "w99", "0", "0", "0", "0", "0"], *_rows()],
        must=refused("gold.csv", "w99", "D01", "0 classes are chosen", choices=["drop-faulty"]),
    ),
)
