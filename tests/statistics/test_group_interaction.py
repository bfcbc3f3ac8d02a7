"""The run x group interaction by permutation, against SciPy and against its definition with loops."""

from itertools import combinations, pairwise, product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.errors import OrdquantError
from ordquant_core.statistics import group_interaction
from ordquant_core.statistics.group_interaction import interaction_test


def rng(seed=1):
    return np.random.default_rng(seed)


def groups_of(*sizes):
    ends = np.cumsum((0, *sizes))
    return [np.arange(start, end) for start, end in pairwise(ends)]


def p_as_defined(scores, groups, n_trials):
    """Follow the definition with loops and SciPy, for one measure: (groups, pairs)."""
    n_cases, pairs = scores.shape[1], list(combinations(range(len(scores)), 2))
    orders = [np.arange(n_cases), *rng().permuted(np.tile(np.arange(n_cases), (n_trials, 1)), axis=1)]
    t = np.empty((len(orders), len(groups), len(pairs)))
    for b, order in enumerate(orders):
        for g, group in enumerate(groups):
            inside = np.isin(order, group)  # the case at a place takes the label of the case drawn for it
            for k, (i, j) in enumerate(pairs):
                gaps = scores[i] - scores[j]
                t[b, g, k] = abs(stats.ttest_ind(gaps[inside], gaps[~inside], equal_var=False).statistic)
    largest = t.max(axis=2)
    share = np.array([[(largest[:, g] >= x - 1e-9).mean() for g, x in enumerate(row)] for row in largest]).min(axis=1)
    own = np.array([[(largest[:, g] >= x - 1e-9).mean() for x in t[0, g]] for g in range(len(groups))])
    return np.array([[(share <= x + 1e-12).mean() for x in row] for row in own])


def test_p_values_are_those_of_the_definition_on_the_same_permutations():
    scores, groups = rng(3).random((3, 25)), groups_of(6, 7, 12)
    scores[0, :6] += 0.4
    found = interaction_test(scores[None], groups, n_trials=60, rng=rng())
    np.testing.assert_allclose(found.p_values[0], p_as_defined(scores, groups, 60), atol=1e-12)
    assert len(np.unique(found.p_values)) > 4


def test_differences_are_those_of_the_group_minus_those_of_all_other_cases():
    scores, groups = rng().random((2, 4, 30)), groups_of(10, 20)
    found = interaction_test(scores, groups, n_trials=9, rng=rng())
    for m, g, (k, (i, j)) in product(range(2), range(2), enumerate(combinations(range(4), 2))):
        gaps = scores[m, i] - scores[m, j]
        expected = gaps[groups[g]].mean() - np.delete(gaps, groups[g]).mean()
        assert found.differences[m, g, k] == pytest.approx(expected)


def test_the_same_generator_gives_the_same_p_values_however_many_orders_are_held(monkeypatch):
    scores, groups = rng().random((2, 3, 20)), groups_of(8, 12)
    whole = interaction_test(scores, groups, n_trials=50, rng=rng())
    monkeypatch.setattr(group_interaction, "HELD", 100)
    np.testing.assert_array_equal(interaction_test(scores, groups, n_trials=50, rng=rng()).p_values, whole.p_values)


def test_a_run_that_is_good_on_one_group_only_is_found_there():
    scores = rng().normal(size=(1, 3, 80))
    scores[0, 2, :25] -= 2
    p = interaction_test(scores, groups_of(25, 25, 30), n_trials=999, rng=rng()).p_values[0]
    assert (p[0] < 0.05).tolist() == [False, True, True]
    assert p.min() >= 1 / 1000


def test_constant_differences_and_identical_runs_do_not_depend_on_the_group():
    row = rng().random(20)
    scores = np.stack([row, row, row + 0.25])[None]
    assert (interaction_test(scores, groups_of(10, 10), n_trials=20, rng=rng()).p_values == 1).all()


def test_groups_of_few_cases_are_not_tested_and_cost_the_others_nothing():
    scores = rng(2).random((1, 3, 30))
    found = interaction_test(scores, groups_of(10, 16, 4), n_trials=50, rng=rng())
    assert np.isnan(found.p_values[0, 2]).all()
    assert np.isfinite(found.differences).all()
    alone = interaction_test(scores, groups_of(10, 16), n_trials=50, rng=rng())
    np.testing.assert_array_equal(found.p_values[0, :2], alone.p_values[0])
    every = interaction_test(scores, groups_of(30), n_trials=50, rng=rng())
    assert np.isnan(every.differences).all()
    assert np.isnan(every.p_values).all()


@pytest.mark.parametrize(("shape", "trials"), [((3, 4), 9), ((1, 0, 4), 9), ((1, 2, 4), 0)])
def test_another_shape_and_no_trial_are_refused(shape, trials):
    with pytest.raises(OrdquantError, match=r"shape|one trial"):
        interaction_test(np.zeros(shape), [], n_trials=trials, rng=rng())
