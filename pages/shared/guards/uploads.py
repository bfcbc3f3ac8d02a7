"""What one session may hold of uploads at the same time; and uploads stay in memory, whatever the disk is like."""

from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ordquant_core.formats.limits import MAX_BYTES, MAX_UNPACKED, MEBIBYTE

MOST_FILES, MOST_BYTES = 1000, MAX_UNPACKED


def install() -> None:
    """Put it in place."""
    MultiPartParser.spool_max_size = MAX_BYTES + MEBIBYTE  # else in a temporary file: a full disk would refuse it
    MemoryUploadedFileManager.add_file = _add_file  # type: ignore[assignment,method-assign]


_add = MemoryUploadedFileManager.add_file


def _add_file(manager: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
    """Hold one more upload of a session, unless it has as many as it may: then the sender is refused."""
    held = dict(manager.file_storage.get(session_id, {}))
    held.pop(file.file_id, None)
    if len(held) >= MOST_FILES or sum(len(one.data) for one in held.values()) + len(file.data) > MOST_BYTES:
        seen = "This session has too many or too large files. Remove some, or open a new tab."
        raise HTTPException(status_code=413, detail=seen)
    _add(manager, session_id, file)
