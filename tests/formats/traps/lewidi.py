"""Learning with disagreements: the JSON of 2023 and of 2025, also where annotators choose several labels."""

from tests.formats.traps.build import as_json, gzipped
from tests.formats.traps.trap import Read, Trap, refused
from tests.zips import zipped

BINARY = ("0", "1")
V2023 = {
    "1": {"annotations": "1,1,0", "annotators": "Ann1,Ann2,Ann3", "soft_label": {"0": 0.33, "1": 0.67}},
    "2": {"annotations": "0,0,0", "annotators": "Ann1,Ann2,Ann3", "soft_label": {"0": 1.0, "1": 0.0}},
}
FIVE_2023 = {
    "t1": {"number of annotations": 3, "annotations": "-2, 0,1", "lang": "ar"},
    "t2": {"number of annotations": 4, "annotations": "2,2,-1,0", "lang": "ar"},
}
FIVE = ("-2", "-1", "0", "1", "2")
FIVE_RUN = ((0.2, 0.2, 0.2, 0.2, 0.2), (0, 0.1, 0.2, 0.3, 0.4))
PAIR = ((0.4, 0.6), (0.9, 0.1))
NLI = ("contradiction", "entailment", "neutral")
V2025 = {
    "138": {
        "annotations": {"Ann1": "contradiction", "Ann2": "contradiction,neutral"},
        "soft_label": {
            "contradiction": {"0": 0.0, "1": 1.0},
            "entailment": {"0": 1.0, "1": 0.0},
            "neutral": {"0": 0.5, "1": 0.5},
        },
    },
    "7x": {
        "annotations": {"Ann1": "entailment", "Ann3": "neutral, entailment", "Ann4": "neutral", "Ann2": "neutral"},
        "soft_label": {
            "neutral": {"1": 0.75, "0": 0.25},
            "contradiction": {"0": 1.0, "1": 0.0},
            "entailment": {"0": 0.5, "1": 0.5},
        },
    },
}
ITEMS = tuple(f"{item}/{text}" for item in V2025 for text in NLI)
CHOSEN = ((0, 2), (2, 0), (1, 1), (4, 0), (2, 2), (1, 3))
PAIRS = ((0.1, 0.9), (0.8, 0.2), (0.5, 0.5), (0.75, 0.25), (0.6, 0.4), (0.3, 0.7))
VEN_RUN = b"138\t[[0.1,0.9],[0.8,0.2],[0.5,0.5]]\n7x\t[[0.75, 0.25], [0.6, 0.4], [0.3, 0.7]]\n"


def _run(rows, ids, classes):
    return (
        "id,"
        + ",".join(classes)
        + "\n"
        + "".join(f"{i},{','.join(map(str, r))}\n" for i, r in zip(ids, rows, strict=True))
    ).encode()


def _trap(name, gold, must, run=None, **how):
    files = {"gold.json": as_json(gold), **({} if run is None else {"run.tsv": run})}
    return Trap(name, files, must, gold="gold.json", **how)


def _with(entry, **more):
    return {"1": {**V2023["1"], **more}, "2": V2023["2"]} if entry == "1" else {"138": {**V2025["138"], **more}}


TRAPS = (
    _trap(
        "LeWiDi 2023: the labels of a case in one text",
        V2023,
        Read({"run": PAIR}, ((1, 2), (3, 0)), BINARY, ("1", "2")),
        _run(PAIR, "12", BINARY),
    ),
    _trap(
        "LeWiDi 2023, without soft labels, on five classes",
        FIVE_2023,
        Read({"run": FIVE_RUN}, ((1, 0, 1, 1, 0), (0, 1, 1, 0, 2)), FIVE, ("t1", "t2")),
        b"t1\t[.2,.2,.2,.2,.2]\nt2\t[0,.1,.2,.3,.4]\n",
    ),
    _trap(
        "LeWiDi 2023 as a list of cases, the labels as numbers",
        [
            {"id": 1, "annotations": [1, 1, 0], "soft_label": V2023["1"]["soft_label"]},
            {"id": 2, "annotations": [0, 0, 0], "soft_label": V2023["2"]["soft_label"]},
        ],
        Read({"run": PAIR}, ((1, 2), (3, 0)), BINARY, ("1", "2")),
        b"1\t[0.4,0.6]\n2\t[0.9,0.1]\n",
    ),
    Trap(
        "LeWiDi 2023 in JSON Lines",
        {
            "gold.jsonl": b"".join(as_json({"id": key, **entry}) + b"\n" for key, entry in V2023.items()),
            "run.tsv": b"1\t[0.4,0.6]\n2\t[0.9,0.1]\n",
        },
        Read({"run": PAIR}, ((1, 2), (3, 0)), BINARY, ("1", "2")),
        gold="gold.jsonl",
    ),
    _trap(
        "LeWiDi 2023: another number of labels than announced",
        _with("1", **{"number of annotations": 4}),
        refused("gold.json", "case 1", "3 labels", "is 4"),
    ),
    _trap(
        "LeWiDi 2023: soft label and labels disagree",
        _with("1", annotations="1,0,0"),
        refused("gold.json", "case 1", "differ by 0.33"),
    ),
    _trap(
        "VariErrNLI: each label is a case, chosen or not", V2025, Read({"run": PAIRS}, CHOSEN, BINARY, ITEMS), VEN_RUN
    ),
    Trap(
        "VariErrNLI in a zip, the run in gzip",
        {"task.zip": zipped({"gold.json": as_json(V2025), "runs/run.tsv.gz": gzipped(VEN_RUN)})},
        Read({"run": PAIRS}, CHOSEN, BINARY, ITEMS),
        gold=None,
    ),
    _trap(
        "VariErrNLI without soft labels",
        {item: {"annotations": entry["annotations"]} for item, entry in V2025.items()},
        Read({"run": PAIRS}, CHOSEN, BINARY, ITEMS),
        VEN_RUN,
    ),
    _trap(
        "VariErrNLI, the run as a table of labels by item",
        V2025,
        Read({"run": PAIRS}, CHOSEN, BINARY, ITEMS),
        _run(PAIRS, ITEMS, BINARY),
    ),
    _trap(
        "VariErrNLI: an annotator chooses a label that is none",
        _with("138", annotations={"Ann1": "contradiction", "Ann2": "perhaps"}),
        refused("gold.json", "138", "Ann2", "perhaps"),
    ),
    _trap(
        "VariErrNLI: a line of the run has two pairs",
        V2025,
        refused("run.tsv", "line 1", "not three pairs"),
        VEN_RUN.replace(b",[0.5,0.5]]", b"]"),
    ),
    _trap(
        "VariErrNLI: a pair of the run does not sum to 1",
        V2025,
        refused("run.tsv", "7x/entailment", "sums to 1.1"),
        VEN_RUN.replace(b"0.6, 0.4", b"0.6, 0.5"),
    ),
)
