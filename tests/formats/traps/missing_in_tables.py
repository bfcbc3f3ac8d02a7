"""Votes whose label says that there is none: no class without a question, and never the reason to lose a case."""

import json
import math

from tests.formats.traps.build import CASES, CLASSES, RUN, VOTES, table, text, workbook
from tests.formats.traps.trap import Read, Trap, asked, refused

EVERY = [
    (case, f"w{n}", CLASSES[place])
    for case, counts in zip(CASES, VOTES, strict=True)
    for n, place in enumerate(place for place, count in enumerate(counts) for _ in range(count))
]
UNUSUAL = (
    "#N/A", "<NA>", "k.A.", "keine Angabe", "sans réponse", "sin respuesta", "無回答", "I don't know", "not sure",
    "skipped", "undefined", "(blank)", "x", "-9999", "999", " N/A ", "NULL",
)  # fmt: skip
LEFT_OUT = {"missing_votes": True}
HEADER = ("case", "annotator", "label")
WORDS = ("nan", "NaN", "NA", "N/A", "n.a.", "None", "null", "-", ".", "-99", "-999", "missing", "?")


def _with(*labels):
    """Return all votes, and one more with each of these labels: of the first cases."""
    return [*EVERY, *((case, f"more {case}", text) for case, text in zip(CASES, labels, strict=False))]


def _long(*labels, sep=","):
    return {"gold.csv": text(HEADER, _with(*labels), sep).encode(), "run.csv": table(RUN)}


def _question(*words):
    return asked("classes", words=("gold.csv", *words), choices=["missing-votes"], never=["drop-classes"])


def _asked_of(file):
    return asked("classes", words=(file, "1 label of 1 case (D01) may be a missing vote"), choices=["missing-votes"])


NAN = json.dumps(
    [
        {"id": case, "votes": [*(int(k) for one, _, k in EVERY if one == case), *([math.nan] if case == "D01" else [])]}
        for case in CASES
    ]
)
VOTE_RECORDS = [
    {"case": case, "annotator": who, "label": math.nan if who == "more D01" else float(k)}
    for case, who, k in _with("0")
]
RATED = (("1", "NA", "3", "3"), ("2", "2", "", "4"), ("-99", "1", "1", "2"))
SCALE = ("1", "2", "3", "4")
COUNTED = ((1, 0, 2, 0), (0, 2, 0, 1), (2, 1, 0, 0))
OF_RATED = ((0.25, 0.25, 0.25, 0.25), (0.1, 0.2, 0.3, 0.4), (0.7, 0.1, 0.1, 0.1))
RECORDS = [{"id": case, "votes": [*(int(label) for one, _, label in EVERY if one == case), None]} for case in CASES]

