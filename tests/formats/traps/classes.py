"""Classes: columns that are none, orders, labels, and classes that only one side has."""

from itertools import accumulate

from tests.formats.traps.build import (
    CASES,
    CLASSES,
    RUN,
    VOTES,
    WORD_RUN,
    WORD_VOTES,
    WORDS,
    columns_in,
    table,
    text,
    with_column,
)
from tests.formats.traps.trap import Read, Trap, asked, refused

LIKERT = ("strongly disagree", "disagree", "neutral", "agree", "strongly agree")
MOODS = ("calm", "glad", "mild", "tense")  # in alphabetical order: nobody can know whether it is one of meaning
MOOD_VOTES = ((0, 4, 4, 2), (5, 3, 2, 0), (1, 8, 1, 0))
MOOD_RUN = ((0.1, 0.3, 0.4, 0.2), (0.4, 0.4, 0.1, 0.1), (0.2, 0.5, 0.3, 0.0))
FIVE = tuple("vwxyz")
MANY = ((0, 1, 2, 4, 3), (5, 3, 1, 1, 0), (1, 2, 4, 2, 1), (2, 2, 2, 2, 2), (0, 0, 0, 3, 7))
TURNED = tuple(zip(*MANY, strict=True))
GOOD = {"gold.csv": table(VOTES), "run.csv": table(RUN)}
WORD_FILES = {"gold.csv": table(WORD_VOTES, classes=WORDS), "run.csv": table(WORD_RUN, classes=WORDS)}
SIX, SEVEN = ("0", "1", "2", "3", "4", "5"), ("0", "1", "2", "3", "4", "5", "6")
SIX_VOTES = ((1, 0, 0, 2, 3, 4), (4, 3, 2, 1, 0, 0), (0, 2, 3, 3, 2, 0))
SEVEN_RUN = (
    (0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.1),
    (0.4, 0.2, 0.2, 0.1, 0.1, 0.0, 0.0),
    (0.0, 0.2, 0.3, 0.3, 0.2, 0.0, 0.0),
)
NO_ZERO = ((1, 2, 4, 3), (6, 3, 1, 0), (1, 4, 3, 2))
NO_ZERO_CLASSES = ("-2", "-1", "1", "2")
OTHER_EMPTY = table([[*row, 0] for row in VOTES], classes=[*CLASSES, "other"])
OTHER_USED = table([[*row[:4], row[4] - 1, 1] if row[4] else [*row, 0] for row in VOTES], classes=[*CLASSES, "other"])


def _accumulated(rows):
    return [list(accumulate(row)) for row in rows]


def _everywhere(column, values, gold=VOTES):
    return {"gold.csv": with_column(gold, column, values, 5), "run.csv": with_column(RUN, column, (0, 0, 0), 5)}


