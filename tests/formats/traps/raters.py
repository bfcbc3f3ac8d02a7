"""A column per annotator or item, and a rating in each cell: never votes for classes without a question."""

from tests.formats.traps.build import CASES, VOTES, WORD_RUN, WORDS, as_json, table, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

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
UNUSUAL = (
    ("Coder A", "Coder B", "Coder C"),
    ("w1", "w2", "w3"),
    ("P01", "P02", "P03"),
    ("vote_1", "vote_2", "vote_3"),
    ("annot.1", "annot.2", "annot.3"),
    ("MK", "TS", "JL"),
    ("anna@x.org", "ben@x.org", "c.d@y.de"),
    ("ANNOTATOR1", "ANNOTATOR2", "ANNOTATOR3"),
    ("raterOne", "raterTwo", "raterThree"),
    (" ann1", "ann2 ", "ann3  "),
    ("Bewerter 1", "Bewerter 2", "Bewerter 3"),
    ("évaluateur 1", "évaluateur 2", "évaluateur 3"),
    ("評価者1", "評価者2", "評価者3"),
    ("rater", "rater.1", "rater.2"),
    ("Frage 1: klar", "Frage 2: kurz", "Frage 3: nett"),
)
RECORDS = [dict(zip(("id", *UNUSUAL[0]), (c, *r), strict=True)) for c, r in zip(CASES, RATINGS, strict=True)]
BY_CASE = {one["id"]: {name: one[name] for name in UNUSUAL[0]} for one in RECORDS}
BY_CODER = {name: {case: row[name] for case, row in BY_CASE.items()} for name in UNUSUAL[0]}
BY_RATER = {f"rater {n}": row for n, row in enumerate(BY_CODER.values(), start=1)}
BY_NUMBER = {str(n): dict(zip(UNUSUAL[5], row, strict=True)) for n, row in enumerate(RATINGS, start=1)}


THREE = ((0.2, 0.2, 0.6), (0.5, 0.25, 0.25), (0.1, 0.8, 0.1))
WORDY = (("bad", "ok", "good"), ("ok", "ok", "ok"), ("bad", "bad", "good"))
WORDY_COUNTED = ((1, 1, 1), (0, 3, 0), (2, 0, 1))
TWO = ((0.5, 0.5), (0.9, 0.1), (0.2, 0.8))


def _csv(rows, names):
    return table(rows, classes=names)


def _tsv(rows, names):
    return table(rows, classes=names, sep="\t")


def _xlsx(rows, names):
    return workbook({"ratings": [["case", *names], *([c, *r] for c, r in zip(CASES, rows, strict=True))]})


QUESTION = "ratings from 1 to 5, such as 1, 2 and 5 of case D01"

