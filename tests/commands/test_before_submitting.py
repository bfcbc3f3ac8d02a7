"""Before submitting: `check` with and without the gold says one message per mistake, and a template is a valid run."""

import json
from pathlib import Path

import pytest

from ordquant_core.formats.official.ntcir import CLASSES
from ordquant_core.tasks.writing.runs import WRITERS
from tests.commands.files import GOLD, RUN, SAMPLES, describe, done, ended, refused

HEADER = "case,-2,-1,0,1,2"
IDS = [f"d{number}" for number in range(1, 7)]
ROWS = [f"{case},.1,.2,.4,.2,.1" for case in IDS]
TASK = ("--cases", "ids.txt", "--classes", "-2,-1,0,1,2")
MANY = [f"d{number}" for number in range(1, 9)]
MANY_VOTES = [f"{case},9,5,3,2,{n % 3}" for n, case in enumerate(MANY)]
REVERSED = (
    "its mean NMD is 0.556; with its classes in the opposite order it would be 0.079, smaller on 8 of 8 cases. The "
    "classes may be in the wrong order: check them."
)


def votes(case, n):
    return f"{case},{9 - n},{5 - n % 3},{3 + n % 3},{2 + n // 3},{n - n // 3}"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("\n".join(IDS) + "\n")
    (tmp_path / "gold.csv").write_text("\n".join([HEADER, *(votes(case, n) for n, case in enumerate(IDS))]))
    (tmp_path / "many.csv").write_text("\n".join([HEADER, *MANY_VOTES]))
    (tmp_path / "run.csv").write_text("\n".join([HEADER, *ROWS]))
    return tmp_path


def checked(*lines, arguments=TASK, name="run.csv"):
    """Check a run of these lines; return the exit code, the rows, and what is said of it but how it was read."""
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = ended("check", *arguments, name, "--strict")
    own = [note.removeprefix(f"{name}: ") for note in found.notes if note.startswith(f"{name}: ")]
    words = ("a table", "a column per class", "as with", "a LeWiDi run", "rejected", "accepted")
    return found.code, found.rows, [note for note in own if not note.startswith(words)]


MISTAKES = [
    ([HEADER, *ROWS[:4]],
     "2 cases of the task's 6 are missing (d5, d6). A run needs an estimate for every case: add them."),
    ([HEADER, *ROWS, "d9,.1,.2,.4,.2,.1"], "1 case does not belong to this task (d9). Remove it."),
    ([HEADER, *(row.replace("d", "x") for row in ROWS)],
     "none of its 6 cases occurs in the gold: x1 in run.csv, d1 in the gold; choose the gold it belongs to (is it "
     "for another split?)."),
    ([HEADER, *(f"{case},10.5,20.5,39,20,10" for case in IDS)],
     "6 rows do not sum to 1 (line 2, case d1: (10.5, 20.5, 39, 20, 10) sums to 100, as percentages do). Give "
     "probabilities that sum to 1. If these are percentages, divide them by 100."),
    (["case,1,2,3,4,5", *ROWS],
     '"3", "4", "5" are not classes of this task, and -2, -1, 0 are missing. Give the classes of the gold (-2, -1, '
     "0, 1, 2)."),
    ([HEADER, *ROWS[:2], "d3,.2,.2,.4,.2", *ROWS[3:]],
     "line 4: 5 cells; the header has 6: give each row as many; if it does not belong to the task, remove it."),
    ([HEADER, *(f"{case},.1,.2,.4,.2,.05" for case in IDS)],
     "6 rows do not sum to 1 (line 2, case d1: (0.1, 0.2, 0.4, 0.2, 0.05) sums to 0.95). Give probabilities "
     "that sum to 1."),
]  # fmt: skip


@pytest.mark.parametrize("arguments", [TASK, ("gold.csv",)], ids=["ids alone", "with the gold"])
@pytest.mark.parametrize(("lines", "message"), MISTAKES, ids=[words[:30] for _, words in MISTAKES])
def test_a_mistake_gets_one_message_that_says_what_to_do(here, lines, message, arguments):
    code, rows, messages = checked(*lines, arguments=arguments)
    assert messages == [message]
    assert (code, bool(rows)) == (1, True)


def test_problems_of_several_kinds_each_have_a_message(here):
    rows = ["d1,.1,.2,.4,,.1", "d2,.1,.2,.4,?,.1", "d3,-.1,.2,.4,.4,.1", *ROWS[3:]]
    assert checked(HEADER, *rows)[2] == [
        "line 2, case d1: column 1 is empty; fill it in, or say what empty cells mean (--empty 0: no vote for the "
        "class).",
        "line 3, case d2: column 1 is '?', not a number; expected a finite number such as 0.25.",
        "line 4, case d3: (-0.1, 0.2, 0.4, 0.4, 0.1) holds the negative number -0.1; give numbers >= 0.",
    ]


