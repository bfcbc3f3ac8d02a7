"""Information between rankings: enumeration, the equation that ties it to tau, and what is left given others."""

import math
from collections import Counter
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.statistics.information import (
    NO_PAIR,
    information_by_chance,
    information_left,
    information_tau,
    information_tau_matrix,
    mutual_information,
)
from tests.analysis.made_up import rng
from tests.reviewed import reviewed, said


def rankings(number):
    """Draw so many rankings of the same items, of which some tie."""

    @cache
    def drawn(n):
        return st.tuples(*[st.lists(st.integers(0, n), min_size=n, max_size=n)] * number)

    return st.integers(2, 9).flatmap(drawn)


def by_enumeration(x, y, given=()):
    """I(X; Y | Z) = sum p(x, y, z) log2(p(z) p(x, y, z) / (p(x, z) p(y, z))), pair by pair; and how many count."""
    met = Counter()
    for i, j in permutations(range(len(x)), 2):
        signs = [int(row[i] < row[j]) - int(row[i] > row[j]) for row in (x, y, *given)]
        if all(signs):
            met[signs[0], signs[1], tuple(signs[2:])] += 1
    xz, yz, z = Counter(), Counter(), Counter()
    for (a, b, c), n in met.items():
        xz[a, c] += n
        yz[b, c] += n
        z[c] += n
    total = met.total()
    bits = sum(n / total * math.log2(z[c] * n / (xz[a, c] * yz[b, c])) for (a, b, c), n in met.items())
    return (bits if total else None), total // 2


@given(rankings(4), st.integers(0, 2))
def test_information_is_that_of_the_enumerated_pairs_whatever_is_given_and_reversed(drawn, n_given):
    x, y, *others = (np.array(row) for row in drawn)
    others = others[:n_given]
    bits, pairs = by_enumeration(x, y, others)
    for sides in ((x, y, others), (y, x, others), (-x, y, others), (x, y, [-other for other in others])):
        found = information_tau(*sides[:2], given=sides[2])
        assert found.pairs == pairs
        if bits is None:
            assert (found.bits, found.undefined) == (None, NO_PAIR)
        else:
            assert (found.bits, found.undefined) == (pytest.approx(bits, abs=1e-12), "")
            assert 0 <= found.bits <= 1
    if bits is not None and by_enumeration(x, y, [*others, x])[0] is not None:
        assert information_tau(x, y, given=[*others, x]).bits == pytest.approx(0, abs=1e-12)
    matrix = information_tau_matrix([x, y, -x], given=others)
    np.testing.assert_allclose([matrix[0, 1], matrix[1, 0]], np.nan if bits is None else bits, atol=1e-12)


@given(st.integers(3, 8), st.integers(0, 2**32))
def test_the_chain_rule_holds_and_observations_may_be_counted(n, seed):
    x, y, z = (rng(seed).permuted(np.tile(np.arange(n), (3, 1)), axis=1)).tolist()
    a, b, c = ([int(row[i] < row[j]) for i, j in permutations(range(n), 2)] for row in (x, y, z))
    together = mutual_information(a, [b, c])
    assert together == pytest.approx(information_tau(x, z).bits + information_tau(x, y, given=[z]).bits, abs=1e-12)
    kinds, counts = np.unique([a, b, c], axis=1, return_counts=True)
    large = kinds[1:] * 2**61  # no label is the product of two of them
    assert mutual_information(kinds[0], large, counts=counts) == pytest.approx(together, abs=1e-12)


def test_more_rankings_than_all_of_whose_patterns_are_kept_count_the_same_pairs():
    x, y, *others = rng(2).integers(0, 30, size=(5, 40)).tolist()
    for known in (others, 6 * others):
        bits, pairs = by_enumeration(x, y, known)
        found = information_tau(x, y, given=known)
        assert (found.bits, found.pairs) == (pytest.approx(bits, abs=1e-12), pairs)
    assert 0.001 < bits < 1


@pytest.mark.parametrize("n_items", [2, 3, 4, 5])
def test_by_chance_information_is_the_mean_over_all_rankings(n_items):
    first, *_ = every = list(permutations(range(n_items)))
    assert information_by_chance(n_items) == pytest.approx(np.mean([information_tau(first, one).bits for one in every]))


@given(rankings(3))
def test_what_is_left_counts_the_same_pairs_as_what_is_shared(drawn):
    x, y, z = map(np.array, drawn)
    found = information_left(x, y, [z], rng=rng(), n_permutations=3)
    bits, pairs = by_enumeration(x, y, [z])
    if bits is None:
        assert found is None
        return
    assert (found.left, found.pairs, found.of) == (pytest.approx(bits, abs=1e-12), pairs, math.comb(len(x), 2))
    signs = np.prod([np.sign(np.subtract.outer(side, side)) for side in (x, y)], axis=0)[np.not_equal.outer(z, z)]
    share = (signs < 0).sum() / (signs != 0).sum()
    assert found.tau == pytest.approx(1 - 2 * share)
    assert found.alone == pytest.approx(1 + sum(p * math.log2(p) for p in (share, 1 - share) if p > 0), abs=1e-12)


def test_what_is_left_by_chance_is_the_mean_over_others_whose_items_are_permuted_alike():
    x, y, *given = rng(8).random((4, 7))
    found = information_left(x, y, given, rng=rng(3), n_permutations=5)
    chance = rng(3)
    orders = [chance.permutation(7) for _ in range(5)]
    bits = [information_tau(x, y, given=[other[order] for other in given]).bits for order in orders]
    assert found.left_by_chance == pytest.approx(np.mean(bits), abs=1e-12)
    assert found.left_by_chance != pytest.approx(found.left, abs=0.01)
    alone = information_left(x, y, [], rng=rng())
    assert alone.left_by_chance == alone.left == alone.alone


@reviewed(__file__)
def test_what_is_no_number_has_no_information_and_what_does_not_belong_together_is_refused(made, words):
    assert said(made, globals()) == words
