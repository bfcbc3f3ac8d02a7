"""The analyses of ranked lists, from loops over small collections and SciPy."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from ordquant_core.analysis import retrieval
from ordquant_core.errors import UnknownNameError
from ordquant_core.ranked_lists.chance import joint_ric_by_chance, merged_by_chance
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS, fused_ric
from ordquant_core.ranked_lists.information import (
    joint_ric,
)
from ordquant_core.statistics.information import information_tau
from tests.analysis.made_up import rng
from tests.analysis.small_lists import collection_of, made_up, results_of
from tests.ranked_lists import by_hand
from tests.ranked_lists.by_hand import topics
from tests.reviewed import reviewed, said
from tests.strategies import examples


@pytest.fixture(scope="module")
def results():
    return results_of(collection_of())


def test_places_and_the_best_run_are_those_of_means(results):
    for row, places in zip(results.means, results.ranks, strict=True):
        assert places.tolist() == stats.rankdata(-row.round(12), method="min").tolist()
    best = np.flatnonzero(results.mean("AP") == max(results.mean("AP")))
    assert results.best_by("AP") == [results.runs[n] for n in best]
    first = results.first_by("AP", seed=3)
    assert (first.names, first.value, first.n_cases) == ((results.best_by("AP")[0],), max(results.mean("AP")), 5)
    assert len(retrieval.PairInformation(("x",), np.eye(1), np.zeros((1, 1))).to_frame()) == 0


def test_the_pair_at_the_start_is_among_those_with_the_most_similar_ap(results):
    ap, difference = results.mean("AP"), results.pairs.difference
    close = sorted(combinations(range(8), 2), key=lambda pair: abs(ap[pair[0]] - ap[pair[1]]))[: 28 // 4]
    chosen = results.most_different_pair()
    assert tuple(sorted(chosen)) in close
    assert results.mean("RIC")[chosen[0]] >= results.mean("RIC")[chosen[1]]
    assert difference[chosen] == max(difference[pair] for pair in close)
    assert made_up([[[0.1]], [[0.2]]]).most_different_pair() == (0, 0)


def test_tau_and_rho_are_those_of_scipy_for_all_systems_and_for_the_best():
    x, y = rng().random((2, 25)).round(1)
    found, leaders = retrieval.ranking_agreement(x, y, top=10), np.flatnonzero(y >= np.sort(y)[-10])
    assert (retrieval.best(y, top=10).tolist(), found.top) == (leaders.tolist(), len(leaders))
    assert retrieval.best(y, top=99).tolist() == [*range(25)]
    for one, other, tau, rho in ((x, y, found.tau, found.rho), (x[leaders], y[leaders], found.tau_top, found.rho_top)):
        assert tau.value == pytest.approx(stats.kendalltau(one, other).statistic, abs=1e-12)
        assert rho.value == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-12)


def test_information_tau_is_computed_topic_by_topic_and_from_the_means():
    values = rng().integers(0, 5, size=(4, 6, 3)) / 4
    values[0, :, 2] = 0.5  # all tie by the first measure
    scores = Evaluation(("AP", "nDCG", "ERR", "RR"), tuple("abcdef"), ("1", "2", "3"), values)
    for given_keys in ([], ["ERR"], ["ERR", "RR"]):
        found = retrieval.information_by_topic(scores, "AP", "nDCG", given_keys)
        layers = [[scores.measures.index(key) for key in ("AP", "nDCG", *given_keys)], slice(None)]
        expected = [information_tau(*rows[:2], given=rows[2:]).bits for rows in np.moveaxis(values[*layers], 2, 0)]
        np.testing.assert_array_equal(found.by_topic, np.array(expected, dtype=float))
        means = values.mean(axis=2)[layers[0]]
        assert found.of_means == information_tau(*means[:2], given=list(means[2:])).bits
    assert np.isnan(found.by_topic[2])
    with pytest.raises(UnknownNameError, match="No scores by 'RBP'; there are AP, nDCG, ERR"):
        retrieval.information_by_topic(scores, "AP", "RBP")


def test_sets_are_different_and_evenly_drawn():
    found = retrieval.draw_sets(9, 4, 60, rng())
    assert len(set(found)) == 60
    assert all(len(set(chosen)) == 4 and chosen == tuple(sorted(chosen)) for chosen in found)
    assert np.bincount(np.ravel(found), minlength=9).min() > 15


@reviewed(__file__)
def test_sets_of_few_runs_are_all_there_are(made, words):
    assert said(made, globals()) == words


@examples(15)
@given(topics(runs=4), topics(runs=4))
def test_metasearch_evaluates_each_set_alone(one, other):
    collection = by_hand.collection(by_hand.topic(*one), by_hand.topic(*other))
    found = retrieval.merge_sets(collection, [(0, 2), (1, 2, 3)])
    for number, chosen in enumerate(found.sets):
        part = collection.select(chosen)
        assert found.joint[number] == joint_ric(part).mean() == joint_ric(collection, chosen).mean()
        assert found.fused[:, number].tolist() == fused_ric(part).mean(axis=1).tolist()
    assert (found.chance, found.together) == (None, None)
    frame = found.to_frame("abcd")
    assert frame["set"].tolist() == ["a + c", "b + c + d"]
    assert frame["joint_RIC"].tolist() == found.joint.tolist()
    assert [frame[f"RIC_{method}"].tolist() for method in METHODS] == found.fused.tolist()


def test_what_metasearch_gives_by_chance_stands_beside_it_and_with_every_method_but_the_bounds():
    drawn, n, sets = rng(3), 300, [(0, 2), (1, 2, 3)]  # of large topics, few permutations say it well
    of_300 = [(drawn.integers(0, 3, n), [drawn.permutation(n) for _ in range(4)]) for _ in range(2)]
    collection = by_hand.collection(*(by_hand.topic(grades.tolist(), lists) for grades, lists in of_300))
    found, chance = retrieval.merge_sets(collection, sets, rng()), merged_by_chance(collection, sets, rng())
    assert [each.mean.tolist() for each in found.chance] == [chance.mean.tolist()] * 2
    assert found.together == chance.beside(0, float(found.joint.mean()))
    for fit in retrieval.fit_methods(found):
        expected = [np.nan, np.nan] if fit.method in BOUNDS else [chance.mean[1], chance.error[1]]
        np.testing.assert_array_equal([fit.by_chance, fit.error], expected)
        assert (found.merged(fit.method) is None) == (fit.method in BOUNDS)
        np.testing.assert_allclose(fit.cells()[5:], expected, atol=1e-6)
    known = joint_ric_by_chance(collection.select((0, 1)), rng())
    merged = retrieval.merge_sets(collection.select((0, 1)), [(0, 1)], rng(), by_chance=known)
    assert merged.together == retrieval.all_together(collection.select((0, 1)), rng()).mean


def test_fits_are_those_of_scipy():
    joint, *fused = rng(7).random((7, 30))
    found = retrieval.fit_methods(retrieval.Metasearch(tuple((n,) for n in range(30)), joint, np.array(fused)))
    assert [fit.method for fit in found] == list(METHODS)
    for fit, values in zip(found, fused, strict=True):
        assert fit.tau.value == pytest.approx(stats.kendalltau(joint, values).statistic, abs=1e-12)
        assert fit.rho.value == pytest.approx(stats.spearmanr(joint, values).statistic, abs=1e-12)
        assert fit.rmse == pytest.approx(np.sqrt(np.mean((joint - values) ** 2)), abs=1e-12)
        assert fit.mean == pytest.approx(values.mean())
    for fit in retrieval.fit_methods(retrieval.Metasearch(((0,),), joint[:1], np.array(fused)[:, :1])):
        assert (fit.tau.value, fit.rho.value, fit.by_chance) == (None, None, pytest.approx(np.nan, nan_ok=True))
