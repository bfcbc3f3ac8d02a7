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
    *(
        Trap(
            f"{what} without a header are asked about or refused",
            {file: data, "run.csv": table(RUN)},
            asked("classes", "ids", words=(file,)),
            gold=file,
            instead=(refused(file),),
        )
        for what, file, data in (
            ("ratings of MovieLens", "ratings.dat", _lines([(1, 1193, 5, 978300760), (2, 914, 3, 978301968)], "::")),
            ("places", "places.tsv", _lines([("a", 51.2, 6.7), ("b", 48.1, 11.5), ("c", 52.5, 13.4)], "\t")),
            (
                "years",
                "years.csv",
                _lines([("a", 2011, 2012, 2014), ("b", 2011, 2013, 2015), ("c", 2010, 2012, 2016)], ","),
            ),
            (
                "votes of named annotators",
                "votes.tsv",
                _lines([("d1", "w1", 3), ("d1", "w2", 1), ("d2", "w1", 2)], "\t"),
            ),
            (
                "ratings of five people",
                "r.tsv",
                _lines([("d1", 1, 3, 4, 4, 5), ("d2", 1, 1, 1, 2, 3), ("d3", 5, 5, 5, 5, 4)], "\t"),
            ),
            (
                "measurements",
                "m.csv",
                _lines([("d1", 0.31, 1.2, -3), ("d2", 0.1, 0.5, 2.2), ("d3", 0.5, 0.1, 0.1)], ","),
            ),
        )
    ),
    Trap(
        "a log of ratings in a workbook without a header is refused",
        {"gold.xlsx": workbook({"log": RATED}), "run.csv": table(RUN)},
        refused("gold.xlsx", "196", "expected a header"),
        gold="gold.xlsx",
    ),
)
