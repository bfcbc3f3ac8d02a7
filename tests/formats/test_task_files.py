"""Cases written as files: what is written is read back as it was."""

from pathlib import Path

import numpy as np
import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import File, assemble, parse_gold, parse_run, read_task
from ordquant_core.formats.writing.cases import form_of, gold_json, run_json, table_of

THIRDS = ".3333333333333333,.3333333333333333,.3333333333333334"
TASKS = {  # gold of votes, a run, the form it is written in
    "NTCIR JSON": (
        'case,-2,-1,0,1,2\np,1,0,2,0,0\n"q,""x""",0,5,0,0,3\nü,0,0,0,0,7\n',
        f'case,-2,-1,0,1,2\np,.1,.2,.3,.4,0\n"q,""x""",{THIRDS},0,0\nü,0,0,0,0,1\n',
    ),
    "DBDC JSON": (
        "case,O,T,X\na/b/1,1,2,3\na/b/3,4,0,0\nc/2,0,0,5\n",
        f"case,O,T,X\na/b/1,.1,.2,.7\na/b/3,{THIRDS}\nc/2,1,0,0\n",
    ),
    "LeWiDi JSON": (
        'case,low,mid,high\np,1,2,3\n"q,""x""",4,0,0\nü,0,0,5\n',
        f'case,low,mid,high\np,.1,.2,.7\n"q,""x""",{THIRDS}\nü,1,0,0\n',
    ),
}
DBDC = Path(__file__).parents[2].parent / "shared" / "data" / "dbdc3" / "original_json"
every_form = pytest.mark.parametrize("form", TASKS)


def task_of(form, *, votes=True):
    gold, run = TASKS[form]
    return assemble(parse_gold((gold if votes else run).encode(), "gold.csv"), [parse_run(run.encode(), "run.csv")])


def read_back(form, gold, run):
    """Read what was written for gold and run as a task of two files."""
    ending = form_of(task_of(form))
    names = f"gold{ending.gold_ending}", f"run{ending.run_ending}"
    read = read_task([File(names[0], gold), File(names[1], run)], gold=names[0])
    assert not read.problems, read.problems
    return read.task


@every_form
@pytest.mark.parametrize("cases", [[0, 1, 2], [2, 0], [1]])
def test_votes_and_estimates_are_read_back_case_by_case_to_the_last_bit(form, cases):
    task = task_of(form)
    assert form_of(task).name == form
    if form == "DBDC JSON":
        cases = sorted(cases)  # turns stand together, dialogue by dialogue
    back = read_back(form, gold_json(task, cases), run_json(task, "run", cases))
    assert back.cases == tuple(task.cases[case] for case in cases)
    assert back.classes == task.classes
    assert back.votes.tolist() == task.votes[cases].tolist()
    np.testing.assert_array_equal(back.estimates[0], task.estimates[0, cases])


@pytest.mark.parametrize("form", ["NTCIR JSON", "LeWiDi JSON"])
def test_a_gold_of_probabilities_is_written_as_distributions(form):
    task = task_of(form, votes=False)
    back = parse_gold(gold_json(task, [0, 1]), "gold.json")
    assert back.votes is None
    np.testing.assert_array_equal(back.probabilities, task.gold[:2])


@every_form
@pytest.mark.parametrize("run", [None, "run"])
def test_tables_are_read_back_with_ids_that_need_quotes(form, run):
    task = task_of(form)
    data = table_of(task, [1, 2, 0], run=run)
    read = parse_gold(data, "t.csv") if run is None else parse_run(data, "t.csv")
    assert read.cases == tuple(task.cases[case] for case in (1, 2, 0))
    np.testing.assert_array_equal(read.probabilities, (task.gold if run is None else task.estimates[0])[[1, 2, 0]])
    if run is None:
        assert read.votes.tolist() == task.votes[[1, 2, 0]].tolist()


@pytest.mark.parametrize("case", ["turn 1", "/1", "a/", "a/x", "a/1.5"])
def test_ids_that_are_no_turns_are_not_written_as_dialogues(case):
    task = assemble(parse_gold(f"case,O,T,X\n{case},1,2,3\n".encode(), "gold.csv"), [])
    assert form_of(task).name == "LeWiDi JSON"


def test_an_unknown_run_is_refused():
    for write in (run_json, lambda task, run, cases: table_of(task, cases, run=run)):
        with pytest.raises(UnknownNameError, match="Unknown run 'other'"):
            write(task_of("NTCIR JSON"), "other", [0])


@pytest.mark.skipif(not DBDC.exists(), reason="the official dialogues are not here")
def test_official_dialogues_are_written_as_they_were_read():
    files = [File(path.name, path.read_bytes()) for path in sorted(DBDC.glob("*.log.json"))]
    task = read_task(files).task
    assert form_of(task).name == "DBDC JSON"
    read = read_task([File("gold.zip", gold_json(task, range(len(task.cases))))])
    assert read.task.cases == task.cases
    assert read.task.votes.tolist() == task.votes.tolist()
