"""Many scores are computed by a worker process, and are those of the server's own; few are computed as before."""

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.statistics.pool import Pool
from pages.shared import result_cache, run_analyses, shared_work, sources, task_scores, tasks

pytestmark = pytest.mark.slow


@pytest.fixture
def current():
    source = sources.samples()["dialogue-quality"]
    read, key = tasks.read_source(source)
    assert read.task is not None, read.problems
    return tasks.make_current(source, read.task, key)


@pytest.fixture
def jobs(monkeypatch):
    """A cache of our own, and all jobs that are given to workers."""
    pool, given = Pool(1), []
    monkeypatch.setattr(result_cache, "LONG_RESULTS", result_cache.ResultCache(2**20))
    monkeypatch.setattr(shared_work, "worker_pool", lambda: pool)
    job = Pool.job
    monkeypatch.setattr(Pool, "job", lambda self, owner="", group="": (given.append(owner), job(self, owner, group))[1])
    yield given
    pool.close()


def test_few_scores_are_computed_here(jobs, current):
    task_scores.score_all_runs(current.key, current.task)
    task_scores.score_two_runs(current.key, *current.task.runs[:2], current.task)
    assert jobs == []


def test_many_scores_are_given_to_a_worker_and_are_the_same(monkeypatch, jobs, current):
    monkeypatch.setattr(task_scores, "SCORED_HERE", 0)
    found = task_scores.score_all_runs(current.key, current.task)
    assert len(jobs) == 1
    assert found.values.tobytes() == score(current.task, MAIN_MEASURES).values.tobytes()
    other = run_analyses.score_runs(current, ("MD", "NMD"))
    assert len(jobs) == 2
    assert other.values.tobytes() == score(current.task, ("MD", "NMD")).values.tobytes()
    versus = task_scores.score_two_runs(current.key, *current.task.runs[:2], current.task)
    assert len(jobs) == 3
    here = score(versus.task, versus.scores.measures)
    assert versus.scores.values.tobytes() == here.values.tobytes()
