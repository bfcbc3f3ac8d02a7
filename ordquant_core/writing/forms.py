"""The forms in which a table is written."""

import json
import math
from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import PaperTable
from ordquant_core.writing.spreadsheets import csv_text, spreadsheet_text

FORMS: Sequence[str] = ("csv", "markdown", "latex", "json")
RAW = "raw"  # CSV with every text as it is, for programs


def written(table: pd.DataFrame | PaperTable, form: str) -> str:
    """Return a table in one of the `FORMS`, or as `RAW`."""
    if form in _OF_DATA:
        return _OF_DATA[form](table.data if isinstance(table, PaperTable) else table)
    if form in _ROUNDED:
        return _ROUNDED[form](table)
    raise OrdquantError(f"A table has no form {form!r}; the forms are {', '.join(FORMS)}.")


def records(table: pd.DataFrame) -> str:
    """Return a frame as JSON, a record in each line: numbers at full precision, null where undefined.

    JSON has no infinite number: it is the text "inf", as in CSV.
    """
    rows = ({name: _value(cell) for name, cell in row.items()} for row in table.astype(object).to_dict("records"))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows)
    return f"[\n{lines}\n]\n"


def _value(cell: object) -> object:
    if cell is None or cell is pd.NA or cell != cell:  # NaN
        return None
    return str(cell) if cell in (math.inf, -math.inf) else cell


_OF_DATA: Mapping[str, Callable[[pd.DataFrame], str]] = {"csv": spreadsheet_text, RAW: csv_text, "json": records}
_ROUNDED: Mapping[str, Callable[[pd.DataFrame | PaperTable], str]] = {"markdown": markdown, "latex": latex}
