"""Papers: printed numbers beside recomputed ones, the slips, what cannot be recomputed, and the visitor's gold."""

import csv
import io
import json
import re

import numpy as np
import pytest

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import PRINTED_TAUS
from ordquant_core.papers.slips import MISPRINTS, SLIPS
from ordquant_core.papers.statements import STATEMENTS
from ordquant_core.reproduction.everything import recomputed
from ordquant_core.reproduction.number import PrintedNumber
from ordquant_core.spaces.artificial import artificial_distributions
from ordquant_core.writing.spreadsheets import csv_text
from pages.papers.state import OF_VIEW, ROWS, STATE
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import REAL_GOLD, app_at, plot, shown, text_of, verdict
from tests.pages.grammar import check_round_trips

PAGE = "pages/papers/page.py"
OTHER = {
    "show": "artificial",
    "paper": "sakai2021lq",
    "table": "Table 3",
    "slips": True,
    "row": 30,
    "slip": 5,
    "study_l": 4,
    "study_votes": 12,
    "study_seeds": 2,
    "repeats": True,
    "drawn": True,
}
OF_SEEDS = {"show": {"study_seeds": "1"}, "study_seeds": {"show": "artificial"}}  # what stands in a link beside them
CHECKED = recomputed()


def papers(**query):
    app = app_at(PAGE, **query)
    assert not app.exception
    return app


def listed(app):
    return cells_of(shown(app, 'id="printed"'), "printed")


def working(app):
    return text_of(shown(app, 'id="calculation"'))


def press(app, label, key):
    next(button for button in app.button if button.label == label and button.key == f"{key}_{label}").click().run()
    assert not app.exception


def test_every_parameter_makes_the_round_trip():
    assert set(OTHER) == set(STATE)
    of_study = {name for name in OF_VIEW["artificial"] if name != "study_seeds"}
    quick = {"show": "artificial", "study_seeds": "1"}
    check_round_trips(
        PAGE,
        STATE,
        OTHER,
        lambda name: quick if name in of_study else OF_SEEDS.get(name, {}),
    )


def expected_verdict(from_gold):
    """Count apart what is recomputed from distributions and what only agrees with other printed numbers."""
    own = [one.matches for one in CHECKED.numbers if one.by_definition]
    other = [one.matches for one in CHECKED.numbers if not one.by_definition]
    assert len(own) < len(other)
    return (
        f"{sum(own) + from_gold:,} of {len(own) + from_gold:,} printed numbers are recomputed from the definitions of "
        f"measures; {sum(other):,} of {len(other):,} printed numbers agree with other printed numbers; the other 12 "
        "are slips in the papers."
    )


def test_the_page_opens_with_the_finding_and_the_first_numbers():
    app = papers()
    assert verdict(app) == expected_verdict(0)
    rows = listed(app)
    assert len(rows) == ROWS
    assert rows[0] == ["EVIA 2017, section 3.2.1", "(X) and (Y), VD", "0.4", "0.4", "0", "✓"]
    assert "VD of both estimates, by its definition; computed 0.4, printed 0.4." in working(app)


def test_every_number_is_reached_page_by_page():
    app = papers(paper="sakai2018")
    seen = listed(app)
    press(app, "next ›", "papers")
    seen += listed(app)
    press(app, "next ›", "papers")
    seen += listed(app)
    expected = [one.key.name for one in CHECKED.of("sakai2018")]
    assert [row[1] for row in seen] == expected
    assert "29 to 30 of 30" in " ".join(text_of(block.value) for block in app.html)
    press(app, "‹ previous", "papers")
    assert [row[1] for row in listed(app)] == expected[14:28]


def test_a_link_to_a_row_opens_its_page_and_shows_its_calculation():
    app = papers(paper="sakai2021lq", row="60")
    rows = [row for row in rows_of(shown(app, 'id="printed"'), "printed") if "choice" in row.data]
    assert [row.data["choice"] for row in rows] == [str(number) for number in range(56, 70)]
    number = CHECKED.of("sakai2021lq")[59]
    assert working(app).startswith(f"LQ 2021, {number.key.place.lower()}, {number.key.name}: {number.how}; computed ")
    assert 'class="oq-chosen" data-choice="59"' in shown(app, 'id="printed"')


def test_only_slips_lists_them_with_what_is_computed():
    app = papers(slips="yes")
    rows = listed(app)
    assert len(rows) == len(SLIPS)
    assert {row[5] for row in rows} == {"slip"}
    assert ["LQ 2021, table 4 (h)", "NVD and RNSS, a", "4", "−1", "−5", "slip"] in rows
    assert ["EVIA 2017, figure 3", "(II), NOD", "0.3148", "0.2593", "−0.0555", "slip"] in rows
    app.button_group(key="papers_paper").set_value("sakai2022").run()
    assert "No slip is known here." in " ".join(text_of(block.value) for block in app.html)
    app.button_group(key="papers_paper").set_value("sakai2018").run()
    assert [row[2:4] for row in listed(app)] == [["177", "176"], ["177", "176"]]


