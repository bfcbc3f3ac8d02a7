"""The canvas and the plot of deltas draw what they are given."""

import re

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.deltas import delta_frame, draw_deltas, place_deltas
from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.points import CELLS, DRAWN_AS_POINTS, DRAWN_AS_SVG, cell_of
from ordquant_core.figures.template import LIGHT
from ordquant_core.records import Quadrants

CLASSES = ("-2", "-1", "0", "1", "2")
COUNTS = Quadrants(1, 2, 3, 4, 5)
GOLD = [0, 0.05, 0.1, 0.45, 0.4]
A, B = [0, 0, 0, 1, 0], [0.2] * 5


def canvas(gold=GOLD, rows=(A, B), classes=CLASSES, look=LIGHT, **more):
    return draw_distributions(classes, gold, rows, ["run 0", "run 1"], **more, look=look)


def deltas(x, y, counts=COUNTS, measures=("NMD", "RNOD"), **more):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return draw_deltas(x, y, [f"c{i}" for i in range(len(x))], measures, ("run", "walk"), counts=counts, **more)


def drawn_cases(figure):
    return {int(case) for trace in figure.data if trace.customdata is not None for case in trace.customdata}


# Distributions


def test_gold_is_a_filled_bar_and_runs_are_outlines_with_dots():
    figure = canvas()
    assert list(figure.data[0].y) == GOLD
    assert figure.data[0].type == "bar"
    dots = [trace for trace in figure.data[1:] if trace.mode == "markers"]
    assert [list(trace.y) for trace in dots] == [A, B]
    assert [trace.marker.line.color for trace in dots] == [LIGHT.run_a, LIGHT.run_b]
    outlines = [trace for trace in figure.data[1:] if trace.mode == "lines"]
    for outline, row in zip(outlines, (A, B), strict=True):
        heights = np.asarray(outline.y, dtype=float).reshape(len(CLASSES), 5)
        assert heights[:, 1:3].tolist() == [[value, value] for value in row]


def below(figure):
    """Return the rows under the axis, the head of each first; none where there are no numbers."""
    if not figure.layout.annotations:
        return []
    columns = [text.split("<br>") for text in figure.layout.xaxis.ticktext]
    heads = [note.text.split("<br>") for note in figure.layout.annotations]
    return [[re.sub("<[^>]*>", "", text) for text in row] for row in zip(*heads, *columns, strict=True)]


def test_the_numbers_stand_below_the_axis_in_the_colours_of_gold_a_and_b():
    figure = canvas(votes=20)
    assert below(figure) == [
        ["class", "−2", "−1", "0", "1", "2"],
        ["gold", "0", "1", "2", "9", "8"],
        ["A", "0", "0", "0", "20", "0"],
        ["B", "4", "4", "4", "4", "4"],
    ]
    for text in (*figure.layout.xaxis.ticktext, figure.layout.annotations[0].text):
        colours = re.findall("color:(#[0-9A-Fa-f]{6})", text)
        assert colours == [LIGHT.gold, LIGHT.run_a_text, LIGHT.run_b_text]
    assert below(canvas())[1] == ["gold", "0.000", "0.050", "0.100", "0.450", "0.400"]
    small = canvas(numbers=False)
    assert (below(small), small.layout.yaxis.title.text) == ([], "")


@pytest.mark.parametrize("n", range(2, 16))
def test_numbers_are_left_out_where_they_would_not_fit_beside_each_other_on_a_phone(n):
    for votes in (None, 7, 200):
        for classes in (tuple("abcdefghijklmno"[:n]), tuple(f"a class named {i}" for i in range(n))):
            figure = canvas(np.full(n, 1 / n), [np.full(n, 1 / n)] * 2, classes, votes=votes)
            widest = max((len(text) for row in below(figure) for text in row[1:]), default=0)
            assert widest * 6 <= 270 / n, "a digit of 12 pixels is 6 wide"
            if not below(figure):
                assert n > 7 or len(classes[0]) > 1
                assert figure.layout.xaxis.title.text
            ticks = [text.split("<br><span")[0].strip().split("<br>") for text in figure.layout.xaxis.ticktext]
            labels = [[line for line in lines if line.strip()] for lines in ticks]
            assert max(len(line) for label in labels for line in label) <= max(4, 270 / n / 6)
            for label, name, read in zip(labels, classes, figure.data[0].customdata, strict=True):
                assert label == [name] or read.startswith(f"{name}<br>")


def test_with_votes_the_axis_counts_them():
    figure = canvas(votes=20)
    assert np.asarray(figure.data[0].y) == pytest.approx([0, 1, 2, 9, 8])
    assert figure.layout.yaxis.title.text == "votes"
    assert figure.layout.yaxis.range[1] > 20


@pytest.mark.parametrize(("gold", "rows"), [(GOLD[1:], [A]), (GOLD, [A[1:]]), (GOLD, [A, B, A]), (GOLD, A)])
def test_shapes_that_do_not_fit_are_refused(gold, rows):
    with pytest.raises(ShapeMismatchError, match="over 5 classes"):
        canvas(gold, rows)


