"""Sums and numbers: rows slightly off and far off, percentages, votes among probabilities, numbers that are none."""

from math import log

from tests.formats.traps.build import GOLD, RUN, VOTES, table
from tests.formats.traps.trap import Read, Trap, asked, refused

PERCENT = [[number * 100 for number in row] for row in RUN]
UNEVEN = ((12.5, 12.5, 25.0, 25.0, 25.0), (50.5, 20.5, 10.0, 10.0, 9.0), (33.3, 0.0, 33.3, 0.0, 33.4))
UNEVEN_SHARES = [[number / 100 for number in row] for row in UNEVEN]
WHOLE = ((10, 10, 20, 40, 20), (50, 20, 10, 10, 10), (30, 10, 20, 10, 30))
THIRDS = ((33.3, 0.0, 33.3, 0.0, 33.3), *UNEVEN[:2])


def _last(run):
    """Return the run with another last row."""
    return table([*RUN[:2], run])


def _with_run(name, row, must, **how):
    return Trap(name, {"gold.csv": table(VOTES), "run.csv": _last(row)}, must, **how)


def _with_gold(name, row, must, **how):
    return Trap(name, {"gold.csv": table([*VOTES[:2], row]), "run.csv": table(RUN)}, must, **how)


def _slightly_off():
    for total, row in (("0.98", (0.28, 0.1, 0.2, 0.1, 0.3)), ("1.02", (0.32, 0.1, 0.2, 0.1, 0.3))):
        shares = [number / sum(row) for number in row]
        yield _with_run(
            f"a row that sums to {total} is divided by its sum only on request",
            row,
            refused("run.csv", "D03", total, choices=["renormalise"]),
        )
        yield _with_run(
            f"a row that sums to {total} is divided by its sum on request",
            row,
            Read({"run": [*RUN[:2], shares]}, notes=("run.csv", "D03")),
            choices={"renormalise": True},
        )
    for total, row in (("0.9799", (0.2799, 0.1, 0.2, 0.1, 0.3)), ("1.0201", (0.3201, 0.1, 0.2, 0.1, 0.3))):
        yield _with_run(
            f"a row that sums to {total} is too far off to be divided",
            row,
            refused("run.csv", "D03", total, never=["renormalise", "percentages"]),
        )
        yield _with_run(
            f"a row that sums to {total} is not divided on request either",
            row,
            refused("run.csv", "D03", total, never=["renormalise", "percentages"]),
            choices={"renormalise": True},
        )


