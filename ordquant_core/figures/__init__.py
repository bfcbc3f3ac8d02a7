"""Plotly figures, built from arrays and records. A builder draws the numbers it is given and computes none."""

from ordquant_core.extras import extra

with extra("figures", "Drawing figures"):
    import plotly  # noqa: F401 - here, so that the message is the same whatever is drawn
