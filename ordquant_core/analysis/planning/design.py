"""A design for paired runs: how many cases are needed to find a difference of a given size, measure by measure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.scoring import require_comparable
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.numerals import setting
from ordquant_core.records import Scores, TableRow
from ordquant_core.statistics.sample_size import (
    cases_for_t,
    detectable_by_t,
    pooled_variance,
    variance_of_differences,
)

DIFFERENCES = (0.01, 0.02, 0.03, 0.05, 0.1)  # of two means, that a table lists


@dataclass(frozen=True, slots=True)
class Variance:
    """How far the differences of two runs vary over cases by one measure: the mean variance over all pairs of runs."""

    measure: str  # "" where a variance was given
    value: float | None  # None: the differences of all runs are constant
    freedom: int | None = None  # cases that it was estimated from, less one per collection; None: a variance given


@dataclass(frozen=True, slots=True)
class Needed(TableRow):
    """The cases with which a paired t-test finds a difference; None where there is no variance to go by."""

    measure: str
    difference: float
    variance: float | None  # of the differences of two runs
    cases: int | None
    variance_high: float | None = None  # upper limit of the pilot's variance, one-sided 95%
    cases_high: int | None = None  # the cases that it asks for

    COLUMNS = ("measure", "difference", "variance", "cases", "variance_high", "cases_high")


def pooled_variances(collections: Sequence[Scores]) -> tuple[Variance, ...]:
    """Return the variances pooled over collections by their degrees of freedom, (m - 1)(n - 1).

    Runs with the same scores on every case count once: the differences of copies are 0 and would lower the variance.
    Raises `OrdquantError` unless all were scored by the same measures, with two runs and two cases or more each, and
    finite scores.
    """
    if not collections or len({scores.measures for scores in collections}) != 1:
        raise OrdquantError("Variances can be pooled only over tasks that were scored by the same measures.")
    for scores in collections:
        require_comparable(scores)
    measures = collections[0].measures
    distinct = [one for one in map(distinct_runs, collections) if len(one.runs) > 1]
    if not distinct:
        return tuple(Variance(key, None) for key in measures)
    pooled = pooled_variance(
        [variance_of_differences(one.values) for one in distinct],
        [(len(one.runs) - 1) * (len(one.cases) - 1) for one in distinct],
    )
    freedom = sum(len(one.cases) - 1 for one in distinct)
    return tuple(Variance(key, value or None, freedom) for key, value in zip(measures, pooled.tolist(), strict=True))


def distinct_runs(scores: Scores) -> Scores:
    """Return the scores without runs whose scores on every case by every measure are those of a run before them."""
    first: dict[bytes, str] = {}
    for run, values in zip(scores.runs, scores.values.transpose(1, 0, 2), strict=True):
        first.setdefault((values + 0.0).tobytes(), run)  # + 0.0: -0.0 is 0.0
    return scores if len(first) == len(scores.runs) else scores.only(list(first.values()))


def upper_limit(variance: float, freedom: int, *, confidence: float = 0.95) -> float:
    r"""Return the one-sided upper confidence limit of a variance that was estimated with these degrees of freedom.

    .. math:: s^2 \frac{\nu}{\chi^2_{1 - c, \nu}}

    For a few cases it is many times the estimate. It assumes normal scores; heavy tails need more.

    >>> round(upper_limit(1.0, 1), 1), round(upper_limit(1.0, 389), 3)
    (254.3, 1.13)
    """
    with extra("statistics", "The upper limit of a variance"):
        from scipy.special import chdtri  # only where it is needed
    return float(variance * freedom / chdtri(freedom, confidence))


def of_variance(variance: float) -> Variance:
    """Return a variance of the differences of two runs that was given, for the formula alone."""
    if not (np.isfinite(variance) and variance > 0):
        raise OrdquantError(f"The variance must be larger than 0, got {setting(variance)}.")
    return Variance("", variance)


def needed(pilot: Variance, difference: float = 0.1, *, alpha: float = 0.05, power: float = 0.8) -> Needed:
    """Return the least number of cases with which a paired t-test of two runs finds a difference of their means.

    A pilot's variance is an estimate: `variance_high` is its upper limit, with as many degrees of freedom as the pilot
    has cases, less one, and `cases_high` what that asks for. Raises `OrdquantError` for a difference that is not
    positive, and a level or power outside (0, 1). Reference: [sakai2016design], whose t-test takes runs to meet
    different cases.

    >>> needed(of_variance(0.02)).cases
    18
    """
    high = None if pilot.value is None or not pilot.freedom else upper_limit(pilot.value, pilot.freedom)
    cases, cases_high = (
        None if variance is None else cases_for_t(difference, variance, alpha=alpha, power=power)
        for variance in (pilot.value, high)
    )
    return Needed(pilot.measure, difference, pilot.value, cases, high, cases_high)


def detectable(pilot: Variance, n_cases: int, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Return the smallest difference that a paired t-test on so many cases finds with that power."""
    return None if pilot.value is None else detectable_by_t(n_cases, pilot.value, alpha=alpha, power=power)
