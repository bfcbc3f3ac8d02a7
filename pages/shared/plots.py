"""The plots of a page, noted as they are drawn, for a download of all of them."""

import plotly.graph_objects as go
import streamlit as st

from ordquant_core.figure_files import MISSING, browser, sheets
from ordquant_core.figures.template import DARK
from pages.shared import downloads
from pages.shared.session import Item

LABEL, FILE = "Plots of this page (PDF)", "plots.pdf"
HELP = (
    "A page per plot, in the order in which they were drawn, with fonts. Chromium draws them: this takes some seconds."
)
_DRAWN: Item[dict[str, go.Figure]] = Item("plots", dict)


def begin() -> None:
    """Forget the plots of the page before."""
    _DRAWN.set({})


def are_there() -> bool:
    """Return whether the page has plots."""
    return bool(_DRAWN.get())


def register(key: str, figure: go.Figure) -> None:
    """Keep a plot that is drawn under a key."""
    _DRAWN.get()[key] = figure


def button() -> None:
    """Draw the button for a file of the plots that are drawn until it is pressed, or say why there is none."""
    drawn, background = _DRAWN.get(), DARK.background if st.context.theme.type == "dark" else ""
    if browser() is None:
        downloads.file_button(LABEL, bytes, FILE, "application/pdf", help_=MISSING, disabled=True)
    else:
        make = lambda: sheets([*drawn.values()], background=background)  # noqa: E731
        downloads.file_button(LABEL, make, FILE, "application/pdf", help_=HELP)
