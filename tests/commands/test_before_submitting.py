"""Before submitting: a template, `check` without the gold, `--strict`, and one message per usual mistake."""

import csv
import io
import json

import pytest

from ordquant_core.__main__ import main
from ordquant_core.formats.official.ntcir import CLASSES
from tests.commands.files import SHARED, real

HEADER = "case,-2,-1,0,1,2"
IDS = [f"d{number}" for number in range(1, 7)]
ROWS = [f"{case},.1,.2,.4,.2,.1" for case in IDS]
TASK = ("--cases", "ids.txt", "--classes", "-2,-1,0,1,2")


def votes(case, n):
    return f"{case},{9 - n},{5 - n % 3},{3 + n % 3},{2 + n // 3},{n - n // 3}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("\n".join(IDS) + "\n")
    (tmp_path / "gold.csv").write_text("\n".join([HEADER, *(votes(case, n) for n, case in enumerate(IDS))]))
    (tmp_path / "many.csv").write_text("\n".join([HEADER, *MANY_VOTES]))
    return tmp_path


MANY = [f"d{number}" for number in range(1, 9)]
MANY_VOTES = [f"{case},9,5,3,2,{n % 3}" for n, case in enumerate(MANY)]
REVERSED = (
    "its mean NMD is 0.556; with its classes in the opposite order it would be 0.079, smaller on 8 of 8 cases. The "
    "classes may be in the wrong order: check them."
)


@pytest.fixture
def check(folder, capsys):
    def call(*lines, arguments=TASK, name="run.csv"):
        (folder / name).write_text("\n".join(lines) + "\n")
        where = ("check", *arguments, name) if arguments is TASK else ("check", *arguments)
        code = main([*where, "--strict"])
        out, err = capsys.readouterr()
        own = [line.removeprefix(f"note: {name}: ") for line in err.splitlines() if line.startswith(f"note: {name}: ")]
        words = ("a table", "a column per class", "as with", "a LeWiDi run", "rejected", "accepted")
        messages = [line for line in own if not line.startswith(words)]
        return code, list(csv.DictReader(io.StringIO(out))), messages

    return call


MISTAKES = [
    (
        [HEADER, *ROWS[:4]],
        "2 cases of the task's 6 are missing (d5, d6). A run needs an estimate for every case: add them.",
    ),
    ([HEADER, *ROWS, "d9,.1,.2,.4,.2,.1"], "1 case does not belong to this task (d9). Remove it."),
    (
        [HEADER, *(row.replace("d", "x") for row in ROWS)],
        "none of its 6 cases occurs in the gold: x1 in run.csv, d1 in the gold; choose the gold it belongs to (is it "
        "for another split?).",
    ),
    (
        [HEADER, *(f"{case},10.5,20.5,39,20,10" for case in IDS)],
        "6 rows do not sum to 1 (line 2, case d1: (10.5, 20.5, 39, 20, 10) sums to 100, as percentages do). Give "
        "probabilities that sum to 1. If these are percentages, divide them by 100.",
    ),
    (
        ["case,1,2,3,4,5", *ROWS],
        '"3", "4", "5" are not classes of this task, and -2, -1, 0 are missing. Give the classes of the gold (-2, -1, '
        "0, 1, 2).",
    ),
    (
        [HEADER, *ROWS[:2], "d3,.2,.2,.4,.2", *ROWS[3:]],
        "line 4: 5 cells; the header has 6: give each row as many; if it does not belong to the task, remove it.",
    ),
    (
        [HEADER, *(f"{case},.1,.2,.4,.2,.05" for case in IDS)],
        "6 rows do not sum to 1 (line 2, case d1: (0.1, 0.2, 0.4, 0.2, 0.05) sums to 0.95). Give probabilities "
        "that sum to 1.",
    ),
]


@pytest.mark.parametrize("gold", [False, True], ids=["ids alone", "with the gold"])
@pytest.mark.parametrize(("lines", "message"), MISTAKES, ids=[words[:30] for _, words in MISTAKES])
def test_a_mistake_gets_one_message_that_says_what_to_do(check, lines, message, gold):
    code, rows, messages = check(*lines, arguments=("gold.csv", "run.csv") if gold else TASK)
    assert messages == [message]
    assert (code, bool(rows)) == (1, True)
    assert list(rows[0]) == ["file", "case", "problem", "action"]


def test_a_sound_run_passes_and_classes_may_stand_in_any_order(check):
    assert check(HEADER, *ROWS) == (0, [], [])
    assert check("case,2,1,0,-1,-2", *ROWS) == (0, [], [])


def test_classes_without_names_are_read_in_an_order_that_is_said(check):
    code, rows, messages = check(*(f"{case}\t[0.1, 0.2, 0.4, 0.2, 0.1]" for case in IDS))
    assert (code, rows) == (0, [])
    assert messages == [
        "its classes have no names and are read in the order -2, -1, 0, 1, 2. If yours differs, reorder them."
    ]


def test_a_run_in_the_opposite_order_is_noticed_where_the_gold_is_there(check):
    rows = [f"{case},.05,.05,.1,.2,.6" for case in MANY]
    arguments = ("many.csv", "run.csv", "--layout", "class-columns", "--case", "case")
    code, _, messages = check(HEADER, *rows, arguments=arguments)
    assert code == 0
    assert messages == [REVERSED]
    assert check(HEADER, *(f"{case},.6,.2,.1,.05,.05" for case in MANY), arguments=arguments)[2] == []


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
def test_a_task_that_is_not_described_is_refused(folder, refused, arguments, words):
    (folder / "twice.txt").write_text("x\ny\nx\n")
    (folder / "run.csv").write_text("\n".join([HEADER, *ROWS]))
    assert words in refused("check", *arguments)


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
def two_scales(folder):
    (folder / "gold.json").write_text(of_scales("A", "E", votes=True))
    (folder / "both.json").write_text(of_scales("A", "E"))
    (folder / "wrong.json").write_text(of_scales("A", "E", wrong=("E",)))
    (folder / "only.json").write_text(of_scales("A"))
    (folder / "run.csv").write_text("\n".join([HEADER, *ROWS]))
    return folder


