"""CSV on stdout with full float precision, notes on stderr."""

import csv
import math
import sys
from collections.abc import Iterable, Iterator, Sequence

from ordquant_core.records import FloatArray

Names = Sequence[str]


def tell(message: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(" ".join(message.splitlines()) + "\n")


def write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table to stdout."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def cell(value: float | None) -> str:
    """Write a number so that it reads back as the same number; empty where it is not defined."""
    return "" if value is None or math.isnan(value) else repr(float(value) + 0.0)  # -0.0 + 0.0 is 0.0


def score_rows(runs: Names, cases: Names, measures: Names, values: FloatArray) -> Iterator[Sequence[object]]:
    """Yield a row per run, case and measure; `values` has shape (measures, runs, cases)."""
    for r, run in enumerate(runs):
        for c, case in enumerate(cases):
            for m, key in enumerate(measures):
                yield run, case, key, cell(values[m, r, c])


def mean_rows(runs: Names, cases: Names, measures: Names, means: FloatArray) -> Iterator[Sequence[object]]:
    """Yield a row per run and measure; `means` has shape (measures, runs)."""
    for r, run in enumerate(runs):
        for m, key in enumerate(measures):
            yield run, key, cell(means[m, r]), len(cases)
