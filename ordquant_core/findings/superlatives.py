"""What comes first by a statistic of the cases, and how often it does where the cases are resampled."""

from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core.findings.words import some
from ordquant_core.numerals import count, percent
from ordquant_core.statistics.superlatives import FEWEST_CASES, RESAMPLES, First

SURE, LIKELY = 0.95, 0.5  # shares of resamples: from the first on, what comes first is named; from the second, with it
HOW = f"The cases are resampled {count(RESAMPLES, 'time')}"


class End(NamedTuple):
    """One end of an order of measures: what is first there, what it does, and how large its statistic is."""

    first: First
    what: str  # such as "the runs least like the other measures"
    short: str  # the same of the second end, after the first was said: "most"
    value: str  # with what it is: "average tau 0.573"
    bare: str  # and without


def in_resamples(least: float, most: float | None = None, *, of: str = "cases") -> str:
    """Say in which share of the resamples, or from which to which, something is first; nothing from 95% on.

    >>> in_resamples(0.96), in_resamples(0.612), in_resamples(0.61, 0.7, of="topics")
    ('', ' in 61% of resamples of cases', ' in 61% to 70% of resamples of topics')
    """
    low, high = percent(least), percent(least if most is None else most)
    span = low if low == high else f"{low} to {high}"
    return "" if least >= SURE else f" in {span} of resamples of {of}"


def depends(first: First, *, of: str = "cases") -> str:
    """Say why what comes first is not named: the cases do not decide, or are too few to tell.

    >>> depends(First((), 0.5, 0.4, 20)), depends(First((), 0.5, float("nan"), 2), of="topics")
    ('depends on the cases', 'is not known from 2 topics')
    """
    few = f"is not known from {count(first.n_cases, of.removesuffix('s'))}"
    return few if first.n_cases < FEWEST_CASES else f"depends on the {of}"


def alike(who: str, do: str, first: First) -> str:
    """Say that several do the same on these cases, and how often they do where the cases are resampled.

    >>> alike("both pairs", "overlap alike", First(("x", "y"), 0.5, 0.45, 20))
    'On these cases both pairs overlap alike, but in only 45% of resamples'
    """
    if first.share >= SURE:
        return f"{who[0].upper()}{who[1:]} {do}"
    if first.n_cases < FEWEST_CASES:
        return f"On these {count(first.n_cases, 'case')} {who} {do}; whether they would on others is not known"
    share = f"{percent(first.share)} of resamples" if first.share else "no resample"
    often = f"and in {share}" if first.share >= LIKELY else f"but in {'only ' * bool(first.share)}{share}"
    return f"On these cases {who} {do}, {often}"


def two_ends(verb: Sequence[str], one: End, other: End, number: int) -> tuple[str, str]:
    """Name the measures at both ends of an order of `number`, as far as the cases decide; then say what they do not.

    What is first in fewer than 95% of the resamples is named as first on these cases; its share follows. `verb`: of one
    measure, of several.
    """
    ends, be = (one, other), " be" * (verb[0] == "is")
    left = " ".join(
        f"On these cases {_ranked(verb, end)} ({end.bare}); with other cases or measures, another may{be}."
        for end in ends
        if not end.first.share >= LIKELY
    )
    decided = sorted((end for end in ends if end.first.share >= LIKELY), key=lambda end: end.first.share < SURE)
    if not decided:
        clearly = "is clearly" if be else f"clearly {verb[0]}"
        return f"None of {count(number, 'measure')} {clearly} {one.what}, and none {other.short}.", left
    first, *second = decided
    said = f"{_ranked(verb, first)} ({first.value})"
    if first.first.share < SURE:
        said = f"On these cases {said}"
    for end in second:
        here = "on these cases " if end.first.share < SURE <= first.first.share else ""
        said += f", {here}{some(end.first.names)} {end.short} ({end.bare})"
    shares = [f"{_ranked(verb, end)}{in_resamples(end.first.share)}." for end in decided if end.first.share < SURE]
    return f"{said}.", " ".join(filter(None, [*shares, left]))


def _ranked(verb: Sequence[str], end: End) -> str:
    return f"{some(end.first.names)} {verb[len(end.first.names) > 1]} {end.what}"
