"""What the documentation claims of intervals and tests holds in simulations; `make simulate` runs them in full.

Those that take long also with few repetitions are left to it, and to `DEPTH=full make test`.
"""

import pytest

from tests.depth import matrix
from tests.statistics.simulations import Outcome, simulations

REPETITIONS, SEED = 60, 1

pytestmark = pytest.mark.slow


LONG = ("consistency_over_cases", "random_groups", "second_panel")
SIMULATIONS = dict(simulations())


@pytest.mark.parametrize("name", matrix(SIMULATIONS, *(name for name in SIMULATIONS if name not in LONG)))
def test_every_claim_holds_in_its_simulation(name):
    outcomes = SIMULATIONS[name](REPETITIONS, SEED)
    assert outcomes
    assert [one for one in outcomes if not one.holds] == []


def test_a_value_outside_its_bounds_is_noticed():
    assert Outcome("claim", "situation", 0.95, 0.93, 0.97, 0.01).holds
    assert not Outcome("claim", "situation", 0.80, 0.93, 0.97, 0.01).holds
