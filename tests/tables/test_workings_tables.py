"""How a measure is calculated, as records: the numbers of the working, escaped, in the colours of gold and run."""

import pytest

from ordquant_core.markup import plain, table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import score
from ordquant_core.tables.one_case import workings
from tests.html_tables import rows_of


@pytest.mark.parametrize("key", MEASURES)
def test_every_number_of_a_step_is_in_its_table(key):
    for step in working(key, [1, 2, 0, 4], [1, 0, 3, 3], ("<b>w</b>", "x", "y", "z")).steps:
        if not step.columns:
            continue
        head, *rows = rows_of(table(*workings.step_table(step, "B")))
        assert head.cells == [column.title for column in step.columns]
        for number, row in enumerate(rows):
            values = [column.values[number] for column in step.columns]
            assert row.cells == [value if isinstance(value, str) else score(value) for value in values]
            assert row.titles[1:] == [None if isinstance(value, str) else repr(value) for value in values[1:]]


@pytest.mark.parametrize(
    ("key", "range_", "distances"),
    [
        ("NMD", "0 to 1, smaller is better", "yes"),
        ("MD", "0 to 4, smaller is better", "yes"),
        ("KLD", "0 to ∞, smaller is better", "not applicable: it uses no distances"),
        ("RNOD2", "0 to 1, smaller is better", "no"),
    ],
)
def test_the_facts_are_those_of_the_registry(key, range_, distances):
    facts = dict(row.cells for row in rows_of(workings.facts(key, 5)))
    assert facts["Range over 5 classes"] == range_
    assert facts["Assumes equidistance"] == distances
    assert facts["Symmetric"].startswith("yes" if MEASURES[key].symmetric else "no")
    assert all(location in facts["Sources"] for _, location in MEASURES[key].sources)


GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]
CLASSES = ("-2", "-1", "0", "1", "2")


@pytest.mark.parametrize("key", MEASURES)
def test_the_short_table_has_a_column_per_contribution_and_their_sum(key):
    shown = short_working(key, GOLD, UNIFORM, CLASSES)
    head, row = rows_of(workings.short_table(shown, "B"))
    totals = 0 if MEASURES[key].family == "combined" or MEASURES[key].short is None else 1
    labels = [label.replace("-", "−") for label in shown.row.labels]
    assert head.cells == [shown.row.of, *labels, *[shown.row.adding] * totals]
    assert row.cells == [shown.row.unit, *shown.contributions, *[shown.total] * totals]
    for title, value, counted in zip(row.titles[1:], shown.row.values.tolist(), shown.row.counted, strict=False):
        assert title == (repr(value) if counted else f"not counted: {shown.row.left_out}")
    assert shown.row.left_out == {"RNOD": "no gold", "CHEB": "not the largest"}.get(key, shown.row.left_out)


@pytest.mark.parametrize(
    ("key", "estimated", "line"),
    [
        ("NMD", POPULARITY, "shaded area = match distance"),
        ("RNOD", UNIFORM, "–: not counted (no gold)"),
        ("RSNOD", POPULARITY, "–: not counted (no gold, no estimate)"),
        ("RSNOD", UNIFORM, ""),
        ("DNKT", UNIFORM, "lines cross: discordant; lines meet: tied"),
        ("DNKT_JSD", UNIFORM, "dotted line = harmonic mean"),
        ("JSD", UNIFORM, "last step: KLD(p ‖ m) and KLD(p* ‖ m)"),
        ("SOD", UNIFORM, "last step: OD(p ‖ p*) and OD(p* ‖ p)"),
        ("KLD", UNIFORM, ""),
    ],
)
def test_the_line_below_says_what_is_not_counted_or_how_to_read_the_figure(key, estimated, line):
    built = workings.short_table(short_working(key, GOLD, estimated), "A")
    assert plain(built.rpartition("<p")[2].partition(">")[2]) == line
