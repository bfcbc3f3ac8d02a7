"""What is associated with a disagreement: a tendency, or too little to tell."""

from ordquant_core.analysis.properties import Association
from ordquant_core.findings.associations import associated
from ordquant_core.records import Correlation
from tests.findings.claims import every_branch


def association(key, delta, adjusted=None):
    return Association(key, 0.5, 0.25, Correlation(delta, None, None, 9), adjusted, adjusted)


def of(n, cases, *entries):
    return associated(entries, ("NMD", "RNOD"), n, cases)


CLEAR, UNCLEAR = association("entropy", 0.5, 0.007), association("distance", -0.4, 0.2)
SMALLER, ENDS = association("occurring", -0.38, 0.0003), association("ends", 0.3, 0.008)
SEVEN = [association("entropy", 1.0, 0.63)] * 7

test_every_branch_holds_its_claim = every_branch(
    (of(3, 9, CLEAR), "Where NMD and RNOD …, entropy … larger: in 75% … p = 0.007 … for 1 property)."),
    (
        of(5, 90, UNCLEAR, SMALLER, ENDS),
        "Where NMD and RNOD …, classes that occur … smaller: in 69% … p < 0.001 … for 3 properties). "
        "Also associated: probability at the ends (larger, 65%).",
    ),
    (of(50, 90, UNCLEAR), "No property … 50 disagreements of NMD and RNOD (… of 1 property, … smallest p = 0.200)."),
    (of(50, 90, association("entropy", 0.4, 0.05)), "No property … 50 … NMD and RNOD (… 1 …; smallest p = 0.050)."),
    (of(1, 390, *SEVEN), "NMD and RNOD disagree on 1 of 390 cases: too few for a test of 7 properties. …."),
    (of(389, 390, *SEVEN), "NMD and RNOD disagree on 389 of 390 cases: too few others … 7 properties. …."),
    (of(1, 2, SEVEN[0]), "NMD and RNOD disagree on 1 of 2 cases: too few for … 1 property. …."),
    (of(3, 9, association("entropy", None)), "NMD and RNOD disagree on 3 of 9 cases: no property varies …."),
    (of(0, 9, CLEAR), "NMD and RNOD prefer … on none of the 9 cases: nothing …."),
    (of(0, 1, CLEAR), "NMD and RNOD prefer … on no case: nothing …."),
    (of(9, 9, CLEAR), "NMD and RNOD prefer … on every case: … no others …."),
)
