"""Reading files: for a time that is bounded, and large ones one visitor after another, so that others are answered."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.limits import MEBIBYTE, for_seconds
from pages.shared import result_cache, room
from pages.shared.progress_bar import progress_bar

SMALL = 2 * MEBIBYTE  # bytes of files that wait for nobody
LONGEST = 30.0  # seconds of CPU for all files of a task
PATIENCE = 60.0  # seconds until a visitor is told that others are first
BUSY = "The server is reading large files of other visitors. Try again in a minute."
_LARGE = threading.RLock()  # a task is read while its files are taken


@contextmanager
def reading(size: int) -> Iterator[None]:
    """Read files of so many bytes within this. Raises `OrdquantError` where there is no time or no room for them."""
    if size < SMALL:
        with for_seconds(LONGEST):
            yield
        return
    until = time.monotonic() + PATIENCE
    with progress_bar("Waiting for large files of other visitors") as show:
        while not _LARGE.acquire(timeout=1):
            show(0, 1)  # whoever leaves waits no longer
            if time.monotonic() > until:
                raise OrdquantError(BUSY)
    try:
        if room.is_short():
            result_cache.clear()
        if room.is_short():
            raise OrdquantError(room.NO_ROOM)
        with for_seconds(LONGEST):
            yield
    finally:
        _LARGE.release()
