"""Profiles of annotators, against sums over pairs of labels written out one by one."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.planning.annotators import NONE, order_matters, profiles
from ordquant_core.analysis.planning.standing_out import _Labels, standing_out
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics.alpha import krippendorff_alpha

CLASSES = ("-1", "0", "1", "2")


def drawn(seed=1, people=5, cases=40, missing=0.2):
    chance = np.random.default_rng(seed)
    labels = chance.integers(0, len(CLASSES), (people, cases))
    labels[chance.random(labels.shape) < missing] = NONE
    return labels


def by_hand(labels, person):
    same, far, lean = [], [], []
    for case in range(labels.shape[1]):
        own = labels[person, case]
        others = [
            labels[other, case] for other in range(len(labels)) if other != person and labels[other, case] != NONE
        ]
        if own != NONE and others:
            same.append(np.mean([own == other for other in others]))
            far.append(np.mean([abs(own - other) for other in others]) / (len(CLASSES) - 1))
            lean.append(own - np.mean(others))
    return same, far, lean


def counts(labels):
    return np.stack([(labels == number).sum(axis=0) for number in range(len(CLASSES))], axis=1)


def test_every_number_is_that_of_the_definition():
    labels = drawn()
    names = [f"p{number}" for number in range(5)]
    found = profiles(names, labels, CLASSES)
    usable = (labels != NONE).sum(axis=0) > 1
    assert found.alpha == pytest.approx(krippendorff_alpha(counts(labels)))
    for person in range(5):
        same, far, lean = by_hand(labels, person)
        assert found.cases[person] == len(same)
        assert found.agreement[person] == pytest.approx(np.mean(same))
        assert found.distance[person] == pytest.approx(np.mean(far))
        assert found.bias[person] == pytest.approx(np.mean(lean))
        half = stats.t.ppf(0.975, len(lean) - 1) * np.std(lean, ddof=1) / np.sqrt(len(lean))
        assert (found.low[person], found.high[person]) == pytest.approx((np.mean(lean) - half, np.mean(lean) + half))
        others = np.delete(labels, person, axis=0)
        assert found.alpha_without[person] == pytest.approx(krippendorff_alpha(counts(others)))
        own = labels[person, usable & (labels[person] != NONE)]
        assert found.shares[person] == pytest.approx([np.mean(own == number) for number in range(4)])
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(5))


def test_who_always_votes_one_class_higher_leans_by_one():
    base = np.random.default_rng(2).integers(0, 3, 50)
    found = profiles("abc", np.stack([base, base, base + 1]), CLASSES)
    assert found.bias == pytest.approx([-0.5, -0.5, 1])
    assert found.agreement == pytest.approx([0.5, 0.5, 0])
    assert found.alpha_without[2] == pytest.approx(1)
    assert np.argmax(found.alpha_without) == 2


def test_an_annotator_without_company_is_not_described():
    found = profiles("abc", np.array([[0, 1, NONE], [1, 1, NONE], [NONE, NONE, 2]]), CLASSES)
    assert found.cases.tolist() == [2, 2, 0]
    assert np.isnan(found.bias[2])
    assert np.isnan(found.low[:2]).all()
    assert np.isnan(found.shares[2]).all()


def test_what_cannot_be_described_is_refused():
    with pytest.raises(OrdquantError, match="two annotators"):
        profiles("ab", np.array([[0, NONE], [NONE, 1]]), CLASSES)
    for labels in (np.zeros((2, 0), dtype=int), np.zeros((3, 2), dtype=int), np.full((2, 2), 4), np.full((2, 2), -2)):
        with pytest.raises(ShapeMismatchError):
            profiles("ab", labels, CLASSES)


def test_the_order_of_lists_matters_only_where_places_differ():
    chance = np.random.default_rng(3)
    labels = chance.integers(0, 4, (6, 100))
    assert order_matters(labels, rng=np.random.default_rng(1)) > 0.02
    labels[0] = np.minimum(labels[0] + 1, 3)
    assert order_matters(labels, rng=np.random.default_rng(1)) == pytest.approx(1 / 201)
    one_case = np.array([[0], [1], [3]])  # in any order, its labels spread alike: nothing can be found
    assert order_matters(one_case, rng=np.random.default_rng(1)) == 1


@pytest.mark.parametrize("missing", [0, 0.2, 0.6])
def test_bias_and_alpha_of_the_labels_as_they_are_are_those_of_the_profiles(missing):
    labels = drawn(missing=missing)
    labels = labels[:, (labels != NONE).sum(axis=0) > 1]
    found, work = profiles("abcde", labels, CLASSES), _Labels.of(labels, len(CLASSES))
    bias, alpha = work.statistics(work.classes)
    np.testing.assert_allclose(bias, np.abs(found.bias), atol=1e-12)
    np.testing.assert_allclose(alpha, found.alpha_without, atol=1e-12)


def test_p_values_are_those_of_all_exchanges_of_labels():
    labels = np.array([[0, 0, 0, 0], [1, 1, 2, 2], [2, 3, 3, 3]])
    every = [
        np.stack([column[list(order)] for column, order in zip(labels.T, orders, strict=True)], axis=1)
        for orders in product(permutations(range(3)), repeat=4)
    ]
    described = [profiles("abc", one, CLASSES) for one in [labels, *every]]
    values = np.array([[np.abs(one.bias), one.alpha_without] for one in described])
    z = (values - values[1:].mean(axis=0)) / values[1:].std(axis=0)
    exact = (z[1:].max(axis=(1, 2))[:, None, None] >= z[0] - 1e-9).mean(axis=0)
    found = standing_out(labels, 4, rng=np.random.default_rng(2), n_exchanges=4000)
    np.testing.assert_allclose([found.bias, found.alpha], exact, atol=0.03)


def test_who_is_without_company_has_no_p_value_and_the_same_labels_of_all_are_no_surprise():
    alone = standing_out(np.array([[0, 1, NONE], [1, 1, NONE], [NONE, NONE, 2]]), 4, rng=np.random.default_rng(1))
    assert np.isnan(alone.bias[2])
    assert (alone.bias[:2] > 0.05).all()
    same = standing_out(np.tile([0, 1, 2, 3], (3, 1)), 4, rng=np.random.default_rng(1))
    assert same.bias.tolist() == [1, 1, 1]
    assert same.alpha.tolist() == [1, 1, 1]
