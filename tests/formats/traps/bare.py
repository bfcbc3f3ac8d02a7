"""Tables without a header: votes and distributions say what they are by their sums; others are asked about."""

from tests.formats.traps.build import RUN, table, workbook
from tests.formats.traps.trap import Trap, asked, refused

RATED = [(196, 242, 3, 881250949), (186, 302, 3, 891717742), (22, 377, 1, 878887116), (244, 51, 2, 880606923)]
PAIRS = [(1, 7, 3), (2, 9, 1), (3, 4, 4), (4, 2, 2)]


def _lines(rows, sep):
    return "".join(sep.join(map(str, row)) + "\n" for row in rows).encode()


TRAPS = (
    *(
        Trap(
            f"a log of {what} without a header is asked about",
            {"gold.txt": _lines(rows, sep), "run.csv": table(RUN)},
            asked("classes", words=("gold.txt", "no header")),
            gold="gold.txt",
        )
        for what, rows, sep in (
            ("ratings with times", RATED, "\t"),
            ("ratings with times, among commas", [(f"u{user}", *rest) for user, *rest in RATED], ","),
            ("items and ratings", PAIRS, ","),
        )
    ),
    Trap(
        "a log of ratings in a workbook without a header is refused",
        {"gold.xlsx": workbook({"log": RATED}), "run.csv": table(RUN)},
        refused("gold.xlsx", "196", "expected a header"),
        gold="gold.xlsx",
    ),
)