def test_a_sound_run_passes_in_any_order_of_classes_and_the_opposite_order_is_noticed(here):
    assert checked(HEADER, *ROWS) == (0, [], [])
    assert checked("case,2,1,0,-1,-2", *ROWS) == (0, [], [])
    assert checked(*(f"{case}\t[0.1, 0.2, 0.4, 0.2, 0.1]" for case in IDS)) == (
        *(0, []),
        ["its classes have no names and are read in the order -2, -1, 0, 1, 2. If yours differs, reorder them."],
    )
    many = ("many.csv", "--layout", "class-columns", "--case", "case")
    assert checked(HEADER, *(f"{case},.05,.05,.1,.2,.6" for case in MANY), arguments=many)[::2] == (0, [REVERSED])
    assert checked(HEADER, *(f"{case},.6,.2,.1,.05,.05" for case in MANY), arguments=many)[2] == []


# --- several scales ---


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


@pytest.fixture
def scales(here):
    (here / "gold.json").write_text(of_scales("A", "E", votes=True))
    (here / "both.json").write_text(of_scales("A", "E"))
    (here / "wrong.json").write_text(of_scales("A", "E", wrong=("E",)))
    (here / "only.json").write_text(of_scales("A"))
    return here


def test_a_task_with_two_scales_is_checked_on_both_where_none_is_named(scales):
    for task in (("gold.json",), TASK):
        for run in ("both.json", "run.csv"):
            assert ended("check", *task, run, "--strict").code == 0, (task, run)
        found = ended("check", *task, "wrong.json", "--strict")
        ((problem,), code) = [row["problem"] for row in found.rows], found.code
        assert (problem.startswith("on scale E: (0.1, 0.2, 0.4, 0.2, 0.05) sums to 0.95"), code) == (True, 1)
        assert {"scale A: wrong.json: accepted", "scale E: wrong.json: rejected"} <= {*found.notes}
        for scale, rows in (("A", 0), ("E", 1)):
            alone = done("check", *task, "wrong.json", "--scale", scale)
            assert (len(alone.rows), alone.columns) == (rows, found.columns)
        assert found.columns == ["file", "case", "problem", "action"]
        both = done("check", *task, "wrong.json", "--scale", "all").rows
        assert [(row["scale"], row["problem"][:4]) for row in both] == [("E", "(0.1")]
    (scales / "every.json").write_text(of_scales("A", "E", wrong=("A", "E")))
    found = done("check gold.json every.json")
    assert [row["problem"].startswith("(0.1") for row in found.rows] == [True]  # on every scale: said once


@pytest.mark.parametrize(("scale", "other"), [("A", "E"), ("E", "A")])
def test_a_run_for_one_scale_of_the_gold_is_checked_on_it_and_said_to_lack_the_other(scales, scale, other):
    (scales / "only.json").write_text(of_scales(scale))
    found = done("check gold.json only.json both.json --strict")
    assert f"only.json: checked on scale {scale} alone: it has no scale {other}. --scale all checks it on" in found.err
    assert f"scale {scale}: only.json: accepted" in found.notes
    assert f"scale {other}: only.json" not in found.err
    assert {f"scale {one}: both.json: accepted" for one in "AE"} <= {*found.notes}
    every = ended("check gold.json only.json --scale all --strict")
    (row,) = every.rows
    assert (every.code, row["problem"]) == (1, f"has no scale {other}, which is the gold's (gold.json), but {scale}")
    assert f"but {scale}; give a file with this scale" in every.err
    missing = ended("check", *TASK, "--scale", other, "only.json", "--strict")
    assert (missing.code, missing.rows[0]["problem"]) == (1, f"has no scale {other}, but {scale}")
    assert ended("check", *TASK, "--scale", scale, "only.json", "--strict").code == 0


def test_all_scales_are_those_of_the_gold_whatever_scale_a_task_prefers(scales):
    describe(scales, gold="gold.json", runs=["wrong.json"], scale="A")
    assert done("check .").out == "file,case,problem,action\n"
    rows = done("check . --scale all").rows
    assert [(row["scale"], row["file"]) for row in rows] == [("E", "./wrong.json")]
    describe(scales, gold="gold.json", runs=["both.json"], scale="A")
    assert [row["scale"] for row in done("score . --scale all --measures NMD").rows] == ["A", "E"]


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
def test_the_template_of_each_scale_is_accepted_with_and_without_its_name(scales, form):
    for scale in ("A", "E"):
        (scales / "mine").write_text(done("template", "gold.json", "--scale", scale, *form).out)
        for named in ((), ("--scale", scale)):
            found = ended("check", "gold.json", "mine", "--strict", *named)
            assert (found.code, "waits" in found.err) == (0, False)
            assert f"{'' if named else f'scale {scale}: '}mine: accepted" in found.notes
        assert done("score", "gold.json", "mine", "--measures", "NMD", "--scale", scale).rows
    (scales / "one.json").write_text(of_scales("E", votes=True))
    assert {scale for case in json.loads(done("template one.json").out) for scale in case["quality"]} == {"E"}
    by_cases = done("template", *TASK, "--form", "ntcir", "--scale", "E").out
    assert {scale for case in json.loads(by_cases) for scale in case["quality"]} == {"E"}


