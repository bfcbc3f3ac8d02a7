"""Heavy analyses on executors: threads, processes, a Dask cluster of two workers; the same to the last digit."""

import multiprocessing
import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass
from functools import cache

import numpy as np
import pytest

from ordquant_core.analysis import case_robustness, consistency, discrimination, paired_tests, retrieval
from ordquant_core.analysis.planning import noise, split
from ordquant_core.analysis.spaces import artificial, by_score, compare_estimators, measure_properties
from ordquant_core.analysis.spaces.gold_distributions import Estimator
from ordquant_core.errors import OrdquantError
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.information import PairwiseInformation
from ordquant_core.records import Scores, Task
from ordquant_core.statistics import divided_work
from ordquant_core.statistics.bootstrap import PairResamples
from ordquant_core.statistics.divided_work import DividedWork, Piece
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.depth import matrix

pytestmark = pytest.mark.slow


def rng():
    return np.random.default_rng(5)


def some_scores():
    values = rng().random((3, 5, 60)) + 0.2 * rng().random((5, 1))
    return Scores(("NMD", "RNOD", "JSD"), tuple("abcde"), tuple(map(str, range(60))), values)


SCORES = some_scores()
VOTES = rng().multinomial(12, [0.1, 0.2, 0.4, 0.3], size=80)
A, B = Estimator("popularity"), Estimator("uniform")


@cache
def lists():
    chance = rng()
    topics = []
    for number in range(6):
        ranks = np.stack([chance.permutation(40) for _ in range(4)]).astype(np.int64)
        ranks[ranks > 30] = UNRANKED
        topics.append(Topic(str(number), (), chance.integers(0, 3, size=40), ranks, np.where(ranks < 40, 1.0, np.nan)))
    return Collection("made up", tuple("abcd"), tuple(topics))


def pilot():
    estimates = rng().dirichlet([1, 2, 4, 3], size=(4, len(VOTES)))
    names = tuple(map(str, range(len(VOTES))))
    return Task("pilot", None, tuple("abcd"), names, VOTES / 12, VOTES, tuple("wxyz"), estimates)


def splits():
    return consistency.draw_splits(60, 400, rng())


def cases_needed(executor):
    found = consistency.ConsistencyExperiment(SCORES, size=5, n_splits=100, n_trials=10, seed=2).finish()
    return consistency.CasesNeeded.of_experiment(SCORES, found, 0.5).finish(executor=executor)


def compared(executor):
    return compare_estimators.EstimatorComparison(18, 5, A, B).finish(executor=executor)


ANALYSES = {
    "tukey": lambda on: randomised_tukey_hsd(SCORES.values, n_trials=1000, rng=rng(), executor=on),
    "pairs of runs": lambda on: PairResamples(SCORES.values, n_resamples=500, rng=rng()).finish(executor=on),
    "runs": lambda on: discrimination.separate_runs(SCORES, n_trials=700, rng=rng(), executor=on),
    "consistency": lambda on: consistency.consistency(SCORES, splits(), size=7, executor=on),
    "curve": lambda on: consistency.curve(SCORES, splits(), (1, 5, 30), executor=on),
    "experiment": lambda on: consistency.ConsistencyExperiment(
        SCORES, size=5, n_splits=300, n_trials=500, seed=2
    ).finish(executor=on),
    "cases needed": cases_needed,
    "two runs": lambda on: paired_tests.PairedTrials(
        SCORES.values[:, 0] - SCORES.values[:, 1], SCORES.measures, n_trials=500, rng=rng()
    ).finish(executor=on),
    "cases": lambda on: case_robustness.CaseResamples(
        VOTES, "popularity", "uniform", ["NMD", "JSD"], n_resamples=50, rng=rng()
    ).finish(executor=on),
    "atlas": compared,
    "atlas, by score": lambda on: by_score.ScoreSearch(
        18, 5, A, B, [by_score.Condition("NMD", "delta", -0.1, 0.05)], mode=1, listed=300
    ).finish(executor=on),
    "study": lambda on: artificial.ArtificialStudy(4, ["NMD", "JSD", "RNOD"], range(4)).finish(executor=on),
    "properties": lambda on: measure_properties.PropertyTable(4, 3, ["NMD", "JSD", "RNOD"]).finish(executor=on),
    "information": lambda on: PairwiseInformation(lists()).finish(executor=on),
    "noise": lambda on: noise.NoiseDraws(VOTES, ["NMD", "JSD"], n_draws=2000, rng=rng()).finish(executor=on),
    "cases and annotators": lambda on: split.SplitResamples(
        pilot(), ["NMD", "JSD"], cases=[20, 50], annotators=[3, 12], n_resamples=40
    ).finish(executor=on),
    "merging": lambda on: retrieval.MergedSets(lists(), [(0, 1), (1, 2, 3), (0, 3)]).finish(executor=on),
}


