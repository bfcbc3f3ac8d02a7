"""A row per annotator and a column per class: votes, added up by case; annotators are never parts of ids."""

from itertools import product

from tests.formats.traps.build import CASES, CLASSES, RUN, VOTES, as_json, table, text, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

EVERY = [
    (case, f"w{n}", place)
    for case, counts in zip(CASES, VOTES, strict=True)
    for n, place in enumerate(place for place, count in enumerate(counts) for _ in range(count))
]


def _rows(one="1", none="0"):
    return [[case, who, *(one if place == at else none for at in range(len(CLASSES)))] for case, who, place in EVERY]


NUMBERED = [[case, CLASSES[place], who, n] for n, (case, who, place) in enumerate(EVERY)]
ONE_EACH = [["r1", "a", "1"], ["r2", "a", "2"], ["r1", "b", "2"], ["r2", "b", "2"]]
TURNS = [["d1", 1, 1.0, 0.0], ["d1", 2, 0.0, 1.0], ["d2", 1, 1.0, 0.0], ["d2", 2, 1.0, 0.0]]


def _records(one, none, who="annotator"):
    return [dict(zip(("case", who, *CLASSES), row, strict=True)) for row in _rows(one, none)]


def _votes(name, header, rows, *, sep=",", must=None, **how):
    files = {"gold.csv": text([*header, *CLASSES], rows, sep).encode(), "run.csv": table(RUN)}
    return Trap(name, files, must or Read(gold=VOTES), **how)


