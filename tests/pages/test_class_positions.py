"""Classes of Compare that are not a step apart: what scores, calculations, paths and sentences make of it."""

import pytest

from ordquant_core.analysis.picture import Picture, checked, relabelled, to_query
from ordquant_core.analysis.picture_values import from_values, to_values
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.report.snippet import snippet
from pages.compare.state import from_query
from tests.html_tables import rows_of
from tests.pages.apps import compare, field, scores, shown, text_of

GOLD, A, B = (0, 1, 2, 9, 8), (0, 0, 0, 1, 0), (0.2,) * 5
LINK = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform", "positions": "1,2,3.6,4,5"}
PLACES = [1, 2, 3.6, 4, 5]


def test_scores_use_where_the_classes_stand_and_the_table_marks_the_measures_that_do():
    app = compare(**LINK)
    assert not app.exception
    for key, found in scores(app).items():
        at = [PLACES] if MEASURES[key].takes_positions else []
        assert found == tuple(float(MEASURES[key](GOLD, side, *at)) for side in (A, B)), key
    table = shown(app, 'id="measures"')
    marked = {row.data["measure"] for row in rows_of(table, "measures") if "↔" in row.cells[0] and row.data}
    assert marked == {key for key in MAIN_MEASURES if MEASURES[key].takes_positions}
    assert "↔" not in shown(compare(**{**LINK, "positions": "1,2,3,4,5"}), 'id="measures"')


def test_a_sentence_names_the_measures_whose_preference_changes_against_equal_distances():
    def said(app):
        return text_of(shown(app, 'id="rest"'))

    assert "all 6 measures that use the positions of the classes (↔) keep their preference." in said(compare(**LINK))
    assert "RNOD2 and RNADW2 learn the spacing of the classes from the gold." in said(compare(**LINK))
    flipped = compare(gold="10,0,0,0", a="0,0,1,0", b="0.4,0,0,0.6", positions="1,1.3,1.6,4")
    assert "NMD prefers A instead of B" in said(flipped) or "prefer A instead of B" in said(flipped)
    (now, before) = (
        [float(MEASURES["NMD"]((10, 0, 0, 0), side, x)) for side in ((0, 0, 1, 0), (0.4, 0, 0, 0.6))]
        for x in ((1, 1.3, 1.6, 4), None)
    )
    assert now[0] < now[1]
    assert before[0] > before[1]


def test_positions_are_typed_and_taken_back():
    app = compare(**{**LINK, "positions": ""})
    field(app, "positions").set_value("0, 10, 30, 31, 40").run()
    assert app.session_state["compare_picture"].picture.positions == (0, 10, 30, 31, 40)
    assert from_query(to_query(app.session_state["compare_picture"].picture)).positions == (0, 10, 30, 31, 40)
    field(app, "positions").set_value("").run()
    assert app.session_state["compare_picture"].picture.positions is None
    assert not app.exception


def test_positions_go_with_classes_that_are_added_and_removed():
    picture = Picture(tuple("abc"), (1, 2, 0), "uniform", "popularity", positions=(0.0, 1.0, 5.0))
    assert checked(relabelled(picture, tuple("abcd"))).positions == (0, 1, 5, 7.5)
    assert checked(relabelled(picture, tuple("ab"))).positions == (0, 1)


def test_what_a_browser_sends_is_checked():
    picture = Picture(tuple("abc"), (1, 2, 0), "uniform", "popularity", positions=(0.0, 1.0, 5.0))
    sent = to_values(picture)
    assert from_values(sent) == picture
    assert from_values({key: value for key, value in sent.items() if key != "positions"}).positions is None
    for wrong in ([1, 2], [1, 1, 2], [1, 2, float("nan")], "123", [1, 2, "3"], [0, 1, 1e9]):
        with pytest.raises(OrdquantError):
            from_values(sent | {"positions": wrong})


def test_the_program_of_a_picture_gives_its_scores(capsys):
    picture = from_query(LINK)
    exec(snippet(picture, ["NMD", "NVD", "RNOD"]), {})
    printed = {line.split()[0]: tuple(map(float, line.split()[1:])) for line in capsys.readouterr().out.splitlines()}
    assert printed == {key: (picture.scores("a", [key])[key], picture.scores("b", [key])[key]) for key in printed}
    assert set(printed) == {"NMD", "NVD", "RNOD"}
