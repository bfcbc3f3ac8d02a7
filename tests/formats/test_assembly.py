"""Gold and runs become a task: by id and label, never by position, and nothing is lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.records import Gold, Run
from ordquant_core.tasks import assemble

GOLD = Gold(
    "gold", "A", ("lo", "mid", "hi"), ("a", "b"), np.array([[0.5, 0.5, 0], [0, 0, 1]]), np.array([[1, 1, 0], [0, 0, 2]])
)
VALUES = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


def run(name="r", classes=GOLD.classes, cases=GOLD.cases, values=VALUES, notes=()):
    return Run(name, tuple(classes), tuple(cases), np.array(values), tuple(notes))


def problems_of(*runs):
    with pytest.raises(InputError) as caught:
        assemble(GOLD, runs)
    return [(problem.file, problem.case) for problem in caught.value.problems]


def test_a_task_takes_everything_from_the_gold_and_estimates_from_the_runs():
    task = assemble(GOLD, [run("r"), run("s", values=VALUES[::-1])])
    assert (task.name, task.scale, task.classes, task.cases) == ("gold", "A", GOLD.classes, GOLD.cases)
    assert task.runs == ("r", "s")
    assert task.gold is GOLD.probabilities
    assert task.votes is GOLD.votes
    assert task.estimates.tolist() == [VALUES.tolist(), VALUES[::-1].tolist()]
    assert assemble(GOLD, [], name="mine").name == "mine"
    assert assemble(GOLD, []).estimates.shape == (0, 2, 3)


@given(st.permutations(range(2)), st.permutations(range(3)))
def test_the_order_of_cases_and_classes_in_a_run_does_not_matter(rows, columns):
    moved = run(
        cases=[GOLD.cases[row] for row in rows],
        classes=[GOLD.classes[column] for column in columns],
        values=VALUES[rows][:, columns],
    )
    np.testing.assert_array_equal(assemble(GOLD, [moved]).estimates[0], VALUES)


def test_missing_and_surplus_cases_are_all_reported():
    assert problems_of(run(cases=("a", "c")), run("s", cases=("x", "b"))) == [
        ("r", "case b"),
        ("r", "case c"),
        ("s", "case a"),
        ("s", "case x"),
    ]


def test_an_id_with_a_space_at_its_end_is_another_id():
    assert problems_of(run(cases=("a", "b "))) == [("r", "case b"), ("r", "case 'b '")]


def test_two_runs_of_one_name_are_refused():
    with pytest.raises(InputError, match="r: two runs have this name") as caught:
        assemble(GOLD, [run("r"), run("s"), run("r")])
    assert len(caught.value.problems) == 1


def test_a_task_carries_the_notes_of_gold_and_runs():
    gold = Gold("gold", None, GOLD.classes, GOLD.cases, GOLD.probabilities, notes=("g",))
    assert assemble(gold, [run("r", notes=("1", "2")), run("s", notes=("3",))]).notes == ("g", "1", "2", "3")
