"""How often a run gets the hint that its classes may be in the wrong order: where they are not, and where they are."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.reversed_classes import LEVEL, reversed_runs
from ordquant_core.records import FloatArray, Task
from tests.statistics.simulations import Outcome, share_error

RUNS, CLASSES = 5, 5


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the share of tasks with a hint on any run."""
    rng = np.random.default_rng(seed)
    found = []
    for cases in (8, 40):
        for situation, turned, low, high in (("in either order by chance", 0.5, 0, LEVEL), ("reversed", 1, 0.8, 1)):
            if turned < 1 or cases > 8:
                hints = [bool(reversed_runs(_task(rng, cases, turned))) for _ in range(repetitions)]
                share = float(np.mean(hints))
                where = f"{cases} cases, {RUNS} runs, classes {situation}"
                error = share_error(share, repetitions)
                found.append(Outcome("tasks with a hint on reversed classes", where, share, low, high, error))
    return found


def _task(rng: np.random.Generator, cases: int, turned: float) -> Task:
    """Return a gold that leans to one end, and runs of it with noise; each case is turned round with a probability."""
    gold = rng.dirichlet([1, 2, 3, 6, 9], size=cases)
    noise = rng.dirichlet(np.ones(CLASSES), size=(RUNS, cases))
    estimates: FloatArray = 0.7 * gold + 0.3 * noise
    turn = rng.random((RUNS, cases, 1)) < turned
    names = tuple(f"run {run}" for run in range(RUNS))
    ids = tuple(map(str, range(cases)))
    return Task("", None, tuple("12345"), ids, gold, None, names, np.where(turn, estimates[..., ::-1], estimates))
