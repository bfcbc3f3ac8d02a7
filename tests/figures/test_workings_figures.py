"""Figures of workings: they draw the numbers of the calculation, and write what fits."""

import numpy as np
import pytest

from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.template import LIGHT
from ordquant_core.figures.workings import LETTERS_UP_TO, ROOMY_UP_TO, draw_steps
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working

CLASSES = ("-2", "-1", "0", "1", "2")
GOLD, POPULARITY, UNIFORM = [0, 0.05, 0.1, 0.45, 0.4], [0, 0, 0, 1, 0], [0.2] * 5
CUMULATIVE = [0, 0.05, 0.15, 0.6, 1]
ELEVEN = tuple(map(str, range(-5, 6)))
CLEAR = "rgba(0,0,0,0)"


def traces(figure):
    return {trace.name: trace for trace in figure.data}


def steps(key, gold=GOLD, estimated=POPULARITY, classes=CLASSES, run="a", name="Popularity"):
    return draw_steps(working(key, gold, estimated, classes), classes, run=run, name=name)


def drawn(key, gold=GOLD, estimated=POPULARITY, classes=CLASSES, run="a", name="x"):
    return draw_calculation(short_working(key, gold, estimated, classes), run=run, name=name)


def key_line(figure):
    return figure.layout.annotations[0].text


# All steps


def test_cumulative_curves_hold_both_sides_and_the_area_between_them():
    (figure,) = steps("NMD")
    found = traces(figure)
    assert found["Gold"].y.tolist() == pytest.approx(np.repeat(CUMULATIVE, 2))
    assert found["Gold"].x.tolist() == [-0.5, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 3.5, 3.5, 4.5]
    assert found["A Popularity"].y.tolist() == np.repeat([0, 0, 0, 1, 1], 2).tolist()
    assert found["gap"].y.tolist() == pytest.approx([0, 0.05, 0.15, 0.4, 0])
    assert list(found["gap"].base) == pytest.approx([0, 0, 0, 0.6, 1])
    assert found["Gold"].line.color == LIGHT.gold
    assert found["gap"].marker.color == LIGHT.run_a
    assert list(found["numbers"].text) == ["0.150", "0.400"]  # 0.050 is not high enough
    assert found["numbers"].y.tolist() == pytest.approx([0.075, 0.8])
    assert found["dots"].customdata[3] == "Up to 1<br>gold 0.600, estimate 1.000<br>difference 0.400"
    assert "━ Gold" in key_line(figure)
    assert "○ A Popularity" in key_line(figure)


@pytest.mark.parametrize(
    ("name", "called"),
    [("", "Run A"), ("A", "Run A"), ("Run A", "Run A"), ("x" * 28, f"A {'x' * 28}"), ("x" * 29, f"A {'x' * 27}…")],
)
def test_a_run_is_called_by_its_letter_and_its_name_cut_where_it_is_long(name, called):
    assert called in traces(steps("NMD", name=name)[0])


@pytest.mark.parametrize(("n", "digits", "size"), [(ROOMY_UP_TO, 5, 13), (ROOMY_UP_TO + 1, 4, 12), (11, 4, 12)])
def test_numbers_have_less_decimals_where_there_are_many_classes_and_are_left_out_for_more(n, digits, size):
    far = np.eye(n)[[0, -1]]
    for key, trace in (("NMD", "numbers"), ("NVD", "A x")):
        text = traces(steps(key, *far, tuple("abcdefghijklmnop"[:n]), name="x")[0])[trace]
        assert {len(number) for number in text.text} == {digits}
        assert text.textfont.size == size
    beyond = tuple(map(str, range(12)))
    assert not traces(steps("NMD", *np.eye(12)[[0, -1]], beyond)[0])["numbers"].text
    assert steps("NVD", *np.eye(12)[[0, -1]], beyond)[0].data[0].text is None


def test_classes_that_do_not_count_are_hollow_and_said_to_be():
    figure = steps("RNOD")[0]
    bars = figure.data[0]
    assert list(bars.marker.color) == [CLEAR] + [LIGHT.run_a] * 4
    assert list(bars.marker.line.width) == [1.5, 0, 0, 0, 0]
    assert list(bars.textfont.color) == [LIGHT.muted] + [LIGHT.ink] * 4
    assert "□ not counted" in key_line(figure)
    assert "not counted" not in key_line(steps("NVD")[0])
    assert bars.customdata[0] == "−2: 1.570 (not counted)"
    assert bars.customdata[1] == "−1: 1.095"
    assert figure.layout.title.text == "DW: the classes of the gold count"


