"""Properties of cases: by hand, by slow definitions, and which of them go with a disagreement."""

from functools import cache
from itertools import pairwise
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis.properties import (
    DIP,
    FLAT,
    PROPERTIES,
    SHAPES,
    associations,
    dips,
    properties,
    shapes_of,
    shares_along,
)
from ordquant_core.errors import InvalidDistributionError, ShapeMismatchError
from tests import strategies

tables = strategies.n_classes.flatmap(
    cache(lambda n: st.integers(1, 5).flatmap(lambda m: strategies.votes_tables(n, m)))
)


def shape(gold):
    return SHAPES[int(shapes_of(gold))]


@given(votes=tables)
def test_properties_are_those_of_their_definitions_case_by_case(votes):
    gold = votes / votes.sum(axis=1, keepdims=True)
    other = gold[:, ::-1]
    found = properties(gold, gold, other, votes)
    assert found.keys == tuple(PROPERTIES)
    for case, row in enumerate(gold.tolist()):
        mean = sum(i * p for i, p in enumerate(row, 1))
        gaps = [abs(sum(row[: k + 1]) - sum(row[::-1][: k + 1])) for k in range(len(row) - 1)]
        expected = {
            "entropy": -sum(p * log2(p) for p in row if p),
            "variance": sum(p * (i - mean) ** 2 for i, p in enumerate(row, 1)),
            "dip": max(min(max(row[: k + 1]), max(row[k:])) - row[k] for k in range(len(row))),
            "ends": row[0] + row[-1],
            "occurring": sum(p > 0 for p in row),
            "annotators": votes[case].sum(),
            "distance": sum(gaps) / len(gaps),
        }
        for key, value in expected.items():
            assert found.of(key)[case] == pytest.approx(value, abs=1e-9), key
        assert found.most_frequent[case].tolist() == [n == max(votes[case]) for n in votes[case]]


def test_entropy_and_variance_are_those_of_scipy():
    gold = np.random.default_rng(4).dirichlet(np.ones(6), size=50)
    found = properties(gold, gold, gold)
    np.testing.assert_allclose(found.of("entropy"), stats.entropy(gold, base=2, axis=1), atol=1e-12)
    for row, variance in zip(gold, found.of("variance"), strict=True):
        assert variance == pytest.approx(stats.rv_discrete(values=(range(6), row)).var(), abs=1e-12)
    assert (found.of("distance") == 0).all()


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ((4, 4, 4, 4, 4), "flat"),
        ((4, 4, 4, 3, 5), "flat"),
        ((0, 1, 2, 9, 8), "peaked"),  # LQ 2021, fig. 3 (a)
        ((0, 0, 20, 0, 0), "peaked"),
        ((10, 0, 0, 0, 10), "bimodal"),
        ((9, 0, 1, 0, 10), "bimodal"),
        ((6, 4, 0, 4, 6), "bimodal"),  # a fifth would have to move: not flat
        ((0, 8, 6, 6, 0), "peaked"),  # a plateau is no dip
        ((1, 9, 7, 8, 0), "peaked"),  # the second peak stands 1 of 25 above the dip
        ((10, 10), "flat"),
        ((13, 7), "flat"),  # exactly 15% would have to move
        ((14, 6), "peaked"),
        ((0, 7, 5, 7, 1), "bimodal"),  # exactly 10% above the dip
    ],
)
def test_the_shape_of_a_gold_follows_the_stated_definitions(votes, expected):
    assert shape(votes) == expected


@given(votes=strategies.two_class_pairs)
def test_two_classes_are_never_bimodal(votes):
    assert shape(votes[0]) != "bimodal"


@given(votes=strategies.n_classes.flatmap(strategies.votes))
def test_shapes_and_dips_do_not_depend_on_the_direction_of_the_classes(votes):
    assert shape(votes) == shape(votes[::-1])
    assert dips(votes) == pytest.approx(dips(votes[::-1]), abs=1e-15)
    assert 0 <= dips(votes) <= 0.5


