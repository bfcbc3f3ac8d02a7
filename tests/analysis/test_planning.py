"""Planning the next round: splits by variance components, the definition in loops, cases needed."""

# ruff: noqa: F401 - the text uses what is imported

import math
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.planning import design, split
from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import (
    BUDGETS,
    CASES,
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


@pytest.mark.parametrize(("runs", "keys_of_draws"), [(2, split.MOST_KEYS), (4, split.MOST_KEYS), (4, 0)])
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
    frame = found.to_frame()
    assert frame[["measure", "annotators", "cases"]].to_numpy().tolist() == [*map(list, product(keys, (2, 6), (5, 15)))]
    for name, cells in (("width", found.widths), ("separated", found.separated), ("tau", found.taus)):
        assert frame[name].tolist() == pytest.approx(cells.mean(axis=3).ravel())


def test_widths_follow_the_variance_components():
    """Runs that always say one of two classes differ by 1 - 2g: 4 (between cases + E[p (1 - p)] / annotators)."""
    a, b, chance = 6, 10, rng(11)
    between, within = a * b / ((a + b) ** 2 * (a + b + 1)), a * b / ((a + b) * (a + b + 1))
    ones = chance.binomial(30, chance.beta(a, b, size=2000))
    made = task_of(np.stack([30 - ones, ones], axis=1), [np.broadcast_to(end, (2000, 2)) for end in np.eye(2)])
    found = resample_pilot(made, ["NMD"], cases=[25, 200], annotators=[1, 6, 30], n_resamples=80)
    for (k, number), (n, size) in product(enumerate(found.annotators), enumerate(found.cases)):
        # the expected width of a normal sample; these differences are bounded, which matters for few annotators
        mean_of_s = stats.chi.mean(size - 1) / math.sqrt(size - 1) * math.sqrt(4 * (between + within / number))
        formula = 2 * stats.t.ppf(0.975, size - 1) * mean_of_s / math.sqrt(size)
        widths = found.widths[0, k, n]
        error = widths.std(ddof=1) / len(widths) ** 0.5
        assert widths.mean() == pytest.approx(formula, abs=4 * error + 0.035 * formula), (number, size)


def test_differences_that_chance_explains_count_as_none_and_large_ones_are_kept():
    chance = rng(3)
    alike, cases = chance.standard_normal((1, 6, 200)), chance.standard_normal(200)
    assert kept_share(alike + 5 * cases).tolist() == [0.0]  # what a case adds to all runs does not count
    for step, low, high in ((2, 0.99, 1), (0.1, 0.3, 0.99)):
        apart = alike + step * np.arange(6)[None, :, None]
        centred = apart[0] - apart[0].mean(axis=0)
        noise = centred.var(axis=1, ddof=1).mean() / 200
        assert low < kept_share(apart)[0] < high
        assert kept_share(apart)[0] ** 2 == pytest.approx(1 - noise / centred.mean(axis=1).var())
    assert kept_share(np.zeros((1, 2, 3))).tolist() == [0.0]


def test_differences_are_kept_where_an_analysis_of_variance_says_that_the_runs_differ():
    chance, differ = rng(5), 0
    for _ in range(200):
        scores = chance.standard_normal((3, 8)) + 0.55 * np.arange(3)[:, None]
        rest = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
        ratio = 8 * scores.mean(axis=1).var(ddof=1) / ((rest**2).sum() / (2 * 7))
        expected = stats.f.sf(ratio, 2, 2 * 7) < 0.05
        assert (kept_share(scores[None])[0] > 0) == expected
        differ += expected
    assert 50 < differ < 150


def test_some_votes_are_drawn_without_replacement():
    votes = np.tile([3, 0, 5, 2], (20_000, 1))
    drawn = some_votes(votes, 4, rng())
    assert ((drawn.sum(axis=1) == 4) & (drawn <= votes).all(axis=1)).all()
    expected = stats.multivariate_hypergeom([3, 0, 5, 2], 4)
    assert drawn.mean(axis=0) == pytest.approx(expected.mean(), abs=0.03)
    assert drawn.var(axis=0) == pytest.approx(np.diag(expected.cov()), abs=0.03)
    assert np.array_equal(some_votes(votes, 10, rng()), votes)


def test_a_budget_is_spent_on_what_separates_most_and_of_equal_ways_on_the_narrowest():
    sizes = cases_within(480, (3, 6, 12))
    assert sizes == (40, 80, 160)
    found = resample_pilot(random_task(cases=60, runs=5), ["NMD", "RNOD"], cases=sizes, n_resamples=20)
    assert found.annotators == usual_annotators(12) == (3, 6, 12)
    listed = options(found, "NMD", 480)
    assert {(one.cases, one.annotators) for one in listed} == {(40, 12), (80, 6), (160, 3)}
    assert [(one.separated, -one.width) for one in listed] == sorted(
        ((one.separated, -one.width) for one in listed), reverse=True
    )
    every = found.separated[0, [2, 1, 0], [0, 1, 2]]
    for place, size in enumerate(sizes):
        one = next(one for one in listed if one.cases == size)
        assert one.first == (every[place] >= every.max(axis=0) - 1e-12).mean()
        assert one.width == found.width[0, 2 - place, place]
        assert one.corrected == found.corrected[0, 2 - place, place].mean()


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
    assert row.variance_low == pytest.approx(29 * one.value / stats.chi2.ppf(0.975, 29))
    assert row.variance_high == pytest.approx(29 * one.value / stats.chi2.ppf(0.025, 29))
    for name in ("", "_low", "_high", "_mean"):
        alone = design.needed(design.of_variance(getattr(row, f"variance{name}")), 0.1)
        assert getattr(row, f"cases{name}") == alone.cases
    assert 0.09 < design.detectable(one, row.cases) <= 0.1


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
