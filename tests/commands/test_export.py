"""`export`: the bundle for Codabench and the hand-over to TIRA; their programs, run as the platforms run them."""

# ruff: noqa: F401 - the text uses what is imported

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PIL import Image
from PIL.ImageColor import getrgb

from ordquant_core.commands.codabench import scores_of
from ordquant_core.commands.tira import COMMAND, evaluate
from ordquant_core.figures.template import LIGHT
from tests.commands.files import GOLD, RUN, SAMPLES, describe, done, of_scales
from tests.reviewed import reviewed, said

SAMPLE = SAMPLES / "dialogue-quality"
SYSTEM = SAMPLE / "runs" / "system-05.csv"
VOTES = "case,bad,fair,good\na,1,2,0\nb,0,1,3\nc,2,2,2\n"
ESTIMATES = "case,good,fair,bad\nb,.5,.5,0\nc,.2,.3,.5\na,0,.995,0\n"


def exported(place, *arguments):
    done("export", *arguments, "--codabench", "--out", place / "bundle.zip")
    with zipfile.ZipFile(place / "bundle.zip") as archive:
        archive.extractall(place / "bundle")
    return place / "bundle"


def alone(command, place):
    """Run a program in a place that has no other library than that beside it."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([sys.executable, *command], cwd=place, env=env, capture_output=True, text=True, check=False)


def scored(bundle, files):
    """Score a submission as the program of a bundle does."""
    place = bundle / "submission"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, text in {**files, "metadata": "exitCode: 0\n"}.items():
        (place / name).write_text(text)
    return scores_of(bundle / "reference_data", place)


def results(*arguments):
    rows = done("results", *arguments, "--trials", 10).rows
    return {(row["scale"], row["measure"]): float(row["mean"]) for row in rows}


@pytest.mark.slow
def test_codabench_runs_the_program_on_its_paths_and_reads_the_numbers_of_results(tmp_path):
    bundle = exported(tmp_path, SAMPLE)
    app = tmp_path / "app"
    for name in ("input/res", "output"):
        (app / name).mkdir(parents=True)
    (bundle / "scoring_program").rename(app / "program")
    (bundle / "reference_data").rename(app / "input/ref")
    shutil.copy(SYSTEM, app / "input/res")
    (app / "input/res/metadata").write_text("exitCode: 0\n")
    command = (app / "program/metadata.yaml").read_text().removeprefix("command: ").split()
    assert command[0] == "python3"
    call = [word.replace("/app", str(app)) for word in command[1:]]
    ended = alone(call, app / "program")
    assert ended.returncode == 0, ended.stderr
    scores = json.loads((app / "output/scores.json").read_text())
    columns = json.loads((bundle / "competition.yaml").read_text())["leaderboards"][0]["columns"]
    assert [*scores] == [column["key"] for column in columns]
    expected = results(SAMPLE, SYSTEM, "--measures", ",".join(scores))
    assert {("", key): mean for key, mean in scores.items()} == expected
    (app / "input/res" / SYSTEM.name).write_text("no table")
    ended = alone(call, app / "program")
    assert (ended.returncode, "--" in ended.stderr) == (1, False)
    assert ended.stderr.startswith("error: system-05.csv: ")


@pytest.mark.slow
def test_tira_runs_the_evaluator_and_reads_the_numbers_of_results(tmp_path):
    done("export", SAMPLE, "--tira", "--measures", "RNOD,NMD", "--out", tmp_path / "tira.zip")
    with zipfile.ZipFile(tmp_path / "tira.zip") as archive:
        archive.extractall(tmp_path)
    for name in ("run", "output"):
        (tmp_path / name).mkdir()
    shutil.copy(SYSTEM, tmp_path / "run")
    places = {"$inputDataset": "truths", "$inputRun": "run", "$outputDir": "output"}
    command = [places.get(word, word.replace("/evaluator", "evaluator")) for word in COMMAND.split()[1:]]
    ended = alone(command, tmp_path)
    assert ended.returncode == 0, ended.stderr
    written = (tmp_path / "output" / "evaluation.prototext").read_text()
    found = dict(re.findall(r'measure {\n  key: "(.*)"\n  value: "(.*)"\n}\n', written))
    expected = results(SAMPLE, SYSTEM, "--measures", "RNOD,NMD")
    assert {("", key): float(value) for key, value in found.items()} == expected
    (tmp_path / "output" / "evaluation.prototext").unlink()
    for run, code in (("sample", 0), ("inputs", 0), ("run", 1)):
        (tmp_path / "run" / SYSTEM.name).write_text("no table")
        assert evaluate(*(str(tmp_path / name) for name in ("truths", run, "output"))) == code
        assert (tmp_path / "output" / "evaluation.prototext").exists()
    (tmp_path / "output" / "evaluation.prototext").unlink()
    said = alone(command, tmp_path).stdout
    assert said.startswith(f"error: {SYSTEM.name}")  # where participants look
    assert not (tmp_path / "output" / "evaluation.prototext").exists()


RATED = "item,rater,mark\n" + "".join(f"{case},r{n},{n % 3 + k}\n" for k, case in enumerate("ab") for n in range(4))
DECIDED = {  # gold, run, and what task.json says; "settled": without the runs, nothing is asked
    "repairs, positions and a primary measure": (
        VOTES,
        ESTIMATES,
        {"repairs": ["renormalise"], "positions": [1, 2, 9], "measures": ["NVD", "NMD"], "primary": "NMD"},
    ),
    "a mapping": (
        RATED,
        "id,0,1,2,3\na,.2,.3,.3,.2\nb,.1,.1,.7,.1\n",
        {"mapping": {"layout": "votes", "case": "item", "annotator": "rater", "label": "mark"}},
    ),
    "settled by the runs": ("id,low,mid,high\na,1,2,3\nb,2,2,2\n", "id,low,mid,high\na,.2,.3,.5\nb,.1,.1,.8\n", {}),
}


@pytest.mark.parametrize("name", DECIDED)
def test_decisions_measures_and_primary_of_the_task_are_those_of_the_program(tmp_path, name, capsys):
    gold, run, facts = DECIDED[name]
    task = tmp_path / "task"
    task.mkdir()
    (task / "gold.csv").write_text(gold)
    (task / "run.csv").write_text(run)
    describe(task, title="Mine", gold="gold.csv", runs=["run.csv"], **{"measures": ["NMD", "RNOD"], **facts})
    scores = scored(exported(tmp_path, task), {"x.csv": run})
    assert {("", key): mean for key, mean in scores.items()} == results(task)
    if "primary" in facts:
        assert list(scores) == ["NMD", "NVD"]
        assert "divided by" in capsys.readouterr().err


def test_all_scales_are_scored_with_the_numbers_of_results_under_keys_of_their_own(tmp_path):
    gold, run = tmp_path / "gold.json", tmp_path / "run.json"
    gold.write_text(of_scales(votes=True))
    run.write_text(of_scales())
    options = ("--scale", "all", "--measures", "NMD,RSNOD")
    bundle = exported(tmp_path, gold, *options)
    assert [*scored(bundle, {run.name: run.read_text()}).values()] == [*results(gold, run, *options).values()]
    columns = json.loads((bundle / "competition.yaml").read_text())["leaderboards"][0]["columns"]
    assert [(column["key"], column["title"]) for column in columns] == [
        *(("NMD_1", "NMD (A)"), ("RSNOD_1", "RSNOD (A)"), ("NMD_2", "NMD (E)"), ("RSNOD_2", "RSNOD (E)"))
    ]
    template = bundle / "starting_kit/sample.json"  # in the form of the gold
    assert set(scored(bundle, {template.name: template.read_text()})) == {column["key"] for column in columns}


def test_everything_that_the_bundle_names_is_in_it_and_the_gold_is_not_for_participants(tmp_path):
    """All that it says to Codabench: tests/golden/kept/exports.json."""
    task = tmp_path / "task"
    task.mkdir()
    (task / "gold.csv").write_text(VOTES)
    said = {"deadline": "2026-12-01 12:00+09:00", "contact": "task@example.org", "instructions": "Submit a zip."}
    describe(task, gold="gold.csv", runs=[], **said)
    bundle = exported(tmp_path, task, "--measures", "RNOD,NMD")
    facts = json.loads((bundle / "competition.yaml").read_text())
    (phase,), (of_task,) = facts["phases"], facts["tasks"]
    named = [facts["image"], facts["terms"], phase["starting_kit"], *(page["file"] for page in facts["pages"])]
    named += [of_task["reference_data"], of_task["scoring_program"], facts["solutions"][0]["path"]]
    assert all((bundle / name).exists() for name in named)
    with Image.open(bundle / facts["image"]) as logo:
        assert (logo.format, logo.size, logo.getcolors()) == ("PNG", (64, 64), [(64 * 64, getrgb(LIGHT.gold))])
    assert (phase["end"], facts["contact_email"]) == ("2026-12-01 03:00:00", "task@example.org")
    overview = (bundle / "overview.md").read_text()
    assert all(words in overview for words in ("**Deadline for runs:** 2026", "Submit a zip."))
    assert "gold" not in " ".join(str(place.relative_to(bundle)) for place in bundle.glob("s*/**/*.csv"))
    assert (bundle / "scoring_program/ordquant_core/LICENSE").read_text()
    assert set(scored(bundle, {"sample.csv": (bundle / "starting_kit/sample.csv").read_text()})) == {"RNOD", "NMD"}


def test_an_infinite_mean_is_left_out_and_a_day_ends_with_its_last_second(tmp_path):
    (tmp_path / "gold.csv").write_text(VOTES)
    describe(tmp_path, gold="gold.csv", runs=[], deadline="2026-12-01", contact="on the web")
    bundle = exported(tmp_path, tmp_path, "--measures", "KLD,NMD")
    facts = json.loads((bundle / "competition.yaml").read_text())
    assert (facts["phases"][0]["end"], "contact_email" in facts) == ("2026-12-01 23:59:59", False)
    assert set(scored(bundle, {"x.csv": "case,good,fair,bad\nb,0,1,0\nc,.2,.3,.5\na,.5,.5,0\n"})) == {"NMD"}


def submitted(files):
    """Return the scores of what somebody submits to a bundle of three cases, or what is said."""
    with TemporaryDirectory() as place:
        (Path(place) / "gold.csv").write_text(GOLD)
        bundle = exported(Path(place), Path(place) / "gold.csv", "--measures", "NMD")
        return scored(bundle, files)


@reviewed(__file__)
def test_a_submission_that_is_no_run_is_refused_in_words_of_participants(made, words):
    """Who submits has no command line: no option is named."""
    assert said(made, globals()) == words


def test_the_same_task_gives_the_same_bytes(tmp_path):
    (tmp_path / "gold.csv").write_text(GOLD)
    for name in ("one.zip", "two.zip"):
        done("export", tmp_path / "gold.csv", "--tira", "--out", tmp_path / name)
    assert Path(tmp_path / "one.zip").read_bytes() == Path(tmp_path / "two.zip").read_bytes()
