"""What one session may hold of uploads at the same time; and uploads stay in memory, whatever the disk is like."""

from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from streamlit.runtime import exists, get_instance
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE
from pages.shared import holding

MOST_FILES, MOST_BYTES = 1000, holding.MOST + MAX_BYTES  # a file more than pages keep: they refuse it in words


def install() -> None:
    """Put it in place."""
    MultiPartParser.spool_max_size = MAX_BYTES + MEBIBYTE  # else in a temporary file: a full disk would refuse it
    MemoryUploadedFileManager.add_file = _add_file  # type: ignore[assignment,method-assign]


_add = MemoryUploadedFileManager.add_file


def _add_file(manager: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
    """Hold one more upload of a session, unless it has as many as it may: then the sender is refused."""
    held = dict(manager.file_storage.get(session_id, {}))
    held.pop(file.file_id, None)
    contents = [*(one.data for one in held.values()), *_kept(session_id)]
    size = holding.size_of(contents)
    if len(held) >= MOST_FILES or size + len(file.data) > MOST_BYTES:
        raise HTTPException(status_code=413, detail=holding.refusal(size, size + len(file.data)))
    _add(manager, session_id, file)


def _kept(session_id: str) -> list[bytes]:
    """Return what the pages of a session keep of its uploads."""
    info = get_instance()._session_mgr.get_session_info(session_id) if exists() else None
    return holding.held(info.session.session_state) if info else []
