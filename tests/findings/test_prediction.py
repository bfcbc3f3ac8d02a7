"""The sentences around a prediction: what the estimates are like, who agrees, what two measures find in them."""

from dataclasses import replace

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.prediction import agreeing, disagree, estimates, reaction, reasons, result
from ordquant_core.findings.sentence import join
from tests.findings.claims import every_branch

SHARES = (0.0, 0.05, 0.1, 0.45, 0.4)
PROBABILITIES = replace(DEFAULT, gold=SHARES)
LARGER = replace(PROBABILITIES, a=SHARES, b=(0.5, 0.0, 0.0, 0.0, 0.5))
PARTS = replace(DEFAULT, a=(1.0, 0.0, 1.0, 0.0, 1.0), b=(2.0, 2.0, 2.0, 12.0, 2.0))
PEAKED = replace(DEFAULT, a=(10.0, 6.0, 4.0, 0.0, 0.0), b=(0.5, 0.0, 0.0, 0.0, 0.5))
FLAT = (3.0, 3.0, 4.0, 3.0, 3.0)
PAIR = ("NMD", "RNOD")
STEPS = "NMD counts steps, each a vote moved to the next class:"
SQUARED = "RNOD squares the errors, weighted by distance"


def why(rnod=1, **changes):
    return join(reasons(replace(DEFAULT, **changes), {"NMD": -1, "RNOD": rnod}))


test_every_branch_holds_its_claim = every_branch(
    (estimates(DEFAULT), "System A puts all 20 votes …. System B spreads all 20 votes evenly … 5 classes."),
    (
        estimates(PEAKED),
        "System A puts 10 of its 20 votes on −2. System B puts 10 of its 20 votes on each of −2 and 2.",
    ),
    (estimates(PROBABILITIES), "System A puts everything …. System B spreads everything evenly … 5 classes."),
    (
        estimates(PARTS),
        "System A puts 6.7 of its 20 votes on each of −2, 0 and 2. System B puts 12 of its 20 votes on 1.",
    ),
    (estimates(LARGER), "System A puts 45% of its probability on 1. System B puts 50% … on each of −2 and 2."),
    (reaction("a", {"NMD": -1, "RNOD": 1}, PAIR), "NMD agrees with you; RNOD prefers B."),
    (reaction("b", {"NMD": -1, "RNOD": 1}, PAIR), "RNOD agrees with you; NMD prefers A."),
    (reaction("b", {"NMD": 1, "RNOD": 1}, PAIR), "NMD and RNOD agree with you."),
    (reaction("a", {"NMD": 1, "RNOD": 1}, PAIR), "NMD and RNOD both prefer B."),
    (reaction("a", {"NMD": -1, "RNOD": 0}, PAIR), "NMD prefers A and RNOD sees a tie."),
    (agreeing("a", {"NMD": -1, "RNOD": 1, "JSD": 0}), "1 of the 3 measures prefers A, too."),
    (agreeing("b", {"NMD": -1, "RNOD": 0}), "None of the 2 measures prefers B."),
    (agreeing("b", {"NMD": 1, "RNOD": 1, "JSD": 0}), "2 of the 3 measures prefer B, too."),
    (agreeing("b", {"NMD": 1, "RNOD": 1}), "All 2 measures prefer B, too."),
    (result((6, 5), PAIR, 8)[0], "You agreed with NMD on 6 of 8, and with RNOD on 5."),
    (result((3, 0), PAIR, 3)[0], "You agreed with NMD on 3 of 3, and with RNOD on none."),
    (result((3, 0), PAIR, 3)[1], "NMD measures how far probability has to move. 3 pairs … no more than a tendency."),
    (result((0, 3), PAIR, 3)[1], "RNOD squares the errors … by distance. 3 pairs … no more than a tendency."),
    (
        result((2, 2), PAIR, 3)[1],
        "NMD measures how … move. RNOD squares … by distance. 3 pairs … no more than a tendency.",
    ),
    (result((0, 0), PAIR, 1)[1], "1 pair shows no more than a tendency."),
    (why(), f"{STEPS} A needs 12, B needs 24. {SQUARED}; A’s largest error is 11 votes, B’s 5."),
    (why(rnod=-1), f"{STEPS} A needs 12, B needs 24. {SQUARED}."),  # the largest error is no reason for that
    (why(rnod=0), f"{STEPS} A needs 12, B needs 24. {SQUARED}."),
    (why(a="uniform"), f"{STEPS} A and B both need 24. {SQUARED}."),
    (why(a=DEFAULT.gold, rnod=-1), f"{STEPS} A needs 0, B needs 24. {SQUARED}; A’s largest error is 0 votes, B’s 5."),
    (why(gold=FLAT, a="uniform"), f"{STEPS} A and B both need 1.2. {SQUARED}."),
    (
        why(gold=SHARES),
        "NMD measures how far probability … move. RNOD squares the errors and weights them by distance.",
    ),
)


def test_a_tie_is_no_disagreement():
    assert disagree({"NMD": -1, "RNOD": 1})
    assert not disagree({"NMD": -1, "RNOD": 0})
