"""Small figures of workings: they show the contributions of the table beside them, and only what fits is written."""

import numpy as np
import pytest

from ordquant_core.figures.measure_workings import short_figure
from ordquant_core.figures.small_workings import small_cumulative, small_order, small_terms
from ordquant_core.figures.template import LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working

CLASSES = ("-2", "-1", "0", "1", "2")
GOLD, POPULARITY, UNIFORM = [0, 0.05, 0.1, 0.45, 0.4], [0, 0, 0, 1, 0], [0.2] * 5
A, B = {"run": "a", "name": "Popularity"}, {"run": "b", "name": "Uniform"}
ELEVEN = tuple(map(str, range(-5, 6)))


def traces(figure):
    return {trace.name: trace for trace in figure.data}


def drawn(key, gold=GOLD, estimated=POPULARITY, classes=CLASSES, look=LIGHT, run="a", name="x"):
    return short_figure(short_working(key, gold, estimated, classes), run=run, name=name, look=look)


def test_the_area_between_the_cumulative_curves_is_the_contribution():
    figure = small_cumulative(CLASSES, GOLD, UNIFORM, ["0.20", "0.35", "0.45", "0.20", "0.00"], **B, look=LIGHT)
    found = traces(figure)
    assert found["gap"].y.tolist() == pytest.approx([0.2, 0.35, 0.45, 0.2, 0])
    assert list(found["gap"].base) == pytest.approx([0, 0.05, 0.15, 0.6, 1])
    assert found["Gold"].y.tolist() == pytest.approx(np.repeat([0, 0.05, 0.15, 0.6, 1], 2))
    assert found["gap"].marker.color == found["B Uniform"].line.color == LIGHT.run_b
    assert list(found["numbers"].text) == ["0.20", "0.35", "0.45", "0.20"]  # the last area has no height
    assert found["dots"].customdata[4] == "Up to 2<br>gold 1.000, estimate 1.000<br>difference 0.000"


def test_terms_are_bars_and_what_is_not_counted_is_hollow():
    bars = drawn("RNOD").data[0]
    assert bars.y.tolist() == pytest.approx([1.57, 1.095, 0.625, 0.175, 0.33])
    assert list(bars.text) == ["–", "1.095", "0.625", "0.175", "0.330"]
    assert list(bars.marker.color) == ["rgba(0,0,0,0)"] + [LIGHT.run_a] * 4
    assert bars.customdata[0] == "−2: 1.570 (not counted)"


def test_an_infinite_term_has_its_sign_even_where_other_numbers_do_not_fit():
    figure = small_terms(ELEVEN, [np.inf, *[-0.25] * 10], ["∞", *["−0.250"] * 10], **A, look=LIGHT)
    bars = figure.data[0]
    low, high = figure.layout.yaxis.range
    assert list(bars.text) == ["∞", *[""] * 10]
    assert low < -0.25
    assert 0 < bars.y[0] < high
    assert list(bars.marker.pattern.shape) == ["/", *[""] * 10]


def test_the_harmonic_mean_is_a_line_across_its_two_parts():
    figure = drawn("DNKT_NMD")
    assert list(figure.layout.xaxis.ticktext) == ["DNKT", "NMD"]
    (line,) = figure.layout.shapes
    value = short_working("DNKT_NMD", GOLD, POPULARITY).value
    assert (line.y0, line.y1) == (value, value)
    assert figure.layout.annotations[0].text == "0.165"


def test_the_order_of_the_bars_is_a_line_per_class_from_gold_to_estimate():
    figure = small_order(CLASSES, GOLD, POPULARITY, **A, look=LIGHT)
    lines = [list(trace.y) for trace in figure.data if trace.name == "class"]
    # the gold orders all classes; the estimate has class 1 above the four others
    assert lines == [[0, 0], [0.25, 0], [0.5, 0], [1, 1], [0.75, 0]]
    written = [note.text for note in figure.layout.annotations]
    assert written == ["−2", "−1", "0", "2", "1", "4 tied", "1", "Gold", "A"]


def test_lines_cross_exactly_where_a_pair_is_discordant():
    figure = small_order(("a", "b", "c"), [0.5, 0.3, 0.2], [0.3, 0.5, 0.2], **A, look=LIGHT)
    (a, b, c) = (trace.y for trace in figure.data if trace.name == "class")
    assert (a[0] - b[0]) * (a[1] - b[1]) < 0
    assert (a[0] - c[0]) * (a[1] - c[1]) > 0


@pytest.mark.parametrize("key", MEASURES)
def test_every_measure_draws_what_its_table_holds(key):
    figure, row = drawn(key, estimated=UNIFORM), short_working(key, GOLD, UNIFORM).row
    first = figure.data[0]
    if row.unit in ("difference", "absolute error"):
        assert first.y.tolist() == pytest.approx(row.values)
    elif key == "DNKT":
        assert [trace.name for trace in figure.data] == ["class"] * 5 + ["Gold", "A"]
    else:
        finite = np.isfinite(row.values)
        assert first.y[finite] == pytest.approx(row.values[finite])
