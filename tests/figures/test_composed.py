"""Composed figures send what Plotly's own figures send, and become such a figure where somebody asks for a part."""

import copy
import json
import pickle

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from ordquant_core.figures.composed import Composed

TRACES = [
    {"type": "scatter", "x": np.array([0.5, np.nan, 2.0]), "y": np.arange(3), "text": ["a", "b", "c"]},
    {"type": "heatmap", "z": np.arange(6.0).reshape(2, 3), "customdata": [[1, 2, 3], [4, 5, 6]], "x": ("a", "b", "c")},
    {"type": "scatter", "x": np.array([2**40, 1]), "y": np.array([300, -2]), "ids": np.array(["a", "b"])},
    {"type": "scatter", "x": np.array([70_000, 1], dtype=np.uint64), "y": np.array([1, 2], dtype=np.float32)},
    {"type": "bar", "x": [], "y": np.array([], dtype=float), "marker": {"color": np.array(["#000000"], dtype=object)}},
]
LAYOUT = {
    "xaxis": {"range": np.array([0.0, 1.0]), "tickvals": np.arange(2)},
    "shapes": [{"type": "rect", "x0": 0}],
    "template": {},
}


def made():
    return Composed(TRACES, LAYOUT)


def theirs():
    return go.Figure(copy.deepcopy(TRACES), LAYOUT, _validate=False)  # it moves what it is given


def sent(figure):
    return json.loads(plotly.io.to_json(figure, validate=False))


def test_the_same_json_as_plotlys_own_figure():
    assert sent(made()) == sent(theirs())


def test_what_is_sent_is_made_once():
    figure = made()
    assert figure.to_dict() is figure.to_dict()


def test_it_is_a_figure_as_all_others_where_somebody_asks_for_its_parts():
    figure = made()
    assert figure.data[1].z.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert figure.data[0].y.tolist() == [0, 1, 2]
    assert figure.layout.shapes[0].type == "rect"
    figure.update_layout(title={"text": "changed"}).add_scatter(y=[1])
    assert sent(figure)["layout"]["title"]["text"] == "changed"
    assert len(sent(figure)["data"]) == len(TRACES) + 1
    assert "title" not in LAYOUT
    with pytest.raises(AttributeError):
        figure.nothing  # noqa: B018


@pytest.mark.parametrize("change", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda figure: pickle.loads(pickle.dumps(figure))])
def test_copies_are_the_same_figure(copied, change):
    figure = made()
    if change:
        figure.update_layout(title={"text": "changed"})
    assert sent(copied(figure)) == sent(figure)
