"""What counts as a distribution, to the edge of every tolerance, and what is said of anything else."""

import itertools

import numpy as np
import pytest
from hypothesis import given

from ordquant_core.distributions import all_votes, as_distributions, as_pair, read_rows  # noqa: F401 - the text uses one of them
from tests.reviewed import reviewed, said
from tests.strategies import n_classes, votes, votes_tables


@given(row=n_classes.flatmap(votes))
def test_equal_numbers_stay_equal_and_different_ones_different(row):
    probabilities = as_distributions(row, "gold")
    np.testing.assert_array_equal(probabilities[:, None] == probabilities, row[:, None] == row)
    np.testing.assert_array_equal(probabilities > 0, row > 0)


@pytest.mark.parametrize("second", [0.500001, 0.499999, 0.5000009, 0.4999991, 0.5])
@pytest.mark.parametrize("first", [0.5, [0.3, 0.2], [0.1, 0.2, 0.2]], ids=str)
def test_a_sum_within_a_millionth_of_one_is_rounding_and_divided_away(first, second):
    row = [*np.atleast_1d(first), second]
    assert as_distributions(row, "gold").sum() == pytest.approx(1, abs=1e-15)
    table = read_rows(np.array([row]))
    assert (table.faults, table.renormalised, table.votes) == ((), (), None)
    np.testing.assert_allclose(table.probabilities, as_distributions([row], "gold"), rtol=1e-12)


def faults(*rows, renormalise=False):
    """Return what is wrong with rows of a table: which one, whether it can be repaired, what was seen."""
    table = read_rows(np.array(rows, dtype=np.float64), renormalise=renormalise)
    found = [f"{one.row} {'can' if one.renormalisable else 'cannot'}: {one.seen}; {one.action}" for one in table.faults]
    return " | ".join([*found, f"renormalised: {table.renormalised}", f"votes: {table.votes is not None}"])


@reviewed(__file__)
def test_it_is_said_what_was_seen_and_what_to_do(made, words):
    assert said(made, globals()) == words


@pytest.mark.parametrize("total", [1.0000011, 0.9999989, 0.98, 1.02, 1.001])
def test_a_sum_further_off_is_divided_away_if_the_user_chooses_so(total):
    repaired = read_rows(np.array([[0.25, 0.75], [0.5, total - 0.5]]), renormalise=True)
    assert (repaired.faults, repaired.renormalised) == ((), (1,))
    np.testing.assert_allclose(repaired.probabilities, [[0.25, 0.75], [0.5 / total, 1 - 0.5 / total]], rtol=1e-12)


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


@pytest.mark.parametrize(("n_votes", "classes"), [(0, 2), (1, 3), (5, 2), (4, 4)])
def test_all_votes_are_every_way_to_cast_them_once_in_order(n_votes, classes):
    every = [row for row in itertools.product(range(n_votes + 1), repeat=classes) if sum(row) == n_votes]
    assert [tuple(row) for row in all_votes(n_votes, classes).tolist()] == every
