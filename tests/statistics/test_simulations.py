"""What the documentation claims of intervals and tests holds in simulations; `make simulate` runs them in full."""

import pytest

from tests.statistics.simulations import Outcome, simulations

REPETITIONS, SEED = 150, 1

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("name", "simulate"), [pytest.param(*one, id=one[0]) for one in simulations()])
def test_every_claim_holds_in_its_simulation(name, simulate):
    outcomes = simulate(REPETITIONS, SEED)
    assert outcomes
    assert [one for one in outcomes if not one.holds] == []


def test_a_value_outside_its_bounds_is_noticed():
    assert Outcome("claim", "situation", 0.95, 0.93, 0.97, 0.01).holds
    assert not Outcome("claim", "situation", 0.80, 0.93, 0.97, 0.01).holds
