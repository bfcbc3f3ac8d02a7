"""What cells and builders give, as HTML for a page: figures that are drawn in the browser, tables, texts."""

import html
from typing import Any

import plotly.graph_objects as go

from ordquant_core.figures.template import DARK, LIGHT


def figure(light: go.Figure, dark: go.Figure | None = None) -> str:
    """Return a figure: its data, and the place where `figures.js` draws it."""
    title = html.escape(str(light.layout.title.text or "Figure").partition("<")[0])
    height = int(light.layout.height or 400)
    both = ",".join(f'"{theme}":{one.to_json()}' for theme, one in (("light", light), ("dark", dark or light)))
    content = f"{{{both}}}".replace("</", "<\\/")
    return _raw(
        f'<figure class="drawn" style="min-height:{height}px" role="img" aria-label="{title}">'
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


def both(draw: Any, *args: Any, **options: Any) -> str:
    """Return the figure of a builder, in the colours of the light and of the dark theme."""
    light, dark = (draw(*args, look=look, **options) for look in (LIGHT, DARK))
    return figure(light, dark)


def _raw(content: str) -> str:
    return f"```{{raw}} html\n{content}\n```\n"
