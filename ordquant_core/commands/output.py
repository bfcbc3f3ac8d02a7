"""Tables on stdout (CSV has full float precision), notes on stderr."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ordquant_core.tables.table import Table
from ordquant_core.tables.writing.renderings import rendered

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
    """Write one line to stderr."""
    found = _MESSAGES.get()
    if found is not None:
        found.append(" ".join(message.splitlines()))
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(" ".join(message.splitlines()) + "\n")


def write_table(table: Table, form: str) -> None:
    """Write a table to stdout in one of the `FORMS`."""
    for piece in rendered(table, form):
        sys.stdout.write(piece)
