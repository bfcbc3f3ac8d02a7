"""Tables on stdout (CSV has full float precision), notes on stderr."""

import csv
import io
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat

import numpy as np

from ordquant_core.records import FloatArray
from ordquant_core.tables.renderings import FORMS, rendered
from ordquant_core.tables.table import Table

Names = Sequence[str]


def tell(message: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(" ".join(message.splitlines()) + "\n")


def write_table(table: Table, form: str = FORMS[0]) -> None:
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


def write_scores(header: Sequence[str], runs: Names, cases: Names, measures: Names, values: FloatArray) -> None:
    """Write a row per run, case and measure; `values` has shape (measures, runs, cases).

    The text is what `write` would give. There may be millions of rows: names are quoted once, not in each of them.
    """
    sys.stdout.write(_line(header))
    keys = [_line([key, ""])[:-1] for key in measures]
    middles = [case + key for case in (_line(["", case, ""])[:-1] for case in cases) for key in keys]
    for r, run in enumerate(runs):
        scores = (values[:, r].T + 0.0).ravel()  # -0.0 + 0.0 is 0.0
        cells = map(cell, scores) if np.isnan(scores).any() else map(repr, scores.tolist())
        start = _line([run, ""])[:-2]
        rows = map("".join, zip(repeat(start), middles, cells, repeat("\n")))
        while text := "".join(islice(rows, 10_000)):  # three times as fast as a row at a time
            sys.stdout.write(text)


def _line(row: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue()


def mean_rows(runs: Names, cases: Names, measures: Names, means: FloatArray) -> Iterator[Sequence[object]]:
    """Yield a row per run and measure; `means` has shape (measures, runs)."""
    for r, run in enumerate(runs):
        for m, key in enumerate(measures):
            yield run, key, cell(means[m, r]), len(cases)
