"""What comes first by a statistic of the cases, and how often it does where the cases are resampled."""

from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core.findings.words import some
from ordquant_core.numerals import count, percent
from ordquant_core.statistics.superlatives import RESAMPLES, First

SURE, LIKELY = 0.95, 0.5  # shares of resamples: from the first on, what comes first is named; from the second, with it
HOW = f"The cases are resampled {count(RESAMPLES, 'time')}"


class End(NamedTuple):
    """One end of an order of measures: what is first there, what it does, and how large its statistic is."""

    first: First
    what: str  # such as "the runs least like the others"
    value: str


def in_resamples(least: float, most: float | None = None, *, of: str = "cases") -> str:
    """Say in which share of the resamples, or from which to which, something is first; nothing from 95% on.

    >>> in_resamples(0.96), in_resamples(0.612), in_resamples(0.61, 0.7, of="topics")
    ('', ' in 61% of resamples of cases', ' in 61% to 70% of resamples of topics')
    """
    low, high = percent(least), percent(least if most is None else most)
    span = low if low == high else f"{low} to {high}"
    return "" if least >= SURE else f" in {span} of resamples of {of}"


def two_ends(verb: Sequence[str], one: End, other: End) -> str:
    """Name the measures at both ends of an order, as far as the cases decide; `verb`: of one measure, of several."""
    if one.first.share < LIKELY and other.first.share < LIKELY:
        return (
            f"Which measure {verb[0]} {one.what}, and which {verb[0]} {other.what}, depends on the cases ({one.value} "
            f"and {other.value})."
        )
    first = _clause(verb, one)
    return f"{first[0].upper()}{first[1:]}; {_clause(verb, other)}."


def _clause(verb: Sequence[str], end: End) -> str:
    first = end.first
    if first.share < LIKELY:
        return f"which measure {verb[0]} {end.what} ({end.value}) depends on the cases"
    return f"{some(first.names)} {verb[len(first.names) > 1]} {end.what} ({end.value}){in_resamples(first.share)}"
