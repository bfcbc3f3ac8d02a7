"""Planning the next round: splits by variance components, the definition in loops, cases needed."""

# ruff: noqa: F401 - the text uses what is imported

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.planning import design, split
from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import (
    cases_within,
    kept_share,
    options,
    resample_pilot,
    usual_cases,
)
from ordquant_core.analysis.planning.votes import require_several, some_votes, usual_annotators
from ordquant_core.analysis.scoring import score
from tests.analysis.made_up import random_task, rng, scores_of, task_of
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("runs", "keys_of_draws"), [(2, split.MOST_KEYS), (4, 0)])
def test_every_cell_is_that_of_a_loop_over_resamples_and_pairs(runs, keys_of_draws, monkeypatch):
    """Cases and votes drawn as here; Student's interval of every pair, the better run of the pilot ahead."""
    monkeypatch.setattr(split, "MOST_KEYS", keys_of_draws)  # beyond, equal draws are scored again
    task, keys = random_task(votes=6, cases=20, runs=runs), ["NMD", "JSD"]
    found = resample_pilot(task, keys, cases=[5, 15], annotators=[2, 6], n_resamples=3, seed=3)
    whole = score(task, keys).values
    means, kept, pairs = whole.mean(axis=2), kept_share(whole), [*combinations(range(runs), 2)]
    seeds = rng(3).integers(0, 2**63, size=3).tolist()
    by_all = np.zeros((2, 2, runs))
    for (k, number), (r, seed) in product(enumerate((2, 6)), enumerate(seeds)):
        chance = rng(seed)
        cases = chance.integers(0, 20, size=15)
        drawn = replace(task, estimates=task.estimates[:, cases], cases=tuple(map(str, range(15))))
        values = score(replace(drawn, gold=some_votes(task.votes[cases], number, chance) / number), keys).values
        by_all[:, k] += values.mean(axis=2) / 3
        for (n, size), m in product(enumerate((5, 15)), range(2)):
            layer = values[m, :, :size]
            shrunk = layer.mean(axis=1) + (kept[m] - 1) * (means[m] - means[m].mean())
            widths, separated, corrected = [], [], []
            for i, j in pairs:
                test = stats.ttest_1samp(layer[i] - layer[j], 0)
                interval = test.confidence_interval()
                wider = test.confidence_interval(1 - 0.05 / len(pairs))
                widths.append(interval.high - interval.low)
                ahead = np.sign(means[m, i] - means[m, j]) * (shrunk[i] - shrunk[j])
                separated.append(ahead > widths[-1] / 2)
                corrected.append(ahead > (wider.high - wider.low) / 2)
            assert found.widths[m, k, n, r] == pytest.approx(np.median(widths))
            assert found.separated[m, k, n, r] == np.mean(separated)
            assert found.corrected[m, k, n, r] == np.mean(corrected)
            assert found.taus[m, k, n, r] == pytest.approx(stats.kendalltau(layer.mean(axis=1), means[m]).statistic)
    assert found.means == pytest.approx(by_all)
    assert (found.n_cases, found.n_resamples, found.pairs) == (20, 3, len(pairs))


def test_differences_are_kept_as_far_as_chance_leaves_them_where_an_analysis_of_variance_says_that_runs_differ():
    chance, differ = rng(5), 0
    for _ in range(200):
        scores = chance.standard_normal((3, 8)) + 0.55 * np.arange(3)[:, None] + 5 * chance.standard_normal(8)
        apart = scores - scores.mean(axis=0)  # what a case adds to all runs does not count
        means = apart.mean(axis=1)
        ratio = 8 * means.var(ddof=1) / (((apart - means[:, None]) ** 2).sum() / (2 * 7))
        shown = stats.f.sf(ratio, 2, 2 * 7) < 0.05
        by_chance = apart.var(axis=1, ddof=1).mean() / 8
        expected = (1 - by_chance / means.var()) ** 0.5 if shown else 0
        assert kept_share(scores[None])[0] == pytest.approx(expected)
        differ += shown
    assert 50 < differ < 150
    assert kept_share(np.zeros((1, 2, 3))).tolist() == [0.0]


