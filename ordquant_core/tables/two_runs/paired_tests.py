"""Paired tests of two runs by every measure: as a sentence, as a table to read, as a table to download."""

from collections.abc import Sequence

from ordquant_core.analysis.paired_tests import PairedTest
from ordquant_core.markup import Cell, Column, Html, Row, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, interval, p_cell, score, significant
from ordquant_core.tables import sentences
from ordquant_core.tables.measures import by_family
from ordquant_core.tables.table import Table

LEVEL = 0.05
NUMBER = "oq-number"


def verdict(found: Sequence[PairedTest], names: tuple[Html, Html]) -> Html:
    """Return how many measures find a significant difference, and for which run."""
    tested = [entry for entry in found if entry.p_value is not None]
    sure = [entry for entry in tested if _significant(entry)]
    n, untested = len(tested), len(found) - len(tested)
    both = join([names[0], " and ", names[1]])
    if all(entry.mean == 0 for entry in tested):
        return join(["No measure sees any difference in the means of ", both, "."])
    least, n_cases = max(entry.smallest_p for entry in tested), tested[0].n_cases
    if least >= LEVEL:
        no = f"no p-value can be below {significant(least)}, and no difference be significant (p < {LEVEL})."
        return join([f"With {count(n_cases, 'case')} of ", both, f" {no}"])
    if not sure:
        return join([f"None of {n} measures finds a significant difference between ", both, f" (p < {LEVEL})."])
    sides = (
        ([entry for entry in sure if (entry.mean or 0) * side > 0], name)
        for side, name in zip((-1, 1), names, strict=True)
    )
    better = [
        join([f"{_named(group, n)} find{'s' * (len(group) == 1)} ", name, " significantly better"])
        for group, name in sides
        if group
    ]
    rest = n - len(sure)
    tail = f"; {rest} find{'s' * (rest == 1)} no significant difference" if rest else ""
    tail += f"; {untested} could not be tested" if untested else ""
    return join([join(better, ", but "), f" (p < {LEVEL}){tail}."])


def paired_test_list(found: Sequence[PairedTest], n_trials: int) -> Html:
    """Return a row per measure, in families: mean delta, its interval, effect size, p-value, the better run."""
    entries = {entry.measure: entry for entry in found}
    heads = (("mean Δ", None), ("95% interval", None), ("effect size", sentences.EFFECT_SIZE), ("p", None))
    columns = ["Measure", *(Column(head, title, NUMBER) for head, title in heads), "better"]
    rows = by_family(list(entries), lambda key: _row(entries[key], n_trials))
    return table(columns, rows, id="tests", class_="oq oq-table")


def paired_test_table(found: Sequence[PairedTest], runs: tuple[str, str], seed: int) -> Table:
    """Return a row per measure, at full precision."""
    fields = {
        "measure": "measure",
        "mean_delta": "mean",
        "low": "low",
        "high": "high",
        "effect": "effect",
        "p": "p_value",
        "p_error": "p_error",
        "note": "undefined",
    }
    columns = {name: [getattr(entry, field) for entry in found] for name, field in fields.items()}
    return Table(columns).beside(run_a=runs[0], run_b=runs[1], seed=seed)


def _significant(entry: PairedTest) -> bool:
    return entry.p_value is not None and entry.p_value < LEVEL and entry.mean != 0


def _named(group: Sequence[PairedTest], of: int) -> str:
    if len(group) == of:
        return f"All {of} measures"
    keys = [entry.measure for entry in group]
    return sentences.labels(keys) if len(keys) <= sentences.NAMED else f"{len(keys)} of {of} measures"


def _row(entry: PairedTest, n_trials: int) -> Row:
    label = Cell(MEASURES[entry.measure].label, heads=True)
    data = {"measure": entry.measure}
    if entry.mean is None or entry.p_value is None:
        return Row([label, Cell(entry.undefined, class_="oq-muted", span=5)], data=data)
    none = entry.low is None or entry.high is None
    ends = NOT_DEFINED if none else interval(entry.low or 0.0, entry.high or 0.0, sign=True)
    if entry.effect is None:
        effect = Cell("no variance", title=entry.undefined, class_=f"{NUMBER} oq-muted")
    else:
        effect = Cell(score(entry.effect, sign=True), title=repr(entry.effect), class_=NUMBER)
    letter = "A" if entry.mean < 0 else "B"
    class_ = f"oq-{letter.lower()}" if _significant(entry) else "oq-muted"
    cells = [
        label,
        Cell(score(entry.mean, sign=True), title=repr(entry.mean), class_=NUMBER),
        Cell(ends, class_=NUMBER),
        effect,
        Cell(p_cell(entry.p_value, n_trials), title=repr(entry.p_value), class_=NUMBER),
        tag("span", letter if _significant(entry) else "–", class_=class_),
    ]
    return Row(cells, data=data)