def test_an_infinite_term_is_drawn_inside_the_figure_and_written_as_such():
    figure = steps("KLD", [0.5, 0.5], [0, 1], ("a", "b"))[0]
    bars = figure.data[0]
    low, high = figure.layout.yaxis.range
    finite = bars.y[np.isfinite(working("KLD", [0.5, 0.5], [0, 1]).numbers("p log₂(p / p*)"))]
    assert low <= finite.min()
    assert finite.max() < high
    assert (bars.y < high).all()
    assert bars.marker.pattern.shape.count("/") == list(bars.text).count("∞")


def test_terms_on_both_sides_of_zero_have_a_line_there():
    signed = steps("KLD", [0.5, 0.5], [0.25, 0.75], ("a", "b"))[0]
    assert not steps("JSD", [0.5, 0.5], [0.25, 0.75], ("a", "b"))[0].layout.shapes
    (line,) = signed.layout.shapes
    assert (line.y0, line.y1) == (0, 0)
    assert signed.layout.yaxis.range[0] < signed.data[0].y.min()


def test_pairs_fill_the_upper_triangle_only():
    figure = steps("DNKT", [0.2, 0.5, 0.3], [0.3, 0.35, 0.35], ("a", "b", "c"))[0]
    found = traces(figure)
    assert np.array_equal(found["pairs"].z, [[0, 0], [np.nan, 2]], equal_nan=True)
    assert list(found["letters"].text) == ["C", "C", "–"]
    assert (found["letters"].x.tolist(), found["letters"].y.tolist()) == ([1, 2, 2], [0, 0, 1])
    assert found["pairs"].customdata[1][1] == "b and c: tied in the estimate"
    assert "C concordant: 2" in key_line(figure)
    assert "– tied: 1" in key_line(figure)
    (swapped, *_) = steps("DNKT", [0.2, 0.5, 0.3], [0.5, 0.2, 0.3], ("a", "b", "c"))
    assert swapped.data[0].z[0][0] == 1
    assert list(swapped.data[1].text).count("D") == 3
    n = LETTERS_UP_TO + 1
    assert set(steps("DNKT", np.arange(n), np.arange(n), tuple(map(str, range(n))))[0].data[1].text) == {""}


@pytest.mark.parametrize("key", [key for key, measure in MEASURES.items() if measure.working])
def test_the_figures_of_a_working_draw_its_columns(key):
    shown = working(key, [1, 1, 2, 9, 8], [1, 1, 0, 0, 2], CLASSES)
    drawings = draw_steps(shown, CLASSES, run="b", name="x")
    assert drawings
    for drawing in drawings:
        first = drawing.data[0]
        numbers = [column for column in shown.columns.values() if not isinstance(column[0], str)]
        if first.name == "pairs":
            assert np.isfinite(first.z.astype(float)).sum() == len(shown.columns["pair"])
        elif first.name == "gap":
            assert first.y.tolist() == pytest.approx(shown.columns["|cp − cp*|"])
        else:
            assert any(np.array_equal(first.y, np.array(column)) for column in numbers)


# A calculation in short


def test_the_area_between_the_cumulative_curves_is_the_contribution():
    found = traces(drawn("NMD", estimated=UNIFORM, run="b", name="Uniform"))
    assert found["gap"].y.tolist() == pytest.approx([0.2, 0.35, 0.45, 0.2, 0])
    assert list(found["gap"].base) == pytest.approx(CUMULATIVE)
    assert found["Gold"].y.tolist() == pytest.approx(np.repeat(CUMULATIVE, 2))
    assert found["gap"].marker.color == found["B Uniform"].line.color == LIGHT.run_b
    assert list(found["numbers"].text) == ["0.20", "0.35", "0.45", "0.20"]  # the last area has no height
    assert found["numbers"].x.tolist() == [0, 1, 2, 3]
    assert found["dots"].customdata[4] == "Up to 2<br>gold 1.000, estimate 1.000<br>difference 0.000"


