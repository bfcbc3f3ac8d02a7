"""How often does a real second panel keep a preference, or a disagreement of two measures? As often as is said."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.case_robustness import resample_cases
from ordquant_core.analysis.comparison import signs
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray
from tests.statistics.simulations import Outcome

PAIR = ("NMD", "RNOD")
CASES = 60
CLASSES = 5
NEAR = 0.1  # for ordered true distributions, which a Dirichlet distribution does not fit


def _ordered(rng: np.random.Generator) -> FloatArray:
    """Draw true distributions with one peak: normal curves over the classes."""
    middle = rng.normal((CLASSES - 1) / 2, CLASSES / 4, size=(CASES, 1))
    width = rng.uniform(0.5, CLASSES / 3, size=(CASES, 1))
    heights = np.exp(-0.5 * ((np.arange(CLASSES) - middle) / width) ** 2) + 0.01
    return np.asarray(heights / heights.sum(axis=1, keepdims=True))


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Compare the shares of simulated panels with what a panel drawn from the true distributions keeps."""
    rng = np.random.default_rng(seed)
    found = []
    for name, near in (("Dirichlet", 0.04), ("one peak", NEAR)):
        for annotators in (2, 3, 10):
            gaps = np.full((repetitions, 3), np.nan)
            for repetition in range(repetitions):
                true = rng.dirichlet(np.full(CLASSES, 0.8), CASES) if name == "Dirichlet" else _ordered(rng)
                a, b = rng.dirichlet(np.ones(CLASSES), (2, CASES))
                votes, others = (rng.multinomial(annotators, true) for _ in range(2))
                said = resample_cases(votes, a, b, PAIR, n_resamples=40, rng=rng)
                second = np.array(
                    [signs(MEASURES[key](others, a) - MEASURES[key](others, b)) for key in PAIR], dtype=np.int64
                )
                kept = second == said.preference
                gaps[repetition, :2] = said.keeps.mean(axis=1) - kept.mean(axis=1)
                differ = said.robust_disagreement(*PAIR, 0)
                if differ.any():
                    gaps[repetition, 2] = (said.together(*PAIR) - kept.all(axis=0))[differ].mean()
            count = (~np.isnan(gaps)).sum(axis=0)
            means, errors = np.nanmean(gaps, axis=0), np.nanstd(gaps, axis=0) / count**0.5
            for what, mean, error in zip((*PAIR, "their disagreements"), means, errors, strict=True):
                claim = "the share of simulated panels is near that of real panels (difference of means)"
                situation = f"{name}, {annotators} annotators, {what}"
                found.append(Outcome(claim, situation, float(mean), -near, near, float(error)))
    return found
