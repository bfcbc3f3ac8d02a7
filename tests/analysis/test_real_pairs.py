"""Two real runs of STC-3: every count, ranking, correlation and test against pandas and SciPy on their own reading."""

from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from ordquant_core.analysis.case_filters import disagreement_size, rank
from ordquant_core.analysis.comparison import deltas, disagreement, preference_agreement, preferences, quadrants, signs
from ordquant_core.analysis.paired_tests import compare_two_runs
from ordquant_core.analysis.properties import associations, properties
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.statistics.correlation import pearson
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.tasks import assemble, load_gold, load_run
from tests.analysis.in_pandas import IN_PANDAS, REAL_GOLD, REAL_RUNS, real_deltas
from tests.depth import matrix

pytestmark = pytest.mark.slow

PAIRS = [
    ("WIDM-best181120", "WIDM-bestDQ1", "A"),
    ("WIDM-mem0", "WIDM-mem3", "E"),
    ("WIDM-memNDF2", "WIDM-bestDQ2", "A"),
]
every_pair = pytest.mark.parametrize(("run_a", "run_b", "scale"), PAIRS)
TIE = 1e-12


@cache
def frame_of(run_a, run_b, scale):
    return real_deltas(run_a, run_b, scale)


@cache
def ours_of(run_a, run_b, scale):
    """Return our task, scores and deltas, read by our own readers."""
    gold = load_gold(REAL_GOLD, scale=scale)
    runs = [load_run(REAL_RUNS / f"{run}.json", scale=scale) for run in (run_a, run_b)]
    task = assemble(gold, runs)
    scores = score(task, MAIN_MEASURES)
    return task, scores, deltas(scores, run_a, run_b)


def both(run_a, run_b, scale):
    """Return the pandas frame in our order of cases, and what is ours."""
    frame = frame_of(run_a, run_b, scale)
    task, scores, values = ours_of(run_a, run_b, scale)
    return frame.loc[list(task.cases)], task, scores, values


def sides_of(frame):
    return np.sign(frame.where(frame.abs() >= TIE, 0))


@every_pair
def test_deltas_of_every_main_measure_are_those_of_pandas(run_a, run_b, scale):
    frame, _, scores, values = both(run_a, run_b, scale)
    assert scores.measures == tuple(IN_PANDAS)
    np.testing.assert_allclose(values, frame.to_numpy().T, rtol=0, atol=1e-12)


@every_pair
def test_wins_losses_and_ties_of_every_measure_are_those_of_pandas(run_a, run_b, scale):
    frame, _, scores, _ = both(run_a, run_b, scale)
    counted = preferences(scores, run_a, run_b)
    sides = sides_of(frame)
    assert counted.prefers_a.tolist() == (sides == -1).sum().tolist()
    assert counted.prefers_b.tolist() == (sides == 1).sum().tolist()
    assert counted.ties.tolist() == (sides == 0).sum().tolist()
    np.testing.assert_allclose(counted.mean_delta, frame.mean(), rtol=0, atol=1e-14)


@every_pair
def test_quadrants_of_every_pair_of_measures_are_those_of_a_cross_table(run_a, run_b, scale):
    frame, _, scores, values = both(run_a, run_b, scale)
    sides = sides_of(frame).astype(int)
    for i, j in combinations(range(len(MAIN_MEASURES)), 2):
        table = pd.crosstab(sides.iloc[:, i], sides.iloc[:, j]).reindex(
            index=[-1, 0, 1], columns=[-1, 0, 1], fill_value=0
        )
        counted = quadrants(values[i], values[j])
        expected = (table.loc[1, 1], table.loc[-1, 1], table.loc[-1, -1], table.loc[1, -1])
        where = scores.measures[i], scores.measures[j]
        assert (counted.first, counted.second, counted.third, counted.fourth) == expected, where
        assert counted.on_axis == table.loc[0].sum() + table[0].sum() - table.loc[0, 0], where
        assert disagreement(values[i], values[j]).sum() == table.loc[-1, 1] + table.loc[1, -1], where


@every_pair
def test_the_preference_agreement_of_every_pair_of_measures_is_that_of_pandas(run_a, run_b, scale):
    frame, _, _, values = both(run_a, run_b, scale)
    sides = sides_of(frame)
    expected = [[(sides[x] == sides[y]).mean() for y in sides] for x in sides]
    np.testing.assert_allclose(preference_agreement(values), expected, rtol=0, atol=1e-12)


@every_pair
def test_correlations_of_deltas_are_those_of_pandas_and_scipy(run_a, run_b, scale):
    frame, _, _, values = both(run_a, run_b, scale)
    r, tau = pearson(values[0], values[1]), kendall(values[0], values[1], interval="fisher")
    x, y = frame["NMD"], frame["RNOD"]
    assert r.value == pytest.approx(x.corr(y), abs=1e-12)
    interval = stats.pearsonr(x, y).confidence_interval(0.95)
    assert (r.low, r.high) == pytest.approx(tuple(interval), abs=1e-12)
    assert tau.value == pytest.approx(stats.kendalltau(x.round(12), y.round(12)).statistic, abs=1e-12)
    half = stats.norm.ppf(0.975) * (0.437 / (len(x) - 4)) ** 0.5
    expected = np.tanh(np.arctanh(tau.value) + np.array([-half, half]))
    assert (tau.low, tau.high) == pytest.approx(tuple(expected), abs=1e-12)


