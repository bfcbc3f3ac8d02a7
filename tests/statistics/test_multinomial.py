"""The mixture of multinomials: against SciPy, by hand, and what its formula promises of any sample."""

from fractions import Fraction
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.spaces.gold_distributions import all_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics.multinomial import BLOCK, Mixture, fit_mixture
from tests.strategies import examples

votes_of_cases = st.integers(2, 5).flatmap(
    lambda classes: st.lists(
        st.lists(st.integers(0, 6), min_size=classes, max_size=classes).filter(lambda row: sum(row) > 1),
        min_size=1,
        max_size=8,
    )
)


def fitted(votes):
    votes = np.array(votes)
    return fit_mixture(votes / votes.sum(axis=1, keepdims=True), votes.sum(axis=1))


def spread(shares, mean, weights):
    return float(weights @ ((shares - mean) ** 2).sum(axis=-1))


@examples(60)
@given(votes_of_cases, st.integers(1, 9))
def test_probabilities_of_all_vote_counts_sum_to_1_with_the_mean_of_the_sample(votes, n_votes):
    votes = np.array(votes)
    counts = all_distributions(n_votes, votes.shape[1])
    weights = fitted(votes).probabilities(counts)
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    mean = (votes / votes.sum(axis=1, keepdims=True)).mean(axis=0)
    np.testing.assert_allclose(counts @ weights, n_votes * mean, atol=1e-10)


@examples(60)
@given(st.integers(2, 7), st.integers(2, 4), st.integers(2, 9), st.randoms(use_true_random=False))
def test_with_as_many_votes_as_the_cases_the_expected_spread_is_that_of_the_sample(n_votes, classes, cases, chance):
    drawn = [[chance.randrange(classes) for _ in range(n_votes)] for _ in range(cases)]
    votes = np.array([np.bincount(row, minlength=classes) for row in drawn])
    votes[0] = np.eye(classes, dtype=int)[0] * n_votes  # differs from most others: mostly more than chance
    mixture, shares = fitted(votes), votes / n_votes
    counts = all_distributions(n_votes, classes)
    expected = spread((counts / n_votes).T, shares.mean(axis=0), mixture.probabilities(counts))
    seen = spread(shares, shares.mean(axis=0), np.full(cases, 1 / cases))
    if 0 < mixture.factor < 1:
        assert expected == pytest.approx(seen, abs=1e-12)
    elif mixture.factor == 0:
        assert expected >= seen - 1e-12  # chance alone makes them differ as much


def test_every_probability_is_that_of_scipy():
    multinomial = pytest.importorskip("scipy.stats").multinomial
    mixture = fitted([[9, 1, 0, 0], [0, 3, 7, 0], [2, 2, 2, 14], [0, 0, 1, 3]])
    assert 0 < mixture.factor < 1
    counts = all_distributions(12, 4)
    expected = sum(
        weight * multinomial.pmf(counts.T, 12, row)
        for weight, row in zip(mixture.weights, mixture.distributions, strict=True)
    )
    np.testing.assert_allclose(mixture.probabilities(counts), expected, rtol=1e-10)


def test_two_cases_by_hand_in_fractions():
    votes = [(4, 0), (1, 3)]
    shares = [[Fraction(vote, sum(row)) for vote in row] for row in votes]
    mean = [sum(column) / 2 for column in zip(*shares, strict=True)]
    assert mean == [Fraction(5, 8), Fraction(3, 8)]
    seen = sum(sum((share - m) ** 2 for share, m in zip(row, mean, strict=True)) for row in shares) / 2
    chance = Fraction(1, 4)
    squared = (seen - chance * (1 - sum(m * m for m in mean))) / (1 - chance) / seen
    assert squared == Fraction(7, 9)
    mixture = fitted(votes)
    assert mixture.factor**2 == pytest.approx(7 / 9, abs=1e-15)
    q = [[float(m) + mixture.factor * (float(g) - float(m)) for g, m in zip(row, mean, strict=True)] for row in shares]
    counts = [(3, 0), (2, 1), (1, 2), (0, 3)]
    expected = [
        sum(factorial(3) / prod(map(factorial, count)) * row[0] ** count[0] * row[1] ** count[1] for row in q) / 2
        for count in counts
    ]
    np.testing.assert_allclose(mixture.probabilities(np.array(counts).T), expected, atol=1e-14)


def test_probabilities_are_taken_as_exact_and_classes_without_any_get_no_votes():
    shares = [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.25, 0.75, 0.0]]
    mixture = fit_mixture(shares, None)
    assert mixture.factor == 1
    np.testing.assert_allclose(mixture.distributions, [[0.25, 0.75, 0], [0.5, 0.5, 0]])
    np.testing.assert_allclose(mixture.weights, [2 / 3, 1 / 3])
    counts = all_distributions(6, 3)
    weights = mixture.probabilities(counts)
    assert (weights[counts[2] > 0] == 0).all()
    assert weights.sum() == pytest.approx(1, abs=1e-12)


def test_single_votes_are_refused_unless_some_case_has_more():
    with pytest.raises(OrdquantError, match="Every case has a single vote"):
        fitted([[1, 0], [0, 1]])
    assert fitted([[1, 0], [0, 2]]).factor >= 0


@pytest.mark.parametrize(
    ("shares", "votes"),
    [([], None), ([0.5, 0.5], None), ([[0.5, 0.5]], [1, 2]), ([[0.5, 0.5]], [0]), ([[0.5, 0.5]], [[2]])],
)
def test_samples_that_are_none_are_refused(shares, votes):
    with pytest.raises(ShapeMismatchError):
        fit_mixture(shares, votes)


@pytest.mark.parametrize("counts", [[[1], [1], [1]], [[0], [0]], [[1, 2], [1, 1]], np.zeros((2, 0))])
def test_counts_of_another_space_or_of_several_are_refused(counts):
    with pytest.raises(ShapeMismatchError, match="over 2 classes"):
        fit_mixture([[0.5, 0.5]], None).probabilities(np.array(counts, dtype=int))


def test_many_votes_and_many_components_lose_no_precision():
    chance = np.random.default_rng(3)
    mixture = fitted(chance.multinomial(30, chance.dirichlet([1, 1], size=300)))
    counts = all_distributions(20_000, 2)
    assert len(mixture.weights) * counts.shape[1] > BLOCK / 2
    weights = mixture.probabilities(counts)
    assert weights.sum() == pytest.approx(1, abs=1e-8)
    assert (counts @ weights)[0] / 20_000 == pytest.approx(float(mixture.mean[0]), abs=1e-8)


def test_blocks_of_components_give_what_all_at_once_give(monkeypatch):
    mixture, counts = fitted(np.random.default_rng(5).integers(1, 9, (40, 3))), all_distributions(8, 3)
    whole = mixture.probabilities(counts)
    monkeypatch.setattr("ordquant_core.statistics.multinomial.BLOCK", 100)
    np.testing.assert_allclose(mixture.probabilities(counts), whole, rtol=1e-13)
    assert isinstance(mixture, Mixture)
