"""The ternary map and the paths draw the numbers they are given."""

import numpy as np
import pytest

from ordquant_core.analysis.landscape import simplex_map
from ordquant_core.figures.contours import LETTER, LINE, Labelled
from ordquant_core.figures.landscape import ternary_figure
from ordquant_core.figures.style import LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score, setting

RESOLUTION = 4
GRID = np.array(
    [
        (RESOLUTION - middle - last, middle, last)
        for middle in range(RESOLUTION + 1)
        for last in range(RESOLUTION + 1 - middle)
    ]
)
POINTS, VALUES = GRID / RESOLUTION, np.arange(len(GRID)) / 10
LABELS = ("NB", "PB", "B")


def ternary(values=VALUES, palette=LIGHT, points=POINTS, labels=LABELS, **more):
    return ternary_figure(points, values, palette, labels=labels, title="RNOD", **more)


def trace(figure, name):
    (found,) = (one for one in figure.data if one.name == name)
    return found


def place(point):
    return point[2] + point[1] / 2, point[1] * np.sqrt(3) / 2


def test_every_point_of_the_grid_is_a_brick_around_its_place_with_its_value_and_shares():
    cells = trace(ternary(), "score")
    for point, value in zip(POINTS, VALUES, strict=True):
        x, y = place(point)
        row, column = round((y - cells.y0) / cells.dy), (x - cells.x0) / cells.dx
        halves = int(np.floor(column + 1e-9)), int(np.ceil(column - 1e-9))  # x lies where its two halves meet
        assert halves[1] - halves[0] == 1
        assert cells.z[row, list(halves)] == pytest.approx(value)
        assert cells.customdata[row, halves[0]].tolist() == (100 * point).tolist()
    assert np.isfinite(cells.z).sum() == 2 * len(POINTS)
    assert (cells.zmin, cells.zmax) == (0, pytest.approx(VALUES.max()))
    assert cells.colorbar.title.text == "smaller is better"


def test_infinite_scores_are_left_blank():
    values = VALUES.copy()
    values[3] = np.inf
    cells = trace(ternary(values), "score")
    assert np.isfinite(cells.z).sum() == 2 * (len(POINTS) - 1)
    assert np.isfinite(cells.zmax)
    assert np.isnan(trace(ternary(np.full(len(POINTS), np.inf)), "score").z).all()


def test_marks_stand_at_their_distributions_the_gold_filled_and_the_runs_outlined_with_letters():
    marks = {"Gold": [0.2, 0.5, 0.3], "A": [0, 1, 0], "B": [1 / 3, 1 / 3, 1 / 3]}
    figure = ternary(gold=marks["Gold"], a=marks["A"], b=marks["B"])
    for name, point in marks.items():
        mark = trace(figure, name)
        assert (mark.x[0], mark.y[0]) == pytest.approx(place(point))
    assert trace(figure, "Gold").marker.color == LIGHT.gold
    assert trace(figure, "A").marker.line.color == LIGHT.run_a
    assert trace(figure, "A").marker.color == trace(figure, "B").marker.color == LIGHT.background
    assert {"<b>A</b>", "<b>B</b>"} <= {note.text for note in figure.layout.annotations}
    sizes = [trace(figure, name).marker.size for name in ("A", "B", "Gold")]
    assert sizes == sorted(sizes, reverse=True)  # drawn in this order: on one spot all stay visible


def test_the_border_is_drawn_segment_by_segment_over_a_halo():
    segments = np.array([[[0.5, 0.5, 0], [0.5, 0, 0.5]], [[0, 1, 0], [0, 0, 1]]])
    figure = ternary(border=segments)
    line = trace(figure, "border")
    expected = [*(place(end) for end in segments[0]), (np.nan, np.nan), *(place(end) for end in segments[1])]
    assert np.stack([line.x, line.y], axis=1)[:5] == pytest.approx(np.array(expected), nan_ok=True)
    names = [one.name for one in figure.data]
    assert names.index("border, halo") < names.index("border")
    assert trace(figure, "border, halo").line.width > line.line.width


