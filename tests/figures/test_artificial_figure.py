"""The figure of the study of artificial distributions holds its numbers."""

import numpy as np
import pytest

from ordquant_core.figures.atlas import draw_artificial
from ordquant_core.figures.template import LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import Study


def taus(*of_seeds):
    """Draw seeds, in each of which tau of every two measures is the same."""
    n = len(MEASURES_OF_SIGIR_2018)
    tau = np.stack([np.full((n, n), tau) for tau in of_seeds])
    return draw_artificial(Study(3, 30, 10, tuple(range(len(tau))), MEASURES_OF_SIGIR_2018, 100, 100, tau))


def test_range_mean_and_printed_value_stand_in_one_row():
    traces = {trace.name: trace for trace in taus(0.5, 0.9).data}
    first = ", ".join(MEASURES[key].label for key in MEASURES_OF_SIGIR_2018[:2])
    assert list(traces["range"].x)[:3] == [0.5, 0.9, None]
    assert list(traces["range"].y)[:3] == [first, first, None]
    assert traces["mean of the seeds"].x[0] == pytest.approx(0.7)
    assert list(traces["mean of the seeds"].customdata[0]) == ["0.700", "0.500", "0.900"]
    assert all(0.5 <= tau <= 0.9 for tau in traces["printed"].x)
    (far,) = (trace for trace in taus(-0.6, -0.5).data if trace.name.startswith("printed"))
    assert far.name == "printed, outside the range"
    assert far.marker.color == LIGHT.disagreement
    assert (np.asarray(far.error_x.array) > 0).all()
    assert (np.asarray(far.error_x.arrayminus) > 0).all()


def test_one_seed_has_no_range_outside_of_which_a_value_could_lie():
    traces = {trace.name: trace for trace in taus(-0.6).data}
    assert [*traces] == ["seed 0", "printed"]
    assert traces["seed 0"].x[0] == -0.6
    assert " to " not in traces["seed 0"].hovertemplate
