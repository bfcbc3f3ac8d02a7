"""Before submitting: a template, `check` without the gold, `--strict`, and one message per usual mistake."""

import csv
import io
import json

import pytest

from ordquant_core.__main__ import main
from ordquant_core.formats.json.ntcir import CLASSES
from tests.commands.files import SHARED, real

HEADER = "case,-2,-1,0,1,2"
IDS = [f"d{number}" for number in range(1, 7)]
ROWS = [f"{case},.1,.2,.4,.2,.1" for case in IDS]
TASK = ("--cases", "ids.txt", "--classes", "-2,-1,0,1,2")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("\n".join(IDS) + "\n")
    (tmp_path / "gold.csv").write_text("\n".join([HEADER, *(f"{case},9,5,3,2,{n}" for n, case in enumerate(IDS))]))
    return tmp_path


@pytest.fixture
def check(folder, capsys):
    def call(*lines, arguments=TASK, name="run.csv"):
        (folder / name).write_text("\n".join(lines) + "\n")
        where = ("check", *arguments, name) if arguments is TASK else ("check", *arguments)
        code = main([*where, "--strict"])
        out, err = capsys.readouterr()
        own = [line.removeprefix(f"note: {name}: ") for line in err.splitlines() if line.startswith(f"note: {name}: ")]
        words = ("a table", "an id", "rejected", "accepted")
        messages = [line for line in own if not line.startswith(words)]
        return code, list(csv.DictReader(io.StringIO(out))), messages

    return call


MISTAKES = [
    (
        [HEADER, *ROWS[:4]],
        "2 cases of the task's 6 are missing (d5, d6). A run needs an estimate for every case: add them, or start from "
        "the template.",
    ),
    ([HEADER, *ROWS, "d9,.1,.2,.4,.2,.1"], "1 case does not belong to this task (d9). Remove it."),
    (
        [HEADER, *(row.replace("d", "x") for row in ROWS)],
        "this looks like a file of another task: none of its 6 cases belongs to this task: x1 here, d1 there. Check "
        "that this is the run for this task and split.",
    ),
    (
        [HEADER, *(f"{case},10.5,20.5,39,20,10" for case in IDS)],
        "6 rows sum to 100: these are percentages. Divide the numbers by 100: the probabilities of a case sum to 1.",
    ),
    (
        ["case,1,2,3,4,5", *ROWS],
        "its classes are 1, 2, 3, 4, 5; those of the task are -2, -1, 0, 1, 2. Name the columns like this, in any "
        "order.",
    ),
    (
        [HEADER, *ROWS[:2], "d3,.2,.2,.4,.2", *ROWS[3:]],
        "line 4 has 5 fields, the first line has 6. Is a number missing, or is there an extra separator?",
    ),
    (
        [HEADER, *(f"{case},.1,.2,.4,.2,.05" for case in IDS)],
        "6 rows do not sum to 1 (case d1: (0.1, 0.2, 0.4, 0.2, 0.05) sums to 0.95). Give probabilities that sum to 1.",
    ),
]


@pytest.mark.parametrize("gold", [False, True], ids=["ids alone", "with the gold"])
@pytest.mark.parametrize(("lines", "message"), MISTAKES, ids=[words[:30] for _, words in MISTAKES])
def test_a_mistake_gets_one_message_that_says_what_to_do(check, lines, message, gold):
    code, rows, messages = check(*lines, arguments=("gold.csv", "run.csv") if gold else TASK)
    assert messages == [message]
    assert (code, bool(rows)) == (1, True)
    assert list(rows[0]) == ["file", "case", "problem", "action"]


