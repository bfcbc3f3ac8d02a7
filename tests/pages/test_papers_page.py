"""Papers: one by one, printed numbers beside the computed ones, the study. What it opens with: tests/golden."""

from functools import partial

import pytest

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.printed import numbers_at
from ordquant_core.reproduction.printed import recomputed_numbers
from tests.pages.apps import opened, plot, table, verdict

papers = partial(opened, "papers")
NUMBERS = recomputed_numbers()


def test_a_paper_has_its_own_numbers():
    app = papers(paper="sakai2018")
    assert verdict(app) == "28 of 30 recomputed numbers in SIGIR 2018 hold; 2 are slips."
    assert [row[2:4] for row in table(app, "slips")] == [["177", "176"], ["177", "176"]]
    app = papers(paper="sakai2022")
    assert verdict(app).startswith("All ")
    assert 'id="slips"' not in " ".join(block.value for block in app.html)
    assert {row[0].partition(",")[0] for row in table(app, "left")} == {"Variants study 2022"}
    assert not [box for box in papers(paper="sakai2017").expander if "not recomputed" in box.label]


def test_all_numbers_are_reached_table_by_table():
    app = papers(every="yes", paper="sakai2021lq", table="sakai2021lq, Table 5 (I)")
    rows = table(app, "printed")
    assert [row[1] for row in rows] == [one.printed for one in numbers_at("sakai2021lq", "Table 5 (I): ")]
    assert rows[1][2:] == ["4", "pairs of runs", "Table 6 (I): NMD and RNOD"]
    (places,) = (box for box in app.selectbox if box.key == "papers_table")
    assert len(places.options) == len({one.row.place for one in NUMBERS if one.row.paper == "sakai2021lq"})
    places.set_value("sakai2021lq, Figure 3").run()
    assert [row[1] for row in table(app, "printed")] == ["−0.265", "−0.263"]


@pytest.mark.thorough
def test_the_study_stands_beside_its_published_table():
    app = papers(show="artificial", study_seeds="20")
    assert verdict(app) == (
        "All 10 published taus lie within 0.02 of our mean; all lie within the range over 20 seeds."
    )
    rows = table(app, "taus")
    assert [row[1] for row in rows] == [one.printed for one in numbers_at("sakai2018", "Table 1: L = 3, τ")]
    assert all(abs(float(row[1]) - float(row[3])) <= 0.02 for row in rows)
    assert plot(app, "artificial_tau")["data"]
    assert len(table(app, "matrix")) == len(MAIN_MEASURES)
