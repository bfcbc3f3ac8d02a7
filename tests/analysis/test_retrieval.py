"""The analyses of ranked lists: against SciPy and plain loops."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis.retrieval import (
    all_together,
    draw_sets,
    fit_methods,
    merge_sets,
    ranking_agreement,
    score_lists,
)
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.official import trec
from ordquant_core.ranked_lists.chance import joint_ric_by_chance, merged_by_chance
from ordquant_core.ranked_lists.collection import assemble
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS, fused_ric
from ordquant_core.ranked_lists.information import joint_ric, relevance_information
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
        assert found.fused[:, number].tolist() == fused_ric(part).mean(axis=1).tolist()
    assert found.chance is None


def test_what_metasearch_gives_by_chance_stands_beside_it_and_with_every_method_but_the_bounds():
    drawn, n, sets = rng(3), 300, [(0, 2), (1, 2, 3)]  # of large topics, few permutations say it well
    topics_of_300 = [(drawn.integers(0, 3, n), [drawn.permutation(n) for _ in range(4)]) for _ in range(2)]
    collection = by_hand.collection(*(by_hand.topic(grades.tolist(), lists) for grades, lists in topics_of_300))
    found, chance = merge_sets(collection, sets, rng()), merged_by_chance(collection, sets, rng())
    assert found.joint.tolist() == merge_sets(collection, sets).joint.tolist()
    assert [each.mean.tolist() for each in found.chance] == [chance.mean.tolist()] * 2
    assert found.together == chance.beside(0, float(found.joint.mean()))
    for fit in fit_methods(found):
        expected = [np.nan, np.nan] if fit.method in BOUNDS else [chance.mean[1], chance.error[1]]
        np.testing.assert_array_equal([fit.by_chance, fit.error], expected)
        assert (found.merged(fit.method) is None) == (fit.method in BOUNDS)


def test_what_all_runs_carry_by_chance_is_known_before_they_are_merged():
    collection = by_hand.collection(by_hand.topic([2, 1, 1, 0, 0, 0] * 3, [range(18), range(17, -1, -1)]))
    known = merge_sets(collection, [(0, 1)], rng(), by_chance=joint_ric_by_chance(collection, rng()))
    assert known.together == all_together(collection, rng()).mean


def test_fits_are_those_of_scipy():
    drawn = rng(7).random((7, 30))
    made = merge_sets(by_hand.collection(by_hand.topic([1, 0], [[0, 1], [1, 0]])), [(0,), (1,)])
    found = fit_methods(type(made)(tuple((n,) for n in range(30)), drawn[0], drawn[1:]))
    assert [fit.method for fit in found] == list(METHODS)
    for fit, values in zip(found, drawn[1:], strict=True):
        assert fit.tau.value == pytest.approx(stats.kendalltau(drawn[0], values).statistic, abs=1e-12)
        assert fit.rho.value == pytest.approx(stats.spearmanr(drawn[0], values).statistic, abs=1e-12)
        assert fit.rmse == pytest.approx(np.sqrt(np.mean((drawn[0] - values) ** 2)), abs=1e-12)


@real
def test_on_trec_covid_the_bound_bounds_what_merging_reaches():
    gold = trec.parse_judgements((COVID / "qrels.txt").read_bytes(), "qrels.txt")
    runs = [trec.parse_run(path.read_bytes(), path.name) for path in sorted((COVID / "runs").iterdir())]
    collection = assemble(gold, runs)
    found = merge_sets(collection, draw_sets(7, 4, 5, rng()))
    algorithms = found.fused[:3]
    assert (algorithms < found.joint).all()
    assert (found.fused[list(METHODS).index("Naive")] > found.joint).all()
