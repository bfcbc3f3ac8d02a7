"""Downloads: tables at full precision, as CSV that is safe to open in a spreadsheet; files."""

import io
import zipfile
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Literal

import pandas as pd
import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from ordquant_core.tasks.wording import split_notes
from ordquant_core.writing.spreadsheets import GUARDED, spreadsheet_csv

Tables = Sequence[tuple[str, Callable[[], pd.DataFrame], str]]  # what a button says, the table, the name of its file


def table_button(label: str, table: Callable[[], pd.DataFrame], file_name: str, notes: Sequence[str] = ()) -> None:
    """Draw a button that makes and downloads a table as CSV when it is pressed; `notes`: those on reading the files.

    `label`: what the table is, "" below the table itself.
    """
    words = f"{label} (CSV)" if label else "CSV"
    file_button(words, lambda: spreadsheet_csv(table(), notes), file_name, "text/csv", help_=GUARDED)


def table_buttons(tables: Tables, notes: Sequence[str] = ()) -> None:
    """Draw the buttons of several tables."""
    for label, table, file_name in tables:
        table_button(label, table, file_name, notes)


def file_button(
    label: str,
    data: Callable[[], bytes],
    file_name: str,
    mime: str,
    *,
    help_: str | None = None,
    key: str = "",
    width: Literal["stretch", "content"] = "stretch",
    disabled: bool = False,
) -> None:
    """Draw a button that makes and downloads a file when it is pressed; `key`: its own, where two may stand.

    A file that is handed over made is fetched by every browser that sees the button, and may be gone by then.
    """
    st.download_button(
        label,
        data=_kept(data, file_name, mime),
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        width=width,
        key=key or f"download_{file_name}",
        help=help_,
        disabled=disabled,
    )


def _kept(make: Callable[[], bytes], file_name: str, mime: str) -> Callable[[], bytes]:
    """Return what makes a file, and keeps it until the visitor's page is drawn anew, or they make another.

    Streamlit itself lets go of a file that a button has made as soon as two scripts have ended, of any visitors: with
    a class at work, before the browser has asked for it.
    """
    context = get_script_run_ctx()

    def make_and_keep() -> bytes:
        data = make()
        if context is not None and runtime.exists():
            files = runtime.get_instance().media_file_mgr
            keep = Thread(
                target=files.add, args=(data, mime, "made last", file_name), kwargs={"is_for_static_download": True}
            )
            add_script_run_ctx(keep, context)  # the file belongs to the session
            keep.start()
            keep.join()
        return data

    return make_and_keep


def table_with_notes(label: str, data: Callable[[], bytes], file_name: str, notes: Sequence[str]) -> None:
    """Draw the button of a CSV that can be read again; it has no field for notes: with notes, a zip of it and them."""

    def zipped() -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(file_name, data())
            for name, some in zip(("repairs.txt", "notes.txt"), split_notes(notes), strict=True):
                if some:
                    archive.writestr(name, "".join(f"{note}\n" for note in some))
        return buffer.getvalue()

    if notes:
        file_button(label, zipped, f"{file_name}.zip", "application/zip")
    else:
        file_button(label, data, file_name, "text/csv")
