"""What is said of the papers; recommendations name measures and places there are."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.findings import papers
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.recommendations import (
    OF_DISTRIBUTIONS,
    OF_RANKED_LISTS,
    RECOMMENDATIONS,
    TOGETHER,
    recommended_together,
)
from ordquant_core.papers.references import REFERENCES
from ordquant_core.papers.significance import MEASURES_OF_TABLES, PRINTED_WINS
from ordquant_core.records import Gold, Preferences, Task
from ordquant_core.reproduction.everything import Checked, recomputed
from ordquant_core.reproduction.number import number
from ordquant_core.reproduction.statements import checked_statements
from tests.findings.claims import every_branch

RIGHT = number("sakai2018", "Table 3", "NMD, τ", "-0.150", -0.1502, "its mean", by_definition=True)
OTHER = replace(RIGHT, printed="1,363", computed=1400.0, by_definition=False)
SLIPS = Checked(tuple(pair[1] for pair in recomputed().slips))
STATEMENTS = checked_statements()
OF_RANKINGS = next(one for one in STATEMENTS if one.statement.of_rankings)
BOUNDED = STATEMENTS[0]


STATEMENT_OF_20 = replace(BOUNDED, gold=(19, 1), estimate=(0, 20), scores=(("NOD", 1.00561),))
REVERSED = replace(OF_RANKINGS, gold=(1, 2), estimate=(2, 1), scores=(("τ", -1.0), ("K", 1.0)))
DEFINED = "… recomputed from …;"
ROW = PRINTED_WINS[0]


def gold(n_classes, cases=390, scale="A"):
    values = np.eye(n_classes)[np.arange(cases) % n_classes]
    return Gold("g", scale, tuple("abcdefgh"[:n_classes]), tuple(map(str, range(cases))), values)


def come_out(*more):
    return papers.numbers_that_come_out(SLIPS.with_(more))


def table_7(*golds, numbers=(), problem=""):
    return papers.table_7_from("f.json", golds, numbers, problem=problem, hint="HINT")


def same_as_printed(n_classes=5, **changed):
    """Say whether the counts of a row of table 7, or what is `changed` of them by measure, are as printed there."""
    of = gold(n_classes)
    wins = {key: tuple(map(int, counts)) for key, counts in ROW.counts.items()} | changed
    b, a = (np.array([wins[key][side] for key in MEASURES_OF_TABLES]) for side in (0, 1))
    task = Task(
        of.name, of.scale, of.classes, of.cases, of.probabilities, None, (), np.empty((0, *of.probabilities.shape))
    )
    return papers.same_as_printed(task, Preferences(tuple(MEASURES_OF_TABLES), a, b, 0 * a, 0.0 * a))


test_every_branch_holds_its_claim = every_branch(
    (come_out(RIGHT), f"1 of 9 … {DEFINED} 0 of 4 … agree …; the other 12 are slips …."),
    (come_out(OTHER), f"0 of 8 … {DEFINED} 0 of 5 …; 12 are slips …, and 1 from your gold differs."),
    (come_out(OTHER, OTHER), f"0 of 8 … {DEFINED} 0 of 6 …; 12 are slips …, and 2 from your gold differ."),
    (papers.calculation(RIGHT), "SIGIR 2018, table 3, NMD, τ: its mean; computed −0.150, printed −0.150."),
    (papers.statements_that_hold(STATEMENTS[:2]), "1 of 2 statements hold on …"),
    (papers.pairs_checked(BOUNDED), "20 votes, 5 classes"),
    (papers.pairs_checked(OF_RANKINGS), f"rankings of {OF_RANKINGS.statement.n_classes}"),
    (papers.witness(STATEMENT_OF_20), "gold 19, 1; estimate 0, 20: NOD 1.0056"),
    (papers.witness(REVERSED), "rankings 1, 2 and 2, 1: τ −1.0000, K 1.0000"),
    (same_as_printed(), f"LQ 2021, table 7 prints the same {2 * len(MEASURES_OF_TABLES)} counts for {ROW.task}."),
    (same_as_printed(NMD=(0, 0)), ""),
    (same_as_printed(4), ""),
    (table_7(gold(5), numbers=[RIGHT, OTHER]), "1 of 2 numbers of Table 7 come out from f.json."),
    (table_7(gold(5)), f"f.json is recognised as … STC-3 DQ-A, for which Table 7 has no row. {papers.ELSEWHERE}"),
    (table_7(gold(3, 20)), "f.json is not recognised … Table 7: it has 20 cases, 3 classes. HINT"),
    (table_7(problem="f.json: no JSON"), "f.json cannot be used: f.json: no JSON"),
    (table_7(), "f.json cannot be used: it contains no gold"),
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
