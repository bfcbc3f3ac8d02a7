"""Measures over the simplex and along paths: the same numbers as pair by pair, borders where a delta is zero."""

import numpy as np
import pytest

from ordquant_core.analysis.baselines import popularity, uniform
from ordquant_core.analysis.landscape import border, indifference, simplex_grid, simplex_map
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES

GOLD_THREE = [2, 5, 3]
GOLD = (2, 9, 8)


@pytest.mark.parametrize("resolution", [1, 2, 7, 30])
def test_the_grid_holds_every_distribution_of_its_steps_once(resolution):
    points = simplex_grid(resolution)
    steps = {tuple(row) for row in np.rint(points * resolution).astype(int).tolist()}
    assert len(points) == len(steps) == (resolution + 1) * (resolution + 2) // 2
    assert all(sum(row) == resolution and min(row) >= 0 for row in steps)
    assert (points == np.rint(points * resolution) / resolution).all()


@pytest.mark.parametrize("key", list(MEASURES))
def test_maps_hold_the_scores_of_estimates_and_the_differences_of_two_baselines_that_follow_the_gold(key):
    points, measure = simplex_grid(9), MEASURES[key]
    found = simplex_map(key, GOLD, "popularity", "uniform", over="estimates", resolution=9)
    assert found.values == pytest.approx(measure(GOLD, points), abs=1e-12)
    found = simplex_map(key, GOLD, "popularity", "uniform", over="gold distributions", resolution=9)
    a, b = measure(points, popularity(points)), measure(points, uniform(points))
    expected = np.subtract(a, b, out=np.zeros_like(a), where=a != b)
    assert found.values == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("key", ["NMD", "RNOD", "RSNOD", "JSD", "NVD"])
def test_a_border_lies_where_the_measure_is_indifferent(key):
    a, b = [0.7, 0.2, 0.1], [0.2, 0.3, 0.5]
    segments = indifference(key, a, b, resolution=60)
    ends = segments.reshape(-1, 3)
    assert len(ends)
    assert ends.sum(axis=1) == pytest.approx(1.0, abs=1e-9)
    inside = ends[(ends > 1e-9).all(axis=1)]  # on the rim a measure may jump
    assert np.abs(MEASURES[key](inside, a) - MEASURES[key](inside, b)).max() < 2e-3
    assert np.linalg.norm(segments[:, 0] - segments[:, 1], axis=1).max() <= np.sqrt(2) / 60 + 1e-9


def test_a_border_separates_the_gold_distributions_of_the_two_sides():
    field = simplex_map("NMD", GOLD, [1, 0, 0], [0, 0, 1], over="gold distributions", resolution=30).values
    lean = np.rint(30 * (simplex_grid(30) @ [1, 0, -1]))  # how much more the first class has than the last
    assert (np.sign(field) == -np.sign(lean)).all()  # there A = (1, 0, 0) is better
    line = border(field, resolution=30)
    assert line[..., 0] == pytest.approx(line[..., 2], abs=1e-9)
    assert np.linalg.norm(line[:, 0] - line[:, 1], axis=1).sum() == pytest.approx(np.sqrt(1.5))  # side to corner


def test_a_field_without_a_change_of_sign_has_no_border_and_an_area_of_ties_has_a_rim():
    points = simplex_grid(10)
    assert border(np.ones(len(points)), resolution=10).shape == (0, 2, 3)
    assert border(np.zeros(len(points)), resolution=10).shape == (0, 2, 3)
    tied_up_to_half = np.where(points[:, 1] <= 0.5, 0.0, 1.0)
    rim = border(tied_up_to_half, resolution=10)
    assert len(rim) == 5  # the row at one half, five steps long
    assert (rim[..., 1] == 0.5).all()


def test_a_border_along_the_sides_of_triangles_is_drawn_once():
    points = simplex_grid(10)
    line = border(points[:, 1] - 0.5, resolution=10)
    assert len(line) == 5
    assert (line[..., 1] == 0.5).all()


def test_an_infinite_delta_moves_the_border_to_the_finite_side():
    (segment,) = border([np.inf, -1, -1], resolution=1)
    assert segment == pytest.approx(np.array([[0, 1, 0], [0, 0, 1]]), abs=1e-6)


