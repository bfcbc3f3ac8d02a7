"""Rows of totals and means, as spreadsheets have them: never cases without a question."""

from tests.formats.traps.build import CASES, CLASSES, GOLD, RUN, VOTES, as_json, table, text, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

SUM = tuple(map(sum, zip(*VOTES, strict=True)))
MEAN = tuple(round(number / len(VOTES), 2) for number in SUM)
RUN_MEAN = tuple(round(sum(column) / len(RUN), 2) for column in zip(*RUN, strict=True))
SHARES = tuple(round(100 * number / sum(SUM)) for number in SUM)
SIX = (*VOTES, (2, 2, 2, 2, 2), (0, 0, 1, 4, 5), (3, 3, 3, 1, 0))
SIX_IDS = (*CASES, "E01", "E02", "E03")
SIX_RUN = (*RUN, *RUN)
HALVES = tuple(tuple(map(sum, zip(*half, strict=True))) for half in (SIX[:3], SIX[3:]))
ALL_SIX = tuple(map(sum, zip(*SIX, strict=True)))
BY_HALVES = (*SIX[:3], HALVES[0], *SIX[3:], HALVES[1])
IN_A_SHEET = [["case", *CLASSES], *([case, *row] for case, row in zip((*CASES, "Total"), (*VOTES, SUM), strict=True))]
RECORDS = [(IN_A_SHEET[0], row) for row in IN_A_SHEET[1:]]
LONG = text(
    ["item", "class", "count"],
    [[row[0], name, number] for row in IN_A_SHEET[1:] for name, number in zip(CLASSES, row[1:], strict=True)],
).encode()
SYSTEMS = [[name, case, *row] for name in "AB" for case, row in zip((*CASES, "Mean"), (*RUN, RUN_MEAN), strict=True)]


def _gold(name, rows, ids, must, *, sep=",", key="case", file="gold.csv", **how):
    return Trap(name, {file: table(rows, ids=ids, sep=sep, key=key), "run.csv": table(RUN)}, must, **how)


def _total(what, rows, ids, said, **how):
    return _gold(f"{what} is no case", rows, ids, refused("gold.csv", said), **how)


TRAPS = (
    _total("a total at the end", (*VOTES, SUM), (*CASES, "Total"), "Total"),
    _total("a total on top, among tabs", (SUM, *VOTES), ("SUMME:", *CASES), "SUMME:", sep="\t", key="Nr"),
    _total("a mean with two decimals", (*VOTES, MEAN), (*CASES, "Overall average"), "Overall average"),
    _total("a mean after a total", (*VOTES, SUM, MEAN), (*CASES, "Gesamt", "Mittelwert"), "Gesamt"),
    _total("a total before a mean on top", (MEAN, *VOTES, SUM), ("mean", *CASES, "sum"), "mean"),
    _total("a mean that is rounded to whole votes", (*VOTES, tuple(map(round, MEAN))), (*CASES, "Ø"), "Ø"),
    _total("a mean with one decimal", (*VOTES, tuple(round(n, 1) for n in MEAN)), (*CASES, "Moyenne :"), "Moyenne"),
    _total("a total under a sign, first", (SUM, *VOTES), ("∑", *CASES), "∑", sep=";"),
    _total("a total in Japanese", (*VOTES, SUM), (*CASES, "合計"), "合計", sep="\t"),
    _total("a number of cases as the name of a total", (*VOTES, SUM), (*CASES, "N=3"), "N=3"),
    _total("percentages of all votes", (*VOTES, SHARES), (*CASES, "Percent"), "the distribution of all others"),
    _total(
        "percentages below a grand total", (*VOTES, SUM, SHARES), (*CASES, "Grand Total", "%"), "Grand Total", sep=";"
    ),
    _total("a median on top", ((1, 2, 2, 2, 1), *VOTES), ("Median", *CASES), "the median of all others"),
    _total(
        "a minimum, a maximum and a deviation",
        (*VOTES, (0, 1, 1, 1, 0), (5, 3, 4, 4, 3), (2.6, 1.0, 1.5, 1.5, 1.5)),
        (*CASES, "Min", "Max", "SD"),
        "the minimum of all others",
    ),
    _total("a total without a name of one", (*VOTES, SUM), (*CASES, "D99"), "D99"),
    Trap(
        "a total in a workbook is no case",
        {"gold.xlsx": workbook({"votes": IN_A_SHEET}), "run.csv": table(RUN)},
        refused("gold.xlsx", "Total"),
        gold="gold.xlsx",
    ),
    *(
        Trap(
            f"subtotals {what} are no cases",
            {"gold.csv": table(rows, ids=ids, sep=sep), "run.csv": table(SIX_RUN, ids=SIX_IDS)},
            refused("gold.csv", ids[at], "the sum of the 3 rows"),
        )
        for what, rows, ids, at, sep in (
            ("below their rows", BY_HALVES, (*CASES, "Subtotal D", *SIX_IDS[3:], "Subtotal E"), 3, ","),
            (
                "and a grand total",
                (*BY_HALVES, ALL_SIX),
                (*CASES, "Zwischensumme", *SIX_IDS[3:], "Zwischensumme 2", "Gesamtsumme"),
                3,
                ";",
            ),
            (
                "above their rows",
                (HALVES[0], *SIX[:3], HALVES[1], *SIX[3:]),
                ("Total D", *CASES, "Total E", *SIX_IDS[3:]),
                0,
                "\t",
            ),
        )
    ),
    *(
        Trap(
            f"a total in {what} is no case",
            {file: data, "run.csv": table(RUN)},
            refused(file, "Total", "sum of all others"),
            gold=file,
        )
        for what, file, data in (
            ("records", "gold.json", as_json([dict(zip(*pair, strict=True)) for pair in RECORDS])),
            ("JSON Lines", "gold.jsonl", b"\n".join(as_json(dict(zip(*pair, strict=True))) for pair in RECORDS)),
            ("a row per case and class", "gold.csv", LONG),
            (
                "a workbook, on top",
                "gold.xlsx",
                workbook({"votes": [IN_A_SHEET[0], IN_A_SHEET[-1], *IN_A_SHEET[1:-1]]}),
            ),
            (
                "a table without a header",
                "gold.tsv",
                table((*VOTES, SUM), ids=(*CASES, "Total"), sep="\t").split(b"\n", 1)[1],
            ),
        )
    ),
    Trap(
        "totals of several systems in one table are no cases",
        {"gold.csv": table(VOTES), "run.csv": text(["system", *IN_A_SHEET[0]], SYSTEMS).encode()},
        refused("run.csv:A", "Mean"),
    ),
    Trap(
        "words that are judged are cases, though they mean sums",
        {
            "gold.csv": table(VOTES, ids=("average", "all in all", "mean")),
            "run.csv": table(RUN, ids=("average", "all in all", "mean")),
        },
        Read(cases=("average", "all in all", "mean")),
    ),
    Trap(
        "the mean of a run's cases is no case",
        {"gold.csv": table(VOTES), "run.csv": table((*RUN, RUN_MEAN), ids=(*CASES, "AVG"))},
        refused("run.csv", "AVG"),
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
        asked("classes", words=("gold.csv", "ann1"), choices=["ratings"]),
    ),
    Trap(
        "a case called total that is none stays",
        {"gold.csv": table(GOLD, ids=("total", "mean", "all")), "run.csv": table(RUN, ids=("total", "mean", "all"))},
        Read(gold=GOLD, cases=("total", "mean", "all")),
    ),
)
