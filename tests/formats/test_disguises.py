"""However a good task is disguised, its scores are those of the good task, or it is not read at all."""

import contextlib

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import REPAIRS, OrdquantError
from ordquant_core.formats import Decisions, parse_gold, parse_run, read_task
from ordquant_core.measures.registry import MAIN_MEASURES
from tests.formats.traps.disguise import disguised, is_named
from tests.formats.traps.disguises import ANSWERED, DISGUISES, HARMLESS
from tests.strategies import examples

pytestmark = pytest.mark.slow

often = examples(300)
repairs = st.integers(0, 2 ** len(REPAIRS) - 1).map(
    lambda bits: [choice for place, choice in enumerate(REPAIRS) if bits >> place & 1]
)
# With these the user says what is not so: that ids or labels mean nothing, a copy a run.
UNTRUE = {"by-position", "no-ids", "accept-gold-copies"}


@often
@given(disguised(DISGUISES))
def test_a_disguised_task_has_the_scores_of_the_good_one_or_is_not_read(task):
    read = read_task(task.files, gold=task.gold, scale=task.scale)
    assert_says_what_is_wrong(read)
    if read.task is not None:
        assert_scores_are_those_of(task, read.task)


@often
@given(disguised(DISGUISES))
def test_answers_that_are_true_lead_to_the_scores_of_the_good_task_or_to_problems(task):
    read = read_task(task.files, gold=task.gold, scale=task.answered_scale, choices=Decisions(**task.answers))
    assert_says_what_is_wrong(read)
    if read.task is not None:
        assert read.task.runs
        assert_scores_are_those_of(task, read.task)


@often
@given(disguised(HARMLESS, least=0))
def test_a_task_that_says_all_about_itself_is_read(task):
    assume(task.good.clear and not task.good.copied)
    read = read_task(task.files, gold=task.gold, scale=task.scale)
    assert_is_read(task, read)


@often
@given(disguised(ANSWERED, most=1))
def test_a_task_is_read_once_the_user_has_said_what_its_files_do_not(task):
    assume(("classes" in task.answers or task.good.clear) and not task.good.copied)
    assume(task.good.form != "json" or "no_ids" not in task.answers)  # ids of JSON are never numbers of rows
    read = read_task(task.files, gold=task.gold, scale=task.answered_scale, choices=Decisions(**task.answers))
    assert_is_read(task, read)


@often
@given(disguised(DISGUISES), repairs, st.sampled_from((None, "classes", "id_columns", "run_scale")))
def test_whatever_is_chosen_only_our_own_errors_are_raised_and_no_file_changes_its_role(task, made, value):
    chosen = {"classes": task.good.classes, "id_columns": (task.key,), "run_scale": "E"}
    choices = Decisions(**({} if value is None else {value: chosen[value]})).with_(made)
    for file in task.files:
        for reading in (parse_gold, parse_run):
            with contextlib.suppress(OrdquantError):
                reading(file.data, file.name, choices=choices)
    read = read_task(task.files, gold=task.gold, scale=task.scale, choices=choices)
    assert_says_what_is_wrong(read)
    if read.task is None:
        return
    for values in (read.task.gold, *read.task.estimates):
        assert values.shape == (len(read.task.cases), len(read.task.classes))
        assert (values >= 0).all()
        assert np.abs(values.sum(axis=1) - 1).max() < 1e-9
    assert read.gold is not None
    assert read.gold.file == task.gold
    assert task.gold not in [run.file for run in read.runs if run.name in read.task.runs]
    if UNTRUE.isdisjoint(made) and value != "run_scale":
        assert_scores_are_those_of(task, read.task, all_of_them=False)


def assert_is_read(task, read):
    assert read.task is not None, "\n".join(["not read:", *map(str, read.problems[:5])])
    assert_scores_are_those_of(task, read.task)


def assert_says_what_is_wrong(read):
    assert read.task is not None or read.problems, "there is neither a task nor a problem"
    for problem in read.problems:
        assert problem.seen.strip(), problem
        assert problem.action.strip(), problem


def assert_scores_are_those_of(task, found, *, all_of_them=True):
    """Compare by run and case: cases by id, or by row where the gold has no ids any more."""
    good = task.good.task()
    if task.by_row:
        assert len(found.cases) == len(good.cases), f"cases: {found.cases}"
        cases = list(range(len(good.cases)))
    else:
        parts = [{case, *case.split("/")} for case in found.cases]  # a further column of ids may stand before
        owners = [[number for number, case in enumerate(good.cases) if case in some] for some in parts]
        assert [len(some) for some in owners] == [1] * len(found.cases), f"cases: {found.cases}"
        cases = [case for (case,) in owners]
    owners = [[number for number, path in enumerate(task.runs) if is_named(name, path)] for name in found.runs]
    assert [len(some) for some in owners] == [1] * len(found.runs), f"runs: {found.runs}"
    runs = [run for (run,) in owners]
    assert len(set(cases)) == len(cases), f"cases: {found.cases}"
    assert len(set(runs)) == len(runs), f"runs: {found.runs}"
    if all_of_them:
        assert len(cases) == len(good.cases), f"cases: {found.cases}"
        assert len(runs) == len(good.runs), f"runs: {found.runs}"
    values = score(found, MAIN_MEASURES).values
    expected = score(good, MAIN_MEASURES).values[:, runs][:, :, cases]
    wrong = ~np.isclose(values, expected, rtol=0, atol=1e-9, equal_nan=True)
    if wrong.any():
        measure, run, case = (int(place[0]) for place in np.nonzero(wrong))
        raise AssertionError(
            f"{MAIN_MEASURES[measure]} of {found.runs[run]} on {found.cases[case]} is "
            f"{values[measure, run, case]:g}, not {expected[measure, run, case]:g}; read as "
            f"gold {found.gold[case].tolist()}, estimate {found.estimates[run, case].tolist()} over {found.classes}"
        )
