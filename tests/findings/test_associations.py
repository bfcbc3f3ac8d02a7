"""What is associated with a disagreement: a tendency, or too little to tell."""

import pytest

from ordquant_core.analysis.properties import Association
from ordquant_core.findings.associations import associated
from ordquant_core.records import Correlation


def association(key, delta, adjusted=None):
    return Association(key, 0.5, 0.25, Correlation(delta, None, None, 9), adjusted, adjusted)


CLEAR = association("entropy", 0.5, 0.007)
FINDINGS = {
    "one": (
        ([CLEAR], 3, 9),
        "Where NMD and RNOD disagree, entropy tends to be larger: in 75% of all pairs of a disagreement and another "
        "case, ties counted half (Mann–Whitney test, p = 0.007 after Holm's correction for 1 property).",
    ),
    "several": (
        (
            [
                association("distance", -0.4, 0.2),
                association("occurring", -0.38, 0.0003),
                association("ends", 0.3, 0.008),
            ],
            5,
            90,
        ),
        "Where NMD and RNOD disagree, classes that occur tends to be smaller: in 69% of all pairs of a disagreement "
        "and another case, ties counted half (Mann–Whitney test, p < 0.001 after Holm's correction for 3 properties). "
        "Also associated: probability at the ends (larger, 65%).",
    ),
    "none clear": (
        ([association("distance", -0.4, 0.2)], 50, 90),
        "No property is clearly associated with the 50 disagreements of NMD and RNOD (Mann–Whitney tests of "
        "1 property, Holm's correction; smallest p = 0.200).",
    ),
    "too few": (
        ([association("entropy", 1.0, 0.63)] * 7, 1, 390),
        "NMD and RNOD disagree on 1 of 390 cases: too few for a test of 7 properties. The table shows how these cases "
        "differ from the others.",
    ),
    "too few others": (
        ([association("entropy", 1.0, 0.63)] * 7, 389, 390),
        "NMD and RNOD disagree on 389 of 390 cases: too few others for a test of 7 properties. The table shows how "
        "these cases differ from the others.",
    ),
    "nothing varies": (
        ([association("entropy", None)], 3, 9),
        "NMD and RNOD disagree on 3 of 9 cases: no property varies over the cases.",
    ),
    "no disagreement": (
        ([CLEAR], 0, 9),
        "NMD and RNOD prefer different runs on none of the 9 cases: nothing to describe.",
    ),
    "one case": (([CLEAR], 0, 1), "NMD and RNOD prefer different runs on no case: nothing to describe."),
    "everywhere": (
        ([CLEAR], 9, 9),
        "NMD and RNOD prefer different runs on every case: there are no others to compare them with.",
    ),
}


@pytest.mark.parametrize(("about", "words"), FINDINGS.values(), ids=FINDINGS)
def test_the_strongest_association_is_a_tendency_and_too_few_cases_are_no_lack_of_one(about, words):
    entries, n, of = about
    assert associated(entries, ("NMD", "RNOD"), n, of) == words
