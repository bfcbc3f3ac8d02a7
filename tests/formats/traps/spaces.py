"""Tables whose columns are separated by spaces; a class called n; an index without a name."""

from tests.formats.traps.build import (
    CASES,
    CLASSES,
    RUN,
    VOTES,
    WORD_RUN,
    WORD_VOTES,
    WORDS,
    as_json,
    table,
    votes_one_by_one,
    workbook,
)
from tests.formats.traps.trap import Read, Trap, asked, refused

LETTERS = ("p", "n", "u")


def _aligned(data):
    """Return a table with its columns one below the other, as people and programs print them."""
    rows = [line.split(",") for line in data.decode().splitlines()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def _spaced(name, gold, *, run=None, must=None, **how):
    return Trap(name, {"gold.txt": gold, "run.csv": run or table(RUN)}, must or Read(), gold="gold.txt", **how)


def _by_r(rows, classes):
    """Return what R's write.table makes of a table: no name above the ids, words in quotes."""
    head = " ".join(f'"{text}"' for text in classes)
    body = [" ".join([f'"{case}"', *map(str, row)]) for case, row in zip(CASES, rows, strict=True)]
    return "\n".join([head, *body, ""]).encode()


def _index(rows, classes=CLASSES, name=""):
    return table(rows, classes=classes, ids=range(len(rows)), key=name)


PRINTED = b"   case  -2  -1  0  1  2\n0  D01   0   1  2  4  3\n1  D02   5   3  1  1  0\n2  D03   1   2  4  2  1\n"

TRAPS = (
    _spaced("a header and rows separated by single spaces", table(VOTES, sep=" ", key="image_id")),
    _spaced("columns one below the other", _aligned(table(VOTES))),
    _spaced("columns one below the other, under a name that nobody knows", _aligned(table(VOTES, key="blurb0"))),
    _spaced(
        "words as classes, separated by spaces, as R writes them",
        _by_r(WORD_VOTES, WORDS),
        run=table(WORD_RUN, classes=WORDS),
        must=Read({"run": WORD_RUN}, WORD_VOTES, classes=WORDS),
    ),
    _spaced("numbers as classes, as R writes them", _by_r(VOTES, CLASSES)),
    _spaced("a row per vote separated by spaces", _aligned(votes_one_by_one())),
    _spaced(
        "a row per vote separated by spaces, under unknown names",
        _aligned(votes_one_by_one(names={"case": "stim", "annotator": "sbj", "label": "resp"})),
        must=asked("votes", words=("stim", "sbj", "resp")),
    ),
    _spaced("spaces at the ends of lines, which end as on Windows", table(VOTES, sep="  ").replace(b"\n", b"   \r\n")),
    _spaced(
        "two words in a name, in columns below each other, are two columns",
        _aligned(table(VOTES, key="Image ID")),
        must=refused("gold.txt", "Image ID"),
    ),
    _spaced("what pandas prints is no ranked list", PRINTED, must=refused("gold.txt", "expected a header")),
    *(
        Trap(
            f"row numbers as ids of {what} are offered by position",
            {"gold.csv": table(VOTES), run: data},
            refused(run, choices=["by-position"]),
        )
        for what, run, data in (
            ("a workbook", "run.xlsx", workbook({"r": [["", *CLASSES], *([n, *r] for n, r in enumerate(RUN))]})),
            ("a table of tabs", "run.tsv", table(RUN, ids=range(3), key="level_0", sep="\t")),
            ("a table with the name index", "run.csv", table(RUN, ids=range(1, 4), key="Index", sep=";")),
            (
                "JSON as pandas splits it",
                "run.json",
                as_json({"columns": CLASSES, "index": [0, 1, 2], "data": list(map(list, RUN))}),
            ),
        )
    ),
    Trap(
        "judgements of TREC are no table separated by spaces",
        {"gold.txt": b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n", "run.csv": table(RUN)},
        refused("gold.txt", "TREC"),
        gold="gold.txt",
    ),
    Trap(
        "ranked lists of TREC whose documents are numbers are no table separated by spaces",
        {"gold.txt": b"301 Q0 1 2 3.5 4\n301 Q0 2 3 3.25 4\n302 Q0 7 1 2.5 4\n", "run.csv": table(RUN)},
        refused("gold.txt", "TREC"),
        gold="gold.txt",
    ),
    *(
        Trap(
            f"a class called {classes[1]} is a class, {what}",
            {"gold.csv": table(WORD_VOTES, classes=classes, sep=sep), "run.csv": table(WORD_RUN, classes=classes)},
            Read({"run": WORD_RUN}, WORD_VOTES, classes=classes),
        )
        for classes, sep, what in ((LETTERS, ",", "among commas"), (("P", "N", "U"), "\t", "among tabs"))
    ),
    Trap(
        "a class called n in a workbook is a class",
        {
            "gold.xlsx": workbook(
                {"votes": [["case", *LETTERS], *([c, *r] for c, r in zip(CASES, WORD_VOTES, strict=True))]}
            ),
            "run.csv": table(WORD_RUN, classes=LETTERS),
        },
        Read({"run": WORD_RUN}, WORD_VOTES, classes=LETTERS),
        gold="gold.xlsx",
    ),
    Trap(
        "a column n that holds the sums is no class",
        {"gold.csv": table([[*row, sum(row)] for row in VOTES], classes=[*CLASSES, "n"]), "run.csv": table(RUN)},
        asked("classes", words=("gold.csv", "column n"), choices=["drop-classes"]),
    ),
    *(
        Trap(
            f"a run whose index has {'no name' if not name else f'the name {name}'}, before classes that count from 0",
            {"gold.csv": table(VOTES, classes="01234"), "run.csv": _index(RUN, "01234", name)},
            refused("run.csv", "no ids", choices=["by-position"]),
        )
        for name in ("", "Unnamed: 0")
    ),
    *(
        Trap(
            f"a run whose index has {'no name' if not name else f'the name {name}'}, matched by position",
            {"gold.csv": table(VOTES, classes="01234"), "run.csv": _index(RUN, "01234", name)},
            Read(classes=tuple("01234")),
            choices={"no_ids": True, "by_position": True},
        )
        for name in ("", "Unnamed: 0")
    ),
)
