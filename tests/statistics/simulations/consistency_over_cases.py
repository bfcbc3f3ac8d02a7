"""Findings that one measure is more consistent than another: rare where none is, and kept on other cases."""

import numpy as np

from ordquant_core.analysis.consistency import compare_over_splits, consistency_experiment
from tests.analysis.made_up import scores_of
from tests.statistics.simulations import of_share

ALIKE, APART = (0.5,) * 6, (0.2, 0.2, 0.5, 1, 2, 4)
SITUATIONS = ((0.3, 50), (0.5, 60), (1.0, 100))
OF_TWO = ((10, 100), (8, 50), (20, 300))  # runs, cases
FALSELY, MORE = "a measure is found more consistent, falsely", "a measure with less noise is found more consistent"


def made(noise, skill, n_cases, rng, n_runs=10):
    """Make scores of runs whose measures differ in nothing but their noise."""
    quality = skill * np.linspace(0, 1, n_runs)[:, None]
    seen = quality + 0.5 * rng.standard_normal((1, n_cases)) + 0.5 * rng.standard_normal((n_runs, n_cases))
    values = seen + np.array(noise)[:, None, None] * rng.standard_normal((len(noise), n_runs, n_cases))
    return scores_of(values)


def simulate(repetitions, seed):
    rng, repetitions = np.random.default_rng(seed), max(20, repetitions // 6)
    for skill, n_cases in SITUATIONS:
        some = [any(_findings(made(ALIKE, skill, n_cases, rng))) for _ in range(repetitions)]
        where = f"6 equally consistent measures, 10 runs, {n_cases} cases"
        yield of_share(FALSELY, where, some, 0, 0.06)
    yield from _of_two(max(20, repetitions // 3), rng)
    kept = []
    for _ in range(repetitions):
        scores = made(APART, 0.5, 200, rng)
        one, other = (_tested(scores.at(np.arange(start, start + 100))) for start in (0, 100))
        for m, row in enumerate(one.half_test.outperformed()):
            kept += [other.half.means[m] > other.half.means[beaten] for beaten in row]
    where = "6 measures of different noise, 100 cases and 100 others"
    yield of_share("findings on one half of the cases have the same sign on the other", where, kept, 0.95, 1)


def _of_two(repetitions, rng):
    """Compare two measures by resampled cases, and by splits of the same cases, as the study of 2022 does."""
    for n_runs, n_cases in OF_TWO:
        where = f"2 equally consistent measures, {n_runs} runs, {n_cases} cases"
        experiments = [_tested(made((0.5, 0.5), 0.5, n_cases, rng, n_runs), 300) for _ in range(repetitions)]
        by_splits = [
            compare_over_splits(one.half, n_trials=200, rng=rng).p_values[0, 0, 1] < 0.05 for one in experiments
        ]
        halves, tens = (
            [any(getattr(one, test).outperformed()) for one in experiments] for test in ("half_test", "small_test")
        )
        yield of_share(FALSELY, where, halves, 0, 0.06)
        yield of_share(FALSELY, f"{where}, sets of 10", tens, 0, 0.12)
        yield of_share("the same by the test over splits, which is about these cases only", where, by_splits, 0.3, 1)
    noisy = [_findings(made((0.5, 2.5), 0.5, 100, rng)) for _ in range(repetitions)]
    where = "2 measures with noise 0.5 and 2.5, 10 runs, 100 cases"
    yield of_share(MORE, where, [bool(row[0]) for row in noisy], 0.5, 1)


def _tested(scores, n_splits=100):
    return consistency_experiment(scores, size=10, n_splits=n_splits, seed=1)


def _findings(scores):
    return _tested(scores).half_test.outperformed()
