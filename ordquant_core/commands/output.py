"""Tables on stdout, with full float precision as CSV, or in the file of `--out`."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import write_file
from ordquant_core.writing.forms import written


def write_table(table: pd.DataFrame, form: str) -> None:
    """Write a table to stdout in one of the `FORMS`."""
    sys.stdout.write(written(table, form))


@contextmanager
def stdout_to(path: str | None) -> Iterator[None]:
    """Write what is written to stdout to a file instead, once the command has ended; None: to stdout.

    Where the command fails, a file of that name stays as it is. Raises `OrdquantError` where it cannot be written.
    """
    if path is None:
        yield
        return
    if not Path(path).absolute().parent.is_dir():  # before anything is computed
        raise OrdquantError(f"{path} cannot be written (there is no such folder)")
    data, stop = io.BytesIO(), None
    held = io.TextIOWrapper(data, "utf-8", "backslashreplace", newline="")
    with redirect_stdout(held):
        try:
            yield
        except SystemExit as ended:  # with the exit code of `check --strict`, after its table
            stop = ended
    held.flush()
    write_file(path, data.getvalue())
    if stop is not None:
        raise stop
