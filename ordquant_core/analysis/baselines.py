"""The two baseline runs of the papers: one that peeks at the gold's mode, one that knows nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_distributions
from ordquant_core.records import FloatArray, Gold, Run


def popularity(gold: ArrayLike) -> FloatArray:
    """Put all mass on the most frequent gold class, shared equally where several classes tie.

    `gold` has shape (..., L), votes or probabilities; so has the result, in probabilities. The papers leave ties
    open; sharing gives the win/loss table of LQ 2021 (Table 7, STC-3) to the digit [sakai2021lq].

    >>> popularity([[0, 1, 2, 9, 8], [4, 4, 0, 1, 1]]).tolist()
    [[0.0, 0.0, 0.0, 1.0, 0.0], [0.5, 0.5, 0.0, 0.0, 0.0]]
    """
    gold = as_distributions(gold, "gold")  # equal votes stay equal when divided by one sum
    most_frequent = gold == gold.max(axis=-1, keepdims=True)
    return np.asarray(most_frequent / most_frequent.sum(axis=-1, keepdims=True))


def uniform(gold: ArrayLike) -> FloatArray:
    """Give every class 1/L. `gold` has shape (..., L), so has the result.

    >>> uniform([0, 1, 2, 9, 8]).tolist()
    [0.2, 0.2, 0.2, 0.2, 0.2]
    """
    gold = as_distributions(gold, "gold")
    return np.full_like(gold, 1 / gold.shape[-1])


BASELINES: Mapping[str, Callable[[ArrayLike], FloatArray]] = MappingProxyType(
    {"popularity": popularity, "uniform": uniform}
)


def baseline_run(key: str, gold: Gold) -> Run:
    """Return a baseline as a run over the cases of `gold`; its name is that of the baseline, capitalised."""
    return Run(key.capitalize(), gold.classes, gold.cases, BASELINES[key](gold.probabilities))
