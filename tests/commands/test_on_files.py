"""`check`, `score` and `compare` on every kind of file, and the repairs that are made on request only."""

import json
import math
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.zips import zipped

SHARED = Path(__file__).parents[2] / "../shared/data"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared tasks' files are not here")
FIVE = ("-2", "-1", "0", "1", "2")


@pytest.fixture
def call(call, monkeypatch, tmp_path):
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return call


@pytest.fixture
def made(call):
    """Run a command that must succeed; returns its rows without the header, and the notes."""

    def run(*arguments):
        code, rows, err = call(*arguments)
        assert code == 0, err
        return rows[1:], err

    return run


@pytest.mark.parametrize("path", ["task", "task/", "./task", ".", "./", "../task"])
def test_a_folder_is_read_by_every_way_to_name_it(call, monkeypatch, path):
    Path("task/runs").mkdir(parents=True)
    Path("task/gold.csv").write_text("case,a,b\nx,1,3\ny,2,2\n")
    Path("task/runs/one.csv").write_text("case,a,b\nx,.5,.5\ny,1,0\n")
    if path.startswith((".", "..")) and path != "./task":
        monkeypatch.chdir("task")
    code, rows, err = call("score", path)
    assert code == 0, err
    assert {row[0] for row in rows[1:]} == {"one"}
    assert call("check", path)[1] == [["file", "case", "problem", "action"]]


def test_a_missing_case_counts_as_the_end_of_the_scale(call):
    """By hand: the gold (.5, 0, .5) is 1/2 away from either end by NMD, but the middle would be worse by NVD."""
    Path("gold.csv").write_text("case,a,b,c\nx,5,0,5\ny,0,4,0\n")
    Path("run.csv").write_text("case,a,b,c\ny,0,1,0\n")
    options = ["--missing", "end", "--measures", "NMD,NVD", "--per-case", "--layout", "class-columns", "--case", "case"]
    code, rows, err = call("score", "gold.csv", "run.csv", *options)
    assert code == 0, err
    assert [row[3] for row in rows[1:] if row[1] == "x"] == ["0.5", "0.5"]
    assert "1 missing case scored as the end of the scale farther from the gold (x)" in err


def test_check_writes_a_row_for_every_problem_and_succeeds(call):
    Path("gold.csv").write_text("case,a,b\nx,1,3\ny,2,2\n")
    Path("run.csv").write_text("case,a,b\nx,.5,.49\nz,1,0\n")
    code, rows, _ = call("check", "gold.csv", "run.csv")
    assert code == 0
    assert rows[0] == ["file", "case", "problem", "action"]
    assert [row[:3] for row in rows[1:]] == [
        ["run.csv", "line 2, case x", "(0.5, 0.49) sums to 0.99"],
        ["run.csv", "case y", "this case is missing"],
        ["run.csv", "case z", "the gold has no such case"],
    ]
    assert "renormalise" in rows[1][3]
    assert "drop-missing" in rows[2][3]
    assert "drop-surplus" in rows[3][3]


def test_check_of_a_faultless_task_writes_the_header_alone_and_says_what_it_saw(call):
    Path("gold.csv").write_text("case,1,2\nx,0,4\ny,2,2\n")
    code, rows, err = call("check", "gold.csv", "baseline:uniform")
    assert (code, len(rows)) == (0, 1)
    assert "note: gold.csv: a column per class, 2 cases, 2 classes (1, 2), 4 votes each\n" in err
    assert "note: gold.csv: as with --layout class-columns --case case --columns 1,2\n" in err


def test_a_run_of_several_is_named_after_its_file(call, made):
    Path("all.csv").write_text("system,topic,0,1\nGOLD,t,1,3\none,t,2,2\ntwo,t,4,0\n")
    assert "Does each value of system name a run?" in call("score", "all.csv")[2]
    said = ["--measures", "NMD", "--layout", "class-columns", "--case", "topic", "--system", "system"]
    rows, _ = made("score", "all.csv", *said)
    assert [row[0] for row in rows] == ["one", "two"]
    assert made("score", "all.csv", "all.csv", *said)[0] == rows
    assert made("score", "all.csv", "all.csv:two", "baseline:uniform", *said)[0] == [
        rows[1],
        ["Uniform", "NMD", "0.25", "1"],
    ]
    assert made("compare", "all.csv", "all.csv:two", "all.csv:one", *said)[0][0][:4] == ["NMD", "0", "1", "0"]
    code, _, err = call("compare", "all.csv", "all.csv", "all.csv:one", *said)
    assert (code, err) == (2, "error: all.csv contains 2 runs; name one of them as FILE:NAME.\n")
    assert "are the same run, one" in call("compare", "all.csv", "all.csv:one", "all.csv:one", *said)[2]
    assert "there is no such run" in call("score", "all.csv", "all.csv:three", *said)[2]


