"""Two runs of a task, tested measure by measure: p-value, mean difference, effect size, interval."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray, Framed
from ordquant_core.statistics.divided_work import DividedWork, Piece
from ordquant_core.statistics.mean_interval import difference_interval
from ordquant_core.statistics.paired import SignTrials, effect_size, smallest_p_value

INFINITE = "a score is infinite: the mean difference is not defined"
NO_VARIANCE = "no variance: the effect size is not defined"
ONE_CASE = "one case: the effect size is not defined"


@dataclass(frozen=True, slots=True)
class PairedTest(Framed):
    """What one measure says of the mean difference A - B; None stands where `undefined` says why."""

    measure: str
    mean: float | None  # negative favours A
    low: float | None  # Student's interval of the mean, or that of `among_all`
    high: float | None
    effect: float | None  # mean / residual standard deviation of the runs tested together, see `effect_size`
    p_value: float | None  # paired randomisation test, or the one that `among_all` says, (k + 1) / (trials + 1)
    p_error: float | None  # Monte-Carlo standard error of the p-value
    undefined: str = ""
    smallest_p: float = 0.0  # that so many cases and trials can give
    n_cases: int = 0


def among_all(
    found: Discrimination, run_a: str, run_b: str, measures: Sequence[str], level: float = 0.05
) -> tuple[PairedTest, ...]:
    """Return what a test of all pairs of runs says of one pair: its p-values allow for how many pairs there are.

    So do the intervals, difference ± `Discrimination.critical_differences` at this level; the effect sizes are over the
    residual standard deviation of all runs. A measure that was not tested is infinite.
    """
    a, b = found.runs.index(run_a), found.runs.index(run_b)
    critical = found.critical_differences(level)
    tests = []
    for key in measures:
        if key not in found.measures:
            tests.append(PairedTest(key, None, None, None, None, None, None, INFINITE))
            continue
        layer = found.measures.index(key)
        mean, p, error = (float(of[layer, a, b]) for of in (found.differences, found.p_values, found.errors))
        ends = (mean - critical[layer], mean + critical[layer], found.effect_sizes[layer, a, b])
        low, high, effect = (float(end) if np.isfinite(end) else None for end in ends)
        undefined = NO_VARIANCE if effect is None else ""
        tests.append(PairedTest(key, mean, low, high, effect, p, error, undefined, found.smallest_p, found.n_cases))
    return tuple(tests)


class PairedTrials(DividedWork[tuple[PairedTest, ...]]):
    """Test two runs on deltas of shape (measures, cases); all measures share the random signs.

    A measure with an infinite delta has no mean: its test says so. Raises `OrdquantError` as `SignTrials` and
    `difference_interval` do, whose formulas these are. There is a result at the end only.
    """

    def __init__(
        self,
        deltas: FloatArray,
        measures: Sequence[str],
        *,
        n_trials: int,
        rng: np.random.Generator,
        confidence: float = 0.95,
    ) -> None:
        if deltas.shape[:1] != (len(measures),) or deltas.ndim != 2 or deltas.shape[1] == 0:
            raise ShapeMismatchError(
                f"Give one row of deltas for each of {len(measures)} measures, got {deltas.shape}."
            )
        self._measures = tuple(measures)
        self._finite = np.asarray(np.isfinite(deltas).all(axis=1))
        self._rows = deltas[self._finite]
        super().__init__(n_trials if len(self._rows) else 0)
        self._confidence = confidence
        if len(self._rows):
            self._trials = SignTrials(self._rows, n_trials=n_trials, rng=rng)

    def _pieces(self) -> Iterator[Piece | None]:
        yield from self.include(self._trials)

    def result(self) -> tuple[PairedTest, ...]:
        """Return the tests of all measures."""
        found = {key: PairedTest(key, None, None, None, None, None, None, INFINITE) for key in self._measures}
        if len(self._rows):
            test, effects = self._trials.result(), effect_size(self._rows)
            spread = difference_interval(self._rows, confidence=self._confidence)
            n_cases = self._rows.shape[1]
            least = smallest_p_value(n_cases, test.n_trials)
            why = ONE_CASE if n_cases == 1 else NO_VARIANCE
            keys = [key for key, usable in zip(self._measures, self._finite, strict=True) if usable]
            columns = (test.means, spread.low, spread.high, effects, test.p_values, test.errors)
            for key, *values in zip(keys, *(column.tolist() for column in columns), strict=True):
                mean, low, high, effect, p_value, p_error = values
                defined = not np.isnan(effect)
                none = n_cases == 1
                found[key] = PairedTest(
                    key,
                    mean,
                    None if none else low,
                    None if none else high,
                    effect if defined else None,
                    p_value,
                    p_error,
                    "" if defined else why,
                    least,
                    n_cases,
                )
        return tuple(found.values())
