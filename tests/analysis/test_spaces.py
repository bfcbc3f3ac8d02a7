"""Every gold distribution: all of them, once; comparisons and searches as the definitions have it, in exact votes."""

import math
import tracemalloc
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ordquant_core.analysis.baselines import popularity
from ordquant_core.analysis.comparison import TIE, disagreement, quadrants, signs
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.spaces.by_score import Condition, search_by_score
from ordquant_core.spaces.compare_estimators import KEPT, LISTED, compare_estimators
from ordquant_core.spaces.gold_distributions import (
    NAMED,
    RULES,
    Estimator,
    all_distributions,
    check_size,
    count_distributions,
    parse_estimator,
    shares,
)

POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")


@pytest.fixture(scope="module")
def compared():
    return compare_estimators(20, 5, POPULARITY, UNIFORM)


# Distributions


@pytest.mark.parametrize(("n_votes", "n_classes"), [(1, 2), (7, 2), (6, 3), (5, 4), (4, 5), (2, 11)])
def test_every_gold_is_listed_once_in_lexicographic_order(n_votes, n_classes):
    expected = [row for row in product(range(n_votes + 1), repeat=n_classes) if sum(row) == n_votes]
    assert all_distributions(n_votes, n_classes).T.tolist() == [list(row) for row in expected]
    assert count_distributions(n_votes, n_classes) == len(expected)


def test_the_space_of_the_paper_has_10626_gold_distributions_and_two_million_are_within_the_limit():
    assert count_distributions(20, 5) == 10_626
    assert check_size(80, 5) == 1_929_501
    with pytest.raises(OrdquantError, match=r"2,024,785 distributions; the limit is 2,000,000\. Take at most 80 votes"):
        check_size(81, 5)


@pytest.mark.parametrize(("n_votes", "n_classes"), [(0, 5), (5, 1), (5, 12), (-1, 3)])
def test_a_space_that_is_none_is_refused(n_votes, n_classes):
    with pytest.raises(OrdquantError, match="2 to 11 classes"):
        count_distributions(n_votes, n_classes)


# Estimates


@pytest.mark.parametrize(
    ("estimator", "gold", "expected"),
    [
        (POPULARITY, (4, 4, 1), (1, 1, 0)),
        (Estimator("up"), (3, 1, 2), (0, 3, 3)),
        (Estimator("down"), (3, 1, 2), (4, 2, 0)),
        (Estimator("smoothed", added=2), (3, 0, 1), (5, 2, 3)),
        (Estimator("mirror"), (3, 0, 1), (1, 0, 3)),
        (Estimator("median"), (2, 1, 2), (0, 2, 0)),
        (Estimator("median"), (2, 0, 2), (1, 0, 1)),
        (Estimator("median"), (3, 0, 1), (2, 0, 0)),
        (Estimator("fixed", (1, 2, 1)), (3, 0, 1), (1, 2, 1)),
        (UNIFORM, (3, 0, 1), (1, 1, 1)),
    ],
)
def test_an_estimate_answers_to_the_gold_in_whole_votes(estimator, gold, expected):
    assert estimator.estimate(np.array(gold)[:, None]).ravel().tolist() == list(expected)


def test_the_baselines_are_those_of_the_papers():
    votes = all_distributions(7, 4)
    assert (shares(POPULARITY.estimate(votes)) == popularity(votes.T).T).all()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "fixed"])
def test_every_estimate_is_a_distribution_on_every_gold(rule):
    votes = Estimator(rule).estimate(all_distributions(6, 4))
    assert votes.min() >= 0
    assert votes.sum(axis=0).min() > 0
    assert Estimator(rule).name


def test_estimates_that_are_none_are_refused():
    with pytest.raises(UnknownNameError, match="Unknown estimator"):
        Estimator("best")
    for votes in ((), (0, 0), (1, -1), (10**7, 1)):
        with pytest.raises(InvalidDistributionError, match="not a distribution"):
            Estimator("fixed", votes)
    with pytest.raises(OrdquantError, match="add 1 to 1,000"):
        Estimator("smoothed", added=0)
    with pytest.raises(ShapeMismatchError, match="has 2 classes, the gold distributions have 3"):
        Estimator("fixed", (1, 2)).estimate(all_distributions(2, 3))


@pytest.mark.parametrize("text", ["fixed", "best"])
def test_an_estimator_that_does_not_exist_is_refused_with_those_that_do(text):
    with pytest.raises(UnknownNameError, match=r"choose from popularity, uniform, .*, or write the votes") as refused:
        parse_estimator(text)
    for rule in NAMED:
        assert rule in str(refused.value)
        assert parse_estimator(rule) == Estimator(rule)


