"""Rows of a table that are no cases: totals and means of the others, as spreadsheets have them at the end or on top."""

import re
from collections.abc import Sequence
from itertools import chain, combinations

import numpy as np

from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import FloatArray

TOTALS = re.compile(
    r"totals?|sums?|all|overall|counts?|summe|gesamt|insgesamt|alle|somme|totale|ensemble|totaal|som|suma|totales|totais"
    r"|soma"
)
MEANS = re.compile(
    r"means?|average|avg|all|overall|mittel|mittelwert|durchschnitt|schnitt|moyenne|gemiddelde|media|média|promedio|平均"
)
FEWEST = 2  # other rows, for one that is named as their total
UNNAMED = 3  # other rows, for one that is not
ROUNDED = 0.006  # a mean is written with two decimals or more
_WORD = re.compile(r"[^\W\d_]+")
_ASIDE = re.compile(r"\(.*?\)")  # "Mean (n = 30)"


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
    found = {place: _kind_of(values[place], others) for place in places}
    named = all(_is_named(cases[place], what) for place, what in found.items())
    unnamed = len(others) >= UNNAMED and [*found.values()] == ["sum"]
    return found if all(found.values()) and (named or unnamed) else {}


def _kind_of(row: FloatArray, others: FloatArray) -> str:
    """Return whether a row is the sum or the mean of others, else ""."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = others.sum(axis=0)
        if total.any() and np.allclose(row, total, rtol=1e-9, atol=1e-9):
            return "sum"
        off = ROUNDED * max(1.0, float(np.abs(others).max()))
        return "mean" if (np.abs(row - total / len(others)) <= off).all() else ""


def _is_named(case: str, what: str) -> bool:
    """Return whether an id is the name of a sum or of a mean: a word for it, and no number, as in `mean-7`."""
    name = _ASIDE.sub("", case.lower())
    known = TOTALS if what == "sum" else MEANS
    return not any(map(str.isdecimal, name)) and any(map(known.fullmatch, _WORD.findall(name)))


def without_totals(cases: Sequence[str], values: FloatArray, lines: Sequence[int], problems: Problems) -> list[int]:
    """Return the rows that are cases; a total is a problem, or left out and noted where the user says so."""
    found = totals_of(cases, values)
    for place, what in sorted(found.items()):
        if problems.choices.drop_totals:
            problems.notes.append(f"{problems.file}: row {label(cases[place])}, the {what} of all others, left out")
        else:
            seen = f"the row is the {what} of all others"
            problems.add(lines[place], case_place(cases[place]), seen, "remove the row", ["drop-totals"])
    return [place for place in range(len(cases)) if place not in found]
