"""Figures in a self-contained HTML file: the script that draws them, and their data as text."""

import json
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from ordquant_core.errors import ShapeMismatchError

Path = tuple[str | int, ...]


def script() -> str:
    """Return the source of plotly.js, of the version that `data` is made for."""
    return str(get_plotlyjs())


def data(light: go.Figure, dark: go.Figure) -> str:
    """Return a figure as JSON: traces and layout for light, and what is another colour in the dark.

    `{"data": …, "layout": …, "dark": [[path, colour], …]}`: the numbers are sent once. Raises `ShapeMismatchError`
    for figures that differ in more than texts.
    """
    figure, other = json.loads(light.to_json()), json.loads(dark.to_json())
    return json.dumps({**figure, "dark": list(_differences(figure, other, ()))}, separators=(",", ":"))


def _differences(one: Any, other: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key, value in one.items():
            yield from _differences(value, other[key], (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, value in enumerate(one):
            yield from _differences(value, other[place], (*path, place))
    elif isinstance(one, str) and isinstance(other, str):
        if one != other:
            yield path, other
    elif one != other:
        raise ShapeMismatchError(f"The two figures differ in more than colours, at {'.'.join(map(str, path))}.")
