"""Properties associated with disagreement: as a sentence, as a table to read, as a table to download."""

from collections.abc import Sequence

from ordquant_core.analysis.properties import PROPERTIES, Association
from ordquant_core.markup import Cell, Column, Html, Row, table, tag
from ordquant_core.numerals import count, percent, score
from ordquant_core.tables.table import Table, Values
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair

NUMBER = "oq-number"


def verdict(found: Sequence[Association], pair: Pair, n: int, of: int) -> str:
    """Return the property with the strongest association; `n` of the `of` cases are disagreements."""
    first, second = label_pair(pair)
    if n == 0:
        return f"{first} and {second} prefer different runs on no case: there is no disagreement to explain."
    if n == of:
        return f"{first} and {second} prefer different runs on every case: there are no others to compare them with."
    best = found[0]
    if best.chance is None or best.effect.low is None or best.effect.high is None:
        return f"{count(n)} of {count(of, 'case')} are disagreements; no association with a property is defined."
    label = PROPERTIES[best.key].label
    if best.effect.low <= 0 <= best.effect.high:
        return (
            f"No property is clearly associated with the {count(n, 'disagreement')} of {first} and {second}; the "
            f"strongest association is that of {label.lower()}."
        )
    more = "larger" if best.chance > 0.5 else "smaller"
    share = max(best.chance, 1 - best.chance)
    return (
        f"Where {first} and {second} disagree, {label.lower()} is {more}: in {percent(share)} of all pairs of a "
        "disagreement and another case."
    )


def association_list(found: Sequence[Association]) -> Html:
    """Return a row per property: both means, and how often a disagreement has the larger value."""
    rows = []
    for entry in found:
        known = PROPERTIES[entry.key]
        means = [
            Cell("–" if mean is None else score(mean), title=None if mean is None else repr(mean), class_=NUMBER)
            for mean in (entry.mean_with, entry.mean_without)
        ]
        words = entry.effect.undefined.partition(":")[0] if entry.chance is None else _chance(entry.chance, entry)
        label = Cell(tag("abbr", known.label, title=known.meaning), heads=True)
        rows.append(Row([label, *means, Cell(words, class_=NUMBER)], data={"property": entry.key}))
    heads = ("disagreements", "others", "larger value")
    columns = ["mean of", *(Column(head, class_=NUMBER) for head in heads)]
    return table(columns, rows, id="properties", class_="oq oq-table")


def association_table(found: Sequence[Association], pair: Pair) -> Table:
    """Return a row per property, at full precision."""
    columns: dict[str, Values] = {
        "property": [entry.key for entry in found],
        "mean_with": [entry.mean_with for entry in found],
        "mean_without": [entry.mean_without for entry in found],
        "larger": [entry.chance for entry in found],
        "cliffs_delta": [entry.effect.value for entry in found],
        "low": [entry.effect.low for entry in found],
        "high": [entry.effect.high for entry in found],
        "note": [entry.effect.undefined for entry in found],
    }
    return Table(columns).beside(measure_1=pair[0], measure_2=pair[1])


def _chance(chance: float, entry: Association) -> str:
    low, high = entry.effect.low, entry.effect.high
    interval = "" if low is None or high is None else f" [{percent((low + 1) / 2)}, {percent((high + 1) / 2)}]"
    return f"{percent(chance)}{interval}"
