"""Significance groups, ranks and significance are drawn as they are given."""

import numpy as np

from ordquant_core.figures.style import LIGHT
from ordquant_core.figures.systems import bump_figure, groups_figure, significance_figure

HOSTILE, ESCAPED = "<b>x</b>&", "&lt;b&gt;x&lt;/b&gt;&amp;"


def grouped(means=(0.3, 0.1, 0.2), runs=("x", "y", "z"), groups=((1, 2), (2, 0)), palette=LIGHT, **more):
    values = np.array(means)
    return groups_figure(values, values - 0.05, values + 0.1, runs, groups, palette, measure="NMD", title="t", **more)


def test_runs_stand_in_the_order_of_their_means_with_their_intervals():
    figure = grouped()
    (dots,) = figure.data
    assert list(dots.x) == [0.1, 0.2, 0.3]
    assert list(figure.layout.yaxis.ticktext) == ["y", "z", "x"]
    np.testing.assert_allclose(dots.error_x.array, [0.1] * 3)
    np.testing.assert_allclose(dots.error_x.arrayminus, [0.05] * 3)
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the best on top


def test_a_bar_joins_the_rows_of_every_group():
    bars = [(bar.y0, bar.y1, bar.x0) for bar in grouped().layout.shapes]
    assert [(round(y0 + 0.32), round(y1 - 0.32)) for y0, y1, _ in bars] == [(0, 1), (1, 2)]
    assert bars[0][2] != bars[1][2]  # they overlap: side by side


# Ranks by every measure


def bump(ranks=((1, 2, 3), (2, 1, 3)), runs=("x", "y", "z"), measures=("NMD", "RNOD"), **more):
    return bump_figure(ranks, runs, measures, LIGHT, title="t", **more)


def test_every_run_is_a_line_over_the_measures():
    lines = {line.name: list(line.y) for line in bump().data}
    assert lines == {"x": [1, 2], "y": [2, 1], "z": [3, 3]}
    assert list(bump().layout.xaxis.ticktext) == ["NMD", "RNOD"]
    low, high = bump().layout.yaxis.range
    assert low > high  # rank 1 on top


def test_names_at_the_end_never_lie_on_each_other():
    places = sorted(note.y for note in bump(ranks=((1, 2, 3), (1, 1, 1))).layout.annotations)
    assert np.diff(places).min() >= 0.8


def test_a_and_b_lie_on_top_and_the_measure_is_marked():
    figure = bump(pair=("x", "z"), marked=1)
    assert [line.name for line in figure.data][-2:] == ["x", "z"]
    assert {line.name: line.line.color for line in figure.data}["x"] == LIGHT.run_a
    (band,) = figure.layout.shapes
    assert band.x0 < 1 < band.x1


# Significance


def significance(p=((1, 0.0005, 0.03), (0.0005, 1, 0.2), (0.03, 0.2, 1)), runs=("x", "y", "z"), level=0.05):
    gaps = np.subtract.outer(np.arange(len(p)), np.arange(len(p))) / 10
    return significance_figure(p, gaps, 4 * gaps, runs, LIGHT, n_trials=5000, level=level, title="t")


def test_no_run_is_called_better_where_means_are_equal():
    p, gaps = np.ones((2, 2)), np.array([[0.0, 1e-16], [-1e-16, 0.0]])
    words = significance_figure(p, gaps, gaps, ("x", "y"), LIGHT, n_trials=50, level=0.05, title="t").data[0].customdata
    assert words[1][0][-1] == "equal means"


def test_pairs_are_shaded_by_how_sure_the_test_is_and_drawn_once():
    cells = np.array(significance().data[0].z, dtype=float)
    assert np.isnan(cells[np.triu_indices(3)]).all()
    assert cells[1, 0] == 0  # p < 0.001
    assert cells[2, 0] == 2  # p < 0.05
    assert cells[2, 1] == 3  # not significant
    assert list(significance().data[0].colorbar.ticktext) == ["p < 0.001", "p < 0.01", "p < 0.05", "not significant"]


def test_a_p_value_at_the_level_is_not_significant_and_the_level_may_be_small():
    p = np.array([[1, 0.005, 0.004], [0.005, 1, 1], [0.004, 1, 1]])
    figure = significance(p, level=0.005)
    assert list(figure.data[0].colorbar.ticktext) == ["p < 0.001", "p < 0.005", "not significant"]
    cells = np.array(figure.data[0].z, dtype=float)
    assert (cells[1, 0], cells[2, 0]) == (2, 1)
