"""Plotly figure builders: arrays and records in, figure out. They draw the numbers they are given."""

from ordquant_core.extras import extra

with extra("figures", "Drawing figures"):
    import plotly  # noqa: F401 - here, so that the message is the same whatever is drawn
