"""A second panel of annotators: reference values, panels by hand, bounds of few votes, persons."""

import math
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.panel_weights import weights
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.measures.registry import MEASURES
from tests.analysis.made_up import rng, task_of
from tests.reviewed import reviewed, said

WEIGHTS = """
NMD 2 0.14188 0.85641
NMD 3 0.22888 0.76805
NMD 4 0.04539 -0.73893 1.69123
NMD 9 0.04830 0.35156 -1.46591 -0.07588 2.13645
NMD 19 0.04425 0.01582 0.32901 -0.27101 -0.56293 -0.51777 -0.23599 0.19478 0.71337 1.27933
RNOD 5 0.08023 -0.97757 1.90703
RNOD 10 0.03901 0.22791 -0.70144 -0.57471 0.38238 1.62132
JSD 2 0.18126 0.66302
JSD 5 0.41009 -0.29319 0.97986
JSD 10 0.09173 -0.07663 0.86981 -1.49277 -1.70871 3.34035
JSD 19 0.09519 0.07344 -0.68607 1.27103 0.58231 -0.83414 -1.65565 -1.27825 0.3541 3.03674
"""  # votes, epsilon, weights: computed by a second program, from the same definition


def of_persons(labels, estimates=None, n_classes=5):
    labels = np.asarray(labels)
    return task_of((labels[..., None] == np.arange(n_classes)).sum(axis=1), estimates, labels)


def kernel(key):
    return MEASURES[key].compute.kernel


@pytest.mark.parametrize("row", WEIGHTS.strip().splitlines())
def test_weights_and_their_largest_error_are_the_reference_values(row):
    key, votes, error, *values = row.split()
    found = weights(kernel(key), int(votes), int(votes))
    assert f"{found.error:.5f}" == error
    assert found.values.round(5).tolist() == [float(value) for value in values]


def expected_score(size, share):
    """E|binomial - binomial| / size, by SciPy: NMD and NVD are mixtures of such cases."""
    chances = stats.binom.pmf(np.arange(size + 1), size, share)
    return chances @ np.abs(np.subtract.outer(np.arange(size + 1), np.arange(size + 1))) @ chances / size


def ranges(votes, *keys):
    """Return the range of each measure, over the errors that it needs."""
    bounds = compare_with_panel(task_of(votes), keys).bounds()
    each = zip(keys, bounds.low, bounds.high, bounds.error, strict=True)
    return ", ".join(f"{key} {low:.3f} to {high:.3f} ± {error:.3f}" for key, low, high, error in each)


def halves(votes, *keys):
    """Return the score of half a panel by each measure, its interval, and whether annotators never differ."""
    panel = compare_with_panel(task_of(votes), keys)
    each = zip(keys, panel.half.means, panel.half.low, panel.half.high, panel.unanimous, strict=True)
    return ", ".join(f"{key} {mean:.4f}, {low:.4f} to {high:.4f}, {alike}" for key, mean, low, high, alike in each)


def drawn(votes, n_classes, n_cases=20):
    return rng().multinomial(votes, [1 / n_classes] * n_classes, n_cases)


def by_hand(measure, labels, size, n_classes):
    """Return the mean score of all pairs of disjoint panels of some size."""
    one = np.eye(n_classes)[np.asarray(labels)]
    scores = []
    for first in combinations(range(len(labels)), size):
        for second in combinations(sorted({*range(len(labels))} - {*first}), size):
            scores.append(measure(one[list(first)].mean(axis=0), one[list(second)].mean(axis=0)))
    return np.mean(scores)


