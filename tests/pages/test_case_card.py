"""What came with a case, and its numbers where they do not fit under its picture."""

from ordquant_core.analysis.picture import of_case
from ordquant_core.tasks import assemble, parse_gold, parse_run
from pages.shared.pair.case_card import extras, numbers
from tests.html_tables import rows_of
from tests.pages.on_cases import GOLD, ONE, TWO

TASK = assemble(
    parse_gold(GOLD.encode(), "gold.csv"), [parse_run(ONE.encode(), "one.csv"), parse_run(TWO.encode(), "two.csv")]
)


def test_only_links_of_the_web_that_came_with_a_case_are_links():
    assert 'href="https://example.org/p"' in extras(TASK, 0)
    assert "<a" not in extras(TASK, 1)
    assert extras(TASK, 3) == ""


def test_votes_and_probabilities_have_a_column_per_class():
    head, votes, gold, *runs = rows_of(numbers(of_case(TASK, 4)), "numbers")
    assert head.cells[1:] == list(TASK.classes)
    assert votes.cells == ["Votes", "2", "8", "1"]
    assert gold.cells == ["Gold", "0.182", "0.727", "0.091"]
    assert [row.cells[0] for row in runs] == ["A", "B"]
    assert [row.titles[1:] for row in runs] == [[repr(float(value)) for value in of[4]] for of in TASK.estimates]
