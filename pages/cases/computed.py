"""Core calls of Cases, remembered for all visitors, under keys that hold the digest of the files."""

from collections.abc import Hashable

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis import properties as case_properties
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.case_firmness import CaseFirmness, case_firmness
from ordquant_core.analysis.comparison import disagreement
from ordquant_core.analysis.paired_tests import PairedTest, paired_tests
from ordquant_core.analysis.properties import Association, Properties, associations
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Correlation, FloatArray, Task
from ordquant_core.statistics.correlation import pearson
from ordquant_core.statistics.rank_correlation import kendall
from pages.shared.cached import TaskKey, Versus
from pages.shared.memory import known, remembered
from pages.shared.pair_view import Pair, deltas_of

RESAMPLES = 200  # of the annotators of every case
TRIALS, BOOTSTRAP = 5000, 2000
UNASKED_UP_TO = 20_000  # cases whose firmness is computed without being asked for
CASES_A_SECOND = 2000  # with all main measures on one core; told before a long computation


@st.cache_resource(max_entries=24, show_spinner=False)
def best_two(key: TaskKey, runs: tuple[str, ...], _task: Task) -> tuple[str, str]:
    """Return the run with the smallest mean NMD, and the next one that is not a copy of it, if there is any."""
    means = score(_task.only(runs), ("NMD",)).values[0].mean(axis=1)
    apart = comparison.best_two(means, _task.only(runs).estimates)
    first, second = apart or np.argsort(means, kind="stable").tolist()[:2]
    return runs[first], runs[second]


@st.cache_resource(max_entries=24, show_spinner=False)
def described(key: TaskKey, a: str, b: str, _versus: Versus) -> Properties:
    """Describe every case by its gold and its two estimates."""
    task = _versus.task
    first, second = (task.estimates[task.runs.index(run)] for run in (a, b))
    return case_properties.properties(task.gold, first, second, task.votes)


@st.cache_resource(max_entries=64, show_spinner=False)
def associations_of(
    key: TaskKey, a: str, b: str, pair: Pair, _versus: Versus, _described: Properties
) -> tuple[Association, ...]:
    """Compare the disagreements of two measures with all other cases, by every property."""
    return associations(_described, disagreement(*deltas_of(_versus, pair)))


@st.cache_data(max_entries=256, show_spinner=False)
def correlations(key: TaskKey, a: str, b: str, pair: Pair, _versus: Versus) -> tuple[Correlation, Correlation]:
    """Return Pearson's r and Kendall's tau of the deltas of two measures over all cases."""
    x, y = deltas_of(_versus, pair)
    return pearson(x, y), kendall(x, y)


def tests(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int) -> tuple[PairedTest, ...]:
    """Test the two runs by every measure."""
    rows = [versus.scores.measures.index(measure) for measure in measures]
    return remembered(
        ("paired tests", key, versus.run_a, versus.run_b, measures, seed),
        "Exchanging the two runs at random",
        lambda progress: paired_tests(
            versus.deltas[rows],
            measures,
            n_trials=TRIALS,
            n_resamples=BOOTSTRAP,
            rng=np.random.default_rng(seed),
            progress=progress,
        ),
    )


def firmness(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int, follows: bool) -> CaseFirmness:
    """Ask every measure again on other annotators of every case; the task must hold votes."""
    task = versus.task
    votes = task.votes if task.votes is not None else np.empty((0, 0), dtype=np.int64)
    a, b = (_estimate(versus, run, follows) for run in (versus.run_a, versus.run_b))
    return remembered(
        _firmness_key(key, versus, measures, seed, follows),
        "Drawing the annotators of every case again",
        lambda progress: case_firmness(
            votes, a, b, measures, n_resamples=RESAMPLES, rng=np.random.default_rng(seed), progress=progress
        ),
    )


def firmness_known(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int, follows: bool) -> bool:
    """Tell whether `firmness` has its answer already."""
    return known(*_firmness_key(key, versus, measures, seed, follows))


def _firmness_key(
    key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int, follows: bool
) -> tuple[Hashable, ...]:
    return "firmness", key, versus.run_a, versus.run_b, measures, seed, follows


def baseline_of(versus: Versus, run: str) -> str | None:
    """Return the key of the baseline that a run is, None for any other run."""
    name = run.removesuffix(" (baseline)").lower()
    estimates = versus.task.estimates[versus.task.runs.index(run)]
    return name if name in BASELINES and np.array_equal(estimates, BASELINES[name](versus.task.gold)) else None


def _estimate(versus: Versus, run: str, follows: bool) -> FloatArray | str:
    baseline = baseline_of(versus, run) if follows else None
    return baseline or versus.task.estimates[versus.task.runs.index(run)]
