"""Runs in long tables: a row per case and class, several systems in one table, a label per case."""

from itertools import product

from tests.formats.traps.build import CASES, CLASSES, OTHER, RUN, VOTES, as_json, gzipped, table, text, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

GOLD = table(VOTES)
BOTH = {"A": RUN, "B": OTHER}
LABELS = ("1", "-2", "0")
ONE_HOT = tuple(tuple(float(name == text) for name in CLASSES) for text in LABELS)


def _long(rows, *, melted=False, sparse=False):
    """Return a row per case and class; `melted`: class by class, as pandas does it; `sparse`: without zeros."""
    cells = list(product(range(len(CASES)), range(len(CLASSES))))
    cells = sorted(cells, key=lambda cell: cell[1]) if melted else cells
    return [[CASES[c], CLASSES[k], rows[c][k]] for c, k in cells if rows[c][k] or not sparse]


def _records(header, rows):
    return as_json([dict(zip(header, row, strict=True)) for row in rows])


def _csv(header, rows, sep=","):
    return text(header, rows, sep).encode()


def _of_systems(header, rows):
    """Return the rows of both systems below each other, the name of the system first."""
    return header, [[name, *row] for name, own in BOTH.items() for row in rows(own)]


def _trap(name, run, must=None, file="run.csv", **how):
    return Trap(name, {"gold.csv": GOLD, file: run}, must or Read(), **how)


LONG_SYSTEMS = _of_systems(["system", "item", "class", "prob"], _long)
WIDE_SYSTEMS = _of_systems(
    ["system", "item", *CLASSES], lambda rows: [[c, *row] for c, row in zip(CASES, rows, strict=True)]
)
POINTS = list(zip(CASES, LABELS, strict=True))
ON_REQUEST = {"one_hot": True}
HOT = Read({"run": ONE_HOT}, notes=("run.", "read as one-hot"))
TWO_RUNS = Read(BOTH)

