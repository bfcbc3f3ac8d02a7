"""How often groups of cases are flagged that have nothing to do with the runs, and one that has."""

import numpy as np

from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.official import changes_sign, decides, official, on_groups
from tests.analysis.made_up import scores_of
from tests.statistics.simulations import of_share

SIZES, RUNS, TRIALS = (15, 20, 25), 4, 199
MEANS = 0.5 * np.arange(RUNS)  # some pairs differ significantly, others do not; the deviation of errors is 1.4
FLAGS = ("p_interaction < 0.05", "decides", "sign_changes")
GROUPS = [
    CaseGroup(str(number), np.arange(sum(SIZES[:number]), sum(SIZES[: number + 1]))) for number in range(len(SIZES))
]


def simulate(repetitions, seed):
    """Yield the share of tasks with a flag on any pair of runs and group."""
    rng = np.random.default_rng(seed)
    turned = np.where(np.arange(sum(SIZES)) < SIZES[0], -3 * MEANS[:, None], MEANS[:, None])
    wide = np.repeat((4, 1, 1), SIZES)
    found = {
        "random groups": [_flags(_errors(rng) + MEANS[:, None], rng) for _ in range(repetitions)],
        "a group with the order of runs turned": [_flags(_errors(rng) + turned, rng) for _ in range(repetitions)],
        "a group that spreads four times as much": [_flags(_errors(rng) * wide, rng) for _ in range(repetitions)],
    }
    for (situation, flags), (low, high) in zip(found.items(), ((0, 0.05), (0.5, 1), (0, 0.1)), strict=True):
        for flag, raised in zip(FLAGS, np.transpose(flags), strict=True):
            yield of_share(f"tasks with {flag} on any pair and group", situation, raised, low, high)


def _errors(rng):
    return rng.gamma(2, size=(RUNS, sum(SIZES))) - 2


def _flags(values, rng):
    whole = official(scores_of(values[None] + 20, ["NMD"]), n_trials=TRIALS, seed=int(rng.integers(2**32)))
    parts = on_groups(whole, GROUPS)
    flags = [(part.p_interaction < 0.05, decides(whole.test, part, 0.05), changes_sign(part, 0.05)) for part in parts]
    return [any((part[kind] == 1).any() for part in flags) for kind in range(len(FLAGS))]