# --- folders, nuggets and ranked lists ---

CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
TURNS = {"turns": [{"sender": "customer"}, {"sender": "helpdesk"}]}
NUGGETS = [{"id": "p", **TURNS, "annotations": [{"nugget": ["CNUG", "HNUG"]}]}]
QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 d 1\n"
LISTS = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in SAMPLES.glob("*/task.json")))
def test_the_samples_have_no_problem(sample):
    assert done("check", SAMPLES / sample).rows == []


def places(answer):
    return [(row["file"], row["case"]) for row in answer.rows]


def test_check_reports_the_problems_of_task_json_and_of_all_files(folder):
    (folder / "task" / "runs").mkdir(parents=True)
    (folder / "task" / "gold.csv").write_text(GOLD)
    (folder / "task" / "runs" / "one.csv").write_text(RUN)
    (folder / "task" / "runs" / "two.csv").write_text((folder / "off.csv").read_text())
    (folder / "task" / "runs" / "empty.csv").write_text("")
    describe(folder / "task", titel="T", gold="gold.csv", runs=["runs/*.csv", "none/*.csv"])
    found = done("check task")
    assert places(found) == [
        ("task/task.json", "titel"),
        ("task/task.json", "runs, entry 2"),
        ("task/runs/empty.csv", ""),
        ("task/runs/two.csv", "line 2, case x"),
    ]
    assert (found.rows[0]["problem"], found.rows[0]["action"]) == ("this key is unknown", 'did you mean "title"?')


def test_nuggets_are_checked_and_scored_by_their_files_or_their_folder(folder):
    off = [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}]
    (folder / "task" / "runs").mkdir(parents=True)
    for name, content in {
        **{"task/gold.json": NUGGETS, "task/runs/one.json": [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}]},
        **{"off.json": off, "other.json": [{"id": "q", "nugget": [HELPDESK]}]},
    }.items():
        (folder / name).write_text(json.dumps(content))
    (folder / "broken.json").write_text("[")
    describe(folder / "task", kind="nuggets", gold="gold.json", runs=["runs/*.json"])
    assert done("nuggets task").rows == done("nuggets task/gold.json task/runs/one.json").rows
    assert done("check task").rows == []
    found = done("check --nuggets task/gold.json off.json other.json broken.json")
    assert places(found) == [
        ("off.json", "dialogue p, block 2 (helpdesk)"),
        ("broken.json", "line 1, column 2"),
        ("other.json", "dialogue p"),
        ("other.json", "dialogue q"),
    ]
    assert "other.json, dialogue p: this dialogue is missing" in refused("nuggets task/gold.json other.json")
    repaired = done("check --nuggets task/gold.json off.json --repair renormalise")
    assert (repaired.rows, "divided by its sum" in repaired.err) == ([], True)
    (folder / "task" / "runs" / "off.json").write_text(json.dumps(off))
    assert [file for file, _ in places(done("check task"))] == ["task/runs/off.json"]
    describe(folder / "task", kind="nuggets", gold="gold.json", runs=["runs/*.json"], repairs="renormalise", titel="T")
    assert places(done("check task")) == [("task/task.json", "titel")]
    assert "task/task.json, titel: this key is unknown" in refused("nuggets task")


def test_ranked_lists_are_checked_and_scored_by_their_files_or_their_folder(folder):
    (folder / "task" / "runs").mkdir(parents=True)
    for name, text in {
        **{"task/qrels.txt": QRELS, "task/runs/one.run": LISTS, "qrels.txt": f"{QRELS}2 0 d 0\n"},
        **{"short.run": "1 Q0 a 1 3\n", "other.run": "9 Q0 a 1 3 x\n"},
    }.items():
        (folder / name).write_text(text)
    expected = done("rank-lists task/qrels.txt task/runs/one.run --measures RIC").rows
    for facts in ({"gold": "qrels.txt", "runs": ["runs"]}, {}):
        describe(folder / "task", kind="ranked lists", **facts)
        assert done("rank-lists task --measures RIC").rows == expected
        assert done("check task").rows == []
    found = done("check --ranked-lists task/qrels.txt short.run other.run")
    assert places(found) == [("short.run", "line 1"), ("other.run", "")]
    found = done("check --ranked-lists qrels.txt short.run task/runs/one.run")
    assert places(found) == [("qrels.txt", "line 5, topic 2"), ("short.run", "line 1")]
    (folder / "task" / "runs" / "note.txt").write_text("hello")
    (folder / "task" / "runs" / "other.run").write_text("9 Q0 a 1 3 x\n")
    describe(folder / "task", kind="ranked lists", gold="qrels.txt", runs=["runs"])
    assert [file for file, _ in places(done("check task"))] == ["task/runs/note.txt", "task/runs/other.run"]
    describe(folder / "task", kind="ranked lists", gold="runs/one.run", runs=["runs/other.run"])
    row = done("check task").rows[0]
    assert (row["file"], row["case"], row["problem"]) == ("task/runs/one.run", "", "holds no judgements (qrels)")
