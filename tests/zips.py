"""Zip archives made in memory, the same bytes each time."""

import io
import zipfile
from collections.abc import Mapping


def zipped(*members: Mapping[str, bytes | str] | tuple[str, bytes | str], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of files: of one mapping, or of pairs of a name and its content; `how` they are packed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for one in members:
            for name, content in one.items() if isinstance(one, Mapping) else (one,):
                archive.writestr(zipfile.ZipInfo(name), content, how)
    return buffer.getvalue()
