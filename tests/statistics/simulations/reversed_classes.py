"""How often a run gets the hint that its classes may be in the wrong order: where they are not, and where they are."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.reversed_classes import LEVEL, reversed_runs
from tests.analysis.made_up import task_of
from tests.statistics.simulations import of_share

RUNS, CLASSES = 5, 5


def simulate(repetitions, seed):
    """Yield the share of tasks with a hint on any run."""
    rng = np.random.default_rng(seed)
    for cases, situation, turned, low, high in (
        (8, "in either order by chance", 0.5, 0, LEVEL),
        (40, "in either order by chance", 0.5, 0, LEVEL),
        (40, "reversed", 1, 0.8, 1),
    ):
        hints = [bool(reversed_runs(_task(rng, cases, turned))) for _ in range(repetitions)]
        where = f"{cases} cases, {RUNS} runs, classes {situation}"
        yield of_share("tasks with a hint on reversed classes", where, hints, low, high)


def _task(rng, cases, turned):
    """Return a gold that leans to one end, and runs of it with noise; each case is turned round with a probability."""
    gold = rng.dirichlet([1, 2, 3, 6, 9], size=cases)
    estimates = 0.7 * gold + 0.3 * rng.dirichlet(np.ones(CLASSES), size=(RUNS, cases))
    turn = rng.random((RUNS, cases, 1)) < turned
    made = task_of(np.ones(gold.shape), np.where(turn, estimates[..., ::-1], estimates))
    return replace(made, gold=gold, votes=None)
