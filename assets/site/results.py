"""What cells and builders give, as HTML for a page: figures that are drawn in the browser, tables, texts."""

import html
from typing import Any

import plotly.graph_objects as go

from ordquant_core.figures.standalone import data


def figure(light: go.Figure, dark: go.Figure | None = None) -> str:
    """Return a figure: its data, and the container in which `figures.js` draws it, on white if it is never dark."""
    title = html.escape(str(light.layout.title.text or "Figure").partition("<")[0])
    height = int(light.layout.height or 400)
    content = data(light, dark or light).replace("</", "<\\/")
    look = "drawn" if dark else "drawn light"
    return _raw(
        f'<figure class="{look}" style="min-height:{height}px" role="img" aria-label="{title}">'
        f'<script type="application/json">{content}</script></figure>'
    )


def result(value: Any) -> str:
    """Return the result of a cell: a figure, a table of pandas, or what it prints."""
    if hasattr(value, "to_plotly_json"):
        return figure(value)
    if hasattr(value, "to_html"):
        return _raw(f'<div class="frame">{value.to_html(max_rows=10, border=0)}</div>')
    text = value if isinstance(value, str) else repr(value)
    return f"```text\n{text.rstrip()}\n```\n"


def _raw(content: str) -> str:
    return f"```{{raw}} html\n{content}\n```\n"
