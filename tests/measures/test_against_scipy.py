"""The measures that exist elsewhere, against the implementations of SciPy."""

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.distance import canberra, chebyshev, cosine, jensenshannon
from scipy.special import rel_entr
from scipy.stats import energy_distance, entropy, kendalltau, wasserstein_distance

from ordquant_core.measures.registry import MEASURES
from tests.strategies import pairs, vote_pairs


@given(pair=pairs)
def test_md_and_nmd_are_the_wasserstein_distance_on_the_line_of_classes(pair):
    gold, estimated = pair
    places = np.arange(len(gold))
    distance = wasserstein_distance(places, places, gold, estimated)
    assert float(MEASURES["MD"](gold, estimated)) == pytest.approx(distance, abs=1e-12)
    assert float(MEASURES["NMD"](gold, estimated)) == pytest.approx(distance / (len(gold) - 1), abs=1e-12)


@given(pair=pairs)
def test_jsd_is_the_square_of_the_jensen_shannon_distance_in_base_2(pair):
    gold, estimated = pair
    if np.array_equal(gold, estimated):  # SciPy may take the root of -1e-17 here
        assert MEASURES["JSD"](gold, estimated) == 0
    else:
        expected = jensenshannon(estimated, gold, base=2) ** 2
        assert float(MEASURES["JSD"](gold, estimated)) == pytest.approx(expected, abs=1e-12)


@given(pair=pairs)
def test_kld_is_the_relative_entropy_of_the_estimate_in_bits(pair):
    gold, estimated = pair
    value = float(MEASURES["KLD"](gold, estimated))
    assert value == pytest.approx(entropy(estimated, gold, base=2), rel=1e-9, abs=1e-12)
    assert value == pytest.approx(rel_entr(estimated, gold).sum() / np.log(2), rel=1e-9, abs=1e-12)
    assert np.isinf(value) == bool(((gold == 0) & (estimated > 0)).any())


@given(pair=vote_pairs)
def test_dnkt_comes_from_kendalls_tau_b_wherever_that_is_defined(pair):
    gold, estimated = pair
    value = float(MEASURES["DNKT"](gold, estimated))
    if len(set(gold.tolist())) == 1 or len(set(estimated.tolist())) == 1:
        assert value == 0.5  # tau-b is 0 / 0; the paper's max(1, U) makes it 0
    else:
        tau = kendalltau(gold, estimated, variant="b").statistic
        assert value == pytest.approx((1 - tau) / 2, abs=1e-12)


@given(pair=pairs)
def test_nvd_and_rnss_are_norms_of_the_difference(pair):
    gold, estimated = pair
    assert float(MEASURES["NVD"](*pair)) == pytest.approx(np.linalg.norm(gold - estimated, 1) / 2, abs=1e-12)
    assert float(MEASURES["RNSS"](*pair)) == pytest.approx(np.linalg.norm(gold - estimated) / 2**0.5, abs=1e-12)


@given(pair=pairs)
def test_chebyshev_canberra_and_cosine_are_those_of_scipy(pair):
    gold, estimated = pair
    assert float(MEASURES["CHEB"](*pair)) == pytest.approx(chebyshev(gold, estimated), abs=1e-12)
    assert float(MEASURES["CANB"](*pair)) == pytest.approx(canberra(gold, estimated), abs=1e-12)
    assert float(MEASURES["COS"](*pair)) == pytest.approx(cosine(gold, estimated), abs=1e-12)


@given(pair=pairs)
def test_rps_is_half_the_square_of_the_energy_distance_per_step(pair):
    gold, estimated = pair
    places = np.arange(len(gold))
    distance = energy_distance(places, places, gold, estimated)
    assert float(MEASURES["RPS"](*pair)) == pytest.approx(distance**2 / 2 / (len(gold) - 1), abs=1e-9)


@given(pair=pairs)
def test_cjs_is_half_the_relative_entropies_of_the_cumulative_distributions_from_their_middle(pair):
    gold, estimated = (np.cumsum(side)[:-1] for side in pair)
    middle = (gold + estimated) / 2
    expected = (rel_entr(gold, middle) + rel_entr(estimated, middle)).sum() / 2
    assert float(MEASURES["CJS"](*pair)) == pytest.approx(expected, abs=1e-12)


@given(pair=pairs)
def test_hd_ae_and_nae_are_norms(pair):
    gold, estimated = pair
    roots = np.linalg.norm(np.sqrt(gold) - np.sqrt(estimated)) / 2**0.5
    assert float(MEASURES["HD"](*pair)) == pytest.approx(roots, abs=1e-12)
    errors = np.linalg.norm(gold - estimated, 1)
    assert float(MEASURES["AE"](*pair)) == pytest.approx(errors / len(gold), abs=1e-12)
    mean_square = ((np.asarray(gold) - np.asarray(estimated)) ** 2).mean()
    assert float(MEASURES["RMSE"](*pair)) == pytest.approx(mean_square**0.5, abs=1e-12)
    worst = max(np.linalg.norm(gold - corner, 1) for corner in np.eye(len(gold)))  # the farthest estimate is a corner
    assert float(MEASURES["NAE"](*pair)) == pytest.approx(errors / worst, abs=1e-12)
