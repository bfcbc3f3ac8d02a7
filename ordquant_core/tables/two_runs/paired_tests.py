"""Two runs by every measure: paired tests as a sentence, and as a table to read."""

from collections.abc import Sequence

from ordquant_core.analysis.paired_tests import PairedTest
from ordquant_core.findings.words import EFFECT_SIZE, confidence, labels
from ordquant_core.markup import Cell, Column, Html, Numbers, Row, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, all_of, count, interval, p_cell, setting, significant
from ordquant_core.tables import sentences
from ordquant_core.tables.measures import by_family, named_margin

LEVEL = 0.05
ROUNDING = 1e-12  # means that differ less are equal


def verdict(tests: Sequence[PairedTest], names: tuple[Html, Html], *, level: float = LEVEL, test: str = "") -> Html:
    """Return how many measures find a significant difference, and for which run; `test` says by what."""
    by = f"{test}, " if test else ""
    tested = [entry for entry in tests if entry.p_value is not None]
    sure = [entry for entry in tested if _significant(entry, level)]
    n, untested = len(tested), len(tests) - len(tested)
    left_out = f"; {untested} could not be tested" if untested else ""
    both = join([names[0], " and ", names[1]])
    if not tested:
        return join(["By no measure could ", both, " be tested: a score is infinite."])
    if all(abs(entry.mean or 0) <= ROUNDING for entry in tested):
        by_all = "the measure" if n == 1 else f"each of the {n} measures"
        return join(["The means of ", both, f" are equal by {by_all} tested{left_out}."])
    least, n_cases = max(entry.smallest_p for entry in tested), tested[0].n_cases
    if least >= level:
        below = f"({by}p < {setting(level)})"
        no = f" can be below {significant(least)}: no difference can be significant {below}."
        return join([f"With {count(n_cases, 'case')} and this number of trials, no p-value of ", both, no])
    if not sure:
        none = f"None of {n} measures finds" if n > 1 else f"{labels([tested[0].measure])} does not find"
        return join([f"{none} a significant difference between ", both, f" ({by}p < {setting(level)}){left_out}."])
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
    return join([join(better, ", but "), f" ({by}p < {setting(level)}){tail}{left_out}."])


def of_choice(own: Html, n_pairs: int) -> Html:
    """Put before a verdict on the test of one pair alone that nothing corrects for how the pair was found."""
    among = f" among {count(n_pairs, 'pair')}" if n_pairs > 1 else ""
    return join([f"This pair alone, not corrected for having chosen it{among}: ", own])


def paired_test_list(
    tests: Sequence[PairedTest],
    n_trials: int,
    family: Sequence[PairedTest] | None = None,
    *,
    family_trials: int = 0,
    level: float = LEVEL,
) -> Html:
    """Return a row per measure: the interval of the mean A - B, effect size with the run it favours, p-values.

    `family` are the tests of this pair among all runs, at this level: where there are any, they decide, and interval
    and effect size are theirs. `tests` are those of the pair alone. The p that decides is bold where significant.
    """
    entries = {entry.measure: entry for entry in tests}
    among = {} if family is None else {entry.measure: entry for entry in family}
    alone = Numbers("p, pair alone", "paired randomisation test, not corrected for having chosen the pair")
    interval_head = (
        Numbers("95% interval of A − B", "of this pair alone")
        if family is None
        else Numbers(f"joint {confidence(level)} interval of A − B", "for all pairs of runs of the task")
    )
    columns = [
        "Measure",
        interval_head,
        Column("effect size", EFFECT_SIZE, "oq-prefers"),
        *([] if family is None else [Numbers("p, all runs", "randomised Tukey HSD test of all runs of the task")]),
        alone,
    ]
    rows = by_family(
        list(entries), lambda key: _row(entries[key], n_trials, among.get(key), family_trials, level, len(columns))
    )
    return table(columns, rows, id="tests", class_="oq oq-table")


def _significant(entry: PairedTest, level: float) -> bool:
    return entry.p_value is not None and entry.p_value < level and abs(entry.mean or 0) > ROUNDING


def _named(group: Sequence[PairedTest], of: int) -> str:
    keys = [entry.measure for entry in group]
    if len(group) == of > 1:
        return all_of(of, "measure").capitalize()
    return labels(keys) if len(keys) <= sentences.NAMED else f"{len(keys)} of {of} measures"


def _row(
    entry: PairedTest, n_trials: int, among: PairedTest | None, family_trials: int, level: float, n_cells: int
) -> Row:
    label = Cell(MEASURES[entry.measure].label, heads=True)
    data = {"measure": entry.measure}
    if entry.mean is None or entry.p_value is None:
        return Row([label, Cell(entry.undefined, class_="oq-muted", span=n_cells - 1)], data=data)
    decides = among or entry
    none = decides.low is None or decides.high is None
    ends = NOT_DEFINED if none else interval(decides.low or 0.0, decides.high or 0.0, sign=True)
    if decides.effect is None:
        effect = Cell(decides.undefined.partition(":")[0], title=decides.undefined, class_="oq-muted")
    else:
        effect = Cell(named_margin(decides.effect), class_="oq-prefers")
    tests = [(entry, n_trials)] if among is None else [(among, family_trials), (entry, n_trials)]
    p_values = []
    for one, of in tests:
        words = "–" if one.p_value is None else p_cell(one.p_value, of)
        deciding = one is decides and _significant(one, level)
        p_values.append(Cell(tag("b", words) if deciding else words, title=repr(one.p_value)))
    return Row([label, ends, effect, *p_values], data=data)
