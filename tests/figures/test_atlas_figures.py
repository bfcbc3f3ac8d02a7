"""The figures of the atlas draw what they are given."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.atlas import disagreement_heatmap, preference_map, tau_figure
from ordquant_core.figures.template import DARK, LIGHT

POINTS = np.array([[a, b, 4 - a - b] for a in range(5) for b in range(5 - a)]) / 4
HOSTILE, ESCAPED = "<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"


def a_map(deltas, look=LIGHT):
    return preference_map(POINTS, deltas, labels=("1", "2", "3"), runs=("A", HOSTILE), title="t", look=look)


def test_a_map_is_as_orange_for_a_as_it_is_green_for_b():
    deltas = np.linspace(-0.2, 0.5, len(POINTS))
    cells = a_map(deltas, DARK).data[0]
    assert (cells.zmin, cells.zmax) == (-0.5, 0.5)
    assert [colour for _, colour in cells.colorscale] == [DARK.run_a, DARK.panel, DARK.run_b]
    drawn = np.asarray(cells.z, dtype=float)
    assert sorted(set(drawn[np.isfinite(drawn)])) == pytest.approx(sorted(set(deltas)), abs=1e-6)
    assert ESCAPED in cells.colorbar.title.text
    assert cells.hovertemplate.startswith("Δ %{z}<br>")  # no format of its own: that would write a hyphen
    assert cells.zhoverformat == ",.3f"


def test_a_map_of_ties_and_one_of_infinite_deltas_can_be_drawn():
    assert a_map(np.zeros(len(POINTS))).data[0].zmax > 0
    assert a_map(np.where(POINTS[:, 0] == 1, np.inf, 0.25)).data[0].zmax == 0.25


def test_a_heatmap_writes_percent_and_leaves_the_diagonal_blank():
    figure = disagreement_heatmap([[0, 0.25], [0.25, 0]], ["NMD", HOSTILE], title="t", look=LIGHT)
    cells = np.asarray(figure.data[0].z, dtype=float)
    assert cells[0, 1] == cells[1, 0] == 25
    assert np.isnan(cells.diagonal()).all()
    assert np.asarray(figure.data[0].text).tolist() == [["", "25"], ["25", ""]]
    assert list(figure.data[0].x) == ["NMD", ESCAPED]
    assert disagreement_heatmap(np.zeros((2, 2)), ["a", "b"], title="t", look=LIGHT).data[0].zmax > 0
    with pytest.raises(ShapeMismatchError, match="one row and one column"):
        disagreement_heatmap([[0.0]], ["a", "b"], title="t", look=LIGHT)


def test_a_share_of_distributions_that_is_not_all_is_not_written_as_100_percent():
    cells = disagreement_heatmap([[0, 0.9999], [0.001, 0]], ["a", "b"], title="t", look=LIGHT).data[0]
    assert np.asarray(cells.text).tolist() == [["", "99.99"], ["0.1", ""]]
    assert np.asarray(cells.customdata).tolist() == [["", "99.99%"], ["0.10%", ""]]


LABELS = ["NVD, JSD", "NVD, NMD", "NMD, RNOD"]
SPREADS = [(0.89, 0.90), (0.58, 0.62), (-0.5, 0.6)]
PRINTED = [(0.888, 0.885, 0.890), (0.593, 0.585, 0.601), (np.nan, np.nan, np.nan)]


def taus(rows=slice(None)):
    outside = [True, False, False]
    return tau_figure(LABELS[rows], SPREADS[rows], PRINTED[rows], outside[rows], title="t", look=LIGHT)


def test_spread_mean_and_printed_value_stand_in_one_row():
    traces = {trace.name: trace for trace in taus().data}
    assert list(traces["spread"].x)[:3] == [0.89, 0.90, None]
    assert list(traces["spread"].y)[:3] == ["NVD, JSD", "NVD, JSD", None]
    assert list(traces["mean of the seeds"].x) == pytest.approx([0.895, 0.6, 0.05])
    assert list(traces["mean of the seeds"].customdata[2]) == ["0.050", "−0.500", "0.600"]
    assert list(traces["printed"].y) == ["NVD, NMD"]
    assert list(traces["printed, outside the spread"].x) == [0.888]
    assert traces["printed, outside the spread"].marker.color == LIGHT.disagreement
    assert traces["printed"].error_x.array[0] == pytest.approx(0.008)
    assert traces["printed"].error_x.arrayminus[0] == pytest.approx(0.008)
