"""Downloads: tables at full precision, as CSV that is safe to open in a spreadsheet or as Parquet; files."""

import io
import zipfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from ordquant_core.records import Preferences
from ordquant_core.tables.preferences import preference_table
from ordquant_core.tables.spreadsheets import GUARD_NOTE, GUARDED, guarded, spreadsheet_csv, with_notes
from ordquant_core.tables.table import Coded, Table

if TYPE_CHECKING:
    import pandas as pd

PARQUET = "application/vnd.apache.parquet"


class Download(NamedTuple):
    """A file to be made and downloaded."""

    file_name: str
    data: Callable[[], bytes]
    mime: str


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
    """Return a file in somebody else's format, which has no container for notes: with notes, a zip of it and them."""
    if not notes:
        return Download(file_name, data, mime)

    def zipped() -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(file_name, data())
            archive.writestr("repairs.txt", "".join(f"{note}\n" for note in notes))
        return buffer.getvalue()

    return Download(f"{file_name}.zip", zipped, "application/zip")


def to_parquet(table: Table, notes: Sequence[str] = ()) -> bytes:
    """Return a table as Parquet, every text as it is; `notes`: what was repaired before."""
    import pandas as pd  # takes more than a second to be imported

    columns = {
        name: pd.Categorical.from_codes(values.codes, list(values.names)) if isinstance(values, Coded) else list(values)
        for name, values in with_notes(table, notes).columns.items()
    }
    buffer = io.BytesIO()
    pd.DataFrame(columns).to_parquet(buffer, engine="pyarrow", index=False)
    return buffer.getvalue()


# What follows serves pages that still make data frames; it goes with the last of them.


def button(label: str, frame: Callable[[], "pd.DataFrame"], file_name: str, notes: Sequence[str] = ()) -> None:
    """Draw a button that makes and downloads a data frame as CSV when it is pressed."""
    file_button(label, lambda: to_csv(frame(), notes), file_name, "text/csv", help_=GUARDED)


def to_csv(frame: "pd.DataFrame", notes: Sequence[str] = ()) -> bytes:
    """Return a data frame as UTF-8 CSV that is safe to open in a spreadsheet, see `spreadsheet_csv`."""
    import pandas as pd

    safe, changed = frame.copy(deep=False), []
    safe.columns = [guarded(str(heading)) for heading in frame.columns]
    for place, heading in enumerate(map(str, frame.columns)):
        values = frame.iloc[:, place]
        texts = (
            {} if pd.api.types.is_numeric_dtype(values) else {one: guarded(str(one)) for one in set(values.dropna())}
        )
        if texts:
            safe.isetitem(place, values.map(texts))
        if guarded(heading) != heading or any(text != str(value) for value, text in texts.items()):
            changed.append(heading)
    if changed:
        notes = (*notes, GUARD_NOTE.format(", ".join(changed)))
    if notes:
        safe = safe.assign(repairs="; ".join(guarded(note) for note in notes))
    return str(safe.to_csv(index=False, lineterminator="\n")).encode()


def preference_frame(preferences: Preferences, run_a: str, run_b: str) -> "pd.DataFrame":
    """Wins, ties and losses per measure, one row a measure."""
    import pandas as pd

    return pd.DataFrame(
        {name: list(cells) for name, cells in preference_table(preferences, runs=(run_a, run_b)).columns.items()}
    )
