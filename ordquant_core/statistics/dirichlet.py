"""How the true distributions of cases are spread, from votes: a Dirichlet prior fitted by moments."""

import numpy as np

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray

LEAST = 1e-6  # intraclass correlation: below it cases do not differ


def fit_dirichlet(votes: IntArray) -> FloatArray:
    r"""Fit the parameters of a Dirichlet distribution of the true distributions to votes (cases, classes): (classes,).

    With g_i the shares of the n_i votes of case i, C cases, of which C' have two votes or more (C' = 0 for one case),
    L classes and u the uniform distribution, the parameters are m (1 / rho - 1), where

    .. math:: m = \frac{\sum_i g_i + u}{C + 1}, \qquad
              \rho = \frac{C' \hat\rho + \frac{1}{L + 1}}{C' + 1}, \qquad
              \hat\rho = \frac{S - D}{1 - D}, \qquad
              S = \frac{1}{C'} \sum_i \frac{\sum_j v_{ij} (v_{ij} - 1)}{n_i (n_i - 1)}, \quad
              D = \frac{1}{C (C - 1)} \sum_{i \ne k} g_i \cdot g_k

    S and D are the shares of equal votes among two of one case and among two of different cases, and rho-hat the
    moment estimator of their intraclass correlation. The made-up case that m and rho count in has the uniform
    distribution and the intraclass correlation of the flat Dirichlet distribution: it decides where the votes say
    nothing (one case, one class) and hardly matters for many cases. rho is at least 10^-6: cases that differ no more
    than chance makes them differ all have the distribution m. Raises `ShapeMismatchError`. Reference: Brier, Biometrika
    1980 (the Dirichlet-multinomial model and its moments).

    >>> fit_dirichlet(np.array([[3, 1]])).round(3).tolist()  # one case: as concentrated as the flat distribution
    [1.25, 0.75]
    >>> votes = np.array([[4, 0], [0, 4], [2, 2], [3, 1]])
    >>> fit_dirichlet(votes).round(3).tolist()
    [0.629, 0.514]
    """
    counts = np.asarray(votes, dtype=np.float64)
    if counts.ndim != 2 or 0 in counts.shape or counts.min() < 0 or counts.sum(axis=1).min() < 1:
        raise ShapeMismatchError(f"Give votes of shape (cases, classes), one or more per case, got {counts.shape}.")
    n_cases, n_classes = counts.shape
    totals = counts.sum(axis=1)
    shares = counts / totals[:, None]
    mean = (shares.sum(axis=0) + 1 / n_classes) / (n_cases + 1)
    several = totals > 1
    informative, correlation = int(several.sum()) if n_cases > 1 else 0, 0.0
    if informative:
        different = float((shares.sum(axis=0) ** 2).sum() - (shares**2).sum()) / (n_cases * (n_cases - 1))
        some, number = counts[several], totals[several]
        same = float(((some * (some - 1)).sum(axis=1) / (number * (number - 1))).mean())
        if 1 - different > LEAST:
            correlation = (same - different) / (1 - different)
        else:  # all votes are for one class
            informative = 0
    pooled = (informative * correlation + 1 / (n_classes + 1)) / (informative + 1)
    return np.asarray(mean * (1 / max(pooled, LEAST) - 1))


def draw_distributions(parameters: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Draw from Dirichlet distributions with the given parameters, (cases, classes): (cases, draws, classes)."""
    n_cases, n_classes = parameters.shape
    drawn = rng.standard_gamma(np.broadcast_to(parameters[:, None], (n_cases, n_draws, n_classes)))
    return np.asarray(drawn / drawn.sum(axis=2, keepdims=True))
