"""The rows of the page Data: what can be read, what became of files, first cases."""

import pytest

from ordquant_core.formats import File, read_task
from ordquant_core.formats.task.outcomes import Outcome
from ordquant_core.markup import table
from ordquant_core.tables.tasks import views as task_views
from tests.html_tables import cells_of, rows_of

GOLD = b"case,note,a,b\nx,first,1,3\ny,second,1200,2\n"
RUN = b"case,a,b\nx,.5,.5\ny,.25,.75\n"


def html(shown):
    return str(table(*shown))


def test_every_format_has_a_row():
    rows = cells_of(html(task_views.formats()))
    assert [row[0] for row in rows] == [entry[0] for entry in task_views.FORMATS]
    assert rows[1][1:] == [
        "JSON, a file per dialogue",
        "*.log.json with labels O, T, X",
        "*.labels.json, zipped per run",
    ]


@pytest.mark.parametrize("removable", [True, False])
def test_a_file_says_what_became_of_it_and_can_be_removed(removable):
    outcomes = [Outcome("gold.csv", "a table", "gold", "accepted"), Outcome("<b>.csv", "", "run", "rejected", "empty")]
    found = html(task_views.files(outcomes, removable=removable))
    assert cells_of(found) == [["gold.csv", "a table", "gold", "accepted"], ["<b>.csv", "", "run", "rejected: empty"]]
    gold, rejected = (row for row in rows_of(found) if not row.head)
    assert "oq-dissent" in rejected.classes
    assert "oq-dissent" not in gold.classes
    assert found.count('data-choice="gold.csv"') == found.count('data-choice="&lt;b&gt;.csv"') == int(removable)


@pytest.fixture
def task():
    read = read_task([File("gold.csv", GOLD), File("run.csv", RUN)], gold="gold.csv")
    assert read.task is not None
    return read.task


def test_first_cases_of_the_gold_are_votes_with_what_came_along(task):
    extras = [list(texts) for texts in task.extras.values()]
    found = cells_of(html(task_views.first_cases(task, None, 5)))
    assert [row[:3] for row in found] == [["x", "1", "3"], ["y", "1,200", "2"]]
    assert [row[3:] for row in found] == [list(texts) for texts in zip(*extras, strict=True)]


def test_first_cases_of_a_run_are_probabilities_up_to_a_number(task):
    found = cells_of(html(task_views.first_cases(task, 0, 1)))
    assert [row[:3] for row in found] == [["x", "0.500", "0.500"]]
