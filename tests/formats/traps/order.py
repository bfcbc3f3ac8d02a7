"""Orders and sets of cases, names of runs, and tables with a row per vote."""

from itertools import permutations

from tests.formats.traps.build import CLASSES, OTHER, RUN, VOTES, table, votes_one_by_one
from tests.formats.traps.trap import Read, Trap, asked, refused

GOLD_CSV, RUN_CSV = table(VOTES), table(RUN)
COLUMNS = ("case", "annotator", "label")
AGAIN = {"case": "D02", "annotator": "w3", "label": "2"}
FULL = tuple(tuple(n + 1 for n in row) for row in VOTES)  # every class has votes
SWAPPED = {"case": "case", "annotator": "label", "label": "annotator"}


def _votes(name, gold, must, **how):
    return Trap(name, {"gold.csv": gold, "run.csv": RUN_CSV}, must, **how)


TRAPS = (
    # --- cases ---
    Trap(
        "the run has the cases in another order",
        {"gold.csv": GOLD_CSV, "run.csv": table(RUN[::-1], ids=("D03", "D02", "D01"))},
        Read(),
    ),
    Trap(
        "the run lacks a case",
        {"gold.csv": GOLD_CSV, "run.csv": table(RUN[:2], ids=("D01", "D02"))},
        refused("run.csv", "D03", "missing", choices=["drop-missing"]),
    ),
    Trap(
        "a case that the run lacks is left out of everything on request",
        {"gold.csv": GOLD_CSV, "run.csv": table(RUN[:2], ids=("D01", "D02")), "other.csv": table(OTHER)},
        Read({"run": RUN[:2], "other": OTHER[:2]}, VOTES[:2], cases=("D01", "D02"), notes=("D03",)),
        choices={"drop_missing": True},
    ),
    Trap(
        "the run has a case more",
        {"gold.csv": GOLD_CSV, "run.csv": table([*RUN, RUN[0]], ids=("D01", "D02", "D03", "D04"))},
        refused("run.csv", "D04", choices=["drop-surplus"]),
    ),
    Trap(
        "a case that the gold does not have is left out of the run on request",
        {"gold.csv": GOLD_CSV, "run.csv": table([*RUN, RUN[0]], ids=("D01", "D02", "D03", "D04"))},
        Read(notes=("D04",)),
        choices={"drop_surplus": True},
    ),
    Trap(
        "the run belongs to another split: leaving out what does not fit would leave nothing, and is not offered",
        {"gold.csv": GOLD_CSV, "run.csv": table(RUN, ids=("T01", "T02", "T03"))},
        refused("run.csv", "T01", "D01", vain=["drop-missing", "drop-surplus"]),
    ),
    Trap(
        "cases in the order of the gold, not of the run or of their names",
        {
            "gold.csv": table(VOTES, ids=("z", "a", "m")),
            "run.csv": table((RUN[1], RUN[2], RUN[0]), ids=("a", "m", "z")),
        },
        Read(cases=("z", "a", "m")),
    ),
    # --- names ---
    Trap("a run is called as a baseline", {"gold.csv": GOLD_CSV, "Uniform.csv": RUN_CSV}, Read({"Uniform": RUN})),
    Trap(
        "names with spaces, dots and accents",
        {"gold.csv": GOLD_CSV, "équipe 1.v2.csv": RUN_CSV},
        Read({"équipe 1.v2": RUN}),
    ),
    # --- a row per vote ---
    *(
        _votes(f"votes one by one, in columns {', '.join(order)}", votes_one_by_one(order, rows=FULL), Read(gold=FULL))
        for order in permutations(COLUMNS)
    ),
    _votes(
        "votes one by one under other words",
        votes_one_by_one(
            ("annotator", "label", "case"), {"annotator": "worker", "label": "rating", "case": "item"}, rows=FULL
        ),
        Read(gold=FULL),
    ),
    _votes(
        "votes one by one, with the names of annotator and label exchanged",
        votes_one_by_one(("case", "annotator", "label"), SWAPPED, rows=FULL),
        refused("gold.csv", "annotator", "label"),
        instead=(asked("classes", words=["gold.csv", "annotator", "label"]),),
    ),
    _votes(
        "an annotator votes twice on a case",
        votes_one_by_one(rows=FULL, more=[AGAIN]),
        refused("gold.csv", "D02", "w3"),
    ),
    _votes(
        "an annotator has left a label empty",
        votes_one_by_one(rows=FULL, more=[{"case": "D02", "annotator": "w99", "label": ""}]),
        refused("gold.csv", "D02", "label", "empty"),
    ),
    _votes(
        "nobody votes for a class at the end that the run has",
        votes_one_by_one(rows=[[*row[:4], 0] for row in FULL]),
        refused("run.csv", "2"),
        instead=(asked("classes", words=["2"]),),
    ),
    _votes(
        "nobody votes for a class at the end, which the user names",
        votes_one_by_one(rows=[[*row[:4], 0] for row in FULL]),
        Read(gold=[[*row[:4], 0] for row in FULL]),
        choices={"classes": CLASSES},
    ),
    _votes(
        "nobody votes for a class that the run has",
        votes_one_by_one(rows=[[*row[:2], 0, *row[3:]] for row in FULL]),
        refused("run.csv", "0"),
    ),
    _votes(
        "labels written in two ways are one class",
        votes_one_by_one(rows=FULL).replace(b",2\n", b",2.0\n", 3),
        Read(gold=FULL),
    ),
)