def test_twenty_classes_with_nineteen_fields(folder, capsys):
    rows = [[case, *[".05"] * 20] for case in IDS]
    rows[2].pop()
    (folder / "run.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    classes = ",".join(map(str, range(1, 21)))
    assert main(["check", "--cases", "ids.txt", "--classes", classes, "run.tsv", "--strict"]) == 1
    assert "run.tsv: line 3 has 20 fields, the first line has 21. Is a number missing" in capsys.readouterr().err


def test_a_sound_run_passes_and_classes_may_stand_in_any_order(check):
    assert check(HEADER, *ROWS) == (0, [], [])
    assert check("case,2,1,0,-1,-2", *ROWS) == (0, [], [])


def test_classes_without_names_are_read_in_an_order_that_is_said(check):
    code, rows, messages = check(*ROWS)
    assert (code, rows) == (0, [])
    assert messages == [
        "its classes have no names and are read in the order -2, -1, 0, 1, 2. If yours differs, reorder them."
    ]


def test_a_run_in_the_opposite_order_is_noticed_where_the_gold_is_there(check):
    rows = [f"{case},.05,.05,.1,.2,.6" for case in IDS]
    code, _, messages = check(HEADER, *rows, arguments=("gold.csv", "run.csv"))
    assert code == 0
    assert len(messages) == 1
    assert messages[0].startswith("it scores much better with its classes in the opposite order (mean NMD 0.")
    assert check(HEADER, *(f"{case},.6,.2,.1,.05,.05" for case in IDS), arguments=("gold.csv", "run.csv"))[2] == []


def test_without_strict_problems_do_not_fail(folder, capsys):
    (folder / "run.csv").write_text("\n".join([HEADER, *ROWS[:4]]))
    assert main(["check", *TASK, "run.csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--cases", "ids.txt", "run.csv"], "--cases needs the classes of the task"),
        (["--cases", "none.txt", "--classes", "a,b", "run.csv"], "there is no such file"),
        (["--cases", "twice.txt", "--classes", "a,b", "run.csv"], "twice.txt, case x: this id occurs twice"),
        (["--cases", "ids.txt", "--classes", "a,a", "run.csv"], "two or more different labels"),
        ([*TASK, "baseline:uniform"], "without the gold there are no baselines"),
    ],
)
def test_a_task_that_is_not_described_is_refused(folder, capsys, arguments, words):
    (folder / "twice.txt").write_text("x\ny\nx\n")
    (folder / "run.csv").write_text("\n".join([HEADER, *ROWS]))
    assert main(["check", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


@pytest.mark.parametrize("form", ["csv", "lequa", "ntcir", "semeval", "lewidi"])
def test_a_template_passes_the_check_in_every_format(folder, capsysbinary, form):
    assert main(["template", *TASK, "--form", form]) == 0
    (folder / "mine").write_bytes(capsysbinary.readouterr().out)
    assert main(["check", *TASK, "mine", "--strict"]) == 0
    assert main(["check", "gold.csv", "mine", "--strict"]) == 0


def test_a_template_of_a_gold_holds_its_cases_and_classes_and_nothing_else(folder, capsysbinary):
    assert main(["template", "gold.csv"]) == 0
    expected = "\n".join(["case,-2,-1,0,1,2", *(f"{case},0.2,0.2,0.2,0.2,0.2" for case in IDS)]) + "\n"
    assert capsysbinary.readouterr().out.decode() == expected
    assert main(["template"]) == 2
    assert b"give GOLD, or --cases with --classes" in capsysbinary.readouterr().err


@real
def test_the_template_of_the_real_task_is_a_submission_of_all_its_scales(tmp_path, capsysbinary):
    gold = SHARED / "gold_test.json"
    assert main(["template", str(gold), "--scale", "all"]) == 0
    data = capsysbinary.readouterr().out
    written = json.loads(data)
    assert {scale: set(values) for scale, values in written[0]["quality"].items()} == {"A": {*CLASSES}, "E": {*CLASSES}}
    (tmp_path / "mine.json").write_bytes(data)
    (tmp_path / "ids.txt").write_text("\n".join(case["id"] for case in written))
    assert main(["check", str(gold), str(tmp_path / "mine.json"), "--scale", "all", "--strict"]) == 0
    task = ("--cases", str(tmp_path / "ids.txt"), "--classes", "-2,-1,0,1,2", "--scale", "all", "--strict")
    assert main(["check", *task, str(tmp_path / "mine.json")]) == 0
    written[3]["quality"]["E"] = {"-2": 1}
    (tmp_path / "mine.json").write_text(json.dumps(written[:-1]))
    capsysbinary.readouterr()
    assert main(["check", *task, str(tmp_path / "mine.json")]) == 1
    assert capsysbinary.readouterr().out.startswith(b"scale,file,case,problem,action")
