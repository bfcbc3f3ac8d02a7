"""The control by which a visitor gives files."""

from collections.abc import Callable, Iterable

import streamlit as st
from streamlit.runtime import exists, get_instance
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from ordquant_core.tasks import MAX_BYTES, File
from pages.shared import holding, problems
from pages.shared.session import FILES, Item, reported, session_id

_VERSIONS: Item[dict[str, int]] = Item("uploads_versions", dict)  # how often a control was replaced


def draw_file_drop(label: str, key: str, take: Callable[[tuple[File, ...]], None], *, hint: str) -> None:
    """Draw a control for files: `take` is called with those that were given, and it is empty for the next ones."""

    def dropped() -> None:
        uploads = uploaded_files(key)
        if not uploads:
            return
        replace(key)
        with problems.explained():
            try:
                with holding.within_limit():
                    take(holding.reuse_contents([File(upload.name, upload.getvalue()) for upload in uploads]))
                FILES.set(True)
            finally:
                _let_go(upload.file_id for upload in uploads)

    control(label, key, dropped, hint=hint)


def control(label: str, key: str, changed: Callable[[], None], *, many: bool = True, hint: str | None = None) -> None:
    """Draw a control that lists its uploaded files; `changed` is called when a file is added or removed.

    After a reconnect to a new session the browser still lists files that the server no longer has. Then the control is
    replaced by an empty one.
    """
    widget, limit = _widget(key), MAX_BYTES // 2**20
    st.file_uploader(label, key=widget, accept_multiple_files=many, on_change=changed, max_upload_size=limit, help=hint)
    if len(uploaded_files(key)) < len(_listed(widget)):
        replace(key)
        st.rerun()


def uploaded_files(key: str) -> list[UploadedFile]:
    """Return the files in the control with that key."""
    files = [file for file in _listed(_widget(key)) if isinstance(file, UploadedFile)]
    holding.IN_CONTROLS.update(file.file_id for file in files)
    return files


def _listed(widget: str) -> list[UploadedFile | DeletedFile]:
    files = reported(widget) or []
    return files if isinstance(files, list) else [files]


def _widget(key: str) -> str:
    return f"{key}_{_VERSIONS.get().get(key, 0)}"


def replace(key: str) -> None:
    """Replace the control with that key by an empty one."""
    _VERSIONS.get()[key] = _VERSIONS.get().get(key, 0) + 1


def _let_go(file_ids: Iterable[str]) -> None:
    """Forget uploads that the page has taken: Streamlit would hold them until the session ends."""
    if exists():
        for file_id in file_ids:
            holding.IN_CONTROLS.discard(file_id)
            get_instance().uploaded_file_mgr.remove_file(session_id(), file_id)  # type: ignore[attr-defined]
