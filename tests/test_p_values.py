"""How p-values are written: three decimals, and the bound of a test by random trials as a bound."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.numerals import p_cell, p_text


@pytest.mark.parametrize(
    ("k", "trials", "text"),
    [
        (0, 5000, "< 0.001"),
        (0, 200, "≤ 0.005"),
        (0, 300, "≤ 0.004"),
        (0, 999, "≤ 0.001"),
        (0, 1, "≤ 0.500"),
        (1, 5000, "< 0.001"),
        (2, 5000, "= 0.001"),
        (64, 5000, "= 0.013"),
        (5000, 5000, "= 1.000"),
        (248, 5000, "= 0.050"),
        (49, 999, "= 0.050"),
        (502, 10_000, "= 0.050"),
    ],
)
def test_a_p_value_is_written_with_three_decimals_or_as_the_bound_it_lies_at(k, trials, text):
    p = (k + 1) / (trials + 1)
    assert p_text(p, trials) == text
    assert p_cell(p, trials) == text.removeprefix("= ")


@given(st.integers(1, 10**6), st.data())
def test_what_is_written_is_true(trials, data):
    k = data.draw(st.integers(0, trials))
    exact = Fraction(k + 1, trials + 1)
    sign, number = p_text((k + 1) / (trials + 1), trials).split()
    assert sign in ("≤", "<", "=")
    assert (sign == "≤") == (k == 0 and trials < 1000)
    written = Fraction(number)
    if sign == "≤":
        assert exact <= written < exact + Fraction(1, 1000)
    elif sign == "<":
        assert exact < written
    else:
        assert abs(exact - written) <= Fraction(1, 2000) + Fraction(1, 10**9)