# Deltas


def test_every_case_is_one_point_named_by_its_number():
    x, y = [0.1, -0.2, 0.3, 0.0], [0.2, 0.1, -0.3, 0.1]
    figure = deltas(x, y)
    points = {
        int(case): (px, py, trace.marker.color)
        for trace in figure.data
        for case, px, py in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    muted, amber = LIGHT.muted, LIGHT.disagreement
    assert points == {0: (0.1, 0.2, muted), 1: (-0.2, 0.1, amber), 2: (0.3, -0.3, amber), 3: (0.0, 0.1, muted)}


def test_the_tinted_quadrants_are_the_second_and_the_fourth_and_carry_their_counts():
    figure = deltas([1, -1], [1, 1])
    corners = {(shape.x0 < 0, shape.y0 < 0) for shape in figure.layout.shapes}
    assert corners == {(True, False), (False, True)}
    assert {shape.fillcolor for shape in figure.layout.shapes} == {LIGHT.disagreement_fill}
    notes = {note.text: (note.x, note.y) for note in figure.layout.annotations}
    assert notes == {
        "NMD prefers A, RNOD B <b>2</b>": (0, 1),
        "NMD prefers B, RNOD A <b>4</b>": (1, 0),
        "both prefer B <b>1</b>": (1, 1),
        "both prefer A <b>3</b>": (0, 0),
    }
    small = {note.text: (note.x, note.y) for note in deltas([1, -1], [1, 1], small=True).layout.annotations}
    assert small == {"<b>2</b>": (0, 1), "<b>4</b>": (1, 0)}


@pytest.mark.parametrize("values", [[], [0.0], [0.0, 0.0], [np.inf, -np.inf]])
def test_no_points_ties_and_infinities_can_be_drawn(values):
    figure = deltas(values, values)
    assert np.isfinite(figure.layout.xaxis.range).all()
    assert figure.layout.xaxis.range[1] > 0


def test_the_axes_name_the_better_run_of_each_side_in_its_colour():
    figure = deltas([1, -1], [1, 1])
    for axis, measure in ((figure.layout.xaxis, "NMD"), (figure.layout.yaxis, "RNOD")):
        assert re.sub("<[^>]*>", "", axis.title.text) == f"◂ A better by {measure} B better ▸"
        assert re.findall("color:(#[0-9A-Fa-f]{6})", axis.title.text) == [LIGHT.run_a_text, LIGHT.run_b_text]
    assert figure.layout.title.text == "Each dot is a case; amber: NMD and RNOD disagree (6)"


def test_amber_lies_over_the_other_cases():
    for figure in (deltas([1, -1], [1, 1]), dense(DRAWN_AS_POINTS + 1, 0.9)[-1]):
        names = [trace.name for trace in figure.data]
        assert names.index("disagree") > names.index("agree or tie")


INLIERS = np.linspace(-0.2, 0.2, 100)


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        (INLIERS, 1.16 * 0.2),
        (np.r_[INLIERS, 0.24], 1.16 * 0.24),  # not much farther: it makes the others no smaller
        (np.r_[INLIERS, -0.9], 1.16 * 0.2),
        (np.r_[INLIERS, [0.9] * 3], 1.16 * 0.9),  # more than 2%
        (np.r_[np.zeros(100), 0.9], 1.16 * 0.9),  # all others are ties
        (np.r_[0.1, 0.9], 1.16 * 0.9),
        (np.r_[INLIERS, np.inf, np.nan], 1.16 * 0.2),
    ],
)
def test_an_axis_reaches_beyond_98_percent_of_the_cases_where_the_others_are_far_out(values, reach):
    frame = delta_frame(values, np.zeros(len(values)))
    assert frame.across == pytest.approx((-reach, reach))
    assert frame.upwards == (-0.1, 0.1)


def test_outliers_are_at_the_edge_with_their_margin_and_nothing_else_is_moved():
    x, y = np.r_[INLIERS, 0.9, -0.0, np.inf], np.r_[INLIERS, 0.1, -0.8, 0.1]
    at_x, at_y, frame = place_deltas(x, y)
    side, below = 0.98 * frame.across[1], -0.87 * frame.upwards[1]  # the counts of the corners are farther below
    assert at_x[[-3, -2]] == pytest.approx([side, 0])
    assert at_y[[-3, -2]] == pytest.approx([0.1, below])
    assert np.isinf(at_x[-1])
    assert np.array_equal(at_x[:100], INLIERS)
    figure = deltas(x, y)
    drawn = {int(case): at for trace in figure.data for case, at in zip(trace.customdata, trace.x, strict=True)}
    assert drawn[100] == pytest.approx(side)
    written = {note.text: (note.x, note.y) for note in figure.layout.annotations if note.xref != "x domain"}
    assert written == {"0.900 ▸": pytest.approx((side, 0.1)), "▾ 0.800": pytest.approx((0, below))}


