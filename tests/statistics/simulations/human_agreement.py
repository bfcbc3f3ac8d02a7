"""How often the intervals of the agreement of people with measures hold the truth, and how often tests are wrong.

Persons differ: each agrees with a measure with a probability of their own. Every person answers the 24 pairs of a seed.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.human_agreement import HumanJudgements, compare_agreement, human_agreement
from ordquant_core.teaching.your_eye import eye_pairs
from tests.statistics.simulations import Outcome, share_error

MEASURES = ("NMD", "NVD")
SITUATIONS = ((8, 0.5, 0.15), (15, 0.65, 0.1), (15, 0.65, 0.25), (40, 0.8, 0.1))  # persons, agreement, deviation
TRIALS = 199
Sides = tuple[np.ndarray, ...]


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the coverage of the interval, and the share of false findings where people agree alike with both."""
    rng = np.random.default_rng(seed)
    shown = [pair.picture for pair in eye_pairs(3)]
    gold, a, b = (
        tuple(np.array(side) for side in column) for column in zip(*((p.gold, p.a, p.b) for p in shown), strict=True)
    )
    probe = HumanJudgements(*(("P",) * 24,) * 2, gold, a, b, np.full(24, -1))
    prefers_a = _sides(probe)
    outcomes = []
    for persons, mean, deviation in SITUATIONS:
        held, false = [], []
        for _ in range(repetitions):
            chance = _chances(rng, persons, mean, deviation)
            right = rng.random((persons, 24)) < chance[:, None]
            sides = np.where(right, prefers_a, -prefers_a).ravel()
            found = human_agreement(_of(persons, gold, a, b, sides), MEASURES[:1])[0]
            held.append(found.low <= mean <= found.high)
            guesses = np.where(rng.random((persons, 24)) < 0.5, -1, 1).ravel()
            (test,) = compare_agreement(_of(persons, gold, a, b, guesses), MEASURES, n_trials=TRIALS, rng=rng)
            false.append(test.p_value < 0.05)
        situation = f"{persons} persons, agreement {mean} ± {deviation}"
        for claim, values, low, high in (
            ("95% interval of human agreement holds it", held, 0.92, 0.98),
            ("p < 0.05 where people prefer neither measure", false, 0, 0.05),
        ):
            share = float(np.mean(values))
            outcomes.append(Outcome(claim, situation, share, low, high, share_error(share, repetitions)))
    return outcomes


def _chances(rng: np.random.Generator, persons: int, mean: float, deviation: float) -> np.ndarray:
    size = mean * (1 - mean) / deviation**2 - 1
    return rng.beta(mean * size, (1 - mean) * size, persons)


def _sides(probe: HumanJudgements) -> np.ndarray:
    """Return -1 where the first measure prefers A, else 1."""
    from ordquant_core.measures.registry import MEASURES as REGISTRY

    measure = REGISTRY[MEASURES[0]]
    gold, a, b = (np.array(side) for side in (probe.gold, probe.a, probe.b))
    return np.where(measure(gold, a) < measure(gold, b), -1, 1)


def _of(persons: int, gold: Sides, a: Sides, b: Sides, sides: np.ndarray) -> HumanJudgements:
    names = tuple(f"P{person}" for person in range(persons) for _ in range(24))
    items = tuple(str(item) for _ in range(persons) for item in range(24))
    return HumanJudgements(names, items, gold * persons, a * persons, b * persons, sides)