TRAPS = (
    *_slightly_off(),
    _with_run(
        "rounding of floats is no fault",
        (0.3000002, 0.1, 0.2, 0.1, 0.3),
        Read({"run": [*RUN[:2], [number / 1.0000002 for number in (0.3000002, 0.1, 0.2, 0.1, 0.3)]]}),
    ),
    Trap(
        "every row is off by too much",
        {"gold.csv": table(VOTES), "run.csv": table([[0.3, 0.1, 0.2, 0.1, 0.2]] * 3)},
        refused("run.csv", "0.9", never=["renormalise"]),
    ),
    Trap(
        "one run of two is off by too much in every row",
        {"gold.csv": table(VOTES), "run.csv": table(RUN), "off.csv": table([[0.3, 0.1, 0.2, 0.1, 0.2]] * 3)},
        refused("off.csv", "0.9", never=["renormalise"]),
    ),
    # --- percentages ---
    Trap(
        "a run in percent, some of them no whole numbers",
        {"gold.csv": table(VOTES), "run.csv": table(UNEVEN)},
        refused("run.csv", "100", choices=["percentages"]),
    ),
    Trap(
        "a run in percent is divided by 100 on request",
        {"gold.csv": table(VOTES), "run.csv": table(UNEVEN)},
        Read({"run": UNEVEN_SHARES}, notes=("run.csv", "percentages")),
        choices={"percentages": True},
    ),
    Trap(
        "a gold in percent, some of them no whole numbers",
        {"gold.csv": table(UNEVEN), "run.csv": table(RUN)},
        refused("gold.csv", "100", choices=["percentages"]),
    ),
    Trap(
        "a gold in percent is divided by 100 on request",
        {"gold.csv": table(UNEVEN), "run.csv": table(RUN)},
        Read(gold=UNEVEN_SHARES, notes=("gold.csv", "percentages")),
        choices={"percentages": True},
    ),
    Trap(
        "a run in percent that are whole numbers is the same as votes",
        {"gold.csv": table(VOTES), "run.csv": table(WHOLE)},
        Read(),
    ),
    Trap(
        "a gold in rounded percent may be one of votes, which is said",
        {"gold.csv": table([[0, 10, 20, 40, 30], [33, 0, 33, 0, 33], [50, 30, 10, 10, 0]]), "run.csv": table(RUN)},
        Read(gold=((0, 10, 20, 40, 30), (33, 0, 33, 0, 33), (50, 30, 10, 10, 0)), notes=("rounded percentages",)),
    ),
    Trap(
        "rounded percentages are divided by 100, then by their sum, on request",
        {"gold.csv": table(VOTES), "run.csv": table(THIRDS)},
        Read({"run": [[1 / 3, 0, 1 / 3, 0, 1 / 3], *UNEVEN_SHARES[:2]]}),
        choices={"percentages": True, "renormalise": True},
    ),
    Trap(
        "numbers with a sign for percent are parts of a hundred",
        {"gold.csv": table(VOTES), "run.csv": table([[f"{number:g}%" for number in row] for row in PERCENT])},
        Read(),
    ),
    Trap(
        "logarithms of probabilities are named",
        {"gold.csv": table(VOTES), "run.csv": table([[log(number) for number in row] for row in RUN])},
        refused("run.csv", "case D01", "negative", "logarithms"),
    ),
    # --- votes and probabilities ---
    Trap("a run of votes is read as its shares", {"gold.csv": table(VOTES), "run.csv": table(WHOLE)}, Read()),
    _with_run(
        "one row of votes among probabilities",
        (3, 1, 2, 1, 3),
        refused("run.csv", "D03", "10", never=["renormalise"]),
    ),
    _with_gold(
        "one row of probabilities among votes",
        (0.1, 0.2, 0.4, 0.2, 0.1),
        refused("gold.csv", "D03", "0.1", never=["renormalise"]),
    ),
    Trap("a gold of probabilities is read as such", {"gold.csv": table(GOLD), "run.csv": table(RUN)}, Read(gold=GOLD)),
    Trap(
        "a gold whose cases were each judged by another number of annotators",
        {"gold.csv": table([[0, 1, 2, 4, 3], [1, 1, 1, 0, 0], [0, 0, 0, 0, 1]]), "run.csv": table(RUN)},
        Read(gold=[[0, 1, 2, 4, 3], [1, 1, 1, 0, 0], [0, 0, 0, 0, 1]]),
    ),
    _with_gold("a case without any vote", (0, 0, 0, 0, 0), refused("gold.csv", "D03", "0")),
    _with_run("a row of zeros", (0, 0, 0, 0, 0), refused("run.csv", "D03", "0")),
    _with_run(
        "a negative probability", (0.5, -0.1, 0.2, 0.1, 0.3), refused("run.csv", "D03", "-0.1", never=["renormalise"])
    ),
    _with_gold("a negative count", (3, -1, 2, 3, 3), refused("gold.csv", "D03", "-1")),
    # --- numbers that are none ---
    _with_run("a number is nan", ("nan", 0.1, 0.2, 0.1, 0.3), refused("run.csv", "D03", "line 4", "nan")),
    _with_run("a number is infinite", ("inf", 0.1, 0.2, 0.1, 0.3), refused("run.csv", "D03", "line 4", "inf")),
    _with_run("a cell is empty", ("", 0.1, 0.2, 0.1, 0.3), refused("run.csv", "D03", "line 4", "empty")),
    _with_run("a number has an underscore", ("0_3", 0.1, 0.2, 0.1, 0.3), refused("run.csv", "line 4", "0_3")),
    _with_run("a number is given as a fraction", ("3/10", 0.1, 0.2, 0.1, 0.3), refused("run.csv", "line 4", "3/10")),
    _with_run("a row has a number too few", (0.3, 0.1, 0.2, 0.4), refused("run.csv", "line 4", "5", "6")),
    _with_run("a row has a number too many", (0.3, 0.1, 0.2, 0.1, 0.2, 0.1), refused("run.csv", "line 4", "7", "6")),
    _with_run("numbers may be written with an exponent", ("3e-1", "1E-01", 0.2, 0.1, 0.3), Read()),
    _with_gold("half a vote", (2.5, 2.5, 2, 2, 1), refused("gold.csv", "D03", "2.5")),
    Trap(
        "logarithms are no probabilities",
        {"gold.csv": table(VOTES), "run.csv": table([[-1.6, -1.6, -1.6, -1.6, -1.6]] * 3)},
        refused("run.csv", "-1.6", never=["renormalise", "percentages"]),
        instead=(asked("classes", words=["run.csv"]),),
    ),
)
