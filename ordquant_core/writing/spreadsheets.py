"""Frames as CSV: exact for programs; safe to open in a spreadsheet, where texts that it would run get an apostrophe."""

import csv
from collections.abc import Sequence

import pandas as pd

from ordquant_core.formats.formulas import GUARD_NOTE, guarded
from ordquant_core.tasks.wording import split_notes

GUARDED = (
    "A text that a spreadsheet would run as a formula (it begins with =, +, - or @ and is no number) gets an "
    "apostrophe in front; the column “file_notes” says where."
)


def csv_text(frame: pd.DataFrame) -> str:
    """Return a frame as CSV. Numbers read back as the same numbers; an empty cell is not defined."""
    text: str = frame.to_csv(index=False, lineterminator="\n")
    if "\r" in text:  # which is not quoted before Python 3.13
        text = frame.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    return text


def spreadsheet_text(frame: pd.DataFrame, notes: Sequence[str] = ()) -> str:
    """Return a frame to be looked at as CSV; every text, headings too, is `guarded`, and that is noted.

    `notes`: those on reading the files. Files to be read back are written by `formats`, every text as it is.
    """
    safe = frame.apply(_safe).rename(columns=guarded)
    changed = [name for name, new in zip(frame, safe, strict=True) if name != new or _differ(frame[name], safe[new])]
    if changed:
        notes = (*notes, f"{GUARD_NOTE}: {', '.join(changed)}")
    return csv_text(with_notes(safe, [guarded(note) for note in notes]))


def spreadsheet_csv(frame: pd.DataFrame, notes: Sequence[str] = ()) -> bytes:
    """Return the same in UTF-8, as a file."""
    return spreadsheet_text(frame, notes).encode()


def with_notes(frame: pd.DataFrame, notes: Sequence[str]) -> pd.DataFrame:
    """Add the repairs, and the other notes, as last columns, where there are any: a table shows what was repaired."""
    texts = map("; ".join, split_notes(notes))
    return frame.assign(**{name: text for name, text in zip(("repairs", "file_notes"), texts, strict=True) if text})


def _differ(texts: pd.Series, safe: pd.Series) -> bool:
    """Return whether a text is another one: columns of other types may hold the same."""
    return any(isinstance(text, str) and text != other for text, other in zip(texts, safe, strict=True))


def _safe(column: pd.Series) -> pd.Series:
    """Return a column with its texts guarded."""
    if pd.api.types.is_numeric_dtype(column):
        return column
    return column.map(lambda value: guarded(value) if isinstance(value, str) else value)
