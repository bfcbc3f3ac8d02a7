"""The figure of the study of artificial distributions holds its numbers."""

import numpy as np
import pytest

from ordquant_core.figures.atlas import draw_artificial
from ordquant_core.figures.template import LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import Study


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
