"""The atlas: every section opens from a link, says what it found, and refuses what it cannot do."""

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from ordquant_core.analysis.spaces.artificial import artificial_distributions
from ordquant_core.analysis.spaces.duel import fight
from ordquant_core.analysis.spaces.golds import SHAPES
from ordquant_core.analysis.spaces.laws import LAWS
from ordquant_core.analysis.spaces.rivals import RULES, Rival
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import PRINTED_TAUS
from pages.atlas import golds, memory, state
from pages.compare.state import from_query
from tests.pages.apps import annotations, app_at, follow, messages, plot, scores, shown, text_of, verdict, wins

PAGE = "pages/atlas/page.py"


def atlas(**query):
    return app_at(PAGE, **query)


def rows_of(app, table):
    body = shown(app, f'id="{table}"').split("<tbody>")[1]
    rows = re.findall(r"<tr.*?</tr>", body, flags=re.DOTALL)
    return [[text_of(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def compare_links(app, table):
    found = re.findall(r'href="(compare\?[^"]+)"', shown(app, f'id="{table}"'))
    return [
        from_query({key: values[0] for key, values in parse_qs(urlsplit(html.unescape(link)).query).items()})
        for link in found
    ]


# Every gold


def test_it_opens_on_every_gold_of_the_paper_with_exact_counts():
    app = atlas()
    assert not app.exception
    duel = fight(20, 5, Rival("popularity"), Rival("uniform"))
    counts = duel.quadrants("NMD", "RNOD")
    assert "10,626" in verdict(app)
    assert f"{counts.second + counts.fourth:,} (" in verdict(app)
    assert f"{counts.second:,} times NMD prefers A Popularity" in verdict(app)
    assert annotations(plot(app, "atlas_scatter")) == [f"<b>{counts.second}</b>", f"<b>{counts.fourth}</b>"]
    preferences = duel.preferences
    assert wins(app) == {
        key: (int(preferences.prefers_a[i]), int(preferences.ties[i]), int(preferences.prefers_b[i]))
        for i, key in enumerate(MAIN_MEASURES)
    }
    listed = {row[0]: int(row[1].replace(",", "")) for row in rows_of(app, "shapes")}
    assert sum(listed.values()) == 10_626
    assert set(listed) <= set(SHAPES)


def test_the_golds_on_which_two_measures_part_most_open_in_compare():
    app = atlas(x="NMD", y="JSD")
    first = rows_of(app, "apart")[0]
    expected = fight(20, 5, Rival("popularity"), Rival("uniform")).farthest("NMD", "JSD")
    assert first[0].endswith(",".join(map(str, expected[0])))
    pictures = compare_links(app, "apart")
    assert [picture.gold for picture in pictures] == [tuple(map(float, row)) for row in expected.tolist()]
    assert {(picture.a, picture.b) for picture in pictures} == {("popularity", "uniform")}


def test_a_link_opens_space_estimates_measures_and_gold():
    app = atlas(n="6", l="3", a="smoothed:2", b="1,2,3", x="JSD", y="NVD", gold="1,2,3")
    assert not app.exception
    assert not messages(app)
    assert "28 ways in which 6 annotators can vote over 3 classes" in verdict(app)
    assert "A Gold + 2" in verdict(app) or "prefer different estimates on 0" in verdict(app)
    assert text_of(shown(app, 'id="card"')).startswith("Gold 1,2,3")
    assert scores(app)["NVD"][1] == 0
    assert state_query(app) == {
        "view": "every",
        "n": "6",
        "l": "3",
        "a": "smoothed:2",
        "b": "1,2,3",
        "x": "JSD",
        "y": "NVD",
        "gold": "1,2,3",
    }


def state_query(app):
    """Return the link of the page as it stands: what its component gets."""
    data = next(
        json.loads(element.proto.json) for element in app.get("bidi_component") if "query" in element.proto.json
    )
    return data["query"]


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "fixed"])
def test_every_estimate_can_fight(rule):
    app = atlas(n="8", l="4", a=rule)
    assert not app.exception
    assert not messages(app)
    assert shown(app, 'id="wins"').count("data-measure") == len(MAIN_MEASURES)


def test_three_classes_are_drawn_as_maps_of_who_is_preferred():
    app = atlas(n="12", l="3", gold="4,4,4", x="NMD", y="RNSS")
    assert not app.exception
    for key in ("NMD", "RNSS"):
        figure = plot(app, f"atlas_map_{key}")
        assert figure["data"][0]["zmin"] == -figure["data"][0]["zmax"]
    assert not [chart for chart in atlas(l="4", n="6").get("plotly_chart") if chart.key.startswith("atlas_map")]


def test_a_space_beyond_the_limit_is_refused_with_the_number_of_votes_that_fits():
    app = atlas(n="500", l="5")
    assert not app.exception
    assert "2,656,615,626 distributions; the limit is 2,000,000. Take at most 80 votes" in messages(app)
    app.number_input(key="atlas_n").set_value(10).run()
    assert not messages(app)
    assert "1,001 ways" in verdict(app)


def test_a_large_space_says_how_many_golds_it_has_and_waits_to_be_asked():
    app = atlas(n="60", l="5")
    assert not app.exception
    assert any("635,376 possible golds" in caption.value for caption in app.caption)
    assert [button.label for button in app.button if "Score all" in button.label] == [
        f"Score all 635,376 golds (about {round(635_376 / memory.GOLDS_A_SECOND)} s)"
    ]
    assert not app.get("plotly_chart")


def test_a_fixed_estimate_that_is_none_is_told():
    app = atlas(b="1,2,x")
    assert "no whole votes" in messages(app)
    assert "has 3 classes, the golds 5" in messages(atlas(b="1,2,3"))
    assert "no distribution" in messages(atlas(b="0,0,0,0,0"))
    app = atlas(l="3", n="5", a="fixed", b="uniform")
    assert not app.exception


@pytest.mark.parametrize(
    "query",
    [
        {"n": "0"},
        {"n": "x"},
        {"n": "9" * 500},
        {"l": "12"},
        {"x": "EMD"},
        {"view": "nothing"},
        {"a": "smoothed:0"},
        {"if": "NMD:delta:0"},
        {"if": "NMD:delta:nan:0"},
        {"if": "EMD:delta:0:0"},
        {"mode": "99"},
        {"<script>": "1"},
        {"gold": "1" * 300},
    ],
)
def test_a_link_that_says_what_cannot_be_opens_the_page_all_the_same_and_says_so(query):
    app = atlas(**query)
    assert not app.exception
    assert len(app.warning) == 1
    assert "10,626" in verdict(app)


@pytest.mark.parametrize("gold", ["1,2,3", "a,b", "20,0,0,0,-0", "![x](http://outside.example/a)"])
def test_a_gold_that_is_not_of_the_space_is_not_shown(gold):
    app = atlas(gold=gold)
    assert not app.exception
    assert "outside.example" not in " ".join(block.value for block in app.html)
    assert text_of(shown(app, 'id="card"')).startswith("Gold 1,1,3,8,7")


def test_choices_survive_a_change_of_section():
    app = atlas(n="9", l="4", b="mirror")
    app.button_group(key="atlas_view").set_value("laws").run()
    app.button_group(key="atlas_view").set_value("every").run()
    assert not app.exception
    assert "220 ways in which 9 annotators can vote over 4 classes" in verdict(app)
    assert app.selectbox(key="atlas_rule_b").value == "mirror"


# Search backwards


def test_the_search_finds_the_two_golds_of_the_paper():
    app = atlas(view="search")
    assert "Exactly one of the 10,626" in verdict(app)
    assert "0, 1, 2, 9, 8" in verdict(app)
    app.button(key="atlas_preset_b").click().run()
    assert not app.exception
    assert "8, 7, 3, 1, 1" in verdict(app)
    assert compare_links(app, "found")[0].gold == (8, 7, 3, 1, 1)
    assert text_of(shown(app, 'id="card"')).startswith("Gold 8,7,3,1,1")


def test_a_link_opens_a_search_and_it_says_what_it_holds():
    app = atlas(view="search", n="10", l="3", **{"if": "NMD:delta:0:0;JSD:a:0.2:0.1"}, mode="0")
    assert not app.exception
    assert not messages(app)
    assert app.number_input(key="atlas_if_1_value").value == 0.2
    assert state_query(app)["if"] == "NMD:delta:0:0;JSD:a:0.2:0.1"


def test_conditions_are_added_and_taken_away_down_to_none():
    app = atlas(view="search")
    app.button(key="atlas_if_more").click().run()
    assert app.selectbox(key="atlas_if_2_measure").value == "NVD"
    for _ in range(3):
        app.button(key="atlas_if_less").click().run()
    app.selectbox(key="atlas_mode").set_value(0).run()
    assert not app.exception
    assert verdict(app).startswith("10,626 of the 10,626")
    assert len(rows_of(app, "found")) == golds.SHOWN
    app.button(key="atlas_if_more").click().run()
    assert not app.exception


def test_a_search_without_an_answer_says_so():
    app = atlas(view="search", **{"if": "NMD:a:5:0"})
    assert not app.exception
    assert verdict(app).startswith("None of the 10,626")


# Artificial distributions


def test_the_study_stands_beside_its_published_table():
    app = atlas(view="artificial", study_seeds="20")
    assert not app.exception
    assert verdict(app) == (
        "All 10 published taus lie within 0.02 of our mean, and all inside the spread of the seeds."
    )
    rows = rows_of(app, "taus")
    assert [float(row[1]) for row in rows] == [cell.tau for cell in PRINTED_TAUS[3]]
    assert all(abs(float(row[1]) - float(row[3])) <= 0.02 for row in rows)
    assert plot(app, "atlas_tau")["data"]
    assert len(rows_of(app, "matrix")) == len(MAIN_MEASURES)
    drawn = artificial_distributions(3, rng=np.random.default_rng(0)).T
    assert [picture.gold for picture in compare_links(app, "drawn")] == [tuple(map(float, row)) for row in drawn]


def test_drawn_on_their_own_the_page_says_that_one_tau_misses():
    app = atlas(view="artificial", repeats="yes")
    assert verdict(app).startswith("9 of the 10 published taus lie within 0.02")
    assert "lie outside" in verdict(app) or "lies outside" in verdict(app)
    assert "oq-dissent" in shown(app, 'id="taus"')


def test_other_sizes_have_no_published_table():
    app = atlas(view="artificial", study_l="4", study_votes="12", study_seeds="2")
    assert not app.exception
    assert "rank pairs of distributions least alike" in verdict(app)
    assert [row[1] for row in rows_of(app, "taus")] == [""] * 10


def test_votes_that_cannot_cover_the_classes_are_refused():
    assert "12 classes" not in messages(atlas(view="artificial", study_l="5", study_votes="4"))
    assert "4 votes cannot cover 5 classes" in messages(atlas(view="artificial", study_l="5", study_votes="4"))


# Laws


def test_every_answer_of_the_table_of_laws_has_its_example():
    app = atlas(view="laws", laws_n="5", laws_l="3")
    assert not app.exception
    assert "only NMD keeps" in verdict(app)
    choices = re.findall(r'data-choice="([^"]+)"', shown(app, 'id="laws"'))
    assert choices == [f"{key}.{law}" for key in sorted(MAIN_MEASURES, key=family) for law in LAWS]
    for choice in ("NMD.triangle", "JSD.triangle", "RNOD2.distances", "DNKT.zero", "NVD.distances"):
        follow(app, view="laws", laws_n="5", laws_l="3", law=choice)
        assert not app.exception
        assert text_of(shown(app, 'id="example"'))


def family(key):
    from ordquant_core.measures.registry import FAMILIES, MEASURES

    return list(FAMILIES).index(MEASURES[key].family)


def test_an_unknown_law_shows_the_first_and_markup_is_text():
    app = atlas(view="laws", law="<script>.x")
    assert not app.exception
    assert "NMD: sees the order? yes" in text_of(shown(app, 'id="example"'))


def test_ranges_tell_the_largest_score_and_when_it_is_1():
    app = atlas(view="laws", laws_n="5", laws_l="5")
    rows = {row[0]: row for row in rows_of(app, "ranges")}
    assert rows["NVD"][5].startswith("gold and estimate have no class in common")
    assert "With 100 votes 1.033" in rows["RNOD"][6]
    assert rows["NMD"][6] == ""
    pictures = compare_links(app, "ranges")
    assert len(pictures) > len(MAIN_MEASURES)


def test_too_many_distributions_for_the_laws_are_refused():
    assert "Take at most 6 votes" in messages(atlas(view="laws", laws_n="20", laws_l="5"))


# Pictures and downloads


def test_a_picture_holds_baselines_as_words_and_other_estimates_as_votes():
    picture = state.picture((3, 1, 2), Rival("popularity"), Rival("up"))
    assert (picture.a, picture.b, picture.name_b) == ("popularity", (0.0, 3.0, 3.0), "Gold, one up")
    assert state.picture((3, 1), (0, 4), None).b == "uniform"


def test_a_table_to_download_has_a_column_for_each_class():
    frame = golds.frame(np.array([[0, 1, 2], [3, 0, 0]]), {"NMD delta": np.array([0.5, -0.25])})
    assert list(frame.columns) == ["class 1", "class 2", "class 3", "NMD delta"]
    assert frame.iloc[1].tolist() == [3, 0, 0, -0.25]


def test_a_large_space_is_scored_when_asked_for_and_remembered(monkeypatch):
    monkeypatch.setattr(memory, "AT_ONCE", 100)
    app = atlas(n="9", l="5", b="mirror")
    (ask,) = (button for button in app.button if "Score all 715 golds" in button.label)
    ask.click().run()
    assert not app.exception
    assert "715 ways" in verdict(app)
    app.run()
    assert "715 ways" in verdict(app)
    assert not [button for button in app.button if "Score all" in button.label]
