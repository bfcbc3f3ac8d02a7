"""The ternary map draws the numbers it is given."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.template import LIGHT
from ordquant_core.figures.ternary import colour_bar, ternary_figure

RESOLUTION = 4
GRID = np.array(
    [
        (RESOLUTION - middle - last, middle, last)
        for middle in range(RESOLUTION + 1)
        for last in range(RESOLUTION + 1 - middle)
    ]
)
POINTS, VALUES = GRID / RESOLUTION, np.arange(len(GRID)) / 10
LABELS = ("NB", "PB", "B")


def ternary(values=VALUES, look=LIGHT, points=POINTS, labels=LABELS, **more):
    scale = [[0, look.background], [1, look.gold]]
    colours = {"colorscale": scale, "zmin": 0, "zmax": 1, "colorbar": colour_bar("smaller is better", look)}
    return ternary_figure(points, values, labels=labels, title="RNOD", colours=colours, **more, look=look)


def trace(figure, name):
    (found,) = (one for one in figure.data if one.name == name)
    return found


def place(point):
    return point[2] + point[1] / 2, point[1] * np.sqrt(3) / 2


def test_every_point_of_the_grid_is_a_brick_around_its_place_with_its_value_and_shares():
    cells = trace(ternary(), "score")
    for point, value in zip(POINTS, VALUES, strict=True):
        x, y = place(point)
        row, column = round((y - cells.y0) / cells.dy), (x - cells.x0) / cells.dx
        halves = int(np.floor(column + 1e-9)), int(np.ceil(column - 1e-9))  # x lies where its two halves meet
        assert halves[1] - halves[0] == 1
        assert cells.z[row, list(halves)] == pytest.approx(value)
        assert cells.customdata[row, halves[0]].tolist() == (100 * point).tolist()
    assert np.isfinite(cells.z).sum() == 2 * len(POINTS)
    assert cells.colorbar.title.text == "smaller is better"


def test_infinite_scores_are_left_blank():
    values = VALUES.copy()
    values[3] = np.inf
    cells = trace(ternary(values), "score")
    assert np.isfinite(cells.z).sum() == 2 * (len(POINTS) - 1)
    assert np.isnan(trace(ternary(np.full(len(POINTS), np.inf)), "score").z).all()


def test_the_gold_is_a_filled_dot_at_its_distribution():
    gold = [0.2, 0.5, 0.3]
    mark = trace(ternary(gold=gold), "Gold")
    assert (mark.x[0], mark.y[0]) == pytest.approx(place(gold))
    assert mark.marker.color == LIGHT.gold
    assert "Gold" not in [one.name for one in ternary().data]


def test_a_line_leads_from_one_distribution_to_another_over_a_halo():
    ends = np.array([[0.5, 0.5, 0], [0, 0, 1]])
    figure = ternary(line=ends)
    line = trace(figure, "border")
    assert np.stack([line.x, line.y], axis=1)[:2] == pytest.approx(np.array([place(end) for end in ends]))
    names = [one.name for one in figure.data]
    assert names.index("border, halo") < names.index("border")
    assert trace(figure, "border, halo").line.width > line.line.width


@pytest.mark.parametrize(
    "given",
    [{"points": POINTS[1:]}, {"values": VALUES[1:]}, {"labels": LABELS[1:]}, {"gold": [1, 0]}, {"line": np.eye(3)}],
)
def test_shapes_that_do_not_fit_are_refused(given):
    with pytest.raises(ShapeMismatchError):
        ternary(**given)
