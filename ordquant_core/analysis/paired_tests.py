"""Two runs of a task, tested measure by measure: p-value, mean difference, effect size, interval."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray, TableRow
from ordquant_core.statistics.mean_interval import difference_interval
from ordquant_core.statistics.paired import effect_size, randomisation_test, smallest_p_value
from ordquant_core.statistics.progress import Progress

INFINITE = "a score is infinite: the mean difference is not defined"
NO_VARIANCE = "no variance: the effect size is not defined"
ONE_CASE = "one case: the effect size is not defined"


@dataclass(frozen=True, slots=True)
class PairedTest(TableRow):
    """What one measure says of the mean difference A - B; None stands where `undefined` says why."""

    measure: str
    mean: float | None = None  # negative favours A
    low: float | None = None  # Student's interval of the mean, or that of `among_all`
    high: float | None = None
    effect: float | None = None  # mean / residual standard deviation of the runs tested together, see `effect_size`
    p_value: float | None = None  # paired randomisation test, or that of `among_all`, (k + 1) / (trials + 1)
    p_error: float | None = None  # Monte-Carlo standard error of the p-value
    undefined: str = ""
    smallest_p: float = 0.0  # that so many cases and trials can give
    n_cases: int = 0

    COLUMNS = ("measure", "mean_delta", "low", "high", "effect", "p", "p_error", "note")

    def cells(self) -> tuple[object, ...]:
        """Return the mean difference with its interval, the effect size, and the p-value with its error."""
        numbers = self.mean, self.low, self.high, self.effect, self.p_value, self.p_error
        return self.measure, *numbers, self.undefined


def among_all(
    test: Discrimination, run_a: str, run_b: str, measures: Sequence[str], level: float = 0.05
) -> tuple[PairedTest, ...]:
    """Return what a test of all pairs of runs says of one pair: its p-values allow for how many pairs there are.

    So do the intervals, difference ± `Discrimination.critical_differences` at this level; the effect sizes are over the
    residual standard deviation of all runs. A measure that was not tested is infinite.
    """
    a, b = test.runs.index(run_a), test.runs.index(run_b)
    critical = test.critical_differences(level)
    tests = []
    for key in measures:
        if key not in test.measures:
            tests.append(PairedTest(key, undefined=INFINITE))
            continue
        layer = test.measures.index(key)
        mean, effect, p, error = (
            of[layer, a, b] for of in (test.differences, test.effect_sizes, test.p_values, test.errors)
        )
        values = mean, mean - critical[layer], mean + critical[layer], effect, p, error
        tests.append(_tested(key, values, NO_VARIANCE, test.smallest_p, test.n_cases))
    return tuple(tests)


def _tested(key: str, values: Iterable[float], why: str, smallest_p: float, n_cases: int) -> PairedTest:
    """Return a test of these numbers, None where one is not finite; `why` the effect size may be undefined."""
    mean, low, high, effect, p_value, p_error = (float(one) if np.isfinite(one) else None for one in values)
    undefined = why if effect is None else ""
    return PairedTest(key, mean, low, high, effect, p_value, p_error, undefined, smallest_p, n_cases)


def compare_two_runs(
    deltas: FloatArray,
    measures: Sequence[str],
    *,
    n_trials: int,
    rng: np.random.Generator,
    confidence: float = 0.95,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[PairedTest, ...]:
    """Test two runs on deltas of shape (measures, cases); all measures share the random signs.

    A measure with an infinite delta has no mean: its test says so. Raises `OrdquantError` as `randomisation_test` and
    `difference_interval` do, whose formulas these are.
    """
    if deltas.shape[:1] != (len(measures),) or deltas.ndim != 2 or deltas.shape[1] == 0:
        raise ShapeMismatchError(f"Give one row of deltas for each of {len(measures)} measures, got {deltas.shape}.")
    results = {key: PairedTest(key, undefined=INFINITE) for key in measures}
    finite = np.asarray(np.isfinite(deltas).all(axis=1))
    rows, n_cases = deltas[finite], deltas.shape[1]
    if len(rows):
        test = randomisation_test(rows, n_trials=n_trials, rng=rng, progress=progress, executor=executor)
        spread = difference_interval(rows, confidence=confidence)
        least, why = smallest_p_value(n_cases, n_trials), ONE_CASE if n_cases == 1 else NO_VARIANCE
        keys = [key for key, usable in zip(measures, finite, strict=True) if usable]
        columns = (test.means, spread.low, spread.high, effect_size(rows), test.p_values, test.errors)
        for key, *values in zip(keys, *columns, strict=True):
            results[key] = _tested(key, values, why, least, n_cases)
    return tuple(results.values())
