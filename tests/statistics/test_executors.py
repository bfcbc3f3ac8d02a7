"""Heavy analyses in pieces: on threads, processes, a Dask cluster; the same to the last digit, with their progress."""

import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from ordquant_core.analysis import (
    consistency,
    discrimination,
    official,
    paired_tests,
    retrieval,
    robustness,
    second_panel,
)
from ordquant_core.analysis.agreement import similarity_over_cases
from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.planning import split
from ordquant_core.errors import OrdquantError
from ordquant_core.ranked_lists.information import pairwise_information
from ordquant_core.spaces import artificial, by_score, compare_estimators, measure_properties, propriety
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.statistics.divided_work import AHEAD, carry_out
from ordquant_core.statistics.group_interaction import interaction_test
from ordquant_core.statistics.information import information_tau_matrix
from ordquant_core.statistics.rank_correlation import kendall_taus
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.analysis.made_up import made_up_scores, random_task, rng
from tests.analysis.small_lists import collection_of
from tests.depth import matrix

pytestmark = pytest.mark.slow


SCORES = replace(made_up_scores(cases=60), measures=("NMD", "RNOD", "JSD"))
TASK = random_task(cases=80)
A, B = Estimator("popularity"), Estimator("uniform")
GROUPS = [CaseGroup("x", np.arange(20)), CaseGroup("y", np.arange(20, 60))]
LISTS = collection_of(4, 6)


def by_persons():
    """The task, where twelve persons labelled all cases."""
    labels = np.repeat(np.tile(np.arange(4), 80), TASK.votes.ravel()).reshape(80, 12)
    return replace(TASK, annotations=rng().permuted(labels, axis=1).astype(np.int16))


def splits():
    return consistency.draw_splits(60, 200, rng())


def cases_needed(**options):
    found = consistency.consistency_experiment(SCORES, size=5, n_splits=100, seed=2)
    return consistency.cases_needed(SCORES, consistency.splits_of(SCORES, found), found.curve, 0.5, **options)


def two_runs(**options):
    deltas = SCORES.values[:, 0] - SCORES.values[:, 1]
    return paired_tests.compare_two_runs(deltas, SCORES.measures, n_trials=500, rng=rng(), **options)


ANALYSES = {  # what takes an executor and says how far it is
    "tukey": lambda **on: randomised_tukey_hsd(SCORES.values, n_trials=600, rng=rng(), **on),
    "runs": lambda **on: discrimination.separate_runs(SCORES, n_trials=400, rng=rng(), **on),
    "results": lambda **on: official.official(SCORES, n_trials=300, **on),
    "groups": lambda **on: official.on_groups(official.official(SCORES, n_trials=100), GROUPS, **on),
    "consistency": lambda **on: consistency.consistency(SCORES, splits(), size=7, **on),
    "curve": lambda **on: consistency.curve(SCORES, splits(), (1, 5, 30), **on),
    "experiment": lambda **on: consistency.consistency_experiment(SCORES, size=5, n_splits=150, seed=2, **on),
    "cases needed": cases_needed,
    "two runs": two_runs,
    "cases": lambda **on: robustness.robustness(
        TASK.votes, "popularity", "uniform", ["NMD", "JSD"], n_panels=50, rng=rng(), **on
    ),
    "atlas": lambda **on: compare_estimators.compare_estimators(24, 5, A, B, ["NMD", "JSD", "DNKT"], **on),
    "atlas, by score": lambda **on: by_score.search_by_score(
        24, 5, A, B, [by_score.Condition("NMD", "delta", -0.1, 0.05)], mode=1, listed=300, **on
    ),
    "study": lambda **on: artificial.artificial_study(3, ["NMD", "JSD", "RNOD"], range(3), **on),
    "properties": lambda **on: measure_properties.property_table(4, 3, ["NMD", "JSD", "RNOD"], **on),
    "propriety": lambda **on: propriety.proprieties([0.5, 0.3, 0.2], [1, 3], ["NMD", "RPS"], grid=10, **on),
    "information": lambda **on: pairwise_information(LISTS, **on),
    "second panel": lambda **on: second_panel.compare_with_panel(by_persons(), ["NMD", "JSD"], n_orders=20, **on),
    "cases and annotators": lambda **on: split.resample_pilot(
        TASK, ["NMD", "JSD"], cases=[20, 50], annotators=[3, 12], n_resamples=20, **on
    ),
    "merging": lambda **on: retrieval.merge_sets(LISTS, [(0, 1), (1, 2, 3), (0, 3)], **on),
}
IN_PORTIONS = {  # what is cut into portions here alone
    "interaction": lambda: interaction_test(SCORES.values, [group.rows for group in GROUPS], n_trials=50, rng=rng()),
    "taus": lambda: kendall_taus(*SCORES.values.swapaxes(1, 2)[:2]),
    "bits": lambda: information_tau_matrix(SCORES.values[:, 0].round(1), given=SCORES.values[:1, 1]),
    "over cases": lambda: similarity_over_cases([SCORES], seed=1),
}
PART_OF_THE_RESULT = {"cases", "second panel", "cases and annotators"}  # how it is cut: by streams, or sums of floats
SMALL = {
    "statistics.resampling.STEP": 2**14,
    "statistics.resampling.CHUNK": 2**10,
    "statistics.paired.CHUNK": 2**13,
    "statistics.group_interaction.HELD": 100,
    "statistics.rank_correlation.PORTION": 7,
    "statistics.information.CHUNK": 100,
    "statistics.information.DENSE": 1,
    "statistics.superlatives.CHUNK": 30,
    "analysis.consistency.CHUNK": 2**12,
    "analysis.robustness._BLOCK": 4,
    "analysis.planning.split.AT_ONCE": 2**10,
    "analysis.second_panel.PIECE": 2**12,
}


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def dask_cluster(dask_address):
    from distributed import Client

    with Client(dask_address) as client, client.get_executor() as pool:
        yield pool  # each worker has one thread for BLAS, this process has more: digits must not depend on that


