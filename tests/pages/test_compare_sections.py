"""What Compare shows below its table: reasons, paths, and what can be taken away."""

import numpy as np
import pytest

from ordquant_core.analysis.paths import interpolate
from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import links
from tests.html_tables import rows_of
from tests.pages.apps import compare, messages, shown, text_of, worked_example

VOTES = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
ROBUST = {"card": "robust"}


def robustness(app):
    """Return {measure: (preference, share of panels in full, share as written, what flips it)}."""
    rows = [row for row in rows_of(shown(app, 'id="robustness"'), "robustness") if not row.head]
    return {row.cells[0]: (row.cells[1], float(row.titles[2]), row.cells[2], row.cells[3]) for row in rows}


def test_the_card_says_how_robust_each_preference_is_and_what_flips_it():
    found = robustness(compare(**VOTES | ROBUST))
    for _, share, written, _ in found.values():
        assert float(written.removesuffix("%")) == pytest.approx(100 * share, abs=0.5)
        assert (written == "100%") == (share == 1)  # 99.9% is not 100%
    exact = {"NMD": 68.0, "RNOD": 86.9, "RSNOD": 76.8}  # over all panels of 20, with a flat prior
    assert {label: 100 * found[label][1] for label in exact} == pytest.approx(exact, abs=2)
    assert found["RSNOD"][0] == "B"
    assert found["RSNOD"][3] == "move 1 vote from −1 to 0: A"
    assert found["NMD"][3] == "move 2 votes from 1 to −2: tie"
    assert len(found) == len(MAIN_MEASURES)


def test_votes_can_be_moved_in_a_run_made_of_whole_votes_and_the_card_says_so_where_it_is_not():
    app = compare(**VOTES | ROBUST)
    app.button_group(key="compare_flip").set_value("a").run()
    assert robustness(app)["NMD"][3].startswith("move ")
    other = compare(**VOTES | ROBUST | {"gold": "0,1,2,9,7"})  # 19 annotators: Uniform is no whole number of votes
    other.button_group(key="compare_flip").set_value("b").run()
    assert not other.exception
    assert any("not made of 19 whole votes" in caption.value for caption in other.caption)


def test_probability_is_moved_between_any_two_classes_of_either_run():
    app = compare(**VOTES, card="path")
    for move, filled in (("a", ["1"]), ("b", ["-2", "-1", "0", "1", "2"])):
        app.button_group(key="compare_move").set_value(move).run()
        assert not app.exception
        source, target = (app.selectbox(key=f"compare_{name}") for name in ("from", "to"))
        assert source.options == filled
        assert target.options == ["-2", "-1", "0", "2"]  # from class 1
        target.set_value("2").run()
        assert f"from 1 to 2 in {move.upper()}" in text_of(shown(app, "of the other 12 measures"))
    source.set_value("2").run()
    assert not app.exception
    assert "from 2 to −2 in B" in text_of(shown(app, "of the other 12 measures"))


def test_the_path_says_where_the_chosen_measure_is_best_and_where_the_others_are():
    app = compare(**VOTES, card="path")
    said = text_of(shown(app, "of the way from"))
    assert said == "NMD is best about 25% of the way from A to B; 10 of the other 12 measures are best past the middle."
    assert "DNKT is best anywhere before B" in text_of(shown(app, "anywhere before"))


def test_the_path_from_a_to_b_begins_and_ends_with_the_scores_of_the_table():
    path = interpolate(DEFAULT.gold, DEFAULT.a, DEFAULT.b, MAIN_MEASURES)
    for side, end in (("a", 0), ("b", -1)):
        expected = [float(MEASURES[key](DEFAULT.gold, DEFAULT.probabilities(side))) for key in MAIN_MEASURES]
        np.testing.assert_allclose([curve.scores[end] for curve in path.curves], expected, rtol=0, atol=1e-12)


def test_a_wrong_word_for_a_run_is_answered_with_the_words_there_are():
    assert "popularity or uniform" in messages(compare(gold="1,2", b="best"))


def draw_on(app, gold, *, seq):
    """Send what the canvas would send."""
    value = {
        "classes": list(DEFAULT.classes),
        "gold": gold,
        "a": "popularity",
        "b": "uniform",
        "name_a": "",
        "name_b": "",
    }
    of = {"visit": app.session_state["visit"], "rev": app.session_state["compare_picture"].rev, "mount": 0.5}
    app.session_state["draw"] = {"drawn": {**value, **of, "seq": seq}}
    return app.run()


def test_what_is_drawn_becomes_the_picture():
    app = draw_on(compare(**VOTES), [1, 1, 2, 8, 8], seq=1)
    assert not app.exception
    assert app.session_state["compare_picture"].picture.gold == (1, 1, 2, 8, 8)
    assert worked_example(app).value == "own"
    assert app.session_state["compare_picture"].rev == 1  # nothing was sent back to the canvas


def test_the_link_that_opened_the_page_is_never_followed_again(monkeypatch):
    # Browsers send it with every run, however often the address bar has changed since.
    monkeypatch.setattr(links, "REMEMBERED", 3)
    app = compare(**VOTES)
    for seq, votes in enumerate(([1, 1, 2, 8, 8], [2, 1, 2, 7, 8], [3, 1, 2, 6, 8], [4, 1, 2, 5, 8]), 1):
        app = draw_on(app, votes, seq=seq)
        assert list(app.session_state["compare_picture"].picture.gold) == votes
