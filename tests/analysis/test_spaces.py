"""Every gold: all of them, once; duels and searches as the definitions have it, in exact votes."""

import math
import tracemalloc
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from ordquant_core.analysis.baselines import popularity
from ordquant_core.analysis.comparison import TIE, disagreement, quadrants, signs
from ordquant_core.analysis.spaces.duel import KEPT, LISTED, fight
from ordquant_core.analysis.spaces.golds import (
    SHAPES,
    all_golds,
    check_size,
    count_golds,
    golds_at,
    shapes,
    stream,
)
from ordquant_core.analysis.spaces.rivals import RULES, Rival, shares
from ordquant_core.analysis.spaces.search import Condition, search
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES

POPULARITY, UNIFORM = Rival("popularity"), Rival("uniform")


@pytest.fixture(scope="module")
def duel():
    return fight(20, 5, POPULARITY, UNIFORM)


# Golds


@pytest.mark.parametrize(("n_votes", "n_classes"), [(1, 2), (7, 2), (6, 3), (5, 4), (4, 5), (2, 11)])
def test_every_gold_is_listed_once_in_lexicographic_order(n_votes, n_classes):
    expected = [row for row in product(range(n_votes + 1), repeat=n_classes) if sum(row) == n_votes]
    assert all_golds(n_votes, n_classes).T.tolist() == [list(row) for row in expected]
    assert count_golds(n_votes, n_classes) == len(expected)


def test_blocks_join_to_the_whole_space():
    blocks = list(stream(9, 4, at_once=17))
    assert {block.shape[1] for block in blocks[:-1]} == {17}
    assert (np.concatenate(blocks, axis=1) == all_golds(9, 4)).all()


def test_the_last_gold_of_a_large_space_has_all_votes_in_the_first_class():
    assert golds_at(np.array([0, 1_929_500]), 80, 5).T.tolist() == [[0, 0, 0, 0, 80], [80, 0, 0, 0, 0]]


def test_the_space_of_the_paper_has_10626_golds_and_two_million_are_within_the_limit():
    assert count_golds(20, 5) == 10_626
    assert check_size(80, 5) == 1_929_501
    with pytest.raises(OrdquantError, match=r"2,024,785 distributions; the limit is 2,000,000\. Take at most 80 votes"):
        check_size(81, 5)


@pytest.mark.parametrize(("n_votes", "n_classes"), [(0, 5), (5, 1), (5, 12), (-1, 3)])
def test_a_space_that_is_none_is_refused(n_votes, n_classes):
    with pytest.raises(OrdquantError, match="2 to 11 classes"):
        count_golds(n_votes, n_classes)


@pytest.mark.parametrize(
    ("gold", "shape"),
    [
        ((0, 5, 0), "all votes in one class"),
        ((2, 2, 2), "flat"),
        ((0, 1, 4), "one peak, at an end"),
        ((4, 4, 1), "one peak, at an end"),
        ((1, 3, 1), "one peak, inside"),
        ((1, 3, 3, 1), "one peak, inside"),
        ((3, 1, 2), "two peaks, at both ends"),
        ((2, 0, 0, 3), "two peaks, at both ends"),
        ((2, 1, 3, 0), "two peaks, elsewhere"),
        ((0, 2, 1, 2, 0), "two peaks, elsewhere"),
        ((2, 1, 2, 1, 2), "three peaks or more"),
    ],
)
def test_shapes_are_told_by_their_peaks(gold, shape):
    assert SHAPES[shapes(np.array(gold)[:, None])[0]] == shape
    assert SHAPES[shapes(np.array(gold)[::-1, None])[0]] == shape


# Estimates


@pytest.mark.parametrize(
    ("rival", "gold", "expected"),
    [
        (POPULARITY, (4, 4, 1), (1, 1, 0)),
        (Rival("up"), (3, 1, 2), (0, 3, 3)),
        (Rival("down"), (3, 1, 2), (4, 2, 0)),
        (Rival("smoothed", added=2), (3, 0, 1), (5, 2, 3)),
        (Rival("mirror"), (3, 0, 1), (1, 0, 3)),
        (Rival("median"), (2, 1, 2), (0, 2, 0)),
        (Rival("median"), (2, 0, 2), (1, 0, 1)),
        (Rival("median"), (3, 0, 1), (2, 0, 0)),
        (Rival("fixed", (1, 2, 1)), (3, 0, 1), (1, 2, 1)),
        (UNIFORM, (3, 0, 1), (1, 1, 1)),
    ],
)
def test_an_estimate_answers_to_the_gold_in_whole_votes(rival, gold, expected):
    assert rival.estimate(np.array(gold)[:, None]).ravel().tolist() == list(expected)


