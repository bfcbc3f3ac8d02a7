"""Information between rankings: enumeration, the equation that ties it to tau, and what is left given others."""

import math
from collections import Counter
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics import information
from ordquant_core.statistics.information import (
    NO_PAIR,
    NOT_A_NUMBER,
    information_by_chance,
    information_left,
    information_tau,
    information_tau_matrix,
    mutual_information,
)


def several(rankings, ties=True):
    """Draw some rankings of the same items."""

    @cache
    def drawn(n):
        one = st.lists(st.integers(0, n), min_size=n, max_size=n) if ties else st.permutations(range(n))
        return st.tuples(*[one] * rankings)

    return st.integers(2, 9).flatmap(drawn)


def by_enumeration(x, y, given=()):
    """I(X; Y | Z) = sum p(x, y, z) log2(p(z) p(x, y, z) / (p(x, z) p(y, z))), pair by pair; None where none is left."""
    rankings = (x, y, *given)
    met = Counter()
    for i, j in permutations(range(len(x)), 2):
        signs = [(row[i] < row[j]) - (row[i] > row[j]) for row in rankings]
        if all(signs):
            met[signs[0], signs[1], tuple(signs[2:])] += 1
    total = met.total()
    if not total:
        return None

    pairs_xz, pairs_yz, pairs_z = Counter(), Counter(), Counter()
    for (a, b, c), n in met.items():
        pairs_xz[a, c] += n
        pairs_yz[b, c] += n
        pairs_z[c] += n
    return sum(
        n / total * math.log2(pairs_z[c] * n / (pairs_xz[a, c] * pairs_yz[b, c])) for (a, b, c), n in met.items()
    )


@given(several(2))
def test_information_is_that_of_the_enumerated_pairs(rankings):
    found = information_tau(*rankings)
    expected = by_enumeration(*rankings)
    assert (found.bits is None) == (expected is None)
    assert found.bits == pytest.approx(expected, abs=1e-12) if expected is not None else found.undefined == NO_PAIR


@given(several(4))
def test_conditional_information_is_that_of_the_enumerated_pairs(rankings):
    x, y, *others = rankings
    found = information_tau(x, y, given=others)
    expected = by_enumeration(x, y, others)
    assert (found.bits is None) == (expected is None)
    if expected is not None:
        assert found.bits == pytest.approx(expected, abs=1e-12)


@given(several(2, ties=False))
def test_information_is_one_minus_the_entropy_of_the_discordant_share(rankings):
    share = (1 - kendalltau(*rankings).statistic) / 2
    entropy = -sum(p * math.log2(p) for p in (share, 1 - share) if p > 1e-15)
    found = information_tau(*rankings)
    assert found.bits == pytest.approx(1 - entropy, abs=1e-12)
    assert found.pairs == math.comb(len(rankings[0]), 2)


@given(several(2))
def test_with_ties_the_law_holds_for_tau_over_the_pairs_left(rankings):
    x, y = (np.asarray(row) for row in rankings)
    signs = np.sign(np.subtract.outer(x, x) * np.subtract.outer(y, y))
    found = information_tau(x, y)
    if found.bits is None:
        assert not signs.any()
        return
    share = (signs < 0).sum() / (signs != 0).sum()
    entropy = -sum(p * math.log2(p) for p in (share, 1 - share) if p > 0)
    assert found.bits == pytest.approx(1 - entropy, abs=1e-12)
    assert found.pairs == (signs != 0).sum() // 2


@given(several(3))
def test_information_is_symmetric_within_bounds_and_blind_to_reversal(rankings):
    x, y, z = (np.asarray(row) for row in rankings)
    found = information_tau(x, y, given=[z])
    if found.bits is None:
        return
    assert 0 <= found.bits <= 1
    for other in (
        information_tau(y, x, given=[z]),
        information_tau(-x, y, given=[z]),
        information_tau(x, y, given=[-z]),
    ):
        assert other.bits == pytest.approx(found.bits, abs=1e-12)


@given(several(3, ties=False))
def test_given_one_of_the_two_nothing_is_left(rankings):
    x, y, z = rankings
    assert information_tau(x, y, given=[z, x]).bits == pytest.approx(0, abs=1e-12)


@given(several(3, ties=False))
def test_the_chain_rule_holds(rankings):
    x, y, z = (np.asarray(row) for row in rankings)
    pairs = [(i, j) for i, j in permutations(range(len(x)), 2)]
    a, b, c = ([int(row[i] < row[j]) for i, j in pairs] for row in (x, y, z))
    together = mutual_information(a, [b, c])
    assert together == pytest.approx(information_tau(x, z).bits + information_tau(x, y, given=[z]).bits, abs=1e-12)


def test_two_measures_that_share_nothing_but_a_third_are_independent_given_it():
    rng = np.random.default_rng(1)
    common = rng.permutation(400)
    x, y = common + rng.normal(0, 90, 400), common + rng.normal(0, 90, 400)
    alone, rest = information_tau(x, y).bits, information_tau(x, y, given=[common]).bits
    assert alone > 0.1
    assert rest < 0.3 * alone


def test_infinite_scores_rank_and_numbers_that_are_none_are_refused():
    assert information_tau([1, 2, math.inf], [1, 2, 3]).bits == 1
    assert information_tau([1, 2, math.nan], [1, 2, 3]).undefined == NOT_A_NUMBER