def cards(app):
    return [text_of(block.value) for block in app.html if 'class="oq oq-tight"' in block.value]


def test_all_slips_and_statements_come_with_their_causes():
    app = papers()
    found = cards(app)
    for _ in range(3):
        press(app, "next ›", "slips")
        found += cards(app)
    assert len(found) == len(SLIPS) + 2 + len(MISPRINTS)
    for slip, text in zip(SLIPS, found, strict=False):
        assert slip.cause in text
        assert slip.name in text
    assert "NOD lies between 0 and 1." in found[12]
    assert "1.0056" in found[12]
    assert "no gold probability is zero" in found[13]
    assert "computed 0.1414" in found[14]


def test_statements_are_listed_with_a_witness():
    app = papers()
    rows = cells_of(shown(app, 'id="statements"'), "statements")
    assert [row[1] for row in rows] == [one.quote for one in STATEMENTS]
    assert [row[3] for row in rows].count("no") == 2
    starts = ["rankings " if one.of_rankings else "gold " for one in STATEMENTS]
    assert all(row[4].startswith(start) for row, start in zip(rows, starts, strict=True))
    titles = " ".join(box.label for box in app.expander)
    assert "9 of 11 statements hold on all pairs of small vote distributions or short rankings" in titles


def test_the_download_holds_what_is_listed_at_full_precision():
    rows = list(csv.DictReader(io.StringIO(csv_text(PrintedNumber.frame(CHECKED.numbers)))))
    assert len(rows) == len(CHECKED.numbers)
    assert sum(row["verdict"] == "slip" for row in rows) == len(SLIPS)
    interval = next(row for row in rows if row["printed_in"] == "Table 3" and row["paper"].startswith("Variants"))
    assert len(interval["computed"]) > 10
    assert interval["printed"] == "0.659"


def upload(app, name, data):
    app.file_uploader(key="papers_files_0").set_value([(name, data, "application/json")]).run()
    assert not app.exception
    return app


def test_the_real_gold_fills_its_rows_of_table_7():
    if not REAL_GOLD.exists():
        pytest.skip("the shared task's files are not here")
    app = upload(papers(), "gold_test.json", REAL_GOLD.read_bytes())
    assert "24 of 24 numbers of Table 7 come out" in app.info[0].value
    assert verdict(app) == expected_verdict(24)


def made_up_gold(cases, scales=("A",)):
    chance = np.random.default_rng(1)
    return json.dumps(
        [
            {
                "id": f"d{number}",
                "annotations": [{"quality": {one: str(chance.integers(-2, 3)) for one in scales}} for _ in range(3)],
            }
            for number in range(cases)
        ]
    ).encode()


def test_a_gold_that_only_looks_like_it_does_not_come_out_and_says_so():
    app = upload(papers(), "gold.json", made_up_gold(390))
    assert "numbers of Table 7 come out from gold.json" in app.info[0].value.replace("\\", "")
    assert "12 are slips in the papers, and" in verdict(app)
    assert verdict(app).endswith("from your gold differ.")
    n = 12 + sum(one.by_definition for one in CHECKED.numbers)
    assert f"of {n:,} printed numbers are recomputed from the definitions" in verdict(app)


def test_another_gold_and_a_file_that_is_none_are_reported():
    app = upload(papers(), "gold.json", made_up_gold(20))
    assert "is not recognised as the gold of a task in Table 7" in app.info[0].value.replace("\\", "")
    assert "20 cases, 5 classes" in app.info[0].value
    app = upload(papers(), "notes.json", b"[1, 2")
    assert re.search("cannot be used", app.info[0].value)
    assert verdict(app).endswith("the other 12 are slips in the papers.")


def test_the_study_stands_beside_its_published_table():
    app = papers(show="artificial", study_seeds="20", drawn="yes")
    assert not app.exception
    assert verdict(app) == (
        "All 10 published taus lie within 0.02 of our mean; all lie within the range over 20 seeds."
    )
    rows = cells_of(shown(app, 'id="taus"'), "taus")
    assert [float(row[1]) for row in rows] == [cell.tau for cell in PRINTED_TAUS[3]]
    assert all(abs(float(row[1]) - float(row[3])) <= 0.02 for row in rows)
    assert plot(app, "artificial_tau")["data"]
    assert len(cells_of(shown(app, 'id="matrix"'), "matrix")) == len(MAIN_MEASURES)
    drawn = artificial_distributions(3, rng=np.random.default_rng(0)).T
    linked = re.findall(r"compare\?[^\"]*gold=([^&\"]+)", shown(app, 'id="drawn"'))
    assert [one.replace("%2C", ",") for one in linked] == [",".join(map(str, row)) for row in drawn.astype(int)]