TRAPS = (
    _trap("a row per item and class", _csv(["item", "class", "prob"], _long(RUN))),
    _trap(
        "a row per case and label with a proportion, among tabs",
        _csv(["Case ID", "Label", "proportion"], _long(RUN), "\t"),
    ),
    Trap(
        "counts of labels, with percentages beside them, without the zeros",
        {
            "gold.csv": _csv(
                ["asin", "stars", "n", "percent"], [[*row, 10 * row[2]] for row in _long(VOTES, sparse=True)]
            ),
            "run.csv": table(RUN),
        },
        Read(),
    ),
    _trap("a melted table, class by class", _csv(["id", "variable", "value"], _long(RUN, melted=True))),
    _trap(
        "a melted table with the index of pandas",
        _csv(["", "id", "variable", "value"], [[n, *row] for n, row in enumerate(_long(RUN, melted=True))]),
    ),
    _trap(
        "decimal commas in a row per class",
        _csv(["topic", "category", "probability"], [[c, k, str(p).replace(".", ",")] for c, k, p in _long(RUN)], ";"),
    ),
    _trap(
        "a row per class, its columns in another order", _csv(["p", "class", "doc"], [row[::-1] for row in _long(RUN)])
    ),
    *(
        _trap(f"a row per item and class under {', '.join(header)}", _csv(header, _long(RUN), sep))
        for header, sep in (
            (["Item", "Klasse", "Wahrscheinlichkeit"], ";"),
            (["caseId", "className", "predictedProbability"], "\t"),
            (["項目", "ラベル", "確率"], ","),
            (["x", "y", "z"], "\t"),
        )
    ),
    *(
        _trap(
            f"a {name} per item and class",
            _csv(["item", "class", name], [[c, k, round(100 * p, 1)] for c, k, p in _long(RUN)], sep),
        )
        for name, sep in (("percent", ","), ("Percentage", "\t"), ("pct", ";"))
    ),
    *(
        _trap(
            f"{column} that hold lists are no labels",
            _csv(["case", column], [[c, f'"{row}"'] for c, row in zip(CASES, rows, strict=True)]),
            refused("run.csv", column, "holds lists", never=["one-hot"]),
        )
        for column, rows in (
            ("probs", [list(row) for row in RUN]),
            ("label", [tuple(row) for row in RUN]),
            ("prediction", [f"{{'-2': {row[0]}, '2': {row[4]}}}" for row in RUN]),
        )
    ),
    _trap("a row per class under unknown names, which add up", _csv(["item", "stars", "belief"], _long(RUN))),
    _trap(
        "classes without probability have no row",
        _csv(["item", "class", "prob"], _long(OTHER, sparse=True)),
        Read({"run": OTHER}),
    ),
    _trap(
        "a row per item and class in a workbook",
        workbook({"run": [["item", "class", "prob"], *_long(RUN)]}),
        file="run.xlsx",
    ),
    _trap("a row per item and class in records", _records(["item", "class", "prob"], _long(RUN)), file="run.json"),
    _trap("a row per item and class in gzip", gzipped(_csv(["item", "class", "prob"], _long(RUN))), file="run.csv.gz"),
    Trap(
        "a gold with a row per item and class",
        {"gold.csv": _csv(["item", "class", "count"], _long(VOTES, sparse=True)), "run.csv": table(RUN)},
        Read(),
    ),
    _trap("a row per system, item and class", _csv(*LONG_SYSTEMS), TWO_RUNS),
    _trap(
        "a row per model, item and class in records",
        _records(["model", *LONG_SYSTEMS[0][1:]], LONG_SYSTEMS[1]),
        TWO_RUNS,
        "run.json",
    ),
    _trap(
        "a row per run, item and class in a workbook",
        workbook({"s": [["Run", *LONG_SYSTEMS[0][1:]], *LONG_SYSTEMS[1]]}),
        TWO_RUNS,
        "run.xlsx",
    ),
    _trap("several systems in one wide table", _csv(*WIDE_SYSTEMS), TWO_RUNS),
    _trap(
        "several systems in one wide table, behind the items",
        _csv(["item", "team", *CLASSES], [[row[1], row[0], *row[2:]] for row in WIDE_SYSTEMS[1]], "\t"),
        TWO_RUNS,
    ),
    _trap(
        "several models in one wide table of a workbook",
        workbook({"s": [["model name", *WIDE_SYSTEMS[0][1:]], *WIDE_SYSTEMS[1]]}),
        TWO_RUNS,
        "run.xlsx",
    ),
    _trap("several systems in one wide table of records", _records(*WIDE_SYSTEMS), TWO_RUNS, "run.json"),
    Trap(
        "systems are parts of the ids where the gold says so",
        {
            "gold.csv": _csv(
                ["system", "item", *CLASSES], [[s, c, *row] for s in "AB" for c, row in zip(CASES, VOTES, strict=True)]
            ),
            "run.csv": _csv(*WIDE_SYSTEMS),
        },
        Read({"run": (*RUN, *OTHER)}, (*VOTES, *VOTES), cases=tuple(f"{s}/{c}" for s in "AB" for c in CASES)),
    ),
    Trap(
        "one system of several lacks a case",
        {"gold.csv": GOLD, "run.csv": _csv(WIDE_SYSTEMS[0], WIDE_SYSTEMS[1][:-1])},
        refused("run.csv:B", "D03", "missing", choices=["drop-missing"]),
    ),
    Trap(
        "GOLD among the systems of a workbook",
        {
            "all.xlsx": workbook(
                {
                    "s": [
                        WIDE_SYSTEMS[0],
                        *(["gold", c, *row] for c, row in zip(CASES, VOTES, strict=True)),
                        *WIDE_SYSTEMS[1],
                    ]
                }
            )
        },
        TWO_RUNS,
        gold=None,
    ),
    _trap(
        "a label per item is no distribution",
        _csv(["item", "predicted"], POINTS),
        refused("run.csv", "predicted", "label per case", "--one-hot", choices=["one-hot"]),
    ),
    _trap("a label per item is one-hot on request", _csv(["item", "predicted"], POINTS), HOT, choices=ON_REQUEST),
    _trap(
        "a class per case among tabs, as whole numbers with a point",
        _csv(["doc_id", "Predicted Class"], [[c, f"{k}.0"] for c, k in POINTS], "\t"),
        HOT,
        choices=ON_REQUEST,
    ),
    _trap(
        "a label per item in a workbook",
        workbook({"run": [["case", "label"], *([c, int(k)] for c, k in POINTS)]}),
        HOT,
        "run.xlsx",
        choices=ON_REQUEST,
    ),
    _trap("a label per item in records", _records(["id", "y_pred"], POINTS), HOT, "run.json", choices=ON_REQUEST),
    _trap("an object of labels", as_json({c: int(k) for c, k in POINTS}), HOT, "run.json", choices=ON_REQUEST),
    _trap(
        "an object of labels is no distribution",
        as_json(dict(POINTS)),
        refused("run.json", "prediction", "label per case", choices=["one-hot"]),
        "run.json",
    ),
    _trap(
        "a label per item with how sure it is",
        _csv(["item", "label", "confidence"], [[c, k, 0.9] for c, k in POINTS]),
        Read({"run": ONE_HOT}, notes=("column confidence are not used",)),
        choices=ON_REQUEST,
    ),
    _trap(
        "a label per system and item",
        _csv(["system", "item", "label"], [[s, c, k] for s in "AB" for c, k in POINTS]),
        Read({"A": ONE_HOT, "B": ONE_HOT}),
        choices=ON_REQUEST,
    ),
    _trap(
        "a label that the gold does not know",
        _csv(["item", "label"], [*POINTS[:2], ("D03", "9")]),
        refused("run.csv", "class 9", "unknown"),
        choices=ON_REQUEST,
    ),
    _trap(
        "two labels of an item",
        _csv(["item", "label"], [*POINTS, ("D03", "1")]),
        refused("run.csv", "D03", "lines 4 and 5"),
        choices=ON_REQUEST,
    ),
    Trap(
        "several labels of each item are votes of nobody",
        {"gold.csv": _csv(["item", "rating"], [*POINTS, *POINTS]), "run.csv": table(RUN)},
        asked("votes", words=("gold.csv", "a row per vote"), never=("one-hot",)),
    ),
    _trap(
        "a number of any size per item is no label",
        _csv(["case", "score"], [[f"D{n:02}", n * 1.7 + 0.1] for n in range(1, 15)]),
        refused("run.csv", "score", "numbers such as", never=["one-hot"]),
    ),
    _trap(
        "a class of an item stands twice",
        _csv(["item", "class", "prob"], [*_long(RUN), _long(RUN)[-1]]),
        refused("run.csv", "D03", "class 2", "lines 16 and 17"),
    ),
    _trap(
        "a row per class whose sum is off",
        _csv(["item", "class", "prob"], _long(RUN)[:-1]),
        refused("run.csv", "D03", "sums to 0.7"),
    ),
    _trap(
        "a probability is no number",
        _csv(["item", "class", "prob"], [*_long(RUN)[:-1], ["D03", "2", "high"]]),
        refused("run.csv", "line 16", "prob", "high"),
    ),
    Trap(
        "grades of answers are no votes for them",
        {
            "gold.csv": _csv(["item", "answer", "score"], [[c, k, n + 2] for n, (c, k, _) in enumerate(_long(RUN))]),
            "run.csv": table(RUN),
        },
        asked("votes", words=("gold.csv", "a row per vote")),
        instead=(refused("gold.csv", "score", "sum to"),),
    ),
    Trap(
        "melted ratings are no counts, though their sums agree",
        {
            "gold.csv": _csv(
                ["id", "variable", "value"],
                [[c, f"ann{n}", (n + k) % 3 + 1] for k, c in enumerate(CASES) for n in range(3)],
            ),
            "run.csv": table(RUN),
        },
        asked("votes"),
        instead=(refused("gold.csv", "value", "sum to 6"),),
    ),
    *(
        Trap(
            f"counts called {name} beside labels called {column} are never lost{', as the user says' * bool(choices)}",
            {
                "gold.csv": _csv(["case", column, *who, name], [[c, k, *who, n] for c, k, n in _long(VOTES)]),
                "run.csv": table(RUN),
            },
            Read() if known else refused("gold.csv", f"column {name} may say how many votes", "such as 0"),
            choices=choices,
        )
        for column, name, who, choices, known in (
            ("response", "freq", [], {}, True),
            ("response", "freq", [], {"label_column": "response", "id_columns": ("case",)}, True),
            ("opinion", "freq", [], {"label_column": "opinion", "annotator_column": ""}, True),
            ("opinion", "how_many", [], {"label_column": "opinion"}, False),
            ("label", "count", ["annotator"], {}, False),
        )
    ),
    *(
        _trap(
            f"cells such as {cell} are no labels",
            text(["case", "votes"], [[case, cell] for case in CASES], sep=";").encode(),
            refused("run.csv", "column votes holds lists", never=["one-hot"]),
        )
        for cell in ("Counter({'good': 3, 'bad': 1})", "[0.1 0.2 0.7]")
    ),
    Trap(
        "a column n that numbers the rows holds no counts",
        {"gold.csv": b"case,label,n\na,1,1\na,2,2\nb,1,3\nb,1,4\n"},
        asked("votes", words=("gold.csv", "a row per vote")),
    ),
    Trap(
        "totals beside counts are none",
        {
            "gold.csv": _csv(["case", "label", "count", "total"], [[*row, 10] for row in _long(VOTES)]),
            "run.csv": table(RUN),
        },
        Read(),
    ),
    _trap(
        "every item has one row with a count",
        _csv(["item", "rating", "votes"], [[c, k, 9] for c, k in POINTS]),
        refused("run.csv", "one row only", never=["one-hot"]),
    ),
    Trap(
        "a case with a row that lacks its number",
        {
            "gold.csv": b"item,class,count\nD01,1,3\nD01,2\nD01,3,1\nD02,1,2\nD02,2,2\nD02,3,0\n",
            "run.csv": b"item,class,prob\nD01,1,.2\nD01,2,.3\nD01,3,.5\nD02,1,.1\nD02,2,.4\nD02,3,.5\n",
        },
        refused("gold.csv", "line 3"),
    ),
    _trap(
        "annotators under an unknown name are no classes",
        _csv(["item", "who", "stars"], [[c, w, v] for c in CASES for w, v in (("x", 3), ("y", 2), ("z", 4))]),
        Read(),
        instead=(asked("classes", "ids"), refused("run.csv")),
    ),
)
