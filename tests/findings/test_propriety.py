"""Whether measures reward the truth: every branch of every sentence."""

import numpy as np
import pytest

from ordquant_core.findings import propriety as findings
from ordquant_core.spaces.propriety import Propriety
from ordquant_core.spaces.propriety_map import ProprietyMap

TRUTH = (0.1, 0.3, 0.6)


def result(key, *, best=TRUTH, score=0.188, exhaustive=True, truth_score=0.188):
    return Propriety(key, 3, TRUTH, truth_score, best, score, exhaustive, 1 / 1280)


PROPER, OTHER = result("RPS"), result("NMD", best=(0.0, 1 / 3, 2 / 3), score=0.155)
NMD_IS_BEST = "NMD is best at 0, 0.333, 0.667: 0.155, where the truth scores 0.188."
NO_BETTER = "By RPS, no report found is better than the truth: 0.188."


def mapped(*best):
    truths = np.array([[0, 0.5, 0.5], [0.25, 0.25, 0.5]])
    return findings.map_of_best_reports(ProprietyMap("NMD", 3, truths, np.array(best), np.zeros(2)))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            findings.rewarded_reports([PROPER, OTHER], "NMD"),
            "Against 3 annotators, the truth is a best report by RPS; by 1 of the 2 measures, another report is better."
            f" {NMD_IS_BEST}",
        ),
        (
            findings.rewarded_reports([PROPER], "RPS"),
            f"Against 3 annotators, the truth is a best report by RPS. {NO_BETTER}",
        ),
        (
            findings.rewarded_reports([OTHER], "NMD"),
            "Against 3 annotators, the truth is a best report by no measure; by 1 of the 1 measure, another report is "
            f"better. {NMD_IS_BEST}",
        ),
        (
            findings.best_report(result("NMD", best=(0.125, 0.25, 0.625), score=0.1878)),
            "NMD is best at 0.125, 0.25, 0.625: 0.188, 0.0002 less than the truth.",
        ),
        (
            findings.best_report(result("DNKT", best=(7.6e-07, 0.99999924, 0.0), score=0.1)),
            "DNKT is best close to 0, 1, 0, with its tie broken: 0.100, where the truth scores 0.188.",
        ),
        (
            mapped([0, 0.5, 0.5], [0, 0.5, 0.5]).partition(" Every point")[0],
            "By NMD, the truth is a best report in steps of 1/40 for 1 of the 2 true distributions of this map. At "
            "most, 25.0% of the probability moves: from 0.25, 0.25, 0.5 to 0, 0.5, 0.5.",
        ),
        (
            mapped([0, 0.5, 0.5], [0.25, 0.25, 0.5]).partition(" Every point")[0],
            "By NMD, the truth is a best report in steps of 1/40 for 2 of the 2 true distributions of this map.",
        ),
    ],
)
def test_every_sentence_on_propriety(sentence, words):
    assert sentence == words


def test_the_line_below_says_for_how_many_measures_a_search_was_needed():
    searched = findings.how_rewarded([PROPER, result("NMD", exhaustive=False)])
    assert "a grid of 40ths (for 1 of the measures, of those that a search visits), and" in searched
    assert "steps down to 1/1,280, and" in searched
    assert "a grid of 40ths, and" in findings.how_rewarded([PROPER])
