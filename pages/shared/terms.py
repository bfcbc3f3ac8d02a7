"""Terms and measures: what newcomers need to know, in a dialog that every page opens."""

from itertools import groupby
from operator import attrgetter

import streamlit as st

from ordquant_core.markup import Band, Cell, Row, table, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import write

TITLE = "Terms and measures"
QUIET = "oq-muted oq-wide"


def button(label: str, key: str) -> None:
    """Draw a button that opens the dialog.

    Streamlit holds dialogs and style sheets in one list: the dialog takes the place of an empty sheet, and not of the
    next one of the page.
    """
    _button(label, key)
    st.html(tag("style"))


@st.fragment  # the page below the dialog stays as it is
def _button(label: str, key: str) -> None:
    if st.button(label, key=key, type="tertiary"):
        _dialog()


@st.dialog(TITLE, width="large")
def _dialog() -> None:
    write.paragraph(
        *("A ", tag("b", "gold"), " distribution shows how the annotators of one ", tag("b", "case")),
        " (a dialogue, a topic) distributed their votes over ordered classes such as −2 … 2. A ",
        *(tag("b", "run"), " holds the ", tag("b", "estimates"), " of one system, one per case. A "),
        *(
            tag("b", "measure"),
            " scores an estimate against the gold: 0 is best, ",
            tag("b", "smaller is better"),
        ),
        ".",
    )
    listed: list[Row | Band] = []
    for family, measures in groupby(map(MEASURES.__getitem__, MAIN_MEASURES), key=attrgetter("family")):
        listed.append(Band(FAMILIES[family]))
        listed += [Row([Cell(one.label, heads=True), one.name, Cell(one.summary, class_=QUIET)]) for one in measures]
    write.html(table([], listed, class_="oq oq-table"))
