"""Whether measures reward the truth, and what else they reward."""

from ordquant_core.findings import propriety as findings
from ordquant_core.spaces.propriety import Propriety
from tests.findings.claims import every_branch

TRUTH = (0.1, 0.3, 0.6)


def result(key, *, best=TRUTH, score=0.188, exhaustive=True, truth_score=0.188, annotators=3):
    return Propriety(key, annotators, TRUTH, truth_score, best, score, exhaustive, 1 / 1280)


PROPER, OTHER = result("RPS"), result("NMD", best=(0.0, 1 / 3, 2 / 3), score=0.155)
SEARCHED = result("NMD", exhaustive=False)


def best(*report, score, measure="NMD"):
    return findings.best_report(result(measure, best=report, score=score))


AGAINST = "Where 3 annotators vote with probabilities 0.1, 0.3, 0.6, … best mean score by"
STEPS = "and … steps down to 1/1,280, … A measure is proper … no …"

test_every_branch_holds_its_claim = every_branch(
    (findings.rewarded_reports([PROPER, OTHER]), f"{AGAINST} RPS; by 1 of the 2 measures, another …."),
    (findings.rewarded_reports([PROPER]), f"{AGAINST} RPS."),
    (
        findings.rewarded_reports([result("RPS", annotators=1)]),
        "Where 1 annotator votes with probabilities 0.1, 0.3, 0.6, … RPS.",
    ),
    (findings.rewarded_reports([OTHER]), f"{AGAINST} no measure; by 1 of the 1 measure, another …."),
    (findings.best_report(OTHER), "NMD is best at 0, 0.333, 0.667: 0.155, where the truth scores 0.188."),
    (findings.best_report(PROPER), "By RPS, no report found is better than the truth: 0.188."),
    (best(0.125, 0.25, 0.625, score=0.1878), "NMD is best at 0.125, 0.25, 0.625: 0.188, 0.0002 less …."),
    (best(7.6e-07, 0.99999924, 0.0, score=0.1), "NMD is best close to 0, 1, 0, with its tie broken: 0.100, … 0.188."),
    (findings.how_rewarded([PROPER, SEARCHED]), f"… a grid of 40ths (for 1 of the measures, …), {STEPS}"),
    (findings.how_rewarded([PROPER]), f"Annotators … a grid of 40ths, {STEPS}"),
)
