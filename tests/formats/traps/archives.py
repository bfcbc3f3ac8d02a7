"""Archives, folders and workbooks."""

import zipfile

from tests.formats.traps.build import OTHER, RUN, THIRD, VOTES, gzipped, locked, sheet, table, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

GOLD_CSV, RUN_CSV, OTHER_CSV, THIRD_CSV = table(VOTES), table(RUN), table(OTHER), table(THIRD)
BOTH = {"run": RUN, "other": OTHER}
NOTES = [["Collected in May"], ["Ten annotators for each case"], ["Questions to", "the organisers"]]
PROSE = b"Collected in May.\nTen annotators, for each case.\n"
FORMULAS = [
    ["case", "-2", "-1", "0", "1", "2"],
    ["D01", "=0.05+0.05", 0.1, 0.2, 0.4, 0.2],
    ["D02", *RUN[1]],
    ["D03", *RUN[2]],
]


def _zip(name, members, must, **how):
    return Trap(name, {"task.zip": zipped(members)}, must, gold=None, **how)


def _books(name, gold, run, must, **how):
    return Trap(name, {"gold.xlsx": workbook(gold), "run.xlsx": workbook(run)}, must, gold="gold.xlsx", **how)


def _corrupt(data):
    middle = data.index(b"D02")
    return data[:middle] + b"\xff\xff\xff" + data[middle + 3 :]


