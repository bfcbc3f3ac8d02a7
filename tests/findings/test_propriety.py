"""Whether measures reward the truth, and what else they reward."""

import numpy as np

from ordquant_core.findings import propriety as findings
from ordquant_core.spaces.propriety import Propriety
from ordquant_core.spaces.propriety_map import ProprietyMap
from tests.findings.claims import every_branch

TRUTH = (0.1, 0.3, 0.6)


def result(key, *, best=TRUTH, score=0.188, exhaustive=True, truth_score=0.188):
    return Propriety(key, 3, TRUTH, truth_score, best, score, exhaustive, 1 / 1280)


PROPER, OTHER = result("RPS"), result("NMD", best=(0.0, 1 / 3, 2 / 3), score=0.155)
SEARCHED = result("NMD", exhaustive=False)
NMD_IS_BEST = "NMD is best at 0, 0.333, 0.667: 0.155, where the truth scores 0.188."
NO_BETTER = "By RPS, no report found is better than the truth: 0.188."


def rewarded(measure, *results):
    return findings.rewarded_reports(results, measure)


def best(*report, score, measure="NMD"):
    return findings.best_report(result(measure, best=report, score=score))


def mapped(*best):
    truths = np.array([[0, 0.5, 0.5], [0.25, 0.25, 0.5]])
    return findings.map_of_best_reports(ProprietyMap("NMD", 3, truths, np.array(best), np.zeros(2)))


AGAINST = "Against 3 annotators, the truth is a best report by"
BY_NMD = "By NMD, … in steps of 1/40 for"
MAP = "Every … multiples of 1/40, … not seen. …"
STEPS = "and … steps down to 1/1,280, … A measure is proper … no …"

test_every_branch_holds_its_claim = every_branch(
    (rewarded("NMD", PROPER, OTHER), f"{AGAINST} RPS; by 1 of the 2 measures, another …. {NMD_IS_BEST}"),
    (rewarded("RPS", PROPER), f"{AGAINST} RPS. {NO_BETTER}"),
    (rewarded("NMD", OTHER), f"{AGAINST} no measure; by 1 of the 1 measure, another …. {NMD_IS_BEST}"),
    (best(0.125, 0.25, 0.625, score=0.1878), "NMD is best at 0.125, 0.25, 0.625: 0.188, 0.0002 less …."),
    (best(7.6e-07, 0.99999924, 0.0, score=0.1), "NMD is best close to 0, 1, 0, with its tie broken: 0.100, … 0.188."),
    (
        mapped([0, 0.5, 0.5], [0, 0.5, 0.5]),
        f"{BY_NMD} 1 of the 2 …. … 25.0% …: … 0.25, 0.25, 0.5 to 0, 0.5, 0.5. {MAP}",
    ),
    (mapped([0, 0.5, 0.5], [0.25, 0.25, 0.5]), f"{BY_NMD} 2 of the 2 …. {MAP}"),
    (findings.how_rewarded([PROPER, SEARCHED]), f"… a grid of 40ths (for 1 of the measures, …), {STEPS}"),
    (findings.how_rewarded([PROPER]), f"Annotators … a grid of 40ths, {STEPS}"),
)
