"""Krippendorff's alpha against values by hand, and against his own example."""

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.statistics.alpha import krippendorff_alpha

# Krippendorff, Computing Krippendorff's Alpha-Reliability: 4 observers, 12 units, 5 values, missing ones included.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
    [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
]
EXAMPLE = [[column.count(value) for value in range(1, 6)] for column in map(list, zip(*OBSERVERS, strict=True))]


def test_the_ordinal_example_of_its_author():
    assert krippendorff_alpha(EXAMPLE) == pytest.approx(0.815, abs=0.0005)


def test_by_hand():
    # n = (3, 3), middles 1.5 and 4.5, squared distance 9; observed 2 * 1 * 9 = 18, expected 2 * 9 * 9 / 5 = 32.4
    assert krippendorff_alpha([[2, 0], [0, 2], [1, 1]]) == pytest.approx(1 - 18 / 32.4)
    assert krippendorff_alpha([[2, 0], [0, 3]]) == 1
    assert np.isnan(krippendorff_alpha([[2, 0], [3, 0]]))


def test_single_votes_do_not_count():
    votes = [[2, 0, 1], [1, 1, 1], [0, 0, 4]]
    assert krippendorff_alpha([*votes, [1, 0, 0]]) == krippendorff_alpha(votes)
    with pytest.raises(OrdquantError, match="single vote"):
        krippendorff_alpha([[1, 0], [0, 1]])
