"""How fast the statistics are, at the published size, beside direct NumPy loops and SciPy; nothing here fails on time.

22 runs, 300 cases, 12 measures. The direct loops run a share of the trials and one of the measures: read their medians
times the factor in their names.
"""

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis import agreement, consistency, discrimination, overlaps
from ordquant_core.records import Scores
from ordquant_core.statistics.information import information_tau
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.statistics.resampling import randomised_tukey_hsd

TRIALS = 5000


def rng():
    return np.random.default_rng(1)


@pytest.fixture(scope="module")
def scores():
    chance = rng()
    values = chance.random((12, 22, 300)) + 0.2 * chance.random((22, 1)) + chance.random(300)
    names = tuple(f"M{m}" for m in range(12)), tuple(f"run{r}" for r in range(22)), tuple(map(str, range(300)))
    return Scores(*names, values)


def direct_loop(layer, n_trials):
    """One measure: every trial permutes a copy of the table with NumPy's own, fast `permuted`."""
    chance, ranges = rng(), np.empty(n_trials)
    for trial in range(n_trials):
        means = chance.permuted(layer, axis=0).mean(axis=1)
        ranges[trial] = means.max() - means.min()
    return ranges


def sorting_loop(layer, n_trials):
    """One measure, as it is often written: every trial sorts random numbers and takes the scores in that order."""
    chance, ranges = rng(), np.empty(n_trials)
    for trial in range(n_trials):
        order = chance.random(layer.shape).argsort(axis=0)
        means = np.take_along_axis(layer, order, axis=0).mean(axis=1)
        ranges[trial] = means.max() - means.min()
    return ranges


def case_by_case(layer, n_trials):
    """One measure, as the definition reads: every trial permutes the labels case by case."""
    chance, ranges = rng(), np.empty(n_trials)
    for trial in range(n_trials):
        means = np.mean([chance.permutation(case) for case in layer.T], axis=0)
        ranges[trial] = means.max() - means.min()
    return ranges


def everything(scores):
    """All that the pages show of one task."""
    chance = rng()
    found = discrimination.separate_runs(scores, n_trials=TRIALS, rng=chance)
    overlaps.overlaps(found), overlaps.contradictions(found), discrimination.curves(found)
    discrimination.Separation.by_resamples(scores, n_resamples=1000, rng=chance).finish()
    agreement.agreement(scores), agreement.information(scores)
    splits = consistency.draw_splits(300, 1000, chance)
    for size in (None, 10):
        taus = consistency.consistency(scores, splits, size=size)
        consistency.compare_measures(taus, n_trials=TRIALS, rng=chance)
    consistency.curve(scores, splits, consistency.usual_sizes(300))


@pytest.mark.benchmark(group="randomised Tukey HSD")
def test_tukey_of_12_measures_5000_trials(benchmark, scores):
    benchmark(lambda: randomised_tukey_hsd(scores.values, n_trials=TRIALS, rng=rng()))


@pytest.mark.benchmark(group="randomised Tukey HSD")
def test_tukey_direct_loop_of_1_measure_500_trials_times_120(benchmark, scores):
    benchmark(lambda: direct_loop(scores.values[0], TRIALS // 10))


@pytest.mark.benchmark(group="randomised Tukey HSD")
def test_tukey_sorting_loop_of_1_measure_500_trials_times_120(benchmark, scores):
    benchmark(lambda: sorting_loop(scores.values[0], TRIALS // 10))


@pytest.mark.benchmark(group="randomised Tukey HSD")
def test_tukey_case_by_case_of_1_measure_50_trials_times_1200(benchmark, scores):
    benchmark(lambda: case_by_case(scores.values[0], TRIALS // 100))


@pytest.mark.benchmark(group="consistency")
def test_consistency_of_12_measures_1000_splits_with_its_test(benchmark, scores):
    def halves():
        chance = rng()
        found = consistency.consistency(scores, consistency.draw_splits(300, 1000, chance))
        consistency.compare_measures(found, n_trials=TRIALS, rng=chance)

    benchmark(halves)


@pytest.mark.benchmark(group="everything")
def test_everything_of_8_tasks(benchmark, scores):
    benchmark.pedantic(lambda: [everything(scores) for _ in range(8)], rounds=1)


@pytest.fixture(scope="module")
def items():
    chance = rng()
    x = chance.random(10_000)
    return x, x + chance.random(10_000)


@pytest.mark.benchmark(group="tau of 10,000 items")
def test_tau_with_the_interval_of_long_and_cliff(benchmark, items):
    benchmark(lambda: kendall(*items, interval="long_cliff"))


@pytest.mark.benchmark(group="tau of 10,000 items")
def test_tau_by_scipy_without_interval(benchmark, items):
    benchmark(lambda: stats.kendalltau(*items))


@pytest.mark.benchmark(group="information tau of 1,000 items")
def test_information_tau_given_two_others(benchmark, items):
    x, y = (side[:1000] for side in items)
    benchmark(lambda: information_tau(x, y, given=[x + y, x - y]))
