"""Plans drawn: lines of equally many votes, the noise floor, cases needed."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import planning
from ordquant_core.figures.style import LIGHT
from ordquant_core.figures.systems import groups_figure

CASES, NUMBERS = [50, 100, 200, 400], [3, 5, 10]


def split(**more):
    width = np.linspace(0.06, 0.01, 12).reshape(3, 4)
    settings = {"pairs": 10, "budgets": [1000, 2000], "budget": 2000, "title": "t"}
    return planning.split_figure(width, width * 10, CASES, NUMBERS, LIGHT, **{**settings, **more})


def place(value, values):
    """Where a number stands between those of the table, on a logarithmic scale."""
    return float(np.interp(np.log(value), np.log(values), range(len(values))))


def test_a_line_joins_all_splits_with_equally_many_votes():
    figure = split()
    line = next(trace for trace in figure.data if trace.name == "2,000")
    drawn = ~np.isnan(np.asarray(line.x, dtype=float))
    for x, y in zip(np.asarray(line.x)[drawn], np.asarray(line.y)[drawn], strict=True):
        if 0 <= x <= 3 and 0 <= y <= 2:
            n = np.exp(np.interp(x, range(4), np.log(CASES)))
            k = np.exp(np.interp(y, range(3), np.log(NUMBERS)))
            assert n * k == pytest.approx(2000)


def test_a_line_leaves_the_numbers_free_and_the_chosen_budget_stands_out():
    figure = split(chosen=(200, 10))
    line = next(trace for trace in figure.data if trace.name == "2,000")
    x, y = (np.asarray(side, dtype=float) for side in (line.x, line.y))
    in_a_cell = (np.abs(x - np.rint(x)) < 0.3) & (np.abs(y - np.rint(y)) < 0.3)
    assert not in_a_cell.any()
    assert line.line.width > next(trace for trace in figure.data if trace.name == "1,000").line.width
    assert [note.text for note in figure.layout.annotations] == ["1,000", "<b>2,000</b>"]
    (frame,) = figure.layout.shapes
    assert ((frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2) == (place(200, CASES), place(10, NUMBERS))


def test_a_split_that_is_no_cell_has_no_frame_and_one_cell_is_a_table():
    assert not split(chosen=(333, 3)).layout.shapes
    alone = planning.split_figure([[0.06]], [[0.5]], [50], [3], LIGHT, pairs=1, budgets=[150], budget=150, title="t")
    assert alone.layout.height > 0


def test_the_floor_stands_below_the_runs_and_may_stand_alone():
    runs = np.array([[0.3, 0.4], [0.2, 0.3]])
    figure = planning.floor_figure([3, 6], [0.2, 0.1], runs, ["a", "b<"], LIGHT, measure="NMD", chosen=6, title="t")
    floor, dots = figure.data
    assert list(floor.y) == [0.2, 0.1]
    assert sorted(dots.y) == sorted(runs.ravel())
    assert list(dots.customdata) == ["a: 0.300", "b&lt;: 0.400", "a: 0.200", "b&lt;: 0.300"]
    alone = planning.floor_figure([3, 6], [0.2, 0.1], np.empty((2, 0)), [], LIGHT, measure="NMD", title="t")
    assert [note.text for note in alone.layout.annotations] == ["noise floor"]


def test_references_of_groups_are_lines_and_what_is_infinite_is_none():
    x = np.array([0.1, 0.2])
    figure = groups_figure(
        *(x, x, x, ["a", "b"], [[0]], LIGHT),
        measure="KLD",
        title="t",
        references={"floor": 0.05, "panel": np.inf},
    )
    assert [trace.name for trace in figure.data] == ["means", "floor"]
    assert [note.text for note in figure.layout.annotations] == ["floor"]


@pytest.mark.parametrize(
    "build",
    [
        lambda: planning.split_figure([[1.0]], [[1.0]], [1, 2], [1], LIGHT, pairs=1, budgets=[], budget=1, title="t"),
        lambda: planning.floor_figure([1, 2], [0.1], [[0.1]], ["a"], LIGHT, measure="NMD", title="t"),
        lambda: planning.power_figure([1, 2], [[0.1]], [[0.1]], ["a"], LIGHT, measure="NMD", title="t"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(build):
    with pytest.raises(ShapeMismatchError):
        build()
