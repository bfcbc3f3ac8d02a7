"""The figures of information tau by topic and of pairs of runs hold the numbers given."""

import numpy as np
import pytest

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.ranked_lists import difference_figure, topic_information_figure
from ordquant_core.figures.template import DARK, LIGHT

HOSTILE = "<img src=x onerror=alert(1)>"


def test_every_topic_with_information_is_a_point():
    figure = topic_information_figure(
        [0.5, np.nan, 0.9, 0.2],
        [0.1, 0.3, 0.4, np.nan],
        ["a", "b", HOSTILE, "d"],
        measures=("ERR-IA", "alpha-nDCG"),
        given="ERR",
        title="t",
        selected=2,
        look=LIGHT,
    )
    (points,) = figure.data
    assert (list(points.x), list(points.y)) == ([0.5, 0.9], [0.1, 0.4])
    assert [entry[0] for entry in points.customdata] == [0, 2]
    assert list(points.marker.color) == [LIGHT.background, LIGHT.gold]
    assert "<img" not in str(figure.to_plotly_json())
    assert "ERR-IA and alpha-nDCG" in figure.layout.xaxis.title.text
    with pytest.raises(ShapeMismatchError, match="values for 1 topics"):
        topic_information_figure([1], [1, 2], ["a"], measures=("a", "b"), given="c", title="t", look=LIGHT)


def test_pairs_of_one_team_stand_out():
    pairs = [("a", "b"), ("a", HOSTILE), ("b", "c")]
    figure = difference_figure(
        [0.1, 0.2, 0], [0.3, 0.2, 0.1], pairs, measure="AP", title="t", same_team=[False, True, False], look=DARK
    )
    two, one = figure.data
    assert [entry[0] for entry in two.customdata] == [0, 2]
    assert (list(one.x), list(one.y), one.name, one.marker.color) == ([0.2], [0.2], "one team", DARK.gold)
    assert two.marker.line.color == DARK.muted
    assert "<img" not in str(figure.to_plotly_json())
    (every,) = difference_figure([0.1] * 3, [0.2] * 3, pairs, measure="AP", title="t", look=DARK).data
    assert len(every.x) == 3
    with pytest.raises(ShapeMismatchError, match="values for 3 pairs"):
        difference_figure([0.1] * 3, [0.2] * 3, pairs, measure="AP", title="t", same_team=[True], look=DARK)