TRAPS = (
    _zip(
        "a zip of gold and runs",
        {"gold.csv": GOLD_CSV, "runs/run.csv": RUN_CSV, "runs/other.csv": OTHER_CSV},
        Read(BOTH),
    ),
    _zip(
        "a zip of runs in the zip of the task",
        {"gold.csv": GOLD_CSV, "runs.zip": zipped({"run.csv": RUN_CSV, "other.csv": OTHER_CSV})},
        Read(BOTH),
    ),
    _zip(
        "a zip in a zip in a zip",
        {"gold.csv": GOLD_CSV, "runs.zip": zipped({"team.zip": zipped({"run.csv": RUN_CSV})})},
        refused("task.zip/runs.zip/team.zip", "archive"),
    ),
    Trap(
        "a zip of runs beside the gold",
        {"gold.csv": GOLD_CSV, "runs.zip": zipped({"run.csv": RUN_CSV, "other.csv": OTHER_CSV})},
        Read(BOTH),
    ),
    Trap(
        "a zip with a password",
        {"gold.csv": GOLD_CSV, "runs.zip": locked({"run.csv": RUN_CSV})},
        refused("runs.zip", "password"),
    ),
    Trap(
        "a zip that breaks off",
        {"gold.csv": GOLD_CSV, "runs.zip": zipped({"run.csv": RUN_CSV})[:-30]},
        refused("runs.zip"),
    ),
    Trap(
        "a zip with a damaged member",
        {"gold.csv": GOLD_CSV, "runs.zip": _corrupt(zipped({"run.csv": RUN_CSV}, how=zipfile.ZIP_STORED))},
        refused("runs.zip/run.csv", "CRC-32"),
    ),
    Trap("a zip without files", {"gold.csv": GOLD_CSV, "runs.zip": zipped({})}, refused("runs.zip", "no file")),
    _zip(
        "files that a system has hidden in the zip",
        {
            "gold.csv": GOLD_CSV,
            "run.csv": RUN_CSV,
            "__MACOSX/._gold.csv": b"\x00\x05\x16\x07\x00",
            ".DS_Store": b"\x00\x00\x00\x01Bud1",
            "runs/.ipynb_checkpoints/run-checkpoint.csv": RUN_CSV,
            "Thumbs.db": b"\xd0\xcf",
        },
        Read(notes=("task.zip", "4 hidden")),
    ),
    # --- teams ---
    _zip(
        "the runs of two teams have one name",
        {"gold.csv": GOLD_CSV, "teamA/run.csv": RUN_CSV, "teamB/run.csv": OTHER_CSV},
        Read({"teamA/run": RUN, "teamB/run": OTHER}),
    ),
    Trap(
        "the runs of two teams in folders have one name",
        {"gold.csv": GOLD_CSV, "teamA/run.csv": RUN_CSV, "teamB/run.csv": OTHER_CSV},
        Read({"teamA/run": RUN, "teamB/run": OTHER}),
    ),
    _zip(
        "two runs of three have one name: only they gain a folder",
        {"gold.csv": GOLD_CSV, "all/a/run.csv": RUN_CSV, "all/b/run.csv": OTHER_CSV, "all/b/third.csv": THIRD_CSV},
        Read({"a/run": RUN, "b/run": OTHER, "third": THIRD}),
    ),
    _zip(
        "two runs are distinguished by a folder further up",
        {"gold.csv": GOLD_CSV, "a/final/run.csv": RUN_CSV, "b/final/run.csv": OTHER_CSV},
        Read({"a/final/run": RUN, "b/final/run": OTHER}),
    ),
    Trap(
        "two runs are distinguished by the zips they come in",
        {"gold.csv": GOLD_CSV, "a.zip": zipped({"run.csv": RUN_CSV}), "b.zip": zipped({"run.csv": OTHER_CSV})},
        Read({"a.zip/run": RUN, "b.zip/run": OTHER}),
        instead=(Read({"a/run": RUN, "b/run": OTHER}),),
    ),
    Trap(
        "two runs are distinguished by the ending of their names alone",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "run.tsv": table(OTHER, sep="\t")},
        Read({"run.csv": RUN, "run.tsv": OTHER}),
        instead=(refused("run"),),
    ),
    # --- what else lies in a folder ---
    _zip(
        "a readme beside", {"README.txt": PROSE, "gold.csv": GOLD_CSV, "run.csv": RUN_CSV}, Read(notes=("README.txt",))
    ),
    _zip(
        "a licence and a page of Markdown beside",
        {"LICENSE": PROSE, "about.md": PROSE, "gold.csv": GOLD_CSV, "run.csv": RUN_CSV},
        Read(notes=("LICENSE", "about.md")),
    ),
    _zip(
        "a text that is no readme by its name",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "thoughts.txt": PROSE},
        refused("task.zip/thoughts.txt"),
    ),
    _zip(
        "a picture beside",
        {"gold.csv": GOLD_CSV, "run.csv": RUN_CSV, "plot.png": b"\x89PNG\r\n\x1a\n\x00\x00"},
        refused("task.zip/plot.png"),
        instead=(Read(notes=("plot.png",)),),
    ),
    Trap(
        "the old form of Excel",
        {"gold.csv": GOLD_CSV, "run.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)},
        refused("run.xls", "xlsx"),
    ),
    Trap(
        "an archive of another kind",
        {"gold.csv": GOLD_CSV, "runs.7z": b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(24)},
        refused("runs.7z"),
    ),
    Trap(
        "a tar in gzip",
        {"gold.csv": GOLD_CSV, "runs.tar.gz": gzipped(b"run.csv".ljust(257, b"\0") + b"ustar\x0000".ljust(255, b"\0"))},
        refused("runs.tar.gz"),
    ),
    # --- workbooks ---
    _books("one sheet each", {"Sheet1": sheet(VOTES)}, {"Sheet1": sheet(RUN)}, Read()),
    _books(
        "a sheet of notes behind the data",
        {"data": sheet(VOTES), "notes": NOTES},
        {"Sheet1": sheet(RUN)},
        Read(notes=("gold.xlsx", "notes")),
    ),
    _books(
        "a sheet of notes before the data, in gold and run",
        {"notes": NOTES, "data": sheet(VOTES)},
        {"about": NOTES, "data": sheet(RUN)},
        Read(notes=("gold.xlsx", "notes", "run.xlsx", "about")),
    ),
    _books(
        "a sheet of one word behind the data",
        {"data": sheet(VOTES), "todo": [["done"]]},
        {"data": sheet(RUN)},
        Read(notes=("todo",)),
    ),
    _books(
        "an empty sheet beside",
        {"data": sheet(VOTES), "Sheet2": [], "Sheet3": []},
        {"Sheet1": [], "data": sheet(RUN)},
        Read(),
    ),
    _books("nothing but notes", {"data": sheet(VOTES)}, {"notes": NOTES}, refused("run.xlsx")),
    _books("all sheets are empty", {"data": sheet(VOTES)}, {"Sheet1": [], "Sheet2": []}, refused("run.xlsx", "empty")),
    _books(
        "a second table of other numbers beside the first",
        {"data": sheet(VOTES), "pilot": sheet(VOTES[::-1])},
        {"data": sheet(RUN)},
        asked("scale", words=["gold.xlsx", "data", "pilot"]),
    ),
    _books(
        "a second table beside one without ids is not taken for it",
        {"data": [["-2", "-1", "0", "1", "2"], *VOTES], "pilot": sheet(VOTES[::-1])},
        {"data": sheet(RUN)},
        asked("scale", "ids", words=["gold.xlsx", "data"]),
        instead=(refused("gold.xlsx", "data"),),
    ),
    _books(
        "a second table beside a broken one is not taken for it",
        {"data": sheet([*VOTES[:2], ("x", 1, 2, 3, 4)]), "pilot": sheet(VOTES[::-1])},
        {"data": sheet(RUN)},
        asked("scale", words=["gold.xlsx", "data", "pilot"]),
        instead=(refused("gold.xlsx", "data"),),
    ),
    _books(
        "a second table beside one of two classes without ids is not taken for it",
        {"data": [["0", "1"], [3, 1], [2, 3], [0, 4]], "pilot": sheet([(1, 3), (4, 0), (2, 2)], classes=("0", "1"))},
        {"data": sheet([(0.5, 0.5), (0.2, 0.8), (1, 0)], classes=("0", "1"))},
        asked("scale", "ids", words=["gold.xlsx", "data"]),
        instead=(refused("gold.xlsx", "data"),),
    ),
    _books(
        "a formula that nobody has calculated",
        {"data": sheet(VOTES)},
        {"data": FORMULAS},
        refused("run.xlsx", "formula"),
    ),
    _books(
        "the table starts below a title",
        {"data": sheet(VOTES)},
        {"data": [["Our best run"], [], *sheet(RUN)]},
        refused("run.xlsx", "Our best run"),
        instead=(Read(notes=("Our best run",)),),
    ),
    _books(
        "ids are numbers in the workbook, texts in the CSV",
        {"data": sheet(VOTES, ids=(101, 102, 103))},
        {"data": sheet(RUN, ids=("101", "102", "103"))},
        Read(cases=("101", "102", "103")),
    ),
    _books(
        "labels are numbers in the workbook",
        {"data": sheet(VOTES, classes=(-2, -1, 0, 1, 2))},
        {"data": sheet(RUN)},
        Read(),
    ),
)
