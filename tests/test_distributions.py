"""What counts as a distribution, to the edge of every tolerance, and what is said of anything else."""

import itertools

import numpy as np
import pytest
from hypothesis import given

from ordquant_core.distributions import all_votes, as_distributions, as_pair, read_rows
from ordquant_core.errors import InvalidDistributionError, ShapeMismatchError
from tests.strategies import n_classes, votes, votes_tables


@given(row=n_classes.flatmap(votes))
def test_votes_and_their_probabilities_are_read_alike_and_sum_to_one(row):
    from_votes, from_probabilities = as_distributions(row, "gold"), as_distributions(row / row.sum(), "gold")
    np.testing.assert_allclose(from_votes, from_probabilities, rtol=1e-12)
    assert from_votes.sum() == pytest.approx(1, abs=1e-12)


@given(row=n_classes.flatmap(votes))
def test_equal_numbers_stay_equal_and_different_ones_different(row):
    probabilities = as_distributions(row, "gold")
    np.testing.assert_array_equal(probabilities[:, None] == probabilities, row[:, None] == row)
    np.testing.assert_array_equal(probabilities > 0, row > 0)


def test_each_row_of_a_batch_is_read_by_itself():
    mixed = as_distributions([[0, 1, 3], [0.5, 0.25, 0.25], [1, 0, 0]], "gold")
    assert mixed.tolist() == [[0, 0.25, 0.75], [0.5, 0.25, 0.25], [1, 0, 0]]


@pytest.mark.parametrize("second", [0.500001, 0.499999, 0.5000009, 0.4999991, 0.5])
@pytest.mark.parametrize("first", [0.5, [0.3, 0.2], [0.1, 0.2, 0.2]], ids=str)
def test_a_sum_within_a_millionth_of_one_is_rounding_and_divided_away(first, second):
    row = [*np.atleast_1d(first), second]
    assert as_distributions(row, "gold").sum() == pytest.approx(1, abs=1e-15)
    table = read_rows(np.array([row]))
    assert (table.faults, table.renormalised, table.votes) == ((), (), None)
    np.testing.assert_allclose(table.probabilities, as_distributions([row], "gold"), rtol=1e-12)


@pytest.mark.parametrize("total", ["1.0000011", "0.9999989", "0.98", "1.02", "1.001"])
def test_a_sum_further_off_is_refused_until_the_user_chooses_to_renormalise(total):
    row = [0.5, float(total) - 0.5]
    with pytest.raises(
        InvalidDistributionError,
        match=r"`gold` row 0 .*; probabilities must sum to 1: correct the row, or choose to renormalise \(",
    ):
        as_distributions(row, "gold")
    (fault,) = read_rows(np.array([row])).faults
    assert (fault.row, fault.renormalisable) == (0, True)
    assert f"sums to {float(total):.12g}" in fault.seen
    repaired = read_rows(np.array([[0.25, 0.75], row]), renormalise=True)
    assert (repaired.faults, repaired.renormalised) == ((), (1,))
    assert repaired.probabilities.tolist() == [
        [0.25, 0.75],
        pytest.approx([0.5 / float(total), 1 - 0.5 / float(total)]),
    ]


@pytest.mark.parametrize("total", ["0.979", "1.021", "0.8", "1.5"])
@pytest.mark.parametrize("renormalise", [True, False])
def test_a_sum_off_by_more_than_two_hundredths_is_an_error_whatever_the_user_chooses(total, renormalise):
    (fault,) = read_rows(np.array([[0.5, float(total) - 0.5]]), renormalise=renormalise).faults
    assert not fault.renormalisable
    assert "expected probabilities that sum to 1, or votes" in fault.action


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0.5, 0.3], r"\(0\.5, 0\.3\) sums to 0\.8; expected probabilities that sum to 1, or votes"),
        ([1.5, -0.5], r"\(1\.5, -0\.5\) holds the negative number -0\.5; give numbers >= 0"),
        ([3, -1], r"holds the negative number -1"),
        ([1 + 1e-9, -1e-9], r"holds the negative number -1e-09"),
        ([float("nan"), 1], r"\(nan, 1\) holds a number that is not finite"),
        ([float("inf"), 1], r"\(inf, 1\) holds a number that is not finite"),
        ([float("inf"), float("-inf")], r"holds a number that is not finite"),
        ([None, 1], r"holds a number that is not finite"),
        ([0, 0], r"sums to 0; a case needs at least one vote"),
        ([2.5, 3], r"sums to 5\.5; expected probabilities that sum to 1, or votes"),
        ([2**53, 2], r"give at most 2\^53 votes"),
        ([1e308, 1e308], r"give at most 2\^53 votes"),
        ([0.1] * 13, r"0\.1, …\) sums to 1\.3"),
    ],
)
def test_the_message_says_what_was_seen_and_what_to_do(row, message):
    with pytest.raises(InvalidDistributionError, match=r"^`gold` row 0 is not a distribution: .*" + message):
        as_distributions(row, "gold")


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        ([1.5, -0.5], "negative number -0.5"),
        ([np.nan, 1], "not finite"),
        ([np.inf, -np.inf], "not finite"),
        ([0, 0], "sums to 0"),
        ([1e308, 1e308], "sums to inf"),
        ([2.5, 3], "sums to 5.5"),
    ],
)
def test_a_faulty_row_of_a_table_is_found_wherever_it_stands(row, seen):
    for good in ([0.5, 0.5], [3, 1]):
        table = read_rows(np.array([good, row, good], dtype=np.float64))
        faults = [fault for fault in table.faults if fault.row == 1]
        assert len(faults) == 1
        assert seen in faults[0].seen


