"""The measures that exist elsewhere, against SciPy; RAE and NKLD against their formulas in exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.distance import canberra, chebyshev, cosine, jensenshannon
from scipy.special import rel_entr
from scipy.stats import energy_distance, entropy, kendalltau, wasserstein_distance

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED, nkld, rae
from tests.strategies import batches, pairs, vote_pairs


def moved(gold, estimated):
    places = np.arange(len(gold))
    return wasserstein_distance(places, places, gold, estimated)


def energy(gold, estimated):
    places = np.arange(len(gold))
    return energy_distance(places, places, gold, estimated) ** 2 / 2 / (len(gold) - 1)


def of_cumulative(gold, estimated):
    sides = [np.cumsum(side)[:-1] for side in (gold, estimated)]
    middle = sum(sides) / 2
    return sum(rel_entr(side, middle).sum() for side in sides) / 2


def share_of_farthest(gold, estimated):
    farthest = max(np.linalg.norm(gold - corner, 1) for corner in np.eye(len(gold)))  # a corner is farthest
    return np.linalg.norm(gold - estimated, 1) / farthest


OF_OTHERS = {
    "MD": moved,
    "NMD": lambda g, p: moved(g, p) / (len(g) - 1),
    "JSD": lambda g, p: 0 if np.array_equal(g, p) else jensenshannon(p, g, base=2) ** 2,  # SciPy: the root of -1e-17
    "KLD": lambda g, p: entropy(p, g, base=2),
    "NVD": lambda g, p: np.linalg.norm(g - p, 1) / 2,
    "RNSS": lambda g, p: np.linalg.norm(g - p) / 2**0.5,
    "CHEB": chebyshev,
    "CANB": canberra,
    "COS": cosine,
    "RPS": energy,
    "CJS": of_cumulative,
    "HD": lambda g, p: np.linalg.norm(np.sqrt(g) - np.sqrt(p)) / 2**0.5,
    "AE": lambda g, p: np.linalg.norm(g - p, 1) / len(g),
    "RMSE": lambda g, p: ((g - p) ** 2).mean() ** 0.5,
    "NAE": share_of_farthest,
}


@given(pair=pairs)
def test_a_measure_is_that_of_others(pair):
    for key, other in OF_OTHERS.items():
        tolerance = {"RPS": 1e-9, "KLD": 1e-9}.get(key, 1e-12)
        assert float(MEASURES[key](*pair)) == pytest.approx(float(other(*pair)), rel=1e-9, abs=tolerance), key
    gold, estimated = pair
    assert np.isinf(MEASURES["KLD"](*pair)) == bool(((gold == 0) & (estimated > 0)).any())


@given(pair=vote_pairs)
def test_dnkt_comes_from_kendalls_tau_b_wherever_that_is_defined(pair):
    gold, estimated = pair
    value = float(MEASURES["DNKT"](gold, estimated))
    if len(set(gold.tolist())) == 1 or len(set(estimated.tolist())) == 1:
        assert value == 0.5  # tau-b is 0 / 0; the paper's max(1, U) makes it 0
    else:
        tau = kendalltau(gold, estimated, variant="b").statistic
        assert value == pytest.approx((1 - tau) / 2, abs=1e-12)


# Smoothed by half a vote, computed only where the number of votes is known


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


@pytest.mark.parametrize("measure", SMOOTHED.values(), ids=SMOOTHED)
def test_numbers_of_votes_are_needed_and_must_make_sense(measure):
    assert abs(float(measure([9, 1], [1, 1]) - measure([1, 1], [9, 1]))) > 0.01
    assert measure([3, 2, 1], [1, 0, 5], 6) > measure([3, 2, 1], [1, 0, 5], 1)  # fewer votes smooth more
    for gold in ([0.5, 0.5], [1.0, 0.0], [[0.25, 0.75], [1, 0]]):
        words = f"{measure.key} needs the number of votes of each case: give the gold as"
        with pytest.raises(OrdquantError, match=words):
            measure(gold, [0, 1])
        assert (measure(gold, [0, 1], 4) > 0).all()
    for votes in (0, -1, math.nan, math.inf):
        with pytest.raises(OrdquantError, match="1 or more"):
            measure([0.5, 0.5], [0, 1], votes)
    with pytest.raises(OrdquantError, match="`votes` has shape"):
        measure([[1, 2], [2, 1]], [0, 1], [3, 3, 3])
    assert measure([[1, 3], [2, 2]], [1, 0]).shape == (2,)
    assert measure([1, 3], [[1, 0], [0, 1], [1, 1]]).shape == (3,)
