"""How often the intervals of the agreement of people with measures hold the truth, and how often tests are wrong.

Persons differ: each agrees with a measure with a probability of their own. Every person answers the same 24 pairs.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.formats.human_judgements import HumanJudgements
from ordquant_core.measures.registry import MEASURES as REGISTRY
from tests.statistics.simulations import Outcome, share_error

MEASURES = ("NMD", "NVD")
SITUATIONS = ((8, 0.5, 0.15), (15, 0.65, 0.1), (15, 0.65, 0.25), (40, 0.8, 0.1))  # persons, agreement, deviation
TRIALS = 199
Sides = tuple[np.ndarray, ...]


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the coverage of the interval, and the share of false findings where people agree alike with both."""
    rng = np.random.default_rng(seed)
    gold, a, b = _pairs(rng)
    prefers_a = _sides(gold, a, b)
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


def _pairs(rng: np.random.Generator) -> tuple[Sides, Sides, Sides]:
    """Draw 24 gold distributions with two estimates each, on which neither measure sees a tie."""
    found: list[np.ndarray] = []
    while len(found) < 24:
        sides = rng.multinomial(20, rng.dirichlet(np.ones(5), 3)).astype(float)
        if all(REGISTRY[key](sides[0], sides[1]) != REGISTRY[key](sides[0], sides[2]) for key in MEASURES):
            found.append(sides)
    gold, a, b = np.swapaxes(found, 0, 1)
    return tuple(gold), tuple(a), tuple(b)


def _sides(gold: Sides, a: Sides, b: Sides) -> np.ndarray:
    """Return -1 where the first measure prefers A, else 1."""
    measure = REGISTRY[MEASURES[0]]
    return np.where(measure(np.array(gold), np.array(a)) < measure(np.array(gold), np.array(b)), -1, 1)


def _of(persons: int, gold: Sides, a: Sides, b: Sides, sides: np.ndarray) -> HumanJudgements:
    names = tuple(f"P{person}" for person in range(persons) for _ in range(24))
    return HumanJudgements(names, gold * persons, a * persons, b * persons, sides)