TRAPS = (
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
    *(
        Trap(
            f"columns called {names[0]!r} {what}",
            {"gold.csv": table(RATINGS, classes=names, sep=sep), "run.csv": table(RUN, classes=SCALE)},
            Read({"run": RUN}, gold=COUNTED, classes=SCALE, notes=("gold.csv",))
            if counted
            else asked("classes", words=("gold.csv", names[0].strip(), QUESTION), choices=["ratings"]),
            choices={"ratings": True} if counted else {},
        )
        for n, names in enumerate((*NAMES, *UNUSUAL))
        for sep in ",;\t"[n % 3]
        for counted, what in ((False, "may hold ratings, too"), (True, "hold ratings, as the user says"))
    ),
    *(
        Trap(
            f"ratings in {what}",
            {"gold.json": as_json(value), "run.csv": table(RUN, classes=SCALE, ids=ids)},
            Read({"run": RUN}, gold=COUNTED, classes=SCALE, cases=ids)
            if counted
            else asked("classes", words=("gold.json", name, f"such as 1, 2 and 5 of case {ids[0]}")),
            gold="gold.json",
            choices={"ratings": True} if counted else {},
        )
        for what, value, name, ids in (
            ("records", RECORDS, "Coder A", CASES),
            ("an object of cases", BY_CASE, "Coder A", CASES),
            ("an object of annotators", BY_RATER, "rater 1", CASES),
            ("an object of cases that are numbers", BY_NUMBER, "MK", ("1", "2", "3")),
        )
        for counted, what in ((False, what), (True, f"{what}, counted on request"))
    ),
    *(
        Trap(
            f"{what} beside annotators is no annotator",
            {file: data(rows, ("ann1", "ann2", "ann3", *more)), "run.csv": table(RUN, classes=SCALE)},
            Read({"run": RUN}, gold=COUNTED, classes=SCALE, notes=(more[0], "not counted")),
            gold=file,
            choices={"ratings": True},
        )
        for what, more, rows, file, data in (
            ("a mean", ["mean"], [(*r, sum(r) / 3) for r in RATINGS], "gold.csv", _csv),
            ("what most say", ["majority"], [(*r, sorted(r)[1]) for r in RATINGS], "gold.xlsx", _xlsx),
            ("a sum and a deviation", ["sum", "sd"], [(*r, sum(r), 1.5) for r in RATINGS], "gold.tsv", _tsv),
        )
    ),
    *(
        Trap(
            f"words of people in {what} are votes",
            {file: data, "run.csv": table(WORD_RUN, classes=WORDS)},
            Read({"run": WORD_RUN}, WORDY_COUNTED, WORDS, notes=(file, "are annotators by their names")),
            gold=file,
        )
        for what, file, data in (
            ("a table", "gold.csv", table(WORDY, classes=("ann1", "ann2", "ann3"))),
            ("a table of tabs, as pandas names them", "gold.tsv", _tsv(WORDY, ("rater", "rater.1", "rater.2"))),
            ("a workbook", "gold.xlsx", _xlsx(WORDY, ("Annotator 1", "Annotator 2", "Annotator 3"))),
            (
                "an object of cases",
                "gold.json",
                as_json({c: dict(zip(("w1", "w2", "w3"), r, strict=True)) for c, r in zip(CASES, WORDY, strict=True)}),
            ),
        )
    ),
    *(
        Trap(
            f"words in columns of one name each, below {key}{', counted on request' * counted}",
            {
                "gold.csv": table(WORDY, classes=("Ann", "Bob", "Cy Doe"), key=key),
                "run.csv": table(WORD_RUN, classes=WORDS),
            },
            Read({"run": WORD_RUN}, WORDY_COUNTED, WORDS, notes=("Ann, Bob and Cy Doe",))
            if counted and key == "case"
            else refused(
                "gold.csv", "columns Ann, Bob and Cy Doe hold the same labels, such as 'bad'", choices=["ratings"]
            )
            if key == "case"
            else refused("gold.csv", f"column {key} says that each row is a person", never=["ratings"]),
            choices={"ratings": True} if counted else {},
        )
        for key in ("case", "ResponseId", "participant")
        for counted in (False, True)
    ),
    *(
        Trap(
            f"numbers of people in rows, below {key}, are no ratings of a case",
            {"gold.csv": table(RATINGS, classes=("Q1", "Q2", "Q3"), key=key), "run.csv": table(RUN, classes=SCALE)},
            refused("gold.csv", f"column {key} says that each row is a person", never=["ratings"]),
            choices={"ratings": True},
        )
        for key in ("Response ID", "Timestamp", "worker")
    ),
    *(
        Trap(
            f"a word of somebody that is {word or 'empty'} is no class",
            {
                "gold.csv": table([*WORDY[:2], (*WORDY[2][:2], word)], classes=("ann1", "ann2", "ann3")),
                "run.csv": table(WORD_RUN, classes=WORDS),
            },
            Read({"run": WORD_RUN}, [*WORDY_COUNTED[:2], (2, 0, 0)], WORDS, notes=("missing vote is left out",)),
            choices={"missing_votes": True},
        )
        for word in ("", "NA", "skip")
    ),
    Trap(
        "marks between whole numbers are ratings, too",
        {
            "gold.csv": table(((1.5, 2, 4), (4, 4, 1.5), (2, 2, 2)), classes=NAMES[0]),
            "run.csv": table(THREE, classes=("1.5", "2", "4")),
        },
        Read({"run": THREE}, gold=((1, 1, 1), (1, 0, 2), (0, 3, 0)), classes=("1.5", "2", "4")),
        choices={"ratings": True},
    ),
    Trap(
        "ratings of 0 by all are no case without votes",
        {
            "gold.csv": table(((1, 0, 1), (0, 0, 0), (1, 1, 1)), classes=("a1", "a2", "a3")),
            "run.csv": table(TWO, classes="01"),
        },
        asked("classes", words=("gold.csv", "ratings from 0 to 1"), choices=["ratings"]),
    ),
    Trap(
        "columns with the names of annotators are classes where the user says so",
        {
            "gold.csv": table(RATINGS, classes=NAMES[0]),
            "run.csv": table([(*row[:2], sum(row[2:])) for row in RUN], classes=NAMES[0]),
        },
        Read({"run": [(*row[:2], sum(row[2:])) for row in RUN]}, gold=RATINGS, classes=NAMES[0]),
        choices={"classes": NAMES[0]},
    ),
    Trap(
        "votes for classes A to E that add up are votes",
        {"gold.csv": table(VOTES, classes="ABCDE"), "run.csv": table(RUN, classes="ABCDE")},
        Read({"run": RUN}, classes=tuple("ABCDE")),
    ),
)
