"""Which properties of cases are associated with a disagreement of two measures."""

from collections.abc import Sequence

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.properties import PROPERTIES, Association, can_be_significant
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.numerals import count, p_exact, percent

LEVEL = 0.05


def associated(correlations: Sequence[Association], pair: Pair, n: int, of: int) -> str:
    """Say which properties are associated, the strongest first; `n` of the `of` cases are disagreements."""
    both = " and ".join(label_pair(pair))
    if n == 0:
        none = f"none of the {count(of)} cases" if of > 1 else "no case"
        return f"{both} prefer different runs on {none}: nothing to describe."
    if n == of:
        return f"{both} prefer different runs on every case: there are no others to compare them with."
    disagree = f"{both} disagree on {count(n)} of {count(of, 'case')}"
    tested = [entry for entry in correlations if entry.adjusted is not None]
    if not tested:
        return f"{disagree}: no property varies over the cases."
    number = f"{count(len(tested))} {'property' if len(tested) == 1 else 'properties'}"
    clear = [entry for entry in tested if is_clear(entry)]
    if not clear and not can_be_significant(n, of - n, len(tested), LEVEL):
        few = "too few for" if n <= of - n else "too few others for"
        return f"{disagree}: {few} a test of {number}. The table shows how these cases differ from the others."
    if not clear:
        least = min(tested, key=lambda entry: entry.adjusted or 0)
        return (
            f"No property is clearly associated with the {count(n, 'disagreement')} of {both} "
            f"(Mann–Whitney tests of {number}, Holm's correction; smallest {_p(least)})."
        )
    best, *others = clear
    also = ", ".join(f"{PROPERTIES[entry.key].name} ({_more(entry)}, {_share(entry)})" for entry in others)
    return (
        f"Where {both} disagree, {PROPERTIES[best.key].name} tends to be {_more(best)}: in {_share(best)} of all "
        "pairs of a disagreement and another case, ties counted half (Mann–Whitney test, "
        f"{_p(best)} after Holm's correction for {number})." + (f" Also associated: {also}." if also else "")
    )


def is_clear(entry: Association) -> bool:
    """Return whether a property differs significantly, corrected for the number of properties."""
    return entry.adjusted is not None and entry.adjusted < LEVEL


def _more(entry: Association) -> str:
    return "larger" if (entry.effect.value or 0) > 0 else "smaller"


def _share(entry: Association) -> str:
    """Return in how many pairs the value is as the tendency is: half of the way from none to all is none."""
    return percent((1 + abs(entry.effect.value or 0)) / 2)


def _p(entry: Association) -> str:
    words = p_exact(entry.adjusted or 0)
    return f"p {words}" if words.startswith("<") else f"p = {words}"
