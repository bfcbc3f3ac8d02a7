"""The figures of ranked lists hold the numbers they were given, and nothing of a hostile name runs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.colour_table import cell_at, difference_table
from ordquant_core.figures.ranked_lists import Strip, list_figure, metasearch_figure, system_scatter, topic_figure
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.figures.venn import _distance, knowledge_figure, overlap_area

HOSTILE = "<img src=x onerror=alert(1)>%{x}"


def points(figure):
    return {
        (trace.customdata[i][0], float(trace.x[i]), float(trace.y[i]))
        for trace in figure.data
        for i in range(len(trace.x))
    }


def test_every_system_is_a_point_and_the_pair_is_named():
    figure = system_scatter(
        [0.1, 0.2, 0.3], [3, 1, 2], ["a", "b", "c"], axes=("AP", "RIC"), title="t", pair=[2, 0], best=[0, 1], look=LIGHT
    )
    assert points(figure) == {(0, 0.1, 3.0), (1, 0.2, 1.0), (2, 0.3, 2.0)}
    named = {trace.name: trace for trace in figure.data if trace.name in "AB"}
    assert (named["A"].text[0], named["B"].text[0]) == ("A c", "B a")
    assert named["A"].marker.line.color == LIGHT.run_a
    assert (named["A"].marker.color, named["B"].marker.color) == (LIGHT.background, LIGHT.run_b)  # b of the best


def test_topics_stand_in_the_order_of_their_difference():
    figure = topic_figure(
        [0.5, 0.9, 0.1],
        [0.5, 0.1, 0.3],
        ["x", "y", "z"],
        runs=("r", "s"),
        measure="RIC",
        title="t",
        selected=1,
        look=DARK,
    )
    first = figure.data[1]
    assert [entry[0] for entry in first.customdata] == [2, 0, 1]  # from below: B's gains, ties, A's
    assert list(figure.layout.yaxis.ticktext) == ["z", "x", "y"]
    assert (figure.layout.shapes[0].y0, figure.layout.shapes[0].y1) == (1.5, 2.5)


def test_lists_show_grades_and_what_does_not_count():
    strip = Strip("r", ("d1", "d2", "d3"), (2, 0, 0), 1)
    (trace,) = list_figure([strip], largest=2, title="t", look=LIGHT).data
    assert trace.marker.color == (LIGHT.run_a.lower(), LIGHT.background, LIGHT.background)
    assert trace.marker.opacity == (1.0, 0.25, 0.25)
    assert [tuple(entry[:2]) for entry in trace.customdata] == [("d1", 2), ("d2", 0), ("d3", 0)]
    assert not len(list_figure([Strip("r", (), (), 0)] * 2, largest=2, title="t").data[1].x)


def test_one_method_stands_out_and_the_own_set_is_marked():
    fused = {"CombMNZ": [0.1, 0.2], "Naive": [0.8, 0.9]}
    figure = metasearch_figure([0.3, 0.4], fused, "CombMNZ", title="t", sets=["a", "b"], own=(0.5, 0.25), look=LIGHT)
    assert [trace.name for trace in figure.data] == ["Naive", "CombMNZ", "your set"]
    assert figure.data[1].marker.color == LIGHT.gold
    assert (figure.data[2].x[0], figure.data[2].y[0]) == (0.5, 0.25)
    with pytest.raises(ShapeMismatchError, match="CombMNZ"):
        metasearch_figure([0.3], fused, "Naive", title="t", sets=["a"], look=LIGHT)


def test_the_table_of_differences_has_a_target_on_every_cell():
    values = np.array([[0, 0.2, 0.3], [0.2, 0, 0.1], [0.3, 0.1, 0]])
    figure = difference_table(values, ["a", "b", "c"], title="t", look=LIGHT)
    heat, targets = figure.data
    assert np.isnan(np.diag(np.array(heat.z))).all()
    assert heat.z[0][2] == 0.3
    assert heat.text[0][2] == ".30"
    assert heat.customdata[0][2] == ["a and c", "0.300"]
    assert {tuple(cell) for cell in targets.customdata} == {(i, j) for i in range(3) for j in range(3)}
    assert all(
        (x, y) == (cell[1], cell[0]) for x, y, cell in zip(targets.x, targets.y, targets.customdata, strict=True)
    )
    assert cell_at(0, 2) == (1.5, -0.5, 2.5, 0.5)  # where its target is


@given(st.floats(0.01, 2), st.floats(0.01, 2), st.floats(0, 4))
def test_the_shared_area_of_two_circles_is_that_of_counting_points(r, s, distance):
    grid = np.linspace(-2, 2, 801) * max(r, s)
    x, y = np.meshgrid(grid, grid)
    inside = (x**2 + y**2 <= r**2) & ((x - distance) ** 2 + y**2 <= s**2)
    counted = inside.sum() * (grid[1] - grid[0]) ** 2
    assert overlap_area(r, s, distance) == pytest.approx(counted, abs=0.02 * max(r, s) ** 2)


@given(st.floats(0.1, 1), st.floats(0.1, 1), st.floats(0.01, 0.99))
def test_circles_are_put_where_they_share_the_area_they_should(r, s, share):
    area = share * math.pi * min(r, s) ** 2
    assert overlap_area(r, s, _distance(r, s, area)) == pytest.approx(area, abs=1e-9)


@given(st.floats(0, 0.5), st.floats(-0.1, 0.5), st.floats(0, 0.5))
def test_the_picture_of_two_runs_can_always_be_drawn(only_a, both, only_b):
    figure = knowledge_figure(only_a, both, only_b, runs=("r", "s"), title="t", look=LIGHT)
    texts = [note.text for note in figure.layout.annotations]
    assert texts[0] == f"only <b>A r</b><br>{only_a:.3f}"
    assert len(texts) == 4
    first, second = [shape for shape in figure.layout.shapes if shape.type == "circle"][-2:]
    radii = [(shape.x1 - shape.x0) / 2 for shape in (first, second)]
    assert [math.pi * r**2 for r in radii] == pytest.approx([max(only_a + both, 0), max(only_b + both, 0)], abs=1e-9)
    if both <= 0:
        assert second.x0 > first.x1