# Comparing estimators


def test_a_comparison_counts_what_the_measures_say_gold_by_gold(compared):
    votes = all_distributions(20, 5).T
    assert (compared.votes == votes).all()
    values = {
        key: MEASURES[key](votes, popularity(votes)) - MEASURES[key](votes, np.full(5, 0.2)) for key in MAIN_MEASURES
    }
    preferences = compared.preferences
    for place, key in enumerate(MAIN_MEASURES):
        sides = signs(values[key])
        counted = preferences.prefers_a[place], preferences.ties[place], preferences.prefers_b[place]
        assert counted == tuple((sides == side).sum() for side in (-1, 0, 1))
        assert preferences.mean_delta[place] == pytest.approx(values[key].mean(), abs=1e-12)
        np.testing.assert_allclose(compared.deltas[place], values[key], rtol=0, atol=1e-12)
    for first, second in (("NMD", "RNOD"), ("RNSS", "DNKT"), ("JSD", "JSD")):
        assert compared.quadrants(first, second) == quadrants(values[first], values[second])
    disagree = disagreement(values["NMD"], values["JSD"])
    assert compared.disagreements()[0, MAIN_MEASURES.index("JSD")] == disagree.sum()


def test_the_distributions_on_which_two_measures_disagree_most_come_first(compared):
    x, y = (compared.deltas[compared.index(key)] for key in ("NMD", "RNOD"))
    distance = np.where(disagreement(x, y), np.abs(x - y), -1).round(12)
    order = np.argsort(-distance, kind="stable")[:LISTED]
    assert compared.farthest("NMD", "RNOD").tolist() == compared.votes[order].tolist()
    assert compared.farthest("RNOD", "NMD").tolist() == compared.votes[order].tolist()
    assert len(compared.farthest("NMD", "NMD")) == 0
    np.testing.assert_allclose(compared.deltas_of(compared.votes[order], "NMD"), x[order], atol=1e-15)


def test_the_farthest_gold_distributions_of_many_blocks_are_those_of_all():
    larger = compare_estimators(30, 5, POPULARITY, Estimator("median"), ["NMD", "RNSS"])
    assert larger.step > 1
    votes = all_distributions(30, 5)
    x, y = (larger.deltas_of(votes.T, key) for key in ("NMD", "RNSS"))
    distance = np.where(disagreement(x, y), np.abs(x - y), -1).round(12)
    order = np.argsort(-distance, kind="stable")[:LISTED]
    assert larger.farthest("NMD", "RNSS").tolist() == votes.T[order].tolist()
    assert larger.quadrants("NMD", "RNSS") == quadrants(x, y)
    assert len(larger.votes) <= KEPT
    assert (larger.votes == votes.T[:: larger.step]).all()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_gold_distributions():
    peaks = []
    for n_votes in (30, 50):  # 46,376 and 316,251 votes
        tracemalloc.start()
        compare_estimators(n_votes, 5, POPULARITY, UNIFORM, ["NMD", "RNSS", "NVD", "MD", "VD", "SS"])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0] < 40e6


def test_a_comparison_beyond_the_limit_or_with_unknown_measures_is_refused():
    with pytest.raises(OrdquantError, match="the limit is 100"):
        compare_estimators(20, 5, POPULARITY, UNIFORM, most=100)
    with pytest.raises(UnknownNameError, match="EMD"):
        compare_estimators(2, 2, POPULARITY, UNIFORM, ["EMD"])
    with pytest.raises(OrdquantError, match="given twice"):
        compare_estimators(2, 2, POPULARITY, UNIFORM, ["NMD", "NMD"])
    with pytest.raises(UnknownNameError, match="was not compared"):
        compare_estimators(2, 2, POPULARITY, UNIFORM, ["NMD"]).index("JSD")


def test_two_infinite_scores_tie():
    compared = compare_estimators(4, 3, UNIFORM, Estimator("fixed", (1, 2, 1)), ["KLD"])
    empty = (compared.votes == 0).any(axis=1)
    assert (compared.deltas[0, empty] == 0).all()
    assert compared.preferences.ties[0] >= empty.sum()


# Ties are ties


