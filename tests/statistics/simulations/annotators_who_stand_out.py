"""Among exchangeable annotators somebody is named in 5% of the pools at most."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.annotators import NONE
from ordquant_core.analysis.planning.standing_out import standing_out
from tests.statistics.simulations import Outcome, share_error

LEVEL = 0.05
CLASSES = 5
CASES = 40


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Draw pools of exchangeable annotators, some of whom label a few cases only; and pools in which one leans."""
    rng = np.random.default_rng(seed)
    found = []
    for annotators, missing in ((3, 0.0), (10, 0.0), (10, 0.5)):
        named = np.zeros(2)
        for _ in range(repetitions):
            true = rng.dirichlet(np.ones(CLASSES), CASES)
            labels = (rng.random((annotators, CASES, 1)) > true.cumsum(axis=1)[None, :, :-1]).sum(axis=2)
            there = rng.random(labels.shape) >= missing * np.linspace(0.4, 1.6, annotators)[:, None]
            there[:2] = True  # every case has two labels
            out = standing_out(np.where(there, labels, NONE), CLASSES, rng=rng, n_exchanges=39)
            labels[0] = np.minimum(labels[0] + 1, CLASSES - 1)
            leaning = standing_out(np.where(there, labels, NONE), CLASSES, rng=rng, n_exchanges=39)
            named += np.nanmin([out.bias, out.alpha]) <= LEVEL, leaning.bias[0] <= LEVEL
        situation = f"{annotators} annotators, {missing:.0%} of the labels missing, {CASES} cases"
        shares = (named / repetitions).tolist()
        for what, share, bounds in zip(
            ("somebody is named by chance, for bias or alpha, in 5% at most", "who leans by 1 class is often named"),
            shares,
            ((0.0, LEVEL), (0.5, 1.0)),
            strict=True,
        ):
            found.append(Outcome(what, situation, share, *bounds, share_error(share, repetitions)))
    return found
