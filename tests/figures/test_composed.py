"""Composed figures send what Plotly's own figures send, and become such a figure where somebody asks for a part."""

import copy
import json
import pickle

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from ordquant_core.figures import composed
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


def made(*, more=0):
    return Composed(TRACES[: len(TRACES) - more], LAYOUT)


def theirs():
    return go.Figure(copy.deepcopy(TRACES), LAYOUT, _validate=False)  # it moves what it is given


def sent(figure):
    return json.loads(plotly.io.to_json(figure, validate=False))


def test_the_same_json_as_plotlys_own_figure():
    assert sent(made()) == sent(theirs())


def test_more_traces_do_not_change_what_the_first_figure_sends():
    first = made(more=len(TRACES) - 1)
    before = sent(first)
    more = first.with_traces(TRACES[1:])
    assert sent(more) == sent(theirs())
    assert sent(first) == before


def test_what_is_sent_is_written_once_and_the_sizes_beside_it():
    figure = Composed(TRACES, {**LAYOUT, "height": 300})
    assert figure.sent() is figure.sent()
    assert figure.sent()["layout"] == {"height": 300}
    assert figure.with_traces(TRACES[:1]).sent().traces[0] is figure.sent().traces[0]


@pytest.mark.parametrize("more", range(len(TRACES) + 1))
@pytest.mark.parametrize("written", [False, True])
def test_the_text_that_is_sent_is_the_same_json_and_written_once(written, more):
    first = made(more=more)
    if written:
        first.written()
    text = first.with_traces(TRACES[len(TRACES) - more :]).sent().as_json()
    assert json.loads(text) == sent(theirs())
    figure = made().written()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composed, "to_json_plotly", None)
        assert figure.sent().as_json() == text
    assert sent(figure) == sent(theirs())
    assert figure.to_dict() == json.loads(text)


class Overtaken(Composed):
    """A figure that somebody else writes just when one has seen that it is not written."""

    @property
    def _sent(self):
        before = self.__dict__.get("written_by")
        if not self.__dict__.get("looked_at"):
            self.__dict__["looked_at"] = True
            self.sent()
        return before

    @_sent.setter
    def _sent(self, sent):
        self.__dict__["written_by"] = sent


def test_two_who_write_at_the_same_time_send_the_same():
    figure = Overtaken(TRACES, LAYOUT)
    assert json.loads(figure.sent().as_json()) == sent(theirs())
    assert figure.sent().as_json() == made().sent().as_json()


@pytest.mark.parametrize("written", [False, True])
def test_it_is_a_figure_as_all_others_where_somebody_asks_for_its_parts(written):
    figure = made().written() if written else made()
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
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda figure: pickle.loads(pickle.dumps(figure))])
def test_copies_are_the_same_figure(copied, written, change):
    figure = made().written() if written else made()
    if change:
        figure.update_layout(title={"text": "changed"})
    assert sent(copied(figure)) == sent(figure)
