"""Wilson's interval against SciPy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.statistics.proportion import wilson_interval


@given(n=st.integers(1, 500), share=st.floats(0, 1), confidence=st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_is_that_of_scipy(n, share, confidence):
    k = round(share * n)
    theirs = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert wilson_interval(k, n, confidence=confidence) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3), (0, 0)])
def test_what_is_no_share_is_refused(k, n):
    with pytest.raises(ShapeMismatchError, match=f"{k} out of {n}"):
        wilson_interval(k, n)
