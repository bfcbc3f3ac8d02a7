"""Scores that look like those of a shared task, small tasks of votes, and what frames of pairs must hold."""

import csv
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.records import Scores, Task

SHARED = Path(__file__).parents[2] / "../shared/data"


def rng(seed=1):
    return np.random.default_rng(seed)


def made_up_scores(measures=3, runs=5, cases=24, seed=1, noise=0.1):
    """Cases differ a lot, runs a little, measures share what they see."""
    chance = rng(seed)
    difficulty = chance.random(cases)
    skill = np.linspace(0, 0.12, runs)[:, None]
    seen = difficulty + skill + noise * chance.random((runs, cases))
    return scores_of(seen + noise * chance.random((measures, runs, cases)))


def scores_of(values, measures=None):
    values = np.asarray(values, dtype=np.float64)
    names = tuple(measures or (f"M{m + 1}" for m in range(len(values))))
    runs, cases = (
        tuple(f"{kind}{n + 1}" for n in range(size)) for kind, size in zip("rc", values.shape[1:], strict=True)
    )
    return Scores(names, runs, cases, values)


def task_of(votes, estimates=None, annotations=None):
    """Return a task of some votes, (cases, L), and the estimates of runs."""
    votes = np.asarray(votes, dtype=np.int64)
    cases, classes = (tuple(map(str, range(size))) for size in votes.shape)
    runs = np.empty((0, *votes.shape)) if estimates is None else np.asarray(estimates, dtype=np.float64)
    given = None if annotations is None else np.asarray(annotations, dtype=np.int16)
    gold, names = votes / votes.sum(axis=1, keepdims=True), tuple(f"run {number}" for number in range(len(runs)))
    return Task("made up", None, classes, cases, gold, votes, names, runs, annotations=given)


def random_task(votes=12, cases=20, runs=4, classes=4, seed=4):
    """Return a task in which the first runs are closer to the gold than the last."""
    chance = rng(seed)
    counts = chance.multinomial(votes, chance.dirichlet(np.ones(classes), cases))
    noise = chance.dirichlet(np.ones(classes), (runs, cases))
    weight = (np.arange(runs) / max(1, runs))[:, None, None]
    return task_of(counts, (1 - weight) * counts / votes + weight * noise)


def refused(calls):
    """Return what `parametrize` takes for calls that are refused with some words, given as calls by their words."""
    return ("words", "call"), [(words, call) for words, some in calls.items() for call in some]


def check_pairs(frame, of, names, **tables):
    """Check that the rows are the pairs above the diagonal, in order, with what the tables have in their places."""
    first, second = np.triu_indices(len(names), 1)
    assert frame[f"{of}_1"].tolist() == [names[n] for n in first]
    assert frame[f"{of}_2"].tolist() == [names[n] for n in second]
    for column, table in tables.items():
        np.testing.assert_array_equal(frame[column].to_numpy(dtype=float), np.asarray(table)[first, second])


def llmjudge():
    """Real data of several teams, read with the standard library: 33 systems, 25 queries, 4 grades."""
    path = SHARED / "llmjudge/per_query_counts_long.csv"
    if not path.exists():
        pytest.skip("the shared data is not here")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    classes = ("0", "1", "2", "3")
    votes = {(row["system"], row["query"]): [int(row[grade]) for grade in classes] for row in rows}
    cases = tuple(dict.fromkeys(row["query"] for row in rows))
    systems = tuple(dict.fromkeys(row["system"] for row in rows if row["system"] != "GOLD"))
    counts = np.array([[votes[system, case] for case in cases] for system in ("GOLD", *systems)])
    shares = counts / counts.sum(axis=2, keepdims=True)
    return Task("LLMJudge", None, classes, cases, shares[0], counts[0], systems, shares[1:])
