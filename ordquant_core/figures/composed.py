"""Figures of plain data, ready to be sent: their arrays are typed arrays, as Plotly's script reads them.

A figure of Plotly's own copies its data when it is made, and again whenever it is sent: most of the time of a page
with eight plots. Only where somebody asks for the parts of a composed figure does it become a figure as all others.
"""

import base64
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ordquant_core.markup import plain

LARGEST = 8  # bytes of a number
AS_LISTS = ("geojson", "layer", "layers", "range")  # keys whose arrays Plotly's script reads as lists only
LINE_BREAK, SENTENCE_END = "<br>", ". "
Parts = dict[str, Any]


class Composed(go.Figure):  # type: ignore[misc]
    """A figure of traces and a layout that are valid already; neither may be changed afterwards."""

    def __init__(self, traces: list[Parts], layout: Parts) -> None:
        object.__setattr__(self, "_ready", _typed({"data": traces, "layout": layout}))

    def __getattr__(self, name: str) -> Any:
        """Become a figure as all others, at the first look at a part of it."""
        if name.startswith("__") or self._is_as_all_others:
            raise AttributeError(name)
        ready = self.__dict__["_ready"]
        super().__init__(_with_arrays(ready["data"]), _with_arrays(ready["layout"]), _validate=False)
        return getattr(self, name)

    @property
    def _is_as_all_others(self) -> bool:
        """Whether somebody asked for its parts, and may have changed them."""
        return "_data_objs" in self.__dict__

    def __reduce__(self) -> Any:
        if self._is_as_all_others:
            return partial(go.Figure, _validate=False), (self.to_dict(),)
        return _of_ready, (self._ready,)

    def to_dict(self) -> Parts:
        """Return the figure as Plotly's script reads it, which must not be changed."""
        whole: Parts = super().to_dict() if self._is_as_all_others else self._ready
        return whole

    def title(self) -> str:
        """Return its title as text: its name for whoever cannot see it."""
        title = self.to_dict()["layout"].get("title", {})
        lines = [part for part in (title.get("text"), title.get("subtitle", {}).get("text")) if part]
        return plain(SENTENCE_END.join(lines).replace(LINE_BREAK, SENTENCE_END)).strip()

    def in_layout_of(self, other: "Composed") -> "Composed":
        """Return the traces of this figure in the layout of another."""
        return _of_ready({"data": self.to_dict()["data"], "layout": other.to_dict()["layout"]})


def _of_ready(ready: Parts) -> Composed:
    """Return the figure of parts that are ready to be sent."""
    figure = Composed.__new__(Composed)
    object.__setattr__(figure, "_ready", ready)
    return figure


def _typed(part: Any, key: str = "") -> Any:
    """Return a part of a figure with its arrays of numbers as typed arrays."""
    if isinstance(part, dict):
        return {name: _typed(value, name) for name, value in part.items()}
    if isinstance(part, np.ndarray):
        return part.tolist() if key in AS_LISTS else _typed_array(part)
    if isinstance(part, list | tuple):
        return [_typed(value) for value in part] if any(isinstance(one, dict | np.ndarray) for one in part) else part
    return part


def _typed_array(array: np.ndarray[Any, Any]) -> Any:
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
    """Return parts that are ready to be sent with their typed arrays as arrays again."""
    if isinstance(part, dict):
        if "bdata" not in part:
            return {name: _with_arrays(value) for name, value in part.items()}
        flat = np.frombuffer(base64.b64decode(part["bdata"]), dtype=np.dtype(part["dtype"]).newbyteorder("<"))
        return flat.reshape([int(size) for size in part["shape"].split(", ")]) if "shape" in part else flat
    return [_with_arrays(value) for value in part] if isinstance(part, list) else part