TRAPS = (
    *(
        Trap(
            f"{word} is no class without a question",
            _long(word, sep=sep),
            _question("1 label of 1 case (D01) may be a missing vote", word),
        )
        for word, sep in zip(WORDS, ",;\t,;\t,;\t,;\t,", strict=True)
    ),
    *(
        Trap(
            f"a vote {word} is left out on request, and its case stays",
            _long(word, sep=sep),
            Read(notes=("gold.csv", "1 missing vote is left out, of 1 case")),
            choices=LEFT_OUT,
        )
        for word, sep in zip((*WORDS, ""), ",;\t,;\t,;\t,;\t,;", strict=True)
    ),
    *(
        Trap(
            f"{word.strip()} among numbers is no class {what}",
            {"gold.csv": text(HEADER, _with(word), sep).encode(), "run.csv": table(RUN)},
            Read(notes=("1 missing vote is left out, of 1 case",))
            if left
            else _question("1 label of 1 case (D01) may be a missing vote", word.strip()),
            choices=LEFT_OUT if left else {},
        )
        for n, word in enumerate(UNUSUAL)
        for sep in ",;\t"[n % 3]
        for left, what in ((False, "in silence"), (True, "on request"))
    ),
    Trap(
        "a number among words is no class without a question",
        {
            "gold.csv": text(
                HEADER, [*((c, w, f"{'abcde'[int(k) + 2]}") for c, w, k in EVERY), ("D01", "z", "-99")]
            ).encode(),
            "run.csv": table(RUN, classes="abcde"),
        },
        _question("1 label of 1 case (D01) may be a missing vote", "-99"),
    ),
    *(
        Trap(
            f"{what} {'are left out on request' if left else 'are no class without a question'}",
            {file: data, "run.csv": table(RUN)},
            Read(notes=("missing vote is left out",)) if left else _asked_of(file),
            gold=file,
            choices=LEFT_OUT if left else {},
        )
        for left in (False, True)
        for what, file, data in (
            ("votes NaN in JSON as Python writes it", "gold.json", NAN.encode()),
            ("votes NaN in JSON Lines", "gold.jsonl", "\n".join(map(json.dumps, VOTE_RECORDS)).encode()),
            ("votes #N/A in a workbook", "gold.xlsx", workbook({"v": [HEADER, *_with("#N/A")]})),
        )
    ),
    Trap(
        "an empty label is a fault of its vote, which may be left out",
        _long(""),
        refused("gold.csv", "D01", "empty", choices=["missing-votes"]),
    ),
    Trap(
        "missing votes of several spellings are left out together, and counted",
        _long("nan", "NA", ""),
        Read(notes=("3 missing votes are left out, of 3 cases",)),
        choices=LEFT_OUT,
    ),
    Trap(
        "missing votes in a workbook are left out on request",
        {"gold.xlsx": workbook({"votes": [HEADER, *_with("n/a", None)]}), "run.csv": table(RUN)},
        Read(notes=("2 missing votes are left out, of 2 cases",)),
        gold="gold.xlsx",
        choices=LEFT_OUT,
    ),
    Trap(
        "a vote that is null in records is a fault, and may be left out",
        {"gold.json": json.dumps(RECORDS).encode(), "run.csv": table(RUN)},
        refused("gold.json", "record 1", "empty", choices=["missing-votes"]),
        gold="gold.json",
    ),
    *(
        Trap(
            f"votes that are null in {what} are left out on request",
            {"gold.json": data.encode(), "run.csv": table(RUN)},
            Read(notes=("3 missing votes are left out, of 3 cases",)),
            gold="gold.json",
            choices=LEFT_OUT,
        )
        for what, data in (("records", json.dumps(RECORDS)), ("lines", "\n".join(map(json.dumps, RECORDS))))
    ),
    Trap(
        "a column NA of a table of votes is no class without a question",
        {
            "gold.csv": table([(*row, n) for n, row in enumerate(VOTES)], classes=(*CLASSES, "NA")),
            "run.csv": table(RUN),
        },
        asked(
            "classes",
            words=("gold.csv", "3 labels of 2 cases", "NA"),
            choices=["missing-votes"],
            never=["drop-classes"],
        ),
    ),
    Trap(
        "the votes of a column NA are left out on request",
        {
            "gold.csv": table([(*row, n) for n, row in enumerate(VOTES)], classes=(*CLASSES, "NA")),
            "run.csv": table(RUN),
        },
        Read(notes=("3 missing votes are left out, of 2 cases",)),
        choices=LEFT_OUT,
    ),
    Trap(
        "ratings with gaps are asked about",
        {"gold.csv": table(RATED, classes=("ann1", "ann2", "ann3", "ann4")), "run.csv": table(OF_RATED, classes=SCALE)},
        asked("classes", words=("gold.csv", "ann1", "ratings from 1 to 4, such as 1, 3 and 3"), choices=["ratings"]),
    ),
    Trap(
        "the gaps of ratings are no class",
        {"gold.csv": table(RATED, classes=("ann1", "ann2", "ann3", "ann4")), "run.csv": table(OF_RATED, classes=SCALE)},
        asked("classes", words=("gold.csv", "3 labels of 3 cases", "-99"), choices=["missing-votes"]),
        choices={"ratings": True},
    ),
    Trap(
        "the gaps of ratings are left out on request",
        {"gold.csv": table(RATED, classes=("ann1", "ann2", "ann3", "ann4")), "run.csv": table(OF_RATED, classes=SCALE)},
        Read({"run": OF_RATED}, gold=COUNTED, classes=SCALE, notes=("3 missing votes are left out, of 3 cases",)),
        choices={"ratings": True, "missing_votes": True},
    ),
    Trap(
        "a row per annotator without any 1 is left out on request",
        {
            "gold.csv": text(
                ("case", "annotator", *CLASSES),
                [
                    (CASES[0], "w99", *"00000"),
                    *((case, who, *(str(int(one == label)) for one in CLASSES)) for case, who, label in EVERY),
                ],
            ).encode(),
            "run.csv": table(RUN),
        },
        Read(notes=("1 missing vote is left out, of 1 case",)),
        choices=LEFT_OUT,
    ),
    Trap(
        "a case whose votes are all missing is named",
        {"gold.csv": text(HEADER, [*EVERY, ("D04", "w1", "NA")]).encode(), "run.csv": table(RUN)},
        refused("gold.csv", "D04", "all of its votes are missing"),
        choices=LEFT_OUT,
    ),
    Trap(
        "a class called none on a scale that has it is a class",
        {"gold.csv": table(VOTES, classes=("none", "very low", "low", "medium", "high"))},
        Read({}, classes=("none", "very low", "low", "medium", "high")),
    ),
    Trap(
        "a label NA that is a class by the user's word is one",
        {"gold.csv": table([(*row, n + 1) for n, row in enumerate(VOTES)], classes=(*CLASSES, "NA"))},
        Read({}, gold=[(*row, n + 1) for n, row in enumerate(VOTES)], classes=(*CLASSES, "NA")),
        choices={"classes": (*CLASSES, "NA")},
    ),
)
