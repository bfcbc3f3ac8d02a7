"""Rows of a table that are no cases: totals, means and other summaries of the others, as spreadsheets have them."""

import re
from collections.abc import Sequence

import numpy as np

from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray

_TOTAL = (
    r"(sub|grand)?totals?|(grand|sub)?sums?|all|overall|counts?|(zwischen|gesamt)?summe|gesamt|insgesamt|alle|ges"
    r"|somme|totale?|totaux|ensemble|sub?totaal|totaal|som|suma|subtotal(es)?|totales|totais|soma|summa|σ|∑|合計|小計|総計|总计|итого"
)
_OTHER = (
    r"means?|averages?|avg|mittel|mittelwert|durchschnitt|schnitt|moyenne|moy|gemiddelde|media|média|promedio|ø|⌀|μ|µ"
    r"|平均|平均値|среднее|medians?|mediane?|mediana|médiane|min|max|minimum|maximum|sd|std|stdev|stddev|deviation"
    r"|standardabweichung|%|percent(age)?s?|pct|prozent|anteile?|shares?|proportions?|pourcentage|porcentaje|割合"
    r"|pooled|distribution|verteilung"
)
_SUBTOTAL = re.compile(rf"(^|[^\w]|_)({_TOTAL})($|[^\w]|_|\d)")
_NAMES = re.compile(rf"{_TOTAL}|{_OTHER}")
_SIZE = re.compile(r"n ?= ?\d+")
_WORD = re.compile(r"[^\W\d_]+|[%∑⌀]")
_ASIDE = re.compile(r"\(.*?\)")  # "Mean (n = 30)"
UNNAMED = 3  # other rows, for a sum that is not named as one
ENOUGH = 1 - 1e-9  # of a sum, in floats
_BETWEEN = 2.0  # the sums of shares and of percentages, rounded, are on either side
MOST_TOTALS = 8  # at one end
LONGEST = 100  # characters of a name


