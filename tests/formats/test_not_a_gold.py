"""A table that is no gold as it stands is asked about, refused or read as meant: never scored as something else."""

from collections import Counter

import pytest
from hypothesis import given

from ordquant_core.formats import File, read_task
from tests.formats.traps.not_gold import FAMILIES, made, not_golds
from tests.strategies import examples

pytestmark = pytest.mark.slow


@examples(300)
@given(not_golds())
def test_no_table_of_anything_else_becomes_votes_without_a_question(table):
    assert_is_asked_about_or_read_as_meant(table)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_each_family_is_asked_about_refused_or_read_as_meant(family):
    for seed in range(20):
        assert_is_asked_about_or_read_as_meant(made(family, seed))


@pytest.mark.thorough
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_ten_thousand_tables_of_all_families_are_asked_about_refused_or_read_as_meant(family):
    for seed in range(10_000 // len(FAMILIES) + 1):
        assert_is_asked_about_or_read_as_meant(made(family, seed))


def assert_is_asked_about_or_read_as_meant(table):
    read = read_task([File(table.name, table.data)], gold=table.name)
    if read.task is None:
        assert read.problems, table
        return
    found = Counter(_row(zip(read.task.classes, row, strict=True)) for row in read.task.gold.tolist())
    assert found == Counter(_row(row.items()) for row in table.truth), table


def _row(shares):
    """Return the shares of one case in a form that can be compared: those that are not 0, rounded."""
    some = {label: share for label, share in shares if share}
    total = sum(some.values())
    return frozenset((label, round(share / total, 9)) for label, share in some.items())