def exactly(gold, estimate):
    """Return scores, or their squares where there is a root: rational numbers, whatever floats do."""
    n, e, size = sum(gold), sum(estimate), len(gold)
    g, p = [Fraction(v, n) for v in gold], [Fraction(v, e) for v in estimate]
    squares = [(x - y) ** 2 for x, y in zip(p, g, strict=True)]
    dw = [sum(abs(i - j) * squares[j] for j in range(size)) for i in range(size)]
    used = [i for i in range(size) if g[i]]
    gaps = [abs(sum(p[: i + 1]) - sum(g[: i + 1])) for i in range(size)]
    return {
        "NMD": sum(gaps) / (size - 1),
        "NVD": sum(abs(x - y) for x, y in zip(p, g, strict=True)) / 2,
        "RNSS": sum(squares) / 2,
        "RNOD": sum(dw[i] for i in used) / len(used) / (size - 1),
        "RNADW": sum(dw) / size / (size - 1),
    }


@pytest.mark.parametrize("b", [UNIFORM, Estimator("smoothed", added=1), Estimator("up")])
def test_ties_and_preferences_are_those_of_exact_fractions(b):
    compared = compare_estimators(12, 4, POPULARITY, b)
    estimates = (
        POPULARITY.estimate(compared.votes.T).T,
        np.broadcast_to(b.estimate(compared.votes.T).T, compared.votes.shape),
    )
    for number, gold in enumerate(compared.votes.tolist()):
        first, second = (exactly(gold, side[number].tolist()) for side in estimates)
        for key, value in first.items():
            expected = (value > second[key]) - (value < second[key])
            assert signs(compared.deltas[compared.index(key), number]) == expected, (key, gold)


def test_no_delta_of_the_space_of_the_paper_lies_between_a_tie_and_a_preference(compared):
    near = np.abs(compared.deltas)
    assert not ((near > 1e-14) & (near < 1e-9)).any()


# Search

FIGURE_3 = [
    ((0, 1, 2, 9, 8), 4, (("NMD", -0.150), ("RNOD", 0.115))),
    ((8, 7, 3, 1, 1), 1, (("NMD", 0.0), ("RNOD", 0.263))),
]


@pytest.mark.parametrize(("gold", "mode", "printed"), FIGURE_3)
def test_the_gold_distributions_behind_figure_3_of_lq_2021_are_found_uniquely(gold, mode, printed):
    conditions = [Condition(key, "delta", value, 0.0005) for key, value in printed]
    found = search_by_score(20, 5, POPULARITY, UNIFORM, conditions, mode=mode - 1)
    assert found.votes.tolist() == [list(gold)]
    assert (found.n_found, found.n_distributions) == (1, 10_626)
    assert (np.abs(found.values[:, 0] - [value for _, value in printed]) <= 0.0005).all()
    mirrored = search_by_score(20, 5, POPULARITY, UNIFORM, conditions)
    assert sorted(mirrored.votes.tolist()) == sorted([list(gold), list(gold[::-1])])


def test_a_search_finds_what_a_look_at_all_gold_distributions_finds(compared):
    nmd = compared.deltas[compared.index("NMD")]
    found = search_by_score(20, 5, POPULARITY, UNIFORM, [Condition("NMD", "delta", 0, 0)])
    assert found.votes.tolist() == compared.votes[np.abs(nmd) < TIE].tolist()
    score = MEASURES["JSD"](compared.votes, popularity(compared.votes))
    for what, values in (("a", score), ("b", MEASURES["JSD"](compared.votes, np.full(5, 0.2)))):
        found = search_by_score(20, 5, POPULARITY, UNIFORM, [Condition("JSD", what, 0.25, 0.05)], mode=2)
        modal = compared.votes[:, 2] == compared.votes.max(axis=1)
        assert found.votes.tolist() == compared.votes[(values >= 0.2 - TIE) & (values <= 0.3 + TIE) & modal].tolist()


def test_conditions_that_cannot_be_met_or_meant_are_refused():
    for value, margin in ((0, -1), (math.nan, 1), (0, math.nan), (101, 0), (0, 101)):
        with pytest.raises(OrdquantError, match=r"nothing lies within .* from -100 to 100"):
            Condition("NMD", "delta", value, margin)
    with pytest.raises(UnknownNameError):
        Condition("EMD", "delta", 0, 1)
    with pytest.raises(OrdquantError, match="'a', 'b' or 'delta'"):
        Condition("NMD", "c", 0, 1)
    with pytest.raises(OrdquantError, match="no class 6"):
        search_by_score(5, 5, POPULARITY, UNIFORM, [], mode=5)
