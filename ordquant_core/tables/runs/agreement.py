"""How similarly measures rank runs, as tables: Kendall's tau with its intervals, and information tau."""

from collections.abc import Sequence
from itertools import combinations

from ordquant_core.analysis.agreement import Agreement
from ordquant_core.records import Correlation, FloatArray
from ordquant_core.tables.table import Table, of_rows


def agreement_table(found: Agreement) -> Table:
    """Return a row per pair of measures: tau and both of its intervals."""
    tables = {
        "tau": found.tau,
        "low": found.low,
        "high": found.high,
        "low_long_cliff": found.low_long_cliff,
        "high_long_cliff": found.high_long_cliff,
    }
    return pairs_table(found.measures, tables)


def correlation_table(found: Sequence[Correlation]) -> Table:
    """Return a row per correlation: its value and interval, how many items it is of, and why something is missing."""
    rows = ((one.value, one.low, one.high, one.n, one.undefined) for one in found)
    return of_rows(("correlation", "low", "high", "items", "note"), rows)


def information_table(measures: Sequence[str], bits: FloatArray) -> Table:
    """Return a row per pair of measures: their information tau, as `analysis.agreement.information` gives it."""
    return pairs_table(measures, {"information_tau": bits})


def pairs_table(measures: Sequence[str], tables: dict[str, FloatArray]) -> Table:
    """Return a row per pair of measures with its values in symmetric tables (measures, measures)."""
    rows = (
        (measures[i], measures[j], *(float(table[i, j]) for table in tables.values()))
        for i, j in combinations(range(len(measures)), 2)
    )
    return of_rows(("measure_1", "measure_2", *tables), rows)
