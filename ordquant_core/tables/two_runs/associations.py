"""Properties associated with disagreement: as a sentence, and as a table to read."""

from collections.abc import Sequence

from ordquant_core.analysis.properties import PROPERTIES, Association, can_be_significant
from ordquant_core.markup import Cell, Html, Numbers, Row, table, tag
from ordquant_core.numerals import count, p_exact, percent, score
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair

LEVEL = 0.05


def verdict(correlations: Sequence[Association], pair: Pair, n: int, of: int) -> str:
    """Return the properties that are associated, the strongest first; `n` of the `of` cases are disagreements."""
    first, second = label_pair(pair)
    if n == 0:
        none = f"none of the {count(of)} cases" if of > 1 else "no case"
        return f"{first} and {second} prefer different runs on {none}: nothing to describe."
    if n == of:
        return f"{first} and {second} prefer different runs on every case: there are no others to compare them with."
    tested = [entry for entry in correlations if entry.adjusted is not None]
    if not tested:
        return f"{first} and {second} disagree on {count(n)} of {count(of, 'case')}: no property varies over the cases."
    number = f"{count(len(tested))} {'property' if len(tested) == 1 else 'properties'}"
    clear = [entry for entry in tested if is_clear(entry)]
    if not clear and not can_be_significant(n, of - n, len(tested), LEVEL):
        few = "too few for" if n <= of - n else "too few others for"
        return (
            f"{first} and {second} disagree on {count(n)} of {count(of, 'case')}: {few} a test of {number}. "
            "The table shows how these cases differ from the others."
        )
    if not clear:
        least = min(entry.adjusted for entry in tested if entry.adjusted is not None)
        return (
            f"No property is clearly associated with the {count(n, 'disagreement')} of {first} and {second} "
            f"(Mann–Whitney tests of {number}, Holm's correction; smallest {_test(least)})."
        )
    best, *others = clear
    also = ", ".join(f"{_label(entry)} ({_more(entry)}, {_share(entry)})" for entry in others)
    return (
        f"Where {first} and {second} disagree, {_label(best)} tends to be {_more(best)}: in {_share(best)} of all "
        "pairs of a disagreement and another case, ties counted half (Mann–Whitney test, "
        f"{_test(best.adjusted)} after Holm's correction for {number})."
        + (f" Also associated: {also}." if also else "")
    )


def is_clear(entry: Association) -> bool:
    """Return whether a property differs significantly, corrected for the number of properties."""
    return entry.adjusted is not None and entry.adjusted < LEVEL


def association_list(correlations: Sequence[Association]) -> Html:
    """Return a row per property: both means, how often a disagreement has the larger value, and p."""
    rows = []
    for entry in correlations:
        known = PROPERTIES[entry.key]
        means = [
            Cell("–" if mean is None else score(mean), title=None if mean is None else repr(mean))
            for mean in (entry.mean_with, entry.mean_without)
        ]
        words = entry.effect.undefined.partition(":")[0] if entry.chance is None else _chance(entry.chance, entry)
        label = Cell(tag("abbr", known.label, title=known.meaning), heads=True)
        p = Cell("–" if entry.adjusted is None else p_exact(entry.adjusted), title=repr(entry.adjusted))
        rows.append(Row([label, *means, words, p], data={"property": entry.key}))
    heads = ("disagreements", "others", "larger value", "p (Holm)")
    columns = ["mean of", *map(Numbers, heads)]
    return table(columns, rows, id="properties", class_="oq oq-table")


def _label(entry: Association) -> str:
    return PROPERTIES[entry.key].label[:1].lower() + PROPERTIES[entry.key].label[1:]


def _more(entry: Association) -> str:
    return "larger" if (entry.chance or 0) > 0.5 else "smaller"


def _share(entry: Association) -> str:
    return percent(max(entry.chance or 0, 1 - (entry.chance or 0)))


def _test(p_value: float | None) -> str:
    words = p_exact(1 if p_value is None else p_value)
    return f"p {words}" if words.startswith("<") else f"p = {words}"


def _chance(chance: float, entry: Association) -> str:
    low, high = entry.effect.low, entry.effect.high
    interval = "" if low is None or high is None else f" [{percent((low + 1) / 2)}, {percent((high + 1) / 2)}]"
    return f"{percent(chance)}{interval}"
