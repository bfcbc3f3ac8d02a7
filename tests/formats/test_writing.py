"""Cases written as files: what is written is read back as it was."""

import json

import numpy as np
import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import assemble, parse_gold, parse_run
from ordquant_core.formats.writing import is_ntcir, ntcir_gold, ntcir_run, table_of

VOTES = 'case,-2,-1,0,1,2\np,1,0,2,0,0\n"q,""x""",0,5,0,0,3\nü,0,0,0,0,7\n'
RUN = (
    "case,-2,-1,0,1,2\np,.1,.2,.3,.4,0\n"
    '"q,""x""",.3333333333333333,.3333333333333333,.3333333333333334,0,0\nü,0,0,0,0,1\n'
)


def task_of(gold=VOTES, run=RUN):
    return assemble(parse_gold(gold.encode(), "gold.csv"), [parse_run(run.encode(), "run.csv")])


def test_votes_written_as_ntcir_json_are_read_back_case_by_case():
    task = task_of()
    data = ntcir_gold(task, [2, 0])
    back = parse_gold(data, "gold.json")
    assert back.cases == ("ü", "p")
    assert back.votes.tolist() == task.votes[[2, 0]].tolist()
    assert back.scale == "A"
    assert json.loads(data)[1]["annotations"] == [{"quality": {"A": label}} for label in (-2, 0, 0)]


def test_a_run_written_as_ntcir_json_is_read_back_to_the_last_bit():
    task = task_of()
    back = parse_run(ntcir_run(task, "run", [1, 2]), "run.json")
    assert back.cases == ('q,"x"', "ü")
    np.testing.assert_array_equal(back.probabilities, task.estimates[0, [1, 2]])


def test_a_gold_of_probabilities_is_written_as_distributions():
    task = task_of(gold=RUN)
    back = parse_gold(ntcir_gold(task, [0, 1]), "gold.json")
    assert back.votes is None
    np.testing.assert_array_equal(back.probabilities, task.gold[:2])


@pytest.mark.parametrize("run", [None, "run"])
def test_tables_are_read_back_with_ids_that_need_quotes(run):
    task = task_of()
    data = table_of(task, [1, 2, 0], run=run)
    read = parse_gold(data, "t.csv") if run is None else parse_run(data, "t.csv")
    assert read.cases == ('q,"x"', "ü", "p")
    np.testing.assert_array_equal(read.probabilities, (task.gold if run is None else task.estimates[0])[[1, 2, 0]])
    if run is None:
        assert read.votes.tolist() == task.votes[[1, 2, 0]].tolist()


def test_other_classes_are_no_ntcir_json_and_descending_ones_are():
    other = task_of("case,a,b\nx,1,2\n", "case,a,b\nx,.5,.5\n")
    assert not is_ntcir(other)
    for write in (lambda: ntcir_gold(other, [0]), lambda: ntcir_run(other, "run", [0])):
        with pytest.raises(UnknownNameError, match="this task has others"):
            write()
    falling = task_of("case,2,1,0,-1,-2\nx,1,2,0,0,0\n", "case,2,1,0,-1,-2\nx,.5,.5,0,0,0\n")
    assert is_ntcir(falling)
    back = parse_gold(ntcir_gold(falling, [0]), "g.json")
    assert dict(zip(back.classes, back.votes[0].tolist(), strict=True)) == {"-2": 0, "-1": 0, "0": 0, "1": 2, "2": 1}


def test_an_unknown_run_is_refused():
    for write in (ntcir_run, lambda task, run, cases: table_of(task, cases, run=run)):
        with pytest.raises(UnknownNameError, match="Unknown run 'other'"):
            write(task_of(), "other", [0])
