"""Tables to keep: at full precision, as CSV that is safe to open in a spreadsheet, or as Parquet."""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Preferences, Scores
from ordquant_core.tables.spreadsheets import spreadsheet_csv
from ordquant_core.tables.table import Table
from pages.shared.cached import Versus

GUARDED = (
    "A text that a spreadsheet would run as a formula (it begins with =, +, - or @ and is no number) gets an "
    "apostrophe in front; the column “repairs” says where."
)
# A formula starts a cell, or a part of it where the spreadsheet takes another separator than the comma for one.
_BEFORE, _AFTER = r"(^|[;\t\r\n])('*)", r"(?=[\s']*[=+\-@＝＋－＠\t\r])"
_FORMULA, _GUARD = re.compile(_BEFORE + _AFTER), re.compile(f"{_BEFORE}'{_AFTER}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class Download(NamedTuple):
    """A file to be made and downloaded."""

    file_name: str
    data: Callable[[], bytes]
    mime: str


def button(label: str, frame: Callable[[], pd.DataFrame], file_name: str, notes: Sequence[str] = ()) -> None:
    """Draw a button that makes and downloads a CSV table when it is pressed; `notes`: what was repaired before."""
    file_button(label, lambda: to_csv(frame(), notes), file_name, "text/csv", help_=GUARDED)


def table_button(label: str, table: Callable[[], Table], file_name: str, notes: Sequence[str] = ()) -> None:
    """Draw a button that makes and downloads a table as CSV when it is pressed; `notes`: what was repaired before."""
    file_button(label, lambda: spreadsheet_csv(table(), notes), file_name, "text/csv", help_=GUARDED)


def file_button(label: str, data: Callable[[], bytes], file_name: str, mime: str, *, help_: str | None = None) -> None:
    """Draw a button that makes and downloads a file when it is pressed."""
    st.download_button(
        label,
        data=data,
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        width="stretch",
        key=f"download_{file_name}",
        help=help_,
    )


def beside_notes(file_name: str, data: Callable[[], bytes], mime: str, notes: Sequence[str]) -> Download:
    """Return a file in somebody else's format, which has no place for notes: with notes, a zip of it and them."""
    if not notes:
        return Download(file_name, data, mime)

    def zipped() -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(file_name, data())
            archive.writestr("repairs.txt", "".join(f"{note}\n" for note in notes))
        return buffer.getvalue()

    return Download(f"{file_name}.zip", zipped, "application/zip")


def to_csv(frame: pd.DataFrame, notes: Sequence[str] = ()) -> bytes:
    """Write a table to be looked at as UTF-8 CSV; every text, headings too, is `guarded`, and that is noted.

    `notes`: what was repaired before. Files to be read back are written by the core instead, every text as it is.
    """
    headings = [str(heading) for heading in frame.columns]
    safe = frame.set_axis([guarded(heading) for heading in headings], axis=1)
    changed = [heading for heading in headings if guarded(heading) != heading]
    for place, heading in enumerate(headings):
        values = frame.iloc[:, place]
        if not pd.api.types.is_numeric_dtype(values):
            texts = {value: guarded(str(value)) for value in values.dropna().unique()}
            safe.isetitem(place, values.map(texts))
            if any(text != str(value) for value, text in texts.items()):
                changed.append(heading)
    if changed:
        columns = ", ".join(dict.fromkeys(changed))
        notes = (*notes, f"for spreadsheets, texts like formulas have an apostrophe in front in: {columns}")
    noted = with_notes(safe, [guarded(note) for note in notes])
    return str(noted.to_csv(index=False, lineterminator="\n")).encode()


def to_parquet(frame: pd.DataFrame) -> bytes:
    """Write a table as Parquet, every text as it is."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, engine="pyarrow", index=False)
    return buffer.getvalue()


def guarded(text: str) -> str:
    """Put an apostrophe where a spreadsheet would begin to read a formula; numbers stay numbers.

    >>> guarded("=1+1"), guarded("-2"), guarded("a;@SUM(A1)"), guarded("'=1")
    ("'=1+1", '-2', "a;'@SUM(A1)", "''=1")
    """
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1\2'", text)


def restored(text: str) -> str:
    """Return the text that was `guarded`.

    >>> restored("'=1+1"), restored("-2"), restored("''=1"), restored("it's")
    ('=1+1', '-2', "'=1", "it's")
    """
    return _GUARD.sub(r"\1\2", text)


def with_notes(frame: pd.DataFrame, notes: Sequence[str]) -> pd.DataFrame:
    """Add what was repaired as a last column, where anything was: no table is taken for that of untouched files."""
    return frame.assign(repairs="; ".join(notes)) if notes else frame


def scores_frame(scores: Scores) -> pd.DataFrame:
    """Every score, one row per run, case and measure, as `python -m ordquant_core score --per-case` writes them."""
    values = scores.values  # noqa: PD011 - an array, not a frame
    n_measures, n_runs, n_cases = values.shape
    numbers = {
        "run": (np.repeat(np.arange(n_runs), n_cases * n_measures), scores.runs),
        "case": (np.tile(np.repeat(np.arange(n_cases), n_measures), n_runs), scores.cases),
        "measure": (np.tile(np.arange(n_measures), n_runs * n_cases), scores.measures),
    }
    columns = {name: pd.Categorical.from_codes(codes, list(names)) for name, (codes, names) in numbers.items()}
    return pd.DataFrame({**columns, "score": values.transpose(1, 2, 0).ravel()})


def preference_frame(preferences: Preferences, run_a: str, run_b: str) -> pd.DataFrame:
    """Wins, ties and losses per measure, one row a measure."""
    name_a, name_b = told_apart(run_a, run_b)
    return pd.DataFrame(
        {
            "measure": preferences.measures,
            f"prefers {name_a}": preferences.prefers_a,
            f"prefers {name_b}": preferences.prefers_b,
            "ties": preferences.ties,
            "mean delta": preferences.mean_delta,
        }
    )


def case_frame(versus: Versus) -> pd.DataFrame:
    """Every score and delta of every case, one row a case."""
    columns: dict[str, object] = {"case": list(versus.task.cases)}
    names = told_apart(versus.run_a, versus.run_b)
    places = [versus.task.runs.index(run) for run in (versus.run_a, versus.run_b)]
    values = versus.scores.values[:, places]  # noqa: PD011 - an array, not a frame
    for key, scores, deltas in zip(versus.scores.measures, values, versus.deltas, strict=True):
        for name, row in zip(names, scores, strict=True):
            columns[f"{key} {name}"] = row
        columns[f"{key} delta"] = deltas
    return pd.DataFrame(columns)


def told_apart(run_a: str, run_b: str) -> tuple[str, str]:
    """Return names for columns: a run that is compared with itself must not overwrite its own column."""
    return (run_a, run_b) if run_a != run_b else (f"A: {run_a}", f"B: {run_b}")


def measure_frame(scores_a: dict[str, float], scores_b: dict[str, float], name_a: str, name_b: str) -> pd.DataFrame:
    """The table of measures of one pair of estimates, one row a measure."""
    keys = list(scores_a)
    return pd.DataFrame(
        {
            "measure": keys,
            "name": [MEASURES[key].name for key in keys],
            f"A: {name_a}": [scores_a[key] for key in keys],
            f"B: {name_b}": [scores_b[key] for key in keys],
            "delta": [0.0 if scores_a[key] == scores_b[key] else scores_a[key] - scores_b[key] for key in keys],
        }
    )
