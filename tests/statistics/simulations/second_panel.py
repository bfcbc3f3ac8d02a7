"""The noise floor and a second panel of annotators against made-up tasks whose true distributions are known."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.noise import draw_noise
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray
from tests.statistics.simulations import Outcome

KEYS = ("NMD", "RNOD", "JSD")
CASES = 100
NEAR = 0.06  # of the second panel; the floor, to which no votes can be compared, may be off by more


def ordered(rng: np.random.Generator, n_cases: int, n_classes: int) -> FloatArray:
    """Draw true distributions that a Dirichlet distribution does not fit: normal curves over the classes."""
    middle = rng.normal((n_classes - 1) / 2, n_classes / 4, size=(n_cases, 1))
    width = rng.uniform(0.5, n_classes / 3, size=(n_cases, 1))
    heights = np.exp(-0.5 * ((np.arange(n_classes) - middle) / width) ** 2) + 0.01
    return np.asarray(heights / heights.sum(axis=1, keepdims=True))


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Compare the mean estimate with the mean of real panels of K annotators."""
    rng = np.random.default_rng(seed)
    found = []
    for n_classes, annotators in ((3, 3), (5, 2), (5, 5), (5, 15), (11, 4)):
        estimated, real = (np.empty((repetitions, 2, len(KEYS))) for _ in range(2))
        for repetition in range(repetitions):
            true = ordered(rng, CASES, n_classes)
            gold, others = (rng.multinomial(annotators, true) for _ in range(2))
            predicted = draw_noise(gold, KEYS, rng=rng, n_draws=20)
            estimated[repetition] = predicted.floor, predicted.panel
            for place, estimate in enumerate((true, others / annotators)):
                real[repetition, place] = [MEASURES[key](gold, estimate).mean() for key in KEYS]
        expected = real.mean(axis=0)
        ratio, error = estimated.mean(axis=0) / expected, (estimated - real).std(axis=0) / expected / repetitions**0.5
        for place, what in enumerate(("noise floor", "second panel")):
            for layer, key in enumerate(KEYS):
                situation = f"{n_classes} ordered classes, {annotators} annotators, {CASES} cases, {key}"
                claim = f"the {what} is near the real one (ratio of means)"
                near = NEAR if place else 0.1
                bounds = 1 - near, 1 + near
                found.append(Outcome(claim, situation, float(ratio[place, layer]), *bounds, float(error[place, layer])))
    return found