MARKED = {"gold": [0.3, 0.6, 0.1], "a": [0.2, 0.2, 0.6], "b": [0.7, 0.1, 0.2]}


def mapped(key, over="estimates", resolution=60):
    """Return a map of real scores with its lines, and the figure's own arguments."""
    found = simplex_map(key, MARKED["gold"], MARKED["a"], MARKED["b"], over=over, resolution=resolution)
    lines = [Labelled(setting(level), segments) for level, segments in found.contours]
    lines += [Labelled(f"as {side}", segments, strong=True) for side, segments in found.lines.items()]
    written = [(score(value), points) for value, points in found.plateaus]
    return found, {"points": found.points, "values": found.values, "lines": lines, "written": written, **MARKED}


def boxes(figure, side):
    """Return the rectangles of the labels in pixels: left, right, below, above; `side` pixels are 1."""
    found = {}
    for note in figure.layout.annotations:
        if note.name is not None:
            text = note.text.removeprefix("<b>").removesuffix("</b>")
            width, x, y = LETTER * len(text) + 2 * note.borderpad, side * note.x, side * note.y
            found[note.name] = (x - width / 2, x + width / 2, y - LINE / 2, y + LINE / 2)
    return found


def overlap(first, second):
    return first[0] < second[1] and second[0] < first[1] and first[2] < second[3] and second[2] < first[3]


@pytest.mark.parametrize("over", ["estimates", "gold distributions"])
@pytest.mark.parametrize("key", ["NMD", "JSD", "DNKT_NMD"])
def test_labels_on_a_map_cover_neither_each_other_nor_a_mark_on_a_phone_or_a_wide_screen(key, over):
    figure = ternary(**mapped(key, over)[1])
    for side in (220, 320):
        labels = boxes(figure, side)
        assert len(labels) >= 2
        for number, (name, box) in enumerate(labels.items()):
            for other, further in list(labels.items())[:number]:
                assert not overlap(box, further), (name, other)
            for mark in MARKED.values():
                x, y = (side * at for at in place(mark))
                assert not overlap(box, (x - 9, x + 9, y - 9, y + 9)), name


@pytest.mark.parametrize("key", ["NMD", "JSD"])
def test_lines_of_a_map_lie_where_the_measure_has_their_value(key):
    found, _ = mapped(key)
    assert len(found.contours) >= 2
    for level, segments in found.contours:
        inside = segments.reshape(-1, 3)
        inside = inside[inside.min(axis=1) > 0.02]  # at the rim JSD is steep
        assert np.abs(MEASURES[key](MARKED["gold"], inside) - level).max() < 4e-3


def test_a_map_of_areas_says_the_value_of_each():
    found, given = mapped("DNKT")
    assert found.contours == ()
    assert len(found.plateaus) == 6
    for value, points in found.plateaus:
        assert MEASURES["DNKT"](MARKED["gold"], points) == pytest.approx(value)
    texts = {note.text for note in ternary(**given).layout.annotations}
    assert len(texts & {score(value) for value, _ in found.plateaus}) >= 3


def test_lines_of_a_combined_measure_end_where_its_values_jump():
    found, _ = mapped("DNKT_NMD", resolution=80)
    for level, segments in found.contours:
        at = segments.reshape(-1, 3)
        clear = np.abs(at[:, [0, 0, 1]] - at[:, [1, 2, 2]]).min(axis=1) > 0.02  # from lines of ties
        found_at = MEASURES["DNKT_NMD"](MARKED["gold"], at[clear & (at.min(axis=1) > 1e-3)])
        assert np.abs(found_at - level).max(initial=0) < 0.02


def test_a_label_that_fits_nowhere_is_left_out_and_its_line_stays():
    short = np.array([[[0.21, 0.2, 0.59], [0.2, 0.21, 0.59]]])  # under the mark of A
    figure = ternary(lines=[Labelled("0.4", short)], a=MARKED["a"])
    assert "line 0.4" in {one.name for one in figure.data}
    assert "label 0.4" not in {note.name for note in figure.layout.annotations}
