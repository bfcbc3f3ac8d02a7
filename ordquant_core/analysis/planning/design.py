"""A design for paired runs: how many cases are needed to find a difference of a given size, measure by measure."""

import math
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.planning.votes import require_pilot
from ordquant_core.analysis.scoring import require_finite
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.numerals import setting
from ordquant_core.records import Scores, TableRow
from ordquant_core.statistics.sample_size import (
    cases_for_t,
    detectable_by_t,
    variances_of_differences,
)

DIFFERENCES = (0.01, 0.02, 0.03, 0.05, 0.1)  # of two means, that a table lists


@dataclass(frozen=True, slots=True)
class Variance:
    """How far the differences of two runs vary over cases by one measure."""

    measure: str  # "" where a variance was given
    value: float | None  # the largest over all pairs of runs; None: the differences of all runs are constant
    mean: float | None = None  # over all pairs
    freedom: int | None = None  # the cases, less one; None: a variance given


@dataclass(frozen=True, slots=True)
class Needed(TableRow):
    """The cases with which a paired t-test finds a difference.

    They are None where there is no variance to go by, and where no difference can be so large.
    """

    measure: str
    difference: float
    variance: float | None  # of the differences of two runs: the largest over the pairs
    cases: int | None
    variance_low: float | None = None  # 95% interval of that variance
    variance_high: float | None = None
    cases_low: int | None = None  # the cases that its ends ask for
    cases_high: int | None = None
    variance_mean: float | None = None  # over the pairs
    cases_mean: int | None = None

    COLUMNS = (
        *("measure", "difference", "variance", "cases", "variance_low", "variance_high", "cases_low", "cases_high"),
        *("variance_mean", "cases_mean"),
    )


def variances(scores: Scores) -> tuple[Variance, ...]:
    """Return how far the differences of two runs vary by each measure: the largest variance over pairs, and the mean.

    Runs with the same scores on every case count once: the differences of copies are 0. Raises `OrdquantError` for
    fewer than two runs or eight cases, and scores that are not finite.
    """
    require_pilot(scores)
    require_finite(scores)
    distinct = distinct_runs(scores)
    if len(distinct.runs) < 2:
        return tuple(Variance(key, None) for key in scores.measures)
    of_pairs, freedom = variances_of_differences(distinct.values), len(scores.cases) - 1
    rows = zip(scores.measures, of_pairs.max(axis=1).tolist(), of_pairs.mean(axis=1).tolist(), strict=True)
    return tuple(Variance(key, largest or None, mean or None, freedom) for key, largest, mean in rows)


def distinct_runs(scores: Scores) -> Scores:
    """Return the scores without runs whose scores on every case by every measure are those of a run before them."""
    first: dict[bytes, str] = {}
    for run, values in zip(scores.runs, scores.values.transpose(1, 0, 2), strict=True):
        first.setdefault((values + 0.0).tobytes(), run)  # + 0.0: -0.0 is 0.0
    return scores if len(first) == len(scores.runs) else scores.only(list(first.values()))


def variance_interval(variance: float, freedom: int, *, confidence: float = 0.95) -> tuple[float, float]:
    r"""Return the two-sided confidence interval of a variance that was estimated with these degrees of freedom.

    .. math:: s^2 \frac{\nu}{\chi^2_{(1 + c) / 2, \nu}}, \quad s^2 \frac{\nu}{\chi^2_{(1 - c) / 2, \nu}}

    For a few cases it is wide. It assumes normal scores; heavy tails need more.

    >>> [round(end, 3) for end in variance_interval(1.0, 389)]
    [0.873, 1.157]
    """
    with extra("statistics", "The interval of a variance"):
        from scipy.special import chdtri  # only where it is needed
    low, high = variance * freedom / chdtri(freedom, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def of_variance(variance: float) -> Variance:
    """Return a variance of the differences of two runs that was given, for the formula alone."""
    if not (np.isfinite(variance) and variance > 0):
        raise OrdquantError(f"The variance must be larger than 0, got {setting(variance)}.")
    return Variance("", variance)


def needed(
    pilot: Variance,
    difference: float = 0.1,
    *,
    largest: float = math.inf,
    alpha: float = 0.05,
    power: float = 0.8,
) -> Needed:
    """Return the least number of cases with which a paired t-test of two runs finds a difference of their means.

    The variance is the largest over the pairs of runs. It is an estimate: the cases that the ends of its 95% interval
    ask for are given, too, and those by the mean variance of the pairs. No number of cases finds a difference above
    `largest`, the largest that there can be. Raises `OrdquantError` for a difference that is not positive, and a level
    or power outside (0, 1). Reference: [sakai2016design], whose t-test takes runs to meet different cases.

    >>> needed(of_variance(0.02)).cases
    18
    """
    low, high = (None, None) if not (pilot.value and pilot.freedom) else variance_interval(pilot.value, pilot.freedom)
    cases, cases_low, cases_high, cases_mean = (
        None
        if variance is None or difference > largest
        else cases_for_t(difference, variance, alpha=alpha, power=power)
        for variance in (pilot.value, low, high, pilot.mean)
    )
    of_pairs = pilot.measure, difference, pilot.value, cases
    return Needed(*of_pairs, low, high, cases_low, cases_high, pilot.mean, cases_mean)


def detectable(
    pilot: Variance, n_cases: int, *, largest: float = math.inf, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Return the smallest difference that a paired t-test on so many cases finds with that power.

    None where it would have to be larger than `largest`, the largest difference that there can be.
    """
    least = None if pilot.value is None else detectable_by_t(n_cases, pilot.value, alpha=alpha, power=power)
    return None if least is None or least > largest else least
