"""Roles: which file is the gold, what is a run, and that no repair changes it."""

from tests.formats.traps.build import (
    CASES,
    GOLD,
    OTHER,
    RUN,
    THIRD,
    VOTES,
    as_json,
    ntcir_run,
    table,
    votes_one_by_one,
)
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

GOLD_CSV, RUN_CSV, OTHER_CSV, SHARES_CSV = table(VOTES), table(RUN), table(OTHER), table(GOLD)
BOTH = {"run": RUN, "other": OTHER}
BROKEN = b"\x00\x01\x02 no gold at all"
FAULTY = table([(0.3, 0.1, 0.2, 0.1, 0.2), *RUN[1:]])
LEWIDI_GOLD = as_json(
    {
        case: {"annotations": {f"w{n}": label for n, label in enumerate(labels)}}
        for case, labels in (("D01", ("0", "1", "2")), ("D02", ("-2", "-1", "0")), ("D03", ("0", "1", "-1")))
    }
)
ARRAYS = "".join(f"{case}\t{list(row)}\n" for case, row in zip(CASES, RUN, strict=True)).encode()
MANY = {f"run-{n:02}": [[*row[n % 5 :], *row[: n % 5]] for row in (RUN if n % 2 else OTHER)] for n in range(30)}
FAULTY_RUNS = ("run-03", "run-11", "run-12", "run-20", "run-29")


def _many():
    files = {"gold.csv": GOLD_CSV}
    for name, rows in MANY.items():
        files[f"runs/{name}.csv"] = FAULTY if name in FAULTY_RUNS else table(rows)
    return files


def _copy(name, data, file="copy.csv"):
    return Trap(
        f"a run equals the gold on every case: {name}",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, file: data},
        refused(file, "gold", choices=["accept-gold-copies"]),
    )


