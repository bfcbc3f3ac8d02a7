"""Figures in a page that is a file by itself: the script that draws them, and their data as text."""

from dataclasses import asdict
from typing import TypeAlias

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from ordquant_core.figures.style import DARK, LIGHT

Figure: TypeAlias = go.Figure


def script() -> str:
    """Return the source of plotly.js, of the version that `data` is made for."""
    return str(get_plotlyjs())


def data(figure: Figure) -> str:
    """Return traces and layout of a figure as JSON."""
    return str(figure.to_json())


def dark_colours() -> dict[str, str]:
    """Return for every colour of a light figure the one it has in the dark: figures are sent once, for both."""
    light, dark = asdict(LIGHT), asdict(DARK)
    return {light[role].lower(): dark[role] for role in light}
