"""A measure of one's own in Compare: its row, its link there and back; it is no vote among the measures."""

import re

import pytest

from ordquant_core.measures.built import NAMED, Switches, built_measure
from ordquant_core.report.snippet import snippet
from pages.compare.state import from_query
from pages.which_measure.state import NAMES
from tests.pages.apps import app_at, compare, follow, scores, shown, text_of, verdict
from tests.pages.grammar import link_of

PICTURE = {"gold": "4,0,0,7,9", "a": "9,0,0,10,1", "b": "4,0,9,3,4"}
MADE = "totals.squared.distance.all"
BACK = re.compile(r'href="(lessons\?[^"]*)"')


def test_it_has_a_row_of_its_own_with_its_switches_and_the_way_back():
    without = compare(**PICTURE)
    app = compare(**PICTURE, built=MADE)
    assert not app.exception
    gold, a, b = (tuple(map(int, PICTURE[side].split(","))) for side in ("gold", "a", "b"))
    measure = built_measure(Switches.parse(MADE))
    assert scores(app) == scores(without) | {MADE: (float(measure(gold, a)), float(measure(gold, b)))}
    table = shown(app, 'id="measures"')
    assert measure.name in text_of(table)
    assert BACK.findall(table) == [f"lessons?lesson=make&amp;built={MADE}"]
    assert verdict(app) == verdict(without)  # which counts the measures of the registry
    assert link_of(app)["built"] == MADE


def test_it_follows_classes_that_are_not_a_step_apart():
    found = scores(compare(**PICTURE, positions="1,2,4,8,9", built=MADE))[MADE]
    measure = built_measure(Switches.parse(MADE))
    assert found[0] == float(measure([4, 0, 0, 7, 9], [9, 0, 0, 10, 1], [1, 2, 4, 8, 9]))


def test_it_can_be_removed_and_a_link_without_it_shows_none():
    app = compare(**PICTURE, built=MADE)
    next(one for one in app.button if one.label == "Remove your measure").click().run()
    assert MADE not in scores(app)
    assert "built" not in link_of(app)
    assert MADE not in scores(follow(compare(**PICTURE, built=MADE), **PICTURE, measure="JSD"))


@pytest.mark.parametrize("key", NAMED)
def test_a_rule_with_a_name_is_that_measure_and_its_calculation_leads_back(key):
    app = compare(**PICTURE, built=NAMED[key])
    assert not app.warning
    assert link_of(app).get("measure", "NMD") == key
    assert "built" not in link_of(app)
    assert set(scores(app)) == set(scores(compare(**PICTURE)))
    assert any(f"built={NAMED[key]}" in link for block in app.html for link in BACK.findall(block.value))


def test_a_measure_that_no_four_switches_make_has_no_rule_to_change():
    app = compare(**PICTURE, measure="JSD")
    assert not [link for block in app.html for link in BACK.findall(block.value)]


@pytest.mark.parametrize("script", ["pages/compare/page.py", "pages/lessons/page.py"])
@pytest.mark.parametrize("text", ["bars", "<script>", "totals.squared.distance.all.all", "x" * 5000])
def test_what_is_no_rule_is_reported_once(script, text):
    app = app_at(script, **PICTURE, built=text, **({"lesson": "make"} if "lessons" in script else {}))
    assert not app.exception
    assert len(app.warning) == 1
    assert "four switches" in app.warning[0].value


def test_the_program_prints_it(capsys):
    exec(snippet(from_query(PICTURE), ["NMD"], made=Switches.parse(MADE)), {})
    measure = built_measure(Switches.parse(MADE))
    a, b = (float(measure([4, 0, 0, 7, 9], side)) for side in ([9, 0, 0, 10, 1], [4, 0, 9, 3, 4]))
    assert capsys.readouterr().out.splitlines()[-1] == f"yours {a} {b}"


@pytest.mark.parametrize("answer", ["any", "yes", "open"])
def test_which_measure_offers_to_make_one_once_all_is_answered(answer):
    app = app_at("pages/which_measure/page.py", **dict.fromkeys(NAMES.values(), answer))
    assert any("lessons?lesson=make" in block.value for block in app.html) == (answer != "open")
