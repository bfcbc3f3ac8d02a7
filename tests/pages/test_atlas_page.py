"""The atlas: every section opens from a link, says what it found, and refuses what it cannot do."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from ordquant_core.figures.deltas import place_deltas
from ordquant_core.figures.points import code_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from pages.atlas import every
from pages.atlas.gold_views import SHOWN
from pages.atlas.state import OF_VIEW, PRESETS, STATE
from pages.compare.state import from_query
from tests import html_tables
from tests.pages.apps import annotations, app_at, messages, plot, scores, shown, text_of, verdict, wins
from tests.pages.grammar import check_round_trips, link_of

pytestmark = pytest.mark.slow

PAGE = "pages/atlas/page.py"


def atlas(**query):
    return app_at(PAGE, **query)


def rows_of(app, table):
    return html_tables.cells_of(shown(app, f'id="{table}"'), table)


def compare_links(app, table):
    found = re.findall(r'href="(compare\?[^"]+)"', shown(app, f'id="{table}"'))
    return [
        from_query({key: values[0] for key, values in parse_qs(urlsplit(html.unescape(link)).query).items()})
        for link in found
    ]


def test_it_opens_on_all_gold_distributions_of_the_paper_with_exact_counts():
    app = atlas()
    assert not app.exception
    compared = compare_estimators(20, 5, Estimator("popularity"), Estimator("uniform"))
    counts = compared.quadrants("NMD", "RNOD")
    assert "10,626" in verdict(app)
    assert f"disagree on {counts.second + counts.fourth:,} of all" in verdict(app)
    ways = text_of(shown(app, 'id="because"'))
    assert re.search(f"On {counts.second:,}, NMD prefers Popularity.* and RNOD Uniform", ways)
    assert f"on {counts.fourth:,}, the reverse" in ways
    said = annotations(plot(app, "atlas_scatter"))
    assert f"NMD prefers A, RNOD B <b>{counts.second}</b>" in said
    assert f"NMD prefers B, RNOD A <b>{counts.fourth}</b>" in said
    preferences = compared.preferences
    assert wins(app) == {
        key: (int(preferences.prefers_a[i]), int(preferences.ties[i]), int(preferences.prefers_b[i]))
        for i, key in enumerate(MAIN_MEASURES)
    }


def test_the_distributions_on_which_two_measures_disagree_most_open_in_compare():
    app = atlas(x="NMD", y="JSD")
    first = rows_of(app, "disagreements")[0]
    expected = compare_estimators(20, 5, Estimator("popularity"), Estimator("uniform")).farthest("NMD", "JSD")
    assert first[0].endswith(",".join(map(str, expected[0])))
    pictures = compare_links(app, "disagreements")
    assert [picture.gold for picture in pictures] == [tuple(map(float, row)) for row in expected[:SHOWN].tolist()]
    assert {(picture.a, picture.b) for picture in pictures} == {("popularity", "uniform")}


def test_a_link_opens_space_estimates_measures_and_gold():
    app = atlas(n="6", l="3", a="smoothed:2", b="1,2,3", x="JSD", y="NVD", gold="1,2,3")
    assert not app.exception
    assert not messages(app)
    assert verdict(app) == "JSD and NVD disagree on none of the 28 gold distributions."
    assert text_of(shown(app, 'id="because"')).startswith("6 annotators, 3 classes.")
    assert text_of(shown(app, 'id="card"')).startswith("Gold 1,2,3: JSD and NVD both prefer")
    assert scores(app)["NVD"][1] == 0
    assert link_of(app) == {
        "n": "6",
        "l": "3",
        "a": "smoothed:2",
        "b": "1,2,3",
        "x": "JSD",
        "y": "NVD",
        "gold": "1,2,3",
    }


def test_an_estimator_is_chosen_or_typed_and_what_is_none_is_refused():
    app = atlas(n="6", l="3", a="median")
    assert app.selectbox(key="atlas_a").value == "median"
    app = atlas(n="6", l="3", b="1,2,3")
    assert "B Fixed 1,2,3" in text_of(shown(app, 'id="wins"'))
    assert "Unknown estimator 'best'; choose from popularity" in messages(atlas(b="best"))


@pytest.mark.parametrize(("a", "b", "n"), [("popularity", "popularity", 20), ("popularity", "median", 1)])
def test_estimators_that_are_the_same_are_not_compared(a, b, n):
    app = atlas(a=a, b=b, n=n)
    assert not app.exception
    assert "give the same estimate for all" in verdict(app)
    assert 'id="wins"' not in " ".join(block.value for block in app.html)
    assert app.selectbox(key="atlas_b").value == b


def test_a_measure_beside_itself_has_its_preferences_and_no_disagreement():
    app = atlas(n="6", l="3", x="NMD", y="NMD")
    assert not app.exception
    counts = wins(app)["NMD"]
    assert f"NMD prefers Popularity on {counts[0]} and Uniform on {counts[2]} of all 28" in verdict(app)


def test_a_space_beyond_the_limit_is_refused_with_the_number_of_votes_that_fits():
    app = atlas(n="500", l="5")
    assert not app.exception
    assert "2,656,615,626 distributions; the limit is 500,000. Take at most 56 votes" in messages(app)
    app.number_input(key="atlas_n").set_value(10).run()
    assert not messages(app)
    assert "1,001 gold distributions" in verdict(app)


@pytest.mark.parametrize("gold", ["1,2,3", "a,b", "20,0,0,0,-0", "![x](http://outside.example/a)"])
def test_a_gold_that_is_not_of_the_space_is_not_shown(gold):
    app = atlas(gold=gold)
    assert not app.exception
    assert "outside.example" not in " ".join(block.value for block in app.html)
    assert text_of(shown(app, 'id="card"')).startswith("Gold 1,1,3,8,7")


def test_the_search_finds_the_two_gold_distributions_of_the_paper():
    app = atlas(view="by_score")
    assert "Exactly one of the 10,626 gold distributions" in verdict(app)
    assert "0,1,2,9,8" in verdict(app)
    app.button(key="atlas_preset_b").click().run()
    assert not app.exception
    assert "8,7,3,1,1" in verdict(app)
    assert compare_links(app, "found")[0].gold == (8, 7, 3, 1, 1)
    assert text_of(shown(app, 'id="card"')).startswith("Gold 8,7,3,1,1")


def test_a_search_without_an_answer_says_so():
    app = atlas(view="by_score", **{"if": "NMD:a:5:0"})
    assert not app.exception
    assert verdict(app).startswith("None of the 10,626")


OTHER = {
    "view": "by_score",
    "n": 9,
    "l": 4,
    "x": "JSD",
    "y": "NVD",
    "a": "smoothed:2",
    "b": "1,2,4,3",
    "gold": "0,1,2,6",
    "if": PRESETS["b"][0],
    "mode": 0,
}
VIEW_OF = {name: view for view, names in OF_VIEW.items() for name in names}


def beside(name):
    """Return what a link needs so that its section shows the parameter."""
    return {} if name == "view" else {"view": VIEW_OF[name]}


def test_every_parameter_makes_the_round_trip():
    assert set(OTHER) == set(STATE)
    check_round_trips(PAGE, STATE, OTHER, beside)


def test_a_class_that_is_not_there_is_reported():
    app = atlas(view="by_score", n="4", l="3", mode="5", **{"if": "none"})
    assert "mode" in messages(app)
    assert "all 15 gold distributions" in verdict(app)


def test_no_conditions_at_all_have_a_link():
    app = atlas(view="by_score", mode="0", **{"if": "none"})
    assert "Without conditions" in verdict(app)
    assert link_of(app)["if"] == "none"


def test_a_seventh_condition_and_one_beyond_all_scores_are_refused():
    for conditions, words in (
        (";".join(["NMD:a:0:0"] * 7), "measure:what:value:margin"),
        ("NMD:a:101:0", "nothing lies within 0 of 101; give a value from -100 to 100"),
        ("NMD:a:0:-1", "and a margin from 0 to 100"),
    ):
        assert words in messages(atlas(view="by_score", **{"if": conditions}))


@pytest.mark.parametrize(("n_votes", "dense"), [(6, False), (20, True)])
def test_a_point_that_is_clicked_becomes_the_chosen_gold(monkeypatch, n_votes, dense):
    compared = compare_estimators(n_votes, 5, Estimator("popularity"), Estimator("uniform"))
    pair = ("NMD", "RNOD")
    x, y, frame = place_deltas(*(compared.deltas[compared.index(key)] for key in pair))
    cells = frame.cells(x, y)
    monkeypatch.setattr(every, "STATE", chosen := {})
    code = code_of(int(cells[7])) if dense else 7
    monkeypatch.setattr(every, "selected_points", lambda key: [{"customdata": code}])
    every.pick(compared, pair)
    place = compared.votes.tolist().index(list(map(int, chosen["gold"].split(","))))
    assert cells[place] == cells[7]
    assert dense or place == 7


@pytest.mark.parametrize("points", [[], [{"customdata": 10**6}], [{"customdata": "x"}], [{}]])
def test_a_click_on_nothing_chooses_nothing(monkeypatch, points):
    compared = compare_estimators(6, 3, Estimator("popularity"), Estimator("uniform"))
    monkeypatch.setattr(every, "STATE", chosen := {})
    monkeypatch.setattr(every, "selected_points", lambda key: points)
    every.pick(compared, ("NMD", "RNOD"))
    assert not chosen
