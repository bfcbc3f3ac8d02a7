"""Terms and measures: what newcomers need to know, in a dialog that every page opens."""

import streamlit as st

from ordquant_core.markup import tag
from ordquant_core.tables import measures as measure_tables
from pages.shared import write

TITLE = "Terms and measures"


@st.fragment  # the page below the dialog stays as it is
def button(label: str, key: str) -> None:
    """Draw a button that opens the dialog."""
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
    write.html(measure_tables.measure_list())
