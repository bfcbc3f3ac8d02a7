"""The figures of a report draw what they are given, and can be sent in a file."""

import json

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.report import score_boxes, tau_heatmap
from ordquant_core.figures.style import DARK, LIGHT

QUANTILES = np.array([[0, 0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4, np.inf]])
HOSTILE = "<b>run</b> with a very long name indeed"


def boxes(quantiles=QUANTILES, means=(0.2, np.inf), runs=("x", HOSTILE)):
    return score_boxes(quantiles, means, runs, LIGHT, measure="NMD", title="t")


def test_boxes_and_means_stand_where_the_numbers_are_and_the_first_run_on_top():
    box, dots = boxes().data
    drawn = [box.lowerfence, box.q1, box.median, box.q3, box.upperfence]
    np.testing.assert_array_equal(np.array(drawn).T, np.where(np.isinf(QUANTILES), np.nan, QUANTILES))
    assert dots.x[0] == 0.2
    assert np.isnan(dots.x[1])
    low, high = boxes().layout.yaxis.range
    assert low > high


def test_long_names_are_cut_in_the_axis_and_whole_where_one_points():
    figure = boxes()
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;run&lt;/b&gt; with a very…"
    assert figure.data[1].text[1].startswith("&lt;b&gt;run&lt;/b&gt; with a very long name indeed<br>")


@pytest.mark.parametrize(
    ("quantiles", "means"), [(np.zeros((2, 4)), (0, 0)), (np.zeros((1, 5)), (0, 0)), (QUANTILES, (0,))]
)
def test_boxes_of_other_shapes_are_refused(quantiles, means):
    with pytest.raises(ShapeMismatchError, match="five quantiles and a mean for each of the 2 runs"):
        boxes(quantiles, means)


def test_a_heatmap_of_tau_has_one_scale_whatever_is_in_it_and_no_diagonal():
    cells = tau_heatmap([[1, 0.5], [0.5, 1]], ["a", "<i>"], DARK, title="t").data[0]
    assert (cells.zmin, cells.zmax) == (-1, 1)
    assert np.isnan(cells.z[0][0])
    assert cells.z[0][1] == 0.5
    assert list(cells.x) == ["a", "&lt;i&gt;"]
    with pytest.raises(ShapeMismatchError):
        tau_heatmap([[1.0]], ["a", "b"], LIGHT, title="t")


def test_a_figure_as_data_holds_its_numbers_and_no_infinity():
    text = standalone.data(boxes())
    assert json.loads(text, parse_constant=pytest.fail)["layout"]["title"]["text"] == "t"
    assert "plotly.js" in standalone.script()[:200]


def test_light_colours_are_told_apart_or_turn_into_the_same_dark_one():
    assert standalone.dark_colours()[LIGHT.gold.lower()] == DARK.gold
    assert len(standalone.dark_colours()) == len(set(vars(type(LIGHT))["__slots__"]))
