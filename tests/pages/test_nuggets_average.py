"""How Nuggets averages over blocks: the slider of alpha, also while it is dragged, and the micro average."""

import pytest

from ordquant_core.nuggets import average_blocks
from tests.pages.apps import plot, shown, text_of, verdict
from tests.pages.on_nuggets import nuggets, ranking, sample_scores


def test_the_ranking_moves_with_the_slider():
    app = nuggets()
    app.slider(key="nugget_alpha").set_value(0.0).run()
    before = list(ranking(app))
    app.slider(key="nugget_alpha").set_value(1.0).run()
    assert list(ranking(app)) != before
    line = plot(app, "nugget_over_alpha")["layout"]["shapes"][0]
    assert (line["x0"], line["x1"]) == (1, 1)
    assert not app.exception


def while_dragged(app, **moved):
    app.session_state["nugget_alpha_live"] = {"moved": moved}
    return app.run()


def test_the_ranking_follows_the_slider_while_it_is_dragged_until_it_is_let_go():
    app = while_dragged(nuggets(), **{"value": 0.2, "from": 0.5, "seq": 10})
    assert "at alpha 0.2," in verdict(app)
    assert app.slider(key="nugget_alpha").value == 0.5  # nothing moves under the hand
    while_dragged(app, **{"value": 0.1, "from": 0.5, "seq": 11})
    assert "at alpha 0.1," in verdict(app)
    app.slider(key="nugget_alpha").set_value(0.09).run()
    assert "at alpha 0.09," in verdict(app)
    app.slider(key="nugget_alpha").set_value(0.5).run()  # where the drag began: it does not come back
    assert "at alpha 0.5," in verdict(app)


@pytest.mark.parametrize(
    "moved",
    [
        {},
        {"value": "0.2", "from": 0.5, "seq": 1},
        {"value": float("nan"), "from": 0.5, "seq": 1},
        {"value": True, "from": 0.5, "seq": 1},
        {"value": 0.2, "from": None, "seq": 1},
        {"value": 0.2, "from": 0.4, "seq": 1},
    ],
)
def test_a_drag_that_is_none_changes_nothing(moved):
    app = while_dragged(nuggets(), **moved)
    assert not app.exception
    assert "at alpha 0.5," in verdict(app)


def test_a_drag_never_leaves_the_slider():
    assert "at alpha 1," in verdict(while_dragged(nuggets(), **{"value": 7, "from": 0.5, "seq": 1}))


def test_the_micro_average_is_labelled_and_has_no_alpha():
    app = nuggets()
    app.selectbox(key="nugget_average").set_value("micro").run()
    assert app.slider(key="nugget_alpha").disabled
    assert "micro average" in verdict(app)
    assert "mean micro" in text_of(shown(app, 'id="runs"'))
    expected = average_blocks(sample_scores())
    assert [mean for _, mean, _ in ranking(app).values()] == sorted(expected.means[0].tolist())
    assert not [chart for chart in app.get("plotly_chart") if chart.key == "nugget_over_alpha"]
    assert "The micro average has no alpha." in text_of(shown(app, "The micro average has no alpha"))