@pytest.mark.parametrize("labels", [(0, 0, 1, 2), (0, 2), (2, 1, 2), (0, 1, 1, 2, 2), (0, 0, 0, 1, 2, 2, 2)])
def test_scores_of_disjoint_panels_are_the_means_over_all_of_them(labels):
    exact = len(labels) <= 5
    (group,) = compare_with_panel(
        task_of([np.bincount(labels, minlength=3)]), ["NMD", "RNOD"], n_orders=200 if exact else 9000
    ).groups
    for layer, key in enumerate(("NMD", "RNOD")):
        expected = [by_hand(MEASURES[key], labels, size, 3) for size in range(1, len(labels) // 2 + 1)]
        assert group.scores[layer, 0] == pytest.approx(expected, abs=1e-12 if exact else 0.007)
        assert group.scores[layer, 0, 0] == pytest.approx(expected[0], abs=1e-12)  # single votes need no drawing
    if labels == (0, 0, 1, 2):  # worked by hand, with weights of 5 digits
        assert group.scores[0, 0] @ weights(kernel("NMD"), 4, 4).values == pytest.approx(0.27364, abs=1e-5)


def test_a_run_is_compared_with_the_other_half_on_the_same_votes_over_the_cases():
    """With three votes: against each of them, the run and each of the other two; Student's interval over cases."""
    chance = rng(3)
    labels, runs, measure = chance.integers(0, 3, (30, 3)), chance.dirichlet([1, 1, 1], (2, 30)), MEASURES["NMD"]
    ones = np.eye(3)[labels]
    panel = compare_with_panel(task_of(ones.sum(axis=1), runs), ["JSD", "NMD"])
    others = np.mean([measure(ones[:, i], ones[:, j]) for i, j in permutations(range(3), 2)], axis=0)
    for r, run in enumerate(runs):
        scored = np.mean([measure(ones[:, i], run) for i in range(3)], axis=0)
        interval = stats.ttest_1samp(scored - others, 0).confidence_interval()
        assert panel.scores[1, r] == pytest.approx(scored.mean())
        assert panel.differences.means[1, r] == pytest.approx((scored - others).mean())
        assert (panel.differences.low[1, r], panel.differences.high[1, r]) == pytest.approx(tuple(interval))


@pytest.mark.parametrize("votes", [2, 3])
@pytest.mark.parametrize(("key", "scale"), [("NMD", 1), ("NVD", 2.5)])
def test_two_or_three_votes_bound_nmd_and_nvd_by_closed_forms(votes, key, scale):
    """These hold for every mixture of two thresholds between classes."""
    ratio, f = {2: (0.75, (-0.5, 1, 0)), 3: (0.625, (0.5, -1, 1, 0))}[votes]
    for shares in np.random.default_rng(1).integers(0, 101, (200, 2)) / 100:
        single, panel = (np.mean([expected_score(size, q) for q in shares]) for size in (1, votes))
        assert ratio * single - 1e-12 <= panel <= np.polyval(f, single) + 1e-12
    panel = compare_with_panel(task_of(rng(5).multinomial(votes, [0.05, 0.1, 0.7, 0.1, 0.05], 200)), [key])
    interval = stats.ttest_1samp(panel.groups[0].scores[0, :, 0], 0).confidence_interval()
    bounds = panel.bounds()
    assert bounds.low == pytest.approx([ratio * interval.low])
    assert bounds.high == pytest.approx([scale * np.polyval(f, interval.high / scale)])


def test_cases_with_different_numbers_of_votes_have_their_own_halves_weights_and_errors():
    parts = [rng(6).multinomial(number, [0.3, 0.4, 0.3], 20) for number in (1, 3, 4, 9)]
    panel = compare_with_panel(task_of(np.concatenate(parts)), ["RNSS", "NMD"])
    assert (panel.votes, panel.single) == ((3, 4, 9), 20)
    ends = []
    for group in panel.groups:
        found = weights(kernel("RNSS"), group.votes, group.votes)
        ends.append([group.scores[0] @ found.values / (1 + sign * found.error) for sign in (1, -1)])
    low, high = (stats.ttest_1samp(np.concatenate(end), 0).confidence_interval() for end in zip(*ends, strict=True))
    bounds = panel.bounds()
    assert (bounds.low[0], bounds.high[0]) == pytest.approx((max(low.low, 0), high.high))
    means = [np.concatenate(end).mean() for end in zip(*ends, strict=True)]
    assert bounds.error[0] == pytest.approx((means[1] - means[0]) / (means[1] + means[0]))
    alone = compare_with_panel(task_of(parts[3]), ["RNSS"])
    half = alone.bounds(4)  # so many the votes show: no weights
    assert (half.low, half.high, half.error) == (pytest.approx(alone.half.low), pytest.approx(alone.half.high), [0.0])
    rows = panel.to_frame(tuple(map(str, range(80))))
    halves = rows[rows["measure"] == "NMD"]["half"].to_numpy()
    np.testing.assert_array_equal(halves, panel.halves[1])
    assert np.isnan(halves).tolist() == [True] * 20 + [False] * 60
    assert panel.to_frame()["annotators_half"].tolist() == ["1 to 4"] * 2


def test_persons_who_labelled_all_cases_widen_the_intervals_as_a_jackknife_by_hand_says():
    chance = rng(7)
    strict = np.array([0, 0, 1, 2, 2])  # persons differ, on all cases alike
    labels = np.clip(chance.integers(0, 3, (40, 1)) + strict + chance.integers(-1, 2, (40, 5)), 0, 4)
    run, task = (one := chance.dirichlet([1] * 5, (1, 40)))[0], of_persons(labels, one)
    known, unknown = (compare_with_panel(each, ["NMD"]) for each in (task, replace(task, annotations=None)))
    assert (known.n_persons, unknown.n_persons) == (5, 0)
    measure, ones = MEASURES["NMD"], np.eye(5)[labels]

    def single(persons):
        return np.mean([measure(ones[:, i], ones[:, j]) for i, j in permutations(persons, 2)])

    def gap(persons):
        """The mean of d with half of these persons, over all panels of them."""
        half, gaps = len(persons) // 2, []
        for order in permutations(persons):
            gold, others = (ones[:, list(side)].mean(axis=1) for side in (order[:half], order[-half:]))
            gaps.append((measure(gold, run) - measure(gold, others)).mean())
        return np.mean(gaps)

    def error(values):
        return math.sqrt(4 / 5 * np.sum((np.array(values) - np.mean(values)) ** 2))

    left = [[*range(person), *range(person + 1, 5)] for person in range(5)]
    relative = error([single(persons) for persons in left]) / single(range(5))
    assert known.person_error == pytest.approx([relative])
    assert known.differences.means[0, 0] == pytest.approx(gap(range(5)))
    for one, alone, of_person in (
        (known.differences, unknown.differences, error([gap(persons) for persons in left])),
        (known.half, unknown.half, relative * known.half.means),
    ):
        half = np.hypot(alone.high - alone.means, stats.t.ppf(0.975, 4) * of_person)
        assert (one.low, one.high) == (pytest.approx(one.means - half), pytest.approx(one.means + half))
    assert known.bounds().high > unknown.bounds().high
    assert (known.to_frame()["by_persons"][0], unknown.to_frame()["by_persons"][0]) == ("yes", "no")
    for some, expected in (([[0, 1, 2], [0, 1, -1]], True), ([[0, 1], [1, 2]], False), ([[0, -1], [1, 2]], True)):
        panel = compare_with_panel(of_persons(some), ["NMD"])  # some cases only, or two persons: not known
        assert (panel.n_persons, panel.some_persons) == (0, expected)


def band(votes, *keys, n_cases=200):
    """Return the numbers of annotators of the band of the last measure, its ends, and which measures are trusted."""
    panel = compare_with_panel(task_of(rng(10).multinomial(votes, [0.2] * 5, n_cases)), keys)
    numbers, low, high = panel.by_annotators(len(keys) - 1)
    for place in np.flatnonzero(np.isfinite(low)):
        bounds = panel.bounds(numbers[place])
        assert (low[place], high[place]) == (bounds.low[-1], bounds.high[-1])
    return (
        f"{[*numbers]}: {low.round(3).tolist()} to {high.round(3).tolist()}; narrow: {panel.bounds().narrow.tolist()}"
    )


TWO = task_of([[2, 2]])


@reviewed(__file__)
def test_ranges_and_bands_are_those_that_were_reviewed_and_what_cannot_be_compared_is_refused(made, words):
    assert said(made, globals()) == words
