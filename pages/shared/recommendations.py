"""The table of what the papers recommend to those who choose measures."""

import pandas as pd

from ordquant_core.findings.papers import recommended_measures
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.papers.recommendations import OF_DISTRIBUTIONS
from pages.shared import cached


def show() -> None:
    """Draw a row per recommendation on distributions: measures, what the paper says, where."""
    cached.write_table(("recommended",), _table, id="recommended", styles="oq-words", lines=True)


def _table() -> Grid:
    rows = [(recommended_measures(one), one.words, one.source, one.paper) for one in OF_DISTRIBUTIONS]
    columns = [
        drawn_as(Kind.TEXT, "measures", "Measures"),
        drawn_as(Kind.SENTENCE, "words", "what the paper says"),
        drawn_as(Kind.SENTENCE, "source", "where"),
    ]
    frame = pd.DataFrame(rows, columns=["measures", "words", "source", "paper"])
    return grid(frame, columns, Rows(data="paper"))