# In a corner a count stands: there the farthest of all has none.
@pytest.mark.parametrize(
    ("heights", "n_written", "first"), [(np.zeros(9), 1, "3.000 ▸"), (np.linspace(-0.2, 0.2, 9), 6, "2.875 ▸")]
)
def test_outliers_close_to_each_other_have_the_margin_of_the_farther_one_and_many_not_all(heights, n_written, first):
    figure = deltas(np.r_[np.tile(-np.abs(INLIERS), 9), np.linspace(2, 3, 9)], np.r_[np.tile(INLIERS, 9), heights])
    written = [note.text for note in figure.layout.annotations[4:]]
    assert written[0] == first
    assert len(written) == n_written


@pytest.mark.parametrize(
    ("x", "y", "is_written"), [(0.19, 0, False), (0.1, 0, True), (0.19, 0.1, True), (-0.19, 0, True)]
)
@pytest.mark.parametrize(("side", "upwards"), [(1, False), (-1, False), (1, True), (-1, True)])
def test_the_margin_of_an_outlier_is_not_written_over_another_case(x, y, is_written, side, upwards):
    along, beside = side * np.r_[np.full(100, -0.2), x, 0.9], np.r_[np.tile([-0.2, 0.2], 50), y, 0]
    figure = deltas(beside, along) if upwards else deltas(along, beside)
    assert len(figure.layout.annotations[4:]) == is_written


def test_deltas_that_are_all_but_0_are_ties_on_an_axis_of_readable_numbers():
    assert [delta_frame(np.array([far]), np.zeros(1)).across[1] for far in (8e-9, 9e-9)] == [0.1, 1.16 * 9e-9]


@pytest.mark.parametrize("size", [DRAWN_AS_SVG, DRAWN_AS_SVG + 1, DRAWN_AS_POINTS])
def test_up_to_the_limit_every_case_is_drawn(size):
    x = np.linspace(-1, 1, size)
    figure = deltas(x, x)
    assert drawn_cases(figure) == set(range(size))
    assert {trace.type for trace in figure.data} == {"scatter" if size <= DRAWN_AS_SVG else "scattergl"}


def dense(size, share_apart, **more):
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, size))
    y = np.abs(y) * np.sign(x) * np.where(rng.random(size) < share_apart, -1, 1)
    return x, y, x * y < 0, deltas(x, y, **more)


@pytest.mark.parametrize("share_apart", [0, 0.03, 0.9])
def test_beyond_the_limit_cells_are_drawn_that_count_every_case_exactly(share_apart):
    x, y, apart, figure = dense(DRAWN_AS_POINTS + 1, share_apart, counts=Quadrants(1, 123_456, 3, 4, 5))
    points = [trace.type for trace in figure.data if trace.name == "disagree"]
    assert points == {0: [], 0.03: ["scatter"], 0.9: ["heatmap"]}[share_apart]  # of few disagreements each is a dot
    (hits,) = (trace for trace in figure.data if trace.name == "cells")
    counted = zip(hits.customdata, hits.text, hits.hovertext, strict=True)
    reported = {cell_of(code): numbers for code, *numbers in counted}
    at_x, at_y, frame = place_deltas(x, y)
    of_case = frame.cells(at_x, at_y)
    assert set(reported) == set(of_case.tolist())
    for cell, numbers in reported.items():
        assert numbers == [f"{(of_case == cell).sum():,}", f"{apart[of_case == cell].sum():,}"]
    assert hits.marker.opacity == 0
    assert "NMD prefers A,<br>RNOD B <b>123,456</b>" in [note.text for note in figure.layout.annotations]


def test_no_cell_lies_in_two_quadrants_and_none_reaches_the_line_of_text_in_a_corner():
    x, y = np.random.default_rng(1).uniform(-1, 1, (2, 20_000))
    figure = deltas(x, y)
    margin, top = figure.layout.margin, figure.layout.yaxis.range[1]
    assert (1 - y.max() / top) / 2 * (figure.layout.height - margin.t - margin.b) > 12 + 3.5  # and half a dot
    of_case = delta_frame(x, y).cells(x, y)
    for cell in np.unique(of_case):
        assert len(set(zip((x[of_case == cell] > 0).tolist(), (y[of_case == cell] > 0).tolist(), strict=True))) == 1


@pytest.mark.parametrize("step", [0, 0.025, 0.05, 0.07])
def test_no_column_of_cells_is_empty_because_a_measure_takes_few_values(step):
    x = np.random.default_rng(1).normal(scale=0.15, size=20_000)
    if step:
        x = step * np.rint(x / step)
        x[:7] = -step / 2  # rare values between the others fill no column
    frame = delta_frame(x, x)
    columns = np.bincount(frame.cells(x, x) % frame.columns)
    usual = np.flatnonzero(columns > 0.01 * len(x))
    assert columns[usual[0] : usual[-1] + 1].min() > 0.005 * len(x)
    assert (frame.columns == CELLS) == (not step)
    assert frame.columns % 2 == 0


def test_infinite_deltas_lie_in_no_cell():
    x = np.r_[np.inf, -np.inf, np.nan, 0.5]
    assert delta_frame(x, np.full(4, 0.5)).cells(x, np.full(4, 0.5)).tolist()[:3] == [-1, -1, -1]
