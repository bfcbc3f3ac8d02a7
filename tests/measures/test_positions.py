"""Classes that are not one step apart: NMD and the families of OD and ADW with positions on a line."""

import math  # noqa: F401 - the text uses it

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
from tests.reviewed import reviewed, said
from tests.strategies import examples, vote_pairs

TAKING = [key for key, measure in MEASURES.items() if measure.takes_positions]
LINEAR = {"MD", "OD", "SOD", "ADW"}  # not divided by the distance of the two ends


@st.composite
def with_positions(draw):
    """A pair and increasing whole positions, which floats hold exactly."""
    gold, estimated = draw(vote_pairs)
    widths = draw(st.lists(st.integers(1, 9), min_size=len(gold) - 1, max_size=len(gold) - 1))
    start = draw(st.integers(-20, 20))
    return gold, estimated, [start, *(start + int(one) for one in np.cumsum(widths))]


@examples(25)
@given(drawn=with_positions(), shift=st.integers(-50, 50), scale=st.sampled_from([0.25, 0.5, 3, 7, 100]))
def test_a_measure_with_positions_stays_the_same_shifted_scaled_or_mirrored(drawn, shift, scale):
    """The formulas are those of the browser: test_previews compares the scores."""
    gold, estimated, positions = drawn
    moved, mirrored = [shift + scale * one for one in positions], [-one for one in reversed(positions)]
    at_them = {measure.key: measure for measure in measures_at(list(MEASURES), positions, len(gold))}
    for key in TAKING:
        value = float(MEASURES[key](gold, estimated, positions))
        found = [float(MEASURES[key](gold, estimated, moved)) / (scale if key in LINEAR else 1)]
        found.append(float(MEASURES[key](gold[::-1], estimated[::-1], mirrored)))
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
