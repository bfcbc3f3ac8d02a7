"""Figures of plain data: what is sent to a browser is made from the data itself, and made once.

A figure of Plotly's own copies its data when it is made, and again whenever it is sent: most of the time of a page
with eight plots. Only where somebody asks for the parts of a composed figure does it become a figure as all others.
"""

import base64
import json
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.io.json import to_json_plotly

from ordquant_core.markup import plain

LARGEST = 8  # bytes of a number
AS_LISTS = ("geojson", "layer", "layers", "range")  # keys whose arrays Plotly's script reads as lists only
KEPT = ("title", "width", "height")
LINE_BREAK, SENTENCE_END = "<br>", ". "
Parts = dict[str, Any]


class Sent(dict[str, Any]):
    """The text that a browser gets of a figure, and of its layout the title and the sizes, for whoever looks there."""

    def __init__(self, traces: list[str], layout: str, kept: Parts) -> None:
        super().__init__(layout=kept)
        self.traces, self.layout = traces, layout

    def as_json(self) -> str:
        """Return it as JSON."""
        return f'{{"data":[{",".join(self.traces)}],"layout":{self.layout}}}'

    def size(self) -> int:
        """Return how many bytes it holds."""
        return sum(text.__sizeof__() for text in (*self.traces, self.layout))

    def __reduce__(self) -> Any:
        return Sent, (self.traces, self.layout, self["layout"])


class Composed(go.Figure):  # type: ignore[misc]
    """A figure of traces and a layout that are valid already; neither may be changed afterwards.

    Once what is sent of it is written, it holds that text alone, which takes a fifth of the memory.
    """

    def __init__(self, traces: list[Parts], layout: Parts) -> None:
        self._hold({"data": traces, "layout": layout}, None)

    def _hold(self, parts: Parts | None, sent: Sent | None) -> None:
        object.__setattr__(self, "_sent", sent)  # first: whoever else has the figure finds one of them
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        """Become a figure as all others, at the first look at a part of it."""
        if name.startswith("__") or self.is_as_all_others:
            raise AttributeError(name)
        parts = self.__dict__["_parts"] or _with_arrays(self.to_dict())
        super().__init__(parts["data"], parts["layout"], _validate=False)
        return getattr(self, name)

    @property
    def is_as_all_others(self) -> bool:
        """Whether somebody asked for its parts, and may have changed them."""
        return "_data_objs" in self.__dict__

    def __reduce__(self) -> Any:
        if self.is_as_all_others:
            return partial(go.Figure, _validate=False), (self.to_dict(),)
        if self._sent is not None:
            return _of_sent, (self._sent,)
        return Composed, (self._parts["data"], self._parts["layout"])

    def to_dict(self) -> Parts:
        """Return the figure as Plotly's script reads it: arrays as typed arrays. It must not be changed."""
        if self.is_as_all_others:
            whole: Parts = super().to_dict()
            return whole
        parts = self._parts
        found: Parts = _sent(parts) if self._sent is None else json.loads(self._sent.as_json())
        return found

    def sent(self) -> Sent:
        """Return what is sent of it; it is written once. The figure must not have been changed."""
        parts = self._parts
        if self._sent is None:
            whole = _sent(parts)
            kept = {name: whole["layout"][name] for name in KEPT if name in whole["layout"]}
            self._hold(None, Sent([*map(to_json_plotly, whole["data"])], to_json_plotly(whole["layout"]), kept))
        written: Sent = self._sent
        return written

    def written(self) -> "Composed":
        """Write what is sent of it, before anybody asks; return it."""
        self.sent()
        return self

    def title(self) -> str:
        """Return its title as text: its name for whoever cannot see it."""
        layout = self.to_dict()["layout"] if self.is_as_all_others else self.sent()["layout"]
        return plain(layout.get("title", {}).get("text", "").replace(LINE_BREAK, SENTENCE_END)).strip()

    def size(self) -> int | None:
        """Return how many bytes it holds; None where only who looks at all parts can say."""
        return None if self._sent is None or self.is_as_all_others else int(self._sent.size())

    def with_traces(self, traces: list[Parts]) -> "Composed":
        """Return this figure with more traces in front; what was written of it before is not written again."""
        if self._sent is None:
            return Composed([*self._parts["data"], *traces], self._parts["layout"])
        more = [*self._sent.traces, *map(to_json_plotly, _sent(traces))]
        return _of_sent(Sent(more, self._sent.layout, self._sent["layout"]))

    def in_layout_of(self, other: "Composed") -> "Composed":
        """Return the traces of this figure in the layout of another; they are written once for both."""
        sent = other.sent()
        return _of_sent(Sent(self.sent().traces, sent.layout, sent["layout"]))


def _of_sent(sent: Sent) -> Composed:
    """Return the figure of which that was sent."""
    figure = Composed.__new__(Composed)
    figure._hold(None, sent)
    return figure


def _sent(part: Any, key: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _sent(value, name) for name, value in part.items()}
    if isinstance(part, np.ndarray):
        return part.tolist() if key in AS_LISTS else _typed(part)
    if isinstance(part, list | tuple):
        return [_sent(value) for value in part] if any(isinstance(one, dict | np.ndarray) for one in part) else part
    return part


def _typed(array: np.ndarray[Any, Any]) -> Any:
    """Return an array of numbers as Plotly's script reads it without parsing: its type, its bytes, its shape."""
    if array.dtype.kind not in "fiu" or not array.size:
        return array.tolist()
    if array.dtype.itemsize == LARGEST and array.dtype.kind != "f":  # there are no typed arrays of such integers
        kinds = (np.int8, np.int16, np.int32) if array.dtype.kind == "i" else (np.uint8, np.uint16, np.uint32)
        fitting = [kind for kind in kinds if np.iinfo(kind).min <= array.min() and array.max() <= np.iinfo(kind).max]
        if not fitting:
            return array.tolist()
        array = array.astype(fitting[0])
    little = array.dtype.newbyteorder("<")
    sent = {"dtype": little.str[1:], "bdata": base64.b64encode(array.astype(little).tobytes()).decode("ascii")}
    return sent | {"shape": ", ".join(map(str, array.shape))} if array.ndim > 1 else sent


def _with_arrays(part: Any) -> Any:
    """Return what was sent with its typed arrays as arrays again."""
    if isinstance(part, dict):
        if "bdata" not in part:
            return {name: _with_arrays(value) for name, value in part.items()}
        flat = np.frombuffer(base64.b64decode(part["bdata"]), dtype=np.dtype(part["dtype"]).newbyteorder("<"))
        return flat.reshape([int(size) for size in part["shape"].split(", ")]) if "shape" in part else flat
    return [_with_arrays(value) for value in part] if isinstance(part, list) else part