TRAPS = (
    # --- the gold among the runs ---
    Trap(
        "the folder that is given as the runs holds the gold itself",
        {"task/gold.csv": GOLD_CSV, "task/run.csv": RUN_CSV},
        Read(),
        gold="task/gold.csv",
        runs=("task",),
        twice=("task/gold.csv",),
        command=("task/gold.csv", "task"),
    ),
    Trap(
        "the gold is named as a run",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV},
        refused("gold.csv", "gold"),
        runs=("gold.csv", "run.csv"),
        instead=(Read(), refused("gold.csv")),
    ),
    _copy("the same bytes under another name", GOLD_CSV),
    Trap(
        "the gold lies among the runs under its own name",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "runs/gold.csv": GOLD_CSV},
        Read(notes=("runs/gold.csv", "gold")),
        instead=(refused("runs/gold.csv", "gold"),),
    ),
    Trap(
        "a run of the same bytes as the gold is scored on request",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "copy.csv": GOLD_CSV},
        Read({"run": RUN, "copy": GOLD}, notes=("copy",)),
        choices={"accept_gold_copies": True},
    ),
    Trap(
        "the only run equals the gold",
        {"gold.csv": GOLD_CSV, "copy.csv": SHARES_CSV},
        refused("copy.csv"),
        instead=(refused("run"),),
    ),
    _copy("its votes as probabilities", SHARES_CSV),
    _copy("in another order of its rows", table(VOTES[::-1], ids=("D03", "D02", "D01"))),
    _copy("as JSON", ntcir_run({"A": GOLD}), "copy.json"),
    _copy("as percentages", table([[number * 10 for number in row] for row in VOTES])),
    Trap(
        "the votes of the gold, one by one, lie beside it",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "votes.csv": votes_one_by_one()},
        refused("votes.csv", "gold"),
        instead=(refused("votes.csv", "gold", choices=["accept-gold-copies"]), asked("gold", words=["votes.csv"])),
    ),
    Trap(
        "a zip that is given as the runs holds a copy of the gold",
        {"gold.csv": GOLD_CSV, "task.zip": zipped({"gold.csv": GOLD_CSV, "run.csv": RUN_CSV})},
        refused("task.zip/gold.csv", "gold", choices=["accept-gold-copies"]),
        instead=(Read(notes=("task.zip/gold.csv",)),),
    ),
    Trap(
        "a run that equals the gold is scored on request",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "copy.csv": SHARES_CSV},
        Read({"run": RUN, "copy": GOLD}, notes=("copy",)),
        choices={"accept_gold_copies": True},
    ),
    Trap(
        "a run that equals the gold on all cases but one is a run",
        {"gold.csv": GOLD_CSV, "run.csv": table([*GOLD[:2], RUN[2]])},
        Read({"run": [*GOLD[:2], RUN[2]]}),
    ),
    # --- no gold ---
    Trap(
        "a single file of probabilities is no gold by itself",
        {"run.csv": RUN_CSV},
        asked("gold", words=["run.csv"]),
        gold=None,
    ),
    Trap("a run of arrays is the only file", {"run.tsv": ARRAYS}, asked("gold", words=["run.tsv"]), gold=None),
    Trap(
        "a run in JSON is the only file",
        {"run.json": ntcir_run({"A": RUN})},
        asked("gold", words=["run.json"]),
        gold=None,
    ),
    Trap(
        "two files of probabilities, and none says that it is the gold",
        {"one.csv": RUN_CSV, "other.csv": OTHER_CSV},
        asked("gold", words=["one.csv", "other.csv"]),
        gold=None,
    ),
    Trap(
        "two files of probabilities, and the user says which is the gold",
        {"one.csv": SHARES_CSV, "other.csv": OTHER_CSV},
        Read({"other": OTHER}, GOLD),
        gold="one.csv",
    ),
    Trap(
        "a gold of votes is known beside runs of probabilities",
        {"b.csv": RUN_CSV, "a.csv": GOLD_CSV, "c.csv": OTHER_CSV},
        Read({"b": RUN, "c": OTHER}),
        gold=None,
        instead=(asked("gold", words=["a.csv"]),),
    ),
    Trap("a gold of votes alone is a task without runs", {"gold.csv": GOLD_CSV}, Read({}), gold=None),
    Trap(
        "the gold cannot be read: the run that is left does not become the gold",
        {"gold.csv": BROKEN, "run.csv": RUN_CSV},
        asked("gold", words=["run.csv"]),
        gold=None,
        instead=(refused("gold.csv"),),
    ),
    Trap(
        "the gold cannot be read: neither of two runs becomes the gold",
        {"gold.csv": BROKEN, "run.csv": RUN_CSV, "other.csv": OTHER_CSV},
        asked("gold", words=["run.csv"]),
        gold=None,
        instead=(refused("gold.csv"),),
    ),
    Trap(
        "the gold that the user names cannot be read",
        {"gold.csv": BROKEN, "run.csv": RUN_CSV, "other.csv": OTHER_CSV},
        refused("gold.csv"),
        instead=(asked("gold", words=["gold.csv"]),),
    ),
    Trap(
        "the gold has a fault in every row",
        {"gold.csv": table([[0.3, 0.1, 0.2, 0.1, 0.2]] * 3), "run.csv": RUN_CSV, "other.csv": OTHER_CSV},
        refused("gold.csv", "0.9"),
    ),
    Trap(
        "the gold that the user names is not there",
        {"run.csv": RUN_CSV, "other.csv": OTHER_CSV},
        asked("gold", words=["gold.csv"]),
        instead=(refused("gold.csv"),),
    ),
    Trap(
        "a run that the user names is not there",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV},
        refused("third.csv", "run"),
        runs=("run.csv", "third.csv"),
        instead=(refused("third.csv"),),
    ),
    # --- two gold files ---
    Trap(
        "two files of votes",
        {"one.csv": GOLD_CSV, "two.csv": table(VOTES[::-1]), "run.csv": RUN_CSV},
        asked("gold", words=["one.csv", "two.csv"]),
        gold=None,
    ),
    Trap(
        "two files that can only be gold",
        {"one.csv": votes_one_by_one(), "two.json": LEWIDI_GOLD, "run.csv": RUN_CSV},
        asked("gold", words=["one.csv", "two.json"]),
        gold=None,
    ),
    Trap(
        "a second gold beside the one that the user names",
        {"gold.csv": GOLD_CSV, "two.json": LEWIDI_GOLD, "run.csv": RUN_CSV},
        refused("two.json", "gold"),
    ),
    Trap(
        "a second gold in a zip of the task",
        {"task.zip": zipped({"dev/gold.csv": GOLD_CSV, "test/gold.csv": table(VOTES[::-1]), "test/run.csv": RUN_CSV})},
        asked("gold", words=["dev/gold.csv", "test/gold.csv"]),
        gold=None,
    ),
    # --- verdicts ---
    Trap(
        "one bad run of three is named",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "other.csv": OTHER_CSV, "bad.csv": FAULTY},
        refused("bad.csv", "D01", "0.9", never=["renormalise"]),
    ),
    Trap(
        "a run that cannot be read at all is named",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "bad.csv": BROKEN},
        refused("bad.csv"),
    ),
    Trap(
        "the only run cannot be read at all",
        {"gold.csv": GOLD_CSV, "bad.csv": BROKEN},
        refused("bad.csv"),
    ),
    Trap(
        "a run that was repaired is accepted with repairs",
        {"gold.csv": GOLD_CSV, "run.csv": table([(0.11, 0.1, 0.2, 0.4, 0.2), *RUN[1:]]), "other.csv": OTHER_CSV},
        Read(
            {"run": [[n / 1.01 for n in (0.11, 0.1, 0.2, 0.4, 0.2)], *RUN[1:]], "other": OTHER},
            notes=("D01",),
            verdicts={"run": "accepted with repairs", "other": "accepted"},
        ),
        choices={"renormalise": True},
    ),
    Trap(
        "where all runs are faulty, each is named",
        {"gold.csv": GOLD_CSV, "bad.csv": FAULTY, "worse.csv": table([(0.3, 0.1, 0.2, 0.1, 0.1), *OTHER[1:]])},
        refused("bad.csv", "0.9"),
    ),
    Trap(
        "where all runs are copies of the gold, there is no task without runs",
        {"gold.csv": GOLD_CSV, "run.csv": SHARES_CSV, "runs/gold.csv": SHARES_CSV},
        refused("run.csv", "equal the gold", choices=["accept-gold-copies"]),
    ),
    Trap(
        "a run that cannot be read, beside one of the same name",
        {"gold.csv": GOLD_CSV, "a/run.csv": BROKEN, "b/run.csv": RUN_CSV},
        refused("a/run.csv"),
    ),
    Trap("five runs of thirty are faulty", _many(), refused("runs/run-12.csv", "D01")),
    Trap(
        "two runs are copies of each other, which is said",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "again.csv": RUN_CSV, "third.csv": table(THIRD)},
        Read({"run": RUN, "again": RUN, "third": THIRD}, notes=("again",)),
    ),
)