def test_a_task_with_two_scales_is_checked_on_both_where_none_is_named(two_scales, capsys):
    for task in (("gold.json",), TASK):
        for run in ("both.json", "run.csv"):
            assert main(["check", *task, run, "--strict"]) == 0, (task, run)
        capsys.readouterr()
        assert main(["check", *task, "wrong.json", "--strict"]) == 1
        out, err = capsys.readouterr()
        (row,) = csv.DictReader(io.StringIO(out))
        assert row["problem"].startswith("on scale E: (0.1, 0.2, 0.4, 0.2, 0.05) sums to 0.95")
        assert "note: scale A: wrong.json: accepted\n" in err
        assert "note: scale E: wrong.json: rejected\n" in err


def test_a_run_for_one_scale_of_the_gold_is_checked_on_it_and_said_to_lack_the_other(two_scales, capsys):
    for scale, other in (("A", "E"), ("E", "A")):
        (two_scales / "only.json").write_text(of_scales(scale))
        assert main(["check", "gold.json", "only.json", "both.json", "--strict"]) == 0
        err = capsys.readouterr().err
        assert f"note: only.json: checked on scale {scale} alone: it has no scale {other}" in err
        assert f"note: scale {scale}: only.json: accepted\n" in err
        assert f"scale {other}: only.json" not in err
        assert {f"note: scale {one}: both.json: accepted" for one in "AE"} <= {*err.splitlines()}
    (two_scales / "only.json").write_text(of_scales("A"))


@pytest.mark.parametrize("form", [(), ("--form", "csv")])
def test_the_template_of_each_scale_is_accepted_with_and_without_its_name(two_scales, capsys, form):
    for scale in ("A", "E"):
        assert main(["template", "gold.json", "--scale", scale, *form]) == 0
        (two_scales / "mine").write_text(capsys.readouterr().out)
        for named in ((), ("--scale", scale)):
            assert main(["check", "gold.json", "mine", "--strict", *named]) == 0
            err = capsys.readouterr().err
            assert f"{'' if named else f'scale {scale}: '}mine: accepted\n" in err
            assert "waits" not in err
        assert main(["score", "gold.json", "mine", "--measures", "NMD", "--scale", scale]) == 0
        capsys.readouterr()


def test_a_run_that_lacks_a_scale_of_the_gold_is_said_to_lack_it(two_scales, capsys):
    assert main(["check", "gold.json", "only.json", "--scale", "all", "--strict"]) == 1
    out, err = capsys.readouterr()
    (row,) = csv.DictReader(io.StringIO(out))
    assert row["problem"] == "has no scale E, which is the gold's (gold.json), but A"
    assert "only.json: has no scale E, which is the gold's (gold.json), but A; give a file with this scale" in err
    assert "another task" not in err
    assert main(["check", *TASK, "--scale", "E", "only.json", "--strict"]) == 1
    assert 'only.json,,"has no scale E, but A"' in capsys.readouterr().out
    assert main(["check", *TASK, "--scale", "A", "only.json", "--strict"]) == 0


def test_all_scales_are_those_of_the_gold_whatever_scale_a_task_prefers(two_scales, capsys):
    (two_scales / "task.json").write_text(json.dumps({"gold": "gold.json", "runs": ["wrong.json"], "scale": "A"}))
    assert main(["check", "."]) == 0
    assert capsys.readouterr().out == "file,case,problem,action\n"
    assert main(["check", ".", "--scale", "all"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["scale"], row["file"]) for row in rows] == [("E", "./wrong.json")]
    (two_scales / "task.json").write_text(json.dumps({"gold": "gold.json", "runs": ["both.json"], "scale": "A"}))
    assert main(["score", ".", "--scale", "all", "--measures", "NMD"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["scale"] for row in rows] == ["A", "E"]


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


def test_problems_of_one_kind_are_counted_as_such_and_others_as_others(check):
    rows = ["d1,.1,.2,.4,,.1", "d2,.1,.2,.4,?,.1", "d3,-.1,.2,.4,.4,.1", *ROWS[3:]]
    assert check(HEADER, *rows)[2] == [
        "line 2, case d1: column 1 is empty; fill it in, or say what empty cells mean (--empty 0: no vote for the "
        "class).",
        "line 3, case d2: column 1 is '?', not a number; expected a finite number such as 0.25.",
        "line 4, case d3: (-0.1, 0.2, 0.4, 0.4, 0.1) holds the negative number -0.1; give numbers >= 0.",
    ]


@pytest.mark.parametrize(("arguments", "scales"), [((), {"E"}), (("--scale", "E"), {"E"})])
def test_a_template_is_of_the_scale_of_the_gold(two_scales, capsys, arguments, scales):
    (two_scales / "one.json").write_text(of_scales("E", votes=True))
    assert main(["template", "one.json", *arguments]) == 0
    written = capsys.readouterr().out
    assert {scale for case in json.loads(written) for scale in case["quality"]} == scales
    (two_scales / "mine.json").write_text(written)
    assert main(["check", "one.json", "mine.json", "--strict"]) == 0
