"""What measures do on all gold distributions."""

from dataclasses import dataclass

import numpy as np

from ordquant_core.findings import spaces as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.records import Quadrants
from ordquant_core.spaces.by_score import Matches
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator, parse_estimator
from ordquant_core.spaces.measure_properties import AS_A_DISTANCE, Finding, property_table
from tests.findings.claims import every_branch

COMPARED = compare_estimators(6, 3, Estimator("popularity"), Estimator("mirror"), ["NMD", "DNKT"])


@dataclass(frozen=True)
class Counted:
    """A comparison with these counts of disagreements, NMD for A and NMD for B, and of ties."""

    second: int
    fourth: int
    ties: int = 0
    n_distributions: int = 28
    n_votes: int = 6
    n_classes: int = 3
    a: Estimator = COMPARED.a
    b: Estimator = COMPARED.b
    first: int = 0  # quadrant: on which both prefer B

    def quadrants(self, first, second):
        rest = self.n_distributions - self.first - self.second - self.fourth - self.ties
        return Quadrants(self.first, self.second, rest, self.fourth, self.ties)


def disagreement(second, fourth, ties=0):
    return findings.disagreement(Counted(second, fourth, ties), "NMD", "DNKT")


def counted(ties, other="DNKT", second=1, fourth=1, **space):
    return findings.how_counted(Counted(second, fourth, ties, **space), "NMD", other)


def alike(a, b, n_votes=20):
    return findings.same_estimates(parse_estimator(a), parse_estimator(b), n_votes, 3)


def searched(a):
    return findings.how_searched(Estimator(a), Estimator("uniform"), 6, 3)


def meeting(n_found, n_conditions=1, listed=28):
    votes = np.array([[0, 1, 2]] * min(n_found, listed), dtype=np.int64).reshape(-1, 3)
    return findings.meeting_conditions(Matches(votes, np.zeros((1, len(votes))), n_found, 28), n_conditions)


def properties(n_votes, n_classes, *keys):
    return findings.ordinal_measures(property_table(n_votes, n_classes, keys), n_votes, n_classes)


def distances(**holding):
    """Return the sentence where measures have all properties of a distance, or lack the last of them."""
    known = [
        Finding(key, name, holds if name == AS_A_DISTANCE[-1] else True, 1, (), "")
        for key, holds in holding.items()
        for name in AS_A_DISTANCE
    ]
    return findings.ordinal_measures(known, 5, 3)


def has(name, *, holds):
    return findings.has_property(Finding("RNOD", name, holds, 0, (), ""))


SPACE = "28 gold … (6 annotators, 3 classes)"
SAME = Counted(0, 0, 3, first=9)
ALL = "28 gold distributions"
SIZE, ONE = "6 annotators, 3 classes.", "1 annotator, 3 classes."
WAYS = f"{SIZE} On 1, NMD … Popularity … DNKT Gold, …; on 1, the reverse. Each …"
ORDER = "shown to use the class order;"

test_every_branch_holds_its_claim = every_branch(
    (disagreement(5, 2), f"NMD and DNKT disagree on 7 of all {ALL} (25.0%)."),
    (disagreement(0, 2), f"NMD and DNKT disagree on 2 of all {ALL} (7.1%)."),
    (disagreement(0, 0), f"NMD and DNKT disagree on none of the {ALL}."),
    (disagreement(0, 0, 28), f"No preference …: NMD or DNKT … tie on all {ALL}."),
    (findings.disagreement(SAME, "NMD", "NMD"), f"NMD … Popularity on 16 and Gold, … on 9 of all {ALL}."),
    (counted(0), f"{WAYS}. Smaller …."),
    (counted(1), f"{WAYS}; 1 is a tie … both. …."),
    (counted(3), f"{WAYS}; 3 are ties … both. …."),
    (counted(3, "NMD"), f"{SIZE} Each …; 3 are ties. Smaller …."),
    (
        counted(0, second=0, fourth=2),
        f"{SIZE} On 0, NMD … Popularity … DNKT Gold, …; on 2, the reverse. Each …. Smaller ….",
    ),
    (counted(0, second=0, fourth=0), f"{SIZE} Each …. Smaller …."),
    (counted(0, n_votes=1), f"{WAYS.replace(SIZE, ONE)}. Popularity equals …. Smaller …."),
    (
        counted(0, n_votes=1, b=Estimator("median")),
        f"{ONE} On 1, NMD … Popularity … DNKT Median; on 1, the reverse. Each …. Popularity equals …. Median equals ….",
    ),
    (searched("popularity"), f"{SIZE} Scores …, … Δ = 0 ± 0 …. Smaller …: Δ, A minus B, … A …."),
    (
        searched("uniform"),
        f"{SIZE} Scores …, … Δ = 0 ± 0 …. Smaller …: Δ, A minus B, … A …. A Uniform and B Uniform … {SPACE}, so no ….",
    ),
    (alike("popularity", "median", 1), "A Popularity and B Median give … 3 … (1 annotator, 3 classes), so no …."),
    (alike("2,2,2", "uniform"), "A Fixed 2,2,2 and B Uniform give … 231 … (20 annotators, 3 classes), so no …."),
    (alike("popularity", "median"), ""),
    (meeting(28, n_conditions=0), f"Without conditions, all {ALL} are found."),
    (meeting(28, 0, listed=5), f"Without conditions, all {ALL} … the first 5 …."),
    (meeting(28), f"All {ALL} meet …."),
    (meeting(28, listed=5), f"All {ALL} meet …; the first 5 …."),
    (meeting(27, listed=5), f"27 of the {ALL} meet … (96.43%); the first 5 …."),
    (meeting(1), f"Exactly one of the {ALL} meets …: 0,1,2."),
    (meeting(7), f"7 of the {ALL} meet … (25.00%)."),
    (meeting(0), f"None of the {ALL} meets …."),
    (properties(5, 3, "NMD", "RNOD", "JSD"), f"2 of 3 measures are {ORDER} only NMD passed every check …."),
    (properties(1, 4, "NMD", "RNOD", "JSD"), f"2 of 3 measures are {ORDER} one vote is too few …."),
    (properties(7, 2, "NMD", "JSD"), "With two classes, nothing shows …."),
    (properties(3, 3, "JSD"), f"None of 1 measure is {ORDER} none of them passed every check …."),
    (distances(NMD=True, MD=True, RNOD=False), f"3 of 3 measures are {ORDER} NMD and MD passed every check …."),
    (findings.checks(), "Checks …: considers class order, …, … and triangle inequality."),
    (distances(RNOD=False), f"1 of 1 measure is {ORDER} none … passed every check …."),
    (has("order", holds=True), "RNOD, considers class order: yes, by an example"),
    (has("order", holds=False), "RNOD, considers class order: no example found at this size"),
    (has("symmetric", holds=False), "RNOD, symmetric: no, by a counterexample"),
    (has("symmetric", holds=True), "RNOD, symmetric: no counterexample found at this size"),
    (has("order", holds=None), "RNOD, considers class order: does not apply"),
    (has("large", holds=True), "RNOD, large errors cost more: yes, in 75% of the comparisons or more"),
    (has("large", holds=False), "RNOD, large errors cost more: no, in fewer than 75% of the comparisons"),
    (findings.how_checked(7, 4), "A … not … 7 votes over 4 classes, not … (a) to (d) … 1 … 2022; … not … 75% …"),
)


def test_names_and_parts_have_their_marks():
    names = {RunName("Popularity", "A"), RunName("Gold, mirrored", "B")}
    assert names <= set(counted(0))
