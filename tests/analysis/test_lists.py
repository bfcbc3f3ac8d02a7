"""The analyses of ranked lists, of small collections, with SciPy."""

# ruff: noqa: F401 - the text uses what is imported

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from ordquant_core.analysis import retrieval
from ordquant_core.ranked_lists.chance import joint_ric_by_chance
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import METHODS, fused_ric
from ordquant_core.ranked_lists.information import joint_ric
from tests.analysis.made_up import rng
from tests.analysis.small_lists import collection_of, made_up, results_of
from tests.ranked_lists import by_hand
from tests.ranked_lists.by_hand import topics
from tests.reviewed import reviewed, said
from tests.strategies import examples


def test_the_pair_at_the_start_is_among_those_with_the_most_similar_ap():
    results = results_of(collection_of())
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


def test_sets_are_different_and_evenly_drawn():
    found = retrieval.draw_sets(9, 4, 60, rng())
    assert len(set(found)) == 60
    assert all(len(set(chosen)) == 4 and chosen == tuple(sorted(chosen)) for chosen in found)
    assert np.bincount(np.ravel(found), minlength=9).min() > 15


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


VALUES = rng().integers(0, 5, size=(4, 6, 3)) / 4
VALUES[0, :, 2] = 0.5  # all tie by the first measure
SCORES = Evaluation(("AP", "nDCG", "ERR", "RR"), tuple("abcdef"), ("1", "2", "3"), VALUES)
LISTS = [(rng(3).integers(0, 3, 300), [rng(seed).permutation(300) for seed in range(4)])] * 2  # of large topics
LARGE = by_hand.collection(*(by_hand.topic(grades.tolist(), lists) for grades, lists in LISTS))
merged = cache(lambda: retrieval.merge_sets(LARGE, [(0, 2), (1, 2, 3), (0, 1)], rng()))


def bits(*given):
    found = retrieval.information_by_topic(SCORES, "AP", "nDCG", given)
    return [*found.by_topic.round(6).tolist(), round(found.of_means, 6)]


def beside(one):
    return one and [round(float(value), 6) for value in (one.bits, one.by_chance, one.error, one.as_much)]


@reviewed(__file__)
def test_what_is_left_of_information_and_carried_by_chance_is_as_was_reviewed(made, words):
    assert said(made, globals()) == words
