"""Rankings, filters and regions against slow definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordquant_core.analysis.choosing import (
    RANKINGS,
    Filter,
    disagreement_size,
    inside_box,
    inside_polygon,
    passes,
    rank,
)
from ordquant_core.analysis.properties import SHAPES, properties
from ordquant_core.errors import ShapeMismatchError, UnknownNameError

INF = np.inf
VOTES = np.array([[5, 0, 0, 0, 5], [2, 2, 2, 2, 2], [0, 1, 2, 9, 8], [3, 3, 0, 0, 0], [0, 0, 0, 1, 0]])
GOLD = VOTES / VOTES.sum(axis=1, keepdims=True)
DESCRIBED = properties(GOLD, GOLD, GOLD[:, ::-1], VOTES)
X, Y = np.array([-0.2, 0.3, 0.1, 0.0, -0.4]), np.array([0.1, 0.2, -0.3, -0.1, INF])


def listed(**asked):
    return np.flatnonzero(passes(Filter(**asked), X, Y, DESCRIBED)).tolist()


def test_rankings_by_hand():
    assert rank("difference", X, Y, DESCRIBED).tolist() == [4, 2, 0, 1, 3]
    assert rank("disagreement", X, Y, DESCRIBED).tolist() == [4, 0, 2, 1, 3]
    assert rank("entropy", X, Y, DESCRIBED).tolist() == [1, 2, 0, 3, 4]
    assert rank("variance", X, Y, DESCRIBED).tolist()[:2] == [0, 1]
    assert rank("dip", X, Y, DESCRIBED).tolist() == [0, 1, 2, 3, 4]


def test_the_size_of_a_disagreement_is_the_smaller_side_and_zero_where_there_is_none():
    assert disagreement_size(X, Y).tolist() == [0.1, 0, 0.1, 0, 0.4]


@pytest.mark.parametrize("key", RANKINGS)
def test_every_ranking_holds_every_case_once_and_is_explained(key):
    assert sorted(rank(key, X, Y, DESCRIBED)) == list(range(5))
    assert RANKINGS[key].meaning


def test_an_unknown_ranking_and_an_unknown_shape_are_refused():
    with pytest.raises(UnknownNameError, match="Unknown ranking 'size'; choose from difference"):
        rank("size", X, Y, DESCRIBED)
    with pytest.raises(UnknownNameError, match="Unknown shape 'round'; choose from flat"):
        listed(shapes=("round",))


def test_filters_by_hand():
    assert listed() == [0, 1, 2, 3, 4]
    assert listed(majority=0) == [0, 1, 3], "shared first places count"
    assert listed(majority=3) == [1, 2, 4]
    assert listed(fewest=7) == [0, 1, 2]
    assert listed(most=10) == [0, 1, 3, 4]
    assert listed(fewest=6, most=10) == [0, 1, 3]
    assert listed(shapes=("bimodal",)) == [0]
    assert listed(shapes=("flat", "peaked")) == [1, 2, 3, 4]
    assert listed(apart_only=True) == [0, 2, 4], "a tie of either is no disagreement"
    assert listed(apart_only=True, majority=0, shapes=("bimodal",)) == [0]


def test_bounds_on_annotators_ask_for_nothing_where_the_gold_has_no_votes():
    described = properties(GOLD, GOLD, GOLD)
    assert passes(Filter(fewest=100), X, Y, described).all()


@given(shape=st.sampled_from(SHAPES))
def test_the_shapes_share_out_the_cases(shape):
    others = tuple(other for other in SHAPES if other != shape)
    assert sorted(listed(shapes=(shape,)) + listed(shapes=others)) == [0, 1, 2, 3, 4]


# Regions

grid = st.integers(-4, 4).map(float)
points = st.integers(0, 20).flatmap(lambda n: hnp.arrays(np.float64, (2, n), elements=grid.map(lambda v: v + 0.25)))


@given(points=points, ends=st.tuples(grid, grid, grid, grid))
def test_a_box_holds_what_lies_between_its_sides_drawn_in_any_direction(points, ends):
    x0, x1, y0, y1 = ends
    expected = [min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1) for x, y in points.T]
    assert inside_box(*points, (x0, x1), (y0, y1)).tolist() == expected


def test_the_border_of_a_box_belongs_to_it():
    assert inside_box(np.array([0.0, 1.0]), np.array([0.0, 1.0]), (0, 1), (0, 1)).all()


@given(points=points, ends=st.tuples(grid, grid, grid, grid))
def test_a_rectangle_as_a_polygon_is_a_box(points, ends):
    x0, x1, y0, y1 = ends
    polygon = inside_polygon(*points, [x0, x1, x1, x0], [y0, y0, y1, y1])
    np.testing.assert_array_equal(polygon, inside_box(*points, (x0, x1), (y0, y1)) if x0 != x1 and y0 != y1 else False)


@given(points=points, corners=st.lists(st.tuples(grid, grid), min_size=3, max_size=8))
def test_a_polygon_holds_the_points_with_an_odd_number_of_sides_to_their_right(points, corners):
    """Counted point by point in whole numbers: points lie off the grid of the corners, so no side is touched."""

    def crossings(x, y):
        count = 0
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (y0 > y) != (y1 > y):
                cross = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
                count += (cross > 0) == (y1 > y0)
        return count

    expected = [crossings(x, y) % 2 == 1 for x, y in points.T]
    touched = [
        (x1 - x0) * (y - y0) == (x - x0) * (y1 - y0)
        for x, y in points.T
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    found = inside_polygon(*points, *np.array(corners).T)
    if not any(touched):
        assert found.tolist() == expected


def test_points_that_are_not_finite_lie_in_no_region():
    x, y = np.array([INF, np.nan, 0.5]), np.array([0.5, 0.5, 0.5])
    assert inside_polygon(x, y, [0, 1, 1, 0], [0, 0, 1, 1]).tolist() == [False, False, True]
    assert inside_box(x, y, (0, 1), (0, 1)).tolist() == [False, False, True]


@pytest.mark.parametrize("corners", [([0, 1], [0, 1]), ([0, 1, 1], [0, 1]), ([], []), ([[0, 1, 1]], [[0, 1, 1]])])
def test_a_region_needs_three_corners(corners):
    with pytest.raises(ShapeMismatchError, match="three corners"):
        inside_polygon(X, Y, *corners)
