"""A percentage says 0% or 100% of nothing but exactly that, wherever one is shown."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.numerals import distinct, margin, percent, score


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0, 0, "0%"),
        (1, 0, "100%"),
        (1, 1, "100.0%"),
        (199 / 200, 0, "99.5%"),
        (1 / 200, 0, "0.5%"),
        (1 / 500, 0, "0.2%"),
        (0.9999, 0, "99.99%"),
        (1 - 1e-6, 0, "99.9999%"),
        (0.99996, 2, "99.996%"),
        (0.5, 0, "50%"),
        (2 / 3, 1, "66.7%"),
        (0.006, 0, "1%"),
        (1 - 1e-15, 0, "100%"),  # the rounding of floats is no share
        (1e-15, 0, "0%"),
        (float("nan"), 0, "n/a"),
    ],
)
def test_a_percentage_is_rounded_but_never_to_nothing_or_everything(share, decimals, text):
    assert percent(share, decimals) == text


@given(st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_numbers_that_differ_are_told_apart_and_those_that_do_not_are_not(values):
    exact = [round(value, 12) for value in values]
    assert len({*distinct(exact)}) == len({*exact})
    difference = exact[0] - exact[1]
    assert (margin(difference) == "0.000") == (difference == 0)


@given(st.integers(1, 100_000), st.data(), st.integers(0, 2))
def test_a_count_out_of_others_is_0_or_100_percent_only_if_it_is_none_or_all(n, data, decimals):
    k = data.draw(st.integers(0, n))
    shown = Fraction(percent(k / n, decimals).removesuffix("%"))
    assert (shown == 0) == (k == 0)
    assert (shown == 100) == (k == n)
    assert abs(shown - Fraction(100 * k, n)) <= Fraction(1, 2 * 10**decimals) + Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("value", "sign", "text"),
    [
        (0.12345, False, "0.123"),
        (0.12345, True, "+0.123"),
        (-0.15, True, "−0.150"),
        (0.0, True, "0.000"),
        (0.0625, False, "0.062"),
        (0.0625 + 1e-16, False, "0.062"),  # the same value, computed in another order
        (-1e-16, True, "0.000"),
        (math.inf, False, "∞"),
        (-math.inf, True, "−∞"),
        (math.nan, False, "n/a"),
    ],
)
def test_numbers_show_three_decimals_a_real_minus_and_never_nan(value, sign, text):
    assert score(value, sign=sign) == text
