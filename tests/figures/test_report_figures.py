"""The figures of a report draw what they are given, and can be sent in a file."""

import json
from dataclasses import asdict

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.report import score_boxes
from ordquant_core.figures.template import DARK, LIGHT

QUANTILES = np.array([[0, 0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4, np.inf]])
HOSTILE = "<b>run</b> with a very long name indeed"


def boxes(quantiles=QUANTILES, means=(0.2, np.inf), runs=("x", HOSTILE)):
    return score_boxes(quantiles, means, runs, measure="NMD", title="t", look=LIGHT)


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
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;run&lt;/… indeed"
    assert figure.data[1].text[1].startswith("&lt;b&gt;run&lt;/b&gt; with a very long name indeed<br>")


def test_a_figure_as_data_holds_its_numbers_once_and_no_infinity():
    light = score_boxes(QUANTILES, (0.2, np.inf), ("x", "y"), measure="NMD", title="t", look=LIGHT)
    dark = score_boxes(QUANTILES, (0.2, np.inf), ("x", "y"), measure="NMD", title="t", look=DARK)
    sent = json.loads(standalone.data(light, dark), parse_constant=pytest.fail)
    assert sent["layout"]["title"]["text"] == "t"
    assert {colour for _, colour in sent["dark"]} <= set(vars_of(DARK))
    for path, colour in sent["dark"]:
        place = sent
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = colour
    assert {key: sent[key] for key in ("data", "layout")} == json.loads(dark.to_json())
    assert "plotly.js" in standalone.script()[:200]


def test_figures_that_differ_in_numbers_are_no_light_and_dark_of_one():
    with pytest.raises(ShapeMismatchError, match=r"differ in more than colours, at (data|layout)\."):
        standalone.data(boxes(), boxes(QUANTILES[:1], (0.2,), ("x",)))


def vars_of(look):
    return asdict(look).values()
