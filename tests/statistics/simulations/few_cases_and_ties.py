"""Why fewer than 12 cases and rankings with ties are not tested, and fewer than 8 cases have no shares.

Each bound is simulated as it is, and without it: what would be said falsely then.
"""

from unittest.mock import patch

import numpy as np

from ordquant_core.analysis import consistency_over_cases
from ordquant_core.analysis.agreement import runs_over_cases
from ordquant_core.analysis.consistency import compare_over_cases, consistency, draw_splits
from ordquant_core.statistics import superlatives
from tests.analysis.made_up import scores_of
from tests.statistics.simulations import of_share
from tests.statistics.simulations.consistency_over_cases import FALSELY, made
from tests.statistics.simulations.short import SURELY

RUNS, SPLITS = 4, 100
TESTED = {2: 0.5, 3: 0.15, 4: 0.06, 8: 0.06, 12: 0, 20: 0}  # cases: what is found without the bound; 0: it holds
SHARED = {2: 0.15, 3: 0.05, 8: 0}
SHARES_OF_ONES = (0.1, 0.15, 0.2, 0.25)  # of the cases, by run


def simulate(repetitions, seed):
    rng, few = np.random.default_rng(seed), repetitions // 4
    for n_cases, least in TESTED.items():
        skill = 0.5 * rng.standard_normal((few, 1, RUNS, 1))
        values = skill + rng.standard_normal((few, 4, RUNS, n_cases))
        where = f"4 equally consistent measures, {RUNS} runs, {n_cases} cases"
        yield from _found_falsely("FEWEST_TESTED", 2, where, values, least)
    values = rng.random((few, 2, RUNS, 20)) < np.array(SHARES_OF_ONES)[:, None]  # a fifth of the pairs of runs tie
    where = f"2 equally consistent measures whose scores are 0 or 1, {RUNS} runs, 20 cases"
    yield from _found_falsely("MOST_TIES", 1, where, values.astype(float), 0.1)
    for n_cases, least in SHARED.items():
        scores = [made((0.5,), 0.0, n_cases, rng, RUNS) for _ in range(repetitions // 2)]
        where = f"best run, {RUNS} runs, {n_cases} cases"
        yield of_share(SURELY, where, [_names(each) for each in scores], 0, 0.06)
        if least:
            with patch.object(superlatives, "FEWEST_CASES", 2):
                yield of_share(f"{SURELY}, without a bound", where, [_names(each) for each in scores], least, 1)


def _found_falsely(bound, none, where, values, least):
    """Compare measures in tasks, (tasks, measures, runs, cases), with the bound, and where it is `none`."""
    tasks = [scores_of(scores) for scores in values]
    yield of_share(FALSELY, where, [_finds(each) for each in tasks], 0, 0.1)
    if least:
        with patch.object(consistency_over_cases, bound, none):
            yield of_share(f"{FALSELY}, without a bound", where, [_finds(each) for each in tasks], least, 1)


def _finds(scores):
    splits = draw_splits(len(scores.cases), SPLITS, np.random.default_rng(1))
    results = consistency(scores, splits)
    return any(compare_over_cases(scores, splits, results, rng=np.random.default_rng(1)).outperformed())


def _names(scores):
    return runs_over_cases(scores, "M1", seed=1).first().share >= 0.95
