"""Core calls of Cases, remembered for all visitors, under keys that hold the digest of the files."""

from collections.abc import Hashable

import numpy as np

from ordquant_core.analysis import comparison, properties
from ordquant_core.analysis.baselines import baseline_of
from ordquant_core.analysis.case_robustness import CaseResamples, CaseRobustness
from ordquant_core.analysis.paired_tests import PairedTest, PairedTrials
from ordquant_core.analysis.properties import Association, Properties, associations
from ordquant_core.records import Correlation
from ordquant_core.statistics.correlation import pearson
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.tables.two_runs.disagreement import Pair
from pages.shared.pair_view import deltas_of
from pages.shared.result_cache import Key, compute_once, is_computed
from pages.shared.shared_work import finish_shared
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus

RESAMPLES = 200  # simulated panels of annotators for every case
TRIALS = 5000
UNASKED_UP_TO = 20_000  # cases for which panels are simulated without being asked for
CASES_A_SECOND = 2000  # with all main measures on one core; shown before a long computation


def described(key: TaskKey, versus: Versus) -> Properties:
    """Describe every case by its gold and its two estimates."""
    task = versus.task
    first, second = task.estimates
    name = ("described", key, versus.run_a, versus.run_b)
    return compute_once(name, lambda: properties.properties(task.gold, first, second, task.votes))


def associations_of(versus: Versus, pair: Pair, described: Properties) -> tuple[Association, ...]:
    """Compare the disagreements of two measures with all other cases, by every property."""
    disagree = comparison.disagreement(*deltas_of(versus, pair))
    return compute_once(("associations", versus.key, pair), lambda: associations(described, disagree))


def correlations(versus: Versus, pair: Pair) -> tuple[Correlation, Correlation]:
    """Return Pearson's r and Kendall's tau of the deltas of two measures over all cases."""
    x, y = deltas_of(versus, pair)
    return compute_once(("correlations", versus.key, pair), lambda: (pearson(x, y), kendall(x, y)))


def tests(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int) -> tuple[PairedTest, ...]:
    """Test the two runs by every measure."""
    rows = [versus.scores.measures.index(measure) for measure in measures]
    return finish_shared(
        ("paired tests", key, versus.run_a, versus.run_b, measures, seed),
        "Exchanging the two runs at random",
        lambda: PairedTrials(
            versus.deltas[rows],
            measures,
            n_trials=TRIALS,
            rng=np.random.default_rng(seed),
        ),
    )


def robustness(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int, follow: bool) -> CaseRobustness:
    """Recompute all preferences with simulated panels for a task of votes; with `follow`, baselines as well."""
    task = versus.task
    votes = task.votes if task.votes is not None else np.empty((0, 0), dtype=np.int64)
    baselines = of_baselines(versus) if follow else (None, None)
    a, b = (name or estimates for name, estimates in zip(baselines, task.estimates, strict=True))
    return finish_shared(
        _robustness_key(key, versus, measures, seed, follow),
        "Simulating panels of annotators, cases",
        lambda: CaseResamples(
            votes, a, b, measures, n_resamples=RESAMPLES, positions=task.positions, rng=np.random.default_rng(seed)
        ),
    )


def at_once(key: TaskKey, versus: Versus, *asked: Hashable) -> bool:
    """Return whether `robustness` answers without a long computation."""
    return len(versus.task.cases) <= UNASKED_UP_TO or is_computed(_robustness_key(key, versus, *asked))


def of_baselines(versus: Versus) -> tuple[str | None, str | None]:
    """Return the keys of the baselines that runs A and B are, None for any other run."""
    task = versus.task
    a, b = (baseline_of(run, task.gold, rows) for run, rows in zip(task.runs, task.estimates, strict=True))
    return a, b


def _robustness_key(key: TaskKey, versus: Versus, *asked: Hashable) -> Key:
    return "case robustness", key, versus.run_a, versus.run_b, *asked
