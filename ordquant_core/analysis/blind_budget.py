"""How much may be said of a blind task: every number that is shown or answered is an equation on the gold.

All equations together are kept far fewer than the cases. Official results come first, answers get what is left.
"""

import math
from dataclasses import dataclass

import numpy as np

from ordquant_core.formats.published.description import BlindTerms
from ordquant_core.measures.measure import OUTSIDE, OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray

FEWEST = 30  # cases: with fewer there are no ranks, groups, intervals or answers
CASES_PER_EQUATION = 30  # see `budget_of`


@dataclass(frozen=True, slots=True)
class Budget:
    """How many own runs are scored on one scale, ever."""

    everybody: int
    team: int
    why_none: str = ""  # why there are none


@dataclass(frozen=True, slots=True)
class Exposure:
    """Upper bounds on what all that is shown of a blind task can reveal of its gold."""

    bits: float  # that all numbers shown and answered carry at most, and the pairs of runs that differ significantly
    bits_of_modes: float  # cases x entropy of the modes: what it takes to name the mode of every case
    answers: float  # the correlation of the gold with what least squares reconstructs from the answers
    means: float  # the same from answers and official results, for whoever has all official runs


def step_of(n_cases: int, largest: float = 1.0) -> float:
    """Return the step to which means are rounded: 1, 2 or 5 times a power of ten, at least max(b/n, 0.1/sqrt(n)).

    The first is what one of the n cases can change in the mean of scores from 0 to b, `largest`. The second
    is the standard error of the mean where scores have the standard deviation 0.1: smaller differences rarely mean
    anything (runs of STC-3 have 0.05 to 0.1 by NMD and RNOD).

    >>> step_of(390), step_of(40), step_of(100_000), step_of(100), step_of(100, largest=1.06)
    (0.01, 0.05, 0.001, 0.01, 0.02)
    """
    least = max(max(1.0, largest) / n_cases, 0.1 / math.sqrt(n_cases), 0.001)
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(power * digit, 9) for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def official_equations(scores: FloatArray, n_tested: int, largest: float = 1.0) -> float:
    """Return to how many exact equations on the gold the official results amount, from scores of shape (runs, cases).

    The largest possible score sets the step of rounding.

    Shown are, rounded to a step d, the mean of every run and the half-width of its interval; and, of every pair of the
    first `n_tested` runs, whether it differs significantly, which is counted as its difference rounded to d, though it
    says less. To first order, each is a mean over the cases. With the covariance matrix S of these means and
    the variance d^2/12 of rounding, they amount to trace(S (S + d^2/12 I)^-1), the effective degrees of freedom of a
    ridge regression: 1 for a number that is known exactly, less for one that rounding or the other numbers hide. S is
    that of the scores over the cases, divided by their number; it includes what is known of the cases anyway, so the
    sum is too high rather than too low. With fewer than `FEWEST` cases, only means are shown.

    >>> rng = np.random.default_rng(1)
    >>> one = rng.random(400)
    >>> [round(official_equations(np.array(runs), 2), 2) for runs in ([one, 1 - one], [one, rng.random(400)])]
    [1.28, 2.29]
    """
    finite = np.isfinite(scores).all(axis=1)  # a baseline beside the runs may have an infinite score
    scores, n_infinite = scores[finite], int((~finite).sum())
    n_runs, n_cases = scores.shape
    features, shown = scores, np.eye(n_runs)
    if n_cases >= FEWEST:
        off = scores - scores.mean(axis=1, keepdims=True)
        deviations = scores.std(axis=1, keepdims=True)
        widths = 1.96 * off**2 / (2 * math.sqrt(n_cases) * np.where(deviations > 0, deviations, 1))
        features, shown = np.concatenate([scores, widths]), np.eye(2 * n_runs)
        tested = slice(0, n_tested)
        shown[tested, tested] += n_tested * np.eye(n_tested) - 1  # the sum over all pairs of (difference)(difference)'
    covariance = np.atleast_2d(np.cov(features)) / n_cases
    values = np.linalg.eigvals(shown @ covariance).real.clip(0)
    return n_infinite + float((values / (values + step_of(n_cases, largest) ** 2 / 12)).sum())


def budget_of(terms: BlindTerms, n_cases: int, measure: str, equations: float) -> Budget:
    """Return how many own runs are scored, where n cases are shown; `equations`: those of the official results.

    If the publisher sets no number, answers and official results together amount to n/30 equations at most. K equations
    with n unknowns of equal variance give back the share K/n of the variance, whatever number is asked about in each
    case: a correlation of sqrt(1/30) = 0.18 at most. That a case has more than one number does not matter: all
    equations can be aimed at the same one, such as the mean class (by probes with all probability on an end). With
    5 classes, n/30 equations for each of the 4 free shares would be a correlation of sqrt(4/30) = 0.37.

    >>> budget_of(BlindTerms(anyone=True), 390, "NMD", 7.9)
    Budget(everybody=5, team=5, why_none='')
    """
    teams = max(len(terms.tokens), 1)
    if not (terms.tokens or terms.anyone):
        return Budget(0, 0, "the organisers have given no tokens to teams")
    if n_cases < FEWEST:
        return Budget(0, 0, f"with {count(n_cases, 'case')}, fewer than {FEWEST}, an answer would reveal too much")
    if not _is_bounded(measure):
        return Budget(0, 0, f"one case can change the mean of {MEASURES[measure].label} at will")
    if terms.answers is not None:
        return Budget(terms.answers * teams, terms.answers, "" if terms.answers else "the organisers have decided so")
    each = max(0, math.floor(n_cases / CASES_PER_EQUATION - equations)) // teams
    asking = f" for {count(teams, 'team')}" if terms.tokens else ""
    few = f"{count(n_cases, 'case')} are too few{asking}: beside the official results, answers would reveal too much"
    return Budget(each * teams, each, "" if each else few)


def exposure(gold: FloatArray, n_answers: int, n_runs: int, equations: float, largest: float = 1.0) -> Exposure:
    """Return what answers and the results of official runs can reveal at most of a gold of shape (cases, classes).

    Each number is one of b/step + 1 values, b the `largest` score: log2 of that in bits. There is one per answer, and
    two (mean, half-width)
    per official run and baseline. Least squares on K equations with n unknowns of equal variance recovers the share
    K/n of it: a correlation of sqrt(K/n).

    >>> known = exposure(np.eye(2)[[0, 1] * 50], 4, 3, 5.0)
    >>> round(known.bits, 1), known.bits_of_modes, known.answers, known.means
    (103.2, 100.0, 0.2, 0.3)
    """
    n_cases, n_means = len(gold), n_runs + 2
    enough = n_cases >= FEWEST  # for intervals and groups
    numbers = n_answers + (2 * n_means if enough else n_means)
    bits = numbers * math.log2(round(max(1.0, largest) / step_of(n_cases, largest)) + 1) + (
        math.comb(n_means, 2) if enough else 0
    )
    modes = np.unique(gold.argmax(axis=1), return_counts=True)[1] / n_cases
    of_answers, of_means = (math.sqrt(min(1.0, k / n_cases)) for k in (n_answers, n_answers + equations))
    return Exposure(bits, -n_cases * float((modes * np.log2(modes)).sum()), of_answers, of_means)


def _is_bounded(key: str) -> bool:
    """Whether no case has a score above a bound that is known: measures of plug-ins may promise too much."""
    measure = MEASURES[key]
    return measure.family not in (OWN, OUTSIDE) and math.isfinite(measure.bounds(2)[1])
