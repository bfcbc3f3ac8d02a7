"""Classes that are not one step apart: NMD and the families of OD and ADW with positions on a line."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

import ordquant_core as oq  # noqa: F401 - the text uses it
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MEASURES, measures_at
from ordquant_core.measures.workings import short_working, working
from ordquant_core.records import Task
from tests.measures.test_measure_properties import harmonic, shares, slow_adw, slow_dnkt, slow_od
from tests.reviewed import reviewed, said
from tests.strategies import examples, vote_pairs

TAKING = [key for key, measure in MEASURES.items() if measure.takes_positions]
WRITTEN_OUT = ("MD", "NMD", "OD", "NOD", "RNOD", "SOD", "SNOD", "RSNOD", "ADW", "RNADW", "DNKT_NMD", "DNKT_RNOD")
LINEAR = {"MD", "OD", "SOD", "ADW"}  # not divided by the distance of the two ends


@st.composite
def with_positions(draw, pair=vote_pairs):
    """A pair and increasing whole positions, which floats hold exactly."""
    gold, estimated = draw(pair)
    widths = draw(st.lists(st.integers(1, 9), min_size=len(gold) - 1, max_size=len(gold) - 1))
    start = draw(st.integers(-20, 20))
    return gold, estimated, [start, *(start + int(one) for one in np.cumsum(widths))]


def slow(key, g, p, x):
    """The formulas with |x_i - x_j| for |i - j|, written out bin by bin."""
    ends = x[-1] - x[0]

    def apart(g, i, j):
        return abs(x[i] - x[j])

    md = sum(abs(sum(p[: k + 1]) - sum(g[: k + 1])) * (x[k + 1] - x[k]) for k in range(len(g) - 1))
    od, adw = slow_od(g, p, apart), slow_adw(g, p, apart)
    sod = (od + slow_od(p, g, apart)) / 2
    values = {"MD": md, "NMD": md / ends, "OD": od, "NOD": od / ends, "RNOD": math.sqrt(od / ends), "SOD": sod}
    values |= {"SNOD": sod / ends, "RSNOD": math.sqrt(sod / ends), "ADW": adw, "RNADW": math.sqrt(adw / ends)}
    dnkt = slow_dnkt(g, p)
    values |= {f"DNKT_{part}": harmonic(dnkt, float(values[part])) for part in ("NMD", "RNOD")}
    return float(values[key])


def test_the_families_of_nmd_od_and_adw_take_positions():
    assert set(WRITTEN_OUT) <= set(TAKING)
    assert all(MEASURES[key].equidistant for key in TAKING)


@examples(25)
@given(drawn=with_positions(), shift=st.integers(-50, 50), scale=st.sampled_from([0.25, 0.5, 3, 7, 100]))
def test_a_measure_with_positions_is_that_of_its_formula_shifted_scaled_or_mirrored(drawn, shift, scale):
    gold, estimated, positions = drawn
    moved, mirrored = [shift + scale * one for one in positions], [-one for one in reversed(positions)]
    at_them = {measure.key: measure for measure in measures_at(list(MEASURES), positions, len(gold))}
    for key in TAKING:
        value = float(MEASURES[key](gold, estimated, positions))
        found = [float(MEASURES[key](gold, estimated, moved)) / (scale if key in LINEAR else 1)]
        found.append(float(MEASURES[key](gold[::-1], estimated[::-1], mirrored)))
        if key in WRITTEN_OUT:
            found.append(slow(key, shares(gold), shares(estimated), positions))
        if key == "MD":
            found.append(wasserstein_distance(positions, positions, gold, estimated))
        assert found == pytest.approx([value] * len(found), rel=1e-9, abs=1e-9), key
    for key, measure in at_them.items():
        value = float(measure(gold, estimated))
        plain = float(MEASURES[key](gold, estimated))
        assert key not in TAKING or MEASURES[key](gold, estimated, np.arange(1.0, len(gold) + 1)) == plain, key
        assert value == float(MEASURES[key](gold, estimated, *[positions] * (key in TAKING))), key
        assert value <= measure.bounds(len(gold))[1] * (1 + 1e-12), key


@reviewed(__file__)
def test_positions_are_used_or_refused_as_was_reviewed(made, words):
    assert said(made, globals()) == words


def test_a_task_is_scored_with_positions_where_measures_take_them():
    rng = np.random.default_rng(2)
    gold, *estimates = rng.dirichlet(np.ones(4), size=(3, 5))
    task = Task("t", None, tuple("abcd"), tuple("12345"), gold, None, ("x", "y"), np.array(estimates))
    found = score(task, tuple(MEASURES), positions=[1, 2, 4, 5])
    for key, layer in zip(found.measures, found.values, strict=True):
        expected = MEASURES[key](gold, estimates, [1, 2, 4, 5] if key in TAKING else None)
        np.testing.assert_allclose(layer, expected, rtol=1e-12, err_msg=key)
    plain = score(task, tuple(MEASURES))
    np.testing.assert_array_equal(score(task, tuple(MEASURES), positions=[1, 2, 3, 4]).values, plain.values)


@pytest.mark.parametrize("key", TAKING)
def test_the_calculation_with_positions_leads_to_the_measure(key):
    gold, estimated, positions = [5, 0, 3, 2], [1, 4, 0, 5], [-1, 2, 2.5, 9]
    expected = float(MEASURES[key](gold, estimated, positions))
    assert working(key, gold, estimated, positions=positions).value == pytest.approx(expected, abs=1e-12)
    short = short_working(key, gold, estimated, positions=positions)
    assert short.value == pytest.approx(expected, abs=1e-12)
    if key in ("NMD", "RNOD", "RSNOD", "RNADW"):
        assert "9 − (-1)" in short.last_step.replace("−1)", "-1)")


@pytest.mark.parametrize("key", ["MD", "ADW", "RNADW", "OD", "RNOD"])
def test_bounds_with_positions_are_reached_or_come_close(key):
    """The vertices of both simplices, with a little gold on every set of classes."""
    (measure,) = measures_at([key], [0, 1, 100, 101], 4)
    found = []
    for k, j, others in product(range(4), range(4), product([0, 1], repeat=4)):
        gold = (np.eye(4)[k] + 1e-7 * np.array(others)) / (1 + 1e-7 * sum(others))
        found.append(float(measure(gold, np.eye(4)[j])))
    assert max(found) == pytest.approx(measure.bounds(4)[1], rel=1e-5)
