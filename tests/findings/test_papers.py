"""What is said of the papers; recommendations name measures and places there are."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.findings import papers
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.printed import Printed
from ordquant_core.papers.recommendations import (
    OF_DISTRIBUTIONS,
    OF_RANKED_LISTS,
    RECOMMENDATIONS,
    TOGETHER,
    recommended_together,
)
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Preferences, Task
from ordquant_core.reproduction.from_gold import counts_of_wins
from ordquant_core.reproduction.printed import Recomputed
from ordquant_core.reproduction.statements import checked_statements
from tests.findings.claims import every_branch

RIGHT = Recomputed(Printed("sakai2018", "Table 3", "NMD, τ", "-0.150", "NMD", "gold 1 0; estimate 1 1", ""), -0.1502)
FROM_OTHERS = replace(RIGHT, row=RIGHT.row._replace(of="Table 2: τ"))
SLIP = replace(FROM_OTHERS, computed=1400.0)
ONE, OTHER, MISPRINTED = (one for one in checked_statements() if not one.holds)
OF_RANKINGS = next(one for one in checked_statements() if not one.n_votes)


def same_as_printed(change=0, cases=300):
    """Return what is said of a task with the printed counts, one of them changed."""
    values = np.eye(5)[np.arange(cases) % 5]
    task = Task("t", "A", tuple("abcde"), tuple(map(str, range(cases))), values, None, (), values[None][:0])
    printed = counts_of_wins(task) or counts_of_wins(replace(task, cases=task.cases[:300]))
    a, b = (np.array([n for (_, name), n in printed.items() if name == side]) for side in ("Popularity", "Uniform"))
    keys = tuple(dict.fromkeys(key for key, _ in printed))
    return papers.same_as_printed(task, Preferences(keys, a + change, b, 300 - a - b, np.zeros(6)))


STATEMENT_OF_20 = replace(ONE, gold=(19, 1), estimate=(0, 20), scores=(("NOD", 1.00561),))
REVERSED = replace(OF_RANKINGS, gold=(1, 2), estimate=(2, 1), scores=(("τ", -1.0), ("K", 1.0)))
ROUNDS = "A number holds …."

test_every_branch = every_branch(
    (papers.numbers_that_hold([RIGHT, FROM_OTHERS], "LQ 2021"), "All 2 … in LQ 2021 hold."),
    (papers.numbers_that_hold([RIGHT, SLIP], "all"), "1 of 2 … in all hold; 1 is a slip."),
    (papers.numbers_that_hold([RIGHT, SLIP, SLIP], "all"), "1 of 3 … in all hold; 2 are slips."),
    (papers.origins([RIGHT]), f"Recomputed from … definitions … measures. {ROUNDS}"),
    (papers.origins([SLIP]), f"Recomputed from other printed … stand. {ROUNDS}"),
    (papers.origins([RIGHT, SLIP, FROM_OTHERS]), f"… from … definitions … or from other … stand. {ROUNDS}"),
    (papers.statements_that_fail([OF_RANKINGS, ONE]), "1 statement that does not hold"),
    (papers.statements_that_fail([MISPRINTED, MISPRINTED]), "2 misprints"),
    (papers.statements_that_fail([OF_RANKINGS]), "1 statement, all … hold"),
    (papers.numbers_left([60, 288], others=False), "348 numbers not recomputed, and why"),
    (papers.numbers_left([1], others=True), "1 number and more not …"),
    (papers.statements_that_fail([ONE, OTHER, MISPRINTED]), "2 statements that do not hold, 1 misprint"),
    (papers.pairs_checked(ONE), "20 votes, 5 classes"),
    (papers.pairs_checked(OF_RANKINGS), "rankings of 5"),
    (papers.witness(STATEMENT_OF_20), "gold 19, 1; estimate 0, 20: NOD 1.0056"),
    (papers.witness(REVERSED), "rankings 1, 2 and 2, 1: τ −1.0000, K 1.0000"),
    (same_as_printed(), "LQ 2021, Table 7 prints the same 12 counts for DialEval-1 DQ-A."),
    (same_as_printed(1), ""),
    (same_as_printed(cases=20), ""),
    (papers.recommended_pairs(), "… NMD with RNOD (LQ 2021, … 6); NMD with RSNOD (SIGIR 2018, … 4.2, page 1076)"),
    (papers.recommended_measures(OF_RANKED_LISTS[0]), "RIC"),
    (papers.recommends(TOGETHER[1]), f"{TOGETHER[1].source}, recommends NMD and RSNOD together. {TOGETHER[1].words}"),
)


@pytest.mark.parametrize("one", RECOMMENDATIONS, ids=lambda one: one.source)
def test_a_recommendation_names_a_paper_a_place_and_measures(one):
    assert one.paper in REFERENCES
    assert one.place.startswith("Section")
    assert all(key in MEASURES or key == "RIC" for key in one.measures)
    assert any(MEASURES[key].label in one.words or one.together for key in one.measures if key in MEASURES) or (
        "RIC" in one.words
    )


def test_the_two_recommended_pairs_are_those_of_lq_2021_and_sigir_2018():
    assert [(one.source.partition(",")[0], one.measures) for one in TOGETHER] == [
        ("LQ 2021", ("NMD", "RNOD")),
        ("SIGIR 2018", ("NMD", "RSNOD")),
    ]
    assert recommended_together(("RNOD", "NMD")) is TOGETHER[0]
    assert recommended_together(("RNOD", "RSNOD")) is None
    assert {*OF_DISTRIBUTIONS, *OF_RANKED_LISTS} == {*RECOMMENDATIONS}
