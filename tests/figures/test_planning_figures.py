"""Plans drawn: lines of equally many votes, the noise floor, cases needed."""

from itertools import pairwise

import numpy as np
import pytest

from ordquant_core.figures import planning
from ordquant_core.figures.template import LIGHT

CASES, NUMBERS = [50, 100, 200, 400], [3, 5, 10]


def split(**more):
    width = np.linspace(0.06, 0.01, 12).reshape(3, 4)
    settings = {"pairs": 10, "budgets": [1000, 2000], "budget": 2000, "title": "t"}
    return planning.split_figure(width, width * 10, CASES, NUMBERS, **{**settings, **more}, look=LIGHT)


def test_a_straight_line_joins_all_splits_with_equally_many_votes_and_the_budget_stands_out():
    figure = split()
    line = next(trace for trace in figure.data if trace.name == "2,000")
    assert [2.0 ** (x + y) for x, y in zip(line.x, line.y, strict=True)] == pytest.approx([2000, 2000])
    assert line.line.width > next(trace for trace in figure.data if trace.name == "1,000").line.width
    assert [note.text for note in figure.layout.annotations] == ["1,000", "<b>2,000</b>"]


def test_the_best_way_to_spend_the_budget_is_framed_in_its_cell_and_all_ways_are_dots():
    figure = split(ways=[(200, 10), (400, 5)])
    (frame,) = figure.layout.shapes
    assert 2**frame.x0 < 200 < 2**frame.x1
    assert 2**frame.y0 < 10 < 2**frame.y1
    dots = next(trace for trace in figure.data if trace.name == "ways")
    assert [2.0 ** (x + y) for x, y in zip(dots.x, dots.y, strict=True)] == pytest.approx([2000, 2000])
    cells = figure.data[0]
    inside = [(2**a < n < 2**b) for n, a, b in zip(CASES, cells.x[:-1], cells.x[1:], strict=True)]
    assert all(inside)


@pytest.mark.parametrize("cases", [CASES, [50, 100, 210, 400], [50, 100, 200, 400, 800, 1600, 3000]])
@pytest.mark.parametrize("numbers", [[3, 5, 10, 19], [2, 3], [7, 15, 30]])
def test_every_number_stands_in_its_cell_where_no_line_passes(cases, numbers):
    width, budgets = np.full((len(numbers), len(cases)), 0.05), [1000 * 2**k for k in range(6)]
    figure = planning.split_figure(
        width, width, cases, numbers, pairs=9, budgets=budgets, budget=2000, title="t", ways=[(cases[1], 3)], look=LIGHT
    )
    cells, written = figure.data[0], next(trace for trace in figure.data if trace.name == "widths")
    edges = [(left, right, low, high) for low, high in pairwise(cells.y) for left, right in pairwise(cells.x)]
    for x, y, (left, right, low, high) in zip(written.x, written.y, edges, strict=True):
        assert left < x < right
        assert low < y < high
        assert min(abs(x + y - np.log2(votes)) for votes in budgets) > 0.4  # half way to the next line is 0.5


def test_a_split_that_is_no_cell_has_no_frame_and_one_cell_is_a_table():
    assert not split(ways=[(333, 3)]).layout.shapes
    alone = planning.split_figure(
        [[0.06]], [[0.5]], [50], [3], pairs=1, budgets=[150], budget=150, title="t", look=LIGHT
    )
    assert alone.layout.height > 0


def test_names_of_a_floor_that_the_runs_reach_are_both_seen():
    figure = planning.floor_figure([3], [0.3], [[0.3]], ["a"], measure="NMD", title="t", look=LIGHT)
    assert max(note.y for note in figure.layout.annotations) <= figure.layout.yaxis.range[1]


def test_the_floor_stands_below_the_runs_and_may_stand_alone():
    runs = np.array([[0.3, 0.4], [0.2, 0.3]])
    figure = planning.floor_figure(
        [3, 6], [0.2, 0.1], runs, ["a", "b<"], measure="NMD", chosen=6, title="t", look=LIGHT
    )
    floor, dots = figure.data
    assert list(floor.y) == [0.2, 0.1]
    assert sorted(dots.y) == sorted(runs.ravel())
    assert list(dots.customdata) == ["a: 0.300", "b&lt;: 0.400", "a: 0.200", "b&lt;: 0.300"]
    alone = planning.floor_figure([3, 6], [0.2, 0.1], np.empty((2, 0)), [], measure="NMD", title="t", look=LIGHT)
    assert [note.text for note in alone.layout.annotations] == ["noise floor", "0.200", "0.100"]


def test_cases_needed_are_drawn_by_the_pilot_and_by_the_upper_limit_and_both_lines_are_named_at_their_ends():
    figure = planning.needed_figure([0.01, 0.1], [90, 4], [99, 5], n_cases=50, measure="NMD", title="t", look=LIGHT)
    assert [list(line.y) for line in figure.data] == [[90, 4], [99, 5]]
    names = {note.text: note.y for note in figure.layout.annotations}
    assert list(names) == ["by the pilot", "upper limit", "pilot: 50"]
    assert names["by the pilot"] < names["upper limit"]
    assert 10 ** names["pilot: 50"] == pytest.approx(50)


def test_cases_needed_by_a_measure_that_does_not_vary_are_an_empty_figure():
    figure = planning.needed_figure([], [], [], n_cases=50, measure="NMD", title="t", look=LIGHT)
    assert [len(line.x) for line in figure.data] == [0, 0]
