"""Topic set size design: how many cases are needed to find a difference of a given size, measure by measure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ordquant_core.analysis.scoring import require_comparable
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.numerals import setting
from ordquant_core.records import Framed, Scores
from ordquant_core.statistics.sample_size import (
    cases_for_anova,
    cases_for_interval,
    cases_for_t,
    detectable_by_t,
    pooled_variance,
    variance_of_differences,
    variance_within_runs,
)

Method = Literal["t", "anova", "interval", "paired"]
METHODS: tuple[Method, ...] = ("t", "anova", "interval", "paired")
DIFFERENCE, SYSTEMS = 0.1, (2, 10)


@dataclass(frozen=True, slots=True)
class Variances:
    """How much scores vary by one measure; None: not defined, since there is one run, or 0."""

    measure: str  # "" where a variance was given
    within: float | None  # variance of the scores within runs
    of_differences: float | None  # mean variance of the differences of two runs
    freedom: int | None = None  # cases that both were estimated from, less one per collection; None: a variance given


@dataclass(frozen=True, slots=True)
class Needed(Framed):
    """The cases that one method asks for; None where there is no variance to go by."""

    measure: str
    method: Method
    systems: int
    difference: float
    variance: float | None  # of the scores within runs; for `paired`: of the differences of two runs
    cases: int | None
    variance_high: float | None = None  # upper limit of the pilot's variance, one-sided 95%
    cases_high: int | None = None  # the cases that it asks for


def pooled_variances(collections: Sequence[Scores]) -> tuple[Variances, ...]:
    """Return the variances pooled over collections by their degrees of freedom, m (n - 1) and (m - 1)(n - 1).

    Runs with the same scores on every case count once: the differences of copies are 0 and would lower the variance.
    Raises `OrdquantError` unless all were scored by the same measures on two cases or more, with finite scores.
    """
    if not collections or len({scores.measures for scores in collections}) != 1:
        raise OrdquantError("Variances can be pooled only over tasks that were scored by the same measures.")
    collections = [distinct_runs(scores) for scores in collections]
    for scores in collections:
        require_comparable(scores, runs=1)
    within = pooled_variance(
        [variance_within_runs(scores.values) for scores in collections],
        [len(scores.runs) * (len(scores.cases) - 1) for scores in collections],
    )
    paired = [scores for scores in collections if len(scores.runs) > 1]
    differences = np.zeros(len(within))
    if paired:
        freedom = [(len(scores.runs) - 1) * (len(scores.cases) - 1) for scores in paired]
        differences = pooled_variance([variance_of_differences(scores.values) for scores in paired], freedom)
    cases = sum(len(scores.cases) - 1 for scores in collections)
    columns = zip(collections[0].measures, within.tolist(), differences.tolist(), strict=True)
    return tuple(Variances(key, one or None, other or None, cases) for key, one, other in columns)


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


def of_variance(variance: float) -> Variances:
    """Return a variance that was given, for the formulas alone: it serves as either."""
    if not (np.isfinite(variance) and variance > 0):
        raise OrdquantError(f"The variance must be larger than 0, got {setting(variance)}.")
    return Variances("", variance, variance)


def needed(
    found: Variances,
    difference: float = DIFFERENCE,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    systems: Sequence[int] = SYSTEMS,
) -> tuple[Needed, ...]:
    r"""Return the least number of cases by every method, for a difference of two means.

    With s2 the variance within runs and d2 that of the differences of two runs:

    - `t`: paired t-test, the differences taken to vary by 2 s2, as if runs met different cases;
    - `anova`: one-way analysis of variance of each number of `systems`, the best and the worst of which differ;
    - `interval`: the interval of a difference, varying by 2 s2, is expected to be no wider than `difference`;
    - `paired`: paired t-test with d2, which uses that runs meet the same cases.

    A pilot's variance is an estimate: `variance_high` is its upper limit, with as many degrees of freedom as the pilot
    has cases, less one, and `cases_high` what that asks for. Raises `OrdquantError` for a difference that is not
    positive, a level or power outside (0, 1), and fewer than two systems. Reference: [sakai2016design].

    >>> [(one.method, one.systems, one.cases) for one in needed(of_variance(0.02))]
    [('t', 2, 34), ('anova', 2, 33), ('anova', 10, 64), ('interval', 2, 64), ('paired', 2, 18)]
    """

    def cases(method: Method, m: int, variance: float) -> int:
        if method == "anova":
            return cases_for_anova(difference, variance, m, alpha=alpha, power=power)
        if method == "interval":
            return cases_for_interval(difference, 2 * variance, alpha=alpha)
        return cases_for_t(difference, variance if method == "paired" else 2 * variance, alpha=alpha, power=power)

    rows: list[tuple[Method, int]] = [("t", 2), *(("anova", m) for m in systems), ("interval", 2), ("paired", 2)]
    listed = []
    for method, m in rows:
        variance = found.of_differences if method == "paired" else found.within
        high = None if variance is None or not found.freedom else upper_limit(variance, found.freedom)
        sizes = (None if one is None else cases(method, m, one) for one in (variance, high))
        size, size_high = sizes
        listed.append(Needed(found.measure, method, m, difference, variance, size, high, size_high))
    return tuple(listed)


def needed_pairwise(found: Variances, difference: float, *, alpha: float = 0.05, power: float = 0.8) -> int | None:
    """Return the cases that a paired t-test of two runs needs; None where runs differ by constants only."""
    own = found.of_differences
    return None if own is None else cases_for_t(difference, own, alpha=alpha, power=power)


def detectable(found: Variances, n_cases: int, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Return the smallest difference that a paired t-test on so many cases finds with that power."""
    own = found.of_differences
    return None if own is None else detectable_by_t(n_cases, own, alpha=alpha, power=power)
