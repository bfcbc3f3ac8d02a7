"""What is made for spaces.txt: all gold distributions, reports that are rewarded, studies, and what papers print."""

# ruff: noqa: F401 - the table uses what is imported

from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.findings import papers as on_papers
from ordquant_core.findings import propriety as on_propriety
from ordquant_core.findings import spaces as on_spaces
from ordquant_core.findings.artificial import how_repeated, reproduced_taus, which_intervals
from ordquant_core.papers.printed import Printed
from ordquant_core.papers.recommendations import OF_RANKED_LISTS, TOGETHER
from ordquant_core.records import Preferences, Quadrants, Task
from ordquant_core.reproduction.from_gold import counts_of_wins
from ordquant_core.reproduction.printed import Recomputed
from ordquant_core.reproduction.statements import checked_statements
from ordquant_core.spaces.artificial import PrintedTau, Study, TauSpread
from ordquant_core.spaces.by_score import Matches
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator, parse_estimator
from ordquant_core.spaces.measure_properties import AS_A_DISTANCE, Finding, property_table
from ordquant_core.spaces.propriety import Propriety

# spaces

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


def counted(ties, other="DNKT", second=1, fourth=1, **space):
    return on_spaces.how_counted(Counted(second, fourth, ties, **space), "NMD", other)


def meeting(n_found, n_conditions=1, listed=28):
    votes = np.array([[0, 1, 2]] * min(n_found, listed), dtype=np.int64).reshape(-1, 3)
    return on_spaces.meeting_conditions(Matches(votes, np.zeros((1, len(votes))), n_found, 28), n_conditions)


def properties(n_votes, n_classes, *keys):
    return on_spaces.ordinal_measures(property_table(n_votes, n_classes, keys), n_votes, n_classes)


def distances(**holding):
    """Return the sentence where measures have all properties of a distance, or lack the last of them."""
    known = [
        Finding(key, name, holds if name == AS_A_DISTANCE[-1] else True, 1, (), "")
        for key, holds in holding.items()
        for name in AS_A_DISTANCE
    ]
    return on_spaces.ordinal_measures(known, 5, 3)


# propriety

TRUTH = (0.1, 0.3, 0.6)


def result(key, *, best=TRUTH, score=0.188, exhaustive=True, truth_score=0.188, annotators=3):
    return Propriety(key, annotators, TRUTH, truth_score, best, score, exhaustive, 1 / 1280)


PROPER, OTHER_OF_PROPRIETY = result("RPS"), result("NMD", best=(0.0, 1 / 3, 2 / 3), score=0.155)


def best(*report, score, measure="NMD"):
    return on_propriety.best_report(result(measure, best=report, score=score))


# artificial

KEYS = ("NVD", "NMD", "JSD", "DNKT")


def study(*taus):
    """Return a study with a seed for each of these taus, which may be arrays (measures, measures)."""
    shape = len(KEYS), len(KEYS)
    return Study(3, 30, 20, tuple(range(len(taus))), KEYS, 60, 1770, np.stack([np.full(shape, tau) for tau in taus]))


def spread(*values, printed=0.5):
    return TauSpread(("NVD", "NMD"), values, PrintedTau(printed, printed - 0.1, printed + 0.1))


def taus(**of_pair):
    """Return taus of 0.9 but for those of some pairs."""
    tau = np.full((len(KEYS), len(KEYS)), 0.9)
    for pair, value in of_pair.items():
        tau[tuple(map(KEYS.index, pair.split("_")))] = value
    return tau


TWO, ONE_OF_ARTIFICIAL, LOW = study(0.5, 0.5), study(0.5), taus(NMD_DNKT=0.4)
TIED, ALL_TIED = taus(NMD_DNKT=0.4, NVD_JSD=0.4), taus(NMD_DNKT=0.4, NVD_JSD=0.4, NVD_NMD=0.4)
INSIDE, OUTSIDE, FAR, OF_ONE = spread(0.49, 0.51), spread(0.501, 0.502), spread(0.7, 0.9), spread(0.501)

# papers

RIGHT = Recomputed(Printed("sakai2018", "Table 3", "NMD, τ", "-0.150", "NMD", "gold 1 0; estimate 1 1", ""), -0.1502)
FROM_OTHERS = replace(RIGHT, row=RIGHT.row._replace(of="Table 2: τ"))
SLIP = replace(FROM_OTHERS, computed=1400.0)
ONE_OF_PAPERS, OTHER_OF_PAPERS, MISPRINTED = (one for one in checked_statements() if not one.holds)
OF_RANKINGS = next(one for one in checked_statements() if not one.n_votes)


def same_as_printed(change=0, cases=300):
    """Return what is said of a task with the printed counts, one of them changed."""
    values = np.eye(5)[np.arange(cases) % 5]
    task = Task("t", "A", tuple("abcde"), tuple(map(str, range(cases))), values, None, (), values[None][:0])
    printed = counts_of_wins(task) or counts_of_wins(replace(task, cases=task.cases[:300]))
    a, b = (np.array([n for (_, name), n in printed.items() if name == side]) for side in ("Popularity", "Uniform"))
    keys = tuple(dict.fromkeys(key for key, _ in printed))
    return on_papers.same_as_printed(task, Preferences(keys, a + change, b, 300 - a - b, np.zeros(6)))
