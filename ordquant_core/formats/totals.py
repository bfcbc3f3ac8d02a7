"""Rows of a table that are no cases: the sum or the mean of all others, as spreadsheets have them."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import BLOCK
from ordquant_core.records import FloatArray

_NAME = re.compile(
    r"(sub|grand)?[ _-]?totals?|(grand[ _])?sums?|all|overall|counts?|(zwischen|gesamt)?summe|gesamt|insgesamt|somme"
    r"|totaal|suma|soma|合計|総計|总计|итого|means?|averages?|avg\.?|mittel(wert)?|durchschnitt|moyenne|promedio|media|平均"
    r"|medians?|min|max|sd|std|stdev|std\. dev\.|%|percent(age)?s?|prozent|shares?|n|ø|μ|∑|σ",
    re.IGNORECASE,
)
_LONGEST = 40  # characters of such a name, with what stands in brackets
_LEAST = 3  # other rows, for a sum or mean that is not named as one
_ENOUGH = 1e-9  # of a number, in floats


def is_summary(case: str) -> bool:
    """Return whether a case is called like a summary of others.

    >>> is_summary("Total"), is_summary("Mean"), is_summary("D01")
    (True, True, False)
    """
    return len(case) <= _LONGEST and _NAME.fullmatch(case.partition("(")[0].strip()) is not None


def summary_rows(cases: Sequence[str], values: FloatArray) -> dict[int, str]:
    """Return the rows (cases, classes) that are called like a summary, or are the sum or mean of all others.

    >>> summary_rows(["a", "b", "Total"], np.array([[1, 2], [3, 0], [4, 2]])), summary_rows(["a"], np.array([[1, 2]]))
    ({2: 'sum'}, {})
    """
    n = len(cases)
    named = {row for row, case in enumerate(cases) if not case[-1:].isdecimal() and is_summary(case)}
    if n < 2 or (n <= _LEAST and not named):
        return {}
    total = values.sum(axis=0)
    is_sum, is_mean = _times(2, values, total), _times(n, values, total)
    if is_mean.any() and bool((values == values[0]).all()):  # then each is the mean of all others
        is_mean[:] = False
    by_numbers = np.flatnonzero((is_sum | is_mean) & (n > _LEAST)).tolist()
    kinds = {row: "sum" if is_sum[row] else "mean" if is_mean[row] else "summary" for row in {*named, *by_numbers}}
    return dict(sorted(kinds.items()))


def _times(factor: int, values: FloatArray, total: FloatArray) -> NDArray[np.bool_]:
    """Return which rows, so many times, are the total; a block of them after the other takes little memory."""
    nearly = np.maximum(np.abs(total), 1) * _ENOUGH
    step = max(1, BLOCK // len(total))
    blocks = (values[start : start + step] for start in range(0, len(values), step))
    return np.concatenate([(np.abs(factor * block - total) <= nearly).all(axis=1) for block in blocks])