@pytest.mark.slow
@real
def test_stc3_agrees_with_the_definitions_whatever_the_order_of_files_cases_and_keys(made):
    """Everything here is computed again from the JSON, in plain Python, by the formulas of the papers."""
    names = [path.name for path in sorted((SHARED / "stc3/runs_quality").glob("*.json"))]
    gold = json.loads((SHARED / "stc3/gold_test.json").read_bytes())
    chance = random.Random(4)
    for scale in "AE":
        expected = {}
        shares = {}
        for case in gold:
            counts = Counter(annotation["quality"][scale] for annotation in case["annotations"])
            shares[case["id"]] = [counts[label] / len(case["annotations"]) for label in range(-2, 3)]
        for name in names:
            run = json.loads((SHARED / "stc3/runs_quality" / name).read_bytes())
            scores = {"NMD": [], "RSNOD": [], "RNOD": [], "NVD": [], "RNSS": [], "JSD": []}
            for case in run:
                p = [case["quality"][scale][label] for label in FIVE]
                p = [value / math.fsum(p) for value in p]
                for key, value in plain_measures(shares[case["id"]], p).items():
                    scores[key].append(value)
            for key, values in scores.items():
                expected[name.removesuffix(".json"), key] = math.fsum(values) / len(values)
        keys = ",".join(sorted({key for _, key in expected}))
        paths = [SHARED / "stc3/runs_quality" / name for name in names]
        rows, err = made("score", SHARED / "stc3/gold_test.json", *paths, "--scale", scale, "--measures", keys)
        assert [line for line in err.splitlines() if "hold the same estimates" not in line] == []
        assert {(row[0], row[1]): float(row[2]) for row in rows} == pytest.approx(expected, abs=1e-12)

        Path("gold.json").write_text(json.dumps(shuffled(gold, chance)))
        for name in names:
            Path(name).write_text(
                json.dumps(shuffled(json.loads((SHARED / "stc3/runs_quality" / name).read_bytes()), chance))
            )
        moved, _ = made("score", "gold.json", *chance.sample(names, len(names)), "--scale", scale, "--measures", keys)
        assert {(row[0], row[1]): float(row[2]) for row in moved} == pytest.approx(expected, abs=1e-12)


def shuffled(value, chance):
    """The same JSON, its cases and the keys of its objects in another order (lists inside a case keep theirs)."""
    cases = chance.sample(value, len(value))
    return [{key: _keys_moved(case[key], chance) for key in chance.sample(list(case), len(case))} for case in cases]


def _keys_moved(value, chance):
    if isinstance(value, dict):
        return {key: _keys_moved(value[key], chance) for key in chance.sample(list(value), len(value))}
    return [_keys_moved(part, chance) for part in value] if isinstance(value, list) else value


def plain_measures(g, p):
    n = len(g)

    def order_aware(weights, other):
        costs = [sum(abs(i - j) * (weights[j] - other[j]) ** 2 for j in range(n)) for i in range(n) if weights[i] > 0]
        return sum(costs) / len(costs)

    def divergence(a, b):
        return sum(x * math.log2(x / y) for x, y in zip(a, b, strict=True) if x > 0)

    middle = [(x + y) / 2 for x, y in zip(g, p, strict=True)]
    gaps = [abs(sum(g[: i + 1]) - sum(p[: i + 1])) for i in range(n)]
    rnod = order_aware(g, p) / (n - 1)
    return {
        "NMD": sum(gaps) / (n - 1),
        "RNOD": math.sqrt(rnod),
        "RSNOD": math.sqrt((rnod + order_aware(p, g) / (n - 1)) / 2),
        "NVD": sum(abs(x - y) for x, y in zip(g, p, strict=True)) / 2,
        "RNSS": math.sqrt(sum((x - y) ** 2 for x, y in zip(g, p, strict=True)) / 2),
        "JSD": (divergence(g, middle) + divergence(p, middle)) / 2,
    }


