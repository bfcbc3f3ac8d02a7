"""The sample tasks are what their generator writes, and show what they are meant to show."""

import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from assets.samples import generate
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Task
from ordquant_core.tasks.loading import SAMPLES

STATED = [  # task, classes, cases, annotators, runs
    ("dialogue-quality", ["-2", "-1", "0", "1", "2"], 300, 20, 18),
    ("breakdown-labels", ["NB", "PB", "B"], 60, 30, 4),
]
TASKS = [stated[0] for stated in STATED]
every_task = pytest.mark.parametrize("name", TASKS)


def read(path):
    """Read header, ids and numbers (as Decimal, to add them without rounding) of one table."""
    header, *lines = (line.split(",") for line in path.read_text(encoding="utf-8").splitlines())
    return header, [line[0] for line in lines], [[Decimal(cell) for cell in line[1:]] for line in lines]


def facts_of(name):
    return json.loads((SAMPLES / name / "task.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def tasks():
    return {name: as_task(name) for name in TASKS}


def as_task(name):
    header, cases, votes = read(SAMPLES / name / "gold.csv")
    runs = {Path(run).stem: read(SAMPLES / name / run)[2] for run in facts_of(name)["runs"]}
    votes = np.array(votes, dtype=np.int64)
    return Task(
        name=name,
        scale=None,
        classes=tuple(header[1:]),
        cases=tuple(cases),
        gold=votes / votes.sum(axis=1, keepdims=True),
        votes=votes,
        runs=tuple(runs),
        estimates=np.array(list(runs.values()), dtype=np.float64),
    )


def test_generating_again_gives_the_same_bytes(tmp_path):
    generate.write(tmp_path)
    for name in TASKS:
        written = {path.relative_to(tmp_path) for path in (tmp_path / name).rglob("*") if path.is_file()}
        kept = {path.relative_to(SAMPLES) for path in (SAMPLES / name).rglob("*") if path.is_file()}
        assert written == kept
        assert [path for path in written if (tmp_path / path).read_bytes() != (SAMPLES / path).read_bytes()] == []


@every_task
def test_every_row_of_every_run_sums_to_exactly_1_over_the_cases_and_classes_of_the_gold(name):
    header, cases, _ = read(SAMPLES / name / "gold.csv")
    for run in facts_of(name)["runs"]:
        run_header, run_cases, rows = read(SAMPLES / name / run)
        assert (run_header, run_cases) == (header, cases)
        assert {sum(row) for row in rows} == {1}
        assert all(cell >= 0 and cell.as_tuple().exponent == -6 for row in rows for cell in row)


def test_nmd_prefers_popularity_on_most_dialogues_and_the_others_uniform(tasks):
    task = with_baselines(tasks["dialogue-quality"])
    found = preferences(score(task, ["NMD", "RNOD", "NVD", "RNSS", "JSD"]), "Popularity", "Uniform")
    popularity, uniform = found.prefers_a.tolist(), found.prefers_b.tolist()
    half = len(task.cases) / 2
    assert popularity[0] > half > uniform[0]
    assert all(count > half for count in uniform[1:])
