"""Matrices and curves of measures hold the numbers of their records."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.consistency import Consistency, Curve
from ordquant_core.figures.measuring import draw_consistency, draw_growth, draw_matrix, draw_p_values
from ordquant_core.figures.template import LIGHT
from ordquant_core.numerals import score
from tests.figures.small import RESULTS

KEYS = ("NMD", "NVD", "DNKT")


def matrix(cells=((1, 0.5, np.nan), (0.5, 1, 0.2), (np.nan, 0.2, 1)), **more):
    return draw_matrix(np.array(cells), KEYS, score, "{} and {}".format, title="t", unit="tau", **more)


def lines(figure):
    return {line.name: line for line in figure.data if line.mode == "lines"}


def bold(figure):
    return [note for note in figure.layout.annotations if note.text.startswith("<b>")]


def test_a_matrix_has_a_cell_per_pair_that_ends_a_row_and_heads_a_column_and_what_is_not_defined_stays_empty():
    heat, named, pairs = matrix().data
    cells, names = np.array(heat.z, dtype=float), [name.strip() for name in named.text]
    assert sorted(names) == sorted(KEYS)
    assert list(zip(named.x + 0.5, named.y, strict=True)) == [(0, 0), (1, 1), (2, 2)]  # from the left edge of a cell on
    drawn = {tuple(pair): (x, y) for pair, x, y in zip(pairs.customdata, pairs.x, pairs.y, strict=True)}
    assert set(drawn) == {(0, 1), (1, 2)}
    assert list(pairs.text) == ["{} and {}".format(*pair) for pair in drawn]
    for pair, value in (((0, 1), 0.5), ((1, 2), 0.2)):
        x, y = drawn[pair]
        assert {names[x], names[y]} == {KEYS[m] for m in pair}
        assert x < y
        assert (cells[y, x], heat.text[y][x]) == (value, score(value))
    assert np.isfinite(cells).sum() == 2
    assert (heat.zmin, heat.zmax) == (0.2, 1)
    rows = matrix().layout.yaxis
    assert rows.range[0] > rows.range[1]


def test_the_cell_of_the_chosen_pair_is_framed_and_its_names_are_bold():
    figure = matrix(pair=(1, 0))
    (frame,), (_, named, pairs) = figure.layout.shapes, figure.data
    place = [list(pair) for pair in pairs.customdata].index([0, 1])
    assert (frame.x0 + 0.5, frame.y0 + 0.5) == (pairs.x[place], pairs.y[place])
    assert {re.sub("<.*?>", "", name).strip() for name in named.text if "<b>" in name} == {"NMD", "NVD"}
    assert not matrix().layout.shapes
    assert not matrix(pair=(0, 2)).layout.shapes  # it has no number


def test_measures_that_are_all_alike_have_a_matrix():
    assert matrix(np.ones((3, 3))).data[0].zmin < 1


def p_values(of_pairs, pair):
    """Draw the p-values of two pairs of runs, a row per measure, and of one that never differs."""
    tables = np.ones((3, 3, 3))
    for (i, j), values in zip(((0, 1), (0, 2)), np.transpose(of_pairs), strict=True):
        tables[:, i, j] = tables[:, j, i] = values
    test = replace(RESULTS.test, measures=KEYS, runs=tuple("abc"), p_values=tables)
    return draw_p_values(test, 0.05, pair)


def test_every_measure_is_a_line_of_sorted_p_values_beside_the_level():
    figure = p_values(((0.9, 0.04), (0.5, 0.01), (1, 1)), pair=(1, 2))
    drawn = {name: [p for p in line.y if p < 1] for name, line in lines(figure).items()}
    assert drawn == {"NMD": [0.2, 0.04], "NVD": [0.2, 0.01], "DNKT": []}  # from the upper edge on
    assert lines(figure)["NMD"].text == ("= 0.900", "= 0.040")
    assert (lines(figure)["NVD"].line.color, lines(figure)["DNKT"].line.color) == (LIGHT.gold, LIGHT.ink)
    assert [line.name for line in figure.data if line.showlegend] == ["NVD", "DNKT"]
    assert lines(figure)["NMD"].line.width == 1
    (across,) = figure.layout.shapes
    assert across.y0 == across.y1 == 0.05


@pytest.mark.parametrize(
    ("of_pairs", "seen"),
    [(((0.3, 0.01), (0.5, 0.02), (1, 1)), (1, 4)), (((1, 1),) * 3, (0, 4)), (((0, 0),) * 3, (0, 4))],
)
def test_the_pairs_of_runs_with_p_values_near_the_level_are_seen(of_pairs, seen):
    figure = p_values(of_pairs, pair=(0, 1))
    assert figure.layout.xaxis.range == seen
    assert figure.layout.yaxis.range == (0, 0.2)


def test_the_spread_of_taus_is_that_of_their_quantiles():
    taus = np.random.default_rng(1).random((200, 3))
    found = Consistency(KEYS, None, (12, 12), 200, taus, np.zeros(3, dtype=int))
    few, half, dots = draw_consistency(found, [2, 0, 1], 0).data
    np.testing.assert_allclose(dots.x, taus.mean(axis=0)[[2, 0, 1]])
    np.testing.assert_allclose(few.x[:2], np.quantile(taus[:, 2], [0.05, 0.95]))
    np.testing.assert_allclose(half.x[3:5], np.quantile(taus[:, 0], [0.25, 0.75]))
    assert list(dots.marker.color) == [LIGHT.muted, LIGHT.gold, LIGHT.muted]


def growth(ends=(0.9, 0.9, 0.9), needed=4):
    sizes = (1, 2, 5, 7, 10)
    means = np.linspace(0.1, 1, len(sizes))[:, None] * np.array(ends)
    return draw_growth(Curve(KEYS, sizes, means, 9, np.zeros((5, 3), dtype=int)), 0.5, needed, (0, 2))


def test_names_of_equal_ends_at_the_top_are_both_seen():
    first, second = bold(growth())
    assert first.y != second.y
    assert max(first.y, second.y) <= growth().layout.yaxis.range[1]


def test_consistency_grows_along_a_logarithmic_axis_up_to_the_target():
    figure = growth()
    assert list(lines(figure)["NMD"].x) == [1, 2, 5, 7, 10]
    assert figure.layout.xaxis.type == "log"
    across, down = figure.layout.shapes
    assert across.y0 == across.y1 == 0.5
    assert down.x0 == down.x1 == 4
    assert [note.text for note in figure.layout.annotations] == ["tau 0.5", "4 cases", "<b>NMD</b>", "<b>DNKT</b>"]
    assert [note.text for note in growth((0.1, 0.9, 0.2)).layout.annotations][4:] == ["NVD"]
    assert len(growth(needed=None).layout.shapes) == 1
