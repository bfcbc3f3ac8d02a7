"""Plotly figures, built from arrays and records. A builder draws the numbers it is given and computes none.

A builder composes plain data: dictionaries in Plotly's own words. What several repeat is in `parts`. `figure_of` in
`template` adds the common look and makes the figure without Plotly's checks, which take most of the time; the tests
check every figure instead. Nothing changes a figure once it is made.
"""

from ordquant_core.errors import extra

with extra("figures", "Drawing figures"):
    import plotly  # noqa: F401 - here, so that the message is the same whatever is drawn
