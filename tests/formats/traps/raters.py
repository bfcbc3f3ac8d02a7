"""A column per annotator or item, and a rating in each cell: never votes for classes without a question."""

from tests.formats.traps.build import CASES, VOTES, table, workbook
from tests.formats.traps.trap import Read, Trap, asked

RATINGS = ((1, 2, 5), (4, 4, 3), (1, 1, 1))
SCALE = ("1", "2", "3", "4", "5")
COUNTED = tuple(tuple(row.count(int(rating)) for rating in SCALE) for row in RATINGS)
RUN = ((0.2, 0.2, 0.2, 0.2, 0.2), (0.1, 0.2, 0.3, 0.3, 0.1), (0.6, 0.2, 0.1, 0.1, 0.0))
NAMES = (
    ("ann1", "ann2", "ann3"),
    ("Annotator 1", "Annotator 2", "Annotator 3"),
    ("rater_1", "rater_2", "rater_3"),
    ("q1", "q2", "q3"),
    ("A", "B", "C"),
)


def _gold(names, **how):
    return table(RATINGS, classes=names, **how)


def _question(names):
    return asked(
        "classes",
        words=("gold.csv", names[0], "ratings from 1 to 5, such as 1, 2 and 5 of case D01"),
        choices=["ratings"],
    )


TRAPS = (
    *(
        Trap(
            f"columns called {names[0]} may hold ratings",
            {"gold.csv": _gold(names), "run.csv": table(RUN, classes=SCALE)},
            _question(names),
        )
        for names in NAMES
    ),
    *(
        Trap(
            f"ratings in columns called {names[0]} are counted on request",
            {"gold.csv": _gold(names, sep=sep), "run.csv": table(RUN, classes=SCALE)},
            Read({"run": RUN}, gold=COUNTED, classes=SCALE, notes=("gold.csv", names[0])),
            choices={"ratings": True},
        )
        for names, sep in zip(NAMES, ",;\t,\t", strict=True)
    ),
    Trap(
        "ratings in a workbook are counted on request",
        {
            "gold.xlsx": workbook(
                {"ratings": [["case", *NAMES[1]], *([c, *r] for c, r in zip(CASES, RATINGS, strict=True))]}
            ),
            "run.csv": table(RUN, classes=SCALE),
        },
        Read({"run": RUN}, gold=COUNTED, classes=SCALE),
        gold="gold.xlsx",
        choices={"ratings": True},
    ),
    Trap(
        "columns with the names of annotators are classes where the user says so",
        {"gold.csv": _gold(NAMES[0]), "run.csv": table([(*row[:2], sum(row[2:])) for row in RUN], classes=NAMES[0])},
        Read({"run": [(*row[:2], sum(row[2:])) for row in RUN]}, gold=RATINGS, classes=NAMES[0]),
        choices={"classes": NAMES[0]},
    ),
    Trap(
        "votes for classes A to E that add up are votes",
        {"gold.csv": table(VOTES, classes="ABCDE"), "run.csv": table(RUN, classes="ABCDE")},
        Read({"run": RUN}, classes=tuple("ABCDE")),
    ),
)
