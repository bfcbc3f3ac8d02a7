"""RAE and NKLD, smoothed by half a vote, against their formulas in exact fractions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from scipy.stats import entropy

from ordquant_core.measures.smoothed import SMOOTHED, nkld, rae
from tests.reviewed import reviewed, said
from tests.strategies import batches, vote_pairs


def smoothed(row, n_votes):
    """Half a vote more for every class: (p + 1/2T) / (1 + L/2T) = (2 T p + 1) / (2 T + L)."""
    total = int(sum(row))
    return [(2 * n_votes * Fraction(int(one), total) + 1) / (2 * n_votes + len(row)) for one in row]


@given(pair=vote_pairs)
def test_both_equal_their_formulas_in_exact_fractions(pair):
    gold, estimated = pair
    n_votes = int(gold.sum())
    g, p = smoothed(gold, n_votes), smoothed(estimated, n_votes)
    relative = sum(abs(a - b) / a for a, b in zip(g, p, strict=True)) / len(g)
    assert float(rae(gold, estimated, n_votes)) == pytest.approx(float(relative), rel=1e-9, abs=1e-12)
    expected = 2 / (1 + math.exp(-entropy([float(one) for one in g], [float(one) for one in p]))) - 1
    assert float(nkld(gold, estimated, n_votes)) == pytest.approx(expected, rel=1e-7, abs=1e-12)
    assert 0 <= nkld(gold, estimated, n_votes) <= 1
    for measure in SMOOTHED.values():
        assert n_votes == 1 or measure(gold, estimated) == measure(gold, estimated, n_votes)
        assert measure(gold, gold, n_votes) == 0


@given(batch=batches)
def test_a_batch_equals_one_by_one(batch):
    gold, estimates = batch
    votes = gold.sum(axis=-1)
    for key, measure in SMOOTHED.items():
        together = measure(gold, estimates, votes)
        one_by_one = [[float(measure(gold[c], estimates[r, c], votes[c])) for c in range(3)] for r in range(2)]
        assert together.tolist() == one_by_one, key


@reviewed(__file__)
def test_numbers_of_votes_are_needed_and_must_make_sense(made, words):
    assert said(made, globals()) == words
