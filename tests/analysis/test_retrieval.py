"""The analyses of ranked lists: against SciPy and plain loops."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis.retrieval import (
    alike_pairs,
    close_pairs,
    draw_sets,
    fits,
    list_discriminative_power,
    merge_sets,
    order_by_likeness,
    ranking_agreement,
    score_lists,
)
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.formats.official import trec
from ordquant_core.ranked_lists.collection import assemble
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS, fused_beside_chance
from ordquant_core.ranked_lists.information import (
    joint_ric,
    joint_ric_by_chance,
    permuted_grades,
    relevance_information,
)
from ordquant_core.statistics.bootstrap import pair_bootstrap
from tests.ranked_lists import by_hand
from tests.ranked_lists.lists import topics

COVID = Path(__file__).parents[2] / "../shared/data/trec_covid_round1"
real = pytest.mark.skipif(not COVID.exists(), reason="the files of TREC are not here")


def rng(seed=1):
    return np.random.default_rng(seed)


@given(st.data())
def test_ric_stands_before_the_measures_of_the_evaluators(data):
    collection = by_hand.collection(by_hand.topic(*data.draw(topics())), by_hand.topic(*data.draw(topics())))
    found = score_lists(collection)
    assert found.measures[:2] == ("RIC", "AP")
    assert found.values.shape == (len(found.measures), 3, 2)
    assert (found.values[0] == relevance_information(collection)).all()


def test_tau_and_rho_are_those_of_scipy_for_all_systems_and_for_the_best():
    x, y = rng().random((2, 25)).round(1)
    found = ranking_agreement(x, y, top=10)
    best = np.flatnonzero(y >= np.sort(y)[-10])
    assert found.top == len(best) >= 10
    for one, other, tau, rho in ((x, y, found.tau, found.rho), (x[best], y[best], found.tau_top, found.rho_top)):
        assert tau.value == pytest.approx(stats.kendalltau(one, other).statistic, abs=1e-12)
        assert rho.value == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-12)


def test_discriminative_power_counts_the_significant_pairs():
    values = rng(2).random((3, 6, 20)) + np.linspace(0, 0.4, 6)[:, None]
    scores = Evaluation(("RIC", "nDCG", "ERR"), tuple("abcdef"), tuple(map(str, range(20))), values)
    found = list_discriminative_power(scores, rng=rng(), n_resamples=200)
    p = pair_bootstrap(values[:2], n_resamples=200, rng=rng())
    assert [power.measure for power in found] == ["RIC", "nDCG"]
    for power, layer in zip(found, p, strict=True):
        expected = sum(layer[pair] < 0.05 for pair in combinations(range(6), 2))
        assert (power.significant, power.pairs, power.share) == (expected, 15, expected / 15)


def test_sets_are_different_and_evenly_drawn():
    found = draw_sets(9, 4, 60, rng())
    assert len(set(found)) == 60
    assert all(len(set(chosen)) == 4 and chosen == tuple(sorted(chosen)) for chosen in found)
    counts = np.bincount(np.array(found).ravel(), minlength=9)
    assert counts.min() > 15
    assert draw_sets(5, 5, 10, rng()) == ((0, 1, 2, 3, 4),)


@pytest.mark.parametrize(("size", "n_sets"), [(0, 1), (4, 1), (2, 0)])
def test_sets_that_do_not_exist_are_refused(size, n_sets):
    with pytest.raises(OrdquantError, match="there are none"):
        draw_sets(3, size, n_sets, rng())


@given(topics(runs=4), topics(runs=4))
def test_metasearch_evaluates_each_set_alone(one, other):
    collection = by_hand.collection(by_hand.topic(*one), by_hand.topic(*other))
    reported = []
    found = merge_sets(collection, [(0, 2), (1, 2, 3)], progress=lambda done, of: reported.append((done, of)))
    assert reported == [(1, 2), (2, 2)]
    for number, chosen in enumerate(found.sets):
        part = collection.select(chosen)
        assert found.joint[number] == joint_ric(part).mean() == joint_ric(collection, chosen).mean()
        assert found.fused[:, number].tolist() == fused_beside_chance(part, None)[0].mean(axis=1).tolist()
    permuted = permuted_grades(collection, rng())
    beside = merge_sets(collection, [(0, 2), (1, 2, 3)], permuted=permuted)
    assert beside.joint.tolist() == found.joint.tolist()
    assert beside.joint_by_chance.tolist() == [joint_ric_by_chance(collection, permuted, s).mean() for s in found.sets]
    assert np.isnan(beside.fused_by_chance).any(axis=1).tolist() == [method in BOUNDS for method in METHODS]


def test_fits_are_those_of_scipy():
    drawn = rng(7).random((7, 30))
    made = merge_sets(by_hand.collection(by_hand.topic([1, 0], [[0, 1], [1, 0]])), [(0,), (1,)])
    found = fits(type(made)(tuple((n,) for n in range(30)), drawn[0], drawn[1:]))
    assert [fit.method for fit in found] == list(METHODS)
    for fit, values in zip(found, drawn[1:], strict=True):
        assert fit.tau.value == pytest.approx(stats.kendalltau(drawn[0], values).statistic, abs=1e-12)
        assert fit.rho.value == pytest.approx(stats.spearmanr(drawn[0], values).statistic, abs=1e-12)
        assert fit.rmse == pytest.approx(np.sqrt(np.mean((drawn[0] - values) ** 2)), abs=1e-12)


def test_pairs_are_compared_within_bins_of_equal_size():
    means = [0.1, 0.9, 0.3, 0.8, 0.35]
    difference = np.abs(np.subtract.outer(np.arange(5.0), np.arange(5.0)))
    found = alike_pairs(means, difference, n_bins=2)
    assert [(pair.run_1, pair.run_2, pair.bin) for pair in found] == [(3, 4, 0), (1, 3, 0), (2, 0, 1), (1, 4, 0)]
    assert [pair.information_difference for pair in found] == [1, 2, 2, 3]
    assert [pair.score_difference for pair in found] == pytest.approx([0.45, 0.1, 0.2, 0.55])
    assert len(alike_pairs(means, difference, n_bins=1)) == 10
    assert alike_pairs(means, difference, n_bins=5) == ()


@given(means=st.lists(st.floats(0, 1), min_size=1, max_size=8), within=st.floats(0, 1), seed=st.integers(0, 99))
def test_close_pairs_are_all_those_within_a_difference_and_no_others(means, within, seed):
    drawn = rng(seed).random((len(means), len(means)))
    difference = drawn + drawn.T
    found = close_pairs(means, difference, within=within)
    expected = {(i, j) for i, j in combinations(range(len(means)), 2) if abs(means[i] - means[j]) <= within + 1e-12}
    assert {(pair.run_1, pair.run_2) for pair in found} <= expected
    assert {(i, j) for i, j in expected if abs(means[i] - means[j]) <= within - 1e-12} <= {
        (pair.run_1, pair.run_2) for pair in found
    }
    assert [pair.information_difference for pair in found] == sorted(pair.information_difference for pair in found)
    assert all(pair.bin is None for pair in found)


def test_bins_that_cannot_be_are_refused():
    with pytest.raises(OrdquantError, match="one bin or more"):
        alike_pairs([0.1], np.zeros((1, 1)), n_bins=0)
    with pytest.raises(ShapeMismatchError):
        alike_pairs([0.1, 0.2], np.zeros((1, 1)), n_bins=1)


@real
def test_on_trec_covid_the_bound_bounds_what_merging_reaches():
    gold = trec.parse_judgements((COVID / "qrels.txt").read_bytes(), "qrels.txt")
    runs = [trec.parse_run(path.read_bytes(), path.name) for path in sorted((COVID / "runs").iterdir())]
    collection = assemble(gold, runs)
    found = merge_sets(collection, draw_sets(7, 4, 5, rng()))
    algorithms = found.fused[:3]
    assert (algorithms < found.joint).all()
    assert (found.fused[list(METHODS).index("Naive")] > found.joint).all()


def test_runs_that_know_the_same_stand_side_by_side():
    places = np.array([0.0, 5, 1, 6, 0.5])
    difference = np.abs(np.subtract.outer(places, places))
    order = order_by_likeness(difference)
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert places[list(order)].tolist() in ([0, 0.5, 1, 5, 6], [6, 5, 1, 0.5, 0])
    assert order_by_likeness(difference[:2, :2]) == (0, 1)
