"""How often groups of cases are flagged that have nothing to do with the runs, and one that has."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.official import changes_sign, decides, official, on_groups
from ordquant_core.records import FloatArray, Scores
from tests.statistics.simulations import Outcome, share_error

SIZES, RUNS, TRIALS = (15, 20, 25), 4, 199
MEANS = 0.5 * np.arange(RUNS)  # some pairs differ significantly, others do not; the deviation of errors is 1.4
FLAGS = ("p_interaction < 0.05", "decides", "sign_changes")
GROUPS = [
    CaseGroup(str(number), np.arange(sum(SIZES[:number]), sum(SIZES[: number + 1]))) for number in range(len(SIZES))
]


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the share of tasks with a flag on any pair of runs and group."""
    rng = np.random.default_rng(seed)
    turned = np.where(np.arange(sum(SIZES)) < SIZES[0], -3 * MEANS[:, None], MEANS[:, None])
    wide = np.repeat((4, 1, 1), SIZES)
    found = {
        "random groups": [_flags(_errors(rng) + MEANS[:, None], rng) for _ in range(repetitions)],
        "a group with the order of runs turned": [_flags(_errors(rng) + turned, rng) for _ in range(repetitions)],
        "a group that spreads four times as much": [_flags(_errors(rng) * wide, rng) for _ in range(repetitions)],
    }
    outcomes = []
    for (situation, flags), (low, high) in zip(found.items(), ((0, 0.05), (0.5, 1), (0, 0.1)), strict=True):
        for flag, share in zip(FLAGS, np.mean(flags, axis=0).tolist(), strict=True):
            error = share_error(share, repetitions)
            outcomes.append(Outcome(f"tasks with {flag} on any pair and group", situation, share, low, high, error))
    return outcomes


def _errors(rng: np.random.Generator) -> FloatArray:
    return rng.gamma(2, size=(RUNS, sum(SIZES))) - 2


def _flags(values: FloatArray, rng: np.random.Generator) -> list[bool]:
    cases = tuple(map(str, range(values.shape[1])))
    scores = Scores(("NMD",), tuple(f"run {run}" for run in range(RUNS)), cases, values[None] + 20)
    whole = official(scores, n_trials=TRIALS, seed=int(rng.integers(2**32)))
    parts = on_groups(whole, GROUPS)
    flags = [(part.p_interaction < 0.05, decides(whole.test, part, 0.05), changes_sign(part, 0.05)) for part in parts]
    return [any((part[kind] == 1).any() for part in flags) for kind in range(len(FLAGS))]
