"""The sentences around a prediction: what the estimates are like, who agrees, where the largest error is."""

from dataclasses import replace

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.prediction import agreeing, disagree, estimates, largest_error, reaction, result
from tests.findings.claims import every_branch

SHARES = (0.0, 0.05, 0.1, 0.45, 0.4)
PROBABILITIES = replace(DEFAULT, gold=SHARES)
PEAKED = replace(DEFAULT, a=(10.0, 6.0, 4.0, 0.0, 0.0), b=(0.5, 0.0, 0.0, 0.0, 0.5))
FLAT, EVEN = (3.0, 3.0, 4.0, 3.0, 3.0), (2.0, 2.0, 4.0, 2.0, 2.0)
FOUR = replace(DEFAULT, gold=(1.0, 1.0, 1.0, 1.0), classes=tuple("wxyz"), a=(2.0, 2.0, 0.0, 0.0))
THREE = replace(FOUR, a=(2.0, 1.0, 1.0, 0.0), b=(2.0, 1.0, 0.5, 0.5))
PAIR = ("NMD", "RNOD")
ONE, SEVERAL = "The largest error in one class:", "The largest errors in one class:"


def error(**changes):
    return largest_error(replace(DEFAULT, **changes))


test_every_branch_holds_its_claim = every_branch(
    (estimates(DEFAULT), "System A puts all 20 votes …. System B spreads all 20 votes evenly … 5 classes."),
    (estimates(PEAKED), "System A gives …, 50%, to −2. System B …, 50% each, to −2 and 2."),
    (estimates(PROBABILITIES), "System A puts everything …. System B spreads everything evenly … 5 classes."),
    (reaction("a", {"NMD": -1, "RNOD": 1}, PAIR), "NMD agrees with you; RNOD prefers B."),
    (reaction("b", {"NMD": -1, "RNOD": 1}, PAIR), "RNOD agrees with you; NMD prefers A."),
    (reaction("b", {"NMD": 1, "RNOD": 1}, PAIR), "NMD and RNOD agree with you."),
    (reaction("a", {"NMD": 1, "RNOD": 1}, PAIR), "NMD and RNOD both prefer B."),
    (reaction("a", {"NMD": -1, "RNOD": 0}, PAIR), "NMD prefers A and RNOD sees a tie."),
    (agreeing("a", {"NMD": -1, "RNOD": 1, "JSD": 0}), "You and 1 of 3 measures: A."),
    (agreeing("b", {"NMD": -1, "RNOD": 0}), "You alone: B. None … 2 measures …."),
    (result((6, 5), PAIR, 8)[0], "You agreed with NMD on 6 of 8, and with RNOD on 5."),
    (result((3, 0), PAIR, 3)[0], "You agreed with NMD on 3 of 3, and with RNOD on none."),
    (result((0, 3), PAIR, 3)[1], "3 pairs … no more than a tendency."),
    (error(), f"{ONE} A has 11 votes too many on 1."),  # 20 votes where the gold has 9
    (largest_error(PROBABILITIES), f"{ONE} A has 55% too much on 1."),
    (error(gold=SHARES, a="uniform", b=SHARES), f"{ONE} A has 25% too little on 1."),
    (error(a="uniform"), f"{SEVERAL} A has 5 votes too few on 1; B has 5 votes too few on 1."),
    (
        error(a=(1.0, 1.0, 2.0, 8.0, 8.0), b=DEFAULT.gold),
        f"{SEVERAL} A … 1 vote too many … −2; A … 1 vote too few … 1.",
    ),
    (error(gold=FLAT, a="uniform", b="uniform"), f"{SEVERAL} A … 0.8 votes too few … 0; B … 0.8 votes too few … 0."),
    (error(gold=EVEN, a=(3.0, 1.0, 4.0, 1.0, 3.0), b="uniform"), f"{ONE} B has 1.6 votes too few on 0."),
    (largest_error(FOUR), f"{SEVERAL} A … 1 vote too many … w; A … 1 vote too many … x; 2 others …."),
    (largest_error(THREE), f"{SEVERAL} A … 1 vote too many … w; A … 1 vote too few … z; 1 other …."),
    (error(a=DEFAULT.gold, b=DEFAULT.gold), "Here both estimates equal the gold."),
)


def test_a_tie_is_no_disagreement():
    assert disagree({"NMD": -1, "RNOD": 1})
    assert not disagree({"NMD": -1, "RNOD": 0})
