"""Scales: gold and runs name the same one, else nothing is read but on request."""

from tests.formats.traps.build import (
    GOLD,
    OTHER,
    RUN,
    THIRD,
    VOTES,
    ntcir_gold,
    ntcir_run,
    sheet,
    table,
    workbook,
)
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

TURNED = tuple(tuple(reversed(row)) for row in VOTES)
GOLD_S, GOLD_A = ntcir_gold({"S": VOTES}), ntcir_gold({"A": VOTES})
GOLD_AE = ntcir_gold({"A": VOTES, "E": TURNED})
RUN_S, RUN_A, RUN_E = ntcir_run({"S": RUN}), ntcir_run({"A": RUN}), ntcir_run({"E": OTHER})
RUN_AE = ntcir_run({"A": RUN, "E": OTHER})
BOOK_GOLD = workbook({"A": sheet(VOTES), "E": sheet(TURNED)})
BOOK_RUN = workbook({"E": sheet(OTHER), "A": sheet(RUN)})


def _trap(name, gold, run, must, **how):
    return Trap(name, {"gold.json": gold, "run.json": run}, must, gold="gold.json", **how)


TRAPS = (
    _trap(
        "scale A is asked for: the run has it, the gold has only S",
        GOLD_S,
        RUN_AE,
        refused("gold.json", "S", "A"),
        scale="A",
        instead=(asked("scale", "run-scale", words=["gold.json", "S", "A"]),),
    ),
    _trap(
        "scale A is asked for: the gold has it, the run has only S",
        GOLD_AE,
        RUN_S,
        refused("run.json", "S", "A"),
        scale="A",
        instead=(asked("scale", "run-scale", words=["run.json", "S", "A"]),),
    ),
    _trap(
        "the gold has only S, the run has A and E, and nothing is said",
        GOLD_S,
        RUN_AE,
        asked("run-scale", "scale", words=["S", "A", "E"]),
        instead=(refused("S", "A", "E"),),
    ),
    _trap(
        "the gold has only S, the run only A, and nothing is said",
        GOLD_S,
        RUN_A,
        asked("run-scale", "scale", words=["run.json", "S", "A"]),
        instead=(refused("run.json", "S", "A"),),
    ),
    _trap(
        "the gold has A and E, the run only S, and nothing is said",
        GOLD_AE,
        RUN_S,
        asked("run-scale", "scale", words=["A", "E"]),
        instead=(refused("run.json", "S", "A", "E"),),
    ),
    _trap(
        "the user maps scale A of the runs to the only scale of the gold, S",
        GOLD_S,
        RUN_A,
        Read(notes=("A", "S", "run.json")),
        choices={"run_scale": "A"},
    ),
    _trap(
        "the user maps scale E of a run of several scales to scale A of a gold of several",
        GOLD_AE,
        RUN_AE,
        Read({"run": OTHER}, notes=("E",)),
        scale="A",
        choices={"run_scale": "E"},
    ),
    _trap(
        "the user maps a scale that no run has",
        GOLD_S,
        RUN_A,
        refused("E", "A"),
        choices={"run_scale": "E"},
        instead=(asked("run-scale", "scale", words=["E", "A"]),),
    ),
    _trap("gold and run have one scale, the same", GOLD_A, RUN_A, Read()),
    _trap("the gold has one scale, which the run has among others", GOLD_A, RUN_AE, Read()),
    _trap("gold and run have two scales, and nothing is said", GOLD_AE, RUN_AE, asked("scale", words=["A", "E"])),
    _trap("gold and run have two scales, and one is chosen", GOLD_AE, RUN_AE, Read({"run": OTHER}, TURNED), scale="E"),
    _trap(
        "the gold has two scales, the run one of them, and nothing is said",
        GOLD_AE,
        RUN_A,
        asked("scale", words=["A"]),
        instead=(Read(),),
    ),
    _trap(
        "the gold has two scales, the run one of them, and the other is asked for",
        GOLD_AE,
        RUN_A,
        refused("run.json", "E", "A"),
        scale="E",
        instead=(asked("scale", "run-scale", words=["run.json", "E", "A"]),),
    ),
    _trap(
        "a scale is asked for that no file has",
        GOLD_AE,
        RUN_AE,
        asked("scale", words=["Z", "A", "E"]),
        scale="Z",
        instead=(refused("Z", "A", "E"),),
    ),
    _trap(
        "scales differ by capital letters",
        GOLD_A,
        ntcir_run({"a": RUN}),
        asked("run-scale", "scale", words=["run.json"]),
        instead=(refused("run.json"),),
    ),
    Trap(
        "a scale is asked for where no file has any",
        {"gold.csv": table(VOTES), "run.csv": table(RUN)},
        refused("scale", "A"),
        scale="A",
        instead=(asked("scale", words=["A"]),),
    ),
    Trap(
        "a gold in CSV says nothing of scales, the run has two",
        {"gold.csv": table(VOTES), "run.json": RUN_AE},
        asked("scale", "run-scale", words=["run.json", "A", "E"]),
    ),
    Trap(
        "a gold in CSV says nothing of scales, and one of the run's two is chosen",
        {"gold.csv": table(VOTES), "run.json": RUN_AE},
        Read({"run": OTHER}),
        scale="E",
    ),
    Trap(
        "two runs are on different scales, beside a gold in CSV",
        {"gold.csv": table(VOTES), "one.json": RUN_A, "two.json": RUN_S},
        asked("scale", "run-scale", words=["A", "S"]),
        instead=(refused("A", "S"),),
    ),
    Trap(
        "of two runs one is on another scale than the gold",
        {"gold.json": GOLD_A, "one.json": RUN_A, "two.json": RUN_S},
        asked("scale", "run-scale", words=["two.json", "S", "A"]),
        gold="gold.json",
        instead=(refused("two.json", "S", "A"),),
    ),
    Trap(
        "the only run is on another scale than the gold, and no choice is made",
        {"gold.json": GOLD_A, "two.json": RUN_S},
        refused("run"),
        gold="gold.json",
        instead=(asked("run-scale", words=["two.json", "S", "A"]),),
    ),
    Trap(
        "a zip of a gold on S and runs on A is not made ready by repairs",
        {"task.zip": zipped({"gold.json": GOLD_S, "run.json": RUN_AE})},
        asked("run-scale", "scale", words=["S"]),
        gold=None,
        choices={"drop_classes": True, "by_position": True},
        instead=(refused("S"),),
    ),
    Trap(
        "a case of the gold lacks the scale that is read",
        {"gold.json": ntcir_gold({"A": VOTES}).replace(b'"A"', b'"E"', 10), "run.json": RUN_A},
        refused("gold.json", "D01", "A"),
        gold="gold.json",
        scale="A",
    ),
    Trap(
        "distributions of scale A as the gold, and a run on scale A",
        {"gold.json": ntcir_run({"A": GOLD}), "run.json": RUN_A},
        Read(gold=GOLD),
        gold="gold.json",
    ),
    # --- sheets of a workbook ---
    Trap(
        "two sheets of a workbook hold tables, and nothing is said",
        {"gold.xlsx": BOOK_GOLD, "run.xlsx": BOOK_RUN},
        asked("scale", words=["A", "E"]),
        gold="gold.xlsx",
    ),
    Trap(
        "the sheet that is chosen is read in gold and run, wherever it stands",
        {"gold.xlsx": BOOK_GOLD, "run.xlsx": BOOK_RUN},
        Read({"run": OTHER}, TURNED),
        gold="gold.xlsx",
        scale="E",
    ),
    Trap(
        "the sheets of gold and run have different names, and one of the gold's is chosen",
        {"gold.xlsx": BOOK_GOLD, "run.xlsx": workbook({"S": sheet(RUN), "T": sheet(THIRD)})},
        asked("scale", "run-scale", words=["run.xlsx", "A"]),
        gold="gold.xlsx",
        scale="A",
        instead=(refused("run.xlsx", "A"),),
    ),
    Trap(
        "the only sheet of a workbook is no scale, whatever it is called",
        {"gold.xlsx": workbook({"Sheet1": sheet(VOTES)}), "run.xlsx": workbook({"Results": sheet(RUN)})},
        Read(),
        gold="gold.xlsx",
    ),
)
