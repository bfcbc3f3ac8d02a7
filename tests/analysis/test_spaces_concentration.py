"""One large error or several small ones: pairs in which nothing else differs, and what measures make of them."""

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.spaces.concentration import USUALLY, concentration


@pytest.fixture(scope="module")
def found():
    return {one.measure: one for one in concentration(6, 4, MAIN_MEASURES)}


def test_only_the_concentration_of_errors_differs_in_an_example(found):
    for key, one in found.items():
        for example, is_worse in ((one.witness, True), (one.counterexample, False)):
            if example is None:
                continue
            gold, spread, concentrated = (np.array(side) / 6 for side in (example.gold, example.a, example.b))
            for other in ("NVD", "NMD"):
                assert MEASURES[other](gold, spread) == pytest.approx(float(MEASURES[other](gold, concentrated)))
            sums = [np.cumsum(np.sort(np.abs(side - gold))[::-1]) for side in (spread, concentrated)]
            assert (sums[1] >= sums[0] - 1e-12).all()
            assert (sums[1] > sums[0] + 1e-12).any()
            rise = float(MEASURES[key](gold, concentrated) - MEASURES[key](gold, spread))
            assert (rise > 1e-12) == is_worse
            assert (example.score_a, example.score_b) == pytest.approx(
                (float(MEASURES[key](gold, spread)), float(MEASURES[key](gold, concentrated)))
            )


def test_squares_punish_one_large_error_and_absolute_errors_do_not(found):
    assert found["RNSS"].worse == 1
    assert found["RNSS"].counterexample is None
    assert found["NVD"].same == found["NMD"].same == 1
    assert found["NVD"].witness is None
    holds = {key for key, one in found.items() if one.holds}
    assert holds == {"RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "RNSS"}
    for one in found.values():
        assert one.worse + one.same + one.better == pytest.approx(1)
        assert one.holds == (one.worse >= USUALLY)
        assert one.checked == 6784


def test_a_space_that_is_too_large_is_refused():
    with pytest.raises(OrdquantError, match="limit is 300"):
        concentration(20, 5, ["NMD"])
