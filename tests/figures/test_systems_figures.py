"""Significance groups and ranks are those of their records."""

import re
from dataclasses import replace

import numpy as np

from ordquant_core.figures.systems import draw_groups, draw_ranks
from ordquant_core.figures.template import LIGHT
from ordquant_core.records import Scores
from tests.figures.small import PAIR, RESULTS


def test_runs_stand_in_the_order_of_their_means_with_their_intervals():
    figure = draw_groups(RESULTS, "RNOD", pair=PAIR)
    (dots,) = figure.data
    interval = RESULTS.interval
    order = np.argsort(interval.means[1])
    np.testing.assert_allclose(dots.x, interval.means[1][order])
    np.testing.assert_allclose(dots.x + dots.error_x.array, interval.high[1][order])
    np.testing.assert_allclose(dots.x - dots.error_x.arrayminus, interval.low[1][order])
    colours = {RESULTS.scores.runs[run]: colour for run, colour in zip(order, dots.marker.color, strict=True)}
    assert [colours[run] for run in PAIR] == [LIGHT.run_a, LIGHT.run_b]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the best on top


def test_a_bar_joins_the_rows_of_every_group():
    p_values = np.ones((3, 4, 4))
    p_values[0, 0, 2] = p_values[0, 2, 0] = p_values[0, 0, 3] = p_values[0, 3, 0] = 0.01  # 0 1 and 1 2 3
    means = np.tile([0.1, 0.2, 0.3, 0.4], (3, 1))
    found = replace(RESULTS.test, means=means, p_values=p_values)
    figure = draw_groups(replace(RESULTS, test=found, interval=replace(RESULTS.interval, means=means)), "NMD")
    bars = [(bar.y0, bar.y1, bar.x0) for bar in figure.layout.shapes]
    assert [(round(y0 + 0.32), round(y1 - 0.32)) for y0, y1, _ in bars] == [(0, 1), (1, 3)]
    assert bars[0][2] != bars[1][2]  # they overlap: side by side


# Ranks by two measures


def ranked(first, second, runs=tuple("xyz")):
    return draw_ranks(Scores(("NMD", "RNOD"), runs, ("c",), np.array([first, second], dtype=float)[..., None]))


def lines(figure):
    return {line.name: line for line in figure.data if line.mode == "lines+markers"}


def names(figure):
    """Return what stands at both ends of the lines, from the top."""
    texts = [trace for trace in figure.data if trace.mode == "text"]
    for trace in texts:
        assert list(trace.y) == [*range(1, len(trace.y) + 1)]
    return [[re.sub("<.*?>|\u2007", "", text).split() for text in trace.text] for trace in texts]


def test_every_run_is_a_line_from_its_rank_by_one_measure_to_that_by_the_other():
    figure = ranked((0.1, 0.2, 0.3), (0.2, 0.1, 0.3))
    assert {name: list(line.y) for name, line in lines(figure).items()} == {"x": [1, 2], "y": [2, 1], "z": [3, 3]}
    assert list(figure.layout.xaxis.ticktext) == ["<b>by NMD</b>", "<b>by RNOD</b>"]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the best on top
    assert names(figure) == [[["x", "1"], ["y", "2"], ["z", "3"]], [["1", "y"], ["2", "x"], ["3", "z"]]]


def test_runs_that_tie_share_a_rank_and_their_names_stand_below_each_other_beside_a_bar():
    figure = ranked((0.1, 0.2, 0.3), (0.1, 0.1, 0.1))
    assert [list(line.y) for line in lines(figure).values()] == [[1, 1], [2, 1], [3, 1]]
    assert names(figure)[1] == [["1=", "x"], ["1=", "y"], ["1=", "z"]]
    (bar,) = figure.layout.shapes
    assert (bar.x0, bar.x1, bar.y0, bar.y1) == (1, 1, 1, 3)


def test_a_line_that_lies_under_another_is_named_with_it():
    figure = ranked((0.1, 0.1, 0.3), (0.2, 0.2, 0.3))
    assert {line.text[0] for line in lines(figure).values()} == {
        "x, y<br>rank 1 by NMD, 1 by RNOD",
        "z<br>rank 3 by NMD, 3 by RNOD",
    }


def test_the_run_that_moves_most_lies_on_top_and_is_amber():
    figure = ranked((1, 2, 3, 4), (4, 1, 2, 3), tuple("xyzw"))
    assert [*lines(figure)][-1] == "x"
    assert [line.line.color == LIGHT.disagreement for line in lines(figure).values()] == [False, False, False, True]