@pytest.fixture
def small_pieces(monkeypatch):
    """Cut everything so small that there are several pieces."""
    monkeypatch.setattr("ordquant_core.statistics.resampling.STEP", 2**14)
    monkeypatch.setattr("ordquant_core.statistics.bootstrap.CHUNK", 2**13)
    monkeypatch.setattr("ordquant_core.statistics.paired.CHUNK", 2**13)
    monkeypatch.setattr("ordquant_core.analysis.consistency.CHUNK", 2**12)
    monkeypatch.setattr("ordquant_core.analysis.case_robustness._AT_ONCE", 2**10)
    monkeypatch.setattr("ordquant_core.analysis.planning.split.AT_ONCE", 2**10)


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


@pytest.mark.parametrize("kind", matrix(["threads", "processes", "dask_cluster"], "threads", "processes"))
def test_every_analysis_gives_the_same_digits_on_any_executor(kind, small_pieces, request):
    executor = request.getfixturevalue(kind)
    for name, analysis in ANALYSES.items():
        assert equal(analysis(executor), analysis(None)), name


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
        return float(self.values.sum()) + number, os.getpid(), len(divided_work._SENT)


class Sums(DividedWork):
    """A computation of some pieces, of which one may fail."""

    def __init__(self, numbers, values):
        super().__init__(len(numbers))
        self.numbers, self.work, self.parts = numbers, Adding(values), []

    def _pieces(self):
        for number in self.numbers:
            yield Piece(self.work, number, self._take)

    def _take(self, part):
        self.parts.append(part)
        self.done += 1

    def result(self):
        return self.parts


class Counting(Executor):
    """Counts the bytes of everything that is submitted to an executor."""

    def __init__(self, executor):
        self.executor, self.sent = executor, []

    def submit(self, function, *arguments):
        self.sent.append(sum(len(one) for one in arguments if isinstance(one, bytes)))
        return self.executor.submit(function, *arguments)


def test_what_pieces_share_goes_to_a_worker_once(processes):
    counting = Counting(processes)
    found = Sums(range(300), np.ones(10_000)).finish(executor=counting)
    assert [part[0] for part in found] == [10_000.0 + number for number in range(300)]
    assert os.getpid() not in {part[1] for part in found}
    large = [size for size in counting.sent if size]
    assert min(large) >= 80_000
    assert len(large) <= divided_work.AHEAD  # of 300 pieces: those that were under way before any worker knew it


def test_threads_share_the_memory_and_are_sent_nothing(threads):
    counting = Counting(threads)
    assert len(Sums(range(100), np.ones(1000)).finish(executor=counting)) == 100
    assert not any(counting.sent)


def test_what_a_piece_raises_ends_the_work_and_the_rest_is_cancelled(processes):
    counting = Counting(processes)
    with pytest.raises(OrdquantError, match="below 0"):
        Sums([0, 1, -1, *range(10_000)], np.ones(10)).finish(executor=counting)
    assert len(counting.sent) < 10_000
    assert Sums([1], np.ones(10)).finish(executor=processes)[0][0] == 11  # and the workers are fine


class Slow(Executor):
    """An executor that never does anything."""

    def __init__(self):
        self.futures = []

    def submit(self, function, *arguments):
        self.futures.append(Future())
        return self.futures[-1]


def test_what_progress_raises_ends_the_waiting_and_cancels_all():
    class Left(BaseException):
        pass

    def leave(done, total):
        raise Left

    slow = Slow()
    with pytest.raises(Left):
        Sums(range(10), np.ones(3)).finish(leave, slow)
    assert len(slow.futures) == 10
    assert all(future.cancelled() for future in slow.futures)


def test_a_work_that_ends_too_early_is_an_error_and_no_endless_loop(threads):
    for executor in (None, threads):
        work = Sums(range(3), np.ones(3))
        work.total = 4
        with pytest.raises(RuntimeError, match="no more pieces"):
            work.finish(executor=executor)
