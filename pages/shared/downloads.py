"""Downloads: tables at full precision, as CSV that is safe to open in a spreadsheet; files."""

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import NamedTuple

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from ordquant_core.formats.task.repair_notes import split_notes
from ordquant_core.tables.table import Table
from ordquant_core.tables.writing.spreadsheets import GUARDED, spreadsheet_csv
from pages.shared import origin, plots

PARQUET = "application/vnd.apache.parquet"


class Download(NamedTuple):
    """A file to be made and downloaded."""

    file_name: str
    data: Callable[[], bytes]
    mime: str


@contextmanager
def menu(*, documented: bool = True) -> Iterator[bool]:
    """Draw the menu of what can be downloaded; yield whether it is open: its buttons are drawn only then.

    Its last buttons give the plots of the page, and, if `documented`, what the tables rest on.
    """
    with st.popover("Download", key=plots.MENU, on_change="rerun") as popover:
        if not popover.open:
            plots.begin()
        yield bool(popover.open)
        if popover.open:
            _plots_button()
        if popover.open and documented and origin.is_known():
            file_button(origin.LABEL, origin.document(), origin.file_name(), "application/json", help_=origin.HELP)


def table_menu(*tables: tuple[str, Callable[[], Table], str]) -> None:
    """Draw the menu of some tables: label, table, name of the file."""
    with menu() as is_open:
        for label, table, file_name in tables if is_open else ():
            table_button(f"{label} (CSV)", table, file_name)


def _plots_button() -> None:
    """Draw the button for the plots of the page, if it has any; where the server cannot draw them, it says why."""
    if not plots.are_there():
        return
    lacking = plots.why_not()
    if lacking:
        st.download_button(plots.LABEL, "", disabled=True, width="stretch", key="download_plots", help=lacking)
    else:
        file_button(plots.LABEL, plots.as_pdf(), plots.FILE, "application/pdf", help_=plots.HELP)


def table_button(label: str, table: Callable[[], Table], file_name: str, notes: Sequence[str] = ()) -> None:
    """Draw a button that makes and downloads a table as CSV when it is pressed; `notes`: those on reading the files."""
    file_button(label, lambda: spreadsheet_csv(table(), notes), file_name, "text/csv", help_=GUARDED)


def file_button(label: str, data: Callable[[], bytes], file_name: str, mime: str, *, help_: str | None = None) -> None:
    """Draw a button that makes and downloads a file when it is pressed."""
    st.download_button(
        label,
        data=_kept(data, file_name, mime),
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        width="stretch",
        key=f"download_{file_name}",
        help=help_,
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


def beside_notes(file_name: str, data: Callable[[], bytes], mime: str, notes: Sequence[str]) -> Download:
    """Return a file in somebody else's format, which has no field for notes: with notes, a zip of it and them."""
    if not notes:
        return Download(file_name, data, mime)

    def zipped() -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(file_name, data())
            for name, some in zip(("repairs.txt", "notes.txt"), split_notes(notes), strict=True):
                if some:
                    archive.writestr(name, "".join(f"{note}\n" for note in some))
        return buffer.getvalue()

    return Download(f"{file_name}.zip", zipped, "application/zip")
