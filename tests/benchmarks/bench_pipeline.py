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
CLASSES, ANNOTATORS = ("-2", "-1", "0", "1", "2"), 20


@pytest.fixture(scope="module")
def task(tmp_path_factory):
    """Write votes, and estimates that sum to 1 at full precision, the first runs the best; return where they are."""
    folder, rng = tmp_path_factory.mktemp("big"), np.random.default_rng(2021)
    shapes = rng.dirichlet(np.ones(len(CLASSES)), size=CASES)
    tables = {"gold": rng.multinomial(ANNOTATORS, shapes)}
    for run in range(1, RUNS + 1):
        noise = rng.dirichlet(np.ones(len(CLASSES)), size=CASES)
        tables[f"run-{run:02}"] = shapes + run / (RUNS + 1) * (noise - shapes)
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows(
                [("case", *CLASSES), *((f"C{n:07}", *row) for n, row in enumerate(rows.tolist()))]
            )
    return [folder / f"{name}.csv" for name in tables]


@pytest.mark.parametrize("options", [(), ("--per-case",)], ids=["all means", "every score of every case"])
def test_scores_of_a_hundred_thousand_cases_and_twenty_runs(capsys, task, tmp_path, options):
    command = [sys.executable, "-m", "ordquant_core", "score", *task, *options]
    start = time.perf_counter()
    with (tmp_path / "scores.csv").open("wb") as stdout:
        process = subprocess.Popen(command, cwd=ROOT, stdout=stdout)
        _, status, usage = os.wait4(process.pid, 0)  # the memory of this process alone
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = time.perf_counter() - start, usage.ru_maxrss / 1024
    with capsys.disabled():
        spent = f"{seconds:.1f} s ({usage.ru_utime + usage.ru_stime:.1f} s of processor time)"
        sys.stdout.write(f"\n{RUNS} runs × {len(MEASURES)} measures: {spent}, at most {megabytes:,.0f} MB\n")
    assert process.returncode == 0
    assert megabytes < 4096
    with (tmp_path / "scores.csv").open() as file:
        assert sum(1 for _ in file) == 1 + RUNS * len(MEASURES) * (CASES if options else 1)
