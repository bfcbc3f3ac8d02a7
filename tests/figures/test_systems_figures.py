"""Significance groups and ranks are drawn as they are given."""

import numpy as np

from ordquant_core.figures.systems import groups_figure, slopes_figure
from ordquant_core.figures.template import LIGHT

HOSTILE, ESCAPED = "<b>x</b>&", "&lt;b&gt;x&lt;/b&gt;&amp;"


def grouped(means=(0.3, 0.1, 0.2), runs=("x", "y", "z"), groups=((1, 2), (2, 0)), look=LIGHT, **more):
    values = np.array(means)
    return groups_figure(values, values - 0.05, values + 0.1, runs, groups, measure="NMD", title="t", **more, look=look)


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


# Ranks by two measures


def slopes(ranks=((1, 2, 3), (2, 1, 3)), runs=("x", "y", "z"), measures=("NMD", "RNOD"), **more):
    return slopes_figure(ranks, runs, measures, **more, look=LIGHT)


def test_every_run_is_a_line_over_the_measures():
    lines = {line.name: list(line.x) for line in slopes().data}
    assert lines == {"x": [1, 2], "y": [2, 1], "z": [3, 3]}
    assert list(slopes().layout.yaxis.ticktext) == ["NMD", "RNOD"]


def test_names_at_the_ends_never_lie_on_each_other():
    notes = slopes(ranks=((1, 2, 3), (1, 1, 1))).layout.annotations
    places = sorted(note.x for note in notes if note.textangle == -90 and note.y == 0)
    assert len(places) == 3
    assert np.diff(places).min() >= 0.8


def test_marked_runs_lie_on_top_and_are_amber():
    figure = slopes(marked=("x",))
    assert [line.name for line in figure.data][-1] == "x"
    assert [line.line.color == LIGHT.disagreement for line in figure.data] == [False, False, True]