@given(votes=strategies.n_classes.flatmap(strategies.votes))
def test_every_gold_has_the_one_shape_its_definition_gives(votes):
    p = (votes / votes.sum()).tolist()
    to_move = sum(abs(value - 1 / len(p)) for value in p) / 2
    dip = max(min(max(p[: k + 1]), max(p[k:])) - p[k] for k in range(len(p)))
    expected = "flat" if to_move <= FLAT + 1e-12 else "bimodal" if dip >= DIP - 1e-12 else "peaked"
    assert shape(votes) == expected


def test_what_is_no_table_of_distributions_is_refused():
    with pytest.raises(InvalidDistributionError):
        properties([[0.5, 0.6]], [[0.5, 0.5]], [[0.5, 0.5]])
    with pytest.raises(ShapeMismatchError, match="cases, classes"):
        properties([0.5, 0.5], [0.5, 0.5], [0.5, 0.5])
    with pytest.raises(ShapeMismatchError, match="cases, classes"):
        properties([[0.5, 0.5]], [[0.5, 0.5]], [[0.5, 0.5]], np.array([[1, 1], [1, 1]]))


def made_up(n_cases=40):
    rng = np.random.default_rng(3)
    gold = rng.dirichlet(np.ones(5), size=n_cases)
    return properties(gold, rng.dirichlet(np.ones(5), size=n_cases), rng.dirichlet(np.ones(5), size=n_cases))


def test_the_property_that_decides_comes_first_with_its_means():
    described = made_up()
    ends = described.of("ends")
    first, *rest = associations(described, ends > np.median(ends))
    assert (first.key, first.effect.value, first.chance) == ("ends", 1, 1)
    assert first.mean_with == pytest.approx(ends[ends > np.median(ends)].mean())
    assert first.mean_without == pytest.approx(ends[ends <= np.median(ends)].mean())
    strengths = [abs(entry.effect.value) for entry in rest if entry.effect.value is not None]
    assert strengths == sorted(strengths, reverse=True)
    assert rest[-1].key == "occurring"  # the same everywhere: no effect
    assert "no variance" in rest[-1].effect.undefined


@pytest.mark.parametrize("everywhere", [True, False])
def test_without_a_disagreement_or_with_nothing_else_no_effect_is_defined(everywhere):
    for entry in associations(made_up(), np.full(40, everywhere)):
        assert entry.effect.value is None
        assert entry.chance is None
        assert "one group is empty" in entry.effect.undefined
        assert (entry.mean_with is None) is not everywhere
        assert (entry.mean_without is None) is everywhere


# Along one property


@given(
    values=st.lists(st.integers(0, 9).map(lambda v: v / 10), min_size=1, max_size=60),
    n_bins=st.integers(1, 8),
    seed=st.integers(0, 9),
)
def test_bins_hold_every_case_once_in_order_and_never_split_equal_values(values, n_bins, seed):
    column = np.array(values)
    apart = np.random.default_rng(seed).random(len(values)) < 0.4
    bins = shares_along(column, apart, n_bins=n_bins)
    assert 1 <= len(bins) <= n_bins
    assert sum(entry.n for entry in bins) == len(values)
    assert sum(entry.disagreements for entry in bins) == apart.sum()
    for entry in bins:
        inside = (column >= entry.low) & (column <= entry.high)
        assert (inside.sum(), apart[inside].sum()) == (entry.n, entry.disagreements)
        assert entry.share_low <= entry.disagreements / entry.n <= entry.share_high
    for before, after in pairwise(bins):
        assert before.high < after.low


def test_p_values_are_those_of_mann_and_whitney_and_holm_over_the_properties_that_vary():
    described = made_up()
    disagree = np.random.default_rng(5).random(40) < 0.3
    found = {entry.key: entry for entry in associations(described, disagree)}
    expected = {
        key: stats.mannwhitneyu(values[disagree], values[~disagree], method="asymptotic").pvalue
        for key, values in zip(described.keys, described.values.round(12), strict=True)
        if np.ptp(values) > 0
    }
    for key, p in expected.items():
        assert found[key].p_value == pytest.approx(p, abs=1e-12), key
    smallest = min(expected, key=lambda key: expected[key])
    assert found[smallest].adjusted == pytest.approx(min(1, len(expected) * expected[smallest]), abs=1e-12)
    assert found["occurring"].p_value is None
    assert found["occurring"].adjusted is None
