"""The figures of a report draw what they are given, and can be sent in a file."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.records import Scores
from tests.figures.small import ESCAPED, HOSTILE, REPORT

RUNS = ("x", f"{HOSTILE} with a very long name indeed")
QUANTILES = np.array([[[0, 0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4, np.inf]]])
INFINITE = replace(
    REPORT,
    scores=Scores(("NMD",), RUNS, ("c",), np.zeros((1, 2, 1))),
    means=np.array([[0.2, np.inf]]),
    quantiles=QUANTILES,
)


def boxes(report=INFINITE, look=LIGHT):
    return draw_score_boxes(report, "NMD", look=look)


def test_boxes_and_means_stand_where_the_numbers_are_and_the_first_run_on_top():
    box, dots = boxes().data
    drawn = [box.lowerfence, box.q1, box.median, box.q3, box.upperfence]
    np.testing.assert_array_equal(np.array(drawn).T, np.where(np.isinf(QUANTILES[0]), np.nan, QUANTILES[0]))
    assert dots.x[0] == 0.2
    assert np.isnan(dots.x[1])
    low, high = boxes().layout.yaxis.range
    assert low > high


def test_long_names_are_cut_in_the_axis_and_whole_where_one_points():
    figure = boxes()
    assert figure.layout.yaxis.ticktext[1] == "&lt;img src… indeed"
    assert figure.data[1].text[1].startswith(f"{ESCAPED} with a very long name indeed<br>")


def test_a_figure_as_data_holds_its_numbers_once_and_no_infinity():
    light, dark = boxes(), boxes(look=DARK)
    sent = json.loads(standalone.data(light, dark), parse_constant=pytest.fail)
    assert sent["layout"]["title"]["text"] == "NMD of all cases, by run"
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
        standalone.data(boxes(), boxes(REPORT))


def vars_of(look):
    return asdict(look).values()
