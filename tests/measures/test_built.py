"""Measures of one's own: every combination of switches against its formula in plain Python, and their properties."""

from itertools import pairwise, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.built import NAMED, WAYS, Switches, built_measure
from ordquant_core.measures.registry import MEASURES
from tests.strategies import pairs

ALL = [Switches.parse(".".join(parts)) for parts in product(*WAYS)]
steps = st.lists(st.floats(0.25, 4), min_size=10, max_size=10)


def by_hand(switches, gold, estimate, places):
    """Return the score as it is told: error by error, from the lookouts' places, on positions that may be anywhere."""
    n = len(gold)
    if switches.compare == "bars":
        errors = [(x, e - g, 1) for x, g, e in zip(places, gold, estimate, strict=True)]
    else:
        average = (places[-1] - places[0]) / (n - 1)
        errors = [
            ((x + y) / 2, sum(estimate[: k + 1]) - sum(gold[: k + 1]), (y - x) / average)
            for k, (x, y) in enumerate(pairwise(places))
        ]
    lookouts = [x for x, g in zip(places, gold, strict=True) if switches.lookouts == "all" or g > 0]
    total = 0.0
    for at, error, wide in errors:
        once = error * error if switches.errors == "squared" else abs(error)
        far = sum(abs(x - at) for x in lookouts) / len(lookouts) if switches.distance == "distance" else 1
        total += once * wide * far
    if switches.distance == "distance":
        total /= places[-1] - places[0]
    else:
        total /= 2 if switches.compare == "bars" else n - 1
    return sqrt(total) if switches.errors == "squared" else total


@given(pair=pairs, widths=st.none() | steps)
def test_every_combination_scores_by_its_formula_wherever_the_classes_stand(pair, widths):
    gold, estimate = pair
    moved = np.cumsum([0, *(widths or [1.0] * 10)])[: len(gold)].tolist()
    for switches in ALL:
        measure = built_measure(switches)
        at = moved if widths and measure.takes_positions else None
        told = by_hand(switches, gold.tolist(), estimate.tolist(), at or list(range(len(gold))))
        value = float(measure(gold, estimate, at))
        assert value == pytest.approx(told, rel=1e-9, abs=1e-9), switches
        assert 0 <= value <= measure.bounds(len(gold))[1] + 1e-12, switches
        assert measure(gold, gold, at) == 0, switches
        if at is None:
            assert float(measure(gold[::-1], estimate[::-1])) == pytest.approx(value, rel=1e-9, abs=1e-9), switches
        if measure.symmetric:
            assert float(measure(estimate, gold, at)) == pytest.approx(value, rel=1e-9, abs=1e-9), switches


def test_five_of_them_are_measures_of_the_registry_and_all_others_have_a_formula_and_a_key_of_their_own():
    named = {str(switches): built_measure(switches) for switches in ALL if switches.name}
    assert {text: named[text].key for text in NAMED.values()} == {text: key for key, text in NAMED.items()}
    assert all(measure is MEASURES[measure.key] for measure in named.values())
    for switches in ALL:
        if not switches.name:
            measure = built_measure(switches)
            assert measure.key == str(switches) not in MEASURES
            assert measure.formula.startswith(r"\sqrt" if switches.errors == "squared" else r"\frac")


def test_another_text_is_no_rule():
    for text in ("", "bars", "bars.squared.distance", "bars.squared.distance.gold.", "BARS.plain.anywhere.none"):
        with pytest.raises(OrdquantError, match="four switches"):
            Switches.parse(text)


def test_where_distance_counts_somebody_looks():
    assert str(Switches.parse("totals.plain.distance.none")) == "totals.plain.distance.gold"
