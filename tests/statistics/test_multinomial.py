"""The probabilities of vote counts, against SciPy and for classes that cannot occur."""

import numpy as np
import pytest
from scipy import stats

from ordquant_core.spaces.gold_distributions import all_distributions
from ordquant_core.statistics.multinomial import multinomial


def test_every_probability_is_that_of_scipy():
    rows, counts = np.random.default_rng(3).dirichlet([1, 2, 3, 1], size=5), all_distributions(12, 4)
    found = multinomial(rows, counts)
    for row, chances in zip(rows, found, strict=True):
        np.testing.assert_allclose(chances, stats.multinomial.pmf(counts.T, 12, row), rtol=1e-10)
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-12)


def test_a_class_without_probability_gets_no_votes():
    counts = all_distributions(6, 3)
    chances = multinomial(np.array([0.25, 0.75, 0.0]), counts)
    assert (chances[counts[2] > 0] == 0).all()
    assert chances.sum() == pytest.approx(1, abs=1e-12)


def test_many_votes_lose_no_precision():
    counts = all_distributions(20_000, 2)
    chances = multinomial(np.array([0.3, 0.7]), counts)
    assert chances.sum() == pytest.approx(1, abs=1e-8)
    assert (counts @ chances)[0] / 20_000 == pytest.approx(0.3, abs=1e-8)
