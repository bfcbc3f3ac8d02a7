"""What the documentation claims of intervals and tests holds in simulations: the quick ones, with few repetitions.

`make simulate` runs all of them in full, and `DEPTH=full make test` all with few repetitions.
"""

import pytest

from tests.depth import matrix
from tests.statistics.simulations import Outcome, simulations

pytestmark = pytest.mark.slow

REPETITIONS, SEED = 20, 1
QUICK = ("coverage_of_tau", "interval_of_a_variance", "reversed_classes", "separated_pairs", "simultaneous_intervals")
SIMULATIONS = dict(simulations())


@pytest.mark.parametrize("name", matrix(SIMULATIONS, *QUICK))
def test_every_claim_holds_in_its_simulation(name):
    outcomes = list(SIMULATIONS[name](REPETITIONS, SEED))
    assert outcomes
    assert [one for one in outcomes if not one.holds] == []


def test_a_value_outside_its_bounds_is_noticed():
    for value, holds in ((0.95, True), (0.891, True), (0.889, False), (1.009, True), (1.011, False)):
        assert Outcome("claim", "situation", value, 0.93, 0.97, 0.01).holds == holds
