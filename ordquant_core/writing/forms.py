"""The forms in which a table is written."""

from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import PaperTable
from ordquant_core.writing.spreadsheets import csv_text

FORMS: Sequence[str] = ("csv", "markdown", "latex")


def written(table: pd.DataFrame | PaperTable, form: str) -> str:
    """Return a table in one of the `FORMS`."""
    writers: Mapping[str, Callable[[pd.DataFrame | PaperTable], str]] = {"markdown": markdown, "latex": latex}
    if form not in FORMS:
        raise OrdquantError(f"A table has no form {form!r}; the forms are {', '.join(FORMS)}.")
    if form == "csv":
        return csv_text(table.data if isinstance(table, PaperTable) else table)
    return writers[form](table)
