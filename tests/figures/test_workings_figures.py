"""Figures of workings: the numbers given are the numbers drawn, and shapes that do not fit are refused."""

import numpy as np
import pytest

from ordquant_core.figures.measure_workings import working_figures
from ordquant_core.figures.template import LIGHT
from ordquant_core.figures.workings import cumulative_figure, pairs_figure, terms_figure
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working

CLASSES = ("-2", "-1", "0", "1", "2")
GOLD, ESTIMATE = [0, 0.05, 0.15, 0.6, 1], [0, 0, 0, 1, 1]
A = {"run": "a", "name": "Popularity", "title": "What to see"}


def traces(figure):
    return {trace.name: trace for trace in figure.data}


def key_line(figure):
    return figure.layout.annotations[0].text


def test_cumulative_curves_hold_both_sides_and_the_area_between_them():
    drawn = traces(cumulative_figure(CLASSES, GOLD, ESTIMATE, **A, look=LIGHT))
    assert drawn["Gold"].y.tolist() == np.repeat(GOLD, 2).tolist()
    assert drawn["A Popularity"].y.tolist() == np.repeat(ESTIMATE, 2).tolist()
    assert drawn["gap"].y.tolist() == pytest.approx([0, 0.05, 0.15, 0.4, 0])
    assert list(drawn["gap"].base) == [0, 0, 0, 0.6, 1]
    assert drawn["Gold"].line.color == LIGHT.gold
    assert drawn["gap"].marker.color == LIGHT.run_a


def test_classes_that_do_not_count_are_hollow_and_said_to_be():
    counted = [False, True, True, True, True]
    figure = terms_figure(CLASSES, [1, 2, 3, 4, 5], counted=counted, **A, look=LIGHT)
    bars = figure.data[0]
    assert list(bars.marker.color) == ["rgba(0,0,0,0)"] + [LIGHT.run_a] * 4
    assert list(bars.marker.line.width) == [1.5, 0, 0, 0, 0]
    assert "not counted" in key_line(figure)
    assert "not counted" in bars.customdata[0]


def test_an_infinite_term_is_drawn_inside_the_figure_and_written_as_such():
    figure = terms_figure(("a", "b"), [-0.5, np.inf], signed=True, **A, look=LIGHT)
    bars = figure.data[0]
    low, high = figure.layout.yaxis.range
    assert low < -0.5
    assert bars.y[0] == -0.5
    assert 0 < bars.y[1] < high
    assert list(bars.text) == ["−0.500", "∞"]
    assert list(bars.marker.pattern.shape) == ["", "/"]


def test_pairs_fill_the_upper_triangle_only():
    kinds = [["x", "concordant", "discordant"], ["x", "x", "tied in the gold"], ["x", "x", "x"]]
    figure = pairs_figure(("a", "b", "c"), kinds, "t", look=LIGHT)
    drawn = traces(figure)
    assert np.array_equal(drawn["pairs"].z, [[0, 1], [np.nan, 2]], equal_nan=True)
    assert list(drawn["letters"].text) == ["C", "D", "–"]
    assert drawn["pairs"].customdata[1][1] == "b and c: tied in the gold"
    assert "C concordant: 1" in key_line(figure)


@pytest.mark.parametrize("key", [key for key, measure in MEASURES.items() if measure.working])
def test_the_figures_of_a_working_draw_its_columns(key):
    shown = working(key, [1, 1, 2, 9, 8], [1, 1, 0, 0, 2], CLASSES)
    drawings = working_figures(shown.columns, CLASSES, run="b", name="x")
    assert drawings
    for drawing in drawings:
        first = drawing.data[0]
        drawn = [column for column in shown.columns.values() if not isinstance(column[0], str)]
        if first.name == "pairs":
            assert np.isfinite(first.z.astype(float)).sum() == len(shown.columns["pair"])
        elif first.name == "gap":
            assert first.y.tolist() == pytest.approx(shown.columns["|cp − cp*|"])
        else:
            assert any(np.array_equal(first.y, np.array(column)) for column in drawn)
