"""Tables on stdout (CSV has full float precision), notes on stderr."""

import csv
import math
import sys
from collections.abc import Iterable, Sequence

from ordquant_core.tables.table import Table
from ordquant_core.tables.writing.renderings import rendered

Names = Sequence[str]


def write_message(message: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(" ".join(message.splitlines()) + "\n")


def write_table(table: Table, form: str) -> None:
    """Write a table to stdout in one of the `FORMS`."""
    for piece in rendered(table, form):
        sys.stdout.write(piece)


def write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table to stdout."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def cell(value: float | None) -> str:
    """Write a number so that it reads back as the same number; empty where it is not defined."""
    return "" if value is None or math.isnan(value) else repr(float(value) + 0.0)  # -0.0 + 0.0 is 0.0
