"""Before submitting: `check` with and without the gold says one message per mistake, and a template is a valid run.

What it says of the files here stands in test_before_submitting.txt, as it was reviewed.
"""

import json
import shlex
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ordquant_core.formats.official.ntcir import CLASSES
from ordquant_core.tasks.writing.runs import WRITERS
from tests.commands.files import GOLD, RUN, SAMPLES, done, ended
from tests.reviewed import reviewed, said

HEADER = "case,-2,-1,0,1,2"
IDS = [f"d{number}" for number in range(1, 7)]
ROWS = [f"{case},.1,.2,.4,.2,.1" for case in IDS]
TASK = ("--cases", "ids.txt", "--classes", "-2,-1,0,1,2")
MANY = [f"d{number}" for number in range(1, 9)]


def votes(case, n):
    return f"{case},{9 - n},{5 - n % 3},{3 + n % 3},{2 + n // 3},{n - n // 3}"


def of_scales(*scales, votes=False, wrong=()):
    """Return NTCIR JSON of all cases; on a scale that is `wrong`, the probabilities of the first case sum to 0.95."""

    def values(case, scale):
        if votes:
            return dict.fromkeys(scales, IDS.index(case) % 5 - 2)
        shares = dict(zip(CLASSES, (0.1, 0.2, 0.4, 0.2, 0.1), strict=True))
        return {name: shares | ({"2": 0.05} if name in wrong and case == IDS[0] else {}) for name in scale}

    def entry(case):
        quality = {"quality": values(case, scales)}
        return {"id": case} | ({"annotations": [quality] * 3} if votes else quality)

    return json.dumps([entry(case) for case in IDS])


def lines(*some):
    return "\n".join([*some, ""])


CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
TURNS = {"turns": [{"sender": "customer"}, {"sender": "helpdesk"}]}
NUGGETS = json.dumps([{"id": "p", **TURNS, "annotations": [{"nugget": ["CNUG", "HNUG"]}]}])
OF_NUGGETS = json.dumps([{"id": "p", "nugget": [CUSTOMER, HELPDESK]}])
OFF_NUGGETS = json.dumps([{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}])
QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 d 1\n"
LISTS = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"
ELSEWHERE = "9 Q0 a 1 3 x\n"
KIND = {"nuggets": {"kind": "nuggets", "gold": "gold.json", "runs": ["runs/*.json"]}, "lists": {"kind": "ranked lists"}}
FOLDERS = {  # of tasks: the description, and the files
    "described": ({"titel": "T", "gold": "gold.csv", "runs": ["runs/*.csv", "none/*.csv"]}, {
        "gold.csv": GOLD, "runs/one.csv": RUN, "runs/two.csv": "case,a,b,c\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n",
        "runs/empty.csv": "",
    }),
    "scaled": ({"gold": "gold.json", "runs": ["wrong.json"], "scale": "A"}, {
        "gold.json": of_scales("A", "E", votes=True), "wrong.json": of_scales("A", "E", wrong=("E",)),
    }),
    "nuggets": (KIND["nuggets"], {"gold.json": NUGGETS, "runs/one.json": OF_NUGGETS}),
    "nuggets-off": (KIND["nuggets"], {"gold.json": NUGGETS, "runs/off.json": OFF_NUGGETS}),
    "nuggets-repaired": (KIND["nuggets"] | {"repairs": "renormalise", "titel": "T"}, {
        "gold.json": NUGGETS, "runs/off.json": OFF_NUGGETS,
    }),
    "lists": (KIND["lists"] | {"gold": "qrels.txt", "runs": ["runs"]}, {"qrels.txt": QRELS, "runs/one.run": LISTS}),
    "lists-alone": (KIND["lists"], {"qrels.txt": QRELS, "runs/one.run": LISTS}),
    "lists-off": (KIND["lists"] | {"gold": "qrels.txt", "runs": ["runs"]}, {
        "qrels.txt": QRELS, "runs/one.run": LISTS, "runs/note.txt": "hello", "runs/other.run": ELSEWHERE,
    }),
    "lists-of-runs": (KIND["lists"] | {"gold": "one.run", "runs": ["other.run"]}, {
        "one.run": LISTS, "other.run": ELSEWHERE,
    }),
}  # fmt: skip
FILES = {
    "ids.txt": lines(*IDS), "gold.csv": lines(HEADER, *(votes(case, n) for n, case in enumerate(IDS))),
    "many.csv": lines(HEADER, *(f"{case},9,5,3,2,{n % 3}" for n, case in enumerate(MANY))),
    "run.csv": lines(HEADER, *ROWS), "turned.csv": lines("case,2,1,0,-1,-2", *ROWS),
    "pairs.tsv": lines(*(f"{case}\t[0.1, 0.2, 0.4, 0.2, 0.1]" for case in IDS)),
    "short.csv": lines(HEADER, *ROWS[:4]), "surplus.csv": lines(HEADER, *ROWS, "d9,.1,.2,.4,.2,.1"),
    "others.csv": lines(HEADER, *(row.replace("d", "x") for row in ROWS)),
    "classes.csv": lines("case,1,2,3,4,5", *ROWS),
    "percent.csv": lines(HEADER, *(f"{case},10.5,20.5,39,20,10" for case in IDS)),
    "cut.csv": lines(HEADER, *ROWS[:2], "d3,.2,.2,.4,.2", *ROWS[3:]),
    "sums.csv": lines(HEADER, *(f"{case},.1,.2,.4,.2,.05" for case in IDS)),
    "kinds.csv": lines(HEADER, "d1,.1,.2,.4,,.1", "d2,.1,.2,.4,?,.1", "d3,-.1,.2,.4,.4,.1", *ROWS[3:]),
    "worst.csv": lines(HEADER, *(f"{case},.05,.05,.1,.2,.6" for case in MANY)),
    "best.csv": lines(HEADER, *(f"{case},.6,.2,.1,.05,.05" for case in MANY)),
    "gold.json": of_scales("A", "E", votes=True), "both.json": of_scales("A", "E"), "a.json": of_scales("A"),
    "wrong.json": of_scales("A", "E", wrong=("E",)), "every.json": of_scales("A", "E", wrong=("A", "E")),
    "e.json": of_scales("E"), "none.json": of_scales("S"), "off.json": OFF_NUGGETS, "broken.json": "[",
    "other.json": json.dumps([{"id": "q", "nugget": [HELPDESK]}]), "qrels.txt": f"{QRELS}2 0 d 0\n",
    "short.run": "1 Q0 a 1 3\n", "other.run": ELSEWHERE,
}  # fmt: skip
for _folder, (_facts, _held) in FOLDERS.items():
    FILES |= {f"{_folder}/{name}": text for name, text in _held.items()}
    FILES[f"{_folder}/task.json"] = json.dumps(_facts)