def test_gold_and_estimate_are_levels_with_the_error_of_each_class_between_them():
    figure = drawn("NVD", estimated=UNIFORM)
    found = traces(figure)
    assert found["Gold"].y.reshape(5, 3)[:, :2].tolist() == [[share, share] for share in GOLD]
    assert found["Gold"].x.reshape(5, 3)[:, :2] == pytest.approx(np.arange(5)[:, None] + [-0.4, 0.4])
    assert found["gap"].y.tolist() == pytest.approx(np.abs(np.subtract(GOLD, UNIFORM)))
    assert found["dots"].customdata[0] == "−2<br>gold 0.000, estimate 0.200<br>difference 0.200"
    assert figure.layout.yaxis.range == (0, pytest.approx(1.08 * 0.45))


def test_terms_are_bars_and_what_is_not_counted_is_hollow():
    bars = drawn("RNOD").data[0]
    assert bars.y.tolist() == pytest.approx([1.57, 1.095, 0.625, 0.175, 0.33])
    assert list(bars.text) == ["–", "1.095", "0.625", "0.175", "0.330"]
    assert list(bars.marker.color) == [CLEAR] + [LIGHT.run_a] * 4
    assert bars.customdata[0] == "−2: 1.570 (not counted)"


def test_an_infinite_term_has_its_sign_even_where_other_numbers_do_not_fit():
    figure = drawn("KLD", np.r_[0, np.ones(10)] / 10, np.ones(11) / 11, ELEVEN)
    bars = figure.data[0]
    low, high = figure.layout.yaxis.range
    assert list(bars.text) == ["∞", *[""] * 10]
    assert low < bars.y[1:].min() < 0 < bars.y[0] < high
    assert list(bars.marker.pattern.shape) == ["/", *[""] * 10]
    assert len(figure.layout.shapes) == 1


def test_the_harmonic_mean_is_a_line_across_its_two_parts():
    figure = drawn("DNKT_NMD")
    assert list(figure.layout.xaxis.ticktext) == ["DNKT", "NMD"]
    (line,) = figure.layout.shapes
    value = short_working("DNKT_NMD", GOLD, POPULARITY).value
    assert (line.y0, line.y1) == (value, value)
    assert (line.x0, line.x1) == (-0.5, 1.5)
    assert figure.layout.annotations[0].text == "0.165"
    assert set(figure.data[0].text) == {""}


def test_the_order_of_the_bars_is_a_line_per_class_from_gold_to_estimate():
    figure = drawn("DNKT")
    lines = [list(trace.y) for trace in figure.data if trace.name == "class"]
    # the gold orders all classes; the estimate has class 1 above the four others
    assert lines == [[0, 0], [0.25, 0], [0.5, 0], [1, 1], [0.75, 0]]
    written = [note.text for note in figure.layout.annotations]
    assert written == ["−2", "−1", "0", "2", "1", "4 tied", "1", "Gold", "A"]
    assert [trace.x.tolist() for trace in figure.data[-2:]] == [[0] * 5, [1] * 5]
    tied = drawn("DNKT", [0.5, 0.5], [0.5, 0.5], ("a", "b"))
    assert [list(trace.y) for trace in tied.data if trace.name == "class"] == [[0.5, 0.5]] * 2
    assert [note.text for note in tied.layout.annotations] == ["a, b", "a, b", "Gold", "A"]
    long = drawn("DNKT", [0.4, 0.6], [0.4, 0.6], ("nine char", "eight ch"))
    assert [note.text for note in long.layout.annotations[:2]] == ["nine ch…", "eight ch"]


def test_lines_cross_exactly_where_a_pair_is_discordant():
    figure = drawn("DNKT", [0.5, 0.3, 0.2], [0.3, 0.5, 0.2], ("a", "b", "c"))
    (a, b, c) = (trace.y for trace in figure.data if trace.name == "class")
    assert (a[0] - b[0]) * (a[1] - b[1]) < 0
    assert (a[0] - c[0]) * (a[1] - c[1]) > 0


def test_labels_are_cut_to_the_width_of_a_class():
    figure = drawn("NMD", classes=("very long", "abcdef", "c", "d", "e"))
    assert list(figure.layout.xaxis.ticktext) == ["very…", "abcd…", "c", "d", "e"]


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
