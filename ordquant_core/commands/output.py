"""Tables on stdout (CSV has full float precision), notes on stderr."""

import sys

from ordquant_core.tables.table import Table
from ordquant_core.tables.writing.renderings import rendered


def write_message(message: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(" ".join(message.splitlines()) + "\n")


def write_table(table: Table, form: str) -> None:
    """Write a table to stdout in one of the `FORMS`."""
    for piece in rendered(table, form):
        sys.stdout.write(piece)
