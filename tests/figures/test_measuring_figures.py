"""Matrices and curves of measures are drawn as they are given."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.measuring import consistency_figure, growth_figure, matrix_figure, power_figure
from ordquant_core.figures.template import LIGHT

LABELS = ("NMD", "NVD", "DNKT")


def matrix(cells=((1, 0.5, np.nan), (0.5, 1, 0.2), (np.nan, 0.2, 1)), **more):
    texts = [[str(value) for value in row] for row in cells]
    return matrix_figure(cells, texts, texts, LABELS, title="t", **more, look=LIGHT)


def lines(figure):
    return {line.name: line for line in figure.data if line.showlegend is False}


def test_a_matrix_holds_its_numbers_and_leaves_the_diagonal_empty():
    cells = np.array(matrix().data[0].z, dtype=float)
    assert np.isnan(np.diagonal(cells)).all()
    assert (cells[0, 1], cells[2, 1]) == (0.5, 0.2)
    assert np.isnan(cells[0, 2])
    assert matrix().layout.yaxis.autorange == "reversed"


def test_the_chosen_pair_is_framed_on_both_sides():
    frames = {(frame.x0 + 0.5, frame.y0 + 0.5) for frame in matrix(pair=(0, 2)).layout.shapes}
    assert frames == {(0, 2), (2, 0)}
    assert not matrix().layout.shapes


def power(curves=((0.9, 0.04), (0.5, 0.01), (1, 1)), **more):
    return power_figure(curves, LABELS, n_trials=5000, level=0.05, title="t", **more, look=LIGHT)


def test_every_measure_is_a_line_of_sorted_p_values_beside_the_level():
    figure = power(pair=(1, 2))
    assert {name: list(line.y) for name, line in lines(figure).items()} == {
        "NMD": [0.9, 0.04],
        "NVD": [0.5, 0.01],
        "DNKT": [1, 1],
    }
    assert lines(figure)["NVD"].line.color == lines(figure)["DNKT"].line.color == LIGHT.ink
    assert [note.text for note in figure.layout.annotations] == ["0.05", "<b>NVD</b>", "<b>DNKT</b>"]
    assert lines(figure)["NMD"].line.color == LIGHT.muted
    (across,) = figure.layout.shapes
    assert across.y0 == across.y1 == 0.05


@pytest.mark.parametrize("curves", [((0.3, 0.01), (0.5, 0.02), (1, 1)), ((1, 1), (1, 1), (1, 1)), ((0, 0),) * 3])
def test_a_name_stands_at_a_point_of_its_line_apart_from_the_other(curves):
    figure = power(curves, pair=(0, 1))
    first, second = (note for note in figure.layout.annotations if note.text.startswith("<b>"))
    for m, note in enumerate((first, second)):
        assert abs(note.y - curves[m][int(note.x) - 1]) <= 0.06 + 1e-9
        assert 0 <= note.y <= 1
    assert abs(first.y - second.y) >= 0.06 - 1e-9 or first.x != second.x


def test_the_spread_of_taus_is_that_of_their_quantiles():
    taus = np.random.default_rng(1).random((200, 3))
    few, half, dots = consistency_figure(taus, LABELS, title="t", chosen=2, look=LIGHT).data
    np.testing.assert_allclose(dots.x, taus.mean(axis=0))
    np.testing.assert_allclose(few.x[:2], np.quantile(taus[:, 0], [0.05, 0.95]))
    np.testing.assert_allclose(half.x[3:5], np.quantile(taus[:, 1], [0.25, 0.75]))
    assert list(dots.marker.color) == [LIGHT.muted, LIGHT.muted, LIGHT.ink]
    with pytest.raises(ShapeMismatchError, match="taus"):
        consistency_figure(taus, LABELS[:2], title="t", look=LIGHT)


def growth(sizes=(1, 2, 5, 7, 10), smallest=4, means=None, **more):
    means = np.linspace(0.1, 0.9, len(sizes))[:, None] * np.ones(3) if means is None else means
    return growth_figure(
        sizes, means, LABELS, target=0.5, smallest=smallest, title="t", pair=(0, 2), **more, look=LIGHT
    )


def test_names_of_equal_ends_at_the_top_are_both_seen():
    figure = growth()  # all three measures end at 0.9
    names = [note.y for note in figure.layout.annotations if note.text.startswith("<b>")]
    assert names[0] != names[1]
    assert max(names) <= figure.layout.yaxis.range[1]


def test_consistency_grows_along_a_logarithmic_axis_up_to_the_target():
    figure = growth()
    assert list(lines(figure)["NMD"].x) == [1, 2, 5, 7, 10]
    assert figure.layout.xaxis.type == "log"
    across, down = figure.layout.shapes
    assert across.y0 == across.y1 == 0.5
    assert down.x0 == down.x1 == 4
    assert [note.text for note in figure.layout.annotations] == ["tau 0.5", "4 cases", "<b>NMD</b>", "<b>DNKT</b>"]
    assert [note.text for note in growth(means=[[0.1, 0.9, 0.2]] * 5).layout.annotations][4:] == ["NVD"]
