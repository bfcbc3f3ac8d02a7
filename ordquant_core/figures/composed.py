"""Figures of plain data: what is sent to a browser is made from the data itself, and made once.

A figure of Plotly's own copies its data when it is made, and again whenever it is sent: most of the time of a page
with eight plots. Only where somebody asks for the parts of a composed figure does it become a figure as all others.
"""

import base64
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.io.json import to_json_plotly

HELD = 8  # bytes that a figure holds for a character of what is sent of it: mostly 4 to 6
LARGEST = 8  # bytes of a number
AS_LISTS = ("geojson", "layer", "layers", "range")  # keys whose arrays Plotly's script reads as lists only


class Sent(dict[str, Any]):
    """What a browser gets of a figure; the text that it gets is written once."""

    written: tuple[list[str], str] | None = None  # each trace, the layout

    def as_json(self) -> str:
        """Return it as JSON."""
        if self.written is None:
            self.written = [to_json_plotly(trace) for trace in self["data"]], to_json_plotly(self["layout"])
        traces, layout = self.written
        return f'{{"data":[{",".join(traces)}],"layout":{layout}}}'

    def with_traces(self, traces: list[dict[str, Any]]) -> "Sent":
        """Return this with more traces behind its own, of which nothing is written again."""
        more = Sent(self, data=[*self["data"], *traces])
        if self.written is not None:
            more.written = [*self.written[0], *map(to_json_plotly, traces)], self.written[1]
        return more


class Composed(go.Figure):  # type: ignore[misc]
    """A figure of traces and a layout that are valid already; neither may be changed afterwards."""

    def __init__(self, traces: list[dict[str, Any]], layout: dict[str, Any]) -> None:
        object.__setattr__(self, "_composed", {"data": traces, "layout": layout})
        object.__setattr__(self, "_sent", None)

    def __getattr__(self, name: str) -> Any:
        """Become a figure as all others, at the first look at a part of it."""
        if name.startswith("__") or "_data_objs" in self.__dict__:
            raise AttributeError(name)
        composed = self.__dict__["_composed"]
        super().__init__(composed["data"], composed["layout"], _validate=False)
        return getattr(self, name)

    def __reduce__(self) -> Any:
        if "_data_objs" in self.__dict__:
            return partial(go.Figure, _validate=False), (self.to_dict(),)
        return Composed, (self._composed["data"], self._composed["layout"])

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as Plotly's script reads it: arrays as typed arrays. It must not be changed."""
        if "_data_objs" in self.__dict__:  # somebody may have changed it
            plain: dict[str, Any] = super().to_dict()
            return plain
        return self._once()

    def _once(self) -> Sent:
        if self._sent is None:
            object.__setattr__(self, "_sent", Sent(_sent(self._composed)))
        sent: Sent = self._sent
        return sent

    def written(self) -> "Composed":
        """Write what is sent of it, before anybody asks; return it."""
        self._once().as_json()
        return self

    def size(self) -> int | None:
        """Return about how many bytes it holds, without looking at all of them; None where nobody can say."""
        written = None if self._sent is None or "_data_objs" in self.__dict__ else self._sent.written
        return written and HELD * (sum(map(len, written[0])) + len(written[1]))

    def with_traces(self, traces: list[dict[str, Any]]) -> "Composed":
        """Return this figure with more traces in front; what was sent of it before is not made again."""
        more = Composed([*self._composed["data"], *traces], self._composed["layout"])
        if "_data_objs" not in self.__dict__:
            object.__setattr__(more, "_sent", self._once().with_traces(_sent(traces)))
        return more


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
