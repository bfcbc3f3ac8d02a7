r"""Do people prefer the estimates that measures prefer? Agreement per measure, tests between measures, judges needed.

People see a gold and two estimates and say which one is better. Answers of one person are alike: persons are the
clusters of all intervals and tests, and what they say holds for these pairs of estimates. An answer counts for a
measure where the person prefers one estimate and the measure does too. With c_i agreeing answers of n_i by person i,

.. math:: a = \frac{\sum_i c_i}{\sum_i n_i}, \qquad
          s^2 = \frac{K}{K - 1} \sum_i \left(\frac{c_i - a\, n_i}{\bar n}\right)^2

s^2 / K is the variance of the ratio a over K persons; the interval is a ± t_{K-1} s / √K, cut at 0 and 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

import numpy as np

from ordquant_core.analysis.comparison import difference, signs
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.human_judgements import HumanJudgements
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray, IntArray, TableRow
from ordquant_core.statistics.adjusted import holm
from ordquant_core.statistics.mean_interval import t_limit
from ordquant_core.statistics.paired import randomisation_test
from ordquant_core.statistics.sample_size import least_size

LEVEL, POWER = 0.05, 0.8
ROUNDING = 1e-9
HALF_WIDTH = 0.05  # of the interval for which judges are counted
MOST_JUDGES = 10**6


@dataclass(frozen=True, slots=True)
class HumanAgreement(TableRow):
    """How often people prefer what a measure prefers."""

    measure: str
    agreement: float  # NaN where no answer counts
    low: float  # NaN for one person, and where all persons agree alike: there is no interval
    high: float
    answers: int  # that count
    persons: int
    judges_needed: int | None  # for an interval of ± `half_width`; None where there is none, or beyond a million

    COLUMNS = ("measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed")

    def cells(self) -> tuple[object, ...]:
        """Return how often people prefer what the measure prefers, with the interval over persons."""
        return self.measure, self.agreement, self.low, self.high, self.answers, self.persons, self.judges_needed


@dataclass(frozen=True, slots=True)
class AgreementComparison(TableRow):
    """Whether people agree with one measure more than with another, on the answers that count for both."""

    measure_1: str
    measure_2: str
    difference: float  # agreement with measure 1 minus agreement with measure 2
    low: float
    high: float
    p_value: float  # randomisation test: the signs of the differences of persons are changed at random
    p_holm: float  # adjusted for all pairs of measures
    answers: int
    differing: int  # answers on which the two measures differ: only these decide
    judges_needed: int | None  # to find this difference with a power of 80% at the level 5%

    COLUMNS = (
        *("measure_1", "measure_2", "agreement_difference", "low", "high", "p_persons", "p_holm"),
        *("answers", "differing_answers", "judges_needed"),
    )

    def cells(self) -> tuple[object, ...]:
        """Return the difference of the agreements, its interval and its test."""
        return (
            *(self.measure_1, self.measure_2, self.difference, self.low, self.high, self.p_value, self.p_holm),
            *(self.answers, self.differing, self.judges_needed),
        )


def human_agreement(
    judgements: HumanJudgements, measures: Sequence[str], *, half_width: float = HALF_WIDTH
) -> tuple[HumanAgreement, ...]:
    """Return the agreement of people with every measure, and how many persons narrow its interval to ± `half_width`.

    Raises `OrdquantError` for an unknown measure, or a half-width that is not above 0.
    """
    if not half_width > 0:
        raise OrdquantError(f"The half-width of an interval is above 0, got {half_width:g}.")
    agrees = _agrees(judgements, measures)
    groups, n = _persons(judgements)
    agreements = []
    for key, row in zip(measures, agrees, strict=True):
        counts = np.isfinite(row)
        mean, deviation, persons = _clustered(np.where(counts, row, 0.0), counts.astype(float), groups, n)
        half = _half_width(deviation, persons)
        ends = (np.nan, np.nan) if np.isnan(half) else (max(mean - half, 0.0), min(mean + half, 1.0))
        needed = None if np.isnan(half) else _judges(deviation, half_width)
        agreements.append(HumanAgreement(key, mean, *ends, int(counts.sum()), persons, needed))
    return tuple(agreements)


def compare_agreement(
    judgements: HumanJudgements, measures: Sequence[str], *, n_trials: int, rng: np.random.Generator
) -> tuple[AgreementComparison, ...]:
    """Compare every two measures: people's agreement with both, on the answers that count for both.

    Raises as `human_agreement` does.
    """
    agrees = _agrees(judgements, measures)
    groups, n = _persons(judgements)
    rows = []
    for first, second in combinations(range(len(measures)), 2):
        gap = agrees[first] - agrees[second]
        counts = np.isfinite(gap)
        gap = np.where(counts, gap, 0.0)
        mean, deviation, persons = _clustered(gap, counts.astype(float), groups, n)
        sums = np.bincount(groups, gap, minlength=n)[np.bincount(groups, counts, minlength=n) > 0]
        p_value = float(randomisation_test(sums, n_trials=n_trials, rng=rng).p_values) if len(sums) else np.nan
        half = _half_width(deviation, persons)
        needed = None if np.isnan(half) or not mean else _judges_for_power(deviation, mean)
        rows.append((first, second, mean, mean - half, mean + half, p_value, counts, gap, needed))
    tested = np.array([row[5] for row in rows])
    defined = np.isfinite(tested)
    adjusted = np.full(len(rows), np.nan)
    adjusted[defined] = holm(tested[defined])
    return tuple(
        AgreementComparison(
            measures[first],
            measures[second],
            mean,
            low,
            high,
            p_value,
            p_holm,
            int(counts.sum()),
            int((gap != 0).sum()),
            needed,
        )
        for (first, second, mean, low, high, p_value, counts, gap, needed), p_holm in zip(
            rows, adjusted.tolist(), strict=True
        )
    )


def _agrees(judgements: HumanJudgements, measures: Sequence[str]) -> FloatArray:
    """Return 1 where a person prefers what a measure prefers, 0 where the other, NaN where either has no preference."""
    known = get_measures(measures)
    rows = np.full((len(measures), len(judgements.sides)), np.nan)
    sizes = np.array([len(one) for one in judgements.gold])
    for size in np.unique(sizes):
        own = np.flatnonzero(sizes == size)
        gold, a, b = (
            np.array([side[one] for one in own.tolist()]) for side in (judgements.gold, judgements.a, judgements.b)
        )
        for row, measure in zip(rows, known, strict=True):
            product = signs(difference(measure(gold, a), measure(gold, b))) * judgements.sides[own]
            row[own] = np.where(product == 0, np.nan, (product > 0).astype(float))
    return rows


def _persons(judgements: HumanJudgements) -> tuple[IntArray, int]:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(judgements.persons))}
    return np.array([numbers[name] for name in judgements.persons], dtype=np.int64), len(numbers)


def _clustered(values: FloatArray, counts: FloatArray, groups: IntArray, n: int) -> tuple[float, float, int]:
    """Return the ratio of the sums, the deviation s of a person, and the number of persons with an answer."""
    sums, sizes = np.bincount(groups, values, minlength=n), np.bincount(groups, counts, minlength=n)
    some = sizes > 0
    sums, sizes, persons = sums[some], sizes[some], int(some.sum())
    if not persons:
        return np.nan, np.nan, 0
    ratio = float(sums.sum() / sizes.sum())
    if persons == 1:
        return ratio, np.nan, 1
    residuals = (sums - ratio * sizes) / sizes.mean()
    return ratio, float(np.sqrt((residuals**2).sum() / (persons - 1))), persons


def _half_width(deviation: float, persons: int) -> float:
    """Return half the width of the interval; NaN where persons do not differ, or there is one: nothing is known."""
    return float(t_limit(persons)) * deviation / math.sqrt(persons) if deviation > ROUNDING else math.nan


def _judges(deviation: float, half_width: float) -> int | None:
    """Return the smallest number of persons whose interval has at most the half-width; None beyond a million."""
    return least_size(lambda n: _half_width(deviation, n) <= half_width, MOST_JUDGES)


def _judges_for_power(deviation: float, difference: float) -> int | None:
    r"""Return :math:`\lceil ((z_{1 - \alpha/2} + z_{power}) s / d)^2 \rceil`, at least 2."""
    z = NormalDist().inv_cdf(1 - LEVEL / 2) + NormalDist().inv_cdf(POWER)
    needed = (z * deviation / abs(difference)) ** 2
    return None if needed > MOST_JUDGES else max(2, math.ceil(needed))
