"""How Nuggets averages over blocks: the slider of alpha, and the micro average."""

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


def test_the_micro_average_is_labelled_and_has_no_alpha():
    app = nuggets()
    app.selectbox(key="nugget_average").set_value("micro").run()
    assert app.slider(key="nugget_alpha").disabled
    assert "over all blocks" in verdict(app)
    assert "mean score over all blocks (micro)" in shown(app, 'id="runs"')
    expected = average_blocks(sample_scores())
    assert [mean for _, mean, _ in ranking(app).values()] == sorted(expected.means[0].tolist())
    assert not [chart for chart in app.get("plotly_chart") if chart.key == "nugget_over_alpha"]
    assert "The micro average has no alpha." in text_of(shown(app, "The micro average has no alpha"))
