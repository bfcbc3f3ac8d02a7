"""Rankings and filters against slow definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_filters import (
    KINDS,
    RANKINGS,
    Filter,
    of_kind,
    parse_bounds,
    passes,
    rank,
    ranked_by,
    write_bounds,
)
from ordquant_core.analysis.properties import SHAPES, properties

INF = np.inf
VOTES = np.array([[5, 0, 0, 0, 5], [2, 2, 2, 2, 2], [0, 1, 2, 9, 8], [3, 3, 0, 0, 0], [0, 0, 0, 1, 0]])
GOLD = VOTES / VOTES.sum(axis=1, keepdims=True)
DESCRIBED = properties(GOLD, GOLD, GOLD[:, ::-1], VOTES)
X, Y = np.array([-0.2, 0.3, 0.1, 0.0, -0.4]), np.array([0.1, 0.2, -0.3, -0.1, INF])


def listed(**asked):
    return np.flatnonzero(passes(Filter(**asked), DESCRIBED)).tolist()


def test_rankings_by_hand():
    assert rank("difference", X, Y, DESCRIBED).tolist() == [4, 2, 0, 1, 3]
    assert rank("disagreement", X, Y, DESCRIBED).tolist() == [4, 2, 0, 1, 3], "as large: by the difference"
    assert rank("entropy", X, Y, DESCRIBED).tolist() == [1, 2, 0, 3, 4]
    assert rank("variance", X, Y, DESCRIBED).tolist()[:2] == [0, 1]
    assert rank("dip", X, Y, DESCRIBED).tolist() == [0, 1, 2, 3, 4]


def test_filters_by_hand():
    assert listed() == [0, 1, 2, 3, 4]
    assert listed(majority=0) == [0, 1, 3], "shared first places count"
    assert listed(majority=3) == [1, 2, 4]
    assert listed(fewest=7) == [0, 1, 2]
    assert listed(most=10) == [0, 1, 3, 4]
    assert listed(fewest=6, most=10) == [0, 1, 3]
    assert listed(shapes=("bimodal",)) == [0]
    assert listed(shapes=("flat", "peaked")) == [1, 2, 3, 4]
    assert listed(majority=0, shapes=("bimodal",)) == [0]


def test_kinds_by_hand():
    found = {kind: np.flatnonzero(of_kind(kind, X, Y)).tolist() for kind in KINDS}
    assert found == {
        "all": [0, 1, 2, 3, 4],
        "disagreements": [0, 2, 4],  # a tie of either is no disagreement
        "a_against_b": [0, 4],
        "b_against_a": [2],
        "both_prefer_a": [],
        "both_prefer_b": [1],
        "any_tie": [3],
    }


def test_bounds_on_annotators_ask_for_nothing_where_the_gold_has_no_votes():
    described = properties(GOLD, GOLD, GOLD)
    assert passes(Filter(fewest=100), described).all()


@given(shape=st.sampled_from(SHAPES))
def test_the_shapes_share_out_the_cases(shape):
    others = tuple(other for other in SHAPES if other != shape)
    assert sorted(listed(shapes=(shape,)) + listed(shapes=others)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("key", RANKINGS)
def test_what_a_ranking_orders_by_never_grows_along_it(key):
    for values in ranked_by(key, X, Y, DESCRIBED).values():
        assert (np.diff(values[rank(key, X, Y, DESCRIBED)]) <= 1e-12).all()
    assert len(ranked_by(key, X, Y, DESCRIBED)) == 1


@pytest.mark.parametrize(("text", "bounds"), [("10-20", (10, 20)), ("10-", (10, None)), ("-20", (None, 20))])
def test_bounds_are_read_as_they_are_written(text, bounds):
    assert parse_bounds(text) == bounds
    assert write_bounds(bounds) == text


@pytest.mark.parametrize("text", ["", "10", "a-b", "1.5-2", "-1-2", "²-3", "1234567890-"])
def test_what_are_no_bounds_is_refused(text):
    with pytest.raises(ValueError, match="two whole numbers"):
        parse_bounds(text)
