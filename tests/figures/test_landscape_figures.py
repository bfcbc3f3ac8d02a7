"""The ternary map and the paths draw the numbers they are given."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.landscape import DASHES, LABEL_PITCH, paths_figure, ternary_figure
from ordquant_core.figures.style import DARK, LIGHT

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


def contrast(first, second):
    def luminance(colour):
        shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted(map(luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


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


def test_marks_and_border_are_left_out_where_there_are_none():
    names = {one.name for one in ternary().data}
    assert names.isdisjoint({"Gold", "A", "B", "border"})


def test_the_border_is_drawn_segment_by_segment_over_a_halo():
    segments = np.array([[[0.5, 0.5, 0], [0.5, 0, 0.5]], [[0, 1, 0], [0, 0, 1]]])
    figure = ternary(border=segments)
    line = trace(figure, "border")
    expected = [*(place(end) for end in segments[0]), (np.nan, np.nan), *(place(end) for end in segments[1])]
    assert np.stack([line.x, line.y], axis=1)[:5] == pytest.approx(np.array(expected), nan_ok=True)
    names = [one.name for one in figure.data]
    assert names.index("border, halo") < names.index("border")
    assert trace(figure, "border, halo").line.width > line.line.width


def test_labels_from_files_are_escaped_in_the_map_and_in_the_paths():
    figure = ternary(labels=("<b>x</b>", "y", "z"))
    assert "all in &lt;b&gt;x&lt;/b&gt;" in {note.text for note in figure.layout.annotations}
    assert "<b>x" not in trace(figure, "score").hovertemplate
    path = paths_figure([0, 1], [[0, 1]], ["<i>"], ["ordinal"], LIGHT, title="", x_title="")
    assert path.layout.annotations[0].text == "&lt;i&gt;"


@pytest.mark.parametrize(
    "more",
    [
        {"points": POINTS[:-1], "values": VALUES[:-1]},
        {"points": POINTS[:, :2]},
        {"values": VALUES[:-1]},
        {"labels": ("a", "b")},
        {"gold": [0.5, 0.5]},
        {"border": [[0.5, 0.5, 0]]},
    ],
)
def test_a_map_of_shapes_that_do_not_fit_is_refused(more):
    with pytest.raises(ShapeMismatchError):
        ternary(**more)


def paths(scores, families, palette=LIGHT, **more):
    labels = [f"M{place}" for place in range(len(families))]
    amounts = np.linspace(0, 0.4, np.shape(scores)[1])
    return paths_figure(amounts, scores, labels, families, palette, title="A into B", x_title="mass", **more)


def test_paths_are_one_line_per_measure_named_at_its_end_in_the_colour_and_dash_of_its_family():
    scores = np.array([[0.1, 0.2, 0.3], [0.5, 0.4, 0.9], [0.2, 0.2, 0.2], [0, 0, 0.6]])
    figure = paths(scores, list(DASHES))
    assert [one.y.tolist() for one in figure.data] == scores.tolist()
    assert [one.line.dash for one in figure.data] == list(DASHES.values())
    assert len({one.line.color for one in figure.data}) == 4
    for line, note, end in zip(figure.data, figure.layout.annotations, scores[:, -1], strict=True):
        assert (note.text, note.y, note.font.color) == (line.name, end, line.line.color)
    assert figure.layout.showlegend is False
    assert "smaller is better" in figure.layout.yaxis.title.text


@pytest.mark.parametrize("ends", [[0.3] * 13, [0.0] * 5, [1.0, 1.0, 0.99], np.linspace(0, 1, 13), [0.5, 0.0, 0.5]])
def test_names_at_the_ends_never_overlap_and_stay_inside(ends):
    height = 360
    figure = paths(np.stack([ends, ends], axis=1), ["ordinal"] * len(ends), height=height)
    margin, top = figure.layout.margin, figure.layout.yaxis.range[1]
    drawn = height - margin.t - margin.b
    at = np.sort([note.y / top * drawn - note.ay for note in figure.layout.annotations])
    assert (np.diff(at) >= LABEL_PITCH - 1e-9).all()
    assert at[0] >= -1e-9
    assert at[-1] <= drawn + 1e-9


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_names_of_all_families_can_be_read_on_their_ground(palette):
    figure = paths(np.ones((4, 2)), list(DASHES), palette)
    assert min(contrast(note.font.color, palette.background) for note in figure.layout.annotations) >= 4.5


def test_an_infinite_score_leaves_a_gap_in_its_path():
    figure = paths([[0.1, np.inf, 0.3], [np.inf] * 3], ["nominal", "nominal"])
    assert np.isnan(figure.data[0].y[1])
    assert np.isfinite(figure.layout.yaxis.range[1])
    assert np.isfinite(paths([[np.inf] * 2], ["nominal"]).layout.yaxis.range[1])


@pytest.mark.parametrize(
    ("scores", "families"),
    [([[1, 2]], ["ordinal", "nominal"]), ([[1, 2]], ["priorities"]), (np.zeros((0, 2)), [])],
)
def test_paths_of_shapes_or_families_that_do_not_fit_are_refused(scores, families):
    with pytest.raises(ShapeMismatchError):
        paths(scores, families)
