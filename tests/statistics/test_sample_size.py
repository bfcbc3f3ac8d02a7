"""Cases that a paired t-test needs, against SciPy's noncentral distributions and the size of the published example."""

import itertools

import numpy as np
import pytest
from scipy import stats

from ordquant_core.errors import OrdquantError
from ordquant_core.statistics import sample_size as size


def test_the_size_of_the_example():
    """Alpha .05, beta .2, a difference of .1, a variance of .02 for each of the two runs."""
    assert size.cases_for_t(0.1, 0.04) == 34


@pytest.mark.parametrize("difference", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("n", [2, 5, 34, 200])
def test_power_is_that_of_the_noncentral_distributions(n, difference):
    shift, limit = np.sqrt(n / 0.04) * difference, stats.t.ppf(0.975, n - 1)
    beyond = stats.nct.sf(limit, n - 1, shift) + np.nan_to_num(stats.nct.cdf(-limit, n - 1, shift))
    assert size.power_of_t(n, difference, 0.04) == pytest.approx(beyond, abs=1e-9)


@pytest.mark.parametrize(("difference", "alpha", "power"), [(0.05, 0.05, 0.8), (0.3, 0.01, 0.95), (0.02, 0.1, 0.5)])
def test_a_size_is_the_least_that_is_enough(difference, alpha, power):
    n = size.cases_for_t(difference, 0.04, alpha=alpha, power=power)
    assert size.power_of_t(n, difference, 0.04, alpha=alpha) >= power
    assert size.power_of_t(n - 1, difference, 0.04, alpha=alpha) < power


def test_two_cases_are_the_least_and_nobody_waits_for_the_most():
    assert size.cases_for_t(10, 1e-6) == 2
    with pytest.raises(OrdquantError, match=r"10\^12"):
        size.cases_for_t(1e-9, 1.0)


def test_the_smallest_difference_is_just_found():
    for n, power in ((2, 0.8), (34, 0.8), (500, 0.3)):
        least = size.detectable_by_t(n, 0.04, power=power)
        assert size.power_of_t(n, least, 0.04) == pytest.approx(power, abs=1e-6)
    assert size.detectable_by_t(34, 0.04) < 0.1 < size.detectable_by_t(33, 0.04)


def test_variances_are_those_of_the_formulas():
    scores = np.random.default_rng(1).random((2, 4, 9))
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    differences = [[(layer[i] - layer[j]).var(ddof=1) for i, j in pairs] for layer in scores]
    assert size.variances_of_differences(scores) == pytest.approx(np.array(differences))
    assert size.variances_of_differences([[[1, 2, 3], [1.1, 2.1, 3.1]]]).tolist() == [[0.0]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: size.cases_for_t(0, 1), "difference must be larger than 0"),
        (lambda: size.cases_for_t(1, float("nan")), "variance must be larger than 0"),
        (lambda: size.cases_for_t(1, 1, alpha=1), "level lies between"),
        (lambda: size.cases_for_t(1, 1, alpha=0), "level lies between"),
        (lambda: size.cases_for_t(1, 1, power=0), "power lies between"),
        (lambda: size.detectable_by_t(1, 1), "2 cases or more"),
    ],
)
def test_what_cannot_be_planned_is_refused(call, words):
    with pytest.raises(OrdquantError, match=words):
        call()


@pytest.mark.parametrize("n", [2, 3, 50])
def test_power_grows_to_1_as_the_variance_vanishes(n):
    powers = [size.power_of_t(n, 0.1, 10.0**-k) for k in range(0, 40, 2)]
    assert all(later >= earlier - 1e-9 for earlier, later in itertools.pairwise(powers))
    assert powers[-1] == 1


def test_a_variance_of_rounding_errors_needs_two_cases():
    assert size.cases_for_t(0.01, 1e-33) == 2
