"""Papers: the slips, all printed numbers beside the computed ones, statements, the study with artificial golds."""

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.printed import numbers_at
from ordquant_core.reproduction.printed import recomputed_numbers
from ordquant_core.reproduction.statements import checked_statements
from tests.pages.apps import app_at, plot, said, shown, table, text_of, verdict

PAGE = "pages/papers/page.py"
NUMBERS = recomputed_numbers()
SLIPS = [one for one in NUMBERS if not one.matches]


def papers(**query):
    app = app_at(PAGE, **query)
    assert not app.exception
    return app


def test_the_page_opens_with_the_finding_and_the_slips():
    app = papers()
    assert verdict(app) == "1,633 of 1,645 recomputed numbers in the four papers hold; 12 are slips."
    parts = text_of(shown(app, "oq-origins"))
    assert parts == "68 of 76 from definitions hold1,565 of 1,569 from other numbers hold12 slips"
    rows = table(app, "slips")
    assert [row[4].replace("\N{NO-BREAK SPACE}", " ") for row in rows] == [one.row.cause for one in SLIPS]
    assert [row[1] for row in rows] == [one.row.number for one in SLIPS]
    assert rows[0][:4] == ["EVIA 2017, Figure 3", "(II), NOD", "0.3148", "0.2593"]
    assert rows[-2][:4] == ["LQ 2021, Table 4 (h)", "NVD and RNSS, a", "4", "−1"]
    assert shown(app, 'id="slips"').count('href="compare?') == 8
    assert 'id="printed"' not in " ".join(block.value for block in app.html)


def test_a_paper_has_its_own_numbers():
    app = papers(paper="sakai2018")
    assert verdict(app) == "28 of 30 recomputed numbers in SIGIR 2018 hold; 2 are slips."
    assert [row[2:4] for row in table(app, "slips")] == [["177", "176"], ["177", "176"]]
    app = papers(paper="sakai2022")
    assert verdict(app).startswith("All ")
    assert 'id="slips"' not in " ".join(block.value for block in app.html)
    assert {row[0].partition(",")[0] for row in table(app, "left")} == {"Variants study 2022"}
    labels = [box.label for box in app.expander]
    assert labels[1:] == ["2 statements, all of which hold", "528 numbers not recomputed, and why"]
    app = papers(paper="sakai2017")
    assert not [box for box in app.expander if "not recomputed" in box.label]


def test_all_numbers_are_reached_table_by_table():
    app = papers(every="yes", paper="sakai2021lq", table="sakai2021lq, Table 5 (I)")
    rows = table(app, "printed")
    assert [row[1] for row in rows] == [one.printed for one in numbers_at("sakai2021lq", "Table 5 (I): ")]
    assert rows[1][2:] == ["4", "pairs of runs", "Table 6 (I): NMD and RNOD"]
    (places,) = (box for box in app.selectbox if box.key == "papers_table")
    assert len(places.options) == len({one.row.place for one in NUMBERS if one.row.paper == "sakai2021lq"})
    places.set_value("sakai2021lq, Figure 3").run()
    assert [row[1] for row in table(app, "printed")] == ["−0.265", "−0.263"]


def test_statements_are_listed_with_a_witness_and_what_cannot_be_recomputed_with_its_reason():
    app = papers()
    rows, statements = table(app, "statements"), checked_statements()
    assert [row[1] for row in rows] == [one.statement for one in statements]
    assert [row[3] for row in rows].count("no") == 3
    starts = ["gold " if one.n_votes else "rankings " for one in statements]
    assert all(row[4].startswith(start) for row, start in zip(rows, starts, strict=True))
    assert "2 statements that do not hold, 1 misprint" in [box.label for box in app.expander]
    assert [row[-1] for row in table(app, "left")] == [one["cause"] for one in read_rows("not_recomputed.csv")]


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


def test_one_seed_shows_no_range():
    app = papers(show="artificial", study_seeds="1")
    assert verdict(app).endswith("published taus lie within 0.02 of ours, from one seed.")
    assert not {"range", "mean"} & {*said(app, "taus").split()}
    assert all(abs(float(row[1]) - float(row[3])) < 0.05 for row in table(app, "taus"))
    assert 'class="oq-dissent"' not in shown(app, 'id="taus"')