def test_some_votes_are_drawn_without_replacement():
    votes = np.tile([3, 0, 5, 2], (20_000, 1))
    drawn = some_votes(votes, 4, rng())
    assert ((drawn.sum(axis=1) == 4) & (drawn <= votes).all(axis=1)).all()
    expected = stats.multivariate_hypergeom([3, 0, 5, 2], 4)
    assert drawn.mean(axis=0) == pytest.approx(expected.mean(), abs=0.03)
    assert drawn.var(axis=0) == pytest.approx(np.diag(expected.cov()), abs=0.03)
    assert np.array_equal(some_votes(votes, 10, rng()), votes)


def test_a_budget_is_spent_on_what_separates_most():
    sizes = cases_within(480, (3, 6, 12))
    assert sizes == (40, 80, 160)
    found = resample_pilot(random_task(cases=60, runs=5), ["NMD", "RNOD"], cases=sizes, n_resamples=20)
    assert found.annotators == usual_annotators(12) == (3, 6, 12)
    listed, every = options(found, "NMD", 480), found.separated[0, [2, 1, 0], [0, 1, 2]]
    for place, size in enumerate(sizes):
        one = next(one for one in listed if one.cases == size)
        assert one.annotators * size == 480
        assert one.first == (every[place] >= every.max(axis=0) - 1e-12).mean()
        assert (one.width, one.separated) == (found.width[0, 2 - place, place], every[place].mean())
        assert one.corrected == found.corrected[0, 2 - place, place].mean()
    assert [one.separated for one in listed] == sorted((one.separated for one in listed), reverse=True)


def clear_ways(budget):
    """Return the ways to spend a budget where all pairs are separated by any."""
    votes = [[4, 0], [0, 4]] * 30
    ends = np.array(votes) / 4 + np.linspace(0, 0.1, 60)[:, None] * [1, -1]
    found = resample_pilot(
        task_of(votes, [ends, np.full((60, 2), 0.5)]), ["NMD"], cases=(50, 100), annotators=(2, 4), n_resamples=3
    )
    return [f"{way.cases} × {way.annotators}: {way.separated:g}" for way in options(found, "NMD", budget)]


# Cases needed


def some_scores(n_runs=4, n_cases=30):
    chance = rng(5)
    values = chance.random((2, n_runs, n_cases)) * 0.3 + chance.random((2, 1, n_cases))
    return scores_of(values, ("NMD", "JSD"))


def test_a_design_takes_the_largest_variance_of_the_pairs_and_says_how_well_it_is_known():
    scores = some_scores()
    (one, _) = design.variances(scores)
    pairs = [(first - second).var(ddof=1) for first, second in combinations(scores.values[0], 2)]
    assert (one.value, one.mean, one.freedom) == (pytest.approx(max(pairs)), pytest.approx(np.mean(pairs)), 29)
    row = design.needed(one, 0.1)
    assert (row.measure, row.difference, row.variance, row.variance_mean) == ("NMD", 0.1, one.value, one.mean)
    ends = [29 * one.value / stats.chi2.ppf(quantile, 29) for quantile in (0.975, 0.025)]
    assert [row.variance_low, row.variance_high] == pytest.approx(ends)
    for name in ("", "_low", "_high", "_mean"):
        alone = design.needed(design.of_variance(getattr(row, f"variance{name}")), 0.1)
        assert getattr(row, f"cases{name}") == alone.cases


def test_copies_of_a_run_count_once_and_alone_have_no_variance():
    one = some_scores()
    copies = scores_of(np.concatenate([one.values, one.values[:, :1]], axis=1), one.measures)
    assert design.variances(copies) == design.variances(one)
    (first, _) = design.variances(scores_of(np.repeat(one.values[:, :1], 2, axis=1), one.measures))
    assert (first.value, design.needed(first).cases, design.detectable(first, 30)) == (None, None, None)


HALF, ENDS = [[0.5, 0.5]] * 8, [[1, 0], [0, 1]] * 4
EVEN = task_of([[2, 2], [4, 0]] * 4, [HALF, ENDS])
UNEVEN = task_of([[0, 1], *[[3, 1]] * 7], [HALF, ENDS])


def pilot(task=EVEN, measures=("NMD",), **options):
    return resample_pilot(task, measures, **options)


@reviewed(__file__)
def test_sizes_and_ways_are_those_that_were_reviewed_and_what_cannot_be_planned_is_refused(made, words):
    assert said(made, globals()) == words
