"""Rows of a table that are no cases: totals and means of the others, as spreadsheets have them at the end or on top."""

import re
from collections.abc import Sequence
from itertools import chain, combinations

import numpy as np

from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import FloatArray

TOTALS = re.compile(r"total|sum|all$|overall|count|gesamt|insgesamt|alle$|somme|ensemble|totaa|som$|totai|soma")
MEANS = re.compile(r"mean|average|avg|all$|overall|mittel|schnitt|moyenne|gemiddelde|media|média|promedio|平均")
FEWEST = 2  # other rows, for one that is named as their total
UNNAMED = 3  # other rows, for one that is not
NAMED = " by name"
ROUNDED = 0.006  # a mean is written with two decimals or more


def totals_of(cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    """Return which rows (cases, classes) at the ends of a table are the sum or the mean of all others, with which.

    There may be one such row, or a sum and a mean. A row without the name of a total must be the sum of three others
    or more to the last digit.

    >>> totals_of(["a", "b", "Total"], np.array([[1, 2], [3, 0], [4, 2]]))
    {2: 'sum'}
    """
    n = len(cases)
    ends = [place for place in dict.fromkeys((n - 1, 0, n - 2)) if 0 <= place < n]
    tried = chain(combinations(ends, 1), combinations(ends, 2))
    return next((found for places in tried if (found := _totals_among(places, cases, values))), {})


def _totals_among(places: tuple[int, ...], cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    """Return these rows with what they are, if all are sums or means of the others."""
    others = np.delete(values, places, axis=0)
    if len(others) < FEWEST:
        return {}
    found = {place: _kind_of(cases[place].strip().lower(), values[place], others) for place in places}
    unnamed = len(others) >= UNNAMED and len(places) == 1
    named = all(what.endswith(NAMED) or (unnamed and what == "sum") for what in found.values())
    return {place: what.removesuffix(NAMED) for place, what in found.items()} if named and all(found.values()) else {}


def _kind_of(name: str, row: FloatArray, others: FloatArray) -> str:
    """Return whether a row is the sum or the mean of others, marked if it has the name of one; else ""."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = others.sum(axis=0)
        off = ROUNDED * max(1.0, float(np.abs(others).max()))
        if np.allclose(row, total, rtol=1e-9, atol=1e-9) and total.any():
            return "sum" + NAMED * bool(TOTALS.search(name))
        return "mean" + NAMED * bool(MEANS.search(name)) if (np.abs(row - total / len(others)) <= off).all() else ""


def without_totals(cases: Sequence[str], values: FloatArray, lines: Sequence[int], problems: Problems) -> list[int]:
    """Return the rows that are cases; a total is a problem, or left out and noted where the user says so."""
    found = totals_of(cases, values)
    for place, what in sorted(found.items()):
        if problems.choices.drop_totals:
            problems.notes.append(f"{problems.file}: row {label(cases[place])}, the {what} of all others, left out")
        else:
            seen = f"the row is the {what} of all others"
            problems.add(lines[place], case_place(cases[place]), seen, "give cases only", ["drop-totals"])
    return [place for place in range(len(cases)) if place not in found]
