"""How much one process takes: files of visitors, visitors at a time, memory. Whoever runs the server may say so."""

import os
from pathlib import Path

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.limits import MEBIBYTE

FILES, VISITORS, MEMORY = "ORDQUANT_FILES", "ORDQUANT_VISITORS", "ORDQUANT_MEMORY"  # the variables: MiB, number, MiB
USUAL = {FILES: 512, VISITORS: 300, MEMORY: 2048}
NO_ROOM = "The server has no room for more files at the moment. Try again in a minute."
_OF_PROCESS = Path("/proc/self/statm")  # of Linux; elsewhere nobody knows what a process holds just now


def most(name: str) -> int:
    """Return a limit. Raises `OrdquantError` where its variable holds no number.

    >>> most(VISITORS)
    300
    """
    written = os.environ.get(name, "") or str(USUAL[name])
    if not written.isdecimal() or int(written) < 1:
        raise OrdquantError(f"{name} is {written!r}; expected a whole number of at least 1.")
    return int(written)


def files() -> int:
    """Return how many bytes of files all visitors may hold together."""
    return most(FILES) * MEBIBYTE


def is_short(share: float = 1.0) -> bool:
    """Return whether the process holds more memory than it should, or than that share of it."""
    pages = int(_OF_PROCESS.read_text().split()[1]) if _OF_PROCESS.exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") > share * most(MEMORY) * MEBIBYTE