def totals_of(cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    """Return which rows (cases, classes) sum up others, with what they are.

    Rows at the ends with names of summaries are some if their numbers agree: sums, means (as they are rounded), the
    distribution of all votes, medians, extremes, standard deviations. So are sums between the rows that they sum up,
    where they have names of sums. A row without such a name must be the sum of three others or more.

    >>> totals_of(["a", "b", "Total"], np.array([[1, 2], [3, 0], [4, 2]]))
    {2: 'sum of all others'}
    >>> totals_of(["a", "b", "Subtotal", "c", "d"], np.array([[1, 2], [3, 0], [4, 2], [0, 1], [2, 0]]))
    {2: 'sum of the 2 rows before it'}
    """
    found = _at_ends(cases, values)
    if found:
        return found
    found = _between(cases, values)
    kept = [place for place in range(len(cases)) if place not in found]
    ends = _at_ends([cases[place] for place in kept], values[kept]) if found else {}
    return found | {kept[place]: what for place, what in ends.items()}


def _at_ends(cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    n = len(cases)
    head, tail = 0, n
    while head < min(n, MOST_TOTALS) and _is_named(cases[head]):
        head += 1
    while tail > max(head, n - MOST_TOTALS) and _is_named(cases[tail - 1]):
        tail -= 1
    places = [*range(head), *range(tail, n)] if head < tail else []
    while places:  # rows that agree with nothing are cases, and others may agree with them
        others = np.delete(values, places, axis=0)
        kinds = [_kind_of(values[place], others, rounded=_is_named(cases[place], wholly=True)) for place in places]
        found = {place: kind for place, kind in zip(places, kinds, strict=True) if kind}
        if len(found) == len(places):
            return {place: f"{kind} of all others" for place, kind in found.items()}
        places = [*found]
    for place in dict.fromkeys((n - 1, 0, n - 2)) if n > UNNAMED else ():
        if _is_sum(values[place], np.delete(values, place, axis=0)):
            return {place: "sum of all others"}
    return {}


def _between(cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    """Return the rows that are sums of the rows before them, back to the one before, or of those after them."""
    with np.errstate(over="ignore", invalid="ignore"):
        sizes = values.sum(axis=1)
        before, after = np.zeros(len(sizes), dtype=bool), np.zeros(len(sizes), dtype=bool)
        before[2:] = sizes[2:] > ENOUGH * (sizes[1:-1] + sizes[:-2])
        after[:-2] = sizes[:-2] > ENOUGH * (sizes[1:-1] + sizes[2:])
    large = np.flatnonzero(before | after).tolist()  # no others can be sums of two or more: few names are looked at
    short = [place for place in large if len(cases[place]) <= LONGEST]
    named = [place for place in short if _SUBTOTAL.search(_ASIDE.sub("", cases[place].casefold()))]
    starts, ends = [0, *(place + 1 for place in named)], [*named, len(cases)]
    blocks = list(zip(starts, ends, strict=True))
    for side, own in (("before", blocks[:-1]), ("after", blocks[1:])):
        found = {
            place: f"sum of the {count(end - start, 'row')} {side} it"
            for place, (start, end) in zip(named, own, strict=True)
            if 1 < end - start < len(cases) - 1 and _is_sum(values[place], values[start:end])
        }
        if found:
            return found
    return {}


def _is_sum(row: FloatArray, others: FloatArray) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        total = others.sum(axis=0)
        return bool(total.any()) and bool(np.allclose(row, total, rtol=1e-9, atol=1e-9))


def _kind_of(row: FloatArray, others: FloatArray, *, rounded: bool) -> str:
    """Return which summary of others a row is, "" if none.

    Means and shares are rounded as the numbers show; to fewer than two decimals only where the name
    says nothing else (`rounded`).
    """
    if not len(others):
        return ""
    if _is_sum(row, others):
        return "sum"
    with np.errstate(over="ignore", invalid="ignore"):
        total = others.sum(axis=0)
        off = _rounding(row, least=0 if rounded else 2)
        if (np.abs(row - others.mean(axis=0)) <= off).all():
            return "mean"
        whole = 100 if row.sum() > _BETWEEN else 1
        if total.sum() > 0 and off < whole and (np.abs(row - whole * total / total.sum()) <= off).all():
            return "distribution"
        summaries = {
            "median": (np.median(others, axis=0),),
            "minimum": (others.min(axis=0),),
            "maximum": (others.max(axis=0),),
            "standard deviation": (others.std(axis=0), others.std(axis=0, ddof=1) if len(others) > 1 else row + np.inf),
        }
        return next((k for k, v in summaries.items() if any((np.abs(row - one) <= off).all() for one in v)), "")


def _rounding(row: FloatArray, least: int) -> float:
    """Return how far numbers may be from what they were before they were rounded."""
    places = next((n for n in (0, 1) if n >= least and np.allclose(row, np.round(row, n), atol=1e-12)), 2)
    return float(0.6 / 10**places)


def _is_named(case: str, *, wholly: bool = False) -> bool:
    """Return whether an id is the name of a summary: a word for it, and no number, as in `mean-7`.

    `wholly`: it has no other words, as `not bad at all` has.
    """
    if len(case) > LONGEST:
        return False
    name = _ASIDE.sub("", case.casefold()).strip()
    if any(map(str.isdecimal, name)):
        return _SIZE.fullmatch(name) is not None
    known = [_NAMES.fullmatch(word) is not None for word in _WORD.findall(name)]
    return any(known) and (all(known) or not wholly)


def without_totals(cases: Sequence[str], values: FloatArray, lines: Sequence[int], problems: Problems) -> list[int]:
    """Return the rows that are cases; a total is a problem."""
    found = totals_of(cases, values)
    for place, what in sorted(found.items()):
        problems.add(lines[place], case_place(cases[place]), f"the row is the {what}", "remove the row")
    return [place for place in range(len(cases)) if place not in found]
