"""Which measure?: answers are the link and grey out rows, each with its example."""

import html
import re
from functools import cache
from urllib.parse import parse_qsl, urlsplit

import pytest

from ordquant_core.analysis.picture import to_query
from ordquant_core.findings.which_measure import candidates
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.spaces.measure_properties import PROPERTIES
from ordquant_core.spaces.which_measure import apply_answers, gather_facts
from pages.which_measure import state
from pages.which_measure.state import ANSWERS, GIVEN, NAMES, OF_VIEW, STATE
from tests.html_tables import cells_of
from tests.pages.apps import app_at, follow, messages, shown, text_of, verdict
from tests.pages.grammar import check_round_trips, link_of

SCRIPT = "pages/which_measure/page.py"


@cache
def facts():
    return gather_facts()


def page(**answers):
    app = app_at(SCRIPT, **answers)
    assert not app.exception
    return app


def rows(app):
    """Return the rows of the table: label -> signs of the five properties, and whether it fits."""
    listed = cells_of(shown(app, 'id="answered"'), "answered")
    return {row[0]: row[1:] for row in listed if len(row) > 1}


def links(app, table):
    """Return what the links of a table say to Compare."""
    found = re.findall(r'href="([^"]+)"', shown(app, f'id="{table}"'))
    return [dict(parse_qsl(urlsplit(html.unescape(link)).query)) for link in found]


def test_without_answers_nothing_is_ruled_out_and_nothing_proposed():
    app = page()
    table = rows(app)
    assert set(table) == {MEASURES[key].label for key in MAIN_MEASURES}
    assert {cells[-1] for cells in table.values()} == {"not ruled out"}
    assert links(app, "answered") == []
    assert verdict(app) == "Nothing is ruled out yet."
    assert not app.get("plotly_chart")


def test_with_ordered_classes_the_recommended_pair_is_shown_with_its_source():
    app = page(ordered="yes")
    assert {name for name, cells in rows(app).items() if cells[-1] == "candidate"} == {"NMD", "RNOD"}
    said = text_of(shown(app, 'id="recommended_together"'))
    assert said.startswith("LQ 2021, Section 6, recommends NMD and RNOD together.")
    assert "recommended_together" not in str([block.value for block in page(ordered="no").html])


def test_answers_grey_out_rows_that_say_why_with_an_example_in_compare():
    answers = {"ordered": "yes", "exchangeable": "yes"}
    app = page(**answers)
    outcome = apply_answers({key: GIVEN.get(answers.get(NAMES[key])) for key in NAMES}, facts())
    table = rows(app)
    for row in outcome.rows:
        words = table[MEASURES[row.measure].label][-1]
        if row.greyed:
            assert words == "".join(f"{grey.why} Example" for grey in row.greyed)
        else:
            assert words == ("candidate" if row.measure in outcome.candidates else "fits")
    examples = [to_query(grey.example) for row in outcome.rows for grey in row.greyed]
    assert sorted(map(repr, links(app, "answered"))) == sorted(map(repr, examples))
    assert verdict(app) == candidates(outcome)


def test_an_answer_is_kept_in_the_link_and_can_be_taken_back():
    app = page()
    app.button_group(key=STATE.key("large")).set_value("yes").run()
    assert link_of(app) == {"large": "yes"}
    assert any("costs more in fewer than 75%" in cells[-1] for cells in rows(app).values())
    app.button_group(key=STATE.key("large")).set_value("any").run()
    assert link_of(app) == {}


@pytest.mark.parametrize("word", list(ANSWERS)[1:])
def test_every_answer_makes_the_round_trip(word):
    check_round_trips(SCRIPT, STATE, dict.fromkeys(NAMES.values(), word))


def test_every_other_parameter_makes_the_round_trip():
    other = {
        "show": "recommended",
        "properties_l": 3,
        "properties_n": 5,
        "property": "JSD.triangle",
        "truth": "1,2,3,4",
        "k": 5,
        "report": "RPS",
    }
    assert {*other, *NAMES.values()} == set(STATE)
    view_of = {name: view for view, names in OF_VIEW.items() for name in names}
    check_round_trips(SCRIPT, STATE, other, lambda name: {"show": view_of[name]} if name in view_of else {})


def test_every_cell_of_the_table_of_properties_has_its_example():
    app = page(show="properties", properties_n="5", properties_l="3")
    assert "for only NMD, no counterexample" in verdict(app)
    choices = re.findall(r'data-choice="([^"]+)"', shown(app, 'id="properties"'))
    assert choices == [f"{key}.{name}" for key in sorted(MAIN_MEASURES, key=family) for name in PROPERTIES]
    for choice in ("NMD.triangle", "JSD.triangle", "RNOD2.distances", "DNKT.zero", "NVD.distances"):
        follow(app, show="properties", properties_n="5", properties_l="3", property=choice)
        assert not app.exception
        assert text_of(shown(app, 'id="example"'))


def family(key):
    return list(FAMILIES).index(MEASURES[key].family)


def test_too_many_distributions_for_the_properties_are_refused():
    assert "Take at most 6 votes" in messages(page(show="properties", properties_n="20", properties_l="5"))


@pytest.mark.parametrize("text", ["", "a,b", "1" * 300, "<b>"])
def test_what_a_browser_sends_is_checked(monkeypatch, text):
    held = {}
    monkeypatch.setattr(state, "STATE", type("Held", (dict,), {"params": STATE.params})(held))
    for name in ("property", "report"):
        state.choose(name, text)
    assert not state.STATE
    state.choose("report", "JSD")
    assert state.STATE == {"report": "JSD"}