def test_the_first_faulty_row_of_a_batch_is_counted_over_all_leading_axes():
    batch = np.full((2, 3, 2), 0.5)
    batch[1, 0] = 0.3
    with pytest.raises(InvalidDistributionError, match="`estimated` row 3 "):
        as_distributions(batch, "estimated")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (0.5, r"`gold` needs two or more classes, got shape \(\)"),
        ([1.0], r"`gold` needs two or more classes, got shape \(1,\)"),
        ([[], []], r"`gold` needs two or more classes, got shape \(2, 0\)"),
        ([[1, 2], [1]], "`gold` is not an array of numbers with rows of one length"),
        (["many", "few"], "`gold` is not an array of numbers with rows of one length"),
        ([{}, 1], "`gold` is not an array of numbers with rows of one length"),
        ([1 + 2j, 1], "`gold` is not an array of numbers with rows of one length"),
    ],
)
def test_what_is_no_table_of_numbers_is_refused(values, message):
    with pytest.raises(InvalidDistributionError, match=message):
        as_distributions(values, "gold")


def test_a_pair_broadcasts_and_keeps_gold_first():
    gold, estimated = as_pair([[1, 3]], [[[1, 1]], [[0, 2]]])
    assert gold.tolist() == [[0.25, 0.75]]
    assert estimated.tolist() == [[[0.5, 0.5]], [[0, 1]]]


def test_a_pair_over_different_classes_or_batches_is_refused():
    with pytest.raises(ShapeMismatchError, match="`gold` has 3 classes but `estimated` has 2"):
        as_pair([1, 0, 0], [1, 0])
    with pytest.raises(ShapeMismatchError, match="the axes before the last must be equal, 1 or absent"):
        as_pair(np.ones((2, 4, 3)), np.ones((2, 3, 3)))


@given(table=n_classes.flatmap(lambda size: votes_tables(size, 4)))
def test_a_table_of_votes_keeps_them_exactly(table):
    read = read_rows(table.astype(np.float64))
    assert read.faults == ()
    np.testing.assert_allclose(read.probabilities, table / table.sum(axis=1, keepdims=True), rtol=1e-12)
    if (table.sum(axis=1) > 1).any():
        assert read.votes.dtype == np.int64
        np.testing.assert_array_equal(read.votes, table)
    else:
        assert read.votes is None  # one-hot rows only: probabilities, as far as can be known


def test_one_row_with_a_fraction_makes_the_whole_table_probabilities():
    read = read_rows(np.array([[0.5, 0.5], [2, 3], [1, 0]]))
    assert read.votes is None
    assert [(fault.row, fault.renormalisable) for fault in read.faults] == [(1, False)]


def test_a_table_of_votes_may_hold_a_case_with_a_single_vote_but_none_without():
    read = read_rows(np.array([[0.0, 1], [3, 4], [0, 0]]))
    assert read.votes is not None
    assert read.votes[:2].tolist() == [[0, 1], [3, 4]]
    assert [fault.row for fault in read.faults] == [2]


@pytest.mark.parametrize(("n_votes", "classes"), [(0, 2), (1, 3), (5, 2), (4, 4)])
def test_all_votes_are_every_way_to_cast_them_once_in_order(n_votes, classes):
    every = [row for row in itertools.product(range(n_votes + 1), repeat=classes) if sum(row) == n_votes]
    assert [tuple(row) for row in all_votes(n_votes, classes).tolist()] == every