@pytest.mark.parametrize(("chunk", "dense"), [(1, 16), (7, 16), (2**21, 1), (7, 1)])
def test_results_do_not_depend_on_the_chunking(monkeypatch, chunk, dense):
    rows = np.random.default_rng(2).integers(0, 9, size=(4, 17))
    whole = information_tau(rows[0], rows[1], given=rows[2:])
    monkeypatch.setattr(information, "CHUNK", chunk)
    monkeypatch.setattr(information, "DENSE", dense)
    assert information_tau(rows[0], rows[1], given=rows[2:]) == whole


@pytest.mark.parametrize("n_items", [2, 3, 4, 5])
def test_by_chance_information_is_the_mean_over_all_rankings(n_items):
    first, *_ = every = list(permutations(range(n_items)))
    assert information_by_chance(n_items) == pytest.approx(np.mean([information_tau(first, one).bits for one in every]))


def test_a_matrix_holds_every_pair():
    rows = np.random.default_rng(2).random((4, 12))
    matrix = information_tau_matrix(rows[:3], given=[rows[3]])
    for i in range(3):
        for j in range(3):
            assert matrix[i, j] == information_tau(rows[i], rows[j], given=[rows[3]]).bits
    assert np.diagonal(information_tau_matrix(rows)).tolist() == [1.0] * 4
    assert np.isnan(information_tau_matrix([[1, 2, 3], [1, 1, 1]])[1]).all()


def test_observations_may_be_counted_and_variables_joint():
    x, y = [0, 0, 1, 1, 1], [0, 1, 0, 1, 1]
    counted = mutual_information([0, 0, 1, 1], [0, 1, 0, 1], counts=[1, 1, 1, 2])
    assert counted == pytest.approx(mutual_information(x, y), abs=1e-15)
    assert mutual_information([[0, 0, 1, 1], [0, 1, 0, 1]], [0, 1, 2, 3]) == pytest.approx(2)
    large = [[0, 2**61, 0, 2**61], [0, 0, 2**61, 2**61]]  # no label is the product of two of them
    assert mutual_information(large, [0, 1, 2, 3]) == pytest.approx(2)


def test_what_does_not_belong_together_is_refused():
    with pytest.raises(ShapeMismatchError, match="one length"):
        information_tau([1, 2], [1, 2, 3])
    with pytest.raises(ShapeMismatchError, match="one length"):
        information_tau([[1, 2]], [[1, 2]])
    with pytest.raises(OrdquantError, match="60 at most"):
        information_tau([1, 2], [1, 2], given=[[1, 2]] * 61)
    with pytest.raises(ShapeMismatchError, match="one row"):
        information_tau_matrix([1, 2])
    with pytest.raises(ShapeMismatchError, match="together"):
        mutual_information([1, 2], [1, 2, 3])
    with pytest.raises(OrdquantError, match="one observation"):
        mutual_information([], [])


def test_what_is_left_counts_the_same_pairs_as_what_is_shared():
    """A ranking that orders 1 of 6 pairs leaves nothing of them, and says nothing about the other five."""
    found = information_left([1, 2, 3, 4], [1, 2, 4, 3], [[1, 1, 1, 2]], rng=np.random.default_rng(1))
    alone = information_tau([1, 2, 3, 4], [1, 2, 4, 3], given=[[1, 1, 1, 2]])
    assert (found.pairs, found.of, found.left) == (3, 6, alone.bits)
    assert found.alone < information_tau([1, 2, 3, 4], [1, 2, 4, 3]).bits
    assert information_left([1, 1], [1, 2], [], rng=np.random.default_rng(1)) is None
    assert information_left([1, np.nan], [1, 2], [], rng=np.random.default_rng(1)) is None
    with pytest.raises(ShapeMismatchError, match="one length"):
        information_left([1, 2, 3], [1, 2, 3], [[1, 2]], rng=np.random.default_rng(1))


def test_what_is_left_by_chance_is_the_mean_over_others_whose_items_are_permuted_alike():
    x, y, *given = np.random.default_rng(8).random((4, 7))
    found = information_left(x, y, given, rng=np.random.default_rng(3), n_permutations=5)
    chance = np.random.default_rng(3)
    orders = [chance.permutation(7) for _ in range(5)]
    bits = [information_tau(x, y, given=[other[order] for other in given]).bits for order in orders]
    assert found.left_by_chance == pytest.approx(np.mean(bits), abs=1e-12)
    assert found.left_by_chance != pytest.approx(found.left, abs=0.01)


def test_rankings_that_have_nothing_to_do_with_the_two_leave_what_is_left_by_chance():
    chance = np.random.default_rng(4)
    gaps, losses = [], []
    for _ in range(40):
        x, noise = chance.random((2, 11))
        y = x + 0.4 * noise
        found = information_left(x, y, list(chance.random((6, 11))), rng=chance, n_permutations=20)
        losses.append(found.alone - found.left)
        gaps.append(found.left - found.left_by_chance)
    assert np.mean(losses) > 0.1  # few items leave less, whatever is given
    assert abs(np.mean(gaps)) < 3 * np.std(gaps) / len(gaps) ** 0.5 + 1e-9
