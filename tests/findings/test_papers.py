"""What is said of the papers: every branch of every finding; recommendations name measures and places there are."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.findings import papers
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.recommendations import (
    OF_DISTRIBUTIONS,
    OF_RANKED_LISTS,
    RECOMMENDATIONS,
    TOGETHER,
    recommended_together,
)
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Gold
from ordquant_core.reproduction.everything import Checked, recomputed
from ordquant_core.reproduction.number import number
from ordquant_core.reproduction.statements import checked_statements

RIGHT = number("sakai2018", "Table 3", "NMD, τ", "-0.150", -0.1502, "its mean", by_definition=True)
OTHER = replace(RIGHT, printed="1,363", computed=1400.0, by_definition=False)
SLIPS = Checked(tuple(pair[1] for pair in recomputed().slips))
STATEMENTS = checked_statements()
OF_RANKINGS = next(one for one in STATEMENTS if one.statement.of_rankings)
BOUNDED = STATEMENTS[0]


def gold(n_classes, cases=390, scale="A"):
    values = np.eye(n_classes)[np.arange(cases) % n_classes]
    return Gold("g", scale, tuple("abcdefgh"[:n_classes]), tuple(map(str, range(cases))), values)


def come_out(*more):
    return papers.numbers_that_come_out(SLIPS.with_(more))


def table_7(golds=(), numbers=(), problem=""):
    return papers.table_7_from("f.json", golds, numbers, problem=problem, hint="HINT")


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (
            come_out(RIGHT),
            "1 of 9 printed numbers are recomputed from the definitions of measures; 0 of 4 printed numbers agree with "
            "other printed numbers; the other 12 are slips in the papers.",
        ),
        (
            come_out(OTHER),
            "0 of 8 printed numbers are recomputed from the definitions of measures; 0 of 5 printed numbers agree with "
            "other printed numbers; 12 are slips in the papers, and 1 from your gold differs.",
        ),
        (
            come_out(OTHER, OTHER),
            "0 of 8 printed numbers are recomputed from the definitions of measures; 0 of 6 printed numbers agree with "
            "other printed numbers; 12 are slips in the papers, and 2 from your gold differ.",
        ),
        (
            papers.calculation(RIGHT),
            "SIGIR 2018, table 3, NMD, τ: its mean; computed −0.150, printed −0.150.",
        ),
        (
            papers.statements_that_hold(STATEMENTS[:2]),
            "1 of 2 statements hold on all pairs of small vote distributions or short rankings",
        ),
        (papers.pairs_checked(BOUNDED), "20 votes, 5 classes"),
        (papers.pairs_checked(OF_RANKINGS), f"rankings of {OF_RANKINGS.statement.n_classes}"),
        (
            papers.witness(replace(BOUNDED, gold=(19, 1), estimate=(0, 20), scores=(("NOD", 1.00561),))),
            "gold 19, 1; estimate 0, 20: NOD 1.0056",
        ),
        (
            papers.witness(replace(OF_RANKINGS, gold=(1, 2), estimate=(2, 1), scores=(("τ", -1.0), ("K", 1.0)))),
            "rankings 1, 2 and 2, 1: τ −1.0000, K 1.0000",
        ),
        (table_7([gold(5)], [RIGHT, OTHER]), "1 of 2 numbers of Table 7 come out from f.json."),
        (
            table_7([gold(5)]),
            f"f.json is recognised as the gold of STC-3 DQ-A, for which Table 7 has no row. {papers.ELSEWHERE}",
        ),
        (
            table_7([gold(3, 20)]),
            "f.json is not recognised as the gold of a task in Table 7: it has 20 cases, 3 classes. HINT",
        ),
        (table_7(problem="f.json: no JSON"), "f.json cannot be used: f.json: no JSON"),
        (table_7(), "f.json cannot be used: it contains no gold"),
        (
            papers.recommended_pairs(),
            "Recommended for ordered classes: NMD with RNOD (LQ 2021, Section 6); "
            "NMD with RSNOD (SIGIR 2018, Section 4.2, page 1076)",
        ),
        (papers.recommended_measures(OF_RANKED_LISTS[0]), "RIC"),
        (
            papers.recommends(TOGETHER[1]),
            "SIGIR 2018, Section 4.2, page 1076, recommends NMD and RSNOD together. " + TOGETHER[1].words,
        ),
    ],
)
def test_every_finding_says_what_is_the_case(finding, words):
    assert plain(finding) == words


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