@pytest.mark.parametrize("kind", matrix(["processes", "threads", "dask_cluster"], "processes"))
def test_pieces_and_executors_change_no_digit_and_it_is_said_how_far_the_work_is(kind, request, monkeypatch):
    """Everything is cut so small that there are several pieces."""
    executor = request.getfixturevalue(kind)
    whole = {name: run() for name, run in (ANALYSES | IN_PORTIONS).items() if name not in PART_OF_THE_RESULT}
    for name, size in SMALL.items():
        monkeypatch.setattr(f"ordquant_core.{name}", size)
    for name, analysis in IN_PORTIONS.items():
        assert equal(analysis(), whole[name]), name
    for name, analysis in ANALYSES.items():
        cut, heard = with_progress(analysis)
        assert name in PART_OF_THE_RESULT or equal(cut, whole[name]), name
        assert len(heard) > 1, name
        assert all(before[0] < after[0] for before, after in pairwise(heard)), name
        assert {total for _, total in heard} == {heard[-1][0]}, name
        assert equal(analysis(executor=executor), cut), name


def with_progress(analysis):
    heard = []
    return analysis(progress=lambda *numbers: heard.append(numbers)), heard


def equal(one, other):
    """Whether two results are the same bit for bit."""
    if is_dataclass(one):
        return all(equal(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(equal, one, other))
    return one == other or (one != one and other != other)


@dataclass(frozen=True, eq=False)
class Adding:
    """Add a number to the sum of an array that all pieces share; say which process did."""

    values: np.ndarray

    def __call__(self, number):
        if number < 0:
            raise OrdquantError("a number below 0")
        return float(self.values.sum()) + number, os.getpid()


def sums(numbers, values, **options):
    return list(carry_out(Adding(values), numbers, range(1, len(numbers) + 1), **options))


def test_parts_come_in_order_from_other_processes_and_what_a_piece_raises_ends_the_work(processes):
    found = sums(range(300), np.ones(1000), executor=processes)
    assert [part[0] for part in found] == [1000.0 + number for number in range(300)]
    assert os.getpid() not in {part[1] for part in found}
    with pytest.raises(OrdquantError, match="below 0"):
        sums([0, 1, -1, *range(1000)], np.ones(10), executor=processes)
    assert sums([1], np.ones(10), executor=processes)[0][0] == 11  # and the workers are fine
    with pytest.raises(OrdquantError, match="below 0"):
        sums([0, 1, -1, 2], np.ones(10), threads=2)


class Left(BaseException):
    """What ends the run of a visitor who has left."""


def test_progress_is_called_after_every_piece_and_ends_the_work_where_it_raises(threads):
    heard = []

    def leave(done, total):
        heard.append((done, total))
        raise Left

    for options in ({}, {"executor": threads}, {"threads": 2}):
        del heard[:]
        sums(range(4), np.ones(3), progress=lambda *numbers: heard.append(numbers), **options)
        assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
        del heard[:]
        with pytest.raises(Left):
            sums(range(10_000), np.ones(3), progress=leave, **options)
        assert heard == [(1, 10_000)]


def test_what_is_left_is_cancelled_when_the_work_ends():
    futures = []

    def submit(function, *arguments):
        futures.append(Future())
        if len(futures) == 1:  # the first piece alone is carried out
            futures[0].set_result(function(*arguments))
        return futures[-1]

    parts = carry_out(Adding(np.ones(3)), range(1000), range(1000), executor=SimpleNamespace(submit=submit))
    assert next(parts)[0] == 3
    parts.close()
    assert len(futures) == AHEAD
    assert all(future.cancelled() for future in futures[1:])


def test_more_parts_or_fewer_than_announced_are_an_error(threads):
    for executor in (None, threads):
        for announced in (2, 4):
            with pytest.raises(ValueError, match="argument"):
                list(carry_out(abs, range(3), range(announced), executor=executor))