@every_pair
@pytest.mark.parametrize("key", ["difference", "disagreement", "entropy", "variance", "dip"])
def test_rankings_are_those_of_pandas(run_a, run_b, scale, key):
    frame, task, _, values = both(run_a, run_b, scale)
    gold = pd.DataFrame(task.gold, index=list(task.cases))
    numbers = pd.Series(range(5))
    mean = gold.mul(numbers).sum(axis=1)
    peaks = [gold.loc[:, :k].max(axis=1).combine(gold.loc[:, k:].max(axis=1), min) - gold[k] for k in range(5)]
    x, y = frame["NMD"], frame["RNOD"]
    apart = sides_of(x) * sides_of(y) == -1
    by = {
        "difference": (x - y).abs(),
        "disagreement": x.abs().combine(y.abs(), min).where(apart, 0),
        "entropy": -gold.mul(np.log2(gold.where(gold > 0, 1))).sum(axis=1),
        "variance": gold.mul(numbers**2).sum(axis=1) - mean**2,
        "dip": pd.concat(peaks, axis=1).max(axis=1),
    }[key]
    order = rank(key, values[0], values[1], properties(task.gold, *task.estimates, task.votes))
    ranked = by.iloc[order].to_numpy()
    assert sorted(order) == list(range(len(frame)))
    assert (np.diff(ranked) <= 1e-11).all(), "the largest first"
    if key == "disagreement":
        np.testing.assert_allclose(disagreement_size(values[0], values[1]), by, rtol=0, atol=1e-12)


@every_pair
def test_properties_of_disagreements_are_those_of_pandas_and_scipy(run_a, run_b, scale):
    frame, task, _, _ = both(run_a, run_b, scale)
    gold = pd.DataFrame(task.gold, index=list(task.cases))
    apart = (sides_of(frame["NMD"]) * sides_of(frame["RNOD"]) == -1).to_numpy()
    a, b = (pd.DataFrame(rows, index=list(task.cases)) for rows in task.estimates)
    expected = {
        "ends": gold[0] + gold[4],
        "occurring": (gold > 0).sum(axis=1).astype(float),
        "distance": (a.cumsum(axis=1) - b.cumsum(axis=1)).abs().sum(axis=1) / 4,
        "annotators": pd.DataFrame(task.votes, index=list(task.cases)).sum(axis=1),
    }
    found = {entry.key: entry for entry in associations(properties(task.gold, *task.estimates, task.votes), apart)}
    for key, column in expected.items():
        entry = found[key]
        assert entry.mean_with == pytest.approx(column[apart].mean(), abs=1e-12)
        assert entry.mean_without == pytest.approx(column[~apart].mean(), abs=1e-12)
        if key == "annotators":  # 19 everywhere
            assert entry.chance is None
            assert "no variance" in entry.effect.undefined
            continue
        rounded = column.round(12)
        u = stats.mannwhitneyu(rounded[apart], rounded[~apart]).statistic
        assert entry.chance == pytest.approx(u / (apart.sum() * (~apart).sum()), abs=1e-12)


@pytest.mark.parametrize(("run_a", "run_b", "scale"), matrix(PAIRS, PAIRS[1]))
def test_the_paired_test_agrees_with_scipy_within_the_monte_carlo_error(run_a, run_b, scale):
    frame, _, scores, values = both(run_a, run_b, scale)
    found = compare_two_runs(values, scores.measures, n_trials=4000, rng=np.random.default_rng(5))
    for entry in found:
        column = frame[entry.measure].to_numpy()
        theirs = stats.permutation_test(
            (column, np.zeros_like(column)),
            lambda x, y, axis: (x - y).mean(axis=axis),
            permutation_type="samples",
            n_resamples=4000,
            vectorized=True,
            rng=np.random.default_rng(6),
        )
        slack = 5 * (theirs.pvalue * (1 - theirs.pvalue) / 4000 * 2) ** 0.5 + 2 / 4000
        assert entry.p_value == pytest.approx(theirs.pvalue, abs=slack), entry.measure
        assert entry.mean == pytest.approx(column.mean(), abs=1e-14)
        assert entry.effect == pytest.approx(2**0.5 * column.mean() / column.std(ddof=1), abs=1e-12)
        spread = stats.ttest_1samp(column, 0).confidence_interval()
        assert (entry.low, entry.high) == pytest.approx(tuple(spread), abs=1e-12)


def test_signs_of_real_deltas_hold_no_rounding_that_passes_for_a_preference():
    """All deltas lie clearly on one side of the threshold of 1e-12: no count depends on the last bits."""
    for pair in PAIRS:
        frame, _, _, values = both(*pair)
        sizes = frame.abs().to_numpy()
        assert not ((sizes > 1e-14) & (sizes < 1e-10)).any()
        np.testing.assert_array_equal(signs(values), sides_of(frame).to_numpy().T)
