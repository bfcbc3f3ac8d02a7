"""The table of paired tests: what it takes from the statistics, and what it says where nothing is defined."""

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.paired_tests import INFINITE, NO_VARIANCE, among_all, compare_two_runs
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import Scores
from ordquant_core.statistics.mean_interval import difference_interval
from ordquant_core.statistics.paired import effect_size, randomisation_test


def run(deltas, measures=("NMD", "RNOD"), seed=3, **options):
    return compare_two_runs(np.array(deltas), measures, n_trials=200, rng=np.random.default_rng(seed), **options)


def test_every_number_is_that_of_the_statistics_with_the_same_generator():
    deltas = np.random.default_rng(1).normal(0.02, 0.1, size=(2, 30))
    test = randomisation_test(deltas, n_trials=200, rng=np.random.default_rng(3))
    spread = difference_interval(deltas)
    for i, (entry, key) in enumerate(zip(run(deltas), ("NMD", "RNOD"), strict=True)):
        assert entry.measure == key
        assert entry.p_value == test.p_values[i]
        assert entry.p_error == test.errors[i]
        assert (entry.mean, entry.low, entry.high) == (test.means[i], spread.low[i], spread.high[i])
        assert entry.effect == effect_size(deltas)[i]
        assert entry.undefined == ""


def test_a_measure_with_an_infinite_score_says_so_and_leaves_the_others_as_they_are():
    deltas = np.random.default_rng(1).normal(size=(2, 10))
    with_infinite = np.vstack([deltas[0], np.full(10, np.inf), deltas[1]])
    first, kld, second = run(with_infinite, ("NMD", "KLD", "RNOD"))
    assert (kld.mean, kld.p_value, kld.undefined) == (None, None, INFINITE)
    assert (first, second) == run(deltas)


def test_identical_runs_have_no_difference_and_no_effect_size():
    for entry in run(np.zeros((2, 8))):
        assert (entry.mean, entry.low, entry.high, entry.p_value) == (0, None, None, 1)
        assert (entry.effect, entry.undefined) == (None, NO_VARIANCE)


@pytest.mark.parametrize("deltas", [np.zeros((3, 4)), np.zeros((2, 0)), np.zeros(2)])
def test_another_shape_is_refused(deltas):
    with pytest.raises(ShapeMismatchError, match="one row of deltas for each of 2 measures"):
        run(deltas)


def test_a_pair_among_all_runs_has_the_numbers_of_the_test_of_all_runs_and_their_sign_follows_the_order():
    rng = np.random.default_rng(4)
    scores = Scores(("NMD", "JSD"), ("x", "y", "z"), tuple("abcdefghij"), rng.random((2, 3, 10)))
    found = separate_runs(scores, n_trials=200, rng=np.random.default_rng(1))
    forth, back = (among_all(found, *pair, ("NMD", "KLD")) for pair in (("z", "x"), ("x", "z")))
    assert forth[0].p_value == back[0].p_value == found.p_values[0, 0, 2]
    assert forth[0].mean == -back[0].mean == pytest.approx((scores.values[0, 2] - scores.values[0, 0]).mean())
    low, high = (bound[0, found.pairs.index((0, 2))] for bound in found.simultaneous_intervals(0.05))
    assert (back[0].low, back[0].high, forth[0].low) == pytest.approx((low, high, -high))
    assert back[0].effect == pytest.approx(found.effect_sizes[0, 0, 2])
    assert forth[1].p_value is None
    assert forth[1].undefined == INFINITE
