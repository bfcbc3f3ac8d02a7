"""From CSV files to the scores of every run by every measure, on the command line: time and memory of the process."""

import csv
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.measures.registry import MEASURES

ROOT = Path(__file__).parents[2]
CASES, RUNS = 100_000, 20
SIZE = f"{CASES:,} cases × {RUNS} runs × {len(MEASURES)} measures"


CLASSES, ANNOTATORS = ("-2", "-1", "0", "1", "2"), 20


def write_task(folder: Path, *, cases: int, runs: int) -> tuple[Path, list[Path]]:
    """Write votes as `gold.csv` and estimates that sum to 1 at full precision; return where they are."""
    rng = np.random.default_rng(2021)
    shapes = rng.dirichlet(np.ones(len(CLASSES)), size=cases)
    gold = folder / "gold.csv"
    _write(gold, rng.multinomial(ANNOTATORS, shapes))
    paths = [folder / f"run-{i + 1:02}.csv" for i in range(runs)]
    for i, path in enumerate(paths):
        noise = rng.dirichlet(np.ones(len(CLASSES)), size=cases)
        weight = (i + 1) / (runs + 1)  # the first runs are the best
        _write(path, (1 - weight) * shapes + weight * noise)
    return gold, paths


def _write(path: Path, rows: np.ndarray) -> None:
    lines = [",".join((f"C{i:07}", *map(repr, row))) for i, row in enumerate(rows.tolist())]
    path.write_text("\n".join([",".join(("case", *CLASSES)), *lines]) + "\n")


@pytest.fixture(scope="module")
def task(tmp_path_factory):
    return write_task(tmp_path_factory.mktemp("big"), cases=CASES, runs=RUNS)


def run(task, output, *options):
    """Score the task in a process of its own; return its exit code, and what it took as a line and in megabytes."""
    gold, runs = task
    command = [sys.executable, "-m", "ordquant_core", "score", gold, *runs, *options]
    start = time.perf_counter()
    with output.open("wb") as stdout:
        process = subprocess.Popen(command, cwd=ROOT, stdout=stdout)
        _, status, usage = os.wait4(process.pid, 0)  # the memory of this process alone
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = time.perf_counter() - start, usage.ru_maxrss / 1024
    spent = f"{usage.ru_utime + usage.ru_stime:.1f} s of processor time"
    return process.returncode, f"{seconds:.1f} s ({spent}), at most {megabytes:,.0f} MB", megabytes


def test_all_means_of_a_hundred_thousand_cases_and_twenty_runs(findings, task, tmp_path):
    output = tmp_path / "scores.csv"
    code, findings[f"{SIZE} from CSV to all means"], megabytes = run(task, output)
    assert code == 0
    assert megabytes < 4096
    with output.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == RUNS * len(MEASURES)
    means = [float(row["mean"]) for row in rows if row["measure"] == "NMD"]
    assert means == sorted(means)  # run after run with more noise


def test_every_score_of_every_case(findings, task):
    rows = CASES * RUNS * len(MEASURES)
    code, findings[f"the same to a row for each of {rows:,} scores"], megabytes = run(
        task, Path(os.devnull), "--per-case"
    )
    assert code == 0
    assert megabytes < 4096
