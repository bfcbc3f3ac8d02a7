"""What is first where cases are resampled: by loops over resamples, and on STC-3 with the values of its design."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.agreement import runs_over_cases, similarity_over_cases
from ordquant_core.analysis.discrimination import (
    overlap_over_cases,
    overlaps,
    pooled,
    pooled_overlaps,
    power_over_cases,
    powers,
    separate_runs,
    separated_over_cases,
)
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.statistics import superlatives
from ordquant_core.tasks import assemble, load_gold, load_run
from tests.analysis.made_up import made_up_scores, scores_of

STC3 = Path(__file__).parents[2] / "../shared/data/stc3"
TASKS = [made_up_scores(runs=6, cases=20, noise=0.3), made_up_scores(runs=5, cases=30, noise=0.2, seed=2)]


def rng(seed=1):
    return np.random.default_rng(seed)


def drawn(tasks, seed, n_resamples=superlatives.RESAMPLES):
    """Yield the tasks with the cases of each resample, drawn as the analyses draw them."""
    chance = rng(seed)
    sizes = [len(scores.cases) for scores in tasks]
    times = [chance.multinomial(size, np.full(size, 1 / size), size=n_resamples) for size in sizes]
    for each in zip(*times, strict=True):
        yield [
            scores_of(np.repeat(scores.values, times_of_task, axis=2), scores.measures)
            for scores, times_of_task in zip(tasks, each, strict=True)
        ]


def by_hand(scores):
    means = scores.values.mean(axis=2).round(12)
    return [
        np.mean([stats.kendalltau(means[m], means[n]).statistic for n in range(len(means)) if n != m])
        for m in range(len(means))
    ]


def test_the_similarity_of_measures_is_that_of_a_loop_over_resamples():
    found = similarity_over_cases(TASKS, seed=4)
    np.testing.assert_allclose(found.values, np.mean([by_hand(scores) for scores in TASKS], axis=0))
    for number, tasks in zip(range(15), drawn(TASKS, 4), strict=False):
        expected = np.nanmean([by_hand(scores) for scores in tasks], axis=0)
        np.testing.assert_allclose(found.resampled[number], expected)


def test_the_means_of_runs_are_those_of_a_loop_over_resamples():
    found = runs_over_cases(TASKS[0], "M2", seed=4)
    assert found.names == TASKS[0].runs
    np.testing.assert_allclose(found.values, TASKS[0].values[1].mean(axis=1))
    for number, (scores,) in zip(range(15), drawn(TASKS[:1], 4), strict=False):
        np.testing.assert_allclose(found.resampled[number], scores.values[1].mean(axis=1))


def test_what_measures_separate_is_near_what_new_tests_of_the_resamples_find():
    """The critical difference is moved, not drawn anew: counts differ where p is near alpha."""
    tests = [separate_runs(scores, n_trials=2000, rng=rng()) for scores in TASKS]
    separated = separated_over_cases(TASKS, tests, seed=4)
    total = pooled([powers(test) for test in tests])
    power = power_over_cases(total, separated, 20)
    assert power.values.tolist() == [one.significant for one in total]
    shared = pooled_overlaps([overlaps(test) for test in tests])
    overlap = overlap_over_cases(shared, separated, 20)
    np.testing.assert_array_equal(overlap.values, [np.nan if one.sso is None else one.sso for one in shared])
    gaps = []
    for number, tasks in zip(range(15), drawn(TASKS, 4), strict=False):
        again = [separate_runs(scores, n_trials=2000, rng=rng()) for scores in tasks]
        counts = np.array([one.significant for one in pooled([powers(test) for test in again])])
        gaps.append(power.resampled[number] - counts)
        both = pooled_overlaps([overlaps(test) for test in again])
        expected = [np.nan if one.sso is None else one.sso for one in both]
        if not gaps[-1].any():
            np.testing.assert_allclose(overlap.resampled[number], expected, atol=0.2)
    assert np.abs(gaps).mean() < 0.6  # of up to 25 pairs
    assert np.abs(np.mean(gaps)) < 0.3


def test_runs_that_score_alike_are_never_separated():
    same = scores_of(np.tile(rng().random((2, 1, 9)), (1, 3, 1)))
    test = separate_runs(same, n_trials=50, rng=rng())
    assert not separated_over_cases([same], [test], seed=1).any()


@pytest.mark.parametrize("portion", [1, 2**30])
def test_portions_do_not_matter(monkeypatch, portion):
    similar = similarity_over_cases(TASKS, seed=2)
    tests = [separate_runs(scores, n_trials=100, rng=rng()) for scores in TASKS]
    separated = separated_over_cases(TASKS, tests, seed=2)
    monkeypatch.setattr(superlatives, "CHUNK", portion)
    np.testing.assert_array_equal(similarity_over_cases(TASKS, seed=2).resampled, similar.resampled)
    np.testing.assert_array_equal(separated_over_cases(TASKS, tests, seed=2), separated)


@pytest.mark.skipif(not STC3.exists(), reason="the shared tasks' files are not here")
@pytest.mark.parametrize(
    ("scale", "least", "value", "often", "shares"),
    [
        ("A", "RNSS", 0.776, "DNKT", {"RNSS": 0.15, "DNKT": 0.61}),
        ("E", "NMD", 0.824, "DNKT", {"NMD": 0.34, "DNKT": 0.46}),
    ],
)
def test_the_measure_least_like_the_others_on_stc3(scale, least, value, often, shares):
    """Design of our statistics, C4; there a tie of two measures counts for the first of them, here for neither."""
    runs = [load_run(path, scale=scale) for path in sorted((STC3 / "runs_quality").iterdir())]
    scores = score(assemble(load_gold(STC3 / "gold_test.json", scale=scale), runs), MAIN_MEASURES)
    found = similarity_over_cases([scores], seed=1)
    first = found.first()
    assert first.names == (least,)
    assert first.value == pytest.approx(value, abs=0.0005)
    assert first.share < 0.5  # none is named
    by_measure = dict(zip(found.names, found.shares(), strict=True))
    assert max(by_measure, key=by_measure.get) == often
    first_of_ties = np.bincount(np.nanargmin(found.resampled, axis=1), minlength=len(found.names)) / 1000
    counted = dict(zip(found.names, first_of_ties, strict=True))
    assert {key: counted[key] for key in shares} == pytest.approx(shares, abs=0.05)
    assert all(share - 0.12 < by_measure[key] <= counted[key] for key, share in shares.items())
    if scale == "A":
        assert found.values[found.names.index("DNKT")] == pytest.approx(0.781, abs=0.0005)
        low, high = np.quantile(found.resampled[:, found.names.index("DNKT")], [0.025, 0.975])
        assert (low, high) == pytest.approx((0.40, 0.87), abs=0.03)
