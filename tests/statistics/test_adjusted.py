"""Holm's procedure, by its definition."""

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.statistics.adjusted import holm

P = np.random.default_rng(3).random((4, 3, 20)) ** 3


def test_holm_rejects_step_by_step():
    for row in P.reshape(-1, 20):
        order = np.argsort(row)
        for level in (0.01, 0.05, 0.2):
            rejected = np.zeros(20, dtype=bool)
            for step, place in enumerate(order):
                if row[place] >= level / (20 - step):
                    break
                rejected[place] = True
            assert ((holm(row) < level) == rejected).all()


def test_ties_and_ends():
    assert holm([0.02, 0.02]).tolist() == [0.04, 0.04]
    assert holm([1.0, 0.0]).tolist() == [1.0, 0.0]
    with pytest.raises(OrdquantError, match="between 0 and 1"):
        holm([0.5, float("nan")])
