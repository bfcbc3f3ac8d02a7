"""Findings that one measure is more consistent than another: rare where none is, and kept on other cases."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.consistency import consistency_experiment, outperformed
from ordquant_core.records import Scores
from tests.statistics.simulations import Outcome, share_error

ALIKE, APART = (0.5,) * 6, (0.2, 0.2, 0.5, 1, 2, 4)
SITUATIONS = ((0.3, 50), (0.5, 60), (1.0, 100))


def made(noise: Sequence[float], skill: float, n_cases: int, rng: np.random.Generator) -> Scores:
    """Make scores of 10 runs whose measures differ in nothing but their noise."""
    quality = skill * np.linspace(0, 1, 10)[:, None]
    seen = quality + 0.5 * rng.standard_normal((1, n_cases)) + 0.5 * rng.standard_normal((10, n_cases))
    values = seen + np.array(noise)[:, None, None] * rng.standard_normal((len(noise), 10, n_cases))
    names = [tuple(f"{kind}{n}" for n in range(size)) for kind, size in zip("mrc", values.shape, strict=True)]
    return Scores(*names, values)


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    rng, repetitions = np.random.default_rng(seed), max(20, repetitions // 6)
    found = []
    for skill, n_cases in SITUATIONS:
        some = [bool(any(_findings(made(ALIKE, skill, n_cases, rng)))) for _ in range(repetitions)]
        share = float(np.mean(some))
        where = f"6 equally consistent measures, 10 runs, {n_cases} cases"
        error = share_error(share, repetitions)
        found.append(Outcome("a measure is found more consistent, falsely", where, share, 0, 0.06, error))
    kept = lost = 0
    for _ in range(repetitions):
        scores = made(APART, 0.5, 200, rng)
        one, other = (_tested(scores.at(np.arange(start, start + 100))) for start in (0, 100))
        for m, row in enumerate(outperformed(one.over_cases("half"))):
            for beaten in row:
                gap = other.half.means[m] - other.half.means[beaten]
                kept += gap > 0
                lost += gap <= 0
    share = kept / max(kept + lost, 1)
    where = "6 measures of different noise, 100 cases and 100 others"
    error = share_error(share, max(kept + lost, 1))
    claim = "findings on one half of the cases have the same sign on the other"
    found.append(Outcome(claim, where, share, 0.95, 1, error))
    return found


def _tested(scores: Scores):
    return consistency_experiment(scores, size=10, n_splits=100, n_trials=20, seed=1)


def _findings(scores: Scores):
    return outperformed(_tested(scores).over_cases("half"))
