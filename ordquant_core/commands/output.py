"""Tables on stdout (CSV has full float precision), notes on stderr."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ordquant_core.tables.table import Table
from ordquant_core.tables.writing.renderings import rendered

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_MESSAGES: ContextVar[list[str] | None] = ContextVar("messages", default=None)


@contextmanager
def messages() -> Iterator[list[str]]:
    """Collect the messages that are written meanwhile."""
    found: list[str] = []
    token = _MESSAGES.set(found)
    try:
        yield found
    finally:
        _MESSAGES.reset(token)


def write_message(message: str) -> None:
    """Write one line to stderr; what would command the terminal, such as an escape out of a name, is spelt out."""
    line = _CONTROL.sub(lambda char: f"\\x{ord(char[0]):02x}", " ".join(message.splitlines()))
    found = _MESSAGES.get()
    if found is not None:
        found.append(line)
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(f"{line}\n")


def write_table(table: Table, form: str) -> None:
    """Write a table to stdout in one of the `FORMS`."""
    for piece in rendered(table, form):
        sys.stdout.write(piece)
