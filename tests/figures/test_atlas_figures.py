"""The figures of the atlas hold the numbers of their comparisons."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import draw_artificial, draw_disagreements, draw_preferences
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import Study
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.pairs import POPULARITY, UNIFORM

COMPARED = compare_estimators(6, 3, POPULARITY, UNIFORM, ("NMD", "RNOD"))


def a_map(deltas, look=LIGHT):
    return draw_preferences(replace(COMPARED, deltas=np.tile(deltas, (2, 1))), "NMD", look=look)


def test_a_map_is_as_orange_for_a_as_it_is_green_for_b():
    deltas = np.linspace(-0.2, 0.5, len(COMPARED.votes))
    cells = a_map(deltas, DARK).data[0]
    assert (cells.zmin, cells.zmax) == (-0.5, 0.5)
    assert [colour for _, colour in cells.colorscale] == [DARK.run_a, DARK.panel, DARK.run_b]
    drawn = np.asarray(cells.z, dtype=float)
    assert sorted(set(drawn[np.isfinite(drawn)])) == pytest.approx(sorted(set(deltas)), abs=1e-6)
    assert cells.colorbar.title.text == "Popularity better ◀ ▶ Uniform better"
    assert cells.hovertemplate.startswith("Δ %{z}<br>")  # no format of its own: that would write a hyphen
    assert cells.zhoverformat == ",.3f"


def test_a_map_of_ties_and_one_of_infinite_deltas_can_be_drawn_and_a_sample_has_none():
    assert a_map(np.zeros(len(COMPARED.votes))).data[0].zmax > 0
    assert a_map(np.where(COMPARED.votes[:, 0] == 6, np.inf, 0.25)).data[0].zmax == 0.25
    with pytest.raises(OrdquantError, match="three classes"):
        draw_preferences(replace(COMPARED, step=2), "NMD")


@pytest.mark.parametrize(
    ("different", "of", "text", "pointed"),
    [(7, 28, "25", "25.00%"), (9999, 10_000, "99.99", "99.99%"), (1, 1000, "0.1", "0.10%"), (0, 28, "0", "0.00%")],
)
def test_a_heatmap_writes_percent_and_leaves_the_diagonal_blank(different, of, text, pointed):
    joint = np.zeros_like(COMPARED.joint)
    joint[0, 0, 1, 0, 2] = joint[0, 1, 0, 2, 0] = different
    (cells,) = draw_disagreements(replace(COMPARED, joint=joint, n_distributions=of)).data
    drawn = np.asarray(cells.z, dtype=float)
    assert drawn[0, 1] == drawn[1, 0] == pytest.approx(100 * different / of)
    assert np.isnan(drawn.diagonal()).all()
    assert np.asarray(cells.text).tolist() == [["", text], [text, ""]]
    assert np.asarray(cells.customdata).tolist() == [["", pointed], [pointed, ""]]
    assert list(cells.x) == ["NMD", "RNOD"]
    assert cells.zmax > 0


def taus(low=0.5, high=0.9):
    """Draw two seeds, between which tau of every two measures goes from low to high."""
    n = len(MEASURES_OF_SIGIR_2018)
    tau = np.stack([np.full((n, n), low), np.full((n, n), high)])
    return draw_artificial(Study(3, 30, 10, (0, 1), MEASURES_OF_SIGIR_2018, 100, 100, tau), 2)


def test_spread_mean_and_printed_value_stand_in_one_row():
    traces = {trace.name: trace for trace in taus().data}
    first = ", ".join(MEASURES[key].label for key in MEASURES_OF_SIGIR_2018[:2])
    assert list(traces["spread"].x)[:3] == [0.5, 0.9, None]
    assert list(traces["spread"].y)[:3] == [first, first, None]
    assert traces["mean of the seeds"].x[0] == pytest.approx(0.7)
    assert list(traces["mean of the seeds"].customdata[0]) == ["0.700", "0.500", "0.900"]
    assert all(0.5 <= tau <= 0.9 for tau in traces["printed"].x)
    (far,) = (trace for trace in taus(-0.6, -0.5).data if trace.name.startswith("printed"))
    assert far.name == "printed, outside the spread"
    assert far.marker.color == LIGHT.disagreement
    assert (np.asarray(far.error_x.array) > 0).all()
    assert (np.asarray(far.error_x.arrayminus) > 0).all()
