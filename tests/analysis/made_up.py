"""Scores that look like those of a shared task: cases differ a lot, runs a little, measures share what they see."""

import csv
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.records import Scores, Task

LLMJUDGE = Path(__file__).parents[2] / "../shared/data/llmjudge/per_query_counts_long.csv"


def made_up_scores(measures=3, runs=5, cases=24, seed=1, noise=0.1):
    chance = np.random.default_rng(seed)
    difficulty = chance.random(cases)
    skill = np.linspace(0, 0.12, runs)[:, None]
    seen = difficulty + skill + noise * chance.random((runs, cases))
    values = seen + noise * chance.random((measures, runs, cases))
    return Scores(
        tuple(f"M{m + 1}" for m in range(measures)),
        tuple(f"run-{r + 1}" for r in range(runs)),
        tuple(f"case-{c + 1}" for c in range(cases)),
        values,
    )


def scores_of(values, measures=None):
    values = np.asarray(values, dtype=np.float64)
    names = tuple(measures or (f"M{m + 1}" for m in range(len(values))))
    runs, cases = (tuple(map(str, range(size))) for size in values.shape[1:])
    return Scores(names, runs, cases, values)


def llmjudge():
    """Real data of several teams, read with the standard library: 33 systems, 25 queries, 4 grades."""
    if not LLMJUDGE.exists():
        pytest.skip("the shared data is not here")
    with LLMJUDGE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    classes = ("0", "1", "2", "3")
    votes = {(row["system"], row["query"]): [int(row[grade]) for grade in classes] for row in rows}
    cases = tuple(dict.fromkeys(row["query"] for row in rows))
    systems = tuple(dict.fromkeys(row["system"] for row in rows if row["system"] != "GOLD"))
    counts = np.array([[votes[system, case] for case in cases] for system in ("GOLD", *systems)])
    shares = counts / counts.sum(axis=2, keepdims=True)
    return Task("LLMJudge", None, classes, cases, shares[0], counts[0], systems, shares[1:])
