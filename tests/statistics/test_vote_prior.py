"""How votes vary: against the definition taken literally, and the values that STATISTICS worked out on real data."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.statistics.vote_prior import FEWEST_CASES, PULLS, REACHES, WEIGHTS, fit_prior, vote_prior
from tests import strategies


def literal(votes, weight, reach, pull, average, places):
    """a of one case, vote by vote."""
    near = np.zeros(len(votes))
    for i, number in enumerate(votes):
        others = [j for j in range(len(votes)) if j != i]
        heights = [reach ** abs(places[j] - places[i]) for j in others]
        for j, height in zip(others, heights, strict=True):
            near[j] += number / sum(votes) * height / sum(heights)
    return weight * ((1 - pull) * near + pull * average)


def likelihood(votes, *prior):
    """How likely each vote is, given the others of its case."""
    total = 0.0
    for row in votes:
        for j in np.flatnonzero(row):
            rest = row - np.eye(len(row), dtype=int)[j]
            if rest.sum():
                total += row[j] * np.log((rest[j] + literal(rest, *prior)[j]) / (rest.sum() + prior[0]))
    return total


def test_the_prior_of_a_picture_alone_is_the_one_worked_out():
    prior = vote_prior(np.array([[0, 1, 2, 9, 8]]))
    assert not prior.fitted
    expected = [0.2536, 0.3527, 0.5327, 0.4836, 0.3773]  # STATISTICS, section D
    assert prior.parameters(np.array([0, 1, 2, 9, 8])) == pytest.approx(expected, abs=5e-5)


@strategies.examples(12)
@given(votes=strategies.votes_tables(3, 6), gaps=st.none() | st.lists(st.floats(0.5, 4), min_size=2, max_size=2))
def test_the_fit_has_the_largest_likelihood_of_the_grid(votes, gaps):
    votes = np.vstack([votes, [1, 1, 0]])
    positions = None if gaps is None else (1.0, 1 + gaps[0], 1 + sum(gaps))
    prior = fit_prior(votes, positions)
    places = np.arange(3) if gaps is None else np.array(positions) * 2 / sum(gaps)  # in mean steps
    average = (votes.sum(axis=0) + 1) / (votes.sum() + 3)
    assert prior.average == pytest.approx(average)
    best = max(likelihood(votes, *entry, average, places) for entry in product(WEIGHTS, REACHES, PULLS))
    chosen = prior.weight, prior.reach, prior.pull
    assert likelihood(votes, *chosen, average, places) == pytest.approx(best, abs=1e-9)
    for row in votes:
        assert prior.parameters(row) == pytest.approx(literal(row, *chosen, average, places), rel=1e-9)
    assert prior.parameters(votes).sum(axis=1) == pytest.approx(np.full(7, prior.weight))  # as many votes are added


def test_positions_in_equal_steps_are_the_classes_one_by_one_and_a_class_far_from_all_others_has_neighbours():
    votes = np.array([[3, 1, 0, 0], [0, 0, 2, 2], [1, 4, 1, 0]])
    plain = fit_prior(votes).parameters(votes)
    np.testing.assert_allclose(fit_prior(votes, (-50, -47.5, -45, -42.5)).parameters(votes), plain, rtol=1e-6)
    far = fit_prior(votes, (0, 1, 2, 10_000)).parameters(votes)
    assert (np.isfinite(far) & (far > 0)).all()


def test_the_prior_is_fitted_from_twenty_cases_with_two_votes_on():
    votes = np.random.default_rng(1).multinomial(3, [0.5, 0.3, 0.2], size=FEWEST_CASES)
    assert vote_prior(np.vstack([votes, np.eye(3, dtype=int)])).fitted
    assert not vote_prior(np.vstack([votes[1:], np.eye(3, dtype=int)])).fitted


@pytest.mark.parametrize("votes", [[1, 2], [[0, 0]], [[2, -1]], np.zeros((0, 3), dtype=int)])
def test_what_is_no_table_of_votes_is_refused(votes):
    with pytest.raises(OrdquantError, match="votes of shape"):
        vote_prior(votes)
