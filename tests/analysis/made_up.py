"""Scores that look like those of a shared task, small tasks of votes, and what frames of pairs must hold."""

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.records import Scores, Task


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


def refusals(table):
    """Return a test that calls are refused with some words, given as lists of calls by their words."""

    @pytest.mark.parametrize(("words", "call"), [(words, call) for words, calls in table.items() for call in calls])
    def test(words, call):
        with pytest.raises(OrdquantError, match=words):
            call()

    return test