@pytest.mark.parametrize(("a", "b"), [("popularity", "uniform"), ([0.1, 0.2, 0.3, 0.4, 0], [3, 0, 1, 0, 0])])
def test_a_path_begins_and_ends_with_the_scores_of_the_estimates(a, b):
    gold = (0, 1, 2, 9, 8)
    path = interpolate(gold, a, b, tuple(MEASURES), steps=7)
    ends = [{"popularity": popularity(gold), "uniform": uniform(gold)}[e] if isinstance(e, str) else e for e in (a, b)]
    assert path.amounts == pytest.approx(np.linspace(0, 1, 7))
    for column, estimate in zip((0, -1), ends, strict=True):
        expected = [float(MEASURES[key](gold, estimate)) for key in path.measures]
        assert path.scores[:, column] == pytest.approx(expected, abs=1e-12)


def test_classes_that_cross_tie_where_they_meet_whatever_rounding_does():
    for start in np.arange(1, 50) / 100:
        path = interpolate([2, 1], [start, 1 - start], [1 - start, start], ["DNKT"], steps=3)
        assert path.scores[0].tolist() == [1.0, 0.5, 0.0]
    thirds = interpolate([2, 1], [0.3, 0.7], [0.6, 0.4], ["DNKT"], steps=4)  # they meet at t = 2/3
    assert thirds.scores[0].tolist() == [1.0, 1.0, 0.5, 0.0]


def test_moved_probability_goes_from_one_class_to_the_other():
    gold, estimate = [0.1, 0.2, 0.3, 0.4], np.array([0.4, 0.3, 0.2, 0.1])
    path = move_probability(gold, estimate, 0, 3, MAIN_MEASURES, steps=5)
    assert path.amounts == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])
    for amount, column in zip(path.amounts[1:], path.scores.T[1:], strict=True):
        moved = estimate + np.array([-amount, 0, 0, amount])
        expected = {key: float(MEASURES[key](gold, np.round(moved, 12))) for key in MAIN_MEASURES}
        assert column == pytest.approx(list(expected.values()), abs=1e-9)
    assert path.scores[:, 0] == pytest.approx([float(MEASURES[key](gold, estimate)) for key in MAIN_MEASURES])


@pytest.mark.parametrize(
    ("call", "problem", "words"),
    [
        (lambda: simplex_grid(0), OrdquantError, "resolution"),
        (lambda: simplex_grid(10**6), OrdquantError, "resolution"),
        (lambda: simplex_map("NMD", [1, 2], GOLD, GOLD, over="estimates"), ShapeMismatchError, "3 classes"),
        (lambda: indifference("EMD", GOLD, GOLD), UnknownNameError, "EMD"),
        (lambda: indifference("NMD", "majority", "uniform"), UnknownNameError, "majority"),
        (lambda: border([1, 2, 3], resolution=2), ShapeMismatchError, "6 points"),
        (lambda: interpolate([GOLD], "popularity", "uniform", ["NMD"]), ShapeMismatchError, "one distribution"),
        (lambda: interpolate(GOLD, "popularity", "uniform", ["NMD"], steps=1), OrdquantError, "two ends"),
        (lambda: move_probability(GOLD, "uniform", 1, 1, ["NMD"]), OrdquantError, "two of the classes"),
        (lambda: move_probability(GOLD, "uniform", 0, 3, ["NMD"]), OrdquantError, "two of the classes"),
        (lambda: move_probability(GOLD, "popularity", 0, 1, ["NMD"]), OrdquantError, "nothing in class 0"),
    ],
)
def test_invalid_input_is_refused_with_its_reason(call, problem, words):
    with pytest.raises(problem, match=words):
        call()


def test_the_map_of_all_estimates_holds_their_scores_and_the_lines_of_a_and_b():
    found = simplex_map("NMD", GOLD_THREE, "popularity", "uniform", over="estimates", resolution=10)
    levels = [MEASURES["NMD"](GOLD_THREE, point) for point in found.line[:, 0]]
    ends = [float(MEASURES["NMD"](GOLD_THREE, entry)) for entry in ([0, 1, 0], [1 / 3] * 3)]
    assert all(min(abs(float(level) - end) for end in ends) < 1e-9 for level in levels)


def test_the_map_of_all_gold_distributions_is_negative_where_a_is_preferred():
    found = simplex_map("NMD", GOLD_THREE, [1, 0, 0], [0, 0, 1], over="gold distributions", resolution=10)
    at = {tuple(point): value for point, value in zip(found.points.tolist(), found.values.tolist(), strict=True)}
    assert at[1.0, 0.0, 0.0] == -1
    assert at[0.0, 0.0, 1.0] == 1
    assert found.line.tolist() == indifference("NMD", [1, 0, 0], [0, 0, 1], resolution=10).tolist()
