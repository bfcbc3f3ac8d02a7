"""The control by which a visitor gives files."""

from collections.abc import Callable, Iterable

import streamlit as st
from streamlit.runtime import exists, get_instance

from ordquant_core.errors import OrdquantError
from ordquant_core.formats import MAX_BYTES, File
from pages.shared import holding
from pages.shared.escaping import escape
from pages.shared.session import FILES, Item, reported, session_id

Take = Callable[[tuple[File, ...]], None]


def drop(label: str, key: str, take: Take, *, hint: str) -> None:
    """Draw a control for files: `take` is called with those that were given, and it is empty for the next ones."""
    version = Item(f"{key}_version", int)
    widget = f"{key}_{version.get()}"

    def dropped() -> None:
        uploads = reported(widget) or ()
        if not uploads:
            return
        version.set(version.get() + 1)
        try:
            with holding.bounded():
                take(holding.shared([File(upload.name, upload.getvalue()) for upload in uploads]))
            FILES.set(True)
        except OrdquantError as problem:
            st.error(escape(str(problem)))
        finally:
            _let_go(upload.file_id for upload in uploads)

    limit = MAX_BYTES // 2**20
    st.file_uploader(label, key=widget, accept_multiple_files=True, on_change=dropped, max_upload_size=limit, help=hint)


def _let_go(file_ids: Iterable[str]) -> None:
    """Forget uploads that the page has taken: Streamlit would hold them until the session ends."""
    if exists():
        for file_id in file_ids:
            get_instance().uploaded_file_mgr.remove_file(session_id(), file_id)  # type: ignore[attr-defined]
