"""How a measure is calculated, as records: the numbers of the working, escaped, in the colours of gold and run."""

import pytest

from ordquant_core.markup import plain, table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working
from ordquant_core.numerals import score
from ordquant_core.tables.one_case import workings
from tests.html_tables import rows_of


def test_the_finding_names_measure_run_and_value_with_the_exact_value_behind_it():
    shown = working("NMD", [0, 1, 2, 9, 8], [0, 0, 0, 1, 0])
    said = workings.finding(shown, "Popularity", "A")
    assert plain(said) == "NMD of A Popularity is 0.150"
    assert f'title="{shown.value!r}"' in said


def test_the_name_of_a_run_is_escaped_in_the_finding():
    said = workings.finding(working("NMD", [0, 1], [1, 0]), "<script>x</script>", "B")
    assert "<script" not in said
    assert "<script>x</script>" in plain(said)


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


def test_gold_and_run_have_their_colours():
    (first, *_) = working("NMD", [1, 2], [2, 1]).steps
    drawn = table(*workings.step_table(first, "B"))
    assert '<span class="oq-gold">gold p*</span>' in drawn
    assert '<span class="oq-b">estimate p</span>' in drawn


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