def test_the_baselines_are_those_of_the_papers():
    golds = all_golds(7, 4)
    assert (shares(POPULARITY.estimate(golds)) == popularity(golds.T).T).all()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "fixed"])
def test_every_estimate_is_a_distribution_on_every_gold(rule):
    votes = Rival(rule).estimate(all_golds(6, 4))
    assert votes.min() >= 0
    assert votes.sum(axis=0).min() > 0
    assert Rival(rule).name


def test_estimates_that_are_none_are_refused():
    with pytest.raises(UnknownNameError, match="Unknown estimate"):
        Rival("best")
    for votes in ((), (0, 0), (1, -1), (10**7, 1)):
        with pytest.raises(InvalidDistributionError, match="no distribution"):
            Rival("fixed", votes)
    with pytest.raises(OrdquantError, match="add 1 or more"):
        Rival("smoothed", added=0)
    with pytest.raises(ShapeMismatchError, match="has 2 classes, the golds 3"):
        Rival("fixed", (1, 2)).estimate(all_golds(2, 3))


# Duels


def test_a_duel_counts_what_the_measures_say_gold_by_gold(duel):
    golds = all_golds(20, 5).T
    assert (duel.golds == golds).all()
    values = {
        key: MEASURES[key](golds, popularity(golds)) - MEASURES[key](golds, np.full(5, 0.2)) for key in MAIN_MEASURES
    }
    preferences = duel.preferences
    for place, key in enumerate(MAIN_MEASURES):
        sides = signs(values[key])
        counted = preferences.prefers_a[place], preferences.ties[place], preferences.prefers_b[place]
        assert counted == tuple((sides == side).sum() for side in (-1, 0, 1))
        assert preferences.mean_delta[place] == pytest.approx(values[key].mean(), abs=1e-12)
        np.testing.assert_allclose(duel.deltas[place], values[key], rtol=0, atol=1e-12)
    for first, second in (("NMD", "RNOD"), ("RNSS", "DNKT"), ("JSD", "JSD")):
        assert duel.quadrants(first, second) == quadrants(values[first], values[second])
    parted = disagreement(values["NMD"], values["JSD"])
    assert duel.parted()[0, MAIN_MEASURES.index("JSD")] == parted.sum()
    form = shapes(golds.T)
    for shape, counts in enumerate(duel.by_shape("NMD", "JSD")):
        assert counts.sum() == (form == shape).sum()
        assert counts[2] == parted[form == shape].sum()


def test_the_golds_that_part_two_measures_most_come_first(duel):
    x, y = (duel.deltas[duel.place(key)] for key in ("NMD", "RNOD"))
    distance = np.where(disagreement(x, y), np.abs(x - y), -1).round(12)
    order = np.argsort(-distance, kind="stable")[:LISTED]
    assert duel.farthest("NMD", "RNOD").tolist() == duel.golds[order].tolist()
    assert duel.farthest("RNOD", "NMD").tolist() == duel.golds[order].tolist()
    assert len(duel.farthest("NMD", "NMD")) == 0
    np.testing.assert_allclose(duel.deltas_of(duel.golds[order], "NMD"), x[order], atol=1e-15)


def test_the_farthest_golds_of_many_blocks_are_those_of_all():
    larger = fight(30, 5, POPULARITY, Rival("median"), ["NMD", "RNSS"])
    assert larger.step > 1
    golds = all_golds(30, 5)
    x, y = (larger.deltas_of(golds.T, key) for key in ("NMD", "RNSS"))
    distance = np.where(disagreement(x, y), np.abs(x - y), -1).round(12)
    order = np.argsort(-distance, kind="stable")[:LISTED]
    assert larger.farthest("NMD", "RNSS").tolist() == golds.T[order].tolist()
    assert larger.quadrants("NMD", "RNSS") == quadrants(x, y)
    assert len(larger.golds) <= KEPT
    assert (larger.golds == golds.T[:: larger.step]).all()


def test_memory_does_not_grow_with_the_number_of_golds():
    peaks = []
    for n_votes in (30, 50):  # 46,376 and 316,251 golds
        tracemalloc.start()
        fight(n_votes, 5, POPULARITY, UNIFORM, ["NMD", "RNSS", "NVD", "MD", "VD", "SS"])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0] < 40e6


