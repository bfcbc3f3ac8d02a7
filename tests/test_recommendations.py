"""What the papers recommend names measures and papers that there are, and a place in each."""

import pytest

from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.recommendations import OF_DISTRIBUTIONS, OF_RANKED_LISTS, RECOMMENDATIONS, TOGETHER
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.papers.recommended import recommended_pairs, recommended_rows, recommended_together, said_of


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
    assert said_of(TOGETHER[1]).startswith("SIGIR 2018, Section 4.2, page 1076, recommends NMD and RSNOD together. ")
    assert recommended_pairs() == (
        "Recommended for ordered classes: NMD with RNOD (LQ 2021, Section 6); "
        "NMD with RSNOD (SIGIR 2018, Section 4.2, page 1076)"
    )


def test_all_are_listed_where_they_belong():
    assert {*OF_DISTRIBUTIONS, *OF_RANKED_LISTS} == {*RECOMMENDATIONS}
    assert len(recommended_rows()[1]) == len(OF_DISTRIBUTIONS)
