"""Scoring a task is applying each measure to each run."""

import numpy as np
import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Task


@pytest.fixture
def task():
    rng = np.random.default_rng(5)
    votes = np.array([[0, 1, 2, 9, 8], [8, 7, 3, 1, 1], [4, 4, 4, 4, 4], [20, 0, 0, 0, 0]])
    estimates = rng.multinomial(20, [0.2] * 5, size=(3, 4)) / 20
    return Task("t", "A", tuple("abcde"), tuple("1234"), votes / 20, votes, ("x", "y", "z"), estimates)


def test_scores_are_those_of_every_measure_called_by_hand(task):
    scores = score(task, tuple(MEASURES))
    assert scores.values.shape == (len(MEASURES), 3, 4)
    assert (scores.measures, scores.runs, scores.cases) == (tuple(MEASURES), task.runs, task.cases)
    for m, key in enumerate(scores.measures):
        for r in range(3):
            for c in range(4):
                expected = float(MEASURES[key](task.gold[c], task.estimates[r, c]))
                assert scores.values[m, r, c] == pytest.approx(expected, abs=1e-12), (key, r, c)


def test_an_unknown_measure_is_refused_with_the_list(task):
    with pytest.raises(UnknownNameError, match="Unknown measure 'emd'; did you mean MD or NMD\\? There are NMD, RNOD"):
        score(task, ["NMD", "emd"])
