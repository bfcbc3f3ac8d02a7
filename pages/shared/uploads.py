"""The place where a visitor drops files."""

from collections.abc import Callable

import streamlit as st

from ordquant_core.formats import MAX_BYTES, File

Take = Callable[[tuple[File, ...]], None]


def drop(label: str, key: str, take: Take, *, hint: str) -> None:
    """Draw a place for files: `take` is called with what was dropped, and the place is empty for the next ones."""
    version = st.session_state.setdefault(f"{key}_version", 0)
    widget = f"{key}_{version}"

    def dropped() -> None:
        files = tuple(File(upload.name, upload.getvalue()) for upload in st.session_state[widget] or ())
        if files:
            take(files)
            st.session_state[f"{key}_version"] = version + 1

    st.file_uploader(
        label,
        key=widget,
        accept_multiple_files=True,
        on_change=dropped,
        max_upload_size=MAX_BYTES // 2**20,
        help=hint,
    )
