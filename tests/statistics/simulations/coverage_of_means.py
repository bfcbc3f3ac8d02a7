"""How often the intervals that are shown hold the true mean, of a run's scores and of the difference of two runs.

The population is a task's cases; cases are drawn from it with replacement. A run without variance is left out.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.mean_interval import FEW, MeanInterval, difference_interval, mean_interval
from tests.statistics.simulations import Outcome, share_error
from tests.statistics.simulations._tasks import scores_of_tasks

SIZES = (2, 3, 5, 10, 20, 50, 100)
PAIRS = 12  # of each task
NEGLIGIBLE = 1e-9


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the coverage for each task and number of cases, averaged over measures and runs, and the least of all."""
    rng = np.random.default_rng(seed)
    return [one for name, values in scores_of_tasks().items() for one in _of_task(name, values, repetitions, rng)]


def _of_task(name: str, values: FloatArray, repetitions: int, rng: np.random.Generator) -> Iterator[Outcome]:
    first, second = np.array(list(combinations(range(values.shape[1]), 2))[:: max(1, values.shape[1] // 3)][:PAIRS]).T
    weights = rng.integers(1, 9, size=values.shape[2])  # such as blocks of a dialogue
    for size in SIZES:
        drawn = rng.integers(values.shape[2], size=(repetitions, size))
        means = [_coverage(layer, layer.mean(axis=1), drawn, mean_interval) for layer in values]
        pairs = [layer[first] - layer[second] for layer in values]
        differences = [_coverage(layer, layer.mean(axis=1), drawn, difference_interval) for layer in pairs]
        weighted = [_weighted(layer, weights, drawn) for layer in values[:1]]
        for what, found in (("mean", means), ("mean difference", differences), ("weighted mean", weighted)):
            shares = np.concatenate(found)
            shares = shares[~np.isnan(shares)]
            few = size < FEW  # a warning stands beside these
            situation, error = f"{name}, n = {size}", share_error(float(shares.mean()), repetitions)
            claim = f"95% interval of a {what} holds it, averaged over runs and measures"
            low, high = (0.8, 0.97) if few else (0.93, 0.97)
            yield Outcome(claim, situation, float(shares.mean()), low, high, error)
            if not few:
                least = 0.88
                claim = f"95% interval of a {what} holds it, run and measure with the least coverage"
                yield Outcome(claim, situation, float(shares.min()), least, 1, share_error(least, repetitions))


def _coverage(
    rows: FloatArray, true: FloatArray, drawn: IntArray, interval: Callable[[FloatArray], MeanInterval]
) -> FloatArray:
    held = _holds(interval(rows[:, drawn]), true[:, None]).mean(axis=1)
    return np.where(rows.std(axis=1) > NEGLIGIBLE, held, np.nan)


def _weighted(rows: FloatArray, weights: IntArray, drawn: IntArray) -> FloatArray:
    true = (rows * weights).sum(axis=1) / weights.sum()
    held = [_holds(mean_interval(rows[:, some], weights=weights[some]), true) for some in drawn]
    return np.where(rows.std(axis=1) > NEGLIGIBLE, np.mean(held, axis=0), np.nan)


def _holds(found: MeanInterval, true: FloatArray) -> NDArray[np.bool_]:
    return (found.low <= true + NEGLIGIBLE) & (true <= found.high + NEGLIGIBLE)