TRAPS = (
    _votes("a row per annotator is a vote", ("text_id", "annotator_id"), _rows()),
    _votes(
        "a row per rater, who stands first, among tabs",
        ("Rater ID", "case"),
        [[row[1], row[0], *row[2:]] for row in _rows("1.0", "0.0")],
        sep="\t",
    ),
    _votes(
        "a row per user of another name, in any order",
        ("item", "username"),
        _rows()[::-1],
        must=Read(gold=VOTES[::-1], cases=CASES[::-1], runs={"run": RUN[::-1]}),
    ),
    Trap(
        "a row per annotator in a workbook is a vote",
        {"gold.xlsx": workbook({"votes": [["case", "worker", *CLASSES], *_rows()]}), "run.csv": table(RUN)},
        Read(gold=VOTES),
        gold="gold.xlsx",
    ),
    _votes(
        "an annotator who chooses two classes is no vote",
        ("case", "annotator"),
        [[CASES[0], "w99", "1", "1", "0", "0", "0"], *_rows()],
        must=refused("gold.csv", "w99", "D01", "2 classes are chosen"),
    ),
    _votes(
        "an annotator who chooses no class is no vote",
        ("case", "annotator"),
        [[CASES[0], "w99", "0", "0", "0", "0", "0"], *_rows()],
        must=refused("gold.csv", "w99", "D01", "0 classes are chosen"),
    ),
    *(
        _votes(
            f"a row per vote, and {who or 'no name'} stands above those who voted",
            ("case", who),
            _rows(),
            sep=sep,
            must=said,
        )
        for who, sep in (
            ("Bewerter", ","),
            ("annotateur", ";"),
            ("anotador_id", "\t"),
            ("評価者", ","),
            ("RATER NAME ", ";"),
        )
        for said in (Read(gold=VOTES),)
    ),
    *(
        _votes(f"{who or 'no name'} is no class: the rows choose one each", ("case", who), _rows(), sep=sep, must=said)
        for who, sep in (("P", ","), ("e-mail", "\t"), ("who", ";"), ("", ","))
        for said in (Read(gold=VOTES, notes=("gold.csv", "added up by case", "holds who voted")),)
    ),
    *(
        _votes(
            f"rows that choose by {one} and {none or 'nothing'} are votes", ("case", "Coder"), _rows(one, none), sep=sep
        )
        for one, none, sep in (
            ("TRUE", "FALSE", ","),
            ("True", "False", "\t"),
            ("yes", "no", ";"),
            ("x", "", ","),
            ("✓", "-", ";"),
            ("1", "", "\t"),
        )
    ),
    *(
        Trap(
            f"rows that choose one class in {what} are votes",
            {file: data, "run.csv": table(RUN)},
            Read(gold=VOTES),
            gold=file,
        )
        for what, file, data in (
            ("records", "gold.json", as_json(_records(1, 0))),
            ("records, by true and false,", "gold.json", as_json(_records(True, False, "WorkerId"))),
            ("JSON Lines", "gold.jsonl", b"\n".join(map(as_json, _records(1.0, 0.0, "coder")))),
            (
                "a workbook, by TRUE and FALSE,",
                "gold.xlsx",
                workbook({"v": [["case", "ann", *CLASSES], *_rows(True, False)]}),
            ),
        )
    ),
    Trap(
        "rows of nobody that choose one class are votes",
        {"gold.csv": text(["case", *CLASSES], [[row[0], *row[2:]] for row in _rows()]).encode(), "run.csv": table(RUN)},
        Read(gold=VOTES, notes=("gold.csv", "each row is a vote")),
    ),
    *(
        _votes(
            f"{who} may number the votes of a case",
            ("case", who),
            _rows(),
            sep=sep,
            must=asked("ids", words=("gold.csv", who, "choose one class each")),
        )
        for who, sep in (("vote_id", ","), ("ResponseId", ";"), ("annotation_id", "\t"))
    ),
    _votes(
        "the user says that vote_id is no part of the case",
        ("case", "vote_id"),
        _rows(),
        must=Read(gold=VOTES, notes=("added up by case",)),
        choices={"id_columns": ("case",)},
    ),
    *(
        Trap(
            f"a column {number} that numbers the votes {where} is no part of the case",
            {
                "gold.csv": text(
                    ["id", "answer", "annotator", number][::step], [row[::step] for row in NUMBERED]
                ).encode()
            },
            Read({}),
        )
        for number, where, step in (("annotation_id", "after the others", 1), ("AssignmentId", "before the case", -1))
    ),
    Trap(
        "one vote for each value of the id, though there are several annotators",
        {
            "gold.csv": text(
                ["id", "rater_id", "item", "answer"], [[n, *row] for n, row in enumerate(ONE_EACH)]
            ).encode()
        },
        asked("votes", words=("gold.csv", "column id", "one vote only")),
    ),
    Trap(
        "the place of a trial is no case: everybody saw the items in another order",
        {
            "gold.csv": text(
                ["participant_id", "trial_index", "stimulus", "rating"],
                [["p", 0, "a", 1], ["p", 1, "b", 2], ["q", 0, "b", 2], ["q", 1, "a", 1]],
            ).encode()
        },
        Read({}, gold=((2, 0), (0, 2)), classes=("1", "2"), cases=("a", "b")),
    ),
    Trap(
        "one session of several people and items is no case",
        {
            "gold.csv": text(
                ["participant", "session", "expName", "item", "slider.response", "slider.rt"],
                [[who, 1, "x", item, n % 3, 0.25 * n] for n, (who, item) in enumerate(product("pq", "abcd"))],
            ).encode()
        },
        asked("votes", words=("gold.csv", "looks like a row per vote", "column item")),
    ),
    Trap(
        "one vote for each value of the id that the user names",
        {"gold.csv": text(["id", "rater_id", "answer"], [["a", "x", "1"], ["b", "y", "2"]]).encode()},
        Read({}, gold=((1, 0), (0, 1)), classes=("1", "2"), cases=("a", "b")),
        choices={"id_columns": ("id",)},
    ),
    Trap(
        "a cell that holds several labels is no class",
        {"gold.csv": text(["item", "rater", "label"], [["a", "x", "1|2"], ["a", "y", "2|2"]]).encode()},
        refused("gold.csv", "column label", "lists", "1|2"),
    ),
    Trap(
        "labels that differ by capital letters are no classes of their own silently",
        {
            "gold.csv": text(
                ["item", "rater", "label"], [["a", "x", "Agree"], ["a", "y", "agree"], ["a", "z", "no"]]
            ).encode()
        },
        asked("classes", words=("gold.csv", "Agree and agree", "capital letters")),
    ),
    Trap(
        "labels that begin with numbers are in their order",
        {
            "gold.csv": text(
                ["item", "rater", "label"], [["a", n, s] for n, s in enumerate(("10: best", "9: good"))]
            ).encode()
        },
        Read({}, gold=((1, 1),), classes=("9: good", "10: best"), cases=("a",)),
    ),
    Trap(
        "one class for each turn of a dialogue is no vote for the dialogue",
        {"gold.csv": text(["dialogue_id", "turn_id", "a", "b"], TURNS).encode()},
        Read({}, gold=[row[2:] for row in TURNS], classes=("a", "b"), cases=[f"{row[0]}/{row[1]}" for row in TURNS]),
    ),
    Trap(
        "the first of several rows is not offered where rows without a header choose one class",
        {"gold.csv": b"d1\t1\t0\t0\nd1\t0\t1\t0\nd2\t1\t0\t0\nd2\t1\t0\t0\n", "run.csv": table(RUN)},
        refused("gold.csv", "d1", "lines 1 and 2"),
    ),
)
