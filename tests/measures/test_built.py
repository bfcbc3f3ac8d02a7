"""Measures made of switches: the properties of every combination, their keys and formulas."""

from itertools import product

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


@given(pair=pairs, widths=st.none() | steps)
def test_every_combination_has_its_range_and_its_symmetries_wherever_the_classes_stand(pair, widths):
    """The formulas are those of the browser: test_previews compares the scores."""
    gold, estimate = pair
    moved = np.cumsum([0, *(widths or [1.0] * 10)])[: len(gold)].tolist()
    for switches in ALL:
        measure = built_measure(switches)
        at = moved if widths and measure.takes_positions else None
        value = float(measure(gold, estimate, at))
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
