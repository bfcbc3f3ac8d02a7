"""Cases written as tables: what is written is read back as it was."""

import numpy as np
import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import assemble, parse_gold, parse_run
from ordquant_core.formats.writing.cases import table_of

THIRDS = ".3333333333333333,.3333333333333333,.3333333333333334"
TASKS = [  # gold of votes, a run
    (
        'case,-2,-1,0,1,2\np,1,0,2,0,0\n"q,""x""",0,5,0,0,3\nü,0,0,0,0,7\n',
        f'case,-2,-1,0,1,2\np,.1,.2,.3,.4,0\n"q,""x""",{THIRDS},0,0\nü,0,0,0,0,1\n',
    ),
    (
        "case,O,T,X\na/b/1,1,2,3\na/b/3,4,0,0\nc/2,0,0,5\n",
        f"case,O,T,X\na/b/1,.1,.2,.7\na/b/3,{THIRDS}\nc/2,1,0,0\n",
    ),
    (
        'case,low,mid,high\np,1,2,3\n"q,""x""",4,0,0\nü,0,0,5\n',
        f'case,low,mid,high\np,.1,.2,.7\n"q,""x""",{THIRDS}\nü,1,0,0\n',
    ),
]


def task_of(gold, run):
    return assemble(parse_gold(gold.encode(), "gold.csv"), [parse_run(run.encode(), "run.csv")])


@pytest.mark.parametrize("texts", TASKS, ids=["numbers", "turns", "words"])
@pytest.mark.parametrize("run", [None, "run"])
def test_tables_are_read_back_to_the_last_bit_with_ids_that_need_quotes(texts, run):
    task = task_of(*texts)
    data = table_of(task, [1, 2, 0], run=run)
    read = parse_gold(data, "t.csv") if run is None else parse_run(data, "t.csv")
    assert read.classes == task.classes
    assert read.cases == tuple(task.cases[case] for case in (1, 2, 0))
    np.testing.assert_array_equal(read.probabilities, (task.gold if run is None else task.estimates[0])[[1, 2, 0]])
    if run is None:
        assert read.votes.tolist() == task.votes[[1, 2, 0]].tolist()


def test_a_gold_of_probabilities_is_written_as_distributions():
    _, run = TASKS[0]
    task = task_of(run, run)
    back = parse_gold(table_of(task, [0, 1]), "gold.csv")
    assert back.votes is None
    np.testing.assert_array_equal(back.probabilities, task.gold[:2])


def test_an_unknown_run_is_refused():
    with pytest.raises(UnknownNameError, match="Unknown run 'other'"):
        table_of(task_of(*TASKS[0]), [0], run="other")
