"""Numbers in hovers: the same texts as everywhere else, however many there are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core import numerals
from ordquant_core.numerals import written

SPECIAL = [0.0, -0.0, 0.0625, -0.0625, 0.0005, -0.0004, 0.0015, 1e300, 1e308, -12345.6789, np.inf, -np.inf, np.nan]


@given(st.lists(st.floats() | st.integers(-3600, 3600).map(lambda n: n / 3200)), st.integers(0, 4), st.booleans())
def test_every_number_is_written_as_numerals_writes_it(values, places, sign):
    assert written(values, places=places, sign=sign) == [numerals.decimals(v, places, sign=sign) for v in values]


@pytest.mark.parametrize("sign", [False, True])
def test_halves_signs_and_what_is_not_finite(sign):
    assert written(SPECIAL, sign=sign) == [numerals.score(value, sign=sign) for value in SPECIAL]
