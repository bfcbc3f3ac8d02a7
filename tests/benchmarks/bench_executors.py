"""Heavy analyses in this process and on two worker processes, side by side; nothing here fails on time.

Both sides use one thread of linear algebra per process. The ratio of the medians is what two workers bring: at most 2,
and less where the machine has other work. Starting the workers is not counted.
"""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from ordquant_core.analysis.spaces.compare_estimators import EstimatorComparison
from ordquant_core.analysis.spaces.estimators import Estimator
from ordquant_core.statistics import resampling
from ordquant_core.statistics.pool import ONE_THREAD

WHERE = ("this process", "two workers")


@pytest.fixture(scope="module")
def executors():
    before = dict(os.environ)
    os.environ.update(ONE_THREAD)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        compare(pool)  # both workers have imported all they need
        yield {"this process": None, "two workers": pool}
    os.environ.clear()
    os.environ.update(before)


def compare(executor):
    return EstimatorComparison(25, 6, Estimator("popularity"), Estimator("uniform")).finish(executor=executor)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.benchmark(group="142,506 gold distributions, all measures")
def test_every_gold_distribution(benchmark, executors, where):
    benchmark.pedantic(compare, args=[executors[where]], rounds=5)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.benchmark(group="randomised Tukey HSD of 12 measures, 5,000 trials, one thread a process")
def test_tukey(benchmark, executors, where, monkeypatch):
    monkeypatch.setattr(resampling, "THREADS", 1)
    values = np.random.default_rng(1).random((12, 22, 300))

    def run():
        rng = np.random.default_rng(1)
        return resampling.randomised_tukey_hsd(values, n_trials=5000, rng=rng, executor=executors[where])

    benchmark.pedantic(run, rounds=5)
