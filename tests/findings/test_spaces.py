"""What measures do on all gold distributions: every branch of every sentence."""

from dataclasses import dataclass

import numpy as np
import pytest

from ordquant_core.findings import spaces as findings
from ordquant_core.findings.sentence import RunName, Strong, plain
from ordquant_core.records import Quadrants
from ordquant_core.spaces.by_score import Matches
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.spaces.measure_properties import AS_A_DISTANCE, Finding, property_table

COMPARED = compare_estimators(6, 3, Estimator("popularity"), Estimator("mirror"), ["NMD", "DNKT"])
OF_ALL = "Of all 28 possible vote counts (6 annotators, 3 classes), NMD and DNKT disagree on "


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

    def quadrants(self, first, second):
        rest = self.n_distributions - self.second - self.fourth - self.ties
        return Quadrants(rest, self.second, 0, self.fourth, self.ties)


def disagreement(**counts):
    return findings.disagreement(Counted(**counts), "NMD", "DNKT")


def counted(ties):
    return findings.how_counted(Counted(1, 1, ties), "NMD", "DNKT")


def meeting(n_found, n_conditions=1):
    votes = np.array([[0, 1, 2]] * min(n_found, 1), dtype=np.int64).reshape(-1, 3)
    return findings.meeting_conditions(Matches(votes, np.zeros((1, len(votes))), n_found, 28), 6, 3, n_conditions)


def properties(n_votes, n_classes, *keys):
    return findings.ordinal_measures(property_table(n_votes, n_classes, keys), n_votes, n_classes)


def distances(holding, n_votes=5):
    """Return the sentence where measures have all properties of a distance, or lack the last of them."""
    known = [
        Finding(key, name, holds if name == AS_A_DISTANCE[-1] else True, 1, (), "")
        for key, holds in holding.items()
        for name in AS_A_DISTANCE
    ]
    return findings.ordinal_measures(known, n_votes, 3)


def has(name, *, holds):
    return findings.has_property(Finding("RNOD", name, holds, 0, (), ""))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            disagreement(second=5, fourth=2),
            f"{OF_ALL}7 (25.0%): on 5, NMD prefers A Popularity and DNKT B Gold, mirrored; on 2, the reverse.",
        ),
        (
            disagreement(second=0, fourth=2),
            f"{OF_ALL}2 (7.1%): on 2, NMD prefers B Gold, mirrored and DNKT A Popularity.",
        ),
        (disagreement(second=0, fourth=0), f"{OF_ALL}0 (0.0%)."),
        (
            counted(1),
            "Every possible vote count counts once; 1 vote count is a tie for at least one of the two. Smaller scores "
            "are better.",
        ),
        (
            counted(3),
            "Every possible vote count counts once; 3 vote counts are ties for at least one of the two. Smaller scores "
            "are better.",
        ),
        (findings.disagreement_in_brief(Counted(5, 2), "NMD", "DNKT"), "NMD and DNKT disagree on 7 of 28"),
        (
            findings.parts_of_shapes(COMPARED, "NMD", "DNKT"),
            "Both prefer A Popularity; NMD and DNKT disagree; one of them ties (grey); both prefer B Gold, mirrored.",
        ),
        (
            meeting(28, n_conditions=0),
            "Without conditions, all 28 possible vote counts (6 annotators, 3 classes) are listed.",
        ),
        (meeting(28), "All 28 possible vote counts (6 annotators, 3 classes) meet the conditions."),
        (
            meeting(1),
            "Exactly one of the 28 possible vote counts (6 annotators, 3 classes) meets the conditions: 0, 1, 2.",
        ),
        (meeting(7), "7 of the 28 possible vote counts (6 annotators, 3 classes) meet the conditions (25.00%)."),
        (meeting(0), "None of the 28 possible vote counts (6 annotators, 3 classes) meets the conditions."),
        (
            properties(5, 3, "NMD", "RNOD", "JSD"),
            "2 of 3 measures are shown to consider the order of the classes; for only NMD, no counterexample to a "
            "distance on ordered classes was found.",
        ),
        (
            properties(1, 4, "NMD", "RNOD", "JSD"),
            "2 of 3 measures are shown to consider the order of the classes; one vote is too few to look for "
            "counterexamples to a distance on ordered classes.",
        ),
        (
            properties(7, 2, "NMD", "JSD"),
            "With two classes, nothing shows whether a measure considers their order; take three or more.",
        ),
        (
            properties(3, 3, "JSD"),
            "None of 1 measure is shown to consider the order of the classes; for all of them, there is a "
            "counterexample to a distance on ordered classes.",
        ),
        (
            distances({"NMD": True, "MD": True, "RNOD": False}),
            "3 of 3 measures are shown to consider the order of the classes; for NMD and MD, no counterexample to a "
            "distance on ordered classes was found.",
        ),
        (
            distances({"RNOD": False}),
            "1 of 1 measure is shown to consider the order of the classes; for all of them, there is a counterexample "
            "to a distance on ordered classes.",
        ),
        (has("order", holds=True), "RNOD, considers class order: yes, by an example"),
        (has("order", holds=False), "RNOD, considers class order: no example found at this size"),
        (has("symmetric", holds=False), "RNOD, symmetric: no, by a counterexample"),
        (has("symmetric", holds=True), "RNOD, symmetric: no counterexample found at this size"),
        (has("order", holds=None), "RNOD, considers class order: does not apply"),
    ],
)
def test_every_sentence_on_all_gold_distributions(sentence, words):
    assert plain(sentence) == words


def test_names_and_parts_have_their_marks():
    names = {RunName("Popularity", "A", alone=False), RunName("Gold, mirrored", "B", alone=False)}
    assert names <= set(disagreement(second=5, fourth=2))
    assert names | {Strong("NMD and DNKT disagree")} <= set(findings.parts_of_shapes(COMPARED, "NMD", "DNKT"))


def test_the_line_below_says_on_what_properties_were_checked():
    assert "Checked on all distributions of 7 votes over 4 classes" in findings.how_checked(7, 4)
