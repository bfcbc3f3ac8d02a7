"""Two runs of a task, tested measure by measure: p-value, mean difference, effect size, bootstrap interval."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray
from ordquant_core.statistics.bootstrap import bootstrap_mean
from ordquant_core.statistics.paired import effect_size, randomisation_test
from ordquant_core.statistics.portions import Progress

INFINITE = "a score is infinite: the mean difference is not defined"
NO_VARIANCE = "no variance: the effect size is not defined"
ONE_CASE = "one case: the effect size is not defined"


@dataclass(frozen=True, slots=True)
class PairedTest:
    """What one measure says of the mean difference A - B; None stands where `undefined` says why."""

    measure: str
    mean: float | None  # negative favours A
    low: float | None  # percentile bootstrap interval of the mean
    high: float | None
    effect: float | None  # mean / standard deviation of the differences
    p_value: float | None  # paired randomisation test, (k + 1) / (trials + 1)
    p_error: float | None  # Monte-Carlo standard error of the p-value
    undefined: str = ""


def paired_tests(
    deltas: FloatArray,
    measures: Sequence[str],
    *,
    n_trials: int,
    n_resamples: int,
    rng: np.random.Generator,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> tuple[PairedTest, ...]:
    """Test two runs on deltas of shape (measures, cases); all measures share the random signs and the bootstrap draws.

    A measure with an infinite delta has no mean: its test says so. Raises `OrdquantError` as `randomisation_test`
    and `bootstrap_mean` do, whose formulas these are.
    """
    if deltas.shape[:1] != (len(measures),) or deltas.ndim != 2 or deltas.shape[1] == 0:
        raise ShapeMismatchError(f"Give one row of deltas for each of {len(measures)} measures, got {deltas.shape}.")
    finite = np.asarray(np.isfinite(deltas).all(axis=1))
    found = {key: PairedTest(key, None, None, None, None, None, None, INFINITE) for key in measures}
    if finite.any():
        rows = deltas[finite]
        trials, resamples = (_after(before, n_trials + n_resamples, progress) for before in (0, n_trials))
        test = randomisation_test(rows, n_trials=n_trials, rng=rng, progress=trials)
        spread = bootstrap_mean(rows, n_resamples=n_resamples, rng=rng, confidence=confidence, progress=resamples)
        effects = effect_size(rows)
        why = ONE_CASE if deltas.shape[1] == 1 else NO_VARIANCE
        keys = [key for key, usable in zip(measures, finite, strict=True) if usable]
        columns = (test.means, spread.low, spread.high, effects, test.p_values, test.errors)
        for key, *values in zip(keys, *(column.tolist() for column in columns), strict=True):
            mean, low, high, effect, p_value, p_error = values
            defined = not np.isnan(effect)
            found[key] = PairedTest(
                key, mean, low, high, effect if defined else None, p_value, p_error, "" if defined else why
            )
    return tuple(found.values())


def _after(before: int, total: int, progress: Progress | None) -> Progress | None:
    """Return what to call in a part of a computation that begins when so much of it is done."""
    return None if progress is None else lambda done, _: progress(before + done, total)