UNSURE = ((1, 2, 3, 2, 1, 1), (4, 3, 1, 0, 0, 2), (0, 0, 1, 4, 5, 0))  # ten votes for each case with the last column
WITH_UNSURE = table(UNSURE, classes=(*CLASSES, "unsure"))
TRAPS = (
    Trap(
        "a column of votes under a label of another kind is not offered to be left out",
        {"gold.csv": WITH_UNSURE, "run.csv": table(RUN)},
        asked("classes", words=["unsure"], never=["drop-classes"]),
    ),
    Trap(
        "a column of votes that is left out on request is left out with the number of its votes",
        {"gold.csv": WITH_UNSURE, "run.csv": table(RUN)},
        Read(gold=tuple(row[:5] for row in UNSURE), notes=("unsure", "3 votes")),
        choices={"drop_classes": True},
    ),
    Trap(
        "a year beside the votes of a gold without runs is no class",
        {"gold.csv": with_column(VOTES, "year", (2024, 2024, 2023), 5)},
        asked("classes", words=["year"]),
        instead=(Read({}, notes=("year",)), refused("year", choices=["drop-classes"])),
    ),
    Trap(
        "a year that gold and run have, where the run has it empty of mass, is no class",
        _everywhere("year", (2024, 2024, 2023)),
        asked("classes", words=["year"]),
        instead=(refused("year", choices=["drop-classes"]), Read(notes=("year",))),
    ),
    Trap(
        "a word without votes among classes that are numbers is no class, though gold and run have it",
        _everywhere("x1", (0, 0, 0)),
        asked("classes", words=["x1"]),
        instead=(refused("x1", choices=["drop-classes"]), Read(notes=("x1",))),
    ),
    Trap(
        "a confidence beside the estimates of a run is no class",
        {"gold.csv": table(VOTES), "run.csv": with_column(RUN, "confidence", (0.9, 0.8, 0.95), 5)},
        asked("classes", words=["run.csv", "confidence"]),
        instead=(refused("run.csv", "confidence", choices=["drop-classes"]), Read(notes=("confidence",))),
    ),
    Trap(
        "how many voted, in a column `n`, is no class",
        {"gold.csv": with_column(VOTES, "n", (10, 10, 10), 0), "run.csv": table(RUN)},
        refused("gold.csv", "n", choices=["drop-classes"]),
        instead=(asked("classes", words=["gold.csv", "n"]), Read(notes=("column n",))),
    ),
    Trap(
        "a column of texts between the classes is named",
        {"gold.csv": with_column(VOTES, "mood", ("fine", "sad", "fine"), 2), "run.csv": table(RUN)},
        refused("gold.csv", "mood", choices=["drop-classes"]),
        instead=(asked("classes", words=["gold.csv", "mood"]),),
    ),
    Trap(
        "a column of texts between the classes is left out on request",
        {"gold.csv": with_column(VOTES, "mood", ("fine", "sad", "fine"), 2), "run.csv": table(RUN)},
        Read(notes=("mood",)),
        choices={"drop_classes": True},
    ),
    # --- order ---
    Trap(
        "words whose order nobody knows are taken as they stand, and the order is said",
        {"gold.csv": table(MOOD_VOTES, classes=MOODS), "run.csv": table(MOOD_RUN, classes=MOODS)},
        Read({"run": MOOD_RUN}, MOOD_VOTES, classes=MOODS, notes=("calm, glad, mild, tense",)),
    ),
    Trap(
        "words in alphabetical order are put into the order that the user names",
        {
            "gold.csv": table(columns_in((0, 2, 1), WORD_VOTES), classes=("bad", "good", "ok")),
            "run.csv": table(columns_in((0, 2, 1), WORD_RUN), classes=("bad", "good", "ok")),
        },
        Read({"run": WORD_RUN}, WORD_VOTES, classes=WORDS),
        choices={"classes": WORDS},
    ),
    Trap(
        "agreement in alphabetical order is put into its own",
        {
            "gold.csv": table(columns_in((3, 1, 2, 4, 0), VOTES), classes=[LIKERT[n] for n in (3, 1, 2, 4, 0)]),
            "run.csv": table(RUN, classes=LIKERT),
        },
        Read(classes=LIKERT, notes=("strongly disagree, disagree, neutral, agree, strongly agree",)),
    ),
    Trap(
        "agreement in its own order is left as it is",
        {"gold.csv": table(VOTES, classes=LIKERT), "run.csv": table(RUN, classes=LIKERT)},
        Read(classes=LIKERT),
    ),
    Trap(
        "breakdown labels in alphabetical order are put into their own",
        {
            "gold.csv": table(columns_in((2, 0, 1), WORD_VOTES), classes=("B", "NB", "PB")),
            "run.csv": table(columns_in((2, 0, 1), WORD_RUN), classes=("B", "NB", "PB")),
        },
        Read({"run": WORD_RUN}, WORD_VOTES, classes=("NB", "PB", "B")),
    ),
    Trap(
        "numbers that descend are put in the order of their values",
        {"gold.csv": table(columns_in((4, 3, 2, 1, 0), VOTES), classes=CLASSES[::-1]), "run.csv": table(RUN)},
        Read(),
    ),
    Trap(
        "numbers in the order of their texts are put in that of their values",
        {
            "gold.csv": table(columns_in((0, 2, 1), WORD_VOTES), classes=("1", "10", "2")),
            "run.csv": table(columns_in((0, 2, 1), WORD_RUN), classes=("1", "10", "2")),
        },
        Read({"run": WORD_RUN}, WORD_VOTES, classes=("1", "2", "10"), notes=("1, 2, 10",)),
    ),
    Trap(
        "a run with the numbers in another order is matched by label",
        {
            "gold.csv": table(VOTES),
            "run.csv": table(columns_in((2, 4, 0, 3, 1), RUN), classes=("0", "2", "-2", "1", "-1")),
        },
        Read(),
    ),
    Trap(
        "a run with the words in another order is matched by label",
        {**WORD_FILES, "run.csv": table(columns_in((1, 2, 0), WORD_RUN), classes=("ok", "good", "bad"))},
        Read({"run": WORD_RUN}, WORD_VOTES, classes=WORDS),
    ),
    Trap(
        "a run without labels is not matched with words by its order",
        {**WORD_FILES, "run.csv": table(WORD_RUN, sep="\t").partition(b"\n")[2]},
        refused("run.csv", "3 classes", choices=["by-position"]),
    ),
    Trap(
        "a run without labels is matched by its order on request",
        {**WORD_FILES, "run.csv": table(WORD_RUN, sep="\t").partition(b"\n")[2]},
        Read({"run": WORD_RUN}, WORD_VOTES, classes=WORDS, notes=("bad, ok, good",)),
        choices={"by_position": True},
    ),
    # --- labels ---
    Trap(
        "numbers are the same classes however they are written",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, classes=("-2.0", "-1.0", "0.0", "+1", "2.00"))},
        Read(),
    ),
    Trap(
        "labels with spaces around them are the same",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, classes=(" -2", " -1", " 0", " 1", " 2"))},
        Read(),
    ),
    Trap(
        "labels that differ by capital letters are not matched silently",
        {**WORD_FILES, "run.csv": table(WORD_RUN, classes=("Bad", "OK", "Good"))},
        refused("run.csv", "bad", choices=["by-position"]),
    ),
    Trap(
        "two classes have one label",
        {"gold.csv": table(VOTES, classes=("-2", "-1", "0", "1", "1")), "run.csv": table(RUN)},
        refused("gold.csv", "line 1", "1", "twice"),
    ),
    Trap(
        "a class has no label",
        {"gold.csv": table(VOTES, classes=("-2", "-1", "", "1", "2")), "run.csv": table(RUN)},
        refused("gold.csv", "line 1", "column 4"),
        instead=(asked("classes", words=["gold.csv"]),),
    ),
    Trap(
        "there is one class only",
        {
            "gold.csv": table([[1], [0], [1]], classes=("positive",)),
            "run.csv": table([[1], [1], [0]], classes=("positive",)),
        },
        refused("gold.csv"),
        instead=(asked("ids", "classes", words=["gold.csv"]),),
    ),
    # --- classes of one side ---
    Trap(
        "the run lacks a class with votes",
        {"gold.csv": table(VOTES), "run.csv": table([[0.1, 0.2, 0.3, 0.4]] * 3, classes=NO_ZERO_CLASSES)},
        refused("run.csv", "class 0", "missing", never=["drop-classes"]),
    ),
    Trap(
        "the gold has six bins, the run seven",
        {"gold.csv": table(SIX_VOTES, classes=SIX), "run.csv": table(SEVEN_RUN, classes=SEVEN)},
        refused("run.csv", "6"),
    ),
    Trap(
        "a class of the run alone among the numbers",
        {"gold.csv": table(NO_ZERO, classes=NO_ZERO_CLASSES), "run.csv": table(RUN)},
        refused("run.csv", "class 0"),
    ),
    Trap(
        "each side has a class that the other lacks",
        {"gold.csv": table(WORD_VOTES, classes=("0", "1", "2")), "run.csv": table(WORD_RUN, classes=("1", "2", "3"))},
        refused("run.csv", "class 0"),
    ),
    Trap(
        "a class of the run alone can be left out only where it has no mass",
        {"gold.csv": table(VOTES), "run.csv": table([[*row, 0] for row in RUN], classes=[*CLASSES, "3"])},
        refused("run.csv", "3"),
    ),
    Trap(
        "a class of the run alone is left out on request",
        {"gold.csv": table(VOTES), "run.csv": table([[*row, 0] for row in RUN], classes=[*CLASSES, "3"])},
        Read(notes=("3",)),
        choices={"drop_classes": True},
    ),
    Trap(
        "`other` has no place in the order of the classes",
        {"gold.csv": OTHER_EMPTY, "run.csv": table(RUN)},
        refused("gold.csv", "other", choices=["drop-classes"]),
        instead=(asked("classes", words=["gold.csv", "other"], choices=["drop-classes"]),),
    ),
    Trap(
        "`other` without votes is left out on request",
        {"gold.csv": OTHER_EMPTY, "run.csv": table(RUN)},
        Read(notes=("other",)),
        choices={"drop_classes": True},
    ),
    Trap(
        "`other` with votes is not left out",
        {"gold.csv": OTHER_USED, "run.csv": table(RUN)},
        refused("gold.csv", "D01", "other"),
        choices={"drop_classes": True},
    ),
    *(
        Trap(f"{what} has a row per class", {"gold.csv": gold, "run.csv": run}, asked("classes", words=(file, *words)))
        for what, gold, run, file, words in (
            (
                "a gold",
                table(TURNED, ids=CLASSES, classes=FIVE, key=""),
                table(MANY, ids=FIVE),
                "gold.csv",
                ("of each column add up",),
            ),
            (
                "a run",
                table(VOTES),
                table(columns_in(range(3), zip(*RUN, strict=True)), ids=CLASSES, classes=CASES, key=""),
                "run.csv",
                ("of each column add up",),
            ),
            (
                "a gold of words",
                table([(3, 1), (4, 4), (0, 2)], ids=WORDS, classes=("x7", "x9")),
                table(RUN),
                "gold.csv",
                ("bad, ok and good",),
            ),
            (
                "a table of two labels",
                table(WORD_VOTES, ids=WORDS, classes=WORDS),
                table(RUN),
                "gold.csv",
                ("the same names",),
            ),
        )
    ),
    Trap(
        "cumulative votes are no votes silently",
        {"gold.csv": table(_accumulated(MANY), ids=FIVE), "run.csv": table(MANY, ids=FIVE)},
        asked("classes", words=("gold.csv", "cumulative")),
    ),
    Trap(
        "a part beside the total is no class beside another",
        {"gold.csv": table([(2, 9), (3, 4), (0, 5)], classes=("helpful", "total_votes"))},
        asked("classes", words=("gold.csv", "total_votes", "total of votes")),
    ),
    Trap(
        "cells with a sign under the names of classes are no row per vote",
        {
            "gold.csv": table([["10%", "90%"], ["10%", "90%"], ["40%", "60%"]], classes=("1", "2")),
        },
        Read({}, gold=((0.1, 0.9), (0.1, 0.9), (0.4, 0.6)), classes=("1", "2")),
    ),
    *(
        Trap(
            f"columns {', '.join(names)} are no six classes, nor is a second column a class of its own",
            {"gold.csv": table([[*row, *row] for row in WORD_VOTES], classes=names)},
            asked("classes", words=("gold.csv", *said)),
        )
        for names, said in (
            (("A_1", "A_2", "A_3", "E_1", "E_2", "E_3"), ("A and E", "same classes")),
            (("gold.bad", "gold.ok", "gold.good", "pred.bad", "pred.ok", "pred.good"), ("gold and pred",)),
            (("bad", "poor", "fair", "good", "best", "best.1"), ("best.1", "second column best")),
            (("1", "2", "3", "4", "5", "5.1"), ("5.1", "second column 5")),
        )
    ),
    Trap(
        "tenths of a point are classes of their own",
        {"gold.csv": table(VOTES, classes=("1", "1.1", "1.2", "1.3", "1.4"))},
        Read({}, classes=("1", "1.1", "1.2", "1.3", "1.4")),
    ),
    *(
        Trap(
            f"classes called {', '.join(names)} {what}",
            {
                "gold.csv": table(WORD_VOTES, classes=WORDS),
                "run.csv": table([row[::-1] for row in WORD_RUN], classes=names),
            },
            must,
            choices={"by_position": True},
        )
        for names, what, must in (
            (("prob_good", "prob_ok", "prob_bad"), "are those of the gold", Read({"run": WORD_RUN}, WORD_VOTES, WORDS)),
            (("GOOD (p)", "OK (p)", "BAD (p)"), "are those of the gold", Read({"run": WORD_RUN}, WORD_VOTES, WORDS)),
            (
                ("agree", "neutral", "disagree"),
                "may be in their places",
                Read({"run": [row[::-1] for row in WORD_RUN]}, WORD_VOTES, WORDS),
            ),
            (("agree", "disagree", "neutral"), "have no places", refused("run.csv", "agree", never=["by-position"])),
        )
    ),
    *(
        Trap(
            f"labels {one!r} and {other!r} are no two classes silently",
            {"gold.csv": f"case,annotator,label\na,x,{one}\na,y,{other}\nb,x,low\n".encode()},
            asked("classes", words=("gold.csv", "look alike")),
        )
        for one, other in (("m\u00e4\u00dfig", "ma\u0308\u00dfig"), ("non-toxic", "non\u2011toxic"))
    ),
    *(
        Trap(
            f"{what} are no classes silently", {"gold.csv": data}, asked("classes", words=("gold.csv", date, "ranges"))
        )
        for what, date, data in (
            ("columns called as dates", "2-Jan", table(WORD_VOTES, classes=("2-Jan", "4-Mar", "5+"))),
            ("labels that are dates", "4-Mar", b"case,annotator,label\na,x,4-Mar\na,y,5+\nb,x,5+\n"),
        )
    ),
    Trap(
        "labels with decimal commas are numbers",
        {"gold.csv": b"case;annotator;label\na;x;4,0\na;y;2,5\nb;x;4,5\nb;y;2,5\n"},
        Read({}, ((1, 1, 0), (1, 0, 1)), ("2.5", "4", "4.5"), ("a", "b")),
    ),
    Trap(
        "the user names a class that no file has",
        GOOD,
        refused("gold.csv", "3", "-2"),
        choices={"classes": (*CLASSES, "3")},
        instead=(asked("classes", words=["gold.csv", "3"]),),
    ),
    Trap(
        "texts and links of the cases are no classes",
        {
            "gold.csv": text(
                ["case", "text", *CLASSES, "url"],
                [[case, "said", *row, "there"] for case, row in zip(CASES, VOTES, strict=True)],
            ).encode(),
            "run.csv": table(RUN),
        },
        Read(),
    ),
)