LEWIDI, SEMEVAL = "lewidi2025", "semeval2016"
TASKS = {  # gold, runs, options without which there are problems, cases
    "SemEval, counts": (
        f"{SEMEVAL}/SemEval2016_subtaskCE_test_topic_counts.tsv",
        [f"{SEMEVAL}/PotTS.SubtaskE.res.official.txt"],
        ["--repair", "renormalise"],
        100,
    ),
    "SemEval, shares": (
        f"{SEMEVAL}/SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt",
        [f"{SEMEVAL}/PotTS.SubtaskE.res.official.txt"],
        ["--repair", "renormalise"],
        100,
    ),
    "LeWiDi test": (
        f"{LEWIDI}/paraphrase_test.json",
        [
            f"{LEWIDI}/runs/AadiSanghani-v1_0708_Paraphrase_test_soft.tsv",
            f"{LEWIDI}/runs/AadiSanghani-v3_0710b_Paraphrase_test_soft.tsv",
        ],
        ["--repair", "by-position"],
        50,
    ),
    "LeWiDi dev": (
        f"{LEWIDI}/paraphrase_dev.json",
        [
            f"{LEWIDI}/runs/AadiSanghani-v2_0710a_Paraphrase_DEV_soft.tsv",
            f"{LEWIDI}/runs/most_freq_baseline_par_dev_soft.tsv",
        ],
        [],
        50,
    ),
}


@real
@pytest.mark.parametrize(("gold", "runs", "repairs", "cases"), TASKS.values(), ids=TASKS)
def test_every_kind_of_task_is_checked_scored_and_compared(call, made, gold, runs, repairs, cases):
    files = [SHARED / gold, *(SHARED / run for run in runs)]
    problems, _ = made("check", *files)
    assert bool(problems) == bool(repairs)
    assert made("check", *files, *repairs)[0] == []
    assert (call("score", *files)[0] == 2) == bool(repairs)
    rows, err = made("score", *files, *repairs, "--measures", "NMD,RNOD")
    assert len(rows) == 2 * (len(runs) or 33)
    assert {row[3] for row in rows} == {str(cases)}
    assert all(0 <= float(row[2]) <= 1 for row in rows)
    assert bool(err) == bool(repairs)
    run = files[1] if runs else f"{files[0]}:Olz-exp"
    assert len(made("compare", files[0], run, "baseline:uniform", *repairs, "--measures", "NMD")[0]) == 1


@real
def test_a_run_for_another_split_is_never_taken_by_position(call):
    run = SHARED / LEWIDI / "runs/AadiSanghani-v2_0710a_Paraphrase_DEV_soft.tsv"
    code, _, err = call("score", SHARED / LEWIDI / "paraphrase_test.json", run, "--repair", "by-position")
    assert code == 2
    assert "none of its 50 cases occurs in the gold: 108774" in err


@real
def test_dialogue_breakdown_is_scored_from_folders_and_archives(made, call):
    gold = SHARED / "dbdc3/original_json"
    for path in sorted(gold.glob("*.log.json")):
        dialogue = json.loads(path.read_bytes())
        turns = [
            {"turn-index": turn["turn-index"], "labels": [{"breakdown": "O", "prob-O": 1, "prob-T": 0, "prob-X": 0}]}
            for turn in dialogue["turns"]
            if turn["speaker"] == "S"
        ]
        target = Path("team") / path.name.replace(".log.", ".labels.")
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps({"dialogue-id": dialogue["dialogue-id"], "turns": turns}))
    Path("team2.zip").write_bytes(zipped({path.name: path.read_bytes() for path in Path("team").iterdir()}))
    rows, err = made("score", gold, "team", "team2.zip", "baseline:uniform", "--measures", "NMD")
    assert err == "note: the runs team and team2 hold the same estimates\n"
    assert [(row[0], row[3]) for row in rows] == [("team", "50"), ("team2", "50"), ("Uniform", "50")]
    assert rows[0][2] == rows[1][2]
    expected = 0.0
    for path in gold.glob("*.json"):
        for turn in json.loads(path.read_bytes())["turns"]:
            votes = [annotation["breakdown"] for annotation in turn["annotations"]]
            if votes:
                expected += (2 * votes.count("X") + votes.count("T")) / len(votes) / 2
    assert float(rows[0][2]) == pytest.approx(expected / 50, abs=1e-12)
    assert made("check", f"{gold}/", "team/")[0] == []
