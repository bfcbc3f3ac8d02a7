"""What clicks, boxes and lassos mean, against slow definitions; browsers may send nonsense."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordquant_core.figures.deltas import delta_frame
from ordquant_core.figures.points import code_of  # noqa: F401 - the text uses it
from ordquant_core.figures.regions import inside_box, inside_polygon, picked
from tests.reviewed import reviewed, said

INF = np.inf
INFINITE = np.array([[INF, np.nan, 0.5], [0.5, 0.5, 0.5]])
X, Y = np.array([-0.5, 0.5, 0.5, np.inf]), np.array([0.25, 0.25, 0.26, 0.5])
FRAME = delta_frame(X, Y)


def meant(**selection):
    places = picked(selection, X, Y, FRAME)
    return None if places is None else places.tolist()


def every_way(region):
    return [meant(box=[region]), meant(lasso=[region]), meant(lasso=region)]


@reviewed(__file__)
def test_a_selection_means_the_cases_in_it_and_nonsense_nothing(made, words):
    assert said(made, globals()) == words


@given(codes=st.lists(st.one_of(st.integers(), st.floats(allow_nan=True), st.text(), st.none()), max_size=5))
def test_whatever_is_sent_names_cases_that_are_there(codes):
    places = meant(points=[{"customdata": code} for code in codes])
    assert places is None or all(0 <= place < len(X) for place in places)


grid = st.integers(-4, 4).map(float)
points = st.integers(0, 20).flatmap(lambda n: hnp.arrays(np.float64, (2, n), elements=grid.map(lambda v: v + 0.25)))


@given(points=points, ends=st.tuples(grid, grid, grid, grid))
def test_a_box_holds_what_lies_between_its_sides_drawn_in_any_direction(points, ends):
    x0, x1, y0, y1 = ends
    expected = [min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1) for x, y in points.T]
    assert inside_box(*points, (x0, x1), (y0, y1)).tolist() == expected


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
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    touched = any((x1 - x0) * (y - y0) == (x - x0) * (y1 - y0) for x, y in points.T for (x0, y0), (x1, y1) in sides)
    assert touched or inside_polygon(*points, *np.array(corners).T).tolist() == expected
