"""What Compare shows below its table: reasons, landscapes, and what can be taken away."""

import contextlib
import io
import re

import numpy as np
import pytest

from ordquant_core.analysis.landscape import morph
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.compare.share import snippet
from pages.shared.picture import DEFAULT, from_query
from tests.pages.apps import compare, messages, shown, text_of, worked_example

VOTES = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}


def reasons(app):
    """Return {measure: (share that keeps the preference, what flips it)} as the card tells it."""
    rows = re.findall(
        r"<th scope=row>(.*?)</th><td>.*?</td><td[^>]*>(.*?)%.*?</td><td>(.*?)</td>", shown(app, 'id="reasons"')
    )
    return {label: (float(share), text_of(flip)) for label, share, flip in rows}


def test_the_reasons_tell_how_firm_each_preference_is_and_what_flips_it():
    app = compare(**VOTES)
    told = reasons(app)
    in_full = [float(title) for title in re.findall(r'title="(.*?)"', shown(app, 'id="reasons"'))]
    assert [share for share, _ in told.values()] == pytest.approx([100 * share for share in in_full], abs=0.5)
    assert [share == 100 for share, _ in told.values()] == [share == 1 for share in in_full]  # 99.9% is not 100%
    assert [told[label][0] for label in ("NMD", "RNOD", "RSNOD")] == pytest.approx([98.4, 80.3, 61.1], abs=2)  # exact
    assert told["RSNOD"][1] == "1 vote from -1 to 0: then A"
    assert told["NMD"][1] == "2 votes from 1 to -2: then a tie"
    assert len(told) == len(MAIN_MEASURES)


def test_where_not_all_golds_can_be_looked_at_a_flip_is_told_with_the_number_of_votes_below_which_there_is_none():
    gold = "1,2,3,4,6,8,4,3,2,1,0"
    told = reasons(compare(classes=",".join(map(str, range(11))), gold=gold, a="popularity", b="uniform"))
    assert told["NMD"][1] == "1 vote from 0 to 4, 2 votes from 1 to 4: then A"
    assert told["JSD"][1].startswith("8 votes: then A (fewer than 4 never do)1 vote from 0 to 5, ")


def test_baselines_can_be_made_anew_from_every_changed_gold():
    app = compare(**VOTES)
    held = reasons(app)
    app.toggle(key="flip_follows").set_value(True).run()
    assert not app.exception
    assert reasons(app)["RSNOD"][0] < held["RSNOD"][0]  # a following Popularity wins most resamples under RSNOD


def test_votes_can_be_moved_in_a_run_made_of_whole_votes_and_the_card_says_so_where_it_is_not():
    app = compare(**VOTES)
    app.button_group(key="flip_moved").set_value("a").run()
    assert "to" in reasons(app)["NMD"][1]
    other = compare(**(VOTES | {"gold": "0,1,2,9,7"}))  # 19 annotators: Uniform is no whole number of votes
    other.button_group(key="flip_moved").set_value("b").run()
    assert not other.exception
    assert any("not made of 19 whole votes" in caption.value for caption in other.caption)


def test_a_gold_of_probabilities_is_told_to_need_votes():
    app = compare(gold=".1,.2,.7", a="popularity", b="uniform")
    assert "need votes" in text_of(shown(app, "made of probabilities"))


def test_the_python_of_a_picture_prints_the_scores_of_the_page():
    picture = from_query({"gold": "1/3,1/3,1/3", "classes": 'a,"b, c",d', "a": "1,0,0", "b": "popularity"})
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(snippet(picture, list(MEASURES)), {})
    lines = {key: (float(a), float(b)) for key, a, b in map(str.split, out.getvalue().splitlines())}
    for key, measure in MEASURES.items():
        expected = [float(measure(picture.gold, picture.probabilities(side))) for side in ("a", "b")]
        assert lines[key] == tuple(expected)


def test_two_runs_that_are_the_same_are_told_once_to_tie_in_every_draw():
    told = shown(compare(gold="3,4,7,1,5", a="popularity", b="popularity"), "With other annotators")
    assert "each of the 13 measures would see a tie in <b>100%</b> of the resamples" in told


def test_the_landscape_offers_the_map_for_three_classes_only():
    assert "Map of all distributions" not in compare(**VOTES).button_group(key="landscape").options
    app = compare(gold="3,4,3")
    assert "Map of all distributions" in app.button_group(key="landscape").options
    for over in ("estimates", "golds"):
        app.button_group(key="landscape").set_value("Map of all distributions").run()
        app.button_group(key="map_over").set_value(over).run()
        assert not app.exception


def test_mass_is_carried_between_any_two_classes_of_either_run():
    app = compare(**VOTES)
    app.button_group(key="landscape").set_value("Carry mass").run()
    app.button_group(key="carry_side").set_value("b").run()
    assert not app.exception
    assert [box.label for box in app.selectbox][-2:] == ["From class", "To class"]


def test_the_path_from_a_to_b_begins_and_ends_with_the_scores_of_the_table():
    path = morph(DEFAULT.gold, DEFAULT.a, DEFAULT.b, MAIN_MEASURES)
    for side, end in (("a", 0), ("b", -1)):
        expected = [float(MEASURES[key](DEFAULT.gold, DEFAULT.probabilities(side))) for key in MAIN_MEASURES]
        np.testing.assert_allclose(path.scores[:, end], expected, rtol=0, atol=1e-12)


def test_what_was_wrong_with_a_link_is_forgotten_with_the_next_picture():
    app = compare(gold="nonsense")
    assert "The link could not be opened" in messages(app)
    worked_example(app).set_value("lq2021-figure-3b").run()
    assert "The link could not be opened" not in messages(app)


def test_a_wrong_word_for_a_run_is_told_the_words_there_are():
    assert "popularity or uniform" in messages(compare(gold="1,2", b="best"))


def draw_on(app, gold, *, seq, final):
    """Send what the canvas would send."""
    value = {
        "classes": list(DEFAULT.classes),
        "gold": gold,
        "a": "popularity",
        "b": "uniform",
        "name_a": "",
        "name_b": "",
    }
    app.session_state["draw"] = {
        "value": {**value, "rev": app.session_state["rev"], "seq": seq, "mount": 0.5, "final": final}
    }
    return app.run()


def test_what_is_drawn_becomes_the_picture_and_what_takes_long_waits_for_the_end_of_the_drag():
    app = draw_on(compare(**VOTES), [1, 1, 2, 8, 8], seq=1, final=False)
    assert not app.exception
    assert app.session_state["picture"].gold == (1, 1, 2, 8, 8)
    assert app.session_state["settled"].gold == (0, 1, 2, 9, 8)
    app = draw_on(app, [1, 1, 2, 8, 8], seq=2, final=True)
    assert app.session_state["settled"].gold == (1, 1, 2, 8, 8)
    assert worked_example(app).value == "own"
    assert app.session_state["rev"] == 1  # nothing was sent back to the canvas
