"""`export`: the bundle for Codabench and the hand-over to TIRA; their programs, run as the platforms run them."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from ordquant_core.__main__ import main
from ordquant_core.commands.tira import COMMAND
from tests.commands.files import GOLD, RUN, SHARED, real
from tests.source_files import ROOT

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality"
VOTES = "case,bad,fair,good\na,1,2,0\nb,0,1,3\nc,2,2,2\n"
ESTIMATES = "case,good,fair,bad\nb,.5,.5,0\nc,.2,.3,.5\na,0,.995,0\n"


def exported(capsys, folder, *arguments):
    code = main(["export", *map(str, arguments), "--codabench", "--out", str(folder / "bundle.zip")])
    assert code == 0, capsys.readouterr().err
    capsys.readouterr()
    place = folder / "bundle"
    with zipfile.ZipFile(folder / "bundle.zip") as archive:
        archive.extractall(place)
    return place


def submitted(bundle, files):
    """What the platform does: /app/program, /app/input/ref, /app/input/res, /app/output, and no other library."""
    app = bundle.parent / "app"
    for name in ("input/ref", "input/res", "output"):
        (app / name).mkdir(parents=True, exist_ok=True)
    for part, place in (("scoring_program", "program"), ("reference_data", "input/ref")):
        if (app / place).exists():
            (app / place).rmdir()
        (bundle / part).rename(app / place)
    for name, text in files.items():
        (app / "input/res" / name).write_text(text)
    (app / "input/res/metadata").write_text("exitCode: 0\n")
    said = (app / "program/metadata.yaml").read_text().removeprefix("command: ").strip()
    command = [word.replace("/app", str(app)) for word in said.split()]
    assert command[0] == "python3"
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, *command[1:]], cwd=app / "program", env=env, capture_output=True, text=True, check=False
    )
    scores = app / "output/scores.json"
    return done, json.loads(scores.read_text()) if scores.exists() else None


def results(capsys, *arguments):
    assert main(["results", *map(str, arguments), "--trials", "10"]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    return {(row["scale"], row["measure"]): float(row["mean"]) for row in rows}


def test_the_scoring_program_gives_the_numbers_of_results(capsys, tmp_path):
    run = SAMPLE / "runs" / "system-05.csv"
    bundle = exported(capsys, tmp_path, SAMPLE)
    facts = json.loads((bundle / "competition.yaml").read_text())
    done, scores = submitted(bundle, {"mine.csv": run.read_text()})
    assert done.returncode == 0, done.stderr
    keys = [column["key"] for column in facts["leaderboards"][0]["columns"]]
    assert list(scores) == keys
    assert {("", key): mean for key, mean in scores.items()} == results(
        capsys, SAMPLE, run, "--measures", ",".join(keys)
    )


def test_decisions_measures_and_primary_of_the_task_are_those_of_the_program(capsys, tmp_path):
    task = tmp_path / "task"
    task.mkdir()
    (task / "gold.csv").write_text(VOTES)
    (task / "run.csv").write_text(ESTIMATES)
    decided = {"repairs": ["renormalise"], "positions": [1, 2, 9], "measures": ["NVD", "NMD"], "primary": "NMD"}
    (task / "task.json").write_text(json.dumps({"title": "Mine", "gold": "gold.csv", "runs": ["run.csv"], **decided}))
    bundle = exported(capsys, tmp_path, task)
    done, scores = submitted(bundle, {"run.csv": ESTIMATES})
    assert done.returncode == 0, done.stderr
    assert "divided by" in done.stderr
    assert list(scores) == ["NMD", "NVD"]
    assert {("", key): mean for key, mean in scores.items()} == results(capsys, task)


def test_a_gold_that_others_settle_or_a_mapping_describes_is_read_so_by_the_program(capsys, tmp_path):
    """Without the runs of the task, and beside the one that is submitted, nothing is asked."""
    rated = "item,rater,mark\n" + "".join(f"{case},r{n},{n % 3 + k}\n" for k, case in enumerate("ab") for n in range(4))
    counts = "id,low,mid,high\na,1,2,3\nb,2,2,2\n"
    run = "id,{},{},{}\na,.2,.3,.5\nb,.1,.1,.8\n"
    said = {"layout": "votes", "case": "item", "annotator": "rater", "label": "mark"}
    golds = {"mapped": (rated, {"mapping": said}, "0123"), "settled": (counts, {}, ["low", "mid", "high"])}
    for name, (gold, facts, classes) in golds.items():
        task = tmp_path / name / "task"
        task.mkdir(parents=True)
        (task / "gold.csv").write_text(gold)
        own = run.format(*classes[:3]) if name == "settled" else "id,0,1,2,3\na,.2,.3,.3,.2\nb,.1,.1,.7,.1\n"
        (task / "run.csv").write_text(own)
        (task / "task.json").write_text(json.dumps({"title": "T", "gold": "gold.csv", "runs": ["run.csv"], **facts}))
        bundle = exported(capsys, task.parent, task, "--measures", "NMD,RNOD")
        done, scores = submitted(bundle, {"x.csv": own})
        assert done.returncode == 0, done.stderr
        assert {("", key): mean for key, mean in scores.items()} == results(capsys, task, "--measures", "NMD,RNOD")


def test_the_evaluator_for_tira_gives_the_numbers_of_results(capsys, tmp_path):
    assert main(["export", str(SAMPLE), "--tira", "--measures", "RNOD,NMD", "--out", str(tmp_path / "tira.zip")]) == 0
    capsys.readouterr()
    with zipfile.ZipFile(tmp_path / "tira.zip") as archive:
        archive.extractall(tmp_path)
    run = SAMPLE / "runs" / "system-05.csv"
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / run.name).write_bytes(run.read_bytes())
    done, written = evaluated(tmp_path, "run")
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r'measure {\n  key: "(.*)"\n  value: "(.*)"\n}\n', written))
    expected = results(capsys, SAMPLE, run, "--measures", "RNOD,NMD")
    assert {("", key): float(value) for key, value in found.items()} == expected
    assert evaluated(tmp_path, "sample")[0].returncode == 0
    steps = (tmp_path / "README.md").read_text()
    assert "$inputDataset $inputRun $outputDir" in steps
    assert "COPY . /evaluator" in (tmp_path / "evaluator" / "Dockerfile").read_text()
    (tmp_path / "run" / run.name).write_text("no table")
    done, written = evaluated(tmp_path, "run")
    assert (done.returncode, written) == (1, None)
    assert f"error: {run.name}" in done.stdout  # where participants look
    assert "Traceback" not in done.stderr


def evaluated(place, run):
    """What TIRA does: the command, with its variables filled in, in an image that has no other library."""
    command = [word.replace("/evaluator", str(place / "evaluator")) for word in COMMAND.split()[1:]]
    shutil.rmtree(place / "output", ignore_errors=True)
    (place / "output").mkdir()
    folders = {"$inputDataset": place / "truths", "$inputRun": place / run, "$outputDir": place / "output"}
    call = [sys.executable, *(str(folders.get(word, word)) for word in command)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(call, cwd=place, env=env, capture_output=True, text=True, check=False)
    found = place / "output" / "evaluation.prototext"
    return done, found.read_text() if found.exists() else None


def test_a_bundle_is_a_zip(refused, tmp_path):
    assert "ends in .zip" in refused("export", SAMPLE, "--codabench", "--out", tmp_path / "bundle.txt")


def test_everything_that_the_bundle_names_is_in_it(capsys, tmp_path):
    bundle = exported(capsys, tmp_path, SAMPLE, "--measures", "RNOD,NMD", "--image", "me/mine:1")
    facts = json.loads((bundle / "competition.yaml").read_text())
    assert facts["docker_image"] == "me/mine:1"
    phase = facts["phases"][0]
    named = [facts["image"], facts["terms"], phase["starting_kit"], *(page["file"] for page in facts["pages"])]
    named += [facts["tasks"][0][part] for part in ("reference_data", "scoring_program")]
    assert all((bundle / name).exists() for name in [*named, facts["solutions"][0]["path"]])
    columns = facts["leaderboards"][0]["columns"]
    assert [(column["key"], column["sorting"]) for column in columns] == [("RNOD", "asc"), ("NMD", "asc")]
    assert "gold" not in " ".join(str(place) for place in bundle.glob("s*/**/*.csv"))
    done, scores = submitted(bundle, {"sample.csv": (bundle / "starting_kit/sample.csv").read_text()})
    assert done.returncode == 0, done.stderr
    assert set(scores) == {"RNOD", "NMD"}


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "holds no file"),
        ({"run.csv": RUN, "other.csv": RUN}, "2 runs"),
        ({"run.csv": RUN.replace("y,", "w,")}, "run.csv: 1 case of the task's 3 is missing (y)"),
        ({"run.csv": RUN.replace("y,", "w,")}, "Start from the template, sample.csv"),
        ({"run.csv": RUN.replace(".5,", ".495,")}, "run.csv: 1 row does not sum to 1"),
        ({"run.csv": "no table"}, "run.csv"),
        ({"run.csv": "case,who,mark\nx,1,2\ny,1,2\nz,1,2\n"}, "run.csv: "),
        ({"run.csv": "x,.5,.5\ny,.5,.5\nz,.5,.5\n"}, "run.csv: Is line 1 the header?"),
    ],
)
def test_a_submission_that_is_no_run_is_refused_in_words(capsys, tmp_path, files, words):
    (tmp_path / "gold.csv").write_text(GOLD)
    done, scores = submitted(exported(capsys, tmp_path, tmp_path / "gold.csv", "--measures", "NMD"), files)
    assert (done.returncode, scores) == (1, None)
    assert "Traceback" not in done.stderr
    assert words in done.stderr
    assert "--" not in done.stderr  # who submits has no command line


@real
def test_all_scales_of_the_shared_task_are_scored_with_the_numbers_of_results(capsys, tmp_path):
    gold, run = SHARED / "gold_test.json", SHARED / "runs_quality" / "WIDM-best181120.json"
    bundle = exported(capsys, tmp_path, gold, "--scale", "all", "--measures", "NMD,RSNOD")
    done, scores = submitted(bundle, {run.name: run.read_text()})
    assert done.returncode == 0, done.stderr
    expected = results(capsys, gold, run, "--scale", "all", "--measures", "NMD,RSNOD")
    assert list(scores.values()) == list(expected.values())
    assert [scale for scale, _ in expected] == ["A", "A", "E", "E"]


def test_deadline_contact_and_instructions_are_in_the_bundle(capsys, tmp_path):
    task = tmp_path / "task"
    task.mkdir()
    (task / "gold.csv").write_text(VOTES)
    said = {"deadline": "2026-12-01 12:00+09:00", "contact": "task@example.org", "instructions": "Submit a zip."}
    (task / "task.json").write_text(json.dumps({"gold": "gold.csv", "runs": [], **said}))
    bundle = exported(capsys, tmp_path, task)
    facts = json.loads((bundle / "competition.yaml").read_text())
    assert facts["phases"][0]["max_submissions_per_day"] > 0
    assert (facts["phases"][0]["end"], facts["contact_email"]) == ("2026-12-01 03:00:00", "task@example.org")
    assert "Submit a zip." in (bundle / "overview.md").read_text()