def write(folder):
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def answer(line):
    """Return the answer of a command in a folder with all of the files."""
    with TemporaryDirectory() as place, chdir(place):
        write(Path(place))
        return ended(*shlex.split(line))


def check(line):
    """Return the exit code of `check`, its rows, and what it notes but how each file was read."""
    found = answer(f"check {line}")
    read = (": as with ", ": a ", ": NTCIR ", ": this is ")
    return (
        found.code,
        [" | ".join(row.values()) for row in found.rows],
        [note for note in found.notes if not any(words in note for words in read)],
    )


def without_gold(line):
    return check(f"{shlex.join(TASK)} {line}")


@reviewed(__file__)
def test_check_says_what_was_reviewed(made, words):
    assert said(made, globals()) == words


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    return tmp_path


# --- templates ---


@pytest.mark.parametrize("form", WRITERS)
def test_a_template_passes_the_check_in_every_format(here, form):
    if form == "dbdc":  # several files in a zip
        return
    (here / "mine").write_text(done("template", *TASK, "--form", form).out)
    for task in (TASK, ("gold.csv",)):
        assert ended("check", *task, "mine", "--strict")[:2] == (0, "file,case,problem,action\n")
    rows = "\n".join([HEADER, *(f"{case},0.2,0.2,0.2,0.2,0.2" for case in IDS)]) + "\n"
    found = done("template gold.csv")
    assert (found.out, found.notes) == (rows, ["6 cases, classes -2, -1, 0, 1, 2"])


@pytest.mark.parametrize("form", [(), ("--form", "csv")])
def test_the_template_of_each_scale_is_accepted_with_and_without_its_name(here, form):
    for scale in ("A", "E"):
        (here / "mine").write_text(done("template", "gold.json", "--scale", scale, *form).out)
        for named in ((), ("--scale", scale)):
            found = ended("check", "gold.json", "mine", "--strict", *named)
            assert (found.code, "waits" in found.err) == (0, False)
            assert f"{'' if named else f'scale {scale}: '}mine: accepted" in found.notes
        assert done("score", "gold.json", "mine", "--measures", "NMD", "--scale", scale).rows
    (here / "one.json").write_text(of_scales("E", votes=True))
    for words in (("one.json",), (*TASK, "--form", "ntcir", "--scale", "E")):
        assert {scale for case in json.loads(done("template", *words).out) for scale in case["quality"]} == {"E"}


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in SAMPLES.glob("*/task.json")))
def test_the_samples_have_no_problem(sample):
    assert done("check", SAMPLES / sample).rows == []