def test_progress_is_told_up_to_the_end():
    told = []
    fight(30, 5, POPULARITY, UNIFORM, ["NVD"], progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (count_golds(30, 5), count_golds(30, 5))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_duel_beyond_the_limit_or_with_unknown_measures_is_refused():
    with pytest.raises(OrdquantError, match="the limit is 100"):
        fight(20, 5, POPULARITY, UNIFORM, most=100)
    with pytest.raises(UnknownNameError, match="EMD"):
        fight(2, 2, POPULARITY, UNIFORM, ["EMD"])
    with pytest.raises(OrdquantError, match="given twice"):
        fight(2, 2, POPULARITY, UNIFORM, ["NMD", "NMD"])
    with pytest.raises(UnknownNameError, match="took no part"):
        fight(2, 2, POPULARITY, UNIFORM, ["NMD"]).place("JSD")


def test_two_infinite_scores_tie():
    duel = fight(4, 3, UNIFORM, Rival("fixed", (1, 2, 1)), ["KLD"])
    empty = (duel.golds == 0).any(axis=1)
    assert (duel.deltas[0, empty] == 0).all()
    assert duel.preferences.ties[0] >= empty.sum()


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


@pytest.mark.parametrize("b", [UNIFORM, Rival("smoothed", added=1), Rival("up")])
def test_ties_and_preferences_are_those_of_exact_fractions(b):
    duel = fight(12, 4, POPULARITY, b)
    estimates = POPULARITY.estimate(duel.golds.T).T, np.broadcast_to(b.estimate(duel.golds.T).T, duel.golds.shape)
    for number, gold in enumerate(duel.golds.tolist()):
        first, second = (exactly(gold, side[number].tolist()) for side in estimates)
        for key, value in first.items():
            expected = (value > second[key]) - (value < second[key])
            assert signs(duel.deltas[duel.place(key), number]) == expected, (key, gold)


def test_no_delta_of_the_space_of_the_paper_lies_between_a_tie_and_a_preference(duel):
    near = np.abs(duel.deltas)
    assert not ((near > 1e-14) & (near < 1e-9)).any()


# Search

FIGURE_3 = [
    ((0, 1, 2, 9, 8), 4, (("NMD", -0.150), ("RNOD", 0.115))),
    ((8, 7, 3, 1, 1), 1, (("NMD", 0.0), ("RNOD", 0.263))),
]


@pytest.mark.parametrize(("gold", "mode", "printed"), FIGURE_3)
def test_the_golds_behind_figure_3_of_lq_2021_are_found_uniquely(gold, mode, printed):
    conditions = [Condition(key, "delta", value - 0.0005, value + 0.0005) for key, value in printed]
    found = search(20, 5, POPULARITY, UNIFORM, conditions, mode=mode - 1)
    assert found.golds.tolist() == [list(gold)]
    assert (found.n_found, found.n_golds) == (1, 10_626)
    assert (np.abs(found.values[:, 0] - [value for _, value in printed]) <= 0.0005).all()
    mirrored = search(20, 5, POPULARITY, UNIFORM, conditions)
    assert sorted(mirrored.golds.tolist()) == sorted([list(gold), list(gold[::-1])])


def test_a_search_finds_what_a_look_at_all_golds_finds(duel):
    nmd = duel.deltas[duel.place("NMD")]
    found = search(20, 5, POPULARITY, UNIFORM, [Condition("NMD", "delta", 0, 0)])
    assert found.golds.tolist() == duel.golds[np.abs(nmd) < TIE].tolist()
    score = MEASURES["JSD"](duel.golds, popularity(duel.golds))
    for what, values in (("a", score), ("b", MEASURES["JSD"](duel.golds, np.full(5, 0.2)))):
        found = search(20, 5, POPULARITY, UNIFORM, [Condition("JSD", what, 0.2, 0.3)], mode=2)
        modal = duel.golds[:, 2] == duel.golds.max(axis=1)
        assert found.golds.tolist() == duel.golds[(values >= 0.2 - TIE) & (values <= 0.3 + TIE) & modal].tolist()


def test_without_conditions_every_gold_is_found_and_only_the_first_are_listed():
    found = search(20, 5, POPULARITY, UNIFORM, [], listed=7)
    assert found.n_found == 10_626
    assert found.golds.tolist() == all_golds(20, 5).T[:7].tolist()


def test_nothing_found_is_an_empty_list():
    found = search(5, 3, POPULARITY, UNIFORM, [Condition("NMD", "a", 2, 3)])
    assert found.golds.shape == (0, 3)
    assert found.n_found == 0


def test_conditions_that_cannot_be_met_or_meant_are_refused():
    for low, high in ((1, 0), (math.nan, 1)):
        with pytest.raises(OrdquantError, match="nothing lies from"):
            Condition("NMD", "delta", low, high)
    with pytest.raises(UnknownNameError):
        Condition("EMD", "delta", 0, 1)
    with pytest.raises(OrdquantError, match="'a', 'b' or 'delta'"):
        Condition("NMD", "c", 0, 1)
    with pytest.raises(OrdquantError, match="no class 6"):
        search(5, 5, POPULARITY, UNIFORM, [], mode=5)


def test_pairs_of_measures_are_all_there(duel):
    assert len(duel.apart) == len(list(combinations(MAIN_MEASURES, 2)))
