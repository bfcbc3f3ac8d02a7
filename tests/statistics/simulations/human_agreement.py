"""How often the intervals of the agreement of people with measures hold the truth, and how often tests are wrong.

Persons differ: each agrees with a measure with a probability of their own. Every person answers the same 24 pairs.
"""

import numpy as np

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.formats.human_judgements import HumanJudgements
from ordquant_core.measures.registry import MEASURES as REGISTRY
from tests.statistics.simulations import of_share

MEASURES = ("NMD", "NVD")
SITUATIONS = ((8, 0.5, 0.15), (15, 0.65, 0.1), (15, 0.65, 0.25), (40, 0.8, 0.1))  # persons, agreement, deviation
TRIALS = 199


def simulate(repetitions, seed):
    """Yield the coverage of the interval, and the share of false findings where people agree alike with both."""
    rng = np.random.default_rng(seed)
    gold, a, b = _pairs(rng)
    measure = REGISTRY[MEASURES[0]]
    prefers_a = np.where(measure(gold, a) < measure(gold, b), -1, 1)

    def judged(persons, sides):
        names = tuple(f"P{person}" for person in range(persons) for _ in range(24))
        return HumanJudgements(names, *(tuple(side) * persons for side in (gold, a, b)), sides.ravel())

    for persons, mean, deviation in SITUATIONS:
        held, false = [], []
        size = mean * (1 - mean) / deviation**2 - 1
        for _ in range(repetitions):
            chance = rng.beta(mean * size, (1 - mean) * size, persons)  # of each person
            right = rng.random((persons, 24)) < chance[:, None]
            found = human_agreement(judged(persons, np.where(right, prefers_a, -prefers_a)), MEASURES[:1])[0]
            held.append(found.low <= mean <= found.high)
            guesses = np.where(rng.random((persons, 24)) < 0.5, -1, 1)
            (test,) = compare_agreement(judged(persons, guesses), MEASURES, n_trials=TRIALS, rng=rng)
            false.append(test.p_value < 0.05)
        situation = f"{persons} persons, agreement {mean} ± {deviation}"
        yield of_share("95% interval of human agreement holds it", situation, held, 0.92, 0.98)
        yield of_share("p < 0.05 where people prefer neither measure", situation, false, 0, 0.05)


def _pairs(rng):
    """Draw 24 gold distributions with two estimates each, on which neither measure sees a tie."""
    found = []
    while len(found) < 24:
        sides = rng.multinomial(20, rng.dirichlet(np.ones(5), 3)).astype(float)
        if all(REGISTRY[key](sides[0], sides[1]) != REGISTRY[key](sides[0], sides[2]) for key in MEASURES):
            found.append(sides)
    return np.swapaxes(found, 0, 1)
