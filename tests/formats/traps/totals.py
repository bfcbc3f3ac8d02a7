"""Rows of totals and means, as spreadsheets have them: never cases without a question."""

from tests.formats.traps.build import CASES, CLASSES, GOLD, RUN, VOTES, table, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

SUM = tuple(map(sum, zip(*VOTES, strict=True)))
MEAN = tuple(round(number / len(VOTES), 2) for number in SUM)
RUN_MEAN = tuple(round(sum(column) / len(RUN), 2) for column in zip(*RUN, strict=True))
IN_A_SHEET = [["case", *CLASSES], *([case, *row] for case, row in zip((*CASES, "Total"), (*VOTES, SUM), strict=True))]
DROPPED = {"drop_totals": True}


def _gold(name, rows, ids, must, *, sep=",", key="case", file="gold.csv", **how):
    return Trap(name, {file: table(rows, ids=ids, sep=sep, key=key), "run.csv": table(RUN)}, must, **how)


def _both(what, rows, ids, said, **how):
    """A table with such a row, as it is and on request."""
    yield _gold(f"{what} is no case", rows, ids, refused("gold.csv", said, choices=["drop-totals"]), **how)
    yield _gold(f"{what} is left out on request", rows, ids, Read(notes=("gold.csv", said)), choices=DROPPED, **how)


TRAPS = (
    *_both("a total at the end", (*VOTES, SUM), (*CASES, "Total"), "Total"),
    *_both("a total on top, among tabs", (SUM, *VOTES), ("SUMME:", *CASES), "SUMME:", sep="\t", key="Nr"),
    *_both("a mean with two decimals", (*VOTES, MEAN), (*CASES, "Overall average"), "Overall average"),
    *_both("a mean after a total", (*VOTES, SUM, MEAN), (*CASES, "Gesamt", "Mittelwert"), "Gesamt"),
    *_both("a total before a mean on top", (MEAN, *VOTES, SUM), ("mean", *CASES, "sum"), "mean"),
    *_both("a total without a name of one", (*VOTES, SUM), (*CASES, "D99"), "D99"),
    Trap(
        "a total in a workbook is no case",
        {"gold.xlsx": workbook({"votes": IN_A_SHEET}), "run.csv": table(RUN)},
        refused("gold.xlsx", "Total", choices=["drop-totals"]),
        gold="gold.xlsx",
    ),
    Trap(
        "the mean of a run's cases is no case",
        {"gold.csv": table(VOTES), "run.csv": table((*RUN, RUN_MEAN), ids=(*CASES, "AVG"))},
        refused("run.csv", "AVG", choices=["drop-totals"]),
    ),
    Trap(
        "the mean of a run's cases is left out on request",
        {"gold.csv": table(VOTES), "run.csv": table((*RUN, RUN_MEAN), ids=(*CASES, "AVG"))},
        Read(notes=("run.csv", "AVG")),
        choices=DROPPED,
    ),
    Trap(
        "cases whose ids contain such words are cases, also where all estimates are equal",
        {
            "gold.csv": table(VOTES, ids=("summary-1", "demeanor-2", "media 3")),
            "run.csv": table([[0.2] * 5] * 3, ids=("summary-1", "demeanor-2", "media 3")),
        },
        Read({"run": [[0.2] * 5] * 3}, cases=("summary-1", "demeanor-2", "media 3")),
    ),
    Trap(
        "the mean of ratings in columns of annotators is no case, and the ratings are asked about",
        {
            "gold.csv": table(
                ((1, 2, 5), (4, 4, 3), (1, 1, 1), (2, 2.33, 3)),
                ids=(*CASES, "Mean (n = 3)"),
                classes=("ann1", "ann2", "ann3"),
            ),
            "run.csv": table(RUN),
        },
        asked("classes", words=("gold.csv", "ann1"), choices=["drop-totals", "ratings"]),
    ),
    Trap(
        "a case called total that is none stays",
        {"gold.csv": table(GOLD, ids=("total", "mean", "all")), "run.csv": table(RUN, ids=("total", "mean", "all"))},
        Read(gold=GOLD, cases=("total", "mean", "all")),
    ),
)
