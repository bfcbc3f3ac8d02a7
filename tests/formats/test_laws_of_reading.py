"""Laws of the reader: a disguised task is read rightly or asked about, and true mappings lead to it."""

from pathlib import PurePath

import numpy as np
import pytest
from hypothesis import assume, given

from ordquant_core.formats.mapping import mapping_of
from ordquant_core.tasks import Decisions, read_task
from tests.formats.traps.disguised_tasks import DISGUISES, HARMLESS, TRUE, disguised, is_named, shares
from tests.strategies import examples

pytestmark = pytest.mark.slow
often = examples(40)  # ORDQUANT_EXAMPLES=10000 looks longer


@often
@given(disguised(DISGUISES))
def test_a_disguised_task_is_read_as_the_good_one_or_something_is_asked_that_is_still_open(task):
    read = read_task(task.files, gold=task.paths[0])
    assert_says_what_is_wrong(read)
    if read.task is not None:
        assert_is_good(task, read.task)
    for question in read.questions:
        assert question.open
        assert not {*question.open} & {*question.certain.to_json()}


@often
@given(disguised(TRUE))
def test_mappings_that_are_true_lead_to_the_good_task_and_so_does_what_a_question_takes_for_certain(task):
    assume(not task.good.copied)
    questions = read_task(task.files, gold=task.paths[0]).questions
    certain = {file: one.certain.to_json() for one in questions for file in one.files}
    said = [(name, mapping_of(one.to_json() | certain.get(name, {}), "")) for name, one in task.mappings]
    for mappings in [task.mappings, *([tuple(said)] if questions else [])]:
        read = read_task(task.files, gold=task.paths[0], choices=Decisions(mappings=mappings).with_(task.repairs))
        assert read.task is not None, "\n".join(["not read:", *map(str, read.problems[:5])])
        assert_is_good(task, read.task)


@often
@given(disguised((*HARMLESS, *TRUE)))
def test_the_mapping_of_what_was_read_reads_the_same_once_more(task):
    read = read_task(task.files, gold=task.paths[0])
    assume(read.task is not None)
    said = [(file, mapping_of(one.mapping.to_json(), "")) for one in read.readings for file in one.files]
    again = read_task(task.files, gold=task.paths[0], choices=Decisions(mappings=tuple(said)))
    assert again.task is not None, "\n".join(map(str, again.problems[:5]))
    assert_same(read.task, again.task)


def assert_says_what_is_wrong(read):
    assert read.task is not None or read.problems, "there is neither a task nor a problem"
    for problem in read.problems:
        assert problem.seen.strip(), problem
        assert problem.action.strip(), problem


def assert_is_good(task, found):
    """Compare by run and case: cases by id, or by row where some file has no ids any more."""
    good = task.good
    assert found.classes == good.classes
    cases = list(range(len(good.ids))) if task.by_row and set(found.cases) != set(good.ids) else None
    if cases is None:
        assert sorted(found.cases) == sorted(good.ids)
        cases = [good.ids.index(case) for case in found.cases]
    assert len(cases) == len(found.cases)
    paths = [str(PurePath(path).with_suffix("")) for path in task.paths[1:]]
    runs = [[n for n, path in enumerate(paths) if is_named(name, path)] for name in found.runs]
    assert sorted(runs) == [[n] for n in range(len(good.runs))], found.runs
    np.testing.assert_allclose(found.gold, shares(good.gold)[cases], rtol=0, atol=1e-9)
    for (number,), estimates in zip(runs, found.estimates, strict=True):
        np.testing.assert_allclose(estimates, shares(good.runs[number])[cases], rtol=0, atol=1e-9)


def assert_same(one, other):
    """Compare two tasks up to the order of their cases and runs."""
    assert (one.classes, set(one.runs), set(one.cases)) == (other.classes, set(other.runs), set(other.cases))
    cases = [other.cases.index(case) for case in one.cases]
    np.testing.assert_allclose(one.gold, other.gold[cases], rtol=0, atol=1e-12)
    for name, estimates in zip(one.runs, one.estimates, strict=True):
        np.testing.assert_allclose(estimates, other.estimates[other.runs.index(name)][cases], rtol=0, atol=1e-12)
