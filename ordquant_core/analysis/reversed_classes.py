"""Is a run written with its classes in the opposite order? A hint for its author, from the scores."""

from typing import NamedTuple

import numpy as np

from ordquant_core.analysis.comparison import signs
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.records import FloatArray, IntArray, Task

MEASURE = "NMD"
SHARE = 0.75  # of the score: so much better must the run with its classes reversed be to be worth a hint
LEVEL = 0.01  # of the tests of all runs of a task together


class Reversed(NamedTuple):
    """A run that scores much better with its classes in the opposite order."""

    run: str
    score: float  # mean NMD as it is
    opposite: float  # with the probabilities of every case in the opposite order
    better: int  # cases with a smaller NMD in the opposite order
    cases: int


def reversed_runs(task: Task) -> tuple[Reversed, ...]:
    """Return the runs that score worse than Uniform as they are, and much better with their classes reversed.

    Chance is ruled out by a one-sided sign test over the cases whose two scores differ (p: the binomial probability of
    as many better ones, 1/2 each), at `LEVEL` divided by the number of runs: no hint rests on fewer than seven cases.
    """
    kernel = MEASURES[MEASURE].compute
    uniform = np.full(task.gold.shape, 1 / len(task.classes))
    limit = float(kernel(task.gold, uniform).mean())
    rows = []
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        here, there = kernel(task.gold, estimates), kernel(task.gold, estimates[:, ::-1])
        better = signs(here - there)  # 0 for a difference that is rounding
        means = float(here.mean()), float(there.mean())
        if means[0] > limit and means[1] < SHARE * means[0] and sign_test(better) <= LEVEL / len(task.runs):
            rows.append(Reversed(name, *means, int((better > 0).sum()), len(task.cases)))
    return tuple(rows)


def sign_test(differences: FloatArray | IntArray) -> float:
    """Return the one-sided p of a sign test: how probable as many positive differences are; zeros are left out.

    >>> round(sign_test(np.array([0.2, 0.1, 0.3, 0.0, 0.1])), 12)
    0.0625
    """
    positive, n = int((differences > 0).sum()), int((differences != 0).sum())
    many = np.arange(n, positive, -1)  # the ways to have k of n are those to have k + 1, times (k + 1) / (n - k)
    ways = np.concatenate([[0.0], np.cumsum(np.log(many / (n + 1 - many)))])
    return float(min(1, np.exp(ways - n * np.log(2)).sum()))


def in_words(run: Reversed) -> str:
    """Return the hint: what was compared, and what it may mean."""
    return (
        f"its mean {MEASURE} is {score(run.score)}; with its classes in the opposite order it would be "
        f"{score(run.opposite)}, smaller on {count(run.better)} of {count(run.cases, 'case')}. The classes may "
        "be in the wrong order: check them."
    )
